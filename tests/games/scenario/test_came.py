"""The origin of an answer that counts, and the exact sentence for each reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.codec import dump_event, load_event
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.came import Came
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import SAIL, TALK, Table, asks, phase
from tests.games.scenario.small import small

MINISTER, ADMIRAL = "blue.minister", "blue.admiral"
CELL, OTHER = "cell.head", "red.minister"
Reader = str | None
"""A seat, the public (""), or an umpire (None)."""


class Read:
    """The sentences for each reader at the end of a gate, and their sheets then."""

    def __init__(self, part: Mapping[str, Any], answers: Mapping[str, Any], ways: Mapping[str, Way]) -> None:
        table = Table(phases=[dict(part)])
        asked = table.open.asked
        declared = {
            seat: GAME.read(table.state, seat, answers[seat]) if seat in answers else None for seat in asked
        }
        given = {seat: Way.SEALED if seat in answers else Way.SILENT for seat in asked}
        given |= {SeatId(seat): way for seat, way in ways.items()}
        came = GAME.resolve_as(table.state, declared, given, Dice(seed_of("came")))
        self.state, self.events = came.state, came.events

    def told(self, reader: Reader) -> list[str]:
        """Return the sentences of one reader."""
        seat = None if reader is None else self.state.play.seat(reader) if reader else PUBLIC
        return [text for event in self.events if (text := told(event, seat)) and "Round" not in text]


def question(**keys: Any) -> dict[str, Any]:
    """Return a phase with one question to Blue."""
    return phase("Orders", asks(**({"of": ["blue"]} | keys)))


@pytest.mark.parametrize("silence", ["", "talk"])
@pytest.mark.parametrize(
    ("by", "minister", "admiral", "came"),
    [
        ("all", SAIL, SAIL, Came.AGREED),
        ("all", SAIL, TALK, Came.DISAGREED),
        ("all", SAIL, None, Came.SOME),
        ("all", None, None, Came.SILENT),
        ("majority", SAIL, TALK, Came.DISAGREED),
        ("majority", SAIL, None, Came.SOME),
        ("majority", None, None, Came.SILENT),
        ("commander", SAIL, None, Came.AGREED),
        ("commander", None, None, Came.SILENT),
    ],
)
def test_3_3_every_reader_of_an_answer_reads_how_it_came_to_count(
    by: str, minister: Any, admiral: Any, came: Came, silence: str
) -> None:
    """If this fails, a team that did not decide reads as having decided."""
    answers = {seat: said for seat, said in ((MINISTER, minister), (ADMIRAL, admiral)) if said}
    read = Read(question(by=by, silence=silence, known_to="all"), answers, {})
    counts = "“Talk” counts." if silence else "No answer counts."
    if by == "majority" and came is Came.SOME:
        counts = "“Sail” counts."
    said = {
        Came.AGREED: "Blue (move): Sail.",
        Came.DISAGREED: f"Blue (move): no agreement. {counts}",
        Came.SOME: f"Blue (move): only some answered. {counts}",
        Came.SILENT: f"Blue (move): no answer in time. {counts}",
    }[came]
    assert [read.told(reader) for reader in (MINISTER, ADMIRAL, CELL, OTHER, "", None)] == [[said]] * 6


@pytest.mark.parametrize("known_to", ["own", "none"])
def test_3_4_only_a_team_learns_that_it_did_not_agree(known_to: str) -> None:
    """A team plays on with an answer that it never gave, or others learn of its disagreement."""
    answers = {MINISTER: SAIL, ADMIRAL: TALK}
    read = Read(question(by="all", silence="talk", known_to=known_to), answers, {})
    said = ["Blue (move): no agreement. “Talk” counts."]
    assert [read.told(reader) for reader in (MINISTER, ADMIRAL, CELL, None)] == [said] * 4
    assert [read.told(reader) for reader in (OTHER, "")] == [[]] * 2
    agreed = Read(question(by="all", known_to=known_to), {MINISTER: SAIL, ADMIRAL: SAIL}, {})
    assert agreed.told(MINISTER) == []


@pytest.mark.parametrize(
    ("way", "answer", "said", "noted"),
    [
        (
            Way.DRAFT,
            SAIL,
            "Blue minister (move): not sealed in time. The draft “Sail” counts.",
            "Sail (a draft, not sealed)",
        ),
        (
            Way.UMPIRE,
            SAIL,
            "Blue minister (move): Sail. The umpire gave this answer.",
            "Sail (the umpire's answer)",
        ),
        (
            Way.BOT,
            SAIL,
            "Blue minister (move): Sail. A bot gave this answer.",
            "Sail (a bot's answer)",
        ),
        (
            Way.STRUCK,
            None,
            "Blue minister (move): the umpire struck the answer out. “Talk” counts.",
            "Talk (struck out)",
        ),
        (
            Way.SILENT,
            None,
            "Blue minister (move): no answer in time. “Talk” counts.",
            "Talk (no answer in time)",
        ),
    ],
)
def test_3_3_a_seat_reads_how_its_own_answer_came_to_count(
    way: Way, answer: Any, said: str, noted: str
) -> None:
    """If this fails, an answer that the seat never sealed reads as its own."""
    answers = {MINISTER: answer} if answer else {}
    read = Read(question(of=[MINISTER], by="seat", silence="talk"), answers, {MINISTER: way})
    assert [read.told(reader) for reader in (MINISTER, CELL, None)] == [[said]] * 3
    assert [read.told(reader) for reader in (OTHER, "")] == [[]] * 2
    sheets = [GAME.sheet(read.state, SeatId(MINISTER)), GAME.truth(read.state)]
    assert [noted in sheet.model_dump_json() for sheet in sheets] == [True] * 2
    assert noted not in GAME.sheet(read.state, None).model_dump_json()


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (Way.DRAFT, "Blue (move): Sail. Blue admiral gave only a draft."),
        (Way.UMPIRE, "Blue (move): Sail. The umpire answered for Blue admiral."),
        (Way.BOT, "Blue (move): Sail. A bot answered for Blue admiral."),
    ],
)
def test_3_3_an_agreement_by_another_s_answer_is_described_so(way: Way, said: str) -> None:
    """A team seems to have agreed of its own will."""
    answers = {MINISTER: SAIL, ADMIRAL: SAIL}
    read = Read(question(by="all", known_to="all"), answers, {ADMIRAL: way})
    assert [read.told(reader) for reader in (MINISTER, CELL, OTHER, "", None)] == [[said]] * 5


def test_3_3_a_team_reads_that_the_umpire_struck_out_one_of_its_answers() -> None:
    """If this fails, the team looks for a member that did not answer."""
    read = Read(question(by="all", silence="talk"), {MINISTER: SAIL}, {ADMIRAL: Way.STRUCK})
    said = "Blue (move): only some answered. “Talk” counts. The umpire struck out the answer of Blue admiral."
    assert [read.told(reader) for reader in (MINISTER, ADMIRAL, CELL, None)] == [[said]] * 4


def test_3_3_an_order_left_empty_is_told_as_the_choice_of_its_seat() -> None:
    """If this fails, a seat that chose to write nothing is described as absent."""
    order = asks("order", kind="order", options=[], of=[MINISTER], known_to="all")
    read = Read(phase("Orders", order), {MINISTER: {"order": ""}}, {})
    assert read.told("") == ["Blue minister (order): left empty."]


def test_3_3_the_silence_of_an_allocation_assigns_no_unit() -> None:
    """If this fails, a commander who did not answer conquers the map."""
    ships = asks("ships", kind="allocation", total=4, silence="nothing", of=["blue", "red"], known_to="all")
    rule = {"only_if": ["ships of blue in sail > ships of red in sail"], "change": ["tension + 1"]}
    table = Table(phases=[phase("Orders", ships, follows=[rule])])
    table.answer({OTHER: {"ships": {"unit": {"sail": 1}}}})
    assert table.number("tension") == 3
    assert table.state.answers["ships@blue"] == {}
    assert "Blue (ships): no answer in time. “nothing” counts." in table.heard(MINISTER)
    table.answer({MINISTER: {"ships": {"unit": {"sail": 2}}}})
    assert table.number("tension") == 4


@pytest.mark.parametrize(
    ("answers", "came"),
    [("ssst", Came.AGREED), ("sst-", Came.SOME), ("sstt", Came.DISAGREED), ("s---", Came.SOME)],
)
def test_3_3_a_majority_of_all_seats_agreed_though_others_were_silent(answers: str, came: Came) -> None:
    """If this fails, most of a team reads as a few, or a few as most."""
    seats = [{"name": f"blue.{name}", "team": "blue", "title": name} for name in "abcd"]
    others = [
        {"name": "red", "team": "red", "title": "Red"},
        {"name": "cell", "team": "cell", "title": "Cell"},
    ]
    part = {"seats": [*seats, *others], "phases": [question(by="majority")], "documents": []}
    options = GAME.options_type(scenario=text_of(small(**part)))
    state = GAME.setup(options, Dice(seed_of("many"))).state
    said = {"s": SAIL, "t": TALK, "-": None}
    declared = {SeatId(f"blue.{seat}"): said[one] for seat, one in zip("abcd", answers, strict=True)}
    after = GAME.resolve(state, declared, Dice(seed_of("many"))).state
    assert after.came.get("move@blue", Came.AGREED) == came


def test_3_4_the_origin_of_others_answers_is_dealt_anew() -> None:
    """If this fails, the proof of secrecy does not cover why an answer counts."""
    read = Read(question(by="all", silence="talk"), {MINISTER: SAIL, ADMIRAL: TALK}, {})
    came = {
        GAME.rehide(read.state, SeatId(OTHER), Dice(seed_of(str(number)))).came.get("move@blue", "agreed")
        for number in range(20)
    }
    assert came == {"agreed", "silent"}
    kept = GAME.rehide(read.state, SeatId(ADMIRAL), Dice(seed_of("own"))).came
    assert kept == {"move@blue": "disagreed"}


def test_3_3_a_new_answer_forgets_how_the_last_one_came_to_count() -> None:
    """If this fails, the sheet calls an answer silent that was sealed."""
    table = Table(phases=[question(silence="talk")])
    table.close()
    assert table.rows(MINISTER) == [("Blue", "move", "Talk (no answer in time)")]
    table.answer({MINISTER: SAIL})
    assert table.rows(MINISTER) == [("Blue", "move", "Sail")]


def test_an_answer_of_an_older_record_is_told_as_it_was() -> None:
    """If this fails, exercise files of an earlier version cannot be read, or say more than they hold."""
    body = {"event": "AnswerOpened", "who": "Blue", "question": "move", "said": "nothing"}
    event = load_event(GAME, body)
    assert told(event, None) == "Blue: nothing."
    assert dump_event(event) == body | {"came": "", "others": [], "asked": ""}


def vote(**keys: Any) -> dict[str, Any]:
    """Return a vote of both ministers and the Blue admiral."""
    part = {"name": "Council", "kind": "vote", "vote": "ban", "motion": "No arms"}
    return part | {"of": ["blue", OTHER]} | keys


def test_6_2_a_seat_that_did_not_vote_is_not_told_as_abstaining() -> None:
    """If this fails, a silent seat reads as one that chose to abstain."""
    read = Read(vote(ballot="open"), {MINISTER: {"vote": "for"}, OTHER: {"vote": "abstain"}}, {})
    said = [
        "The motion passed: No arms. In favour 1, against 0, abstained 1, did not vote 1.",
        "In favour: Blue minister. Abstained: Red minister. Did not vote: Blue admiral.",
    ]
    assert [read.told(reader) for reader in (MINISTER, ADMIRAL, OTHER, CELL, "", None)] == [said] * 6


def test_6_3_only_the_seat_and_the_white_cell_read_of_a_missing_secret_vote() -> None:
    """A secret ballot tells which seat was silent, or the silent seat reads nothing."""
    read = Read(vote(ballot="secret"), {MINISTER: {"vote": "for"}}, {ADMIRAL: Way.STRUCK})
    count = "The motion passed: No arms. In favour 1, against 0, abstained 0, did not vote 2."
    whole = [
        "The umpire struck out the answer of Blue admiral.",
        "Red minister did not answer in time.",
        count,
        "Secret ballot. In favour: Blue minister. Did not vote: Blue admiral, Red minister.",
    ]
    assert [read.told(reader) for reader in (CELL, None)] == [whole] * 2
    assert read.told(ADMIRAL) == ["The umpire struck out your answer.", count]
    assert read.told(OTHER) == ["You did not answer in time.", count]
    assert [read.told(reader) for reader in (MINISTER, "")] == [[count]] * 2


@pytest.mark.parametrize(
    ("way", "said", "own"),
    [
        (
            Way.DRAFT,
            "Blue admiral did not seal an answer in time. Their draft counts.",
            "You did not seal an answer in time. Your draft counts.",
        ),
        (Way.UMPIRE, "The umpire answered for Blue admiral.", "The umpire answered for you."),
        (Way.BOT, "A bot answered for Blue admiral.", "A bot answered for you."),
    ],
)
def test_6_2_everyone_reads_of_an_open_vote_that_its_seat_did_not_seal(way: Way, said: str, own: str) -> None:
    """A vote that another gave is described as the seat's own."""
    cast = {seat: {"vote": "for"} for seat in (MINISTER, ADMIRAL, OTHER)}
    read = Read(vote(ballot="open"), cast, {ADMIRAL: way})
    assert [read.told(reader)[0] for reader in (MINISTER, OTHER, CELL, "", None)] == [said] * 5
    assert read.told(ADMIRAL)[0] == own


def signing(known_to: str) -> Table:
    """Return a table at which a treaty lies ready to be signed by both ministers."""
    part = {"name": "The accord", "kind": "treaty", "treaty": "accord", "drafter": MINISTER}
    table = Table(phases=[part | {"signers": ["blue", "red"], "needs": 1, "known_to": known_to}])
    table.answer({MINISTER: {"text": "Peace."}})
    return table


def test_7_3_a_silent_signer_is_not_told_as_refusing() -> None:
    """If this fails, a signer whose line broke reads as one that refused."""
    table = signing("all")
    table.answer({MINISTER: {"sign": "sign"}})
    said = "The accord: signed. Signed by Blue minister. No answer from Red minister."
    assert [table.heard(seat)[0] for seat in (MINISTER, OTHER, CELL)] == [said] * 3
    kept = signing("signers")
    kept.answer({MINISTER: {"sign": "refuse"}})
    said = "In secret: The accord: not signed. Not signed by Blue minister. No answer from Red minister."
    assert [kept.heard(seat)[0] for seat in (MINISTER, OTHER, CELL)] == [said] * 3


def test_7_1_a_missing_treaty_is_described_as_late() -> None:
    """The other parties read that its drafter chose to write nothing."""
    part = {"name": "The accord", "kind": "treaty", "treaty": "accord", "drafter": MINISTER}
    read = Read(part | {"signers": ["blue", "red"], "known_to": "signers"}, {}, {})
    nothing = "The accord: nothing was written."
    assert read.told(MINISTER) == ["You did not answer in time.", nothing]
    assert read.told(OTHER) == read.told(None) == ["Blue minister did not answer in time.", nothing]


def judging() -> dict[str, Any]:
    """Return a white cell of two, where the second member must agree."""
    seats = [
        {"name": "blue", "team": "blue", "title": "Blue"},
        {"name": "red", "team": "red", "title": "Red"},
        {"name": "head", "team": "cell", "title": "Head"},
        {"name": "second", "team": "cell", "title": "Second"},
    ]
    part = {
        "name": "Judgement",
        "kind": "cell",
        "agree": True,
        "foreseen": [{"name": "calm", "label": "Calm"}],
    }
    return {"seats": seats, "phases": [part], "documents": []}


def test_4_4_a_silent_second_member_is_not_described_as_agreeing() -> None:
    """The white cell and umpires read of an agreement that was never given."""
    table = Table(**judging())
    calm: Answer = {"outcome": "calm", "tell": "", "tell@blue": "", "tell@red": ""}
    table.declare(SeatId("head"), calm)
    table.close()
    table.close()
    said = "The white cell decided: Calm. The second member did not answer, so the decision is final."
    assert [table.heard(seat)[0] for seat in ("head", "second")] == [said] * 2
    assert table.heard("blue") == ["Round 2 of 2 began."]


def test_5_1_a_side_that_was_silent_is_not_told_as_arguing_nothing() -> None:
    """If this fails, a side whose line broke reads as one that had nothing to say."""
    part = {"name": "Matrix", "kind": "argument", "order": "at once"}
    read = Read(part, {MINISTER: {"action": "", "reason-1": "", "reason-2": "", "reason-3": ""}}, {})
    said = ["Blue made no argument.", "Red made no argument in time."]
    assert [read.told(reader) for reader in (MINISTER, OTHER, CELL, "", None)] == [said] * 5


def test_4_the_white_cell_reads_before_it_decides_that_a_team_did_not_agree() -> None:
    """If this fails, the white cell judges by a decision that the team never took."""
    cell = {"name": "Judgement", "kind": "cell", "foreseen": [{"name": "calm", "label": "Calm"}]}
    table = Table(phases=[question(by="all", silence="talk"), cell])
    table.answer({MINISTER: SAIL, ADMIRAL: TALK})
    assert table.open.asked == (CELL,)
    assert table.rows(CELL) == [("Blue", "move", "Talk (no agreement)")]
    assert table.heard(CELL) == ["Blue (move): no agreement. “Talk” counts."]
