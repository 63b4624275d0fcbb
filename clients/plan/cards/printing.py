"""Seat cards on paper: one HTML file that loads nothing and has no script, and a plain text.

A page has eight cards. It has six if they have a code for browsers.

With player aids, every page of cards is followed by its back. If the sheet is turned over along its long
edge, each aid is behind its card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path

from markupsafe import Markup
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import SeatCard, WebDoor, printed, typed
from warcouncil.clients.plan.cards.player_aids import Aid
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.wording.saying import say

CARDS_A_PAGE, WEB_CARDS_A_PAGE, CARDS_A_ROW = 8, 6, 2
QUIET = 4
"""How many white modules surround a QR code. Readers require this margin."""


OnPaper = tuple[SeatCard, Markup, Markup | None, tuple[Address, ...], str, WebDoor | None]
"""A card with its QR codes for a terminal and a browser, the addresses of its arbiter, these as text, and the
web address.
"""
Aids = Callable[[SeatCard], Aid]
"""Returns the player aid of a card."""


def page(
    cards: Sequence[SeatCard],
    addresses: Sequence[Address],
    exercise: str,
    aids: Aids | None = None,
    *,
    web: WebDoor | None = None,
    standbys: Sequence[Address] = (),
) -> str:
    """Return the cards as a page to print. First come the staff's cards on separate pages with a band, and
    then the tables.

    With `aids`, every page is followed by its back. With `web`, cards that work in a browser have a QR code
    for it too.
    """
    # Loaded only here, because a host that prints nothing need not wait for it
    from jinja2 import Environment, PackageLoader, StrictUndefined

    world = Environment(
        loader=PackageLoader("warcouncil.clients.plan", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    typed_at = (addresses[0], *standbys)
    drawn = [_drawn(card, card.at or typed_at, card.web or web) for card in cards]
    staff = [each for each in drawn if not each[0].table]
    tall = any(card.web or web for card in cards)
    a_page = WEB_CARDS_A_PAGE if tall else CARDS_A_PAGE
    pages = [
        (of is staff, of[at : at + a_page])
        for of in (staff, [each for each in drawn if each[0].table])
        for at in range(0, len(of), a_page)
    ]
    return world.get_template("cards.html.j2").render(
        exercise=exercise,
        pages=pages,
        say=say,
        backs=None if aids is None else lambda drawn: _backs([card for card, *_ in drawn], aids),
        tall=tall,
    )


def _drawn(card: SeatCard, at: tuple[Address, ...], web: WebDoor | None) -> OnPaper:
    """Return a card with its QR codes for a terminal and for a browser."""
    where = reduce(lambda one, other: say("cards.or_address", one=one, other=other), map(typed, at))
    return card, _square(card.typed(*at)), _web_square(web, card), at, where, web


def _backs(cards: Sequence[SeatCard], aids: Aids) -> list[Aid | None]:
    """Return the backs of a page of cards in the order in which they are printed.

    Each row is reversed, with a gap for an empty place.
    """
    drawn: list[Aid | None] = [aids(card) for card in cards]
    drawn += [None] * (-len(drawn) % CARDS_A_ROW)
    rows = [drawn[at : at + CARDS_A_ROW] for at in range(0, len(drawn), CARDS_A_ROW)]
    return [aid for row in rows for aid in reversed(row)]


def _web_square(web: WebDoor | None, card: SeatCard) -> Markup | None:
    """Return the QR code that opens the page of a card in a browser. Return None if the card has no page."""
    address = web.address(card) if web else ""
    return _square(address) if address else None


def _square(text: str) -> Markup:
    """Return a QR code as an inline drawing. segno writes only numbers into it, so it needs no escaping."""
    import segno

    drawing: str = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=QUIET)
    return Markup(drawing)  # noqa: S704  # see above


def write_cards(
    stem: Path,
    cards: Sequence[SeatCard],
    addresses: Sequence[Address],
    exercise: str,
    aids: Aids | None = None,
    *,
    web: WebDoor | None = None,
    standbys: Sequence[Address] = (),
) -> tuple[Path, Path]:
    """Write both files, readable by their owner only, because their codes open every seat.

    Raises BadInput.
    """
    html, text = stem.with_name(f"{stem.name}.cards.html"), stem.with_name(f"{stem.name}.cards.txt")
    write_private(html, page(cards, addresses, exercise, aids, web=web, standbys=standbys))
    write_private(text, printed(cards, addresses, exercise, web, standbys) + "\n")
    return html, text


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read. Raises BadInput."""
    write_whole(path, text, private_files.OWNER_ONLY)


def write_whole(path: Path, text: str, rights: int = private_files.ANYBODY) -> None:
    """Write a file atomically. Raises BadInput."""
    try:
        private_files.write(path, text, rights)
    except OSError as error:
        raise BadInput(f"{path}: the file cannot be written ({why(error)})") from None
