"""The proof for one scenario: it is played at random to its end, and no seat learns a secret at any gate.

Three methods search for leaks. Twin worlds: the secrets of others are dealt anew, and all that a seat sees
stays the same. Words and thousands: each secret has one that is in no other place, and only its readers may
read it. Lockstep (`Twins`): if secrets have no consequences, two worlds are played on with other answers, and
a seat reads the same in both to the end.
"""

from __future__ import annotations

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import shown, told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.codec import digest, dump_state, load_state
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.scenario import GAME
from warcouncil.protocol.table.sheets import Documents, Facts, Map, Rows, Sheet, Track
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire import wire
from warcouncil.protocol.words import SeatId

from tests.games.scenario.game import Game, answer_all, seats_of, table
from tests.games.scenario.watch import Watch
from tests.games.scenario.world import World

VIEW_BYTES_SPARE = 1500

# --- one play ------------------------------------------------------------------------------------------------------


def prove(text: str, world: World | None, *, seed: str = "0", seats_each: int = 100) -> int:
    """Play a scenario to its end and look for leaks at each gate. Return the number of gates. `seats_each` is the
    number of seats that look.
    """
    playing = table(text, seed)
    watch = Watch(world or World(), playing)
    most = gates_at_most(playing)
    watch.look()
    for number, phase in enumerate(playing.gates()):
        assert number < most, f"more than {most} gates"
        kept_and_loaded(playing)
        truth_holds_all(playing)
        seats = seats_of(playing)
        looking = [
            seats[(number * seats_each + at) % len(seats)] for at in range(min(seats_each, len(seats)))
        ]
        for seat in looking:
            same_in_twin_worlds(playing, seat, phase)
            fits_its_frame(playing, seat, phase)
        answer_all(playing, watch.world)
        before = dump_state(GAME, playing.state)
        old = playing.state
        playing.close()
        assert dump_state(GAME, old) == before, "a closing changed the state that it was given"
        watch.look()
    truth_holds_all(playing)
    assert isinstance(playing.phase, Finish)
    assert set(playing.phase.winners) <= {
        *seats_of(playing),
        *(seat.team for seat in GAME.seats(playing.options)),
    }
    return playing.gate


def gates_at_most(playing: Game) -> int:
    """Return the highest number of gates: each phase once in each of its rounds, in all its stages."""
    scenario = playing.options.written
    stages = 3 * len(scenario.teams)
    return (
        sum(
            (len(phase.rounds) or scenario.rounds if phase.at == "round" else 1)
            * (1 if phase.kind in ("talk", "questions", "vote") else stages)
            for phase in scenario.phases
        )
        + 1
    )


def kept_and_loaded(playing: Game) -> None:
    """Check that a state that was stored and loaded is the same."""
    data = dump_state(GAME, playing.state)
    again = load_state(GAME, data)
    assert again == playing.state
    assert digest(dump_state(GAME, again)) == digest(data)


def replayed(text: str, seed: str = "0") -> None:
    """Check that the same seed and answers give the same game, event by event."""
    first, second = table(text, seed), table(text, seed)
    for _ in first.gates():
        answer_all(first, World())
        first.close()
    for answers, _ in zip(first.answers, second.gates(), strict=True):
        for seat, answer in answers.items():
            second.declare(seat, answer)
        second.close()
    assert dump_state(GAME, first.state) == dump_state(GAME, second.state)
    assert first.events == second.events


def truth_holds_all(playing: Game) -> None:
    """Check that the truth shows everything that any seat is shown."""
    truth = _things(GAME.truth(playing.state))
    for seat in (*seats_of(playing), None):
        assert not _things(GAME.sheet(playing.state, seat)) - truth, seat


def _things(sheet: Sheet) -> set[object]:
    found: set[object] = set()
    for each in sheet.elements:
        match each:
            case Facts():
                found |= {(each.title, fact.label, fact.value) for fact in each.facts}
            case Rows():
                found |= {(each.title, *row) for row in each.rows}
            case Documents():
                found |= {paper.known_by for paper in each.documents}
            case Track():
                found.add((each.title, each.at))
            case Map():
                found |= {("owner", at.name, at.owner) for at in each.places if at.owner is not None}
                found |= {("piece", at.side, at.title, at.at, at.strength) for at in each.pieces}
            case _:
                found.add(each.model_dump_json())
    return found


# --- twin worlds ----------------------------------------------------------------------------------------------------


def same_in_twin_worlds(playing: Game, seat: SeatId, phase: Phase) -> None:
    """Check that a seat sees the same when all that it cannot know is dealt anew, and so does the public."""
    state = playing.state
    other = GAME.rehide(state, seat, Dice(playing.seed, "rehide", playing.gate, seat))
    assert GAME.phase(other) == phase, seat
    assert GAME.sheet(other, seat) == GAME.sheet(state, seat), seat
    assert GAME.sheet(other, None) == GAME.sheet(state, None), seat
    assert GAME.standings(other) == GAME.standings(state)
    course, again = GAME.course(state), GAME.course(other)
    assert course.ahead == again.ahead
    for figure, same in zip(course.figures, again.figures, strict=True):
        own = {seat, GAME.seats(playing.options)[seats_of(playing).index(seat)].team}
        mine = own if figure.own else set(figure.by)
        assert {at: figure.by[at] for at in figure.by if at in mine} == {
            at: same.by[at] for at in same.by if at in mine
        }
    if seat in phase.asked:
        assert GAME.form(other, seat) == GAME.form(state, seat), seat
    third = Dice(playing.seed, "again", playing.gate, seat)
    assert GAME.rehide(other, seat, third) == GAME.rehide(state, seat, third), (
        "dealt anew by what it cannot know"
    )


# --- frames ---------------------------------------------------------------------------------------------------------


def fits_its_frame(playing: Game, seat: SeatId, phase: Phase) -> None:
    """Check that a seat's view at a gate fits into the one length of this table."""
    sheet = GAME.sheet(playing.state, seat).model_copy(update={"sides": GAME.sides(playing.options)})
    size = len(wire.dump(sheet)) + len(f"{phase.title}{phase.text}".encode())
    if seat in phase.asked:
        size += len(wire.dump(GAME.form(playing.state, seat)))
    reader = playing.state.play.seat(seat)
    for happened in playing.events:
        if happened.gate == playing.gate - 1:
            scene = shown(happened.event, reader)
            own = None if scene == shown(happened.event, PUBLIC) else scene
            line = StoryLine(heading=happened.heading, text=told(happened.event, reader), shows=10, scene=own)
            size += len(wire.dump(line))
    assert size + VIEW_BYTES_SPARE <= GAME.view_bytes_of(playing.options), seat
