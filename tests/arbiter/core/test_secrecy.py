"""The proof of secrecy: twin worlds that differ in secrets look the same, and planted leaks are found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from warcouncil.arbiter.core.people import sessions
from warcouncil.arbiter.core.people.sessions import Session
from warcouncil.arbiter.core.room import arrivals
from warcouncil.arbiter.core.room.briefings import Briefings
from warcouncil.arbiter.core.room.seat_requests import SeatRequests
from warcouncil.arbiter.core.room.timing import GateTiming, Timetable
from warcouncil.arbiter.core.table import story as table_story
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import messages, seat_view
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.games import registry
from warcouncil.games.kartenspiel.events.orders import Redeployed
from warcouncil.games.kit import events
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import EVERYONE, Event, Sight
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.ways import Way
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import Role, SeatId

from tests import lawful
from tests.arbiter.core.harness import load
from tests.arbiter.core.twins import Leak, close_and_compare, seats, secret_gate, twins
from tests.profile import games, turns

GAMES = (*registry.names(), "sealed_bid", "nim")


def prove(game: str, seat: SeatId, *, seed: int, depth: int) -> int:
    """Compare the twins of one seat at one gate, and return the number of comparisons."""
    pair = twins(game, seat, seed, depth)
    if pair is None:
        return 0
    secret_gate(pair, seed)
    return 1 + close_and_compare(pair)


@pytest.mark.night(keep=4)
@pytest.mark.parametrize("game", GAMES)
def test_no_seat_can_tell_two_worlds_apart_that_differ_in_secrets(game: str) -> None:
    """A player with a patched client or a network sniffer learns a secret."""
    compared = 0
    for seed in range(1, 1 + games(1, 60)):
        for number, seat in enumerate(seats(game)):
            depths = (0, 1 + (seed + number) % 4, 5 + (3 * seed + number) % 13)
            for depth in turns(depths, number):
                compared += prove(game, seat, seed=seed, depth=depth)
    assert (
        compared > len(seats(game)) // 2
    )  # by day each game looks at one world, and not every world has a secret


# --- the proof proves something: each planted leak must be found --------------------------------------------------


def found(game: str, first: str = "", seeds: int = 6) -> bool:
    """Return whether the twins of any seat differ. Try seat `first` first."""
    try:
        for seed in range(1, 1 + seeds):
            for seat in sorted(seats(game), key=lambda seat: seat != first):
                for depth in (0, 1, 3):
                    prove(game, seat, seed=seed, depth=depth)
    except Leak:
        return True
    return False


Plant = Callable[[pytest.MonkeyPatch], None]


def shared_counter(patch: pytest.MonkeyPatch) -> None:
    """Planted: every link numbers its mail by one counter."""
    count = [0]
    real = Session.mail

    def mail(self: Session, body: bytes, size: int = 0) -> Any:
        count[0] += 1 + body.startswith(b'{"type":"receipt"')
        self.n = count[0]
        return real(self, body, size)

    patch.setattr(Session, "mail", mail)


def unpadded_size(patch: pytest.MonkeyPatch) -> None:
    """Planted: the length of a frame depends on its content."""
    patch.setattr(sessions, "pad_reply", lambda data, _size=0: data)


def error_text(patch: pytest.MonkeyPatch) -> None:
    """Planted: a refusal mentions the true position."""
    real = Table.declare

    def declare(self: Table, seat: SeatId, request: Declare, way: Way) -> None:
        try:
            real(self, seat, request, way)
        except Refused as refused:
            hint = f" {len(str(self.state))} {hash(str(self.state)) % 997}"
            refused.said = replace(refused.said, text=refused.said.text + hint)
            raise

    patch.setattr(Table, "declare", declare)


def echo_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """Planted: the story mentions that a seat has sealed."""
    real = table_story.story

    def story(chapters: Any, seat: Any, tell: Any) -> tuple[StoryLine, ...]:
        return (*real(chapters, seat, tell), *(StoryLine(heading="log", text=line) for line in LOG))

    def declare(self: SeatRequests, table: Table, at: int, holder: Any, request: Declare) -> Any:
        LOG.append(f"{holder.seat}: {request.answer}")
        return REAL_DECLARE(self, table, at, holder, request)

    LOG.clear()
    patch.setattr(table_story, "story", story)
    patch.setattr(SeatRequests, "declare", declare)


LOG: list[str] = []
REAL_DECLARE = SeatRequests.declare


def early_mark(patch: pytest.MonkeyPatch) -> None:
    """Planted: a view marks which seats have declared."""
    real = seat_view.titles

    def titles(table: Table, seats_asked: Any) -> tuple[str, ...]:
        return tuple(
            name + (" (sealed)" if seat in table.sealed else "")
            for seat, name in zip(seats_asked, real(table, seats_asked), strict=True)
        )

    patch.setattr(seat_view, "titles", titles)


def forced_choice(patch: pytest.MonkeyPatch) -> None:
    """Planted: the gate does not wait for a seat with one legal answer."""
    time_of, due = Timetable.time_of, GateTiming._due

    def forced(table: Table) -> bool:
        forms = [table.game.form(table.state, seat) for seat in table.now.asked]
        return bool(forms) and all(len(getattr(form.fields[0], "options", "xx")) == 1 for form in forms)

    patch.setattr(
        Timetable,
        "time_of",
        lambda self, number: 0 if forced(self._tables[number]) else time_of(self, number),
    )
    patch.setattr(GateTiming, "_due", lambda self, table, at: forced(table) or due(self, table, at))
    patch.setattr(lawful, "check_step", lambda *_: None)  # a law that would find it before the proof does


def unmarked_field(patch: pytest.MonkeyPatch) -> None:
    """Planted: an event that only two seats may know is sent to all seats."""
    real = events._named

    def named(event: Event, sight: Sight) -> frozenset[str] | None:
        return None if isinstance(event, Redeployed) else real(event, sight)

    patch.setattr(events, "_named", named)


def scene_of_all(patch: pytest.MonkeyPatch) -> None:
    """Planted: the scene that a seat watches is drawn from all of an event."""

    def show(_cls: type[Redeployed], known: events.Known) -> Scene:
        return Scene(title=f"{known.get('corps_1')}")

    patch.setattr(Redeployed, "show", classmethod(show))
    patch.setattr(table_story, "shown", lambda event, _seat: type(event).show(events.known(event, None)))


def scenes_unpadded(patch: pytest.MonkeyPatch) -> None:
    """Planted: the length of a view depends on the scenes of its reader alone."""

    def show(_cls: type[Redeployed], known: events.Known) -> Scene:
        held = known.get("corps_1")
        return Scene(title="x" * (20 * held[0].size if held else 1))

    patch.setattr(Redeployed, "show", classmethod(show))
    patch.setattr(messages, "_room", lambda _table, _scenes=0: 0)
    patch.setattr(wire, "REPLY_BYTES", tuple(range(1024, 131073, 64)))


def wrong_snapshot(patch: pytest.MonkeyPatch) -> None:
    """Planted: a seat that asks for the whole view gets its neighbour's."""
    real = messages.whole_view

    def whole_view(table: Table, session: Session, at: int, everyone: Any) -> Any:
        ids = list(table.seats)
        neighbour = ids[(ids.index(session.holder.seat) + 1) % len(ids)]
        swapped = session.holder.model_copy(update={"seat": neighbour})
        session.holder, own = swapped, session.holder
        try:
            return real(table, session, at, everyone)
        finally:
            session.holder = own

    patch.setattr(messages, "whole_view", whole_view)


def asked_by_name(patch: pytest.MonkeyPatch) -> None:
    """Planted: a view names the seat that chooses for an enemy without an order."""
    patch.setattr(
        seat_view, "_asked", lambda common, _seat: seat_view.titles(common.table, common.phase.asked)
    )


def sealed_count(patch: pytest.MonkeyPatch) -> None:
    """Planted: the reply to a beat contains how many seats have sealed."""
    real = messages.alive

    def alive(session: Session, table: Table | None, at: int) -> Any:
        send = real(session, table, at)
        count = len(table.sealed) if table else 0
        return type(send)(
            send.key, send.route, re.sub(rb'"last":\d+', b'"last":%d' % count, send.frame, count=1)
        )

    patch.setattr(messages, "alive", alive)


def company_of_the_sealed(patch: pytest.MonkeyPatch) -> None:
    """Planted: the list of people at the table contains which seats have sealed."""
    real = Briefings.company

    def company(self: Briefings, table: Table) -> bytes:
        sealed = " ".join(table.seats[seat].title for seat in table.seats if seat in table.sealed)
        return real(self, table).replace(b'"person":""', f'"person":"{sealed}"'.encode(), 1)

    patch.setattr(Briefings, "company", company)


def missed_by_name(patch: pytest.MonkeyPatch) -> None:
    """Planted: players are told which seats miss answers."""
    real = seat_view.titles

    def titles(table: Table, seats_asked: Any) -> tuple[str, ...]:
        asked = tuple(seats_asked)
        named = zip(asked, real(table, asked), strict=True)
        return tuple(f"{name} {table.counters.missed.get(seat, '')}" for seat, name in named)

    patch.setattr(seat_view, "titles", titles)


def rules_of_the_state(patch: pytest.MonkeyPatch) -> None:
    """Planted: the rules that a seat reads depend on the position."""
    real = Briefings._book

    def book(self: Briefings, table: Table) -> Any:
        return real(self, table).model_copy(
            update={"title": str(hash(seat_view.truth(table).model_dump_json()))}
        )

    patch.setattr(Briefings, "_book", book)


def welcomed_by_the_state(patch: pytest.MonkeyPatch) -> None:
    """Planted: the welcome of a new window contains what others hold."""
    real = arrivals.to_seat

    def to_seat(plan: Any, verify_key: str, session: Session, table: Table, *, person: str) -> Any:
        return real(plan, verify_key, session, table, person=str(sum(map(ord, str(table.state)))))

    patch.setattr(arrivals, "to_seat", to_seat)


LEAKS: tuple[tuple[Plant, str, str], ...] = (
    (shared_counter, "kartenspiel", "red.army"),
    (unpadded_size, "kartenspiel", "red.army"),
    (error_text, "kartenspiel", "red.army"),
    (echo_in_the_log, "sealed_bid", "red.1"),
    (early_mark, "kartenspiel", "red.army"),
    (forced_choice, "escalate", "north"),
    (unmarked_field, "kartenspiel", "black.corps.2"),
    (scene_of_all, "kartenspiel", "black.corps.2"),
    (scenes_unpadded, "kartenspiel", "red.corps.2"),
    (wrong_snapshot, "kartenspiel", "red.army"),
    (sealed_count, "sealed_bid", "red.2"),
    (asked_by_name, "kartenspiel", "red.army"),
    (company_of_the_sealed, "kartenspiel", "red.army"),
    (missed_by_name, "sealed_bid", "red.1"),
    (rules_of_the_state, "kartenspiel", "red.army"),
    (welcomed_by_the_state, "kartenspiel", "red.corps.1"),
)
"""The bug, a game that has it, and the seat that saw it when all were last tried.

That seat is tried first.
"""


@pytest.mark.night(keep=5)
@pytest.mark.parametrize(("plant", "game", "seen_by"), LEAKS, ids=[plant.__name__ for plant, *_ in LEAKS])
def test_a_planted_leak_is_found(
    plant: Plant, game: str, seen_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, the comparison of twin worlds misses a leak, so it proves nothing."""
    plant(monkeypatch)
    assert found(game, seen_by)


def test_an_event_with_a_field_of_unmarked_secrecy_cannot_be_defined() -> None:
    """A developer forgets to hide a field, and no check notices."""
    body = {"__annotations__": {"cards": int}, "seen_by": EVERYONE, "__module__": __name__}
    with pytest.raises(TypeError, match=r"Dealt\.cards: say who may know"):
        type("Dealt", (Event,), body)


def test_illegal_answers_are_judged_by_what_their_seat_may_know() -> None:
    """A refusal reveals what the sheet hides."""
    for game in GAMES:
        refused = 0
        for seat, depth in product(seats(game), range(3)):
            pair = twins(game, seat, 3, depth)
            phase = pair.left.table.phase if pair else None
            if pair is None or not isinstance(phase, Phase) or seat not in phase.asked:
                continue
            rules, states = load(game), (pair.left.table.state, pair.right.table.state)
            for answer in _wrong(rules.form(states[0], seat)):
                one, other = (_verdict(rules, state, seat, answer) for state in states)
                assert one == other, answer
                refused += one.startswith("illegal")
        assert refused, game


def _wrong(form: Form) -> Iterator[Answer]:
    """Return answers that fill a form, and answers that are wrong in one field."""
    yield {"no such field": 1}
    for number in range(4):
        filled = fill(form, Dice(b"right and wrong.", number))
        yield filled
        for name in filled:
            yield {key: value for key, value in filled.items() if key != name}
            for value in ("no such option", 99, ("no such option",)):
                yield {**filled, name: value}


def _verdict(game: Any, state: Any, seat: SeatId, answer: Answer) -> str:
    try:
        return repr(game.read(state, seat, answer))
    except Illegal as illegal:
        return f"illegal: {illegal.rule} {illegal.reason}"


def test_a_bot_sees_exactly_what_its_seat_sees() -> None:
    """A bot's view reveals more than the seat may know."""
    pair = twins("kartenspiel", SeatId("red.corps.1"), 2, 1)
    assert pair is not None
    views = [
        seat_view.view(
            room.table,
            room.table.seats[pair.seat],
            room.at,
            room.exercise.sessions,
            role=Role.STAND_IN,
            since=None,
        )
        for room in (pair.left, pair.right)
    ]
    assert views[0] == views[1]
    assert views[0].form == pair.left.table.game.form(pair.left.table.state, pair.seat)
