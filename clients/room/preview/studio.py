"""Studio: the file that an author is writing, the walk through it, and the author's requests.

One lock protects it from simultaneous requests. After a new version of the file, the walk is repeated with
the old answers, as long as they fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Condition

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.clients.plan.new.scenario_page import as_html
from warcouncil.clients.room.preview.answering import Typed, answer_of, control
from warcouncil.clients.room.preview.page import Frame, Scene, Sight, page, scene
from warcouncil.clients.room.preview.source import Source
from warcouncil.clients.room.preview.stepping import Answers, Walk, to_the_end, walk
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Phase
from warcouncil.games.scenario import GAME
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId

SEED_CHARS_MAX = 40
"""The longest seed that a page may send."""


class Studio:
    """The preview of one file, without its sockets."""

    def __init__(self, file: Path, seed: str = "1", treatment: str = "") -> None:
        self.source = Source(file, treatment)
        self.changed = Condition()
        self.is_over = False
        self._seed = seed
        self._walk: Walk | None = None
        self.look()

    @property
    def version(self) -> int:
        """The number of the newest version of the file."""
        return self.source.newest.number

    def look(self) -> bool:
        """Read the file. If it has changed, repeat the walk. Return whether the file has changed."""
        with self.changed:
            if not self.source.look():
                return False
            options = self.source.newest.options
            if options is not None:
                answers = self._walk.answers if self._walk else ()
                made = attempt(lambda: walk(self.source.treated(options), answers, self._seed))
                self._walk = made if isinstance(made, Walk) else self._walk
            self.changed.notify_all()
            return True

    def stop(self) -> None:
        """Wake all callers that wait for a new version, because there will be none."""
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def wait(self, seen: int, seconds: float) -> int:
        """Wait at most some seconds for a version newer than `seen`. Return the newest version. Return 0 if
        the preview is over.
        """
        with self.changed:
            self.changed.wait_for(lambda: self.is_over or self.version != seen, seconds)
            return 0 if self.is_over else self.version

    # --- pages ------------------------------------------------------------------------------------------------------

    def page(self, base: str, sight: Sight | None) -> str:
        """Return the page of a place in the walk. None means the place of the open question."""
        with self.changed:
            return self._drawn(base, sight)

    def whole(self) -> str:
        """Return the page with everything in the file. It is "" if every version had mistakes."""
        with self.changed:
            sound = self.source.sound
            return as_html(sound.found.scenario) if sound and sound.found.scenario else ""

    def act(self, base: str, typed: Typed) -> str | Sight:
        """Carry out the request of a page. Return the place to show next, or the page if the game refuses an answer."""
        with self.changed:
            made = self._walk
            if made is None:
                return Sight(0)
            sight = Sight(_number(typed, "step"), _first(typed, "as"))
            match _first(typed, "do"):
                case "again":
                    return self._begin(made, made.seed, sight)
                case "throw":
                    return self._begin(made, _next(made.seed), sight)
                case "treat":
                    self.source.treatment = _first(typed, "treatment")
                    return self._begin(made, made.seed, sight)
                case "close" | "finish" as order:
                    return self._close(base, made, sight, typed, to_end=order == "finish")
                case _:
                    return sight

    def _begin(self, made: Walk, seed: str, sight: Sight) -> Sight:
        self._seed = seed
        self._walk = walk(self.source.treated(made.options), (), seed)
        return Sight(0, sight.reader)

    def _close(self, base: str, made: Walk, sight: Sight, typed: Typed, *, to_end: bool) -> str | Sight:
        kept = made.answers[: sight.step]
        here = walk(made.options, kept, made.seed)
        if not isinstance(here.phase, Phase):
            return Sight(len(here.steps), sight.reader)
        answers, refused = _answers(here, here.phase, typed)
        if refused:
            return self._drawn(base, sight, typed=typed, refused=refused)
        gone = walk(made.options, [*kept, answers], made.seed)
        self._walk = to_the_end(gone) if to_end else gone
        at = len(self._walk.steps) if to_end else sight.step + 1
        return Sight(at, sight.reader)

    def _drawn(self, base: str, sight: Sight | None, *, typed: Typed | None = None, refused: str = "") -> str:
        made = self._walk
        if made is None:
            return page(Frame(self.source, base), None)
        frame = Frame(self.source, base, made.options.treated_as)
        here = sight or Sight(len(made.steps))

        def drawn() -> Scene:
            return scene(made, here, typed=typed, refused=refused)

        shown = attempt(drawn)
        return page(frame, None if isinstance(shown, RulesFault) else shown)


def _answers(here: Walk, phase: Phase, typed: Typed) -> tuple[Answers, str]:
    """Return the answers in the controls of a page, and the first reason why the game refuses one."""
    answers: dict[SeatId, Answer] = {}
    for seat in phase.asked:
        if not typed.get(control(str(seat))):
            continue
        answer = answer_of(GAME.form(here.state, seat), str(seat), typed)
        try:
            answers[seat] = GAME.read(here.state, seat, answer)
        except Illegal as illegal:
            title = here.state.play.seat(seat).title
            return answers, say("preview.refused", seat=title, reason=illegal.reason)
    return answers, ""


def _first(typed: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(typed.get(name, ())), "")


def _number(typed: Mapping[str, Sequence[str]], name: str) -> int:
    text = _first(typed, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0


def _next(seed: str) -> str:
    """Return another seed: the next number, or a word with a number."""
    return (
        str(int(seed) + 1)
        if seed.isascii() and seed.isdigit() and len(seed) < 12
        else f"{seed[:SEED_CHARS_MAX]}2"
    )
