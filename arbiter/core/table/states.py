"""States of a gate: what stops its clock, which events may happen in each state, and which state follows.

One table lists all possible events. `docs/gate.md` is generated from it. Any other event is refused.
"""

from __future__ import annotations

from enum import Flag, StrEnum, auto

from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode


class Stop(Flag):
    """The reasons why the clock of a gate is stopped. The clock runs if and only if none is set."""

    UNBEGUN = auto()
    """The game has not begun."""
    PAUSED = auto()
    """An umpire stopped the clock."""
    HELD = auto()
    """An umpire or a fault stopped the whole table."""
    CLOSED = auto()
    """The gate is closed. Another gate is open."""


RUNS = Stop(0)
UNBEGUN, PAUSED, HELD, CLOSED = Stop.UNBEGUN, Stop.PAUSED, Stop.HELD, Stop.CLOSED
OUTLASTING = UNBEGUN | HELD
"""The stops that the next gate inherits."""


class Happening(StrEnum):
    """The events of a gate."""

    BEGIN = "the game begins"
    PAUSE = "pause"
    RESUME = "resume"
    HOLD = "hold"
    FAIL = "the rules fail"
    RELEASE = "release"
    ANSWER = "a seat answers"
    DECLARE_FOR = "declare for"
    STRIKE = "void"
    MOVE_CLOCK = "extend"
    PROLONG = "the clock runs on"
    CLOSE = "all answered, or time is up"
    END_NOW = "end now"
    TURN = "go back, or end the game"


H = Happening
SETS = {H.PAUSE: PAUSED, H.HOLD: HELD}
"""The events that come with an umpire's reason, and the stop that the reason explains."""
OF_THE_CLOCK = (H.BEGIN, H.PAUSE, H.RESUME, H.MOVE_CLOCK)
"""The events that need a clock. They are impossible when the game is over."""

TRANSITIONS: dict[Stop, dict[Happening, Stop]] = {
    state: {**row, H.STRIKE: state, H.MOVE_CLOCK: state, H.TURN: CLOSED}
    for state, row in {
        RUNS: {
            H.PAUSE: PAUSED,
            H.HOLD: HELD,
            H.FAIL: HELD,
            H.ANSWER: RUNS,
            H.DECLARE_FOR: RUNS,
            H.PROLONG: RUNS,
            H.CLOSE: CLOSED,
            H.END_NOW: CLOSED,
        },
        UNBEGUN: {H.BEGIN: RUNS, H.HOLD: UNBEGUN | HELD, H.FAIL: UNBEGUN | HELD},
        PAUSED: {
            H.RESUME: RUNS,
            H.HOLD: PAUSED | HELD,
            H.FAIL: PAUSED | HELD,
            H.DECLARE_FOR: PAUSED,
            H.END_NOW: CLOSED,
        },
        HELD: {H.RELEASE: RUNS, H.PAUSE: PAUSED | HELD, H.FAIL: HELD},
        UNBEGUN | HELD: {H.RELEASE: UNBEGUN, H.FAIL: UNBEGUN | HELD},
        PAUSED | HELD: {H.RELEASE: PAUSED, H.FAIL: PAUSED | HELD},
    }.items()
}
"""Each state of an open gate, the events that may happen in it, and the state that follows. The events void, extend
and turn are possible in every state."""

_NOT_PLAYING = {
    HELD: (RefusalCode.PAUSED, "rulings.held_release_first"),
    UNBEGUN: (RefusalCode.PAUSED, "rulings.not_begun_begin_first"),
}
_WHY_NOT: dict[Happening, dict[Stop, tuple[RefusalCode, str]]] = {
    H.BEGIN: {
        HELD: (RefusalCode.PAUSED, "rulings.held_release_first"),
        RUNS: (RefusalCode.NO_SUCH, "rulings.already_begun"),
    },
    H.PAUSE: {
        UNBEGUN: (RefusalCode.PAUSED, "rulings.no_clock_runs"),
        PAUSED: (RefusalCode.PAUSED, "rulings.already_stopped"),
    },
    H.RESUME: {
        HELD: (RefusalCode.PAUSED, "rulings.held_release_instead"),
        UNBEGUN: (RefusalCode.PAUSED, "rulings.not_begun_begin_first"),
        RUNS: (RefusalCode.NO_SUCH, "rulings.already_running"),
    },
    H.HOLD: {HELD: (RefusalCode.PAUSED, "rulings.already_held")},
    H.RELEASE: {RUNS: (RefusalCode.NO_SUCH, "rulings.not_held")},
    H.ANSWER: {
        HELD: (RefusalCode.PAUSED, "refusals.waits_for_umpire"),
        UNBEGUN: (RefusalCode.PAUSED, "refusals.not_begun_yet"),
        PAUSED: (RefusalCode.PAUSED, "refusals.clock_stopped"),
    },
    H.DECLARE_FOR: _NOT_PLAYING,
    H.END_NOW: _NOT_PLAYING,
}
"""The code and the key of the refusal of an event, for the first of these stops that is set. RUNS matches every state."""


def follow(stops: Stop, what: Happening) -> Stop:
    """Return the state after an event. Raises Refused, with the sentence for the requester."""
    after = TRANSITIONS.get(stops, {}).get(what)
    if after is not None:
        return after
    for stop, (code, key) in _WHY_NOT.get(what, {}).items():
        if stop & stops or not stop:
            raise Refused(code, sentence(key))
    raise AssertionError(f"{what.value}: impossible while {stops}")
