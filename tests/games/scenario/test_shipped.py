"""The shipped scenarios: each is played to its end, in its stated time, by any players."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from warcouncil.games.kit import written
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.play import Playing, Policy, at_random, play_on, seed_of, silent
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.bot import BOT
from warcouncil.games.scenario.events.followed import RuleApplied
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.phase import QuestionnairePhase
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.sheets import documents_of
from warcouncil.protocol.wire import wire
from warcouncil.protocol.words import SeatId

from tests.current import check_current
from tests.games.scenario import instructors
from tests.profile import games

BRIEF_CHARS_MAX = 900
"""A longer brief is not read at a table."""
each_scenario = pytest.mark.parametrize("name", shipped.names())


def scenario(name: str) -> Scenario:
    """Return a shipped scenario."""
    return read(shipped.text(name))


def begun(name: str, seed: str) -> Playing:
    """Return a table of it, before its first phase."""
    return Playing(GAME, GAME.options_type(scenario=shipped.text(name)), seed_of(seed))


def hinted(playing: Playing, seat: SeatId) -> Answer:
    """Follow the file's hints, and answer anything where they say nothing. On a map, order as a bot does."""
    form = playing.game.form(playing.state, seat)
    if playing.state.play.places:
        dice = Dice(playing.seed, "ordered", playing.gate, seat)
        return BOT(seat, "", dice).play(playing.game.sheet(playing.state, seat), form)
    return form.suggested or fill(form, Dice(playing.seed, "hinted", playing.gate, seat))


def moody(playing: Playing, seat: SeatId) -> Answer | None:
    """Follow the hints two times of three, as a person might, and else do anything."""
    whim = Dice(playing.seed, "whim", playing.gate, seat).below(3) == 0
    return at_random(playing, seat) if whim else hinted(playing, seat)


POLICIES: dict[str, Policy] = {"silent": silent, "random": at_random, "hinted": hinted, "moody": moody}


@cache
def played(name: str) -> tuple[Playing, ...]:
    """Return many games of one scenario, with players of all kinds."""
    number = games(by_day=40, at_night=400)
    tables = [begun(name, f"{name}{at}") for at in range(number)]
    for at, table in enumerate(tables):
        play_on(table, at_random if at % 3 == 0 else moody)
    return tuple(tables)


@each_scenario
@pytest.mark.parametrize("policy", POLICIES)
def test_it_plays_to_its_end_with_any_players(name: str, policy: str) -> None:
    """An exercise never ends, or fails after a silence, in front of a room full of officers."""
    written = scenario(name)
    stages = 4 * len(written.teams)
    bound = len(written.phases) * written.rounds * stages
    table = begun(name, "1")
    play_on(table, POLICIES[policy], gates_max=bound)
    assert table.state.over is not None


@each_scenario
def test_it_lasts_no_longer_than_it_says(name: str) -> None:
    """An hour is planned for an exercise whose clocks add up to more, and no time is left for the debrief."""
    written, clocks = scenario(name), Counter[str]()
    for number, table in enumerate((begun(name, "1"), begun(name, "2"), begun(name, "3"))):
        for phase in table.gates():
            clocks[str(number)] += round(phase.clock_seconds)
            for seat in phase.asked:
                bot = BOT(seat, "longest", Dice(table.seed, "bot", table.gate, seat))
                sheet, form = table.game.sheet(table.state, seat), table.game.form(table.state, seat)
                table.declare(seat, bot.play(sheet, form))
            table.close()
    assert 0.6 * written.minutes <= max(clocks.values()) / 60 <= written.minutes


@each_scenario
def test_every_seat_has_a_brief_that_can_be_read_at_the_table(name: str) -> None:
    """A seat has no brief, or one of two pages that its player does not read."""
    written = scenario(name)
    assert len(written.situation) <= BRIEF_CHARS_MAX
    for seat in written.seats:
        assert 100 <= len(seat.brief) <= BRIEF_CHARS_MAX, seat.name
        assert seat.duty, seat.name
    assert [team.name for team in written.teams if len(team.brief) > BRIEF_CHARS_MAX] == []


@each_scenario
def test_the_briefs_of_a_seat_come_right_after_the_situation(name: str) -> None:
    """If this fails, a player with a small terminal reads about all other teams before their own brief."""
    table = begun(name, "1")
    for seat in scenario(name).seats:
        papers = documents_of(table.game.sheet(table.state, SeatId(seat.name)))
        briefs = [number for number, each in enumerate(papers) if each.title.startswith("Brief for ")]
        assert briefs == [*range(1, 1 + len(briefs))] != []


@each_scenario
def test_the_instructor_is_told_how_to_prepare_what_to_watch_and_what_to_ask(name: str) -> None:
    """The instructor of a scenario has no questions for a debrief."""
    headings = ("FOR ", "LEARNING", "PREPARATION", "TIMING", "ONLY YOU KNOW", "WHAT TO WATCH", "DEBRIEF")
    notes = scenario(name).notes
    assert [
        heading for heading in headings if not any(part.startswith(heading) for part in notes.split("\n\n"))
    ] == []


@each_scenario
def test_it_ends_with_a_short_questionnaire_that_says_what_the_answers_are_for(name: str) -> None:
    """If this fails, an exercise ends without asking its players, or asks more than they answer."""
    (wash,) = [phase for phase in scenario(name).phases if isinstance(phase, QuestionnairePhase)]
    assert 3 <= len(wash.items) <= 5
    assert wash.at == "after"
    assert "use your answers" in wash.consent
    assert "words" in [item.kind for item in wash.items]


@each_scenario
def test_every_question_has_a_hint_for_each_asked_seat(name: str) -> None:
    """A bot without a hint plays at random, and so does an exercise with an empty seat.

    One hint has no condition. Orders for pieces take no hint, because bots read the map.
    """
    written = scenario(name)
    script = Script(written)
    sure = [hint for hint in written.hints if not hint.only_if]
    hinted_at = {(hint.question, seat) for hint in sure for seat in script.seats_of(hint.of)}
    asked = {
        (question, seat)
        for question, part in script.questions.items()
        if part.kind not in ("order", "orders")
        for owner in script.owners(question)
        for seat in script.asked(part, owner)
    }
    asked |= {(name, seat) for name, part in script.votes.items() for seat in script.voters(part)}
    assert sorted(asked - hinted_at) == []


@each_scenario
def test_each_of_its_endings_comes_and_none_always(name: str) -> None:
    """An ending can never come, or one comes always, so that nothing else matters."""
    ends = Counter(table.state.over.ending for table in played(name))
    assert set(ends) == {ending.name for ending in scenario(name).endings}
    assert max(ends.values()) <= 0.9 * sum(ends.values())


@each_scenario
def test_each_of_its_rules_applies_sometimes(name: str) -> None:
    """A consequence never occurs in any game."""
    script = Script(scenario(name))
    places = range(len(script.scenario.phases))
    rules = {rule.label.removesuffix(f", {rule.own}") for place in places for rule in script.rules[place]}
    rows = {row.label for place in places for table in script.tables[place] for row in table.rows}
    applied = {
        happened.event.label
        for table in played(name)
        for happened in table.events
        if isinstance(happened.event, RuleApplied)
    }
    applied |= {label.rpartition(", ")[0] for label in applied}
    assert sorted((rules | rows) - applied) == []


@each_scenario
def test_no_side_wins_always(name: str) -> None:
    """One side has won before the game begins, and the others play for nothing."""
    wins = Counter(side for table in played(name) for side in table.state.over.winners)
    assert max(wins.values(), default=0) <= 0.75 * len(played(name))


@each_scenario
def test_the_view_of_a_seat_fits_the_one_length_of_its_views(name: str) -> None:
    """A view is longer than the length of all views, and stops the table or tells a secret by its length."""
    table = begun(name, "1")
    room = written.view_bytes_of(table.game, table.options)
    for phase in table.gates():
        for seat in table.game.seats(table.options):
            seen = len(wire.dump(GAME.sheet(table.state, seat.id)))
            if seat.id in phase.asked:
                seen += len(wire.dump(GAME.form(table.state, seat.id)))
            last = [happened for happened in table.events if happened.gate == table.gate - 1]
            seen += sum(300 + len(told(happened.event, seat).encode()) for happened in last)
            assert seen <= 0.9 * room, seat.id
        for asked in phase.asked:
            answer = moody(table, asked)
            if answer is not None:
                table.declare(asked, answer)
        table.close()


def test_the_instructors_page_says_what_the_files_say() -> None:
    """If this fails, an instructor prepares with an old page, and tells the room rules that no longer apply."""
    check_current(instructors.FILE, instructors.page(), "python -m tests.games.scenario.instructors")
