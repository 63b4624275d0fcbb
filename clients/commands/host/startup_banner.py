"""The first output of a running arbiter: its addresses, all codes, and the requested cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import typer
from structlog import BoundLogger
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.hosting import readings
from warcouncil.arbiter.shell.hosting.hosting import RunningArbiter
from warcouncil.arbiter.shell.hosting.metrics import PATH
from warcouncil.arbiter.shell.network.flood_wall import LOOPBACK
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.arbiter.shell.service.service import Leave
from warcouncil.clients.commands.common.errors import complain, last_words, one_line
from warcouncil.clients.commands.host.backup import Backup
from warcouncil.clients.commands.host.browsers import Browsers
from warcouncil.clients.commands.host.listen_address import EVERYWHERE, HostPlace
from warcouncil.clients.commands.host.window import TO_STATUS, HostWindow, NewsTail
from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import SeatCard, WebDoor, listing, printed, typed
from warcouncil.clients.plan.cards.event_file import HeldWing, write_events
from warcouncil.clients.plan.cards.printing import page, write_cards, write_private
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.doctor.address_watch import (
    LONELY,
    AddressWatch,
    change_words,
    is_lonely,
    listed,
)
from warcouncil.clients.room.doctor.sleep_guard import SleepGuard
from warcouncil.clients.room.doctor.wakefulness import Wakefulness, sleep_locks
from warcouncil.clients.room.rehearsal.seat_codes import cards_of
from warcouncil.protocol.commandline import command
from warcouncil.protocol.wire.consoles import WebAddress


def going_on(where: Location) -> str:
    """Return the command that resumes an exercise.

    The exercise file stores the addresses, so the seats find it again.
    """
    return command("host", "--resume", where)


def metrics_address(port: int) -> str:
    """Return the address of the metrics."""
    return f"http://{LOOPBACK}:{port}{PATH}"


def web_lines(web: WebDoor) -> list[str]:
    """Return lines with the web address and its fingerprint."""
    lines = [f"Browsers  {web.base}   (seats and projectors, with the code)"]
    if web.is_known:
        return lines
    first, second = web.fingerprint_lines
    return [*lines, f"          SHA-256   {first}", f"                    {second}"]


class StartupBanner:
    """Prints the addresses and writes the cards when the arbiter listens.

    `tail` is the window's copy of the log, if there is a window. With `takes_over`, a standby has just begun
    to lead. So no person has asked for this output.
    """

    def __init__(
        self,
        opened: Opened,
        where: Location,
        place: HostPlace,
        cards: Path | None,
        log: BoundLogger,
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
        self._log = log
        self._with_cards = with_cards
        self._as_json = as_json
        self._tail = tail
        self._browsers = browsers
        self._wing = wing
        self._takes_over = takes_over
        self._backup = backup
        self._web: WebDoor | None = None
        self._standing: RunningArbiter | None = None
        self._watch: AddressWatch
        self._sleep: SleepGuard
        self.is_out = False
        """Whether the addresses and codes were written. Until then no person can have joined."""
        self.cards_written: Sequence[Path] = ()
        self.then: Callable[[Sequence[Address]], object] = lambda _: None
        """Called when the addresses are known."""

    @property
    def handed_to(self) -> str:
        """The standby to which the exercise was handed over, or "" if there was no hand-over."""
        return self._standing.service.handed_to if self._standing else ""

    @property
    def fenced_by(self) -> str:
        """The error that stopped the writing of the record, or "" if there was none."""
        return self._standing.service.fenced_by if self._standing else ""

    def __call__(self, standing: RunningArbiter) -> None:
        self._begin(standing)
        self.is_out = True
        for watch in (self._watch, self._sleep):
            watch.begin()
            standing.service.stopped.add_done_callback(watch.end)

    def discard_cards(self) -> None:
        """Delete the cards of an exercise that did not begin."""
        for path in self.cards_written:
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _begin(self, standing: RunningArbiter) -> None:
        self._standing = standing
        self._watch = AddressWatch(lambda: self._place.addresses(standing.port), self._moved)
        addresses = self._watch.now
        exercise = self._opened.exercise
        self._sleep = SleepGuard(
            lambda: readings.stand(exercise.tables.values())["running"] > 0,
            Wakefulness(sleep_locks()),
            self._log,
        )
        self._let_browsers_in(standing, addresses)
        cards = cards_of(exercise)
        written = self.cards_written = self._written(cards, addresses)
        self.then(addresses)
        if self._backup:
            journal = self._opened.journal
            self._backup.begin(lambda: journal.seq, standing.service.hear_backup)
        # The room waits, even if this output cannot be read
        say = last_words if self._takes_over else typer.echo
        news = [] if self._takes_over else self._place.news(addresses, exercise.lead.sought)
        metrics = metrics_address(standing.metrics_port) if standing.metrics_port else ""
        if self._as_json:
            for said in news:
                complain(said)
            if self._is_lonely(addresses):
                complain(LONELY)
            say(json.dumps(self._line(cards, addresses, written, metrics), ensure_ascii=False))
            return
        if self._takes_over:  # No person asked for the codes, and strangers may see the screen
            say(f"This machine hosts {exercise.name} now (lead number {exercise.lead.epoch}).")
        else:
            say(self._codes(addresses))
        if metrics:
            say(f"Metrics   {metrics}   (for Prometheus, only on this machine)")
        for path in written:
            say(one_line(f"Cards: {path}"))
        for said in news:
            say(said)
        if self._is_lonely(addresses):
            complain(LONELY)
        say(f"\nServing. Ctrl-C stops. To resume: {going_on(self._where)}")
        if self._tail is not None:
            if not self._takes_over:
                say(TO_STATUS)
            self._open_window(standing, self._watch, self._tail)

    def _let_browsers_in(self, standing: RunningArbiter, addresses: Sequence[Address]) -> None:
        """Set the address for browsers, which codes and consoles name from now on."""
        if self._browsers is None:
            return
        exercise = self._opened.exercise
        web = self._web = self._browsers.door(
            standing.web_port, exercise.name, names=exercise.plan.names, host=addresses[0].host
        )
        known = "" if web.is_known else web.fingerprint
        exercise.lets_browsers_in(WebAddress(address=web.base, fingerprint=known))

    def _is_lonely(self, addresses: Sequence[Address]) -> bool:
        """Return whether no other machine can reach the host, although it was meant to serve others."""
        return is_lonely(addresses) and self._place.bind in EVERYWHERE

    def _moved(self, before: Sequence[Address], now: Sequence[Address]) -> None:
        """Announce new addresses of this machine in the window, with the codes and at the consoles."""
        standing = self._standing
        assert standing is not None
        self._let_browsers_in(standing, now)
        local = self._place.bind not in EVERYWHERE
        standing.service.hear_address(change_words(before, now, local=local))
        self.then(now)

    def _codes(self, addresses: Sequence[Address]) -> str:
        """Return the present codes, with the commands that people type below them.

        If there are many codes, the first lines scroll out of the window.
        """
        exercise = self._opened.exercise
        return "\n".join(
            (
                f"{exercise.name}   (file {self._where})",
                listing(cards_of(exercise)),
                "",
                "Address   " + "   or   ".join(typed(address) for address in addresses),
                *self._standby_lines(addresses[0].port),
                *(web_lines(self._web) if self._web else []),
                (
                    "Players type   warcouncil join     Umpires   warcouncil umpire     A projector "
                    "  warcouncil display"
                ),
            )
        )

    def _standby_lines(self, port: int) -> list[str]:
        """Return the line about standbys, which seats try if this machine is lost."""
        standbys = "   or   ".join(map(typed, self._place.standbys(port)))
        return [f"Standby   {standbys}   (the cards name it too)"] if standbys else []

    def _open_window(self, standing: RunningArbiter, watch: AddressWatch, tail: NewsTail) -> None:
        """Continue in the window. There a key hides the codes and shows the state of the room."""
        # It is loaded only here, because it uses Textual, and a host without a window need not wait for that
        from warcouncil.clients.commands.host.window import facts_of, status_lines

        service, standbys, since = standing.service, standing.standbys, monotonic_ms()

        def draw(columns: int, lines: int, question: str) -> list[str]:
            up_ms = monotonic_ms() - since
            web = web_lines(self._web) if self._web else ()
            kept = self._backup.words() if self._backup else ""
            where = f"{listed(watch.now)}{'   ' + LONELY if self._is_lonely(watch.now) else ''}"
            facts = replace(
                facts_of(standing, where, self._where, up_ms=up_ms, news=tail.last, web=web, backup=kept),
                sleep=self._sleep.warning,
            )
            return status_lines(facts, columns, lines, question)

        window = HostWindow(
            draw,
            lambda: self._codes(watch.now),
            partial(service.stop, leave=Leave.ENDED),
            heir=lambda: standbys.heir if standbys else "",
            hand_over=service.on_hand_over,
            hidden=self._takes_over,
        )
        window.open()
        service.stopped.add_done_callback(window.close)

    def _line(
        self, cards: Sequence[SeatCard], addresses: Sequence[Address], written: Sequence[Path], metrics: str
    ) -> dict[str, object]:
        """Return all facts for a script."""
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
        """Write the requested cards. An error is reported and does not stop the exercise."""
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
