"""The roster: the place of each key, and the place that each code admits to. It sends nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import ip_address

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, CodeCard, Grant
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.words import Role, SeatId, TableId

ONE_USE_MS = 20_000
"""How long after its first use a console's card may admit more keys without an alarm. The screen needs one key and
commands need others."""


def machine(address: str) -> str:
    """Return the machine behind an address, for comparison only.

    IPv4 within IPv6 becomes IPv4, and all loopback addresses become one. Text that is no address is returned
    unchanged. Return "" if the address is unknown.
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    known = getattr(known, "ipv4_mapped", None) or known
    return "loopback" if known.is_loopback else str(known)


class Roster:
    """The keys and codes of an exercise, and the people for its seats."""

    def __init__(self, plan: Began, sessions: Sessions) -> None:
        self._sessions = sessions
        self._keys: dict[str, Grant] = {}
        self._since: dict[str, int] = {}
        self._cards: dict[str, str] = {}
        """The plate of the card with which each key joined. The entry of a console stays after its key is removed,
        because a ruling of that key may still wait."""
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
        """The admitted keys, and the place of each."""
        return self._keys

    def holding(self, role: Role, table: TableId, seat: SeatId) -> tuple[str, ...]:
        """Return the keys that have a seat in one role, in order of arrival."""
        here = self.places.get((role, table, seat), {})
        return tuple(sorted(here, key=here.__getitem__))

    def crews(self, table: TableId, seats: Iterable[SeatId]) -> dict[SeatId, tuple[int, int, str]]:
        """Return for each seat how many keys drive it, how many watch it, and the names of its people."""
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
        """Admit a key. Return the keys that lose their place, because a seat has one driver and one stand-in."""
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
        """Record the use of a console's card. Return the first use if it was long ago or on another machine."""
        if admitted.holder.seat or not admitted.plate:
            return None
        first = self._first_used.setdefault(admitted.plate, admitted)
        here, there = machine(admitted.address), machine(first.address)
        is_elsewhere = "" not in (here, there) and here != there
        return first if is_elsewhere or admitted.at - first.at > ONE_USE_MS else None

    def strike(self, *keys: str) -> None:
        """Remove keys at once."""
        for key in keys:
            self._take(key)
            del self._since[key]
            if self._keys.pop(key).seat:
                del self._cards[key]

    def exchange(self, one: str, other: str, at: int) -> None:
        """Exchange the places of two keys."""
        first, second = self._keys[one], self._keys[other]
        self.move(one, second, at)
        self.move(other, first, at)

    def move(self, key: str, holder: Grant, at: int) -> None:
        """Assign a key to another holder: a seat, a console or the projector."""
        self._put(key, holder, self._take(key))
        self._since[key] = at

    def same_person(self, one: str, other: str) -> bool:
        """Return whether two keys belong to one person: they joined with the same card, on any number of machines."""
        card = self._cards.get(one, "")
        return one == other or (card != "" and card == self._cards.get(other, ""))

    def came_with(self, key: str) -> str:
        """Return the plate of the card with which a key joined. Return "" for the key of a stand-in."""
        return self._cards[key]

    def since(self, key: str) -> int:
        """Return when a key took its place."""
        return self._since[key]

    def _put(self, key: str, holder: Grant, came: int) -> None:
        """Put a key at a place, and update the index by place. The holders of a seat are looked up after every gate."""
        self._keys[key] = holder
        self.places.setdefault((holder.role, holder.table, holder.seat), {})[key] = came

    def _take(self, key: str) -> int:
        """Remove a key from its place. Return its order of arrival."""
        holder = self._keys[key]
        return self.places[holder.role, holder.table, holder.seat].pop(key)

    def person(self, table: TableId, seat: SeatId) -> str:
        """Return the person who is planned for a seat, or all names of a crew. Return "" if the plan names no person."""
        return self._people.get((table, seat), "")

    def change_people(self, one: tuple[TableId, SeatId], other: tuple[TableId, SeatId]) -> None:
        """Exchange the people of two seats, if each seat belongs to one person."""
        if not self._crews:
            names = self._people.get(one, ""), self._people.get(other, "")
            self._people[other], self._people[one] = names

    # --- codes ----------------------------------------------------------------------------------------------------

    @property
    def codes(self) -> tuple[CodeCard, ...]:
        """Every code and its place, in table order."""
        return tuple(self._codes.values())

    def code(self, plate: str) -> CodeCard | None:
        """Return the code with a plate, and its place. Return None if no code has this plate."""
        return self._codes.get(plate)

    def card(self, plate: str) -> CodeCard | Turned:
        """Return the code with this plate and the place that it opens now, or the reason why it opens no place."""
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
        """Make a seat's code invalid."""
        for plate in [
            p for p, card in self._codes.items() if (card.holder.table, card.holder.seat) == (table, seat)
        ]:
            del self._codes[plate]

    def issue(
        self, card: CodeCard, *, instead: str = "", keep: bool = True, asker: str = ""
    ) -> tuple[str, ...]:
        """Add a code. If `instead` names another code, the new code replaces it. Return the keys that are removed.

        With `keep` there are none. Otherwise they are all keys that the replaced code admitted, except the requester's.
        """
        self._codes.pop(instead, None)
        self._codes[card.code.plate] = card
        theirs = [key for key, plate in self._cards.items() if instead and plate == instead]
        gone = tuple(key for key in theirs if key in self._keys and not keep and key != asker)
        self.strike(*gone)
        self._cards |= {key: card.code.plate for key in theirs if key in self._cards}
        return gone
