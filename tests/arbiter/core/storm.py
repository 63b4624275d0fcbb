"""A storm: a room whose links lose, repeat, delay and reorder frames, whose people reconnect, and whose
arbiter crashes. Everything follows from one seed.

People behave as the real client does. They beat, and answer what they are asked. They repeat a declaration
until its receipt arrives. They ask for the whole view when a number is missing. They say hello again when the
arbiter does not know their session.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.stimuli import Greeted, Received, Stimulus, Ticked
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.acts.acts import (
    Act,
    Amend,
    Begin,
    EndNow,
    Extend,
    Fiat,
    GoBack,
    Hold,
    KeepBack,
    Note,
    Pause,
    Postpone,
    Release,
    Resume,
    SendInject,
    Tell,
)
from warcouncil.protocol.proofs.lots import pledge_of
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import (
    Alive,
    Done,
    DrawShown,
    Receipt,
    Refusal,
    RefusalCode,
    ToClient,
    Welcome,
)
from warcouncil.protocol.wire.requests import Beat, Declare, OpenLot, Pledge, Request, Resync, Rule
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Room, sign

T = TypeVar("T")

STEP_MS = 100
RULINGS: tuple[Act, ...] = (
    Extend(seconds=7),
    Extend(seconds=-3),
    Pause(),
    Begin(),
    Resume(),
    Hold(),
    Release(),
    Release(),
    EndNow(),
    GoBack(to=GateNo(1)),
    GoBack(to=GateNo(2)),
    Fiat(text="It rains."),
    Note(text="Wet."),
    Tell(text="Take cover."),
    *(SendInject(inject=number) for number in (1, 2)),
    *(Postpone(seconds=7), Postpone(inject=3, seconds=5)),
    *(KeepBack(inject=2), KeepBack(inject=4, drop=True)),
    Amend(text="ask: What now? | Wait | Go"),
)
BEAT_STEPS = 5
ALLOWANCE_STEPS = 3000


@dataclass
class Player:
    """A person who plays at random through a bad link."""

    key: str
    dice: Dice
    session: str = ""
    seen: int = 0
    view: View | None = None
    pending: Declare | None = None
    greeting: bool = False
    answered: int = 0
    receipts: dict[str, Receipt] = field(default_factory=dict)

    @property
    def held(self) -> Held | None:
        """Return the newest receipt, as the client shows it in every hello."""
        for receipt in reversed(self.receipts.values()):
            table, seat, _ = self.key.split(":")
            return Held(
                table=TableId(int(table)),
                seat=SeatId(seat),
                **receipt.model_dump(include={"gate", "id", "digest", "signature"}),
            )
        return None

    def next(self) -> Request | None:
        """Return what to send at this beat. None means a hello."""
        if not self.session:
            return None
        view = self.view
        if view is None or self.greeting:
            return Resync()
        if self.pending is None and view.form is not None and self.answered < view.gate:
            self.answered = view.gate
            ident = sign(f"{self.key}:{view.gate}:{self.dice.below(1 << 30)}".encode())[:32]
            answer = fill(view.form, self.dice.stream("answer", view.gate))
            self.pending = Declare(id=ident, gate=view.gate, answer=answer)
        return self.pending or Beat(seen=self.seen)

    def hear(self, reply: ToClient) -> None:
        """Process a reply, as the link and the desk of a client do."""
        body = reply.body
        if isinstance(body, Welcome):
            assert body.receipt != "missing", "a false alarm: whatever was acknowledged is in the journal"
            self.session, self.seen, self.view, self.greeting = reply.session, 1, None, False
            return
        if isinstance(body, Refusal) and not reply.session:
            if body.code in (
                RefusalCode.STALE,
                RefusalCode.FENCED,
            ):  # the other window is this person's own, from an older hello
                self.session = ""
            return
        if reply.session != self.session:
            return
        if reply.n == 0:
            if isinstance(body, Alive) and reply.last > self.seen:
                self.greeting = True
            return
        if reply.n <= self.seen:
            return
        if reply.n != self.seen + 1 and not (isinstance(body, View) and body.whole):
            self.greeting = True
            return
        self.seen = reply.n
        self._take(body)

    def _take(self, body: object) -> None:
        if isinstance(body, View):
            if self.view is None or body.gate >= self.view.gate or body.whole:
                self.view = body
            self.greeting = False
            if self.pending and self.pending.gate < body.gate:
                self.pending = None
        elif isinstance(body, Receipt):
            self.receipts[body.id] = body
            if self.pending and self.pending.id == body.id:
                self.pending = None
        elif isinstance(body, Refusal) and self.pending and self.pending.id == body.id:
            self.pending = None


@dataclass
class Drawer(Player):
    """A player who also contributes a number to the chance of the table, and repeats each step until it is
    answered.
    """

    step: Pledge | OpenLot | None = None
    """The step that is not answered yet."""
    taken: set[str] = field(default_factory=set)
    """The steps that the arbiter has confirmed: "pledge", "open_lot"."""

    @property
    def lot(self) -> str:
        """The number to which this player is bound. It never changes."""
        return sign(f"the lot of {self.key}".encode())[:64]

    @property
    def pledge(self) -> str:
        """The pledge that binds the player to the number."""
        table, seat, _ = self.key.split(":")
        return pledge_of("Jena", TableId(int(table)), SeatId(seat), self.lot)

    def next(self) -> Request | None:
        """Return what to send at this beat."""
        wanted = super().next()
        return self.step if self.step is not None and isinstance(wanted, Beat) else wanted

    def hear(self, reply: ToClient) -> None:
        """Process a reply, and pledge after each welcome."""
        super().hear(reply)
        if isinstance(reply.body, Welcome) and not self.taken:
            self.step = Pledge(id=self._id("pledge"), pledge=self.pledge)

    def _take(self, body: object) -> None:
        super()._take(body)
        if isinstance(body, DrawShown) and not body.seed and "open_lot" not in self.taken:
            if self.pledge in body.pledges:
                self.step = OpenLot(id=self._id("open_lot"), lot=self.lot)
        elif self.step is not None and isinstance(body, Done | Refusal) and body.id == self.step.id:
            if isinstance(body, Done):
                self.taken.add(self.step.type)
            self.step = None

    def _id(self, step: str) -> str:
        return sign(f"{self.key} {step}".encode())[:32]


@dataclass
class Ruler(Player):
    """An umpire who rules at random through a bad link, and repeats each ruling until it is answered."""

    ruling: Rule | None = None
    patience: int = 0
    done: list[str] = field(default_factory=list)

    def next(self) -> Request | None:
        """Return what to send at this beat."""
        if not self.session:
            return None
        self.greeting = False
        self.patience += 1
        if self.ruling is None and self.patience % 6 == 0:
            act = self.dice.pick(RULINGS)
            ident = sign(f"ruling {self.key}:{self.patience}".encode())[:32]
            self.ruling = Rule(id=ident, table=TableId(1), act=act, reason="the weather")
        return self.ruling or Beat(seen=self.seen)

    def hear(self, reply: ToClient) -> None:
        """Process a reply. Lost frames do not matter here."""
        if reply.n > self.seen + 1 and reply.session == self.session:
            self.seen = reply.n - 1
        super().hear(reply)

    def _take(self, body: object) -> None:
        if self.ruling is not None and isinstance(body, Done | Refusal) and body.id == self.ruling.id:
            if isinstance(body, Done):
                self.done.append(body.id)
            self.ruling = None


class Storm:
    """A room with the faults of one seed.

    `ruled` adds an umpire who rules, `drawn` lets all seats make the chance.
    """

    def __init__(
        self,
        game: str,
        seed: int,
        *,
        loss: int = 15,
        repeat: int = 10,
        crash: int = 40,
        ruled: bool = False,
        drawn: bool = False,
    ) -> None:
        self.dice = Dice(b"weather of a day", seed)
        by_all = {"chance": "all", "start": "linked"} if drawn else {}
        injects = [{"text": f"News {n}.", "at_seconds": 20 * n} for n in range(1, 6)] if ruled else []
        self.room = Room(game, seed=seed, grace_ms=1000, exercise={"injects": injects, **by_all})
        person = Drawer if drawn else Player
        self.loss, self.repeat, self.crash = loss, repeat, crash
        self.players: dict[str, Player] = {}
        self.up: list[tuple[int, Stimulus]] = []
        self.down: list[tuple[int, Send]] = []
        self.acked: list[tuple[int, Receipt]] = []
        self.crashes = 0
        self.hellos = 0
        self.left_before_crash: list[tuple[int, int]] = []
        for seat in self.room.table.seats:
            self.room.sit(seat)
            key = f"1:{seat}:{Role.SEAT}"
            self.players[key] = person(key, Dice(b"mind of a player", seed, seat))
        self.ruler = Ruler("umpire", Dice(b"mind of a ruler.", seed))
        if ruled:
            self.room.umpire()
            self.players["umpire"] = self.ruler
        self.room.people.clear()

    def until_dealt(self, steps: int = ALLOWANCE_STEPS) -> int:
        """Crash the arbiter at every fourth record until the chance is made, and return the number of
        crashes.
        """
        usual, self.crash = self.crash, 250
        for step in range(steps):
            if not self.room.table.is_undealt:
                break
            self._step(step)
        self.crash = usual
        return self.crashes

    def run(self, steps: int = ALLOWANCE_STEPS) -> None:
        """Run the storm until the game is over, then without faults until every person has the last view."""
        for step in range(steps):
            self._step(step)
            if isinstance(self.room.table.phase, Finish):
                break
        self.loss = self.repeat = self.crash = 0
        for step in range(30 * BEAT_STEPS):
            self._step(step)

    def _step(self, step: int) -> None:
        self.room.at += STEP_MS
        if step % BEAT_STEPS == 0:
            for player in self.players.values():
                self._send(player)
        for stimulus in self._arrived(self.up):
            self._handle(stimulus.model_copy(update={"at": self.room.at, **self._named(stimulus)}))
        if step % 2 == 0:
            self._handle(Ticked(at=self.room.at))
        self._close_due()
        for send in self._arrived(self.down):
            reply = wire.decode_reply(send.frame)
            player = self.players[send.key]
            player.hear(reply)
            if isinstance(reply.body, Receipt):
                self.acked.append((self.room.at, reply.body))

    def _send(self, player: Player) -> None:
        if self.dice.below(100) < self.loss // 5:
            player.session = ""
        request = player.next()
        route = player.key.encode()
        stimulus: Stimulus = (
            Greeted(at=0, key=player.key, route=route, token="", held=player.held)
            if request is None
            else Received(at=0, key=player.key, route=route, session=player.session, body=request)
        )
        self._post(self.up, stimulus)

    def _named(self, stimulus: Stimulus) -> dict[str, str]:
        """Return the session token of a hello at its arrival, as the shell does.

        A late copy begins another session.
        """
        if not isinstance(stimulus, Greeted):
            return {}
        self.hellos += 1
        return {"token": sign(f"{stimulus.key}{self.hellos}".encode())[:32]}

    def _post(self, queue: list[tuple[int, T]], item: T) -> None:
        """Lose a frame, or deliver it once or twice, now or later."""
        if self.dice.below(100) < self.loss:
            return
        for _ in range(2 if self.dice.below(100) < self.repeat else 1):
            late = self.dice.below(8) if self.loss and self.dice.below(100) < 20 else self.dice.below(2)
            queue.append((self.room.at + late * STEP_MS, item))

    def _arrived(self, queue: list[tuple[int, T]]) -> list[T]:
        now = [item for at, item in queue if at <= self.room.at]
        queue[:] = [(at, item) for at, item in queue if at > self.room.at]
        return now

    def _handle(self, stimulus: Stimulus) -> None:
        rows = len(self.room.journal)
        outcome = self.room.do(stimulus)
        kept = len(self.room.journal) > rows
        if kept and self.dice.below(1000) < self.crash:
            self._crash()
            return
        for effect in outcome.effects:
            if isinstance(effect, Send):
                self._post(self.down, effect)

    def _close_due(self) -> None:
        for stimulus in self.room.exercise.pending(self.room.at):
            self._handle(stimulus)

    def _crash(self) -> None:
        """Stop the arbiter after it wrote the last record and before it sent anything."""
        self.crashes += 1
        clock = self.room.table.clock
        before = clock.left(self.room.at) if clock else 0
        self.up.clear()
        self.down.clear()
        self.room.crash()
        clock = self.room.table.clock
        self.left_before_crash.append((before, clock.left(self.room.at) if clock else 0))
