"""ActDescription: title, explanation and fields of each act of an umpire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus
from warcouncil.protocol.words import clean

ActKind = type[UmpireAct]
SeatIdle = Callable[[SeatStatus], str]
TableIdle = Callable[[TableStatus], str]


def in_the_room(kind: ActKind) -> bool:
    """Return whether an act applies to the whole room.

    An act about a waiting ruling applies where that ruling is.
    """
    return kind.room_wide and "number" not in kind.model_fields


def of_inject(kind: ActKind) -> bool:
    """Return whether an act is about injects."""
    return "inject" in kind.model_fields


def _never(_status: object) -> str:
    return ""


def _on_the_clock(why: TableIdle) -> TableIdle:
    """Return a function for why a clock act does nothing: the table is held, it has not begun, or `why`."""

    def idle(status: TableStatus) -> str:
        if status.held:
            return "held"
        return "not begun" if not status.begun else why(status)

    return idle


def _no_question(status: TableStatus) -> str:
    return "" if status.clock else "no question is open"


def _postponed(act: acts.Postpone) -> str:
    which = f"inject {act.inject}" if act.inject else "all injects to come"
    return f"Postponed {which} by {clock_text(act.seconds * 1000)}"


def _begun(status: TableStatus) -> str:
    return "held" if status.held else "begun already" if status.begun else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActDescription:
    """The words of an act, and how an umpire does it.

    `key` is its key, and `short` its word in the footer, "" for none. With `everywhere`, the capital letter
    applies it to every table. `bound`: the act is for the question on the screen and must not hit a later
    one. `ready`: the last reason is filled in, so that two keys do the act. A graver act waits for a reason.

    `words` and `amount` label its further boxes, "" if it needs none. `first` and `first_amount` are their
    first contents. `to` names whom it touches, if its tables do not show that. `takes_time`: the amount is a
    time, and ↑↓ change it. `moves_clock`: the amount is added to the time left. `no_less`: why the time
    cannot be negative. `may_ask`: the umpire can ask for a reply.

    `idle` and `seat_idle` return why it would do nothing at a table or a seat, "" if it would do something.
    `done_as` returns what was done, from the fields of an act, if `done` is not enough. Whether an act is
    grave or done to one seat is in the act's class.
    """

    ask: str
    done: str
    means: str
    reasons: tuple[str, ...]
    key: str = ""
    short: str = ""
    everywhere: bool = True
    bound: bool = False
    ready: bool = True
    words: str = ""
    first: str = ""
    amount: str = ""
    first_amount: str = ""
    to: str = ""
    takes_time: bool = False
    moves_clock: bool = False
    no_less: str = ""
    may_ask: bool = False
    idle: TableIdle = _never
    seat_idle: SeatIdle = _never
    done_as: Callable[[Any], str] | None = None


READ = "What shall they read?"

ALL_HERE = "Everyone is here"
GAMES_OVER, ROOM_STANDS, BACK_TO_TABLES = "The games are over", "How the room stands", "Back to the tables"
THEY_CALLED, THEY_REPLIED = "They called", "They replied"
"""Reasons that are offered only when they are true."""

ACT_DESCRIPTIONS: dict[ActKind, ActDescription] = {
    acts.Begin: ActDescription(
        ask="Begin the game",
        done="Began the game",
        means="The first clock starts, whoever is there. A seat that nobody plays misses its answers.",
        reasons=("It is time", ALL_HERE, "The others come later"),
        key="B",
        everywhere=False,
        idle=_begun,
    ),
    acts.Pause: ActDescription(
        ask="Pause",
        done="Paused",
        means="The clock stops. Nobody can seal or speak until it goes on.",
        reasons=("A question about the rules", "A break", "A fault with a machine", "A word to the room"),
        idle=_on_the_clock(lambda status: "paused already" if status.paused else _no_question(status)),
    ),
    acts.Resume: ActDescription(
        ask="Let the clock run",
        done="Let the clock run",
        means="The clock goes on with the time that was left.",
        reasons=("All is settled", "The break is over", ALL_HERE),
        bound=True,
        idle=_on_the_clock(lambda status: "" if status.paused else "not paused"),
    ),
    acts.Extend: ActDescription(
        ask="More or less time",
        key="x",
        short="Time",
        done="Moved the clock",
        means="The clock of this question moves by so many seconds.",
        reasons=("They need more time", "A fault with a machine", "Everyone is ready"),
        bound=True,
        amount="How much? such as +60, -30, 1:30  (↑↓ by half a minute)",
        first_amount="+60",
        takes_time=True,
        moves_clock=True,
        idle=_on_the_clock(_no_question),
        done_as=lambda act: f"{'Gave' if act.seconds >= 0 else 'Took'} {abs(act.seconds)} s",
    ),
    acts.EndNow: ActDescription(
        ask="End the question now",
        key="e",
        done="Ended the question",
        means="The question closes as if its clock had run out. For a seat that has not sealed, the rule of silence counts.",
        reasons=("Everyone is ready", "We are short of time"),
        bound=True,
        ready=False,
        idle=_on_the_clock(_no_question),
    ),
    acts.Void: ActDescription(
        ask="Strike out a declaration",
        key="v",
        done="Struck out the declaration",
        means="The declaration counts as missing, whatever this seat sends until the question closes.",
        reasons=("Answered after time", "Declared against the rules", "Changed it in the open"),
        bound=True,
        ready=False,
        seat_idle=lambda seat: "struck out already" if seat.voided else "" if seat.asked else "not asked",
    ),
    acts.Tell: ActDescription(
        ask="Say something",
        key="t",
        short="Tell",
        done="Told",
        means="They read it at once, as the umpire's word. It stays with the seat: whoever sits there later reads it too.",
        reasons=("A word to the players", "An answer for everyone", "An inject"),
        words=READ,
        may_ask=True,
    ),
    acts.GiveToBot: ActDescription(
        ask="Give the seat to a bot",
        done="Gave to a bot",
        means="A bot answers for this seat. Its holder keeps watching.",
        reasons=("Nobody is there", "They had to leave", "Their machine failed"),
        seat_idle=lambda seat: "a bot plays it already" if seat.bot else "",
    ),
    acts.GiveBack: ActDescription(
        ask="Give the seat back",
        done="Gave back",
        means="The seat's holder answers for it again.",
        reasons=("They are here again",),
        seat_idle=lambda seat: "" if seat.bot else "no bot plays it",
    ),
    acts.Hold: ActDescription(
        ask="Hold the table",
        key="h",
        done="Held the table",
        means="No clock, no declarations and no talk until it is let go on.",
        reasons=("Something is wrong here", "A dispute to settle"),
        ready=False,
        idle=lambda status: "held already" if status.held else "",
    ),
    acts.Release: ActDescription(
        ask="Let the table go on",
        key="l",
        done="Let go on",
        means="The table was held. It goes on from where it stood.",
        reasons=("The fault is mended", "The dispute is settled", "Go on and watch it closely"),
        ready=False,
        idle=lambda status: "" if status.held else "not held",
    ),
    acts.Answered: ActDescription(
        ask="Answer a call or a reply",
        done="Answered",
        means="They read the answer, and the call leaves the queue. A reply may be put away without words.",
        reasons=(THEY_CALLED, THEY_REPLIED),
        words=READ,
    ),
    acts.Note: ActDescription(
        ask="Mark this moment",
        key="n",
        done="Marked the moment",
        means="A note for the debrief. Nobody at the table is told.",
        reasons=("For the debrief",),
        words="What about it?",
        first="Worth talking about",
    ),
    acts.Fiat: ActDescription(
        ask="Rule by your own word",
        key="f",
        done="Ruled",
        means="Every sheet of the table shows your text as the umpire's ruling.",
        reasons=("The rules do not settle it", "They agreed on it"),
        ready=False,
        words=READ,
    ),
    acts.Amend: ActDescription(
        ask="Amend the exercise",
        key="A",
        done="Amended",
        means="A line: tell WHO: … · hand WHO: TITLE: … · fact: … · change: … · talk 5 all · ask WHO: …? | A | B. It takes effect when the"
        " open question closes.",
        reasons=("The room needs it", "Somebody thought of something new"),
        everywhere=False,
        ready=False,
        words="What is added?",
    ),
    acts.GoBack: ActDescription(
        ask="Go back to an earlier question",
        key="g",
        everywhere=False,
        done="Went back",
        means="What happened after it is undone, and everyone is told. Nothing is cut out of the journal.",
        reasons=("A mistake of the umpire", "A mistake that they agreed to undo"),
        bound=True,
        ready=False,
        amount="To which question? its number",
        idle=lambda status: "" if status.gate > 1 else "there is no earlier question",
        done_as=lambda act: f"Went back to question {act.to}",
    ),
    acts.EndGame: ActDescription(
        ask="End the game",
        key="d",
        done="Ended the game",
        means="The game is over at once, with the outcome that you name.",
        reasons=("We are out of time", "The outcome is clear"),
        ready=False,
        words=READ,
        first="The umpire ended the game.",
    ),
    acts.LayOpen: ActDescription(
        ask="Lay everything open",
        key="z",
        done="Laid everything open",
        means="Everybody at the table, and its projector, sees both sides' secrets. Only when the game is over.",
        reasons=("To talk it over", "They asked to see it"),
        ready=False,
        idle=lambda status: "" if status.ended else "the game is not over",
    ),
    acts.SetClock: ActDescription(
        ask="Another clock from the next question on",
        key="k",
        done="Set the clock",
        means="Each later question of this phase has so much time. The open one keeps its own.",
        reasons=("They need more time each turn", "They are quick"),
        amount="How long? such as 90, 2m, 1:30",
        first_amount="90",
        takes_time=True,
        no_less="A clock cannot have less than no time.",
        done_as=lambda act: (
            f"Set the clock of “{clean(act.phase)}” to {act.seconds} s from its next question on"
        ),
    ),
    acts.SendInject: ActDescription(
        ask="Send the inject now",
        done="Sent the inject",
        means="They read it at once. It does not come again.",
        reasons=("It is the moment for it", "They went faster than planned", "They need a push"),
        to="those for whom it is written",
        idle=lambda status: "" if status.begun else "not begun",
        done_as=lambda act: f"Sent inject {act.inject}",
    ),
    acts.Postpone: ActDescription(
        ask="Let injects come later",
        done="Postponed injects",
        means="By running time: no player learns of it. What is written to come after it comes later with it.",
        reasons=("They need more time", "The talk is worth more", "We began late"),
        amount="By how much? such as 5m, 90, 2:30  (↑↓ by half a minute)",
        first_amount="5m",
        to="no player",
        takes_time=True,
        no_less="An inject can come later; for earlier, send it when it is time.",
        done_as=_postponed,
    ),
    acts.KeepBack: ActDescription(
        ask="Keep the inject back",
        done="Kept the inject back",
        means="It comes when you send it, or never. No player learns of it.",
        reasons=("It does not fit what they did", "I shall say when", "It came to pass by itself"),
        to="no player",
        done_as=lambda act: f"{'Dropped' if act.drop else 'Kept back'} inject {act.inject}",
    ),
    room_acts.Lockstep: ActDescription(
        ask="Keep all tables in step, or no longer",
        key="j",
        everywhere=False,
        done="Changed the step",
        means="In step, no table closes this phase before every table has sealed.",
        reasons=("The room plays together", "Each table at its own pace"),
        ready=False,
        done_as=lambda act: f"In step now: {clean(', '.join(act.phases)) or 'nothing'}",
    ),
    room_acts.Results: ActDescription(
        ask="Show the results of the room, or no longer",
        key="R",
        everywhere=False,
        done="Changed what the projectors show",
        means="Every projector shows each table's winner, and the tally.",
        reasons=(GAMES_OVER, ROOM_STANDS, BACK_TO_TABLES),
    ),
    room_acts.Debrief: ActDescription(
        ask="Write the debrief",
        key="W",
        everywhere=False,
        done="Ordered the debrief",
        means="Report, tables and verification, on the arbiter's machine beside the exercise file. They hold every secret.",
        reasons=(GAMES_OVER, "To see how it stands", "For the debrief"),
        to="nobody: no seat and no projector is told, and play goes on",
    ),
    room_acts.PutAway: ActDescription(
        ask="Put the alarm away",
        everywhere=False,
        done="Put the alarm away",
        means="It leaves every wall. It comes again when its cause does.",
        reasons=("I have seen to it", "It was one of us"),
        to="every console: no player knows of it",
    ),
    room_acts.HandOverLead: ActDescription(
        ask="Hand the exercise over to a standby",
        key="O",
        everywhere=False,
        done="Handed over",
        means="This arbiter ends, the standby leads from now on. Seats and consoles are there by themselves a moment later; no clock loses time.",
        reasons=("This machine must go", "Its battery is low", "A trial of the standby"),
        ready=False,
    ),
    room_acts.Reissue: ActDescription(
        ask="Give the seat a new code",
        key="i",
        done="Gave a new code",
        means="Key and card die at once. The new code is shown to umpires alone.",
        reasons=("They moved to another machine", "The card was lost", "Somebody guesses codes"),
    ),
    room_acts.Renew: ActDescription(
        ask="Give a console or the projector a new code",
        done="Gave a new code",
        key="q",
        means="The old code lets nobody in any more. The new one is shown to you alone.",
        reasons=("Somebody guesses codes", "The card was lost"),
        everywhere=False,
        ready=False,
        amount="Which card? the first three letters of its code",
        to="the console or the projector whose card it is",
    ),
    room_acts.Remove: ActDescription(
        ask="Take the seat from its holder",
        key="u",
        done="Took the seat",
        means="Whoever holds it is out, with key and card. The seat is free; its new code is shown to you alone.",
        reasons=("They had to leave", "The wrong person sat there"),
        ready=False,
        seat_idle=lambda seat: "" if seat.joined else "nobody holds it",
    ),
    room_acts.Reseat: ActDescription(
        ask="Move its holder to another seat",
        key="w",
        done="Moved the holder",
        means="Whoever drives the other seat comes back in exchange.",
        reasons=("They sat at the wrong place", "A side is short of people"),
        ready=False,
        amount="Where to? table and seat, such as 7 red corps II",
    ),
    acts.DeclareFor: ActDescription(
        ask="Seal an answer for them",
        done="Declared for",
        means="It counts as theirs until the question closes or they seal another. They are told.",
        reasons=("They told me", "Their machine failed"),
        bound=True,
        ready=False,
        seat_idle=lambda seat: "" if seat.asked else "not asked",
    ),
    room_acts.Approve: ActDescription(
        ask="Second another umpire's ruling",
        done="Seconded the ruling",
        means="It happens at once.",
        reasons=("We agree",),
        ready=False,
    ),
    room_acts.Withdraw: ActDescription(
        ask="Take the waiting ruling back",
        done="Took the ruling back",
        means="It does not happen.",
        reasons=("We do not agree", "It is no longer needed"),
        ready=False,
    ),
}
