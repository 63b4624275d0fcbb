"""The roster: which key holds what, and which code admits to what. It sends nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import ip_address

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, CodeCard, Grant
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.words import Role, SeatId, TableId

ONE_USE_MS = 20_000
"""So long a console's machine gets several keys by one card when it joins: one for the screen, others for commands."""


def machine(address: str) -> str:
    """Give what an address says of the machine behind it, to be compared alone: IPv4 within IPv6 is IPv4, and every loopback
    address is one. What is no address ("": it is not known) stays as it is."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    known = getattr(known, "ipv4_mapped", None) or known
    return "loopback" if known.is_loopback else str(known)


class Roster:
    """Keys and codes of an exercise, and who is to sit where."""

    def __init__(self, plan: Began, sessions: Sessions) -> None:
        self._sessions = sessions
        self._keys: dict[str, Grant] = {}
        self._since: dict[str, int] = {}
        self._cards: dict[str, str] = {}
        """The plate of the card by which a key came in; of a console also when it is let go, for what it asked may wait still."""
        self._first_used: dict[str, Admitted] = {}
        self.places: dict[tuple[Role, TableId, SeatId], dict[str, int]] = {}
        self._came = 0
        self._codes: dict[str, CodeCard] = {card.code.plate: card for card in plan.codes}
        self._people: dict[tuple[TableId, SeatId], str] = {}
        for person in plan.people:
            before = self.person(person.table, person.seat)
            together = f"{before}, {person.name}" if before else person.name
            self._people[person.table, person.seat] = together
        self._crews = plan.crews

    # --- keys -----------------------------------------------------------------------------------------------------

    @property
    def keys(self) -> Mapping[str, Grant]:
        """The keys that may come in, and what each is for."""
        return self._keys

    def holding(self, role: Role, table: TableId, seat: SeatId) -> tuple[str, ...]:
        """Give the keys that hold a seat in one role, in the order in which they came."""
        here = self.places.get((role, table, seat), {})
        return tuple(sorted(here, key=here.__getitem__))

    def crews(self, table: TableId, seats: Iterable[SeatId]) -> dict[SeatId, tuple[int, int, str]]:
        """Give for each seat how many drive it, how many watch, and who is to sit there."""
        places = self.places
        return {
            seat: (
                len(places.get((Role.SEAT, table, seat), ())),
                len(places.get((Role.WATCHER, table, seat), ())),
                self._people.get((table, seat), ""),
            )
            for seat in seats
        }

    def admit(self, admitted: Admitted) -> tuple[str, ...]:
        """Let a key in, and give those that lose their place by it: a seat has one driver and one stand-in."""
        holder = admitted.holder
        alone = holder.role in (Role.SEAT, Role.STAND_IN)
        gone = self.holding(holder.role, holder.table, holder.seat) if alone else ()
        self.strike(*gone)
        self._came += 1
        self._put(
            admitted.key, holder, self._take(admitted.key) if admitted.key in self._keys else self._came
        )
        self._since[admitted.key] = admitted.at
        self._cards[admitted.key] = admitted.plate
        return gone

    def used_again(self, admitted: Admitted) -> Admitted | None:
        """Take note of the use of a console's card; give its first one, where that was long before, or at another machine."""
        if admitted.holder.seat or not admitted.plate:
            return None
        first = self._first_used.setdefault(admitted.plate, admitted)
        here, there = machine(admitted.address), machine(first.address)
        is_elsewhere = "" not in (here, there) and here != there
        return first if is_elsewhere or admitted.at - first.at > ONE_USE_MS else None

    def strike(self, *keys: str) -> None:
        """Take keys away at once."""
        for key in keys:
            self._take(key)
            del self._since[key]
            if self._keys.pop(key).seat:
                del self._cards[key]

    def exchange(self, one: str, other: str, at: int) -> None:
        """Let two keys change places."""
        first, second = self._keys[one], self._keys[other]
        self.move(one, second, at)
        self.move(other, first, at)

    def move(self, key: str, holder: Grant, at: int) -> None:
        """Give a key another place."""
        self._put(key, holder, self._take(key))
        self._since[key] = at

    def same_person(self, one: str, other: str) -> bool:
        """Tell whether two keys are one person's: they came in by one card, however many machines it was used on."""
        card = self._cards.get(one, "")
        return one == other or (card != "" and card == self._cards.get(other, ""))

    def came_with(self, key: str) -> str:
        """Give the plate of the card by which a key came in, "" for a stand-in."""
        return self._cards[key]

    def since(self, key: str) -> int:
        """Give when a key took its place."""
        return self._since[key]

    def _put(self, key: str, holder: Grant, came: int) -> None:
        """Put a key at a place. Who holds a seat is asked for after every gate, and so is not searched for."""
        self._keys[key] = holder
        self.places.setdefault((holder.role, holder.table, holder.seat), {})[key] = came

    def _take(self, key: str) -> int:
        """Take a key from its place; give when it came."""
        holder = self._keys[key]
        return self.places[holder.role, holder.table, holder.seat].pop(key)

    def person(self, table: TableId, seat: SeatId) -> str:
        """Give who is to sit at a seat (all names of a crew), "" if nobody is named."""
        return self._people.get((table, seat), "")

    def change_people(self, one: tuple[TableId, SeatId], other: tuple[TableId, SeatId]) -> None:
        """Let those who are to sit at two seats change places, where each seat is one person's."""
        if not self._crews:
            names = self._people.get(one, ""), self._people.get(other, "")
            self._people[other], self._people[one] = names

    # --- codes ----------------------------------------------------------------------------------------------------

    @property
    def codes(self) -> tuple[CodeCard, ...]:
        """Every code and what it admits to, in the order of the tables."""
        return tuple(self._codes.values())

    def code(self, plate: str) -> CodeCard | None:
        """Give the code that a plate names and what it is for."""
        return self._codes.get(plate)

    def card(self, plate: str) -> CodeCard | Turned:
        """Give the code that a plate names and what it admits to now, or why the door stays shut."""
        card = self._codes.get(plate)
        if card is None:
            return Turned.WRONG_CODE
        holder = card.holder
        if holder.role is not Role.SEAT or not self._sessions.linked(holder.table, holder.seat):
            return card
        if not self._crews:
            return Turned.DRIVEN
        return card.model_copy(update={"holder": holder.model_copy(update={"role": Role.WATCHER})})

    def withdraw(self, table: TableId, seat: SeatId) -> None:
        """Make a seat's code worthless."""
        for plate in [
            p for p, card in self._codes.items() if (card.holder.table, card.holder.seat) == (table, seat)
        ]:
            del self._codes[plate]

    def issue(
        self, card: CodeCard, *, instead: str = "", keep: bool = True, asker: str = ""
    ) -> tuple[str, ...]:
        """Add a code, instead of another if one is named; give the keys that are let go: none (`keep`), or all that the
        other admitted but the asker's."""
        self._codes.pop(instead, None)
        self._codes[card.code.plate] = card
        theirs = [key for key, plate in self._cards.items() if instead and plate == instead]
        gone = tuple(key for key in theirs if key in self._keys and not keep and key != asker)
        self.strike(*gone)
        self._cards |= {key: card.code.plate for key in theirs if key in self._cards}
        return gone
