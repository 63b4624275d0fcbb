"""The first words of an arbiter that is up: where it is, everybody's codes, and the cards that were asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import typer
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.hosting.hosting import RunningArbiter
from warcouncil.arbiter.shell.hosting.metrics import PATH
from warcouncil.arbiter.shell.network.flood_wall import LOOPBACK
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.clients.commands.common.errors import complain, last_words, one_line
from warcouncil.clients.commands.host.backup import Backup
from warcouncil.clients.commands.host.browsers import Browsers
from warcouncil.clients.commands.host.listen_address import HostPlace
from warcouncil.clients.commands.host.window import TO_STATUS, HostWindow, NewsTail
from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import SeatCard, WebDoor, listing, printed, typed
from warcouncil.clients.plan.cards.event_file import HeldWing, write_events
from warcouncil.clients.plan.cards.printing import page, write_cards, write_private
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.seat_codes import cards_of
from warcouncil.protocol.commandline import command
from warcouncil.protocol.wire.consoles import WebAddress


def going_on(where: Location) -> str:
    """Give the command that takes an exercise up again: its file knows where its seats look for it."""
    return command("host", "--resume", where)


def metrics_address(port: int) -> str:
    """Give where metrics are told."""
    return f"http://{LOOPBACK}:{port}{PATH}"


def web_lines(web: WebDoor) -> list[str]:
    """Say where browsers come in, and by which fingerprint they know that it is us."""
    lines = [f"Browsers  {web.base}   (seats and projectors, with the code)"]
    if web.is_known:
        return lines
    first, second = web.fingerprint_lines
    return [*lines, f"          SHA-256   {first}", f"                    {second}"]


class StartupBanner:
    """Says where the arbiter is and hands out the cards, once it listens. `tail`: the log's, where there is a window. `takes_over`: a
    standby leads now, and whoever sits before it has not asked for anything."""

    def __init__(
        self,
        opened: Opened,
        where: Location,
        place: HostPlace,
        cards: Path | None,
        *,
        with_cards: bool,
        as_json: bool,
        tail: NewsTail | None = None,
        browsers: Browsers | None = None,
        wing: str = "",
        takes_over: bool = False,
        backup: Backup | None = None,
    ) -> None:
        self._opened = opened
        self._where = where
        self._place = place
        self._cards = cards
        self._with_cards = with_cards
        self._as_json = as_json
        self._tail = tail
        self._browsers = browsers
        self._wing = wing
        self._takes_over = takes_over
        self._backup = backup
        self._web: WebDoor | None = None
        self._standing: RunningArbiter | None = None
        self.then: Callable[[Sequence[Address]], object] = lambda _: None
        """What else is to be done once the addresses are known."""

    @property
    def handed_to(self) -> str:
        """The standby to which the exercise was handed over; "": it was not."""
        return self._standing.service.handed_to if self._standing else ""

    @property
    def fenced_by(self) -> str:
        """Why nothing more could be written, where that ended it."""
        return self._standing.service.fenced_by if self._standing else ""

    def __call__(self, standing: RunningArbiter) -> None:
        self._standing = standing
        addresses = self._place.addresses(standing.port)
        exercise = self._opened.exercise
        if self._browsers:
            web = self._web = self._browsers.door(standing.web_port, exercise.name, names=exercise.plan.names)
            known = "" if web.is_known else web.fingerprint
            exercise.lets_browsers_in(WebAddress(address=web.base, fingerprint=known))
        cards = cards_of(exercise)
        written = self._written(cards, addresses)
        self.then(addresses)
        if self._backup:
            journal = self._opened.journal
            self._backup.begin(lambda: journal.seq, standing.service.hear_backup)
        say = last_words if self._takes_over else typer.echo  # a room waits for it, whoever reads that
        news = [] if self._takes_over else self._place.news(addresses, exercise.lead.sought)
        metrics = metrics_address(standing.metrics_port) if standing.metrics_port else ""
        if self._as_json:
            for said in news:
                complain(said)
            say(json.dumps(self._line(cards, addresses, written, metrics), ensure_ascii=False))
            return
        if self._takes_over:  # nobody has asked for the codes, and anybody may look on
            say(f"This machine leads {exercise.name} now (lead number {exercise.lead.epoch}).")
        else:
            say(self._codes(addresses))
        if metrics:
            say(f"Metrics   {metrics}   (for Prometheus, on this machine alone)")
        for path in written:
            say(one_line(f"Cards: {path}"))
        for said in news:
            say(said)
        say(f"\nServing. Ctrl-C stops; nothing is lost. To go on: {going_on(self._where)}")
        if self._tail is not None:
            if not self._takes_over:
                say(TO_STATUS)
            self._open_window(standing, "   or   ".join(typed(address) for address in addresses), self._tail)

    def _codes(self, addresses: Sequence[Address]) -> str:
        """Give the codes as they are now, and below them what everybody types: of many codes the first lines leave the window."""
        exercise = self._opened.exercise
        return "\n".join(
            (
                f"{exercise.name}   (file {self._where})",
                listing(cards_of(exercise)),
                "",
                "Address   " + "   or   ".join(typed(address) for address in addresses),
                *self._standby_lines(addresses[0].port),
                *(web_lines(self._web) if self._web else []),
                "Players type   warcouncil join     Umpires   warcouncil umpire     A projector   warcouncil display",
            )
        )

    def _standby_lines(self, port: int) -> list[str]:
        """Say where seats look too, should this machine be lost."""
        standbys = "   or   ".join(map(typed, self._place.standbys(port)))
        return [f"Standby   {standbys}   (cards name it too)"] if standbys else []

    def _open_window(self, standing: RunningArbiter, where: str, tail: NewsTail) -> None:
        """Go on in the window: the codes are hidden at a key, and how the room stands is shown."""
        # It draws by Textual, for which a host that nobody looks at need not wait.
        from warcouncil.clients.commands.host.window import facts_of, status_lines

        service, standbys, since = standing.service, standing.standbys, monotonic_ms()
        addresses = self._place.addresses(standing.port)

        def draw(columns: int, lines: int, question: str) -> list[str]:
            up_ms = monotonic_ms() - since
            web = web_lines(self._web) if self._web else ()
            kept = self._backup.words() if self._backup else ""
            facts = facts_of(standing, where, self._where, up_ms=up_ms, news=tail.last, web=web, backup=kept)
            return status_lines(facts, columns, lines, question)

        window = HostWindow(
            draw,
            lambda: self._codes(addresses),
            partial(service.stop, farewell=True),
            heir=lambda: standbys.heir if standbys else "",
            hand_over=service.on_hand_over,
            hidden=self._takes_over,
        )
        window.open()
        service.stopped.add_done_callback(window.close)

    def _line(
        self, cards: Sequence[SeatCard], addresses: Sequence[Address], written: Sequence[Path], metrics: str
    ) -> dict[str, object]:
        """Give everything for a script."""
        return {
            "exercise": self._opened.exercise.name,
            "file": str(self._where),
            **({"epoch": self._opened.exercise.lead.epoch} if self._opened.exercise.lead.epoch else {}),
            "addresses": [str(address) for address in addresses],
            "standby": [str(address) for address in self._place.standbys(addresses[0].port)],
            "key": self._opened.journal.papers.curve_public,
            **({"web": {"address": self._web.base} | self._web.told} if self._web else {}),
            **({"metrics": metrics} if metrics else {}),
            "card_files": [str(path) for path in written],
            "cards": [card.told | ({"web": self._web.address(card)} if self._web else {}) for card in cards],
        }

    def _written(self, cards: Sequence[SeatCard], addresses: Sequence[Address]) -> list[Path]:
        """Write the cards that were asked for. What cannot be written is said, and stops nobody from playing."""
        name = self._opened.exercise.name
        standbys = self._place.standbys(addresses[0].port)
        written: list[Path] = []
        try:
            if self._cards is not None:
                html = self._cards.suffix == ".html"
                text = (
                    page(cards, addresses, name, web=self._web, standbys=standbys)
                    if html
                    else printed(cards, addresses, name, self._web, standbys)
                )
                write_private(self._cards, text)
                written.append(self._cards)
            if self._with_cards:
                written += write_cards(
                    self._where.whole_stem, cards, addresses, name, web=self._web, standbys=standbys
                )
            if self._wing:
                where = ",".join(map(str, (addresses[0], *standbys)))
                held = HeldWing(self._wing, where, self._opened.journal.papers.curve_public, cards)
                written += write_events(self._where.whole_stem, name, [held])
        except BadInput as fault:
            complain(f"no cards: {fault}")
        return written
