"""Seat cards: the information that a person needs to join. People cut them out or read them aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Any
from urllib.parse import urlencode

from rich.cells import cell_len, chop_cells, set_cell_size
from warcouncil.clients.link.base.machine_addresses import outside_addresses
from warcouncil.clients.link.door.door import DEFAULT_PORT, Address
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.doors import PLATE_CHARS

CARD_COLUMNS = 46
HTTPS_PORT = 443
IN_BROWSERS = {"join": "seat", "display": "display"}
"""The commands whose cards also work in a browser, and the first word of their addresses."""
TOLD = (
    *("table", "seat", "title", "name", "code", "command"),
    *("team", "game", "table_name", "duty", "bot", "lent"),
)
"""The fields of a card that a script receives."""
HEAD_COLUMNS = 10
"""The width of the words at the left of a card (code, address, command), in cells."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One card. `table` is 0 for a console or a projector. `command` is the command that its holder types.

    `name` is the person, and `duty` is the task of the seat. With `bot`, a bot plays the seat until its
    holder takes it (`lent`) or an umpire returns it.
    """

    code: str
    table: int = 0
    seat: str = ""
    title: str = "Umpire"
    team: str = ""
    game: str = ""
    command: str = "umpire"
    table_name: str = ""
    name: str = ""
    duty: str = ""
    bot: bool = False
    lent: bool = True
    wing: str = ""
    """The wing of the card, or "" if there are no others."""
    at: tuple[Address, ...] = ()
    """The address of the card's arbiter, and the addresses of that arbiter's standbys, if there are several
    arbiters.

    It is empty if the card has the common addresses.
    """
    web: WebDoor | None = None
    """The address for browsers."""
    also: tuple[SeatCard, ...] = ()
    """The holder's cards for the other wings."""

    @property
    def place(self) -> str:
        """The text for the holder's place."""
        if not self.table:
            return say("cards.event") if self.also else self.wing or say("cards.everything")
        named = f" ({self.table_name})" if self.table_name else ""
        return f"Table {self.table}{named} · {self.game}"

    @property
    def told(self) -> dict[str, Any]:
        """Return the fields of the card, for a script."""
        return {name: getattr(self, name) for name in TOLD}

    @property
    def spare(self) -> str:
        """The sentence that says how a late player gets this seat from its bot, or "" if no bot plays the seat."""
        return say("cards.spare" if self.lent else "cards.spare_ask") if self.bot else ""

    def typed(self, *addresses: Address) -> str:
        """Return the full command line that the holder types. The QR code on the card contains the same."""
        places = [(self.at or addresses, self.code), *((one.at, one.code) for one in self.also)]
        said = " ".join(f"{','.join(map(typed, at))} {code}" for at, code in places)
        return f"warcouncil {self.command} {said}"


@dataclass(frozen=True, slots=True)
class WebDoor:
    """The web address of the gateway: `base` as people type it, and the SHA-256 fingerprint of its certificate, in
    groups of four.

    `is_known`: browsers accept the room's own certificate without a warning. `names`: addresses may have names of
    people.
    """

    base: str
    fingerprint: str
    exercise: str
    is_known: bool = False
    names: bool = True

    def typed(self, card: SeatCard) -> str:
        """Return the address that the holder of a card can type instead. It is "" if the card has none."""
        return self.address(card).partition("#")[0]

    def address(self, card: SeatCard) -> str:
        """Return the address in the QR code of a card. It is "" if the card has none.

        The part behind # is only for the page, because browsers do not send it. It does not contain the
        secret part of the code.
        """
        place = IN_BROWSERS.get(card.command)
        if place is None:
            return ""
        told = {"seat": card.title, "table": str(card.table or ""), "name": card.name if self.names else ""}
        told["exercise"] = self.exercise
        known = urlencode({key: text for key, text in told.items() if text})
        return f"{self.base}/{place}/{card.code[:PLATE_CHARS]}#{known}"

    @property
    def told(self) -> dict[str, Any]:
        """Return further facts for a script, besides the address."""
        return {"fingerprint": self.fingerprint, "is_known": self.is_known, "names": self.names}

    @property
    def fingerprint_lines(self) -> tuple[str, str]:
        """Return the fingerprint in two lines that can be read aloud."""
        groups = self.fingerprint.split()
        return " ".join(groups[: len(groups) // 2]), " ".join(groups[len(groups) // 2 :])


def web_door(
    host: str, port: int, fingerprint: str, exercise: str, *, is_known: bool = False, names: bool = True
) -> WebDoor:
    """Return the web address of a gateway at a host and a port."""
    shown = f"[{host}]" if ":" in host else host
    base = f"https://{shown}" + (f":{port}" if port != HTTPS_PORT else "")
    return WebDoor(base, fingerprint, exercise, is_known, names)


ADDRESSES_SHOWN_MAX = 6
"""How many addresses are shown to people. A machine with many containers has dozens."""


def reachable(host: str, port: int) -> tuple[Address, ...]:
    """Return the addresses that people type for an arbiter that listens on `host`, the most likely one first."""
    wild = {"0.0.0.0": 4, "::": 6}  # noqa: S104  # compared, not bound
    if host not in wild:
        return (Address(host, port),)
    found = outside_addresses(wild[host]) or ("127.0.0.1" if wild[host] == 4 else "::1",)
    return tuple(Address(one, port) for one in found[:ADDRESSES_SHOWN_MAX])


def typed(address: Address) -> str:
    """Return an address as people type it, without the port if it is the default."""
    return address.host if address.port == DEFAULT_PORT else str(address)


def listing(cards: Sequence[SeatCard]) -> str:
    """Return the cards as a plain list, table by table."""
    width = max(cell_len(card.title) for card in cards)
    lines: list[str] = []
    heading = ""
    for card in cards:
        above = card.place if card.table else say("cards.exercise")
        if above != heading:
            lines += ["", above]
            heading = above
        who = card.name or (say("cards.bot_plays") if card.bot else "" if card.table else card.wing)
        lines.append(f"  {set_cell_size(card.title, width)}   {card.code}   {who}".rstrip())
    return "\n".join(lines)


def printed(
    cards: Sequence[SeatCard],
    addresses: Sequence[Address],
    exercise: str,
    web: WebDoor | None = None,
    standbys: Sequence[Address] = (),
) -> str:
    """Return the cards in frames, for printing and cutting out."""
    usual = (addresses[0], *standbys)
    return "\n".join(_framed(card, card.at or usual, exercise, card.web or web) for card in cards)


def merged(cards: Sequence[SeatCard]) -> list[SeatCard]:
    """Return the cards of all wings of an event in one list.

    The cards of the staff come first, one for each member. Then come the tables by number.
    """
    found: dict[tuple[str, int], list[SeatCard]] = {}
    met: Counter[tuple[str, str]] = Counter()
    for card in cards:
        if not card.table:
            met[card.wing, card.title] += 1
            found.setdefault((card.title, met[card.wing, card.title]), []).append(card)
    staff = [replace(first, also=tuple(more)) for first, *more in found.values()]
    return [*staff, *sorted((card for card in cards if card.table), key=lambda card: card.table)]


def _framed(card: SeatCard, at: Sequence[Address], exercise: str, web: WebDoor | None) -> str:
    inner = CARD_COLUMNS - 4
    where = [typed(address) for address in at]
    lines = [
        *(
            line
            for text in (exercise, card.place, card.name, card.title, card.duty, card.spare)
            for line in _broken(text, inner)
        ),
        "",
        *(_of_all(card, inner) if card.also else _of_one(card, where, web, inner)),
        f"{say('cards.column_type'):{HEAD_COLUMNS}}warcouncil {card.command}",
    ]
    edge = "+" + "-" * (CARD_COLUMNS - 2) + "+"
    return "\n".join([edge, *(f"| {set_cell_size(line, inner)} |" for line in lines), edge])


def _of_one(card: SeatCard, where: Sequence[str], web: WebDoor | None, inner: int) -> list[str]:
    """Return the lines with the code and the address of a card for one arbiter."""
    code, address = say("cards.column_code"), say("cards.column_address")
    lines = [f"{code:{HEAD_COLUMNS}}{card.code}", *(_browsing(web, card, inner) if web else [])]
    return lines + [
        f"{'' if at else address:{HEAD_COLUMNS}}{line}"
        for at, line in enumerate(_in_lines(where, inner - HEAD_COLUMNS))
    ]


def _of_all(card: SeatCard, inner: int) -> list[str]:
    """Return the lines with the code and the address of a card for each wing."""
    lines: list[str] = []
    for one in (card, *card.also):
        code = f"  {one.code}  "
        where = chop_cells(typed(one.at[0]), inner - len(code))
        lines += [one.wing, *(f"{'' if at else code:{len(code)}}{line}" for at, line in enumerate(where))]
    return lines


def _broken(text: str, columns: int) -> list[str]:
    """Return a text in as many lines as it needs, measured in cells. A frame would cut off longer lines."""
    return [part for line in wrap(text, columns) for part in chop_cells(line, columns)]


def _in_lines(where: Sequence[str], columns: int) -> list[str]:
    """Return addresses, separated by commas, in as many lines as they need."""
    lines = [""]
    for text in (*(f"{each}," for each in where[:-1]), where[-1]):
        if lines[-1] and len(lines[-1]) + len(text) > columns:
            lines.append("")
        lines[-1] += text
    return [part for line in lines for part in chop_cells(line, columns)]


def _browsing(web: WebDoor, card: SeatCard, inner: int) -> list[str]:
    """Return the lines for a browser: the address, and the fingerprint that identifies the page."""
    address = web.typed(card)
    if not address:
        return []
    whole = [address[at : at + inner] for at in range(0, len(address), inner)]
    shown = [] if web.is_known else [say("cards.warned"), *web.fingerprint_lines]
    told = [line for text in shown for line in wrap(text, inner)]
    return ["", say("cards.browser"), *whole, *told, "", say("cards.terminal")]
