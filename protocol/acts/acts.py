"""Acts that an umpire may do at a table, and `Act`, the list of all acts. The request `Rule` asks for one act.

The acts on the room and on its people are in `room_acts.py`. The class of an act declares its properties
(`umpire_act.py`: grave, technical, about one seat, about the whole room). No other place repeats them.
CONTRIBUTING.md has a recipe for a new ruling and one for a new field of an act.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, StringConstraints
from warcouncil.protocol.acts.room_acts import (
    Approve,
    Debrief,
    HandOverLead,
    Lockstep,
    PutAway,
    Reissue,
    Remove,
    Renew,
    Reseat,
    Results,
    Withdraw,
)
from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import (
    SPEECH_CHARS_MAX,
    GateNo,
    Name,
    SeatId,
    Speech,
    TeamId,
    Written,
)


class Pause(UmpireAct):
    """Stop the clock. No seat can seal or speak until the clock runs again."""

    act: Literal["pause"] = "pause"


class Begin(UmpireAct):
    """Begin a game, even if seats are absent."""

    act: Literal["begin"] = "begin"


class Resume(UmpireAct):
    """Resume a paused clock with the time that was left. This does not begin a game."""

    act: Literal["resume"] = "resume"


class Extend(UmpireAct):
    """Add `seconds` to the clock. A negative number removes time, at most the time that is left."""

    act: Literal["extend"] = "extend"
    seconds: int = Field(ge=-3600, le=3600)


class EndNow(UmpireAct):
    """Close the question now, as if its clock had run out."""

    act: Literal["end_now"] = "end_now"


class Void(UmpireAct):
    """Void a seat's declaration. It counts as missing, even if the seat sends another one (the prevaricator rule)."""

    one_seat: ClassVar[bool] = True
    act: Literal["void"] = "void"
    seat: SeatId


class Tell(UmpireAct):
    """Send a message to a seat, a team or, if both are empty, the whole table."""

    after_the_end: ClassVar[bool] = True
    act: Literal["tell"] = "tell"
    seat: SeatId = SeatId("")
    team: TeamId = TeamId("")
    text: Speech
    reply: bool = False
    """Whether the umpire expects a reply."""


class GiveToBot(UmpireAct):
    """Hand a seat to a bot. The holder of the seat continues to watch."""

    one_seat: ClassVar[bool] = True
    act: Literal["give_to_bot"] = "give_to_bot"
    seat: SeatId
    kind: Literal["sensible", "random"] = "sensible"


class GiveBack(UmpireAct):
    """Return a seat to its holder."""

    one_seat: ClassVar[bool] = True
    act: Literal["give_back"] = "give_back"
    seat: SeatId


class Release(UmpireAct):
    """Release a table that was held after a fault."""

    act: Literal["release"] = "release"


class Answered(UmpireAct):
    """Answer a call for the umpire. The caller reads `text`.

    A reply to an umpire's own message may be answered without text. It is then marked as read, and no player is
    informed.
    """

    after_the_end: ClassVar[bool] = True
    act: Literal["answered"] = "answered"
    call: int
    text: Annotated[str, StringConstraints(max_length=SPEECH_CHARS_MAX)] = ""


class DeclareFor(UmpireAct):
    """Seal a declaration for a seat."""

    one_seat: ClassVar[bool] = True
    act: Literal["declare_for"] = "declare_for"
    seat: SeatId
    answer: Answer


class GoBack(UmpireAct):
    """Roll the table back to the opening of an earlier gate. The journal keeps all records."""

    grave: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["go_back"] = "go_back"
    to: GateNo


class Hold(UmpireAct):
    """Hold the table until it is released. Meanwhile the clock stops, and no seat can declare or speak."""

    act: Literal["hold"] = "hold"


class EndGame(UmpireAct):
    """End the game. `winners` are teams or seats. If it is empty, the game is a draw. Every player reads `text`."""

    grave: ClassVar[bool] = True
    act: Literal["end_game"] = "end_game"
    winners: tuple[Name, ...] = ()
    text: Speech


class LayOpen(UmpireAct):
    """Show the full truth to every seat of a table whose game is over."""

    after_the_end: ClassVar[bool] = True
    act: Literal["lay_open"] = "lay_open"


class Fiat(UmpireAct):
    """Rule by a text alone. Every sheet of the table shows the text as the umpire's ruling."""

    grave: ClassVar[bool] = True
    act: Literal["fiat"] = "fiat"
    text: Speech


class Amend(UmpireAct):
    """Amend a game that can be amended: add a phase, a question, a document or a word.

    It takes effect when the open question closes. A faulty amendment is refused at once.
    """

    grave: ClassVar[bool] = True
    act: Literal["amend"] = "amend"
    text: Written


class SetClock(UmpireAct):
    """Set a new length for the clock of a phase. It applies from the phase's next gate."""

    act: Literal["set_clock"] = "set_clock"
    phase: Name
    seconds: int = Field(ge=1, le=86_400)


class SendInject(UmpireAct):
    """Send the inject with this number in the plan now, even if it waits for something. It does not come again."""

    act: Literal["send_inject"] = "send_inject"
    inject: int = Field(ge=0)


class Postpone(UmpireAct):
    """Postpone an inject by `seconds` of running time. 0 postpones all injects with a time.

    An inject that waits for a postponed one moves with it.
    """

    act: Literal["postpone"] = "postpone"
    inject: int = Field(default=0, ge=0)
    seconds: int = Field(ge=1, le=86_400)


class KeepBack(UmpireAct):
    """Keep an inject back until an umpire sends it. With `drop` it never comes."""

    act: Literal["keep_back"] = "keep_back"
    inject: int = Field(ge=0)
    drop: bool = False


class Note(UmpireAct):
    """Mark this moment for the debrief. The table is not informed."""

    technical: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["note"] = "note"
    text: Speech


Act = Annotated[
    Begin
    | Pause
    | Resume
    | Extend
    | EndNow
    | Void
    | Tell
    | GiveToBot
    | GiveBack
    | Release
    | Answered
    | DeclareFor
    | GoBack
    | Hold
    | EndGame
    | LayOpen
    | Fiat
    | Amend
    | SetClock
    | SendInject
    | Postpone
    | KeepBack
    | Reissue
    | Renew
    | Remove
    | Reseat
    | Note
    | Lockstep
    | Results
    | Debrief
    | PutAway
    | HandOverLead
    | Approve
    | Withdraw,
    Field(discriminator="act"),
]

ACTS: dict[str, type[UmpireAct]] = {kind.word(): kind for kind in get_args(get_args(Act)[0])}
"""All acts, in the order of `Act`. The key of an act is the word that names it in a message."""
