"""Plays recorded games again and prints their digests: one JSON line in and one out for each game.

It is a program of its own, so that it can run with another hash seed.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from warcouncil.games.kit.play.codec import digest, dump_event, dump_state
from warcouncil.games.kit.play.play import Playing
from warcouncil.protocol.words import SeatId

from tests.games.found import load


def record(name: str, playing: Playing) -> dict[str, Any]:
    """Return the record that is needed to play a game again."""
    return {
        "game": name,
        "options": playing.options.model_dump(mode="json"),
        "seed": playing.seed.hex(),
        "answers": playing.answers,
    }


def replay(recorded: dict[str, Any]) -> Playing:
    """Play a recorded game again."""
    game = load(recorded["game"])
    options = game.options_type.model_validate_json(json.dumps(recorded["options"]))
    playing = Playing(game, options, bytes.fromhex(recorded["seed"]))
    for answers in recorded["answers"]:
        for seat, answer in answers.items():
            playing.declare(SeatId(seat), answer)
        playing.close()
    return playing


def fingerprint(playing: Playing) -> str:
    """Return the digest of the last state and of all events."""
    game = playing.game
    events = json.dumps([dump_event(happened.event) for happened in playing.events])
    return digest(dump_state(game, playing.state) + events.encode())


def main() -> None:
    """Answer each recorded game on standard input with its name and fingerprint."""
    for line in sys.stdin:
        recorded = json.loads(line)
        print(json.dumps([recorded["game"], fingerprint(replay(recorded))]), flush=True)  # noqa: T201  # the program's output


if __name__ == "__main__":
    main()
