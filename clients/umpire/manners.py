"""The kinds of acts an umpire has: what each is called, what it does, what it asks for before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of acts. The values are those of the messages."""

    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    END_NOW = "end_now"
    VOID = "void"
    TELL = "tell"
    GIVE_TO_BOT = "give_to_bot"
    GIVE_BACK = "give_back"
    RELEASE = "release"
    ANSWERED = "answered"
    HOLD = "hold"
    NOTE = "note"
    FIAT = "fiat"
    GO_BACK = "go_back"
    END_GAME = "end_game"
    SET_CLOCK = "set_clock"
    LOCKSTEP = "lockstep"
    REISSUE = "reissue"
    REMOVE = "remove"
    RESEAT = "reseat"
    APPROVE = "approve"
    WITHDRAW = "withdraw"
    DECLARE_FOR = "declare_for"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a kind of act is said and done.

    `bound`: it is meant for the question seen, and must not strike a later one. `ready`: the last reason stands in the
    box already, so that two keys do it; a graver act waits for a reason to be chosen. `grave`: Enter must be pressed
    twice. `words` and `amount` label the boxes that it needs besides, "" where it needs none; `first` and
    `first_amount` stand in them at the beginning. `seat`: it is done to one seat.
    """

    ask: str
    done: str
    means: str
    reasons: tuple[str, ...]
    bound: bool = False
    ready: bool = True
    grave: bool = False
    seat: bool = False
    words: str = ""
    first: str = ""
    amount: str = ""
    first_amount: str = ""


READ = "What shall they read?"

MANNERS = {
    Kind.PAUSE: Manner(
        ask="Pause",
        done="Paused",
        means="The clock stops. Nobody can seal or speak until it goes on.",
        reasons=("A question about the rules", "A break", "A fault with a machine", "A word to the room"),
    ),
    Kind.RESUME: Manner(
        ask="Let the clock run",
        done="Let the clock run",
        means="The clock goes on with the time that was left; a game that waits begins.",
        reasons=("All is settled", "The break is over", "Everyone is here"),
        bound=True,
    ),
    Kind.EXTEND: Manner(
        ask="More or less time",
        done="Moved the clock",
        means="The clock of this question moves by so many seconds.",
        reasons=("They need more time", "A fault with a machine", "Everyone is ready"),
        bound=True,
        amount="How much? such as +60, -30, 1:30  (↑↓ by half a minute)",
        first_amount="+60",
    ),
    Kind.END_NOW: Manner(
        ask="End the question now",
        done="Ended the question",
        means="The question closes as if its clock had run out. Who has not answered is missing.",
        reasons=("Everyone is ready", "We are short of time"),
        bound=True,
        ready=False,
    ),
    Kind.VOID: Manner(
        ask="Strike out a declaration",
        done="Struck out the declaration",
        means="The declaration counts as missing, whatever this seat sends until the question closes.",
        reasons=("Answered after time", "Declared against the rules", "Changed it in the open"),
        bound=True,
        ready=False,
        seat=True,
    ),
    Kind.TELL: Manner(
        ask="Say something",
        done="Told",
        means="They read it at once, as the umpire's word.",
        reasons=("A word to the players", "An answer for everyone", "An inject"),
        words=READ,
    ),
    Kind.GIVE_TO_BOT: Manner(
        ask="Give the seat to a bot",
        done="Gave to a bot",
        means="A bot answers for this seat. Its holder keeps watching.",
        reasons=("Nobody is there", "They had to leave", "Their machine failed"),
        seat=True,
    ),
    Kind.GIVE_BACK: Manner(
        ask="Give the seat back",
        done="Gave back",
        means="The seat's holder answers for it again.",
        reasons=("They are here again",),
        seat=True,
    ),
    Kind.HOLD: Manner(
        ask="Hold the table",
        done="Held the table",
        means="No clock, no declarations and no talk until it is let go on.",
        reasons=("Something is wrong here", "A dispute to settle"),
        ready=False,
    ),
    Kind.RELEASE: Manner(
        ask="Let the table go on",
        done="Let go on",
        means="The table was held. It goes on from where it stood.",
        reasons=("The fault is mended", "The dispute is settled", "Go on and watch it closely"),
        ready=False,
    ),
    Kind.ANSWERED: Manner(
        ask="Answer the call",
        done="Answered the call",
        means="The caller reads the answer, and the call leaves the queue.",
        reasons=("They called",),
        words=READ,
    ),
    Kind.NOTE: Manner(
        ask="Mark this moment",
        done="Marked the moment",
        means="A note for the debrief. Nobody at the table is told.",
        reasons=("For the debrief",),
        words="What about it?",
        first="Worth talking about",
    ),
    Kind.FIAT: Manner(
        ask="Rule by your own word",
        done="Ruled",
        means="Every sheet of the table shows your text as the umpire's ruling.",
        reasons=("The rules do not settle it", "They agreed on it"),
        ready=False,
        grave=True,
        words=READ,
    ),
    Kind.GO_BACK: Manner(
        ask="Go back to an earlier question",
        done="Went back",
        means="What happened after it is undone, and everyone is told. Nothing is cut out of the journal.",
        reasons=("A mistake of the umpire", "A mistake that they agreed to undo"),
        bound=True,
        ready=False,
        grave=True,
        amount="To which question? its number",
    ),
    Kind.END_GAME: Manner(
        ask="End the game",
        done="Ended the game",
        means="The game is over at once, with the outcome that you name.",
        reasons=("We are out of time", "The outcome is clear"),
        ready=False,
        grave=True,
        words=READ,
        first="The umpire ended the game.",
    ),
    Kind.SET_CLOCK: Manner(
        ask="Another clock from the next question on",
        done="Set the clock",
        means="Each later question of this phase has so much time. The open one keeps its own.",
        reasons=("They need more time each turn", "They are quick"),
        amount="How long? such as 90, 2m, 1:30",
        first_amount="90",
    ),
    Kind.LOCKSTEP: Manner(
        ask="Keep all tables in step, or no longer",
        done="Changed the step",
        means="In step, no table closes this phase before every table has sealed.",
        reasons=("The room plays together", "Each table at its own pace"),
        ready=False,
    ),
    Kind.REISSUE: Manner(
        ask="Give the seat a new code",
        done="Gave a new code",
        means="The key that sits there dies at once. The code is shown to you alone.",
        reasons=("They moved to another machine", "The card was lost", "The code was burnt"),
        seat=True,
    ),
    Kind.REMOVE: Manner(
        ask="Take the seat from its holder",
        done="Took the seat",
        means="Whoever holds it is out, and the seat is free.",
        reasons=("They had to leave", "The wrong person sat there"),
        ready=False,
        seat=True,
    ),
    Kind.RESEAT: Manner(
        ask="Move its holder to another seat",
        done="Moved the holder",
        means="Whoever drives the other seat comes back in exchange.",
        reasons=("They sat at the wrong place", "A side is short of people"),
        ready=False,
        grave=True,
        seat=True,
        amount="Where to? table and seat, such as 7 red corps II",
    ),
    Kind.DECLARE_FOR: Manner(
        ask="Seal an answer for them",
        done="Declared for",
        means="It counts as theirs until the question closes or they seal another. They are told.",
        reasons=("They told me", "Their machine failed"),
        bound=True,
        ready=False,
        seat=True,
    ),
    Kind.APPROVE: Manner(
        ask="Second another umpire's ruling",
        done="Seconded the ruling",
        means="It happens at once.",
        reasons=("We agree",),
        ready=False,
    ),
    Kind.WITHDRAW: Manner(
        ask="Take the waiting ruling back",
        done="Took the ruling back",
        means="It does not happen.",
        reasons=("We do not agree", "It is no longer needed"),
        ready=False,
    ),
}
