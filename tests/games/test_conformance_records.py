"""The contract of every game for the record: states, forms and sheets can be read from it, and the same
answers give the same game.
"""

from __future__ import annotations

from collections import Counter

import pytest
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event, shown, told
from warcouncil.games.kit.play.codec import digest, dump_state, load_state
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Documents
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire import wire
from warcouncil.protocol.words import GateNo, Model, SeatId

from tests.games import found
from tests.games.found import asked, is_clean, seat_ids, texts

VIEW_BYTES_SPARE = 1500
"""A view also carries the clock, the conversations and its envelope."""

every_game = pytest.mark.parametrize("name", found.NAMES)


@every_game
def test_states_survive_json(name: str) -> None:
    """A table that is resumed from its record has another state than before."""
    game = found.load(name)
    for moment in found.sample(name):
        data = dump_state(game, moment.state)
        again = load_state(game, data)
        assert again == moment.state
        assert digest(dump_state(game, again)) == digest(data)


@every_game
def test_resolving_leaves_the_old_state_alone(name: str) -> None:
    """A state changes after it was recorded, which makes every record of it worthless."""
    game = found.load(name)
    for moment in found.sample(name):
        before = dump_state(game, moment.state)
        declarations = {
            seat: game.read(moment.state, seat, moment.answers[seat])
            if seat in moment.answers
            else game.default(moment.state, seat)
            for seat in moment.phase.asked
        }
        dice = Dice(seed_of(name), moment.gate)
        first = game.resolve(moment.state, declarations, dice)
        again = game.resolve(moment.state, declarations, Dice(seed_of(name), moment.gate))
        assert dump_state(game, moment.state) == before
        assert dump_state(game, first.state) == dump_state(game, again.state)
        assert first == again


@every_game
def test_a_void_declaration_is_survived(name: str) -> None:
    """An umpire may void any declaration, and the rules do not continue as with a missing one."""
    game = found.load(name)
    for moment in found.sample(name):
        for void in moment.phase.asked:
            declarations = {
                seat: None if seat == void else game.default(moment.state, seat)
                for seat in moment.phase.asked
            }
            after = game.resolve(moment.state, declarations, Dice(seed_of(name), moment.gate))
            assert load_state(game, dump_state(game, after.state)) == after.state


def roundtrip(value: Model) -> bool:
    """Return whether a message part is the same after the wire."""
    return type(value).model_validate_json(value.model_dump_json()) == value


@every_game
def test_forms_survive_the_wire_and_hold_clean_words(name: str) -> None:
    """A form does not arrive as it was sent, or contains a control character."""
    for game, moment, seat in asked(name):
        form = game.form(moment.state, seat)
        assert roundtrip(form)
        assert [text for text in texts(form.model_dump()) if not is_clean(text)] == []


@every_game
def test_sheets_survive_the_wire_and_hold_clean_words(name: str) -> None:
    """A sheet does not arrive as it was sent, or contains a control character."""
    game = found.load(name)
    for moment in found.sample(name):
        for seat in (*seat_ids(game, moment.options), None):
            sheet = game.sheet(moment.state, seat)
            assert sheet.headline or sheet.elements
            assert roundtrip(sheet)
            lines = [line for text in texts(sheet.model_dump()) for line in text.split("\n")]
            assert [line for line in lines if not is_clean(line)] == []
            others = [each for each in sheet.elements if not isinstance(each, Documents)]
            assert [text for each in others for text in texts(each.model_dump()) if "\n" in text] == []


@every_game
def test_all_that_a_seat_sees_at_a_gate_has_the_one_length_of_its_game(name: str) -> None:
    """A view is longer than the others of its game, and tells a secret by its length."""
    game = found.load(name)
    told_at = story_bytes(name)
    for moment in found.sample(name):
        for seat in seat_ids(game, moment.options):
            sides = game.sides(moment.options)
            seen: list[Model] = [game.sheet(moment.state, seat).model_copy(update={"sides": sides})]
            if seat in moment.phase.asked:
                seen.append(game.form(moment.state, seat))
            size = sum(len(wire.dump(part)) for part in seen)
            text = len(f"{moment.phase.title}{moment.phase.text}".encode())
            assert size + text + told_at + VIEW_BYTES_SPARE <= written.view_bytes_of(game, moment.options)


def story_bytes(name: str) -> int:
    """Return the length of the longest story that any seat was told at the end of one gate."""
    game = found.load(name)
    lengths: Counter[tuple[int, SeatId, GateNo]] = Counter()
    for index, played in enumerate(found.all_games(name)):
        for happened in played.playing.events:
            for seat in game.seats(played.playing.options):
                line = StoryLine(
                    heading=happened.heading,
                    text=told(happened.event, seat),
                    shows=10,
                    scene=own_scene(happened.event, seat),
                )
                lengths[index, seat.id, happened.gate] += len(wire.dump(line))
    return max(lengths.values())


def own_scene(event: Event, seat: Seat) -> Scene | None:
    """Return the scene of an event that a seat may watch and the public may not."""
    scene = shown(event, seat)
    return None if scene == shown(event, PUBLIC) else scene


@every_game
def test_public_scenes_make_no_frame_much_longer(name: str) -> None:
    """A reveal makes views of a table five times as long, and is slow in a room of forty."""
    game = found.load(name)
    lengths: Counter[tuple[int, GateNo]] = Counter()
    for index, played in enumerate(found.all_games(name)):
        for happened in played.playing.events:
            scene = shown(happened.event, PUBLIC)
            lengths[index, happened.gate] += len(wire.dump(scene)) if scene else 0
    room = wire.reply_size(game.view_bytes - wire.ENVELOPE_BYTES_MAX)
    assert game.view_bytes + max(lengths.values()) <= (12288 if room < 12288 else 32768)
