"""The setting of a run: the game, the number of tables, the clients, and the home of the exercise.

All of it follows from the seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from warcouncil.arbiter.core.words.plan import Inject, TablePlan
from warcouncil.arbiter.core.words.stimuli import Began, CodeCard, Grant
from warcouncil.games import registry
from warcouncil.protocol.proofs.doors import CODE_ALPHABET, SECRET_CHARS, CodeText
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.simulation.chance import Chance, pair

TALK = {"talk": "public", "talk_deals": True, "hand": 5}
"""A game in which people may speak all the time, and questions close so fast that several do while a limit on speech counts."""
TALKING_CLOCKS = (2, 3)
TALKATIVE = 0.2
"""The share of runs in which users talk more than they may."""
GUESTS = 0.3
"""The share of runs in which a user or two come in by the door."""
CLOCKS = (2, 4, 8, 15)
"""How long a question may take, in seconds."""
TOYS = ("sealed_bid", "nim", "standoff")
GAMES = (*TOYS, *TOYS, "sealed_bid", "kashmir_crisis", "kartenspiel", "escalate", "hard_war")
UMPIRE = "umpire"
EXERCISE = "Jena"


@dataclass(frozen=True)
class Wish:
    """The wish for a run: all else follows from the seed."""

    seed: int
    seconds: float = 60.0
    game: str = ""
    only: tuple[int, ...] | None = None
    """Which of the faults that are drawn strike; None: all."""
    at_home: str = ""
    """The home: a "file", or a "server"; else a random one."""
    seats_alone: bool = False
    """Whether all clients are honest users at seats."""


@dataclass
class Setting:
    """The random decisions."""

    game: str
    tables: int
    places: dict[str, Grant]
    """The seats of honest people, by the names of their clients."""
    guests: dict[str, CodeCard]
    """The cards of those among them whose key no arbiter knows yet."""
    standbys: int
    """How many machines stand by at the beginning."""
    hostile: str
    """The seat of the hostile client; "" without one."""
    ruled: bool
    """Whether an umpire rules."""
    talkative: bool
    """Whether people say many lines at once."""
    at_server: bool
    began: Began

    @property
    def holders(self) -> dict[str, Grant]:
        """Return the holders that may come in, by their keys."""
        named = {name: holder for name, holder in self.places.items() if name not in self.guests}
        if self.hostile:
            named[self.hostile] = _seat(self.hostile)
        if self.ruled:
            named[UMPIRE] = Grant(role=Role.UMPIRE)
        return {pair(name)[0].decode(): holder for name, holder in named.items()}


def drawn(wish: Wish, chance: Chance) -> Setting:
    """Draw the setting of a run."""
    draw = chance.of("the setting")
    game, tables = wish.game or draw.choice(GAMES), draw.choice((1, 1, 2))
    talkative = not (wish.game or wish.seats_alone) and chance.of("whether they talk").random() < TALKATIVE
    if talkative:
        game = "sealed_bid"
    rules = registry.load(game)
    names = [f"{n}:{seat.id}" for n in range(1, tables + 1) for seat in rules.seats(rules.options_type())]
    hostile = names.pop(draw.randrange(len(names))) if draw.random() < 0.25 and not wish.seats_alone else ""
    ruled = draw.random() < 0.35 and not wish.seats_alone
    at_server = draw.random() < 0.4
    guests = {} if wish.seats_alone else _guests(chance.of("who comes by the door"), names)
    return Setting(
        game=game,
        tables=tables,
        places={name: _seat(name) for name in names},
        guests=guests,
        standbys=1 if wish.seats_alone else chance.of("how many stand by").choice((1, 2)),
        hostile=hostile,
        ruled=ruled,
        talkative=talkative,
        at_server=wish.at_home == "server" if wish.at_home else at_server,
        began=_began(
            wish,
            chance,
            game,
            tables,
            alone=bool(hostile),
            ruled=ruled,
            options=TALK if talkative else {},
            codes=(*guests.values(),),
        ),
    )


def _guests(draw: Random, names: list[str]) -> dict[str, CodeCard]:
    """Return the guests among these clients, with their cards."""
    if draw.random() >= GUESTS:
        return {}
    found = draw.sample(names, min(len(names), draw.choice((1, 2))))
    return {
        name: CodeCard(
            code=CodeText(plate=f"{n:03d}", secret="".join(draw.choices(CODE_ALPHABET, k=SECRET_CHARS))),
            holder=_seat(name),
        )
        for n, name in enumerate(found)
    }


def _seat(name: str) -> Grant:
    number, _, seat = name.partition(":")
    return Grant(role=Role.SEAT, table=TableId(int(number)), seat=SeatId(seat))


def _began(
    wish: Wish,
    chance: Chance,
    game: str,
    tables: int,
    *,
    alone: bool,
    ruled: bool,
    options: Mapping[str, Any],
    codes: tuple[CodeCard, ...],
) -> Began:
    """Return the beginning of the exercise; `alone`: it starts at once, because one seat never says that it
    is ready.
    """
    draw = chance.of("the plan")
    rules = registry.load(game)
    phases = rules.phase_names(rules.options_type.model_validate(options))
    clocks = TALKING_CLOCKS if options else CLOCKS
    plans = tuple(
        TablePlan(
            table=TableId(number),
            game=game,
            options=dict(options) if phases else {"clock_seconds": draw.choice(CLOCKS)},
            seed=f"{wish.seed * 1000 + number:064x}",
            clocks={name: draw.choice(clocks) for name in phases},
        )
        for number in range(1, tables + 1)
    )
    all_make_it = not alone and draw.random() < 0.3
    injects = [Inject(text=f"News {n}.", at_seconds=10 * n) for n in range(1, 5)] if ruled else []
    return Began.model_validate(
        {
            "exercise": EXERCISE,
            "tables": [plan.model_dump() for plan in plans],
            "codes": [card.model_dump() for card in codes],
            "chance": "all" if all_make_it else "host",
            "start": "linked" if all_make_it else "now" if alone else draw.choice(("now", "linked", "ready")),
            "grace_ms": draw.choice((0, 1000)),
            "injects": [inject.model_dump() for inject in injects],
        }
    )
