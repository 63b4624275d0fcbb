"""Words and thousands: each secret of a written scenario has one that is in no other place, and only its
readers may read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from warcouncil.games.kit.events import shown, told
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Happened
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.events.followed import NumberMoved, OwnNumberMoved
from warcouncil.protocol.table.sheets import Facts
from warcouncil.protocol.words import SeatId

from tests.games.found import texts
from tests.games.scenario.game import Game
from tests.games.scenario.world import MARKED, World

_WORD = re.compile(r"zq[a-z]+\d+[a-z]*\d*z(?:[A-Za-z0-9]+\.)?")
_VALUE = re.compile(r"(?<![A-Za-z0-9])\d{4,5}(?![A-Za-z0-9])")


class Watch:
    """Looks at everything that each seat reads, gate by gate, for words and numbers that it may not know."""

    def __init__(self, world: World, playing: Game) -> None:
        self.world, self.playing = world, playing
        self.told = 0
        self.by_thousand: dict[int, list[tuple[str, str]]] = {}
        for name, known in (*world.questions.items(), *world.numbers.items()):
            if known.thousand:
                refs = [(name, owner) for owner in known.owners]
                self.by_thousand.setdefault(known.thousand, []).extend(refs)
        self.values: dict[tuple[str, str], set[int]] = {}
        scenario = playing.options.written
        titles = {seat.name: seat.title for seat in scenario.seats}
        titles |= {team.name: team.title for team in scenario.teams}
        self.labelled = {
            f"{number.title} ({titles[owner]})" if owner else number.title: (number.name, owner)
            for number in scenario.numbers
            for owner in (world.numbers[number.name].owners if number.name in world.numbers else ())
        }

    def look(self) -> None:
        """Read everything that each player sees now, and the sentences since the last time."""
        playing, over = self.playing, self.playing.state.over is not None
        fresh, self.told = playing.events[self.told :], len(playing.events)
        self._note_values(fresh)
        for seat in (*self.world.players, ""):
            reader = playing.state.play.seat(seat) if seat else PUBLIC
            seen = list(self._read_now(seat))
            for happened in fresh:
                if type(happened.event).__name__ != "PointsCounted":
                    scene = shown(happened.event, reader)
                    seen += [
                        happened.heading,
                        told(happened.event, reader),
                        *texts(scene.model_dump(mode="json") if scene else {}),
                    ]
            text = "\n".join(seen)
            self._no_foreign_words(seat, text, over=over)
            self._no_foreign_treaties(seat)
            if not over:
                self._no_foreign_numbers(seat, text)

    def _read_now(self, seat: str) -> Iterator[str]:
        playing = self.playing
        yield from texts(GAME.sheet(playing.state, SeatId(seat) if seat else None).model_dump(mode="json"))
        phase = playing.phase
        if isinstance(phase, Phase):
            yield from (phase.name, phase.title, phase.text, *(channel.title for channel in phase.channels))
            if seat in phase.asked:
                form = GAME.form(playing.state, SeatId(seat))
                # a suggestion may be a number of another seat by chance; the twin worlds prove that it is no
                # leak
                yield from map(str, _leaves(form.model_dump(mode="json", exclude={"suggested"})))

    def _note_values(self, fresh: list[Happened]) -> None:
        """Note what each number and amount has been, on its way too."""
        for happened in fresh:
            if isinstance(happened.event, NumberMoved | OwnNumberMoved):
                values = self.values.setdefault(self.labelled.get(happened.event.label, ("", "")), set())
                values |= {happened.event.before, happened.event.now}
        for at, value in (*self.playing.state.numbers.items(), *self.playing.state.answers.items()):
            name, _, owner = at.partition("@")
            if isinstance(value, int):
                self.values.setdefault((name, owner), set()).add(value)

    def _no_foreign_treaties(self, seat: str) -> None:
        results = self.world.sealed_results(seat)
        sheet = GAME.sheet(self.playing.state, SeatId(seat) if seat else None)
        shown_ = {fact.label for each in sheet.elements if isinstance(each, Facts) for fact in each.facts}
        assert not shown_ & results, f"{seat or 'everybody'} sees what became of {shown_ & results}"

    def _no_foreign_words(self, seat: str, text: str, *, over: bool) -> None:
        for word in set(_WORD.findall(text)):
            bare = word if word in self.world.words else word.partition("z" if word.endswith("z") else ".")[0]
            readers = self.world.words.get(word, self.world.words.get(bare))
            if readers is None or (over and word.startswith("zqend")):
                continue
            public = readers >= set(self.world.players)
            assert public or seat in readers, (
                f"{seat or 'everybody'} reads {word}, which only {set(readers)} may"
            )

    def _no_foreign_numbers(self, seat: str, text: str) -> None:
        for value in {int(found) for found in _VALUE.findall(text)}:
            refs = self.by_thousand.get(value // MARKED, [])
            if value % MARKED in (0, MARKED - 1) or any(self._told_of(name) for name, _ in refs):
                continue  # bounds stand in forms and on tracks
            mine = [ref for ref in refs if seat in self.world.readers(*ref)]
            assert mine or not refs, f"{seat or 'everybody'} reads {value}, of {refs}"
            theirs = [ref for ref in refs if value in self.values.get(ref, ()) and ref not in mine]
            own = any(value in self.values.get(ref, ()) for ref in mine)
            assert own or not theirs, f"{seat} reads {value}, of {theirs}"

    def _told_of(self, name: str) -> bool:
        return name in self.world.revealed or self.world.public(name)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value
