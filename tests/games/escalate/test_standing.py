"""The public knowledge of the players. The board never says of two seats that they hold the Incident."""

from __future__ import annotations

import pytest
from warcouncil.games.escalate.events.words import hand_of
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.sheets import Cards, Facts, Rows, Sheet

from tests.games import found
from tests.games.test_conformance_scenes import boards, closings

GAME = found.load("escalate")
HOLDS = "holds the Incident"


def fact(sheet: Sheet, label: str) -> str:
    """Return the text of a sheet under a label, or "" if there is none."""
    facts = (each for element in sheet.elements if isinstance(element, Facts) for each in element.facts)
    return next((each.value for each in facts if each.label == label), "")


def rows(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """Return the rows of the players by their seats."""
    (players,) = (
        each for each in sheet.elements if isinstance(each, Rows) and each.title == say("sheet.players")
    )
    return dict(zip(players.keys, players.rows, strict=True))


@pytest.mark.parametrize("settings", [{}, {"players": 4, "any_time": True}], ids=["two", "four, out of turn"])
def test_one_seat_holds_the_incident_in_every_scene(settings: found.Settings) -> None:
    """During a scene the board names two holders of the Incident, or a hand has a card that lies on the
    table.
    """
    watched = 0
    for seed in (b"one", b"two", b"three"):
        played = found.play(GAME, settings, seed, found.GATES_MAX)
        assert played is not None
        for seat in (*GAME.seats(played.playing.options), PUBLIC):
            for before, events, _ in closings(GAME, played, seat):
                for board in boards(before, events, seat):
                    watched += 1
                    _believable(board, seat.id)
    assert watched > 100


def _believable(board: Sheet, seat: str) -> None:
    lying = {each.key or each.title: each for each in board.elements if isinstance(each, Cards)}
    players = rows(board)
    holders = [cells[0] for cells in players.values() if HOLDS in cells[3].split(", ")]
    open_now = bool(lying[say("sheet.on_table")].cards)
    # After a launch, the Incident has no holder until the launcher takes over or the table is cleared.
    assert len(holders) == open_now or (open_now and not holders and "knocked out" in str(players))
    held = fact(board, say("sheet.held"))
    if held and holders:
        assert holders in ([held], ["You"])
        assert not (holders == ["You"] and held != seat.title())
    if held and not lying[say("sheet.on_table")].cards:
        assert (held, fact(board, say("sheet.stake"))) == ("no player", "0")
    if hand_of(seat) in lying and players[seat][2] != "–":
        assert int(players[seat][2]) == len(lying[hand_of(seat)].cards)
