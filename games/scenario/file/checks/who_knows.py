"""WhoKnows: for every fact and every reader, whether the reader may know it, and from when.

The table is exact where the file alone decides. It may allow too much where the course of the exercise decides. It
never denies a fact that a reader can see. After the end of an exercise everything is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Literal

from warcouncil.games.scenario.file.model.clause_sites import Site, effects, printed, site_label
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import OWN, Compared, Fixed, Ref, Round
from warcouncil.games.scenario.file.text.consequences import EffectPart, FollowPart
from warcouncil.games.scenario.file.text.own import owned_ref
from warcouncil.games.scenario.file.text.phase import TreatyPhase, VotePhase
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.words import SeatId

Kind = Literal["number", "answer", "document", "brief", "ballot", "result", "treaty", "words", "map"]
When = Literal["always", "near", "closing", "perhaps", "never"]
EVERYONE = ""
"""The public reader. Everyone knows what this reader knows."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A fact that one reader may know and another may not.

    `owner` is the team or seat to which it belongs. For a text that some readers receive, `owner` is the receiver,
    and `name` is the rule with the text.
    """

    kind: Kind
    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Learns:
    """When a reader may know a fact.

    `moments` are the phases, as round and place, after which it may become known. `by` names the rules that
    may reveal it.
    """

    when: When
    moments: tuple[tuple[int, int], ...] = ()
    by: tuple[str, ...] = ()


ALWAYS, NEVER = Learns("always"), Learns("never")
NEAR = Learns("near")
"""On a map: the reader learns the value while a piece of the reader's side is near enough."""
_COMPARE = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq, "!=": ne}


@dataclass(frozen=True, slots=True)
class _Brought:
    """A rule that may reveal a fact, by the place of its text, and the readers. `whom` is None for everyone."""

    site: Site
    whom: tuple[SeatId, ...] | None


class WhoKnows:
    """The table of all facts and readers of a sound scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.names = Names(scenario)
        self.script = self.names.script
        self.scenario = scenario
        self.facts: tuple[Secret, ...] = tuple(self._facts())
        self._brought = {fact: tuple(self._bring(fact)) for fact in self.facts}
        self._order = self.names.timeline

    def _facts(self) -> Iterator[Secret]:
        script, scenario = self.script, self.scenario
        yield from (Secret("brief", team.name) for team in scenario.teams if team.brief)
        yield from (Secret("brief", seat.name, seat.name) for seat in scenario.seats if seat.brief)
        yield from (Secret("number", name, owner) for name in script.numbers for owner in script.owners(name))
        yield from (Secret("document", name) for name in script.documents)
        if script.places:
            yield from (Secret("map", "places", team) for team in script.sides)
            yield from (Secret("map", "pieces", team) for team in script.sides)
        yield from (
            Secret("answer", name, owner) for name in script.questions for owner in script.owners(name)
        )
        for name, vote in script.votes.items():
            yield from (Secret("ballot", name, str(seat)) for seat in self._voters(vote))
        yield from (Secret("result", name) for name in script.results)
        yield from (Secret("treaty", name) for name in script.treaties)
        for site, effect in effects(self.names):
            for place in effect.tell_to:
                for whom in site.own if place == OWN else (place,):
                    yield Secret("words", site_label(self.names, site.path), whom)

    def _voters(self, vote: VotePhase) -> tuple[SeatId, ...]:
        return self.script.seats_in(vote.of) if vote.of else self.script.players

    # --- who and when -----------------------------------------------------------------------------------------------

    def learns(self, fact: Secret, reader: str) -> Learns:
        """Return when a seat may know a fact. With EVERYONE, return when all readers may."""
        sure = self._surely(fact, reader)
        if sure.when != "never":
            return sure
        brought = [each for each in self._brought[fact] if each.whom is None or reader in each.whom]
        moments = {moment for each in brought for moment in self._moments(each.site)}
        if not moments:
            return NEVER
        by = tuple(dict.fromkeys(site_label(self.names, each.site.path) for each in brought))
        return Learns("perhaps", tuple(moment for moment in self._order if moment in moments), by)

    def _moments(self, site: Site) -> Iterator[tuple[int, int]]:
        """Yield the moments when a consequence may happen: each closing of its phase in the rounds that its
        conditions allow.
        """
        rules = self.scenario.phases[site.place].follows if site.path[2] == "follows" else ()
        for number, place in self._order:
            if place == site.place and (not rules or _in_round(rules[int(site.path[3])], max(number, 0))):
                yield number, place

    def may_know(self, fact: Secret, reader: str, round_: int, place: int) -> bool:
        """Return whether a reader may know a fact while this phase of this round is open."""
        found = self.learns(fact, reader)
        if found.when in ("always", "near", "never"):
            return found.when != "never"
        phase = self.scenario.phases[place]
        now = self._order.index((-1 if phase.at == "after" else round_, place))
        here = isinstance(phase, TreatyPhase)
        return any(at < now or (at == now and here) for at in map(self._order.index, found.moments))

    def first(self, found: Learns) -> tuple[int, int] | None:
        """Return the first round and phase after which a fact may become known."""
        return next(iter(found.moments), None)

    def _after(self, place: int) -> Learns:
        return Learns("closing", tuple(moment for moment in self._order if moment[1] == place))

    def _surely(self, fact: Secret, reader: str) -> Learns:
        script = self.script
        cell = reader in script.cell
        match fact.kind:
            case "brief":
                own = script.seats_of(fact.owner or fact.name)
                return ALWAYS if cell or reader in own else NEVER
            case "number":
                public = self.names.public(fact.name)
                known = public or cell or reader in script.readers_of(Ref(fact.name, fact.owner))
                return ALWAYS if known else NEVER
            case "document":
                start = script.documents[fact.name].known_to
                given = start == "all" or (isinstance(start, tuple) and reader in script.seats_in(start))
                return ALWAYS if given or cell else NEVER
            case "answer":
                known = (
                    self.names.public(fact.name)
                    or cell
                    or reader in script.readers_of(Ref(fact.name, fact.owner))
                )
                return self._after(self.names.home[fact.name]) if known else NEVER
            case "ballot":
                vote = script.votes[fact.name]
                known = vote.ballot == "open" or cell or reader == fact.owner
                return self._after(self._place(vote)) if known else NEVER
            case "result":
                known = self.names.public(fact.name) or cell or reader in script.readers_of(Ref(fact.name))
                part = script.votes.get(fact.name) or script.treaties[fact.name]
                return self._after(self._place(part)) if known else NEVER
            case "treaty":
                return self._reads_treaty(script.treaties[fact.name], reader)
            case "words":
                return NEVER
            case "map":
                return self._sees(fact, reader)

    def _sees(self, fact: Secret, reader: str) -> Learns:
        """Return when a reader knows where pieces of a team are, or which places it holds."""
        script = self.script
        known = self.names.public(fact.name) or reader in script.cell or reader in script.seats_of(fact.owner)
        board = script.board
        sight = board.owners_known_to if fact.name == "places" else board.pieces_known_to
        if known:
            return ALWAYS
        return NEAR if sight == "near" and reader != EVERYONE else NEVER

    def _reads_treaty(self, treaty: TreatyPhase, reader: str) -> Learns:
        parties = self.script.seats_in((*treaty.signers, treaty.drafter))
        known = treaty.known_to == "all" or reader in parties or reader in self.script.cell
        return self._after(self._place(treaty)) if known else NEVER

    def _place(self, part: VotePhase | TreatyPhase) -> int:
        return self.scenario.phases.index(part)

    # --- what may bring it ------------------------------------------------------------------------------------------

    def _bring(self, fact: Secret) -> Iterator[_Brought]:
        """Yield the rules that may reveal a fact."""
        if fact.kind == "words":
            for site, _ in effects(self.names):
                if site_label(self.names, site.path) == fact.name:
                    yield _Brought(site, (*self.script.seats_of(fact.owner), *self.script.cell))
        if fact.kind == "document":
            for site, effect in effects(self.names):
                for whom in _handed(effect, fact.name, site.own):
                    yield _Brought(site, self.script.seats_of(whom))
        if fact.kind in ("number", "answer", "result"):
            yield from self._print(Ref(fact.name, fact.owner))

    def _print(self, fact: Ref) -> Iterator[_Brought]:
        for each in printed(self.names):
            for own in (each.site.own or ("",)) if each.site.place >= 0 else ():
                slots = {owned_ref(Ref(slot.name, slot.owner), own) for slot in clauses.slots(each.text)}
                if fact in slots:
                    yield _Brought(each.site, None if each.to is None else each.readers(self.names, own))


def _handed(effect: EffectPart, document: str, own: tuple[str, ...]) -> Iterator[str]:
    for place in effect.hand.get(document, ()):
        yield from own if place == OWN else (place,)


def _in_round(follow: FollowPart, number: int) -> bool:
    """Return whether the conditions of a rule allow a round."""
    for text in () if follow.or_if else follow.only_if:
        match clauses.condition(text):
            case Compared(left=Round(), op=op, right=Fixed(value=value)):
                if not _COMPARE[op](number, value):
                    return False
            case _:
                continue
    return True


HEADS = {
    "brief": "Briefs",
    "number": "Numbers",
    "document": "Papers",
    "map": "The map",
    "answer": "Answers",
    "ballot": "Ballots",
    "result": "What came of votes and treaties",
    "treaty": "Texts of treaties",
    "words": "Private messages",
}
"""The parts of the table, in order, with their headings."""


@dataclass(frozen=True, slots=True)
class SecretRow:
    """The name of one fact, and when each reader may know it."""

    what: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SecretPart:
    """The rows of one kind of fact."""

    head: str
    rows: tuple[SecretRow, ...]


def columns(known: WhoKnows) -> tuple[str, ...]:
    """Return the readers: the public, then each seat."""
    return (EVERYONE, *(str(seat.id) for seat in known.script.seats))


def titles(known: WhoKnows) -> tuple[str, ...]:
    """Return the headings of the columns."""
    return ("everybody", *(seat.title for seat in known.script.seats))


def parts(known: WhoKnows) -> tuple[SecretPart, ...]:
    """Return the whole table."""
    return tuple(
        SecretPart(head, rows)
        for kind, head in HEADS.items()
        if (rows := tuple(_row(known, fact) for fact in known.facts if fact.kind == kind))
    )


def _row(known: WhoKnows, fact: Secret) -> SecretRow:
    return SecretRow(
        named(known, fact), tuple(_cell(known, known.learns(fact, reader)) for reader in columns(known))
    )


def named(known: WhoKnows, fact: Secret) -> str:
    """Return the name of a fact as people read it."""
    script = known.script
    whose = f" ({script.title(fact.owner)})" if fact.owner else ""
    match fact.kind:
        case "brief":
            return f"brief of {script.title(fact.name)}"
        case "number":
            return f"{script.numbers[fact.name].title}{whose}"
        case "document":
            return script.documents[fact.name].title
        case "answer":
            title = script.questions[fact.name].title or fact.name.replace("_", " ")
            return f"{title}{whose}"
        case "ballot":
            return f"{script.votes[fact.name].motion}{whose}"
        case "result":
            part = script.votes.get(fact.name)
            return part.motion if part else script.treaties[fact.name].name
        case "treaty":
            return script.treaties[fact.name].name
        case "map":
            return f"{fact.name} of {script.title(fact.owner)}"
        case "words":
            return f"{fact.name}: to {script.title(fact.owner)}"


def _cell(known: WhoKnows, found: Learns) -> str:
    if found.when in ("always", "near"):
        return "always" if found.when == "always" else "when a piece is near"
    first = known.first(found)
    if first is None:
        return "never"
    number, place = first
    scenario = known.scenario
    phase = scenario.phases[place]
    when = f" ({scenario.round} {number})" if number > 0 and scenario.rounds > 1 else ""
    after = f"after {phase.name}{when}"
    if found.when == "closing":
        return f"{after}, if it opens" if phase.only_if else after
    return f"{after}, if {' or '.join(found.by)}"
