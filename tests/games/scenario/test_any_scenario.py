"""Secrecy, ends and limits apply to every scenario that a file can describe, not only the shipped ones:
random legal ones are played.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.checks.who_knows import WhoKnows
from warcouncil.games.scenario.phases import KINDS
from warcouncil.protocol.words import SeatId

from tests.games.scenario.file.checks.test_who_knows import seen
from tests.games.scenario.game import answer_all, table
from tests.games.scenario.lockstep import Twins
from tests.games.scenario.proof import gates_at_most, prove, replayed
from tests.games.scenario.strategies import Written, scenarios
from tests.profile import BY_NIGHT, games


def tries(by_day: int, at_night: int) -> settings:
    """Set the number of tries. By day they are always the same. A failing one is shortened, but not for long."""
    return settings(
        max_examples=games(by_day, at_night),
        derandomize=not BY_NIGHT,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink) if BY_NIGHT else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


@tries(80, 4000)
@given(scenarios())
def test_no_reader_learns_a_secret(written: Written) -> None:
    """An instructor's secret is on the wrong sheet, in a question, in a sentence of the story or in a title."""
    prove(written.text, written.world, seats_each=2)


@tries(40, 3000)
@given(scenarios(discreet=True))
def test_secrets_without_consequences_leave_no_trace(written: Written) -> None:
    """A seat can tell the others' answers and documents from what happens to it, although nothing in the file
    follows from them.
    """
    for seat in written.world.players[:2]:
        Twins(written.text, written.world, SeatId(seat), "twins").play()


@tries(20, 1000)
@given(scenarios())
def test_the_same_answers_give_the_same_exercise(written: Written) -> None:
    """A record that is played again comes to another end."""
    replayed(written.text)


@tries(30, 1500)
@given(scenarios())
def test_a_seat_never_sees_a_fact_that_its_table_denies(written: Written) -> None:
    """The page that an instructor trusts promises a secret that a player reads."""
    playing = table(written.text)
    known = WhoKnows(playing.options.written)
    for _ in playing.gates():
        state = playing.state
        for reader in (*written.world.players, ""):
            for fact in seen(known, playing, GAME.sheet(state, SeatId(reader) if reader else None)):
                assert known.may_know(fact, reader, state.round, state.at), (fact, reader)
        answer_all(playing, written.world)
        playing.close()


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", shipped.names())
def test_shipped_scenarios_keep_their_secrets_too(name: str) -> None:
    """The most played scenarios reveal secrets."""
    for seed in range(games(1, 60)):
        gates = prove(shipped.text(name), None, seed=str(seed), seats_each=3)
        assert gates <= gates_at_most(table(shipped.text(name))) + 1
        replayed(shipped.text(name), str(seed))


@tries(80, 80)
@given(scenarios())
def _collect(written: Written) -> None:
    WRITTEN.append(written)


WRITTEN: list[Written] = []


def test_scenarios_of_all_kinds_are_written() -> None:
    """A proof over scenarios without votes, secrets or rules proves nothing about them."""
    WRITTEN.clear()
    _collect()
    text = Counter[str]()
    for written in WRITTEN:
        text.update({word for word in WORDS if re.search(rf"\b{word}\b", written.text)})
    kinds = Counter(phase["kind"] for written in WRITTEN for phase in written.parts["phases"])
    assert set(kinds) == set(KINDS)
    assert [word for word in WORDS if not text[word]] == []


WORDS = (
    *("choice", "several", "amount", "allocation", "ranking", "order"),
    *("commander", "majority", "all", "seat", "own", "none"),
    *("has", "holds", "lacks", "silent", "sum", "count", "round", "in", "passed", "signed"),
    *(
        "tables",
        "for_each",
        "chance",
        "hand",
        "tell_to",
        "establish",
        "end",
        "or_if",
        "reveals",
        "bonus",
        "hints",
    ),
    *("secret", "open", "signers", "in turn", "at once", "agree", "foreseen", "called", "always"),
)
"""The words of a file, each of which must occur."""
