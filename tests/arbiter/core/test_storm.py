"""The promises that hold in every storm, for every game."""

from __future__ import annotations

import json

import pytest
from warcouncil.arbiter.core.people.receipts import ReceiptBook
from warcouncil.arbiter.core.room.chance import Draws
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.room.seat_requests import SeatRequests
from warcouncil.arbiter.core.table.gate import Gate
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Bound
from warcouncil.games import registry
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.proofs.lots import Lot
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import Declare, OpenLot, Pledge
from warcouncil.protocol.words import Role, SeatId

from tests.arbiter.core.harness import load, sign
from tests.arbiter.core.storm import Drawer, Storm
from tests.profile import games

GAMES = (*registry.names(), "sealed_bid", "nim")


def declared(journal: list[Row]) -> list[str]:
    """Return the ids of all declarations in the journal, in order."""
    bodies = [json.loads(row.body)["body"] for row in journal if row.kind == "received"]
    return [body["id"] for body in bodies if body["type"] == "declare"]


def weather(game: str, seed: int) -> Storm:
    """Run a storm over a game, and return it."""
    storm = Storm(game, seed)
    storm.run()
    return storm


@pytest.mark.night(keep=3)
@pytest.mark.parametrize("game", GAMES)
def test_every_storm_passes_and_nothing_acknowledged_is_lost(game: str) -> None:
    """A crash or a bad cable loses an order, counts one twice, or takes a player's time."""
    for seed in range(1, 1 + games(1, 200)):
        storm = weather(game, seed)
        journal = storm.room.journal
        kept = declared(journal)
        assert len(kept) == len(set(kept)), "a declaration was counted twice"
        for _, receipt in storm.acked:
            assert receipt.id in kept, "an acknowledged declaration was lost"
        for before, after in storm.left_before_crash:
            assert after >= before, "a crash took time away"
        _check_everyone_is_back(storm)
        _check_replay(storm)


def _check_everyone_is_back(storm: Storm) -> None:
    """Check that every person has the newest view, whatever was lost on the way."""
    table = storm.room.table
    for key, player in storm.players.items():
        seat = table.seats[storm.room.exercise.keys[key].seat]
        truth = seat_view.view(
            table, seat, storm.room.at, storm.room.exercise.sessions, role=Role.SEAT, since=None
        )
        assert player.view is not None
        assert player.view.gate == truth.gate
        assert player.view.sheet == truth.sheet
        assert player.view.ended == truth.ended


def _check_replay(storm: Storm) -> None:
    """Check that the journal alone gives the same table."""
    again = restore(storm.room.journal, sign, load=load).tables[storm.room.table.number]
    table = storm.room.table
    assert (again.state, again.gate, again.phase, again.story) == (
        table.state,
        table.gate,
        table.phase,
        table.story,
    )
    assert again.held == table.held


@pytest.mark.parametrize("game", ["sealed_bid", "kashmir_crisis", "nim"])
def test_an_umpire_rules_in_the_storm_and_each_ruling_happens_once(game: str) -> None:
    """A repeated ruling is carried out twice, or a confirmed one is lost in a crash."""
    confirmed = 0
    for seed in range(1, 1 + games(2, 100)):
        storm = Storm(game, seed, ruled=True)
        storm.run(steps=900)
        bodies = [json.loads(row.body)["body"] for row in storm.room.journal if row.kind == "received"]
        ruled = [body["id"] for body in bodies if body["type"] == "rule"]
        assert len(ruled) == len(set(ruled)), "a ruling was carried out twice"
        assert set(storm.ruler.done) <= set(ruled), "a confirmed ruling was lost"
        confirmed += len(storm.ruler.done)
        _check_replay(storm)
    assert confirmed > games(2, 200)


def _lots(storm: Storm) -> dict[str, Lot]:
    """Return what each seat contributed to the chance, from the journal."""
    (row,) = [row for row in storm.room.journal if row.kind == "bound"]
    return {lot.seat: lot for lot in Bound.model_validate_json(row.body).lots}


@pytest.mark.parametrize("game", ["sealed_bid", "kartenspiel", "nim"])
def test_a_number_that_was_taken_is_in_the_chance_whatever_the_weather(game: str) -> None:
    """A bad cable or a crash while the chance is made loses a confirmed number.

    Or the chance is made twice, or the table is never dealt.
    """
    crashes = 0
    for seed in range(1, 1 + games(2, 200)):
        storm = Storm(game, seed, drawn=True)
        crashes += storm.until_dealt()
        storm.run()
        lots = _lots(storm)
        for player in storm.players.values():
            assert isinstance(player, Drawer)
            lot = lots[storm.room.exercise.keys[player.key].seat]
            assert lot.pledge in ({player.pledge} if "pledge" in player.taken else {None, player.pledge})
            assert lot.number in ({player.lot} if "open_lot" in player.taken else {None, player.lot})
        assert isinstance(storm.room.table.phase, Finish)
        _check_everyone_is_back(storm)
        _check_replay(storm)
    assert crashes > 1, "nobody was hit while the chance was made"


def test_a_number_that_a_crash_forgets_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the storms do not find an opened number that is acknowledged and not written down."""
    real = Draws.put_in

    def put_in(
        self: Draws, table: Table, seat: SeatId, key: str, body: Pledge | OpenLot
    ) -> tuple[bool, Done]:
        new, done = real(self, table, seat, key, body)
        return new and isinstance(body, Pledge), done

    monkeypatch.setattr(Draws, "put_in", put_in)
    with pytest.raises(AssertionError):
        test_a_number_that_was_taken_is_in_the_chance_whatever_the_weather("sealed_bid")


def test_storms_are_rough_enough_to_mean_something() -> None:
    """The storms contain too few faults, so the tests above prove nothing."""
    storms = [weather("sealed_bid", seed) for seed in range(1, 9)]
    assert sum(storm.crashes for storm in storms) > 3
    assert sum(len(storm.acked) for storm in storms) > 60
    assert all(isinstance(storm.room.table.phase, Finish) for storm in storms)


def test_a_declaration_taken_twice_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the storms do not find a declaration that is journalled again when it is repeated."""
    monkeypatch.setattr(Gate, "repeated", lambda _self, _seat, _request: None)
    monkeypatch.setattr(ReceiptBook, "gate_of", lambda _self, *_: None)
    monkeypatch.setattr(ReceiptBook, "missing", lambda _self, _held: False)
    journals = [declared(weather("sealed_bid", seed).room.journal) for seed in range(1, 5)]
    assert any(len(kept) != len(set(kept)) for kept in journals)


def test_an_acknowledgement_before_the_journal_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the storms do not find a receipt for an answer that is not written down."""
    real = SeatRequests.declare

    def declare(self: SeatRequests, table: Table, at: int, holder: object, request: Declare) -> object:
        new, receipt = real(self, table, at, holder, request)  # type: ignore[arg-type]  # a stand-in for the method
        return new and int(request.id[:2], 16) > 60, receipt

    monkeypatch.setattr(SeatRequests, "declare", declare)
    storm = weather("sealed_bid", 3)
    kept = declared(storm.room.journal)
    assert any(receipt.id not in kept for _, receipt in storm.acked)
