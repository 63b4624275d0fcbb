"""The acts on people, words and messages as commands. Each function makes the act from its arguments."""

from __future__ import annotations

from typing import Annotated

import typer
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.acts.acts import (
    Act,
    Answered,
    GiveBack,
    GiveToBot,
    KeepBack,
    Note,
    Postpone,
    SendInject,
    Tell,
)
from warcouncil.protocol.acts.room_acts import (
    Approve,
    Debrief,
    HandOverLead,
    PutAway,
    Reissue,
    Remove,
    Renew,
    Reseat,
    Results,
    Withdraw,
)
from warcouncil.protocol.proofs.doors import BadCode, parse_plate
from warcouncil.protocol.words import SeatId, TableId, TeamId

SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat, such as red.corps.2.")]
Said = Annotated[str, typer.Argument(metavar="TEXT", help="The text of the message.")]
InjectNumber = Annotated[
    int, typer.Argument(min=1, help="The number of the inject, as `rule injects` shows it.")
]
Number = Annotated[int, typer.Argument(min=1, help="The number of the call, as `rule status` shows it.")]

# --- people -------------------------------------------------------------------------------------------------------


def give_to_bot(
    seat: SeatName,
    kind: Annotated[str, typer.Option(metavar="sensible|random", help="How the bot plays.")] = "sensible",
) -> Act:
    """Hand a seat to a bot. The player there watches."""
    return GiveToBot.model_validate({"seat": seat, "kind": kind})


def give_back(seat: SeatName) -> Act:
    """Return a seat to its player."""
    return GiveBack(seat=SeatId(seat))


def reissue(seat: SeatName) -> Act:
    """Issue a new code for a seat, and print it. The person at the seat must join again."""
    return Reissue(seat=SeatId(seat))


def renew(
    plate: Annotated[str, typer.Argument(help="The first three letters of the card's code.")],
    keep: Annotated[
        bool,
        typer.Option(
            "--keep/--let-go",
            help="Whether machines that joined with the old code stay, or are disconnected.",
        ),
    ] = True,
) -> Act:
    """Issue a new code for a console or the projector, and print it. The old code stops working."""
    try:
        return Renew(plate=parse_plate(plate), keep=keep)
    except BadCode as fault:
        raise BadInput(f"{plate}: {fault}") from None


def remove(
    seat: SeatName,
    keep: Annotated[
        bool,
        typer.Option("--keep/--strike", help="Whether the sealed answer still counts, or is struck out."),
    ],
) -> Act:
    """Remove the person from a seat. Their key and card become invalid. Print the new code."""
    return Remove(seat=SeatId(seat), keep=keep)


def reseat(
    seat: SeatName,
    to_table: Annotated[int, typer.Argument(min=1, help="The table to move to.")],
    to_seat: Annotated[
        str, typer.Argument(help="The seat to move to. The person there moves to the first seat.")
    ],
) -> Act:
    """Move the person at a seat to another seat. The two people change places. A person answers in place of a bot."""
    return Reseat(seat=SeatId(seat), to_table=TableId(to_table), to_seat=SeatId(to_seat), from_bots=True)


# --- words --------------------------------------------------------------------------------------------------------


def tell(
    text: Said,
    seat: Annotated[str, typer.Option(help="Only to this seat.")] = "",
    team: Annotated[str, typer.Option(help="Only to this team.")] = "",
    reply: Annotated[bool, typer.Option("--reply", help="Ask for an answer.")] = False,
) -> Act:
    """Send a message to a seat, a team, or the whole table."""
    if seat and team:
        raise BadInput("--seat and --team: give only one. For the whole table, give neither")
    return Tell(seat=SeatId(seat), team=TeamId(team), text=text, reply=reply)


def answer(
    call: Number,
    text: Annotated[
        str, typer.Argument(help="The text of the answer. A reply may be closed without a text.")
    ] = "",
) -> Act:
    """Answer a call for the umpire, or close a reply to your question."""
    return Answered(call=call, text=text)


def note(text: Annotated[str, typer.Argument(help="Your note.")]) -> Act:
    """Mark this moment for the debrief. Players are not told."""
    return Note(text=text)


def results(
    shown: Annotated[
        bool,
        typer.Option(
            "--show/--hide",
            help="Whether the projectors show the results, or return to their earlier picture.",
        ),
    ] = True,
) -> Act:
    """Show the results of the room on every projector. For a director of all tables."""
    return Results(shown=shown)


def debrief() -> Act:
    """Write the debrief on the host's machine, beside the exercise file: the report, the tables and the check. Wait until it is
    written. For a director of all tables.
    """
    return Debrief()


def hand_over() -> Act:
    """Hand the exercise over to a standby. This host ends, and all players are connected to the standby a moment later. For a
    director of all tables.
    """
    return HandOverLead()


def put_away(
    alarm: Annotated[
        int, typer.Argument(min=1, help="The number of the alarm, as `rule status --json` shows it.")
    ],
) -> Act:
    """Close an alarm that belongs to no table. For a director of all tables."""
    return PutAway(alarm=alarm)


# --- injects ------------------------------------------------------------------------------------------------------


def send_inject(inject: InjectNumber) -> Act:
    """Send an inject now, whatever it waits for. It is not sent again."""
    return SendInject(inject=inject)


def postpone(
    seconds: Annotated[
        int,
        typer.Argument(
            min=1, max=86_400, help="How many seconds later the inject comes. Pauses do not count."
        ),
    ],
    inject: Annotated[
        int,
        typer.Option(
            "--inject",
            min=0,
            help="The number of the inject, as `rule injects` shows it. 0: all injects that have a time.",
        ),
    ] = 0,
) -> Act:
    """Send an inject later than planned, or all injects that have a time. Injects that follow it come later too."""
    return Postpone(inject=inject, seconds=seconds)


def keep_back(
    inject: InjectNumber,
    drop: Annotated[bool, typer.Option("--drop", help="Drop the inject. It is never sent.")] = False,
) -> Act:
    """Keep an inject back until you send it, or drop it."""
    return KeepBack(inject=inject, drop=drop)


# --- a second umpire ----------------------------------------------------------------------------------------------


def approve(number: Number) -> Act:
    """Approve the ruling of another umpire. It takes effect at once."""
    return Approve(number=number)


def withdraw(number: Number) -> Act:
    """Take back a ruling that waits for a second umpire."""
    return Withdraw(number=number)
