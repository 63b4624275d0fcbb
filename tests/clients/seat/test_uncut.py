"""The smallest common screen cuts off nothing: neither the end of the newest sentence nor the note of an
option.
"""

from __future__ import annotations

from collections import Counter

import pytest
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import suggested
from warcouncil.games.registry import names
from warcouncil.protocol.table.views import Company, Sitter
from warcouncil.protocol.words import SeatId

from tests import profile
from tests.clients.seat.sitting import SMALL, Sitting, sitting
from tests.clients.seat.tables import play_gate, playing, view, welcome

GATES_MAX = 60 if profile.BY_NIGHT else 14
TIMES_MAX = 4 if profile.BY_NIGHT else 1


def lines_of(seat: Sitting) -> list[str]:
    """Return the lines of the screen."""
    return ["".join(cell.text for cell in strip) for strip in seat.app.screen._compositor.render_strips()]


@pytest.mark.night(keep=3)
@pytest.mark.parametrize("game", names())
async def test_a_small_screen_cuts_off_nothing_while_a_question_is_open(game: str) -> None:
    """*Red began with 20 inf 6 cav, Black with 20 inf 6 cav, all in …* is cut under four lines of an empty
    council.
    """
    table, seen = playing(game, -1), Counter[tuple[str, SeatId]]()
    async with sitting(size=SMALL) as seat:
        while isinstance(table.phase, Phase) and table.gate <= GATES_MAX:
            asked = table.phase.asked if profile.BY_NIGHT else table.phase.asked[-1:]
            for each in asked:
                seen[table.phase.name, each] += 1
                if seen[table.phase.name, each] > TIMES_MAX:
                    continue
                now = view(table, each)
                await seat.hear(welcome(table, each), now)
                await seat.later(0)
                lines = lines_of(seat)
                assert [line for line in lines if "…" in line and line.strip()[:1] not in "▤●"] == [], (
                    "\n".join(lines)
                )
                newest = now.story[-1].text.split() if now.story else []
                said = " ".join(" ".join(lines).split())
                assert [word for word in newest if word not in said] == [], "\n".join(lines)
            play_gate(table, suggested)
    assert seen


async def test_an_empty_council_counts_its_members_where_it_has_one_line_for_them() -> None:
    """The council names all five members on two lines, and cuts the board above by one."""
    table = playing("kartenspiel")
    hello, now = welcome(table, "red.army"), view(table, "red.army")
    async with sitting(hello, now, size=SMALL) as seat:
        assert "No messages yet. 5 seats can write here." in seat.talk.text
    async with sitting(hello, now, size=(120, 36)) as seat:
        assert "Here: Red army commander, Red corps I" in " ".join(seat.talk.text.split())


async def test_the_reason_that_blocks_an_answer_is_shown_in_full() -> None:
    """The sentence *Waiting for you and Red corps III. Nothing can be sealed until i…* is cut before it says what
    to do.
    """
    table = playing("kartenspiel")
    stands = "The game has not begun yet."
    now = view(table, "red.army", begun=False, paused=stands)
    assert now.clock is not None
    now = now.model_copy(update={"clock": now.clock.model_copy(update={"running": False})})
    sitters = tuple(
        Sitter(seat=each.id, title=each.title, awaited=True) for each in table.game.seats(table.options)[:4]
    )
    async with sitting(
        welcome(table, "red.army"), now, Company(begins="ready", sitters=sitters), size=SMALL
    ) as seat:
        lines = lines_of(seat)
        assert [line for line in lines if "…" in line and line.strip()[:1] not in "▤●"] == [], "\n".join(
            lines
        )
        assert "⊘ Not begun. Waiting for you, Red corps I, Red corps II" in " ".join(seat.question.split())


@pytest.mark.parametrize("game", names())
async def test_the_end_is_told_to_its_end_below_the_verdict(game: str) -> None:
    """*Red's line broke at corps III on turn 4 (day 1): Black won the …* is the last readable text of a
    battle.
    """
    table = playing(game, 1500)
    seat_of = table.game.seats(table.options)[0].id
    async with sitting(welcome(table, seat_of), view(table, seat_of), size=SMALL) as seat:
        lines = lines_of(seat)
        assert [line for line in lines if "…" in line and line.strip()[:1] not in "▤●"] == [], "\n".join(
            lines
        )
