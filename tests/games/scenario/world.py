"""The seats of a generated scenario and their knowledge, calculated without the rules that it tests."""

from __future__ import annotations

from dataclasses import dataclass, field

KnownTo = str | tuple[str, ...]
MARKED = 1000
"""A watched number stays in a thousand of its own, so that its value always tells its owner."""


@dataclass
class Known:
    """A number or a question: its owner, its readers, and the thousand of its values (0: none)."""

    kind: str
    owners: tuple[str, ...]
    known_to: KnownTo
    thousand: int = 0
    options: tuple[str, ...] = ()
    by: str = "commander"
    silence: bool = False
    """A value is defined for its silence."""
    conditional: bool = False
    """It may not be asked."""
    phase: int = -1


@dataclass
class World:
    """The complete content of a written scenario, for the writer of its conditions and for the watcher of its
    secrets.
    """

    teams: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The sides, each with its seats, without the white cell."""
    cell: tuple[str, ...] = ()
    numbers: dict[str, Known] = field(default_factory=dict)
    documents: dict[str, KnownTo] = field(default_factory=dict)
    questions: dict[str, Known] = field(default_factory=dict)
    votes: list[str] = field(default_factory=list)
    treaties: dict[str, KnownTo] = field(default_factory=dict)
    """The readers of each: "all", or its parties."""
    words: dict[str, frozenset[str]] = field(default_factory=dict)
    """Words that stand nowhere else, each with the seats that may ever read it."""
    revealed: set[str] = field(default_factory=set)
    """Numbers and questions of which the file itself says that it tells of them."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The teams that play."""
        return tuple(self.teams)

    @property
    def players(self) -> tuple[str, ...]:
        """The seats that play."""
        return tuple(seat for seats in self.teams.values() for seat in seats)

    @property
    def places(self) -> tuple[str, ...]:
        """Teams and seats that play, none twice."""
        return tuple(dict.fromkeys((*self.sides, *self.players)))

    def seats_of(self, place: str) -> tuple[str, ...]:
        """Return the seats of a side, or the seat itself."""
        return self.teams.get(place, (place,))

    def seats_in(self, places: KnownTo, owner: str = "") -> tuple[str, ...]:
        """Return the seats that `known_to` names."""
        match places:
            case "all":
                return self.players
            case "none":
                return ()
            case "own":
                return self.seats_of(owner)
            case _:
                return tuple(seat for place in places for seat in self.seats_of(place))

    def asked(self, name: str, owner: str) -> tuple[str, ...]:
        """Return the seats that answer a question for one of its owners."""
        seats = self.seats_of(owner)
        return seats[:1] if self.questions[name].by == "commander" else seats

    def readers(self, name: str, owner: str) -> frozenset[str]:
        """Return the seats that may know a number or an answer of an owner."""
        if name in self.votes:
            return frozenset(self.players)
        if name in self.treaties:
            return frozenset(self.seats_in(self.treaties[name]))
        known = self.part(name)
        own = self.asked(name, owner) if name in self.questions else ()
        return frozenset((*self.seats_in(known.known_to, owner), *own))

    def public(self, name: str) -> bool:
        """Return whether all readers may know all of a part."""
        if name in self.documents or name in self.treaties:
            return (self.documents | self.treaties)[name] == "all"
        return name in self.votes or self.part(name).known_to == "all"

    def part(self, name: str) -> Known:
        """Return a number or a question."""
        return self.numbers.get(name) or self.questions[name]

    def sealed_results(self, seat: str) -> set[str]:
        """Return the secret treaties (by their phases, as sheets name them) of which a seat may know nothing;
        "" for the public.
        """
        return {
            f"Phase {name[1:]}"
            for name, known_to in self.treaties.items()
            if known_to != "all" and seat not in known_to
        }

    def reveal(self, name: str) -> None:
        """Note that the file says of something that it tells of it: an answer is told by its option's label."""
        self.revealed.add(name)
        for word in self.words:
            if f"option{name}x" in word:
                self.words[word] = frozenset(self.players)

    def word(self, what: str, readers: tuple[str, ...] | frozenset[str]) -> str:
        """Return a new word that only these seats may ever read."""
        word = f"zq{what}{len(self.words)}z"
        self.words[word] = frozenset(readers)
        return word
