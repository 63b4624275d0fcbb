"""Acts: what an umpire may do at a table, and the list of all that he may do (`Act`), each asked for in a Rule.

Those on the room and on its people stand in `room_acts.py`. What an act is (`umpire_act.py`: grave, for the technical role,
done to one seat, of the whole room) is said with the act, and nowhere else.
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
    """Stop the clock. Nobody can seal or speak until it goes on."""

    act: Literal["pause"] = "pause"


class Begin(UmpireAct):
    """Let a game begin that has not begun, whoever is there."""

    act: Literal["begin"] = "begin"


class Resume(UmpireAct):
    """Let a paused clock go on with the time that was left. It begins no game."""

    act: Literal["resume"] = "resume"


class Extend(UmpireAct):
    """Give `seconds` more (fewer, when negative, but never less than nothing)."""

    act: Literal["extend"] = "extend"
    seconds: int = Field(ge=-3600, le=3600)


class EndNow(UmpireAct):
    """Close the question now, as when its clock runs out."""

    act: Literal["end_now"] = "end_now"


class Void(UmpireAct):
    """Strike out a seat's declaration: it counts as missing, whatever it sends (the prevaricator rule)."""

    one_seat: ClassVar[bool] = True
    act: Literal["void"] = "void"
    seat: SeatId


class Tell(UmpireAct):
    """Speak to a seat, a team, or (both empty) the whole table."""

    after_the_end: ClassVar[bool] = True
    act: Literal["tell"] = "tell"
    seat: SeatId = SeatId("")
    team: TeamId = TeamId("")
    text: Speech
    reply: bool = False
    """Whether an answer is expected."""


class GiveToBot(UmpireAct):
    """Hand a seat to a bot. Its holder keeps watching."""

    one_seat: ClassVar[bool] = True
    act: Literal["give_to_bot"] = "give_to_bot"
    seat: SeatId
    kind: Literal["sensible", "random"] = "sensible"


class GiveBack(UmpireAct):
    """Give a seat back to its holder."""

    one_seat: ClassVar[bool] = True
    act: Literal["give_back"] = "give_back"
    seat: SeatId


class Release(UmpireAct):
    """Let a table go on that was held after a fault."""

    act: Literal["release"] = "release"


class Answered(UmpireAct):
    """Answer a call for the umpire; the caller reads `text`. A reply to what an umpire asked may be answered without words:
    then it has been read, and nobody is told."""

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
    """Take the table back to the opening of an earlier gate. Nothing is cut out of the journal."""

    grave: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["go_back"] = "go_back"
    to: GateNo


class Hold(UmpireAct):
    """Hold the table until it is released: no clock, no declarations, no talk."""

    act: Literal["hold"] = "hold"


class EndGame(UmpireAct):
    """End the game. `winners` are teams or seats; none: a draw. Everyone reads `text`."""

    grave: ClassVar[bool] = True
    act: Literal["end_game"] = "end_game"
    winners: tuple[Name, ...] = ()
    text: Speech


class LayOpen(UmpireAct):
    """Lay all that is so open to everybody at a table whose game is over."""

    after_the_end: ClassVar[bool] = True
    act: Literal["lay_open"] = "lay_open"


class Fiat(UmpireAct):
    """Adjudicate by a text that every sheet of the table shows as the umpire's ruling."""

    grave: ClassVar[bool] = True
    act: Literal["fiat"] = "fiat"
    text: Speech


class Amend(UmpireAct):
    """Amend a game that can be amended: a phase, a question, a document or a word more. It takes effect when the open question
    closes; what is wrong with it is refused at once."""

    grave: ClassVar[bool] = True
    act: Literal["amend"] = "amend"
    text: Written


class SetClock(UmpireAct):
    """Give a phase another clock, from its next gate on."""

    act: Literal["set_clock"] = "set_clock"
    phase: Name
    seconds: int = Field(ge=1, le=86_400)


class SendInject(UmpireAct):
    """Let an inject come now, whatever it waits for: the one of this number in the plan. It does not come again."""

    act: Literal["send_inject"] = "send_inject"
    inject: int = Field(ge=0)


class Postpone(UmpireAct):
    """Let an inject come so many seconds of running time later; 0: all whose time runs. What waits for it comes later with it."""

    act: Literal["postpone"] = "postpone"
    inject: int = Field(default=0, ge=0)
    seconds: int = Field(ge=1, le=86_400)


class KeepBack(UmpireAct):
    """Keep an inject at hand: it comes when an umpire sends it; or (`drop`) it never comes."""

    act: Literal["keep_back"] = "keep_back"
    inject: int = Field(ge=0)
    drop: bool = False


class Note(UmpireAct):
    """Mark this moment for the debrief. Nobody at the table is told."""

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
"""Every act by the word that names it in a message, in the order above."""
