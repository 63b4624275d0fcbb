"""Scenarios with a map for tests: a small one by hand, and any map at random."""

from __future__ import annotations

import json
import random
from typing import Any

ISLAND = {
    "coast": ([0, 0], ["hills", "ford"], "rosal"),
    "hills": ([50, 0], ["coast", "ford", "moor"], "none"),
    "ford": ([25, 40], ["coast", "hills"], "none"),
    "moor": ([100, 0], ["hills", "mill"], "none"),
    "mill": ([100, 50], ["moor"], "vald"),
}


def island(**keys: Any) -> dict[str, Any]:
    """Return a scenario of two sides with two and one pieces. `keys` replace those of its map."""
    board: dict[str, Any] = {
        "title": "The island",
        "owners_known_to": "near",
        "pieces_known_to": "near",
        "dislodged": "retreats",
        "places": [
            {"name": name, "title": name.capitalize(), "at": at, "links": links, "owner": owner}
            for name, (at, links, owner) in ISLAND.items()
        ],
        "pieces": [
            {"name": "guard", "title": "Guard", "of": "rosal", "at": "coast"},
            {"name": "scouts", "title": "Scouts", "of": "rosal", "at": "ford"},
            {"name": "host", "title": "Host", "of": "vald", "at": "mill", "strength": 2},
        ],
    }
    return {
        "format": 2,
        "title": "The island",
        "summary": "Two sides on an island.",
        "situation": "Two sides, five places.",
        "rounds": 3,
        "minutes": 10,
        "teams": [{"name": side, "title": side.capitalize(), "brief": "Hold."} for side in ("rosal", "vald")],
        "seats": [{"name": side, "team": side, "title": f"Head of {side}"} for side in ("rosal", "vald")],
        "map": board | keys,
        "phases": [
            {
                "name": "Orders",
                "kind": "questions",
                "minutes": 3,
                "questions": [{"name": "march", "ask": "What do your pieces do?", "kind": "orders"}],
            }
        ],
        "endings": [{"name": "end", "when": "end", "words": "It ended"}],
    }


def any_map(seed: int) -> str:
    """Return a scenario with a map at random: its size, its sides, its pieces, and who knows what."""
    chance = random.Random(seed)  # a test's own chance
    sides = ("red", "blue", "gold", "grey")[: chance.randint(2, 4)]
    names = [f"p{n}" for n in range(chance.randint(4, 10))]
    links: dict[str, set[str]] = {name: set() for name in names}
    for at, name in enumerate(names[1:], 1):
        _link(links, name, names[chance.randrange(at)])
    for _ in range(len(names)):
        one, other = chance.sample(names, 2)
        if len(links[one]) < 6 and len(links[other]) < 6:
            _link(links, one, other)
    seats = [
        {"name": f"{side}.{role}", "team": side, "title": f"{side} {role}", "brief": "Hold."}
        for side in sides
        for role in ("head", "aide")[: chance.randint(1, 2)]
    ]
    cell = [{"name": "cell", "title": "Cell", "cell": True}] if chance.random() < 0.5 else []
    starts = chance.sample(names, min(len(names) - 1, len(sides) * chance.randint(1, 3)))
    pieces = [
        {
            "name": f"a{n}",
            "title": f"Army {n}",
            "of": sides[n % len(sides)],
            "at": at,
            "strength": chance.choice((1, 1, 2)),
        }
        for n, at in enumerate(starts)
    ]
    armed = [side for side in sides if any(piece["of"] == side for piece in pieces)]
    sights = ("all", "near", "own")
    written = island() | {
        "rounds": chance.randint(2, 4),
        "teams": [{"name": side, "title": side.capitalize()} for side in sides] + cell,
        "seats": seats + [{"name": each["name"], "team": "cell", "title": "Cell"} for each in cell],
        "map": {
            "owners_known_to": chance.choice(sights),
            "pieces_known_to": chance.choice(sights),
            "dislodged": chance.choice(("removed", "retreats")),
            "places": [
                {
                    "name": name,
                    "title": name.upper(),
                    "at": [chance.randrange(0, 50) * 2 + n % 2, 10 * n],
                    "links": sorted(links[name]),
                    "owner": chance.choice((*sides, "none")),
                }
                for n, name in enumerate(names)
            ],
            "pieces": pieces,
        },
    }
    (phase,) = written["phases"]
    phase["questions"][0] |= {"of": armed, "by": chance.choice(("commander", "majority", "all"))}
    return json.dumps(written)


def _link(links: dict[str, set[str]], one: str, other: str) -> None:
    links[one].add(other)
    links[other].add(one)
