"""HeadlessUmpires: a command connects with its own keys to one or more arbiters of an event, carries out one task,
and leaves.

Each ruling goes to the arbiter of its table. No message goes to a wing that does not answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer
from warcouncil.clients.commands.common.errors import complain
from warcouncil.clients.commands.join.command_keys import ACTS, alone, command_ticket, wing_ticket
from warcouncil.clients.commands.join.wings import NamedArbiter, arbiters_named
from warcouncil.clients.link.base.links import ONE
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.plan.reading.wings import slug
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.umpire.acts.headless_umpire import HeadlessUmpire, HeadlessUmpireError, RulingOutcome
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import TableId

EXIT_DONE, EXIT_REFUSED = 0, 1


@dataclass(frozen=True, slots=True)
class ArbiterToAsk:
    """The arbiter, or the arbiters of an event, to connect to. It also has how long each of them may take to answer."""

    address: str
    code: str
    wait_seconds: float
    events: tuple[Path, ...] = ()
    wing: str = ""
    """The chosen wing of an event. It is "" for all wings."""

    def named(self) -> list[NamedArbiter]:
        """Return the chosen arbiters. A single one has no name. Raises BadInput."""
        if not self.events:
            if self.wing:
                raise BadInput("--wing needs the event file (--event FILE)")
            return [NamedArbiter(ONE, self.address or None, self.code or None)]
        if self.address or self.code:
            raise BadInput(
                "--event: the file has the addresses and your codes. Leave --address and --code out"
            )
        found = arbiters_named((), self.events)
        if self.wing:
            names = [one.name for one in found]
            found = [one for one in found if slug(one.name) == slug(self.wing)]
            if not found:
                raise BadInput(
                    unknown(f"--wing {self.wing}: there is no such wing", self.wing, names, "wings are")
                )
        return [replace(found[0], name=ONE)] if len(found) == 1 else found

    def ticket(self, one: NamedArbiter, kind: str) -> Ticket:
        """Return a ticket of a kind for one of these arbiters. Raises BadInput."""
        return wing_ticket(one, kind) if self.events else command_ticket(self.address, self.code, kind)


@dataclass(frozen=True, slots=True)
class AwayWing:
    """A wing of an event that does not answer, with its tables from the event file."""

    name: str
    tables: tuple[TableId, ...]
    why: str


class HeadlessUmpires:
    """The consoles of all arbiters that answer, by wing. A single arbiter has no name."""

    def __init__(self, there: Mapping[str, HeadlessUmpire], away: Sequence[AwayWing] = ()) -> None:
        self.there = dict(there)
        self.away = {wing.name: wing for wing in away}
        self._wing_of: dict[TableId, str] = {}
        for name, tables in [
            *((name, tuple(umpire.tables)) for name, umpire in self.there.items()),
            *((wing.name, wing.tables) for wing in away),
        ]:
            for table in tables:
                other = self._wing_of.setdefault(table, name)
                if other != name:
                    raise BadInput(
                        f"{other} and {name} both have a table {table}. Number them by one plan,"
                        " with [[wings]]"
                    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all wings."""
        return (*self.there, *self.away)

    @property
    def several(self) -> bool:
        """Whether there is more than one wing."""
        return len(self.names) > 1

    @property
    def tables(self) -> tuple[TableId, ...]:
        """The known tables in order, including the tables of wings that do not answer."""
        return tuple(sorted(self._wing_of))

    def wing_of(self, table: TableId) -> str | None:
        """Return the wing of a table, or None if no known wing has the table.

        If there is only one arbiter, it has every table.
        """
        return self._wing_of.get(table, None if self.several else ONE)

    def of(self, table: TableId) -> HeadlessUmpire:
        """Return the console of a table's arbiter.

        If the arbiter does not answer or is unknown, print that and raise typer.Exit.
        """
        wing = self.wing_of(table)
        if wing is None or wing in self.away:
            complain(f"table {table}: {self._why_not(wing)}")
            raise typer.Exit(EXIT_REFUSED)
        return self.there[wing]

    async def carry_out(self, rulings: Sequence[tuple[str | None, Rule]]) -> list[RulingOutcome]:
        """Send rulings to their wings, in parallel.

        Return the results in the same order. With several arbiters, an arbiter that is lost is reported. With
        only one, raise HeadlessUmpireError.
        """
        shares = {name: [rule for wing, rule in rulings if wing == name] for name in self.there}
        brought = await asyncio.gather(*(self._brought(name, mine) for name, mine in shares.items() if mine))
        known = {(outcome.wing, outcome.request.id): outcome for each in brought for outcome in each}
        return [known.get((wing or ONE, rule.id)) or self._unsent(wing, rule) for wing, rule in rulings]

    async def _brought(self, name: str, rulings: Sequence[Rule]) -> list[RulingOutcome]:
        try:
            outcomes = await self.there[name].carry_out(rulings)
        except HeadlessUmpireError as fault:
            if not self.several:
                raise
            self.lost(name, str(fault))
            said = f"{name} was lost before it answered ({fault})"
            outcomes = [RulingOutcome(rule, Fate.UNKNOWN, text=said) for rule in rulings]
        for outcome in outcomes:
            outcome.wing = name
        return outcomes

    def lost(self, name: str, why: str) -> None:
        """Record that a wing does not answer from now on."""
        self.away[name] = AwayWing(name, tuple(self.there.pop(name).tables), why)

    def _unsent(self, wing: str | None, rule: Rule) -> RulingOutcome:
        return RulingOutcome(rule, Fate.REFUSED, text=self._why_not(wing), wing=wing or ONE)

    def _why_not(self, wing: str | None) -> str:
        if wing is not None:
            return f"{wing} is not connected: nothing was sent there"
        others = f", and the tables of {' and '.join(self.away)} are not known" if self.away else ""
        return f"no wing that can be reached has this table{others}. Nothing was sent"


def with_umpires(
    where: ArbiterToAsk, run: Callable[[HeadlessUmpires], Coroutine[Any, Any, int]], kind: str = ACTS
) -> int:
    """Connect with keys of a kind, run a function, and leave.

    With several arbiters, those that do not answer are reported, and the others are used. Raises BadInput if none
    answers.
    """
    named = where.named()
    tickets: dict[str, Ticket] = {}
    away: list[AwayWing] = []

    def missed(one: NamedArbiter, why: str) -> None:
        if len(named) == 1:
            raise BadInput(why)
        complain(f"{one.name}: {why}")
        away.append(AwayWing(one.name, tuple(map(TableId, one.tables)), why))

    for one in named:
        try:
            tickets[one.name] = where.ticket(one, kind)
        except BadInput as fault:
            missed(one, str(fault))

    async def main() -> int:
        links = {name: Link(ticket, app="rule", at_once=True).start() for name, ticket in tickets.items()}
        try:
            there = {
                name: HeadlessUmpire(link, wait_seconds=where.wait_seconds) for name, link in links.items()
            }
            faults = await asyncio.gather(*map(_arrival, there.values()))
            for one, fault in zip([one for one in named if one.name in tickets], faults, strict=True):
                if fault:
                    missed(one, f"{_address(tickets[one.name])}: {fault}")
                    del there[one.name]
            if not there:
                raise BadInput("no host of the event can be reached")
            return await run(HeadlessUmpires(there, away))
        finally:
            for link in links.values():
                link.close()

    try:
        with ExitStack() as stack:
            for ticket in sorted(tickets.values(), key=lambda ticket: ticket.public):
                stack.enter_context(alone(ticket, where.wait_seconds))
            return run_loop(main())
    except HeadlessUmpireError as fault:
        raise BadInput(f"{_address(next(iter(tickets.values())))}: {fault}") from None


async def _arrival(umpire: HeadlessUmpire) -> str:
    """Wait until a console has received every table. Return why that failed, or ""."""
    try:
        await umpire.arrive()
    except HeadlessUmpireError as fault:
        return str(fault)
    return ""


def _address(ticket: Ticket) -> Address:
    return Address(ticket.host, ticket.port)
