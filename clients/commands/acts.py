"""The acts of an umpire as commands take them: each function's arguments are the command's, its text is the help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer
from warcouncil.clients.plan.settings import BadInput, parse_json, read_text
from warcouncil.protocol.acts import (
    Act,
    Amend,
    Answered,
    Approve,
    Begin,
    Debrief,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    KeepBack,
    LayOpen,
    Lockstep,
    Note,
    Pause,
    Postpone,
    PutAway,
    Reissue,
    Release,
    Remove,
    Renew,
    Reseat,
    Results,
    Resume,
    SendInject,
    SetClock,
    Tell,
    Void,
    Withdraw,
)
from warcouncil.protocol.doors import BadCode, parse_plate
from warcouncil.protocol.umpire_act import UmpireAct
from warcouncil.protocol.words import GateNo, SeatId, TableId, TeamId

SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat, such as red.corps.2.")]
Said = Annotated[str, typer.Argument(metavar="TEXT", help="What they read.")]
InjectNumber = Annotated[int, typer.Argument(min=1, help="Its number, as `rule injects` gives it.")]
Number = Annotated[int, typer.Argument(min=1, help="Its number, as `rule status` gives it.")]


# --- the clock ----------------------------------------------------------------------------------------------------


def pause() -> Act:
    """Stop the clock. Nobody can seal or speak until it goes on."""
    return Pause()


def begin() -> Act:
    """Let a game begin that has not begun, whoever is there."""
    return Begin()


def resume() -> Act:
    """Let a paused clock go on with the time that was left. It begins no game: `rule begin` does."""
    return Resume()


def extend(
    seconds: Annotated[
        int, typer.Argument(help="How many more; fewer with a sign, after --, as in: -- -30.")
    ],
) -> Act:
    """Give more time to the open question, or less."""
    return Extend(seconds=seconds)


def end_now() -> Act:
    """Close the open question now, as when its clock runs out: who has sealed nothing is missing."""
    return EndNow()


def set_clock(
    phase: Annotated[str, typer.Argument(help="The phase, by its name in `rule status --json`.")],
    seconds: Annotated[int, typer.Argument(min=1, max=86_400, help="How long it lasts.")],
) -> Act:
    """Give a phase another clock, from the next time it opens."""
    return SetClock(phase=phase, seconds=seconds)


def lockstep(
    phases: Annotated[
        list[str] | None, typer.Argument(help="The phases; none: every table goes its own way.")
    ] = None,
) -> Act:
    """Let no table pass one of these phases before all have sealed. For a director of all tables."""
    return Lockstep(phases=tuple(phases or ()))


# --- the course of the game ---------------------------------------------------------------------------------------


def void(seat: SeatName) -> Act:
    """Strike out a seat's declaration (the prevaricator rule): it counts as missing, whatever it sends."""
    return Void(seat=SeatId(seat))


def declare_for(
    seat: SeatName,
    answer: Annotated[
        str,
        typer.Argument(
            metavar="JSON", help='The answer, such as \'{"order": "attack"}\'; `rule look` shows the form.'
        ),
    ],
) -> Act:
    """Seal a declaration for a seat, in the place of what it sealed."""
    return DeclareFor.model_validate(
        {"seat": seat, "answer": parse_json(answer, "the answer", one_line=True)}
    )


def go_back(
    to: Annotated[
        int, typer.Argument(min=1, metavar="QUESTION", help="The number of the question to go back to.")
    ],
) -> Act:
    """Take a table back to an earlier question. Everyone is told; nothing is cut out of the journal."""
    return GoBack(to=GateNo(to))


def hold() -> Act:
    """Hold a table until it is released: no clock, no declarations, no talk."""
    return Hold()


def release() -> Act:
    """Let a held table go on, after a fault or a hold, with the time that was left."""
    return Release()


def end_game(
    text: Said,
    winner: Annotated[
        list[str] | None, typer.Option(help="A team or a seat that wins; may be given again. None: a draw.")
    ] = None,
) -> Act:
    """End the game at a table."""
    return EndGame(winners=tuple(winner or ()), text=text)


def lay_open() -> Act:
    """Lay both sides' secrets open to everybody at a table whose game is over."""
    return LayOpen()


def fiat(text: Said) -> Act:
    """Adjudicate by a text that every sheet of the table shows as the umpire's ruling."""
    return Fiat(text=text)


def amend(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            help="`tell WHO: …`, `hand WHO: TITLE: …`, `fact: …`, `change: NUMBER + 1`, `talk 5 all`, `ask WHO: …? | A | B`, or a piece"
            " of a scenario file; @FILE reads it from a file.",
        ),
    ],
) -> Act:
    """Amend an exercise from a file while it runs: a phase, a question, a document or a word more. It takes effect when the open question closes."""
    return Amend(text=read_text(text[1:]) if text.startswith("@") else text)


# --- people -------------------------------------------------------------------------------------------------------


def give_to_bot(
    seat: SeatName,
    kind: Annotated[str, typer.Option(metavar="sensible|random", help="How the bot plays.")] = "sensible",
) -> Act:
    """Hand a seat to a bot. Its holder keeps watching."""
    return GiveToBot.model_validate({"seat": seat, "kind": kind})


def give_back(seat: SeatName) -> Act:
    """Give a seat back to its holder."""
    return GiveBack(seat=SeatId(seat))


def reissue(seat: SeatName) -> Act:
    """Give a seat a new code, and print it. Whoever sits there must join again."""
    return Reissue(seat=SeatId(seat))


def renew(
    plate: Annotated[str, typer.Argument(help="The first three letters of the card's code.")],
    keep: Annotated[
        bool, typer.Option("--keep/--let-go", help="Who came in with the old code stays, or is let go.")
    ] = True,
) -> Act:
    """Give a console or the projector a new code, and print it. The old one lets nobody in any more."""
    try:
        return Renew(plate=parse_plate(plate), keep=keep)
    except BadCode as fault:
        raise BadInput(f"{plate}: {fault}") from None


def remove(
    seat: SeatName,
    keep: Annotated[bool, typer.Option("--keep/--strike", help="What was sealed stands, or is struck out.")],
) -> Act:
    """Take a seat from whoever holds it, key and card, and print its new code."""
    return Remove(seat=SeatId(seat), keep=keep)


def reseat(
    seat: SeatName,
    to_table: Annotated[int, typer.Argument(min=1, help="The table to move to.")],
    to_seat: Annotated[
        str, typer.Argument(help="The seat to move to; whoever sits there comes back in exchange.")
    ],
) -> Act:
    """Move whoever drives a seat to another one."""
    return Reseat(seat=SeatId(seat), to_table=TableId(to_table), to_seat=SeatId(to_seat))


# --- words --------------------------------------------------------------------------------------------------------


def tell(
    text: Said,
    seat: Annotated[str, typer.Option(help="Only to this seat.")] = "",
    team: Annotated[str, typer.Option(help="Only to this team.")] = "",
    reply: Annotated[bool, typer.Option("--reply", help="Ask for an answer.")] = False,
) -> Act:
    """Speak to a seat, a team, or the whole table."""
    if seat and team:
        raise BadInput("--seat and --team: give one of them, or neither for the whole table")
    return Tell(seat=SeatId(seat), team=TeamId(team), text=text, reply=reply)


def answer(
    call: Number,
    text: Annotated[str, typer.Argument(help="What they read; a reply may be put away without words.")] = "",
) -> Act:
    """Answer a call for the umpire, or put away a reply to what you asked."""
    return Answered(call=call, text=text)


def note(text: Annotated[str, typer.Argument(help="What to remember.")]) -> Act:
    """Mark this moment for the debrief. Nobody at the table is told."""
    return Note(text=text)


def results(
    shown: Annotated[bool, typer.Option("--show/--hide", help="Show them, or what was there before.")] = True,
) -> Act:
    """Show the results of the room on every projector. For a director of all tables."""
    return Results(shown=shown)


def debrief() -> Act:
    """Write the debrief: report, tables and verification, beside the exercise file on the arbiter's machine. For a director of
    all tables; it waits until all is written."""
    return Debrief()


def put_away(
    alarm: Annotated[int, typer.Argument(min=1, help="Its number, as `rule status --json` gives it.")],
) -> Act:
    """Put away an alarm that belongs to no table. For a director of all tables."""
    return PutAway(alarm=alarm)


# --- injects ------------------------------------------------------------------------------------------------------


def send_inject(inject: InjectNumber) -> Act:
    """Let an inject come now, whatever it waits for. It does not come again."""
    return SendInject(inject=inject)


def postpone(
    seconds: Annotated[int, typer.Argument(min=1, max=86_400, help="How much later, in running time.")],
    inject: Annotated[
        int,
        typer.Option(
            "--inject", min=0, help="Its number, as `rule injects` gives it; 0: all whose time runs."
        ),
    ] = 0,
) -> Act:
    """Let an inject, or all whose time runs, come later. What is written to come after it comes later with it."""
    return Postpone(inject=inject, seconds=seconds)


def keep_back(
    inject: InjectNumber,
    drop: Annotated[bool, typer.Option("--drop", help="It never comes.")] = False,
) -> Act:
    """Keep an inject at hand, to be sent when you like; or let it never come."""
    return KeepBack(inject=inject, drop=drop)


# --- a second umpire ----------------------------------------------------------------------------------------------


def approve(number: Number) -> Act:
    """Second another umpire's ruling, which then happens."""
    return Approve(number=number)


def withdraw(number: Number) -> Act:
    """Take back a ruling that waits for a second umpire."""
    return Withdraw(number=number)


COMMANDS: dict[type[UmpireAct], Callable[..., Act]] = {
    Begin: begin,
    Pause: pause,
    Resume: resume,
    Extend: extend,
    EndNow: end_now,
    SetClock: set_clock,
    Void: void,
    DeclareFor: declare_for,
    GoBack: go_back,
    Hold: hold,
    Release: release,
    EndGame: end_game,
    LayOpen: lay_open,
    Fiat: fiat,
    Amend: amend,
    GiveToBot: give_to_bot,
    GiveBack: give_back,
    Reissue: reissue,
    Renew: renew,
    Remove: remove,
    Reseat: reseat,
    Tell: tell,
    Answered: answer,
    Note: note,
    SendInject: send_inject,
    Postpone: postpone,
    KeepBack: keep_back,
    Lockstep: lockstep,
    Results: results,
    Debrief: debrief,
    PutAway: put_away,
    Approve: approve,
    Withdraw: withdraw,
}
"""Every act, and the function whose name and arguments are those of its command."""
