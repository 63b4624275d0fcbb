"""Alarms of the whole room: wrong codes, cards used twice, lost records, standbys and backups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warcouncil.arbiter.core.people.roster import machine
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.arbiter.core.words.stimuli import Admitted, FileRead, Guessed, Resumed
from warcouncil.protocol.sentences.sentence import Sentence, say, sentence
from warcouncil.protocol.wire.consoles import Alarm
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import TableId, clean

NAMED_CHARS_MAX = 1000
"""The maximum length of the names in one line, in characters. The journal has all names."""


def told(table: Table, resumed: Resumed) -> Sentence:
    """Return what a table lost: the seats with lost receipts, and how many other records."""
    gates: dict[int, list[str]] = {}
    for lost in resumed.lost:
        if lost.table == table.number and lost.seat:
            seat = table.seats.get(lost.seat)
            gates.setdefault(lost.gate, []).append(seat.title if seat else lost.seat)
    words: list[str] = []
    for count, (gate, seats) in enumerate(gates.items()):
        words.append(say("warnings.receipts_of", gate=gate, who=", ".join(seats)))
        if len("; ".join(words)) > NAMED_CHARS_MAX:
            left = len(gates) - count
            words[-1] = say("warnings.receipts_more", n=left, gate=gate)
            break
    receipts = say("warnings.receipts", which="; ".join(words)) if words else say("warnings.no_receipts")
    others = sum(lost.records for lost in resumed.lost if lost.table in (0, table.number) and not lost.seat)
    key = "warnings.damaged_open" if resumed.is_open else "warnings.damaged"
    return sentence(key, receipts=receipts, others=others)


OVER_AFTER_MS = 10 * 60 * 1000
"""How long an alarm lasts after the last wrong code, or after the last use of a card."""
NAMED_MAX = 5
FAULT_CHARS_MAX = 300
_OF_THE_MACHINE = {
    "backup": "warnings.no_backup",
    "file": "warnings.exercise_file",
    "address": "warnings.address",
}
"""The keys of alarms about the host's machine."""
OWN_NUMBERS_FROM = 10_001
"""The first number of alarms that follow from no record. All lower numbers follow from the journal."""


class RoomAlarms:
    """The alarms, and how long each lasts."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[int, Alarm]] = {}
        """Each alarm by its cause, and when the cause last occurred. The time is -1 if the alarm does not end by
        itself.
        """
        self._count = 0
        self._own_count = OWN_NUMBERS_FROM - 1

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """The present alarms, as consoles see them."""
        return tuple(alarm for _, alarm in self._told.values())

    def take(self, guessed: Guessed) -> None:
        """Raise an alarm about wrong codes and the addresses that sent them."""
        named = [
            say("warnings.wrong_from", count=one.wrong, address=_named(clean(one.address)))
            for one in guessed.worst[:NAMED_MAX]
        ]
        rest = guessed.others + len(guessed.worst[NAMED_MAX:])
        more = [say("warnings.wrong_more", n=rest)] if rest else []
        self._tell("guessing", guessed.at, say("warnings.wrong_codes", which=", ".join([*named, *more])))

    def file_read(self, read: FileRead) -> None:
        """Raise an alarm that a command at the host's machine read the exercise file."""
        self._tell("read", read.at, say("warnings.file_read", command=clean(read.command)))

    def used_again(self, admitted: Admitted, first: Admitted, whose: str) -> None:
        """Raise an alarm that the card of a console or projector admitted another key, long after the first.

        The command line (`rule`) has its own key. So the holder of the card causes this too, mostly at the console's
        own machine.
        """
        plate, here = admitted.plate, clean(admitted.address)
        own = here != "" and machine(admitted.address) == machine(first.address)
        key = "warnings.card_here" if own else "warnings.card_elsewhere"
        text = say(key, whose=whose, card=plate, address=_named(here))
        self._tell(f"own {plate}" if own else plate, admitted.at, text)

    def accepted(self) -> None:
        """Raise an alarm that the host accepted the loss of acknowledged records."""
        self._tell("loss", -1, say("warnings.accepted"))

    def left_out(self, records: Sequence[int]) -> None:
        """Raise an alarm that a resume could not replay some records without a table."""
        named = ", ".join(str(seq) for seq in records[:NAMED_MAX])
        more = len(records) - NAMED_MAX
        text = (
            say("warnings.left_out_more", which=named, count=more)
            if more > 0
            else say("warnings.left_out", which=named)
        )
        self._tell("left out", -1, text, own=True)

    def stand_by(self, before: Iterable[str], now: Iterable[str]) -> bool:
        """Update the alarms about standbys by comparing the previous and the present standbys. Return whether umpires
        must be told."""
        here = set(now)
        changed = bool(here) and self._told.pop("lead", None) is not None
        for name in sorted(here):
            changed |= self._told.pop(f"standby {name}", None) is not None
        for name in sorted(set(before) - here):
            key = "warnings.standby_gone" if here else "warnings.last_standby_gone"
            self._tell(f"standby {name}", -1, say(key, name=clean(name)))
            changed = True
        return changed

    def backed(self, fault: str, about: str = "backup") -> bool:
        """Update an alarm of the host and return whether umpires must be told. With "" as `fault` all is well.

        `about` names the copies of the exercise file, the file itself, or the host's address.
        """
        if fault:
            self._tell(about, -1, clean(say(_OF_THE_MACHINE[about], why=fault), FAULT_CHARS_MAX), own=True)
            return True
        return self._told.pop(about, None) is not None

    def led_by_another(self) -> None:
        """Raise an alarm that a standby has become the arbiter."""
        self._tell("lead", -1, say("warnings.taken_over"))

    def _tell(self, about: str, at: int, text: str, *, own: bool = False) -> None:
        """Record an alarm and its cause. `own`: the alarm follows from no record, so only this arbiter knows it."""
        self.settle(at)  # A tick may have removed it, and not every tick is in the journal.
        former = self._told.get(about)
        if former:
            number = former[1].number
        elif own:
            number = self._own_count = self._own_count + 1
        else:
            number = self._count = self._count + 1
        self._told[about] = at, Alarm(table=TableId(0), text=text, number=number)

    def check(self, number: int) -> None:
        """Check that there is an alarm with this number. Raises Refused."""
        if number not in [alarm.number for alarm in self.alarms]:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_alarm"))

    def put_away(self, number: int) -> None:
        """Dismiss an alarm, if there is one. It returns if its cause happens again."""
        for about in [name for name, (_, alarm) in self._told.items() if alarm.number == number]:
            del self._told[about]

    def settle(self, at: int) -> bool:
        """Remove the alarms whose time is over. Return whether there were any."""
        over = [name for name, (last, _) in self._told.items() if last >= 0 and at - last > OVER_AFTER_MS]
        for name in over:
            del self._told[name]
        return bool(over)


def _named(address: str) -> str:
    """Return an address, or a text which says that it is unknown."""
    return address or say("warnings.unknown_address")
