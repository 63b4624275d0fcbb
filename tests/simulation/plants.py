"""The plants: bugs of the kind that end an exercise, each of which the simulation must find.

`python -m tests.simulation.plants` plants each, one after the other, and prints the number of runs to find
it, and the broken promise.
"""

from __future__ import annotations

import sys
import time

from tests.simulation.finding import find
from tests.simulation.planting import Plant
from tests.simulation.setting import Wish

SERVICE = "arbiter.shell.service.service:Service"

PLANTS: tuple[Plant, ...] = (
    # --- what a resume knows ------------------------------------------------------------------------------------------
    Plant(
        "a resume forgets who spoke",
        "arbiter.core.room.recovery:Following._know",
        "if kind in PACED and holder is not None:",
        "if False:",
        "after a crash a seat speaks more often than it may, and a standby does not agree",
    ),
    Plant(
        "a resume forgets what was carried out",
        "arbiter.core.room.recovery:Following._know",
        "self.exercise.room.repeats.remember(key, request)",
        "pass",
        "after a crash a line that is sent again is said again",
    ),
    Plant(
        "the limit on speech is in memory",
        "arbiter.core.room.recovery:Following._know",
        "if kind in PACED and holder is not None:",
        "if False:",
        "after a crash a seat speaks more often than it may, and the file then fails verify",
        also=Plant(
            "and a replay refuses by it",
            "arbiter.core.room.seat_requests:SeatRequests._words",
            "if self.room.sessions.at(table.number, seat.id):",
            "if True:",
            "",
        ),
    ),
    Plant(
        "seals before the cut are forgotten at a resume",
        "arbiter.core.room.recovery:Following.take",
        "self._sealed(*sealed.groups())",
        "pass",
        "after a crash an answer that counted is refused as late",
    ),
    Plant(
        "after a resume nobody is waited for who has not pledged",
        "arbiter.core.room.chance:Draws._there",
        "table.draw.is_resumed and pledged is None",
        "False",
        "after a crash the chance is made without the number of a player who was about to give it",
        at_home="file",
        shown_by=55,
    ),
    # --- the door -----------------------------------------------------------------------------------------------------
    Plant(
        "the door admits before it is written",
        "arbiter.shell.service.door_service:DoorKeeper.admit",
        "return self._settle([admitted]) and key in self._exercise.keys",
        "self._exercise.handle(admitted)\n    return True",
        "a crash shuts out a player whom the door had let in",
        shown_by=4,
    ),
    Plant(
        "the door writes a little later",
        "arbiter.shell.service.door_service:DoorKeeper.admit",
        "return self._settle([admitted]) and key in self._exercise.keys",
        "self._door._loop.call_later(1.0, self._settle, [admitted])\n    return True",
        "a player is let in, and the next window finds the way shut",
        shown_by=4,
    ),
    Plant(
        "the door answers with another's proof",
        "arbiter.shell.network.door:Door._proved",
        "if not self._admit(guest.key, card, waiting.address):",
        "if not self._admit(guest.key[::-1], card, waiting.address):",
        "a player is let in, and another key is written down",
        shown_by=4,
    ),
    # --- what is refused ----------------------------------------------------------------------------------------------
    Plant(
        "a receipt is made before the answer is sealed",
        "arbiter.core.room.seat_requests:SeatRequests.declare",
        "    table.declare(holder.seat, request, Way.BOT if instead else Way.SEALED)\n    receipt = self.room.receipts.make(table.number, holder.seat, request)",
        "    receipt = self.room.receipts.make(table.number, holder.seat, request)\n    table.declare(holder.seat, request, Way.BOT if instead else Way.SEALED)",
        "a player is told that an answer was sealed in time, and it was refused",
    ),
    Plant(
        "a request is remembered before it is carried out",
        "arbiter.core.room.seat_requests:SeatRequests.perform",
        "case _ if self.room.repeats.known(key, body.id):",
        "case _ if self.room.repeats.known(key, body.id) or self.room.repeats.remember(key, body.id):",
        "a player is told that a line was said, and it was refused",
        shown_by=2,
    ),
    Plant(
        "an answer that was refused counts in the end",
        "arbiter.core.room.exercise:Exercise._received",
        "self.room.repeats.check(session.token, request)",
        "pass",
        "a copy of a refused request is carried out, and its sender has given it up",
        shown_by=8,
    ),
    Plant(
        "everything late is called sealed",
        "arbiter.core.room.seat_requests:SeatRequests.declare",
        "if request.gate < table.gate and sealed_at is not None:",
        "if request.gate < table.gate:",
        "a player whose answer came too late is told that it was in time",
    ),
    # --- sends and commits ----------------------------------------------------------------------------------------------
    Plant(
        "said before it is written",
        f"{SERVICE}._go_on",
        "writing = self._write(batch)",
        "self.effect_runner.do(batch.effects); batch.effects = []; writing = self._write(batch)",
        "a receipt leaves before the journal holds what it is for",
    ),
    Plant(
        "a failed commit is passed over",
        f"{SERVICE}._follow",
        "self._fenced(error)\n        return []",
        "pass",
        "on a full disk people are told what nobody wrote down",
        shown_by=4,
    ),
    Plant(
        "nothing is synced",
        "arbiter.shell.file.file_store:FileStore.commit",
        "    self.connection.commit()\n",
        "",
        "a power cut takes everything",
    ),
    Plant(
        "the trail before the file",
        "arbiter.shell.file.file_store:FileStore.commit",
        '    self.connection.commit()\n    failpoints.reach("before_trail")\n    self._writer.write(self._slots)',
        '    self._writer.write(self._slots)\n    failpoints.reach("before_trail")\n    self.connection.commit()',
        "a power cut between the two leaves a file that cannot be taken up",
        at_home="file",
        shown_by=10,
    ),
    Plant(
        "closings are not written",
        "arbiter.shell.service.journal:written",
        "if isinstance(effect, Closed):",
        "if False:",
        "a table stands up from another position",
    ),
    # --- clocks ---------------------------------------------------------------------------------------------------------
    Plant(
        "a crash takes time",
        "arbiter.shell.service.opening:_stand_up",
        "ExerciseClock(last)",
        "ExerciseClock(last + 4000)",
        "whoever thinks while the arbiter crashes has four seconds less",
    ),
    Plant(
        "time by the wall clock",
        "arbiter.shell.base.clock:monotonic_ms",
        "time.monotonic_ns()",
        "time.time_ns()",
        "a wall clock that is set takes or gives time",
    ),
    Plant(
        "closed before its time",
        "arbiter.core.table.gate:Gate.deadline",
        "self.clock.deadline + grace_ms",
        "self.clock.deadline - 2000",
        "an answer at the last moment is too late",
    ),
    Plant(
        "grace twice",
        "arbiter.core.table.gate:Gate.deadline",
        "self.clock.deadline + grace_ms",
        "self.clock.deadline + 2 * grace_ms",
        "every question stays open for a second longer than it may",
        shown_by=2,
    ),
    Plant(
        "half the grace",
        "arbiter.core.table.gate:Gate.deadline",
        "self.clock.deadline + grace_ms",
        "self.clock.deadline + grace_ms // 2",
        "an answer within the grace is too late",
        shown_by=2,
    ),
    Plant(
        "what is due is asked of now",
        "arbiter.shell.service.batch:Batcher.batch",
        "partial(self._exercise.pending, passed)",
        "partial(self._exercise.pending, self.latest)",
        "a question closes before answers are read that came in time",
        shown_by=6,
    ),
    Plant(
        "a resume gives a minute",
        "arbiter.core.table.gate:Gate.wait_anew",
        "self.clock.at_least(at, SILENCE_MS_MAX)",
        "self.clock.at_least(at, 60_000)",
        "each crash makes the question a minute longer",
    ),
    # --- once, and not never --------------------------------------------------------------------------------------------
    Plant(
        "receipts are forgotten with their gate",
        "arbiter.core.table.gate:Gate.opened",
        "former=before.receipts",
        "former={}",
        "a repeat whose receipt was lost is refused, though it counted",
    ),
    Plant(
        "requests that were carried out are forgotten",
        "arbiter.core.people.sessions:SeenRequests.known",
        "return request in self._done.get(key, ())",
        "return False",
        "a line that is sent again is said again",
    ),
    Plant(
        "an older window has the say",
        "arbiter.core.room.arrivals:Arrivals.session",
        "session.token == received.session or ",
        "True or ",
        "whoever shut a seat out at another window goes on deciding for it",
    ),
    Plant(
        "a gap is not noticed",
        "arbiter.core.people.sessions:Session.aside",
        "self.token, 0, self.n)",
        "self.token, 0, 0)",
        "whoever misses a frame does not know it, and looks at an old question",
    ),
    # --- ready, and taken back ----------------------------------------------------------------------------------------
    Plant(
        "a readiness is taken back late",
        "arbiter.core.table.table:Table.declare",
        "    self.now.check_answer(seat, request.gate)\n    if self.now.takes_back(request.answer):",
        "    if not request.answer and request.gate < self.gate:\n        self.now.take_back(seat)\n        return\n"
        "    self.now.check_answer(seat, request.gate)\n    if self.now.takes_back(request.answer):",
        "a late request takes back the answer to the next question",
    ),
    Plant(
        "a replay takes nothing back",
        "arbiter.core.room.recovery:Retelling._effects",
        "if isinstance(stimulus, Received):",
        "if getattr(getattr(stimulus, 'body', None), 'answer', None) == {}:\n        return ()\n    if isinstance(stimulus, Received):",
        "after a crash a seat is ready that has taken it back",
        shown_by=7,
    ),
    Plant(
        "what was taken back counts",
        "arbiter.core.table.gate:Gate.take_back",
        "self.withdraw(seat)",
        "pass",
        "a seat that is not ready is not waited for",
        shown_by=21,
    ),
    Plant(
        "a taking back is refused when it is repeated",
        "arbiter.core.table.gate:Gate._counting",
        "return {} if self.asks_readiness and seat not in self.voided else None",
        "return None",
        "a player is told that what was taken back still counts",
        shown_by=7,
    ),
    # --- who leads --------------------------------------------------------------------------------------------------
    Plant(
        "speaks though its lease has lapsed",
        "arbiter.shell.service.lease_guard:LeaseGuard.holds",
        "holds = self._keeper is None or self._keeper.leads()",
        "holds = True",
        "an arbiter that is cut off answers its seats while another leads",
        at_home="server",
    ),
    Plant(
        "a lease is trusted too long",
        "arbiter.shell.base.lease:Lease.left_ms",
        "self._until - now",
        "self._until + 3000 - now",
        "for a moment two lead",
        at_home="server",
    ),
    Plant(
        "a lease is trusted from its answer",
        "arbiter.shell.base.lease:LeaseKeeper._beat",
        "self._lease.granted(asked_at)",
        "self._lease.granted(self._clock() + 1500)",
        "an answer that was long on its way makes two leaders",
        at_home="server",
    ),
    Plant(
        "a lease by the wall clock",
        "arbiter.shell.base.clock:awake_ms",
        "return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000",
        "return time.time_ns() // 1_000_000",
        "a clock that is set makes two leaders",
        at_home="server",
    ),
    Plant(
        "taken while it is beaten",
        "arbiter.shell.base.lease:LeaseWatch.saw",
        "row[:2] != self._row[:2]",
        "row[:1] != self._row[:1]",
        "a standby takes the lead from an arbiter that is well",
        at_home="server",
    ),
    Plant(
        "taken too soon",
        "arbiter.shell.base.lease:LeaseWatch.may_take",
        "now - self._since >= TTL_MS",
        "now - self._since >= 600",
        "whoever's beat is a little late is no leader any more",
        at_home="server",
        shown_by=3,
    ),
    Plant(
        "a beat that was refused counts",
        "arbiter.shell.base.lease:LeaseKeeper._beat",
        "if self.store.renew(self.epoch):",
        "if self.store.renew(self.epoch) or True:",
        "an arbiter that was told that another leads goes on",
        at_home="server",
    ),
    Plant(
        "the lead is kept when it is handed on",
        "arbiter.shell.base.lease:LeaseKeeper.stop",
        "self.store.give_up(self.epoch, heir)",
        'self.store.give_up(self.epoch, "")',
        "who hands over leaves the exercise to nobody",
        at_home="server",
    ),
    Plant(
        "the lease is looked at every three seconds",
        "arbiter.shell.service.lease_guard:LeaseGuard.holds",
        "    holds = self._keeper is None or self._keeper.leads()",
        "    now = self._keeper._clock() if self._keeper else 0\n"
        "    if now >= getattr(self, '_next', 0):\n"
        "        self._next, self._known = now + 3000, self._keeper is None or self._keeper.leads()\n"
        "    holds = self._known",
        "for three seconds two lead",
        at_home="server",
        shown_by=15,
    ),
    Plant(
        "the lease is renewed every three seconds",
        "arbiter.shell.base.lease:POLL_SECONDS",
        "0.1",
        "3.0",
        "an arbiter that is well loses its lead",
        at_home="server",
    ),
    Plant(
        "taken in the database though it is beaten",
        "arbiter.shell.database.lease_row:_TAKE",
        " and (beats = :beats or heir = :me)",
        "",
        "an arbiter whose beat has just come is no leader any more, and does not know it",
        at_home="server",
        shown_by=8,
    ),
    Plant(
        "the epoch is not in the head",
        "arbiter.shell.database.lease_row:DatabaseLease.take",
        'connection.execute(_BEGIN, {"epoch": epoch})',
        'connection.execute(_BEGIN, {"epoch": 1})',
        "an arbiter that was overtaken goes on writing",
        at_home="server",
    ),
    Plant(
        "a beat counts in the database for any holder",
        "arbiter.shell.database.lease_row:_RENEW",
        "where epoch = :epoch and holder = :me",
        "where :epoch > 0 and :me <> ''",
        "an arbiter that was overtaken keeps its lease",
        at_home="server",
        shown_by=4,
    ),
    # --- stalls, clocks, gates ------------------------------------------------------------------------------------------
    Plant(
        "a question is forgotten",
        "arbiter.core.table.gate:Gate.due",
        "return self._out(at, grace_ms) and not self._waits()",
        "return False",
        "a question stays open for ever",
    ),
    Plant(
        "complete before all have sealed",
        "arbiter.core.table.gate:Gate.complete",
        "len(self.sealed) + len(self.voided) >= len(phase.asked)\n        and phase.closes_early\n        and not self.silent",
        "phase.closes_early and len(self.silent) < 2",
        "the last to answer is not waited for",
    ),
    Plant(
        "a seal is not kept",
        "arbiter.core.table.gate:Gate.seal",
        "self.sealed[seat] = sealed",
        "self.sealed.setdefault(seat, sealed)",
        "whoever changes his mind is told that he has, and the first answer counts",
    ),
    Plant(
        "grace is nobody's",
        "arbiter.core.table.gate:Gate.deadline",
        "self.clock.deadline + grace_ms",
        "self.clock.deadline + grace_ms * 100",
        "a question stays open long after its time",
    ),
    # --- what the disk damages ----------------------------------------------------------------------------------------
    Plant(
        "file, log and trail are not compared",
        "arbiter.shell.file.file_store:FileStore.check",
        "told, closed = self._told, self.found.was_closed",
        "return\n    told, closed = self._told, self.found.was_closed",
        "a damaged log takes the newest answers, and nobody notices",
        at_home="file",
        shown_by=6,
    ),
    # --- the journal --------------------------------------------------------------------------------------------------
    Plant(
        "a record is left out",
        "arbiter.shell.service.journal:written",
        "entries = [Entry(stimulus.at, stimulus.kind, table, body, receipt)]",
        "entries = [Entry(stimulus.at, stimulus.kind, table, body, receipt)] if receipt is None or len(body) % 7 else []",
        "now and then a declaration is acknowledged and not written down",
    ),
    Plant(
        "only whoever asks first is written",
        "arbiter.shell.service.batch:Batcher._handle",
        "if outcome.durable:",
        "if outcome.durable and not batch.entries:",
        "of what came together only the first is kept",
    ),
    Plant(
        "a record twice",
        "arbiter.shell.service.batch:Batcher._handle",
        "batch.entries += written(stimulus, outcome, table, self._exercise.keys)",
        "batch.entries += written(stimulus, outcome, table, self._exercise.keys) * (1 + (len(self._exercise.keys) > 1 and stimulus.kind == 'received'))",
        "everything that is asked stands there twice",
    ),
    Plant(
        "who was admitted is forgotten",
        "arbiter.core.room.recovery:Retelling._stimulus",
        "if row.table in self.adrift:",
        'if row.table in self.adrift or row.kind == "admitted":',
        "after a crash nobody may come in any more",
    ),
    Plant(
        "what was said is forgotten",
        "arbiter.core.room.recovery:Retelling._stimulus",
        "if row.table in self.adrift:",
        'if row.table in self.adrift or (row.kind == "received" and len(row.body) % 3 == 0):',
        "after a crash some of the answers are gone",
    ),
    # --- numbers, repeats, windows --------------------------------------------------------------------------------------
    Plant(
        "numbers stand still",
        "arbiter.core.people.sessions:Session.mail",
        "self.n += 1",
        "self.n += self.n < 40",
        "after forty frames a client takes what is new for something that it has had",
    ),
    Plant(
        "the whole view is never sent again",
        "arbiter.core.room.arrivals:Arrivals.whole",
        "sends = [messages.whole_view(table, session, at, self.room.sessions)]",
        "sends = [messages.whole_view(table, session, at, self.room.sessions)] if session.n < 2 else []",
        "whoever missed a frame looks at an old question for ever",
    ),
    Plant(
        "after a gap all is taken",
        "clients.link.connect.link:ReplyOrder.takes",
        "message.n == self.seen + 1 and not self.gap",
        "True",
        "a piece of the story is missing, and nobody notices",
    ),
    Plant(
        "a gap is not asked about",
        "clients.link.connect.link:Link._ask_whole",
        "self._asked.add_first(Resync())",
        "pass",
        "whoever missed a frame waits for ever",
    ),
    Plant(
        "nothing is repeated on a link that stands",
        "clients.link.base.asked:RequestsInFlight.next",
        "now - sent > self._repeat_seconds",
        "False",
        "one lost frame is an answer that never arrives",
        shown_by=34,
    ),
    Plant(
        "silence is not noticed",
        "clients.link.connect.link:Link._beat",
        "now - self._heard > SILENT_BEATS_MAX * self._period + SILENCE_SLACK_SECONDS",
        "False",
        "a client waits for ever for an arbiter that has lost its power",
    ),
    Plant(
        "no welcome is waited for in vain",
        "clients.link.connect.seeking:Seeking._unanswered",
        "self._lost(rests=True)",
        "pass",
        "a hello that was lost is never said again",
    ),
    Plant(
        "a link is lost once",
        "clients.link.connect.seeking:Seeking._lost",
        'self._timers.start("connect", wait, self._connect)',
        "pass",
        "whoever's cable is pulled never comes back",
    ),
    Plant(
        "the newest receipt is not shown",
        "clients.link.identity.receipts:Receipts.ask",
        "self._asked[declare.id] = declare",
        "pass",
        "true receipts look false, and people are alarmed",
    ),
    Plant(
        "receipts of another seat",
        "arbiter.core.people.receipts:ReceiptBook.missing",
        "return ",
        "return True or ",
        "people are told that their answers were lost",
    ),
)

LEAKS: tuple[Plant, ...] = (
    Plant(
        "answers leave at once",
        "arbiter.shell.network.outbox:Outbox.send",
        "if not due:",
        "if True:",
        "the time that writing takes tells who sealed",
    ),
    Plant(
        "the beat counts the seals",
        "arbiter.core.views.messages:alive",
        "seat_view.clock_view(table, at)",
        "seat_view.clock_view(table, at - len(table.now.sealed))",
        "whoever reads his clock closely knows how many have sealed",
    ),
    Plant(
        "frames are as long as what they say",
        "protocol.wire.wire:pad_reply",
        "return pad(data, (size,) if size else REPLY_BYTES)",
        "return data",
        "whoever listens to the network reads off the lengths who sealed",
    ),
    Plant(
        "a clock waits for the seals of another table",
        "arbiter.core.room.timing:GateTiming.pending",
        "if self._due(table, at)",
        "if self._due(table, at - 5 * sum(len(one.now.sealed) for one in self._room.tables.values() if one is not table))",
        "whoever reads his clock closely knows how many have sealed at another table",
        shown_by=56,
    ),
    Plant(
        "a message is of the moment at which it is taken in",
        "arbiter.shell.service.inbox:Inbox.take",
        "max(earliest, at - waited)",
        "at",
        "whoever reads his clock closely knows that his beat waited for another's seal to be written down",
        shown_by=628,
    ),
)
"""Bugs that tell a seat, or a listener in the network, a secret, which twin worlds alone can show."""
RUNS_MAX = 160
"""The number of runs that search for a plant.

Most are found in the first ten; those that need one frame of a kind to be lost, in some fifty.
"""


def main() -> int:
    """Plant each, and say what found it."""
    missed = 0
    for plant in PLANTS:
        began = time.process_time()
        broken, runs = find(plant, Wish(1), RUNS_MAX)
        found = f"{runs:3d} runs  {broken}" if broken else "NOT FOUND"
        missed += broken is None
        print(f"{plant.name:50s} {time.process_time() - began:5.1f} s  {found:.110}", flush=True)  # noqa: T201
    print(f"{len(PLANTS) - missed} of {len(PLANTS)} found")  # noqa: T201
    return missed


if __name__ == "__main__":
    sys.exit(main())
