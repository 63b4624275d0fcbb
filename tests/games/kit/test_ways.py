"""The sentences for an answer that counts without the seat's seal."""

from __future__ import annotations

import pytest
from warcouncil.games import registry
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.codec import dump_event, load_event
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.games.kit.ways import SealMissed, SealMissedTold, Unsealed, Way, missed, unsealed
from warcouncil.protocol.words import SeatId, TeamId

NOOR = Seat(SeatId("noor"), TeamId("one"), "Noor")
SACHA = Seat(SeatId("sacha"), TeamId("two"), "Sacha")
SEATS = {seat.id: seat for seat in (NOOR, SACHA)}
SAID = {
    Way.SILENT: ("You did not answer in time.", "Noor did not answer in time."),
    Way.STRUCK: ("The umpire struck out your answer.", "The umpire struck out the answer of Noor."),
    Way.DRAFT: (
        "You did not seal an answer in time. Your draft counts.",
        "Noor did not seal an answer in time. Their draft counts.",
    ),
    Way.UMPIRE: ("The umpire answered for you.", "The umpire answered for Noor."),
    Way.BOT: ("A bot answered for you.", "A bot answered for Noor."),
}


def asking(audience: Unsealed, *, awaited: bool = True) -> Phase:
    """Return a phase that asks both."""
    return Phase(
        "Asking", "1", "Asking", "", (NOOR.id, SACHA.id), True, 10, awaited=awaited, unsealed=audience
    )


@pytest.mark.parametrize("way", SAID)
def test_a_seat_and_all_others_read_how_its_answer_came_to_count(way: Way) -> None:
    """An answer of the clock, a bot or the umpire is described as the seat's own."""
    own, others = SAID[way]
    public = missed(NOOR, way, None)
    assert [told(public, reader) for reader in (NOOR, SACHA, PUBLIC, None)] == [own, others, others, others]
    kept = missed(NOOR, way, (NOOR.id,))
    assert [told(kept, reader) for reader in (NOOR, SACHA, PUBLIC, None)] == [own, "", "", others]
    game = registry.load("escalate")
    assert [load_event(game, dump_event(each)) for each in (public, kept)] == [public, kept]


def test_only_the_seats_that_the_phase_names_are_told() -> None:
    """Other seats learn which one was silent, and the answer is a secret."""
    ways = {NOOR.id: Way.SEALED, SACHA.id: Way.SILENT}
    assert [*unsealed(asking("all"), SEATS, ways)] == [SealMissed(SACHA.id, "Sacha", "silent")]
    assert [*unsealed(asking("seat"), SEATS, ways)] == [
        SealMissedTold(SACHA.id, "Sacha", "silent", (SACHA.id,))
    ]
    assert [*unsealed(asking(""), SEATS, ways)] == []
    assert [*unsealed(asking("all", awaited=False), SEATS, ways)] == []


@pytest.mark.parametrize(
    ("game", "phase", "audience"),
    [
        ("kartenspiel", "Redeployment", "seat"),
        ("kartenspiel", "Attack declaration", "seat"),
        ("kartenspiel", "Losses", "all"),
        ("escalate", "Opening", "all"),
        ("escalate", "Retaliation", "seat"),
        ("hard_war", "Play", "all"),
        ("hard_war", "Discard", "seat"),
        ("kashmir_crisis", "Card play", "seat"),
    ],
)
def test_each_game_says_which_readers_learn_of_a_silent_seat(game: str, phase: str, audience: str) -> None:
    """The answer that the rules give a silent seat is described as its choice, or the other side learns of it
    when it is secret.
    """
    pages = {page.name: page.unsealed for page in registry.load(game).phases}  # type: ignore[attr-defined]  # these games are books
    assert pages[phase] == audience


@pytest.mark.parametrize("name", ["escalate", "hard_war", "kartenspiel", "kashmir_crisis"])
def test_a_seat_that_lets_its_clock_run_out_reads_so_in_every_game(name: str) -> None:
    """If this fails, the answer by the rules for a silent seat reads as the seat's own."""
    game = registry.load(name)
    playing = Playing(game, game.options_type(), seed_of("silence"))
    seats = {seat.id: seat for seat in game.seats(playing.options)}
    for _ in range(6):
        phase = playing.phase
        assert isinstance(phase, Phase)
        told_now = playing.close()
        for seat in phase.asked if phase.awaited else ():
            heard = [told(happened.event, seats[seat]) for happened in told_now]
            assert "You did not answer in time." in heard, phase.name
