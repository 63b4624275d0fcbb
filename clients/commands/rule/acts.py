"""The acts of an umpire as commands.

The arguments of each function are the arguments of the command, and its docstring is the help.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer
from warcouncil.clients.commands.rule.people_acts import (
    Said,
    SeatName,
    answer,
    approve,
    debrief,
    give_back,
    give_to_bot,
    hand_over,
    keep_back,
    note,
    postpone,
    put_away,
    reissue,
    remove,
    renew,
    reseat,
    results,
    send_inject,
    tell,
    withdraw,
)
from warcouncil.clients.plan.text.option_text import parse_json, read_text
from warcouncil.protocol.acts.acts import (
    Act,
    Amend,
    Answered,
    Begin,
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
    Note,
    Pause,
    Postpone,
    Release,
    Resume,
    SendInject,
    SetClock,
    Tell,
    Void,
)
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
from warcouncil.protocol.words import GateNo, SeatId

# --- the clock ----------------------------------------------------------------------------------------------------


def pause() -> Act:
    """Stop the clock. No player can seal or write until it runs again."""
    return Pause()


def begin() -> Act:
    """Begin a game, even if players are missing."""
    return Begin()


def resume() -> Act:
    """Resume a stopped clock with the time that was left. To begin a game, use `rule begin`."""
    return Resume()


def extend(
    seconds: Annotated[
        int,
        typer.Argument(
            help="How many seconds are added. To take time away, write -- before a negative number: -- -30."
        ),
    ],
) -> Act:
    """Add time to the open question, or take some away."""
    return Extend(seconds=seconds)


def end_now() -> Act:
    """Close the open question now, as when its clock runs out. A seat that has sealed nothing counts as missing."""
    return EndNow()


def set_clock(
    phase: Annotated[str, typer.Argument(help="The name of the phase, as `rule status --json` shows it.")],
    seconds: Annotated[
        int, typer.Argument(min=1, max=86_400, help="The new length of the clock, in seconds.")
    ],
) -> Act:
    """Change the length of a phase's clock, from the next time it opens."""
    return SetClock(phase=phase, seconds=seconds)


def lockstep(
    phases: Annotated[
        list[str] | None, typer.Argument(help="The phases. If left out, no table waits for another.")
    ] = None,
) -> Act:
    """Make all tables wait for each other at these phases. For a director of all tables."""
    return Lockstep(phases=tuple(phases or ()))


# --- the course of the game ---------------------------------------------------------------------------------------


def void(seat: SeatName) -> Act:
    """Strike out the answer of a seat, for example after a lie about it. The seat counts as missing at this question."""
    return Void(seat=SeatId(seat))


def declare_for(
    seat: SeatName,
    answer: Annotated[
        str,
        typer.Argument(
            metavar="JSON", help='The answer, such as \'{"order": "attack"}\'. `rule look` shows the form.'
        ),
    ],
) -> Act:
    """Seal an answer for a seat. It replaces the seat's own."""
    return DeclareFor.model_validate(
        {"seat": seat, "answer": parse_json(answer, "the answer", one_line=True)}
    )


def go_back(
    to: Annotated[
        int,
        typer.Argument(
            min=1, metavar="QUESTION", help="The number of the question to which the table goes back."
        ),
    ],
) -> Act:
    """Take a table back to an earlier question. All players are told. The journal keeps everything."""
    return GoBack(to=GateNo(to))


def hold() -> Act:
    """Hold a table until it is released. Its clock stops, and no player can seal or write."""
    return Hold()


def release() -> Act:
    """Resume a held table with the time that was left, after a fault or a hold."""
    return Release()


def end_game(
    text: Said,
    winner: Annotated[
        list[str] | None,
        typer.Option(
            help="A team or a seat that wins. May be given several times. If left out, the game is a draw."
        ),
    ] = None,
) -> Act:
    """End the game at a table."""
    return EndGame(winners=tuple(winner or ()), text=text)


def lay_open() -> Act:
    """Show the secrets of all sides to all players of a table whose game is over."""
    return LayOpen()


def fiat(text: Said) -> Act:
    """Rule by a text. Every board of the table shows it as the umpire's ruling."""
    return Fiat(text=text)


def amend(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            help=(
                "`tell WHO: …`, `hand WHO: TITLE: …`, `fact: …`, `change: NUMBER + 1`, `talk 5 all`,"
                " `ask WHO: …? | A | B`, or a piece of a scenario file. @FILE reads it from a file."
            ),
        ),
    ],
) -> Act:
    """Change a running scenario: add a phase, a question, a document or a sentence. The change takes effect when the
    open question closes.
    """
    return Amend(text=read_text(text[1:]) if text.startswith("@") else text)


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
    HandOverLead: hand_over,
    Approve: approve,
    Withdraw: withdraw,
}
"""Every act, and the function that has the name and the arguments of its command."""
