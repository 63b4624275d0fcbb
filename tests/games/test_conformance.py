"""The contract of every game: the suite runs on each game that the registry finds and on the toys."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import Playing, play_on, seed_of, silent, suggested
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import NAME_CHARS_MAX

from tests.games import found
from tests.games.found import is_clean, seat_ids

every_game = pytest.mark.parametrize("name", found.NAMES)


@every_game
def test_the_cover_says_what_it_is(name: str) -> None:
    """A game has no title, designer or summary to choose it by, or a record no name and version."""
    game = found.load(name)
    assert game.name == name
    for text in (game.title, game.designer, game.rules_version, game.summary):
        assert text
        assert is_clean(text)


@every_game
def test_every_option_has_a_default_and_a_meaning(name: str) -> None:
    """An option has no name or meaning, or the game cannot be played with the defaults."""
    game = found.load(name)
    fields = game.options_type.model_fields
    assert not [key for key, field in fields.items() if field.is_required()]
    assert not [key for key, field in fields.items() if not field.description]
    options = game.options_type()
    assert game.options_type.model_validate_json(options.model_dump_json()) == options


@every_game
def test_options_that_are_refused_are_refused_in_one_clear_line(name: str) -> None:
    """Contradictory options end in a traceback, or in a message that the umpire cannot understand."""
    game = found.load(name)
    reasons: list[str] = []
    for settings in found.alternatives(game.options_type):
        try:
            Playing(game, game.options_type.model_validate(settings), seed_of("refused"))
        except BadOption as refused:
            reasons.append(str(refused))
        except ValidationError as refused:
            reasons.append(refused.errors()[0]["msg"])
    assert [reason for reason in reasons if not is_clean(reason) or len(reason) < 10] == []


@every_game
def test_seats_are_distinct_and_have_names(name: str) -> None:
    """Two seats of one name, or a seat named as another's team, read each other's secrets."""
    game = found.load(name)
    for played in found.all_games(name):
        seats = game.seats(played.playing.options)
        assert len({seat.id for seat in seats}) == len(seats) > 0
        for seat in seats:
            assert 0 < len(seat.id) <= NAME_CHARS_MAX
            assert seat.team
            assert seat.title
            assert all(is_clean(text) for text in (seat.id, seat.team, seat.title, seat.duty))
            assert not [other for other in seats if str(other.team) == seat.id and other.id != seat.id]


@every_game
def test_phases_ask_seats_that_sit_at_the_table(name: str) -> None:
    """A gate asks no seat, or an unknown one, or has no time, and the table hangs."""
    game = found.load(name)
    for played in found.all_games(name):
        seats = set(seat_ids(game, played.playing.options))
        for moment in played.moments:
            phase = moment.phase
            assert phase.asked
            assert len(set(phase.asked)) == len(phase.asked)
            assert set(phase.asked) <= seats
            assert phase.sealed or len(phase.asked) == 1, "several seats are asked at once only under seal"
            assert phase.clock_seconds > phase.quiet_seconds >= 0
            assert len({channel.id for channel in phase.channels}) == len(phase.channels)
            for channel in phase.channels:
                assert channel.id
                assert is_clean(channel.title)
                assert channel.members
                assert len(set(channel.members)) == len(channel.members)
                assert set(channel.members) <= seats


@every_game
def test_phases_say_what_they_are(name: str) -> None:
    """A phase has no title or rule, so that players cannot know what they are asked."""
    said = {
        (moment.phase.name, moment.phase.rule, moment.phase.title, moment.phase.text)
        for played in found.all_games(name)
        for moment in played.moments
    }
    for texts_of_phase in said:
        assert all(texts_of_phase)
        assert all(is_clean(text) for text in texts_of_phase)


@every_game
def test_games_end(name: str) -> None:
    """A game never ends and keeps forty tables waiting. Or its end has no reason, or a false winner."""
    game = found.load(name)
    for played in found.default_games(name):
        finish = played.playing.phase
        assert isinstance(finish, Finish)
        assert finish.reason[0].isupper()
        assert finish.reason[-1].isalnum() or finish.reason[-1] == ")"
        assert is_clean(finish.reason)
        seats = game.seats(played.playing.options)
        sides = {seat.id for seat in seats} | {seat.team for seat in seats}
        assert set(finish.winners) <= sides
        assert finish.standings == game.standings(played.playing.state)
        assert finish.standings.tallies
        for tally in finish.standings.tallies:
            assert tally.label.islower()
            assert is_clean(tally.label)
            assert set(tally.by) <= sides


@every_game
def test_the_standings_tell_no_secret(name: str) -> None:
    """An umpire may end a game at any time, and the results board of the room shows a hidden number."""
    game = found.load(name)
    for played in found.default_games(name):
        for moment in played.moments:
            for seat in game.seats(played.playing.options):
                other = game.rehide(moment.state, seat.id, Dice(seed_of("standings"), seat.id))
                assert game.standings(other) == game.standings(moment.state)


@every_game
def test_a_table_where_everyone_is_silent_ends_too(name: str) -> None:
    """Without any answer, the clock does not carry the game to its end by the rules alone."""
    game = found.load(name)
    play_on(Playing(game, found.limited(name), seed_of("silence")), silent, found.GATES_MAX)


@every_game
def test_a_game_can_be_played_by_suggestions(name: str) -> None:
    """A player who only ever confirms the suggestion cannot finish the game."""
    game = found.load(name)
    play_on(Playing(game, found.limited(name), seed_of("suggestions")), suggested, found.GATES_MAX)


@every_game
def test_the_end_can_be_seen_by_all(name: str) -> None:
    """When the game is over, a seat can no longer see the table."""
    game = found.load(name)
    for played in found.default_games(name):
        for seat in (*seat_ids(game, played.playing.options), None):
            assert isinstance(game.sheet(played.playing.state, seat), Sheet)


@every_game
def test_headings_are_words_for_players(name: str) -> None:
    """A heading in the story is no text for players."""
    for played in found.all_games(name):
        assert all(is_clean(happened.heading) for happened in played.playing.events)
