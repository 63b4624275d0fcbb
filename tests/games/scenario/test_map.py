"""A map in a scenario: orders are asked and carried out, each reader sees their own part, and clauses read the
map.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish
from warcouncil.games.scenario import GAME, sheet
from warcouncil.games.scenario.bot import ScenarioBot
from warcouncil.games.scenario.events.moved import OwnOrdersResolved
from warcouncil.games.scenario.file.text.map import PiecePart
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.map import asking
from warcouncil.games.scenario.map.board import map_of
from warcouncil.protocol.table.forms import Answer, Choice, Option
from warcouncil.protocol.table.sheets import Element, Map
from warcouncil.protocol.words import SeatId

from tests.games.scenario.game import Game, answer_all, seats_of, table
from tests.games.scenario.mapped import any_map, island
from tests.games.scenario.proof import prove, replayed
from tests.games.scenario.world import World
from tests.profile import games

ROSAL, VALD = SeatId("rosal"), SeatId("vald")
HOLD: Answer = {"guard": "hold", "scouts": "hold"}


def played(written: dict[str, Any] | None = None, *rounds: dict[str, Answer], **keys: Any) -> Game:
    """Return a game of the island after these rounds. A seat without an answer is silent."""
    playing = table(json.dumps(island(**keys) if written is None else written))
    for answers in rounds:
        for seat, answer in answers.items():
            playing.declare(SeatId(seat), answer)
        playing.close()
    return playing


def seen(playing: Game, seat: SeatId | None) -> Map:
    """Return the map on a sheet."""
    (found,) = (each for each in GAME.sheet(playing.state, seat).elements if isinstance(each, Map))
    return found


def owners(board: Map) -> dict[str, str | None]:
    return {place.name: place.owner for place in board.places}


def where(board: Map) -> dict[str, str]:
    return {piece.title: piece.at for piece in board.pieces}


def heard(playing: Game, seat: SeatId) -> list[str]:
    """Return what a seat was told at the last closing."""
    reader = playing.state.play.seat(seat)
    lines = [told(each.event, reader) for each in playing.events if each.gate == playing.gate - 1]
    return [line for line in lines if line]


# --- orders -------------------------------------------------------------------------------------------------------


def test_8_1_each_piece_has_its_own_field_with_the_places_next_to_it() -> None:
    """If this fails, a player cannot order a piece, or reads of places to which it cannot go."""
    form = GAME.form(played().state, ROSAL)
    names = [field.name for field in form.fields]
    assert names == ["guard", "guard.support", "scouts", "scouts.support"]
    guard, help_ = form.fields[:2]
    assert isinstance(guard, Choice)
    assert isinstance(help_, Choice)
    assert [option.value for option in guard.options] == ["hold", "hills", "ford", "support"]
    assert guard.label == "Guard in Coast, strength 1"
    assert [(option.value, option.label) for option in help_.options] == [
        ("scouts", "Scouts in Ford, if it stays"),
        ("scouts.hills", "Scouts, from Ford to Hills"),
    ]
    assert form.suggested == HOLD


def test_8_1_team_without_a_piece_is_asked_and_has_nothing_to_choose() -> None:
    """If this fails, others read from the clock that a hidden side has lost its last piece."""
    weak = island(dislodged="removed", pieces=[
        {"name": "guard", "title": "Guard", "of": "rosal", "at": "moor", "strength": 2},
        {"name": "host", "title": "Host", "of": "vald", "at": "mill"},
    ])  # fmt: skip
    playing = played(weak, {"rosal": {"guard": "mill"}})
    assert playing.state.stands["host"] == ""
    form = GAME.form(playing.state, VALD)
    (field,) = form.fields
    assert isinstance(field, Choice)
    assert len(field.options) == 1
    playing.declare(VALD, {field.name: field.options[0].value})
    playing.close()


def test_8_2_pieces_of_a_silent_team_hold() -> None:
    """If this fails, a silent commander conquers the map."""
    playing = played(None, {}, {}, {})
    assert isinstance(playing.phase, Finish)
    assert playing.state.stands == {"guard": "coast", "scouts": "ford", "host": "mill"}
    assert {name for name, owner in playing.state.held_by.items() if owner == "vald"} == {"mill"}
    form = GAME.form(played().state, VALD)
    assert GAME.unanswered(played().state, VALD) == "“all hold” counts."
    assert form.suggested == {"host": "hold"}


def test_8_3_orders_of_all_teams_are_carried_out_together() -> None:
    """If this fails, a support or a fight between two sides is resolved one side after the other."""
    order: dict[str, Answer] = {"rosal": HOLD | {"scouts": "hills"}, "vald": {"host": "moor"}}
    first = played(None, order)
    second = played(None, dict(reversed(order.items())))
    assert first.state == second.state
    assert first.state.stands == {"guard": "coast", "scouts": "hills", "host": "moor"}
    fight = played(None, order, {"rosal": {"guard": "support", "guard.support": "scouts", "scouts": "hold"},
                                 "vald": {"host": "hills"}})  # fmt: skip
    assert fight.state.stands["host"] == "moor"


def test_8_place_holds_one_piece_and_the_map_begins_as_the_file_says() -> None:
    """If this fails, an exercise begins on another map than its author wrote."""
    board = seen(played(owners_known_to="all", pieces_known_to="all"), None)
    assert owners(board) == {"coast": "Rosal", "hills": "", "ford": "", "moor": "", "mill": "Vald"}
    assert where(board) == {"Guard": "coast", "Scouts": "ford", "Host": "mill"}
    assert set(board.links) == {
        ("coast", "hills"),
        ("coast", "ford"),
        ("hills", "ford"),
        ("hills", "moor"),
        ("moor", "mill"),
    }


def test_8_13_file_says_what_happens_to_a_dislodged_piece() -> None:
    """If this fails, `dislodged` has no effect."""
    order: tuple[dict[str, Answer], ...] = (
        {"rosal": HOLD | {"scouts": "hills"}, "vald": {"host": "moor"}},
        {"vald": {"host": "hills"}},
    )
    kept = played(None, *order)
    assert kept.state.stands["scouts"] == "ford"
    assert (
        "Rosal: Guard held Coast. Scouts held Hills. Scouts was driven out of Hills and went to Ford."
        in heard(kept, ROSAL)
    )
    lost = played(None, *order, dislodged="removed")
    assert lost.state.stands["scouts"] == ""
    assert lost.state.play.scenario.map is not None


def test_8_15_place_belongs_to_the_side_whose_piece_was_there_last() -> None:
    """If this fails, a place is lost when a piece leaves it, or is not won by a piece in it."""
    gone = played(None, {"rosal": HOLD | {"scouts": "hills"}, "vald": {"host": "moor"}})
    assert gone.state.held_by == {
        "coast": "rosal",
        "hills": "rosal",
        "ford": "",
        "moor": "vald",
        "mill": "vald",
    }
    taken = played(
        None, {"rosal": HOLD | {"scouts": "hills"}}, {"rosal": {"guard": "ford", "scouts": "hold"}}
    )
    assert taken.state.held_by["ford"] == "rosal"
    assert taken.state.held_by["coast"] == "rosal"


# --- who sees what ------------------------------------------------------------------------------------------------


def test_8_16_near_shows_what_is_next_to_an_own_piece() -> None:
    """If this fails, a side sees pieces far away, or does not see those beside its own."""
    playing = played()
    assert where(seen(playing, ROSAL)) == {"Guard": "coast", "Scouts": "ford"}
    assert owners(seen(playing, ROSAL)) == {
        "coast": "Rosal",
        "hills": "",
        "ford": "",
        "moor": None,
        "mill": None,
    }
    assert where(seen(playing, VALD)) == {"Host": "mill"}
    assert where(seen(playing, None)) == {}
    met = played(None, {"rosal": HOLD | {"scouts": "hills"}, "vald": {"host": "moor"}})
    assert where(seen(met, ROSAL)) == {"Guard": "coast", "Scouts": "hills", "Host": "moor"}
    assert where(seen(met, VALD)) == {"Scouts": "hills", "Host": "moor"}
    assert GAME.truth(met.state).elements


def test_8_16_own_and_all() -> None:
    """If this fails, a file that hides everything shows something, or one that shows everything does not."""
    hidden = played(owners_known_to="own", pieces_known_to="own")
    assert where(seen(hidden, ROSAL)) == {"Guard": "coast", "Scouts": "ford"}
    assert set(owners(seen(hidden, ROSAL)).values()) == {"Rosal", None}
    shown = played(owners_known_to="all", pieces_known_to="all")
    for reader in (ROSAL, VALD, None):
        assert len(where(seen(shown, reader))) == 3
        assert None not in owners(seen(shown, reader)).values()


def test_8_16_side_learns_how_its_own_orders_ended_and_no_other() -> None:
    """If this fails, the story names pieces that the map hides."""
    playing = played(
        None,
        {"rosal": HOLD | {"scouts": "hills"}, "vald": {"host": "moor"}},
        pieces_known_to="own",
        owners_known_to="own",
    )
    assert heard(playing, VALD)[:2] == ["Vald: Host went from Mill to Moor.", "Moor is now held by Vald."]
    assert not [line for line in heard(playing, VALD) if "Scouts" in line or "Hills" in line]
    assert heard(playing, ROSAL)[0] == "Rosal: Guard held Coast. Scouts went from Ford to Hills."
    shown = played(None, {"vald": {"host": "moor"}}, pieces_known_to="all", owners_known_to="all")
    assert "Vald: Host went from Mill to Moor." in heard(shown, ROSAL)


@pytest.mark.parametrize("seed", range(games(12, 200)))
def test_no_seat_learns_a_secret_of_any_map(seed: int) -> None:
    """If this fails, two worlds that a seat cannot tell apart look different to it, or the truth lacks a thing."""
    prove(any_map(seed), None, seed=str(seed))


def test_same_orders_give_the_same_game() -> None:
    """If this fails, an exercise with a map cannot be replayed."""
    replayed(any_map(3))


@pytest.mark.parametrize("seed", range(games(8, 100)))
def test_8_16_map_shows_each_side_what_a_second_reading_allows(seed: int) -> None:
    """If this fails, a map shows more or less than the file says, in a case that no example shows."""
    playing = table(any_map(seed), str(seed))
    for _ in playing.gates():
        for seat in seats_of(playing):
            if seat not in playing.state.play.cell:
                shown = seen(playing, seat)
                assert {each.title for each in shown.pieces} == _may_see(playing, seat)
                assert {at.name for at in shown.places if at.owner is not None} == _may_know(playing, seat)
        answer_all(playing, World())
        playing.close()


def _own(playing: Game, seat: SeatId) -> set[str]:
    state, team = playing.state, playing.state.play.seat(seat).team
    return {at for name, at in state.stands.items() if at and state.play.pieces[name].of == team}


def _is_near(playing: Game, seat: SeatId, place: str) -> bool:
    return any(place == own or place in playing.state.play.places[own].links for own in _own(playing, seat))


def _may_see(playing: Game, seat: SeatId) -> set[str]:
    state, known_to = playing.state, playing.state.play.board.pieces_known_to
    return {
        state.play.pieces[name].title
        for name, at in state.stands.items()
        if at
        and (
            at in _own(playing, seat)
            or known_to == "all"
            or (known_to == "near" and _is_near(playing, seat, at))
        )
    }


def _may_know(playing: Game, seat: SeatId) -> set[str]:
    state, known_to = playing.state, playing.state.play.board.owners_known_to
    team = state.play.seat(seat).team
    return {
        place
        for place, owner in state.held_by.items()
        if owner == team or known_to == "all" or (known_to == "near" and _is_near(playing, seat, place))
    }


def _everything(look: Outlook, reader: Beholder) -> Iterator[Element]:
    return map_of(look, Beholder(reader.seat, knows_all=True))


def _own_seats_too(look: Outlook, piece: PiecePart) -> Iterator[Option]:
    return (Option(value=name, label=at) for name, at in look.state.stands.items() if name != piece.name)


@pytest.mark.parametrize(
    ("where_", "what", "leak"), [(sheet, "map_of", _everything), (asking, "_supports", _own_seats_too)]
)
def test_a_leak_planted_in_the_map_is_found(
    where_: Any, what: str, leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, the proof for maps lets a leak pass."""
    monkeypatch.setattr(where_, what, leak)

    def proved() -> None:
        for seed in range(8):
            prove(any_map(seed), None, seed=str(seed))

    with pytest.raises(AssertionError):
        proved()


# --- bots, clauses, points ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(games(6, 60)))
def test_bots_give_possible_orders(seed: int) -> None:
    """If this fails, an empty seat or a rehearsal stops at a map."""
    playing = table(any_map(seed), str(seed))
    moved = 0
    for phase in playing.gates():
        for seat in phase.asked:
            form = GAME.form(playing.state, seat)
            bot = ScenarioBot(seat, playing.state.play.seat(seat).team, Dice(playing.seed, "bot"))
            answer = bot.answer(
                GAME.sheet(playing.state, seat), form, Dice(playing.seed, "bot", playing.gate, seat)
            )
            judge(form, answer)
            moved += sum(
                value not in ("hold", "support") for name, value in answer.items() if "." not in name
            )
            playing.declare(seat, answer)
        playing.close()
    assert moved


def test_clauses_read_owners_pieces_and_places() -> None:
    """If this fails, a condition on the map reads something else than the map shows."""
    written = island()
    (phase,) = written["phases"]
    phase["follows"] = [
        {
            "only_if": ["owner of hills is rosal", "owner of ford is not rosal", "place of scouts is hills"],
            "tell_to": {"rosal": "A"},
        },
        {
            "only_if": ["places of rosal >= 2", "pieces of rosal is 2", "strength of vald = 2"],
            "tell_to": {"rosal": "B"},
        },
        {
            "only_if": ["pieces of own in hills >= 1", "owner of hills is own"],
            "for_each": "team",
            "tell_to": {"own": "C"},
        },
        {
            "only_if": ["owner of hills before is none"],
            "tell_to": {"rosal": "never: the closing is after the orders"},
        },
        {
            "only_if": ["owner of moor is none"],
            "tell_to": {"rosal": "D {places of rosal}, {place of scouts}"},
        },
    ]
    playing = played(written, {"rosal": HOLD | {"scouts": "hills"}})
    assert [line for line in heard(playing, ROSAL) if line[0] in "ABCDn"] == ["A", "B", "C", "D 2, Hills"]
    assert "C" not in heard(playing, VALD)


def test_places_count_as_points_and_in_rehearsals() -> None:
    """If this fails, a file cannot score what is held at the end."""
    written = island(owners_known_to="all") | {"scores": {"sum": ["2 * places of own", "pieces of own"]}}
    written["endings"][0]["winners"] = "best"
    playing = played(written, {"rosal": HOLD | {"scouts": "hills"}}, {}, {})
    assert isinstance(playing.phase, Finish)
    assert playing.phase.winners == ("rosal",)
    assert GAME.numbers(playing.state)["Places (Rosal)"] == 2
    assert GAME.numbers(playing.state)["Points (Rosal)"] == 6


def test_answers_are_told_to_those_whom_the_file_names() -> None:
    """If this fails, `known_to` of a question for orders has no effect."""
    written = island(pieces_known_to="all")
    written["phases"][0]["questions"][0]["known_to"] = "all"
    playing = played(
        written, {"rosal": {"guard": "support", "guard.support": "scouts.hills", "scouts": "hills"}}
    )
    said = "Rosal (march): Guard supports Scouts to Hills, Scouts to Hills."
    assert said in heard(playing, VALD)
    assert OwnOrdersResolved not in {type(each.event) for each in playing.events}


def test_trace_names_what_moved() -> None:
    """If this fails, a rehearsal with --trace does not show why a place changed its owner."""
    state = played().state
    steps = GAME.traced(state, {ROSAL: HOLD | {"scouts": "hills"}, VALD: None}, {}, Dice(b"0" * 32))
    assert [(step.rule, step.change, step.number, step.before, step.now) for step in steps] == [
        ("march", "move hills", "Scouts (Rosal)", "Ford", "Hills"),
        ("march", "", "Hills", "no side", "Rosal"),
    ]
