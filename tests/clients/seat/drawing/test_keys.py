"""The keys of the table, and the foot that shows them. `tests/clients/widgets/test_keys.py` checks the keys of all windows."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.drawing.foot import Foot, Key
from warcouncil.clients.seat.drawing.keys import LEAVES
from warcouncil.clients.seat.screen.boxes import ReadingBox, SureBox
from warcouncil.games.scenario import shipped
from warcouncil.protocol.wire.replies import Deals
from warcouncil.protocol.wire.requests import Respond

from tests.clients.seat.sitting import sitting
from tests.clients.seat.tables import playing, view, welcome
from tests.clients.seat.test_seat import BARGAINING, INDIA, deal

BATTLE = playing("kartenspiel", 1)


async def test_help_has_a_key_besides_f1_that_opens_and_closes_it() -> None:
    """In a terminal that keeps F1 for itself there is no help."""
    async with sitting(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2")) as seat:
        await seat.press("ctrl+k")
        assert isinstance(seat.app.screen, ReadingBox)
        await seat.press("ctrl+k")
        assert not isinstance(seat.app.screen, ReadingBox)


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "f5", "ctrl+q"])
async def test_the_foot_shows_no_key_that_does_nothing_while_a_box_lies_over_the_table(key: str) -> None:
    """F3 and F4 are shown below a box, but do nothing."""
    async with sitting(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2")) as seat:
        foot = seat.app.table.query_one(Foot)
        before = foot.render()
        assert "F3" in str(before)
        await seat.press(key)
        assert seat.app.screen is not seat.app.table
        assert str(foot.render()).strip() == ""
        await seat.press("escape")
        assert foot.render() == before


async def test_the_key_of_proposals_says_why_there_are_none() -> None:
    """A player presses F6 again and again in a game without deals."""
    async with sitting(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2")) as seat:
        assert "F6" not in str(seat.app.table.query_one(Foot).render())
        await seat.press("f6")
        assert seat.app.screen is seat.app.table
        assert "Proposals need an open conversation that allows them" in seat.said("#notice")


async def test_accepting_asks_first_and_accepts_nothing_that_has_changed() -> None:
    """One wrong key binds a player to a proposal, or to another one than they read."""
    async with sitting(INDIA, BARGAINING) as seat:
        await seat.hear(Deals(deals=(deal(1),)))
        await seat.press("f6", "f9")
        await seat.press("f10")
        assert seat.sent(Respond) == []
        await seat.press("ctrl+y")
        assert isinstance(seat.app.screen, SureBox)
        assert "Accept proposal 1?" in seat.said("#sure")
        assert "We both keep off the Military Front." in seat.said("#sure")
        assert seat.sent(Respond) == []
        await seat.press("escape")
        assert seat.sent(Respond) == []
        await seat.press("ctrl+y")
        await seat.hear(Deals(deals=(deal(1).model_copy(update={"state": "lapsed"}),)))
        await seat.press("enter")
        assert seat.sent(Respond) == []


@pytest.mark.parametrize("rank", [1, 2, 3])
async def test_the_key_that_leaves_is_never_left_out(rank: int) -> None:
    """If this fails, the more a question offers, the less a player sees how to leave."""
    async with sitting(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2"), size=(80, 24)) as seat:
        foot = seat.app.screen.query_one(Foot)
        more = tuple(Key(f"F{n}", "Something long", "screen.help", rank) for n in range(1, 9))
        foot.put((*more, LEAVES))
        text = str(foot.render())
        assert text.rstrip().endswith("Ctrl+Q help.foot_leave")
        assert text.startswith(" F1 Something long  F2")
        assert len(text) == 80


async def test_keys_that_do_not_fit_have_short_words_before_one_is_left_out() -> None:
    """If this fails, a small screen leaves out a key for which a short word would make room."""
    async with sitting(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2"), size=(80, 24)) as seat:
        foot = seat.app.screen.query_one(Foot)
        keys = [Key(f"F{n}", "Something long", "screen.help", short="Short") for n in range(1, 5)]
        foot.put(tuple(keys))
        assert str(foot.render()).split("  ")[:2] == [" F1 Something long", "F2 Something long"]
        foot.put((*keys, Key("F5", "Umpire", "screen.help")))
        assert str(foot.render()).rstrip() == " F1 Short  F2 Short  F3 Short  F4 Short  F5 Umpire"


async def test_a_small_screen_with_unread_documents_shows_how_to_leave() -> None:
    """If this fails, a count of unread documents hides the key that leaves, or the count is not shown."""
    table = playing("scenario", scenario=shipped.text("evacuation"))
    seat_id = "roads.minister"
    async with sitting(welcome(table, seat_id), view(table, seat_id), size=(80, 24)) as seat:
        foot = str(seat.app.table.query_one(Foot).render())
        assert "Ctrl+D Read (8)" in foot
        assert "F5 Call" in foot
        assert foot.rstrip().endswith("Ctrl+Q Leave")
