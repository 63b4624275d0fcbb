"""7.

Treaties: the drafter, the readers, the signers, the condition for a valid one, and the knowledge of the
others.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario.events.decided import TreatyKept, TreatyOpened
from warcouncil.protocol.table.forms import Words
from warcouncil.protocol.table.sheets import Documents
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table

TEXT = "Blue leaves the strait.\nRed opens it {patience}."
SEATS = ("blue.minister", "blue.admiral", "red.minister", "red.admiral", "green")
PARTIES = ("blue.minister", "red.minister", "red.admiral")
SIGN, REFUSE = {"sign": "sign"}, {"sign": "refuse"}


def writing(*, open_to: str = "all", rounds: int = 2, **keys: Any) -> Table:
    """Return a table at which Blue's minister writes a treaty for Blue and Red to sign; Green is not a party."""
    teams = [{"name": name, "title": name.title()} for name in ("blue", "red", "green")]
    seats = [
        {"name": name, "team": name.partition(".")[0], "title": name.replace(".", " ")} for name in SEATS
    ]
    cell = {"name": "cell", "title": "White cell", "cell": True}
    head = {"name": "cell", "team": "cell", "title": "Judge"}
    treaty = {
        "name": "Accord",
        "kind": "treaty",
        "treaty": "accord",
        "drafter": "blue.minister",
        "signers": ["blue.minister", "red"],
        "minutes": 6,
        "sign_minutes": 1,
        "channels": "all",
        "known_to": open_to,
        "follows": [{"only_if": ["accord is signed"], "change": ["tension - 1"], "reveals": ["accord"]}],
    }
    return Table(teams=[*teams, cell], seats=[*seats, head], phases=[treaty | keys], rounds=rounds)


def signing(**keys: Any) -> Table:
    """Return a table at which the treaty is written."""
    table = writing(**keys)
    table.answer({"blue.minister": {"text": TEXT}})
    return table


def readers(table: Table) -> set[str | None]:
    """Return the seats that can read the treaty."""
    return {seat for seat in (*SEATS, None) if table.papers(seat).get("Accord") == TEXT}


def test_7_a_treaty_is_written_then_signed() -> None:
    """A text is signed before it is written."""
    table = writing()
    assert table.open.title == "Round 1 · Accord · writing"
    table.answer({"blue.minister": {"text": TEXT}})
    assert table.open.title == "Round 1 · Accord · signing"
    table.answer({"blue.minister": SIGN, "red.minister": SIGN})
    assert (table.state.results["accord"], table.number("tension")) == ("signed", 2)


def test_7_1_one_seat_writes_while_talk_is_open() -> None:
    """The players cannot discuss the text while it is written."""
    table = writing()
    assert (table.open.asked, table.open.clock_seconds) == (("blue.minister",), 360)
    assert [channel.title for channel in table.open.channels] == ["Everyone"]
    field = table.field("blue.minister")
    assert isinstance(field, Words)
    assert field.lines
    table.answer({"blue.minister": {"text": TEXT}})
    assert (table.open.channels, table.open.clock_seconds) == ((), 60)


def test_7_1_no_proposals_are_made_while_it_is_signed() -> None:
    """Written proposals are possible in a stage without talk, over a text that is only signed or refused."""
    table = writing(deals=True)
    assert table.open.deals
    table.answer({"blue.minister": {"text": TEXT}})
    assert not table.open.deals


def test_7_1_where_nothing_is_written_nothing_is_signed() -> None:
    """An empty sheet with two names under it counts as a treaty."""
    table = writing()
    table.close()
    assert (table.state.round, table.state.results["accord"]) == (2, "unsigned")
    assert table.heard("green")[0] == "Accord: nothing was written."
    kept = writing(open_to="signers")
    kept.close()
    assert kept.open.title.endswith("signing"), "others would learn that nothing was written"
    assert [option.value for option in kept.field("red.minister").options] == ["refuse"]
    kept.answer({"blue.minister": REFUSE, "red.minister": REFUSE})
    assert kept.state.results["accord"] == "unsigned"


@pytest.mark.parametrize("open_to", ["all", "signers"])
def test_7_2_only_signers_have_read_it(open_to: str) -> None:
    """A party signs a text that it has not read, or another seat reads it."""
    table = signing(open_to=open_to)
    assert table.open.asked == ("blue.minister", "red.minister")
    assert table.open.sealed
    assert readers(table) == {*PARTIES}
    assert table.papers("cell")["Accord"] == TEXT
    assert [seat for seat in SEATS if table.heard(seat)] == [*PARTIES]
    assert table.field("red.minister").weighty, "nothing is chosen beforehand"


@pytest.mark.parametrize(
    ("needs", "answers", "result"),
    [
        ("all", (SIGN, SIGN), "signed"),
        ("all", (SIGN, REFUSE), "unsigned"),
        ("all", (SIGN, None), "unsigned"),
        (1, (REFUSE, SIGN), "signed"),
        (1, (None, None), "unsigned"),
    ],
)
def test_7_3_it_holds_if_as_many_sign_as_the_file_asks(
    needs: Any, answers: tuple[Any, Any], result: str
) -> None:
    """Silence counts as a signature, or a treaty is valid with one name where it needs two."""
    table = signing(needs=needs)
    table.answer({seat: answer for seat, answer in zip(PARTIES, answers, strict=False) if answer})
    assert table.state.results["accord"] == result


def test_7_4_a_valid_treaty_is_read_by_all() -> None:
    """A public treaty cannot be read, or a refused draft is read by others."""
    table = signing()
    table.answer({"blue.minister": SIGN, "red.minister": SIGN})
    assert readers(table) == {*SEATS, None}
    assert table.heard("green")[0] == "Accord: signed. Signed by blue minister, red minister."
    assert table.facts(None)["Accord"] == "signed"
    refused = signing()
    refused.answer({"blue.minister": SIGN, "red.minister": REFUSE})
    assert readers(refused) == {*PARTIES}
    assert (
        refused.heard("green")[0]
        == "Accord: not signed. Signed by blue minister. Not signed by red minister."
    )


def test_7_4_a_new_draft_is_read_by_its_signers_though_the_last_one_was_public() -> None:
    """All seats read the second draft of a treaty, because the first one was signed."""
    table = signing()
    table.answer({"blue.minister": SIGN, "red.minister": SIGN})
    table.answer({"blue.minister": {"text": "In secret: Green pays."}})
    assert {seat for seat in (*SEATS, None) if "Green pays" in table.papers(seat).get("Accord", "")} == {
        *PARTIES
    }


def test_7_4_of_a_kept_treaty_others_learn_nothing() -> None:
    """A third power reads of a secret treaty in the list of results."""
    table = signing(open_to="signers")
    table.answer({"blue.minister": SIGN, "red.minister": SIGN})
    assert readers(table) == {*PARTIES}
    for seat in ("blue.admiral", "green", None):
        assert "Accord" not in table.facts(seat)
    assert table.facts("red.admiral")["Accord"] == "signed"
    assert not any("Accord" in text for text in table.heard("green"))
    assert any(text.startswith("In secret: Accord: signed.") for text in table.heard("red.admiral"))


@pytest.mark.parametrize("stage", ["draft", "signed", "again"])
@pytest.mark.parametrize("open_to", ["all", "signers"])
def test_7_4_a_secret_treaty_is_dealt_anew(open_to: str, stage: str) -> None:
    """The proof of secrecy ignores treaties: their texts, their signatures or their results."""
    table = signing(open_to=open_to)
    if stage != "draft":
        table.answer({"blue.minister": SIGN, "red.minister": SIGN})
    if stage == "again":
        table.answer({"blue.minister": {"text": "Anew"}})
    states = [
        table.game.rehide(table.state, SeatId("green"), Dice(seed_of(str(attempt)))) for attempt in range(6)
    ]
    public = open_to == "all"
    texts = {state.treaties["accord"].text for state in states}
    assert (
        (texts == {TEXT})
        if public and stage == "signed"
        else (table.state.treaties["accord"].text not in texts)
    )
    results = {state.results["accord"] for state in states}
    assert results == ({"open"} if stage == "draft" else {"signed"} if public else {"signed", "unsigned"})
    for state in states:
        assert table.game.sheet(state, SeatId("green")) == table.game.sheet(table.state, SeatId("green"))


def test_7_4_an_unsigned_treaty_is_told_without_its_text() -> None:
    """All readers see the text of a refused draft in the story of the game."""
    told = []
    for answers in ((SIGN, SIGN), (SIGN, REFUSE)):
        table = signing()
        table.answer(dict(zip(("blue.minister", "red.minister"), answers, strict=True)))
        (event,) = [each.event for each in table.events if isinstance(each.event, TreatyOpened)]
        told.append((event.title, event.is_signed, event.signed, event.refused, event.text))
    assert told == [
        ("Accord", True, ("blue minister", "red minister"), (), TEXT),
        ("Accord", False, ("blue minister",), ("red minister",), ""),
    ]
    empty = writing()
    empty.close()
    (opened,) = [each.event for each in empty.events if isinstance(each.event, TreatyOpened)]
    assert (opened.is_signed, opened.signed, opened.refused, opened.text) == (False, (), (), "")


def test_7_4_of_a_kept_treaty_its_parties_and_the_white_cell_are_told_all() -> None:
    """A party is not told of its own treaty, or another seat learns of it."""
    table = signing(open_to="signers")
    table.answer({"blue.minister": SIGN, "red.minister": REFUSE})
    (event,) = [each.event for each in table.events if isinstance(each.event, TreatyKept)]
    assert (event.title, event.is_signed, event.signed, event.refused, event.text, event.to) == (
        "Accord",
        False,
        ("blue minister",),
        ("red minister",),
        TEXT,
        (*PARTIES, "cell"),
    )
    said = "In secret: Accord: not signed. Signed by blue minister. Not signed by red minister."
    assert [seat for seat in (*SEATS, "cell") if said in table.heard(seat)] == [*PARTIES, "cell"]


def test_7_4_a_treaty_that_was_added_has_no_result_before_it_is_signed() -> None:
    """The proof of secrecy uses a draft that is already signed, which no table can reach."""
    table = writing()
    treaty = {
        "name": "Codicil",
        "kind": "treaty",
        "treaty": "codicil",
        "drafter": "red.minister",
        "signers": ["red.minister", "red.admiral"],
        "known_to": "signers",
    }
    keys = "\n".join(f"{name} = {value!r}" for name, value in treaty.items())
    table.state = written.amend(table.game, table.state, f"[[phases]]\n{keys}").state
    table.close()
    assert table.open.name == "Codicil"
    table.answer({"red.minister": {"text": TEXT}})
    assert table.state.results == {"accord": "unsigned"}
    for attempt in range(6):
        other = table.game.rehide(table.state, SeatId("green"), Dice(seed_of(str(attempt))))
        assert other.treaties["codicil"].text != TEXT
        assert other.results == table.state.results


def test_7_the_papers_say_which_treaty_is_a_draft_and_list_signatures() -> None:
    """A reader takes a draft for a binding treaty, or does not see the names of its parties."""
    table = signing()
    assert _note(table, "red.admiral") == ("a draft, not signed yet", True, True)
    table.answer({"blue.minister": SIGN, "red.minister": SIGN})
    assert _note(table, "green") == ("signed by blue minister, red minister", False, False)
    refused = signing()
    refused.close()
    assert _note(refused, "red.admiral") == ("not in force, no one signed", False, True)
    assert _note(refused, "green") is None


def _note(table: Table, seat: str) -> tuple[str, bool, bool] | None:
    """Return the note under the treaty, whether it is new, and whether it is secret; None without a treaty."""
    elements = table.game.sheet(table.state, SeatId(seat)).elements
    papers = [each for part in elements if isinstance(part, Documents) for each in part.documents]
    found = [(each.note, each.new, each.secret) for each in papers if each.title == "Accord"]
    return found[0] if found else None


def test_7_the_result_of_a_treaty_can_be_printed() -> None:
    """A text about a treaty prints the round instead."""
    says = "In round {round} the accord is {accord}."
    for answer, result in ((SIGN, "signed"), (REFUSE, "not signed")):
        table = writing(follows=[{"tell": says}])
        table.answer({"blue.minister": {"text": TEXT}})
        table.answer({"blue.minister": SIGN, "red.minister": answer})
        assert f"In round 1 the accord is {result}." in table.heard("green")
