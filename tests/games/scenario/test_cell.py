"""4. The white cell: its texts and their readers, its numbers, its agreement, and its secrecy."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario.bot import BOT
from warcouncil.games.scenario.events.decided import CellAnnounced
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table
from tests.games.scenario.small import small

HEAD, SECOND = "cell.head", "cell.second"
SEATS = ("blue.minister", "blue.admiral", "red.minister", "red.admiral")
FORESEEN = [
    {
        "name": "clash",
        "label": "A clash",
        "change": ["tension + 2"],
        "tell": "Ships clash.",
        "tell_to": {"red": "Your captain fired."},
    },
    {"name": "calm", "label": "Calm"},
]
ENDINGS = [{"name": "time", "words": "The crisis passed", "when": "end"}]
NUMBERS = {"number-1": 3, "number-2": 5}
SAID = {"tell": "", "tell@blue": "", "tell@red": ""}


def judging(seats: int = 1, **keys: Any) -> Table:
    """Return a table at which a white cell of this number of seats deliberates."""
    cell = [("cell.head", "Head"), ("cell.second", "Second"), ("cell.third", "Third")][:seats]
    file = small()
    players = [seat.model_dump(mode="json") for seat in file.seats if seat.team != "cell"]
    judges = [{"name": name, "team": "cell", "title": title} for name, title in cell]
    phase = {
        "name": "Verdict",
        "kind": "cell",
        "foreseen": FORESEEN,
        "sets": ["tension", "oil of blue"],
        "minutes": 4,
    }
    return Table(seats=players + judges, phases=[phase | keys])


def outcome(chosen: str, **more: Any) -> dict[str, Any]:
    """Return a complete answer: an outcome, with these other fields changed."""
    return {"outcome": chosen, **NUMBERS, **SAID} | {
        name.replace("_at_", "@").replace("_", "-"): value for name, value in more.items()
    }


def test_4_all_see_that_it_deliberates_and_may_talk() -> None:
    """The players do not know that they wait for the white cell."""
    table = judging(channels="all")
    assert table.open.title == "Round 1 · Verdict · the white cell decides"
    assert table.open.clock_seconds == 240
    assert [channel.members for channel in table.open.channels] == [SEATS]


def test_4_1_its_first_seat_is_asked_and_all_of_them_see_everything() -> None:
    """Three members who answer separately give three verdicts, or one who sees nothing is asked to judge."""
    table = judging(seats=3)
    assert table.open.asked == (HEAD,)
    assert {table.facts(seat)["Patience"] for seat in (HEAD, SECOND, "cell.third")} == {"4"}
    assert "Patience" not in table.facts("blue.minister")


def test_4_2_the_effects_of_a_chosen_outcome_happen() -> None:
    """A chosen outcome changes nothing."""
    table = judging()
    table.answer({HEAD: outcome("clash")})
    assert table.number("tension") == 5, "the number that was left as it stood does not undo what came of it"
    assert table.heard("red.admiral")[:2] == ["Tension: 3 → 5.", "Ships clash."]
    assert "Your captain fired." in table.heard("red.admiral")
    assert "Your captain fired." not in table.heard("blue.admiral")
    assert table.heard(HEAD)[0] == "The white cell decided: A clash."


def test_4_2_numbers_are_set_and_nothing_else_is_told() -> None:
    """A number is reported as changed though its value is the same, and the players look for a reason."""
    table = judging()
    table.answer({HEAD: outcome("nothing-comes", number_2=2)})
    assert (table.number("tension"), table.number("oil@blue")) == (3, 2)
    assert table.heard("blue.minister") == ["Oil (Blue): 5 → 2.", "Round 2 of 2 began."]
    assert table.heard("red.minister") == ["Round 2 of 2 began."]


def test_4_2_an_end_comes_with_all_decisions() -> None:
    """The points are counted before the last decision of the white cell."""
    ends = [{"name": "end", "label": "It is over", "end": "time"}]
    table = judging(foreseen=ends)
    table.answer({HEAD: outcome("end", number_2=1, tell="So it ends.")})
    assert table.end.reason == "The crisis passed"
    assert table.heard("blue.minister")[:2] == ["Oil (Blue): 5 → 1.", "The white cell: So it ends."]
    assert table.end.standings.tallies[0].by == {"blue": 1, "red": 5}


def test_4_2_silence_has_no_consequences() -> None:
    """A judge with a broken line decides for the first outcome of the form."""
    table = judging(seats=2, agree=True)
    table.close()
    assert (table.state.round, table.number("tension")) == (2, 3)
    assert table.heard(HEAD)[0] == "The white cell did not decide. Nothing follows."
    assert table.heard("blue.minister") == ["Round 2 of 2 began."]


def test_4_3_a_text_reaches_its_named_readers() -> None:
    """The white cell's text for Blue is sent to Red."""
    table = judging()
    answer = outcome(
        "in-words",
        in_words_text="The mine was Red's {patience}.",
        in_words_to=("blue",),
        tell="A ship is missing.",
        tell_at_red="You know why.",
    )
    table.answer({HEAD: answer})
    blue, red = table.heard("blue.admiral"), table.heard("red.admiral")
    assert blue[:2] == [
        "The white cell: The mine was Red's {patience}.",
        "The white cell: A ship is missing.",
    ]
    assert red[:2] == ["The white cell: A ship is missing.", "The white cell: You know why."]
    assert "The white cell, only to Red: You know why." in table.heard(HEAD)
    umpire = [told(happened.event, None) for happened in table.events]
    assert "The white cell, only to Blue: The mine was Red's {patience}." in umpire


def test_4_3_a_text_without_readers_stays_with_the_cell() -> None:
    """A text is sent to a side by default."""
    table = judging(tells=False)
    assert [field.name for field in table.game.form(table.state, SeatId(HEAD)).fields][-1] == "number-2"
    words = {"outcome": "in-words", **NUMBERS, "in-words-text": "Fog.", "in-words-to": ()}
    table.answer({HEAD: words})
    assert table.heard("blue.minister") == ["Round 2 of 2 began."]
    assert table.heard(HEAD)[0] == "The white cell decided: Fog."
    table.answer({HEAD: words | {"in-words-to": ("red", "blue")}})
    assert [table.heard(seat)[0] for seat in SEATS] == ["The white cell: Fog."] * 4
    assert table.events[-3].event == CellAnnounced("Fog."), (
        "whoever is at the screen on the wall reads it too"
    )


def test_4_3_all_that_is_written_has_room_in_one_message() -> None:
    """A judge who fills every box reads only afterwards that the answer is too long to be sent."""
    teams = [{"name": name, "title": name} for name in ("a", "b", "c", "d", "e", "f", "g")]
    seats = [{"name": team["name"], "team": team["name"], "title": team["name"]} for team in teams]
    cell = {"name": "cell", "title": "Cell", "cell": True}
    judge = {"name": "cell", "team": "cell", "title": "Judge"}
    phase = {"name": "Verdict", "kind": "cell", "sets": ["tension", "patience"]}
    table = Table(teams=[*teams, cell], seats=[*seats, judge], phases=[phase], endings=ENDINGS, scores=None)
    form = table.game.form(table.state, SeatId("cell"))
    texts = [field for field in form.fields if field.kind == "words"]
    assert len(texts) == 9
    assert sum(len(field.name) + field.chars_max for field in texts) < 1400


def test_4_4_a_second_member_must_agree() -> None:
    """One person can give both agreements of a decision, or a refusal without end delays the room."""
    table = judging(seats=2, agree=True)
    for refusal, verdict in enumerate(("clash", "calm"), 1):
        table.answer({HEAD: outcome(verdict)})
        assert (table.open.asked, table.number("tension")) == ((SECOND,), 3)
        assert ("outcome", "A clash" if refusal == 1 else "Calm") in table.rows(SECOND)
        assert table.rows("red.minister") == table.rows(None) == []
        table.answer({SECOND: {"agree": "no", "why": "too soon"}})
        assert "Second did not agree: too soon." in table.heard(HEAD)
        assert table.heard("red.minister") == []
        form = table.game.form(table.state, SeatId(HEAD))
        assert form.suggested == outcome(verdict)
        assert "too soon" in form.help
        assert ("sent back", "too soon") in table.rows(HEAD)
    table.answer({HEAD: outcome("clash")})
    assert table.number("tension") == 5, "the third time the word of the first stands"
    assert (
        table.heard(HEAD)[0]
        == "The white cell decided, after its second member sent the decision back 2 times: A clash."
    )
    assert table.state.proposal is None


def test_4_4_silence_agrees() -> None:
    """A second member who is silent stops the exercise."""
    table = judging(seats=2, agree=True)
    table.answer({HEAD: outcome("clash")})
    table.close()
    assert table.number("tension") == 5


def test_4_4_a_proposal_is_dealt_anew_to_all_but_the_cell() -> None:
    """A decision that is not final reaches a seat outside the cell."""
    table = judging(seats=2, agree=True)
    table.answer({HEAD: outcome("clash")})
    for attempt in range(8):
        other = table.game.rehide(table.state, SeatId("red.minister"), Dice(seed_of(str(attempt))))
        if other.proposal != table.state.proposal:
            break
    assert other.proposal != table.state.proposal
    assert table.game.sheet(other, SeatId("red.minister")) == table.game.sheet(
        table.state, SeatId("red.minister")
    )
    assert table.game.resolve(other, {SeatId(SECOND): None}, Dice(seed_of("on"))).state.proposal is None


def test_bots_of_the_cell_try_what_the_file_foresaw() -> None:
    """A rehearsal never sees the second outcome."""
    table = judging()
    form = table.game.form(table.state, SeatId(HEAD))
    sheet = table.game.sheet(table.state, SeatId(HEAD))
    bot = BOT(HEAD, "cell", Dice(seed_of("bot")))
    assert {bot.play(sheet, form)["outcome"] for _ in range(20)} == {"clash", "calm"}


def test_4_4_the_story_says_that_it_was_sent_back_once() -> None:
    """A later reader takes one objection for two."""
    table = judging(seats=2, agree=True)
    table.answer({HEAD: outcome("clash")})
    table.answer({SECOND: {"agree": "no", "why": "too soon"}})
    table.answer({HEAD: outcome("clash")})
    table.answer({SECOND: {"agree": "yes"}})
    assert (
        table.heard(HEAD)[0]
        == "The white cell decided, after its second member sent the decision back once: A clash."
    )
