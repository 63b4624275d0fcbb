"""Judging a gate by playouts from the true position, and from positions that a seat can consider possible.

Facts that no seat can know, such as the order of a deck, are dealt again for every playout, so that they affect no
judgement. All playouts with one number use the same random numbers (`games.kit.play.playout`) at every gate of a
table. So the same question and seed give the same figures, with one worker or many.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from hashlib import blake2b
from itertools import islice, pairwise, product
from math import sqrt
from typing import Any, NamedTuple

from warcouncil.arbiter.record.account.account import By, Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.judging.attribution import divided, orders
from warcouncil.arbiter.record.judging.estimates import Estimate, Z, batches, difference, share, widened
from warcouncil.arbiter.record.judging.judgement import (
    NEUTRAL,
    Batches,
    DecisionJudged,
    GateJudged,
    GateShift,
    Tried,
    minus,
)
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame, Finish, Game, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.beliefs import (
    EFFECTIVE_MIN,
    SILENT,
    SILENT_BY_RULES,
    Belief,
    Past,
    Shown,
    believed,
    is_known,
)
from warcouncil.games.kit.play.fingerprints import fingerprint
from warcouncil.games.kit.play.playout import Declared, Fixed, Given, Player, Silent, shares, sides
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.proofs.receipts import digest_of
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.words import GateNo, Model, SeatId, TableId

TRIED_MAX = 4
"""How many answers of a seat are played out, including its own. Bounds the time."""
Shares = Mapping[str, float]
"""Each side's share of a victory at the end of a playout."""
FIRST_LOOK, LAST_LOOK = 2.797 / Z, 1.977 / Z
"""A comparison is tested twice: after half of its playouts, and at their end. Both intervals are this much wider than
95 %. So two tests err as often as one (O'Brien and Fleming, Biometrics 35, 1979)."""
POOL = {"one in two": 2, "all": 1}
"""The other kinds of simulated players: one in how many of their answers is random, and the text for this share. The
expected scores by each of them make a band around the judge's own. The judge errs one time in eight, and may be wrong
itself.
"""
AFTERWARDS_MAX = 4
"""How many gates are remembered whose playouts can be used again for the next gate. The next gate is judged soon afterwards."""
FREE_MAX = 4
"""The maximum number of seats without a fixed answer for which a shortcut searches equal playouts. With more seats,
equal playouts are too rare.
"""
_TRIES = 12
"""How many draws may find no new answer before a seat counts as having no other answer."""


class SeatDecided(Model):
    """The declaration of a seat. `answer` is None if it made none. `by_rules` then says whether the rules declared for it."""

    seat: SeatId
    answer: Answer | None
    by_rules: bool = False

    @property
    def fixed(self) -> Answer | Silent:
        """Return the answer in the form that a playout needs."""
        return Silent(self.by_rules) if self.answer is None else self.answer


class SeatShown(Model):
    """A gate in the past of a seat (`games.kit.play.beliefs.Shown`)."""

    gate: GateNo
    own: str
    after: str
    said: str = ""


class SeatPast(Model):
    """The past of a seat (`games.kit.play.beliefs.Past`). `state` is the position from which its belief starts."""

    seat: SeatId
    gate: GateNo
    state: str
    since: tuple[SeatShown, ...]


class Question(Model):
    """A gate to be judged, with everything that a worker needs."""

    table: TableId
    game: str
    options: dict[str, Any]
    gate: GateNo
    state: str
    decided: tuple[SeatDecided, ...]
    seed: str
    playouts: int
    pasts: tuple[SeatPast, ...] = ()
    """The past of each asked seat. A seat without one is not judged by its knowledge."""
    closed: bool = True
    """Whether the gate is closed. In an open gate, no decision counts yet."""

    @property
    def digest(self) -> str:
        """The fingerprint of the position."""
        return codec.digest(self.state.encode())


def questions(account: TableAccount, *, seed: str, playouts: int) -> Iterator[Question]:
    """Yield the gates of a table that asked something. Yield nothing if it is unknown which sides compete."""
    if not sides_of(account):
        return
    history = SeatHistory(account)
    for gate in account.gates:
        history.take(gate)
        if gate.asks is None:
            continue
        yield Question(
            table=account.number,
            game=account.plan.game,
            options=account.plan.options,
            gate=gate.number,
            state=codec.dump_state(account.game, gate.state).decode(),
            decided=tuple(map(decided, gate.decisions)),
            seed=seed,
            playouts=playouts,
            pasts=history.pasts(gate.asks.asked) if gate.asks.awaited and gate.closed_at is not None else (),
            closed=gate.closed_at is not None,
        )


class SeatHistory:
    """Collects what each seat of a table was shown, gate by gate, since the last position that it knew."""

    def __init__(self, account: TableAccount) -> None:
        self.account = account
        self._pasts: dict[SeatId, SeatPast] = {}
        self._before: GateAccount | None = None
        self._shortcut = shortcut_of(account.game.name)

    def take(self, gate: GateAccount) -> None:
        """Add a gate after the earlier ones."""
        before, self._before = self._before, gate
        if isinstance(gate.phase, Finish):
            return
        said = "" if before is None else self._said(before)
        for seat in self.account.seats.values():
            fresh = before is None and self.account.plan.begins is None
            if fresh or is_known(self.account.game, gate.state, seat.id):
                state = codec.dump_state(self.account.game, gate.state).decode()
                self._pasts[seat.id] = SeatPast(seat=seat.id, gate=gate.number, state=state, since=())
            elif before is not None and before.by_ruling:
                self._pasts.pop(seat.id, None)  # A change by an umpire cannot be played again
            elif before is not None and seat.id in self._pasts:
                past = self._pasts[seat.id]
                shown = SeatShown(
                    gate=before.number,
                    own=_own(before, seat.id),
                    after=fingerprint(self.account.game, gate.state, seat, before.events, self._shortcut),
                    said=said,
                )
                self._pasts[seat.id] = past.model_copy(update={"since": (*past.since, shown)})

    def _said(self, gate: GateAccount) -> str:
        """Return the answers of a gate in the form of `Shown.said`."""
        if self._shortcut is None or gate.asks is None or not self._shortcut.is_open(gate.asks.name):
            return ""
        answers = {one.seat: one.answer for one in map(decided, gate.decisions)}
        if gate.by_ruling or None in answers.values() or set(answers) != set(gate.asks.asked):
            return ""
        return json.dumps(answers, sort_keys=True)

    def pasts(self, seats: Iterable[SeatId]) -> tuple[SeatPast, ...]:
        """Return the pasts of these seats, as far as they are known."""
        return tuple(self._pasts[seat] for seat in seats if seat in self._pasts)


def shortcut_of(game: str) -> Shortcut | None:
    """Return the shortcut of a game's bot, or None if it has none."""
    found: Shortcut | None = vars(registry.bot_for(game)).get("shortcut")
    return found


def _own(gate: GateAccount, seat: SeatId) -> str:
    """Return what a seat declared at a gate, in the form of `Shown.own`."""
    for one in map(decided, gate.decisions):
        if one.seat == seat:
            if one.answer is None:
                return SILENT_BY_RULES if one.by_rules else SILENT
            return json.dumps(one.answer, sort_keys=True)
    return ""


def decided(decision: Decision) -> SeatDecided:
    """Return the declaration of a seat as it counted."""
    answer = None if decision.by is By.NOBODY else decision.answer
    return SeatDecided(seat=decision.seat, answer=answer, by_rules=decision.by in (By.RULES, By.RULING))


def judge_all(several: Sequence[Question]) -> tuple[GateJudged, ...]:
    """Return the judgements of several gates. Consecutive gates share work."""
    return tuple(map(judge, several))


def judge(question: Question) -> GateJudged:
    """Return the judgement of a gate. It depends only on the question, so any machine can compute it."""
    return judge_by(question, registry.load(question.game), registry.bot_for(question.game))


def judge_by(question: Question, game: AnyGame, bot: type[Bot]) -> GateJudged:
    """Return the judgement of a gate of this game, with playouts by these bots."""
    return _Judge(question, game, bot).judged()


_afterwards: OrderedDict[tuple[Any, ...], tuple[list[Shares], int]] = OrderedDict()
"""The shares of playouts after a gate that drew no random number, and how many playouts had no end. The key is the
position of the next gate.
"""


class _Judge:
    """The playouts of one gate."""

    def __init__(self, question: Question, game: AnyGame, bot: type[Bot]) -> None:
        self.question = question
        self.game = game
        self.gate = question.gate
        options = game.options_type.model_validate(question.options)
        self.seats = {seat.id: seat for seat in game.seats(options)}
        self.sides = sides(self.seats, game.competing(options))
        self.player = Player(game, self.seats, bot)
        self.state = codec.load_state(game, question.state.encode())
        self.made = {one.seat: one.fixed for one in question.decided}
        self.actual = {seat: self._read(seat, made) for seat, made in self.made.items()}
        self.pasts = {past.seat: past for past in question.pasts}
        self.bot = bot
        self.endless = 0
        self._shares: dict[tuple[str, ...] | None, Shares] = {}
        self._ended: dict[tuple[Any, ...], Finish | None] = {}
        self.seeds = [
            blake2b(f"{question.seed}|{question.table}|{at}".encode(), digest_size=32).digest()
            for at in range(question.playouts)
        ]

    def _read(self, seat: SeatId, given: Answer | Silent) -> Given:
        """Return an answer as a declaration. It is parsed once for all positions that the seat cannot distinguish."""
        if isinstance(given, Silent):
            return given
        try:
            return Declared(self.game.read(self.state, seat, given))
        except Illegal:
            return given

    def judged(self) -> GateJudged:
        """Return the judgement from the playouts."""
        before = self._before()
        after = self._after()
        phase = self.game.phase(self.state)
        asked = phase.asked if isinstance(phase, Phase) else ()
        awaited = self.question.closed and isinstance(phase, Phase) and phase.awaited
        return GateJudged(
            table=self.question.table,
            gate=self.gate,
            digest=self.question.digest,
            value={side: share([one[side] for one in before]) for side in self.sides},
            before={side: batches([one[side] for one in before]) for side in self.sides},
            given=self._given(before, after),
            decisions=tuple(
                judged for seat in asked if awaited and (judged := self._decision(seat, after)) is not None
            ),
            endless=self.endless,
            pool={name: self._by_others(slip_of) for name, slip_of in POOL.items()},
        )

    def _by_others(self, slip_of: int) -> dict[str, Estimate]:
        """Return each side's expected score, by simulated players who err this often."""
        player = Player(self.game, self.seats, self.bot, slip_of)
        ends = [
            self._shared(player.play_out(world, self.gate, seed))
            for world, seed in zip(self._true, self.seeds, strict=True)
        ]
        return {side: share([one[side] for one in ends]) for side in self.sides}

    # --- attribution ----------------------------------------------------------------------------------------------

    def _given(self, before: list[Shares], after: list[Shares]) -> dict[str, dict[str, Batches]]:
        """Return what the decisions of each side changed for each side."""
        deciders = tuple(dict.fromkeys(map(self._side_of, self.actual)))
        found: list[Mapping[str, Shares]] = []
        for at, seed in enumerate(self.seeds):
            ends = {frozenset(): before[at], frozenset(deciders): after[at]}
            wanted = tuple(orders(deciders, Dice(seed, "orders", self.gate)))
            found.append(divided(wanted, partial(self._worth, at, ends)))
        return {
            decider: {side: batches([one[decider][side] for one in found]) for side in self.sides}
            for decider in deciders
        }

    def _worth(self, at: int, ends: Mapping[frozenset[str], Shares], made: frozenset[str]) -> Shares:
        """Return the shares of one playout if only the decisions of these sides are fixed."""
        if made in ends:
            return ends[made]
        fixed = {seat: given for seat, given in self.actual.items() if self._side_of(seat) in made}
        return self._truly_ended(at, fixed)

    def _side_of(self, seat: SeatId) -> str:
        return next((name for name, seats in self.sides.items() if seat in seats), NEUTRAL)

    # --- one decision ---------------------------------------------------------------------------------------------

    def _decision(self, seat: SeatId, after: list[Shares]) -> DecisionJudged | None:
        """Return the judgement of a seat's decision. Return None if the seat belongs to no side or had nothing to
        decide.
        """
        side = self._side_of(seat)
        mine = self.made.get(seat, Silent(by_rules=True))
        others = islice(self._others(seat, mine), TRIED_MAX - 1)
        answers: list[Answer | Silent] = [mine, *others]
        if side == NEUTRAL or len(answers) < 2:
            return None
        given = [self._read(seat, answer) for answer in answers]
        own = [one[side] for one in after]

        def truly(at: int, half: int) -> list[float]:
            if at == 0:
                return own[half::2]
            fixed = {**self.actual, seat: given[at]}
            return [one[side] for one in self._played(fixed, half)]

        true = _compared(len(answers), truly)
        belief = self._belief(seat)
        wider = sqrt(len(belief.worlds) / belief.effective) if _holds(belief) else 1.0
        known = (
            _compared(len(answers), lambda at, half: self._known(belief, seat, side, given[at], half), wider)
            if _holds(belief)
            else None
        )
        return DecisionJudged(
            seat=seat,
            side=side,
            tried=tuple(
                Tried(
                    answer=None if isinstance(answer, Silent) else answer,
                    true=share(true.shares[at]),
                    known=widened(share(known.shares[at]), wider) if known else None,
                )
                for at, answer in enumerate(answers)
            ),
            best_true=true.best,
            loss_true=true.loss,
            best_known=known.best if known else 0,
            loss_known=known.loss if known else None,
            effective=belief.effective,
            lost=batches(true.lost),
        )

    def _belief(self, seat: SeatId) -> Belief:
        """Return the positions that a seat can consider possible. Return None if its past is unknown."""
        past = self.pasts.get(seat)
        if past is None:
            return Belief((), 0.0)
        since = tuple(Shown(one.gate, one.own, one.after, one.said) for one in past.since)
        start = codec.load_state(self.game, past.state.encode())
        seed = f"{self.question.seed}|{self.question.table}"
        wanted = Past(start, past.gate, since)
        return believed(self.game, self.seats, self.bot, seat, wanted, seed=seed, worlds=len(self.seeds))

    def _known(self, belief: Belief, seat: SeatId, side: str, answer: Given, half: int) -> list[float]:
        """Return a side's share in half of the worlds that a seat can consider possible, if the seat gives this answer."""
        ends = islice(zip(belief.worlds, self.seeds, strict=False), half, None, 2)
        return [self._end(world, seed, {seat: answer})[side] for world, seed in ends]

    def _others(self, seat: SeatId, mine: Answer | Silent) -> Iterator[Answer]:
        """Yield other answers: all of them if there are few, or else the bot's answers and random ones."""
        form = self.game.form(self.state, seat)
        known = set() if isinstance(mine, Silent) else {digest_of(mine)}
        for answer in _all_answers(form) or self._some_answers(seat, form):
            mark = digest_of(answer)
            if mark not in known:
                known.add(mark)
                yield answer

    def _some_answers(self, seat: SeatId, form: Form) -> Iterator[Answer]:
        for at in range(_TRIES):
            seed = self.seeds[at % len(self.seeds)]
            yield self.player.suggested(self.state, seat, self.gate, seed)
            yield fill(form, Dice(seed, "try", self.gate, seat))

    # --- playouts -------------------------------------------------------------------------------------------------

    @cached_property
    def _true(self) -> list[Any]:
        """The true position, with the facts that no seat knows dealt again for each playout."""
        return [self.game.reshuffle(self.state, Dice(seed, "unseen", self.gate)) for seed in self.seeds]

    def _before(self) -> list[Shares]:
        """Return the shares of the playouts in which no decision is fixed."""
        found = _afterwards.pop(self._key(self.state, self.gate), None)
        if found is None:
            return self._played({})
        ends, endless = found
        self.endless += endless
        return ends

    def _after(self) -> list[Shares]:
        """Return the shares of the playouts in which all decisions are fixed.

        If no random number is drawn, they are also the playouts before the decisions of the next gate.
        """
        endless = self.endless
        ends = self._played(self.actual)
        if type(self.game).reshuffle is Game.reshuffle:
            state = self.player.surely(self.state, self.gate, self.actual)
            if state is not None:
                _afterwards[self._key(state, GateNo(self.gate + 1))] = ends, self.endless - endless
                while len(_afterwards) > AFTERWARDS_MAX:
                    _afterwards.popitem(last=False)
        return ends

    def _key(self, state: Any, gate: GateNo) -> tuple[Any, ...]:
        digest = codec.digest(codec.dump_state(self.game, state))
        one = self.question
        return self.game.name, self.bot, one.table, gate, digest, one.seed, one.playouts

    def _played(self, fixed: Fixed, half: int | None = None) -> list[Shares]:
        """Return the shares of every playout from the true position, or of one half of them."""
        start, step = (0, 1) if half is None else (half, 2)
        return [self._truly_ended(at, fixed) for at in range(start, len(self.seeds), step)]

    def _truly_ended(self, at: int, fixed: Fixed) -> Shares:
        """Return each side's share at the end of a playout from the true position.

        Playouts of one number with the same declarations at this gate are equal, so each is played once.
        """
        world, seed = self._true[at], self.seeds[at]
        if self.player.shortcut is not None and len(self._asked) - len(fixed) > FREE_MAX:
            return self._end(world, seed, fixed)
        made = self.player.declared(world, self._asked, self.gate, seed, fixed)
        key = (at, *made.values())
        try:
            known = key in self._ended
        except TypeError:  # A declaration that cannot be a key
            return self._end(world, seed, fixed)
        if not known:
            given = {seat: Declared(value) for seat, value in made.items()}
            self._ended[key] = self.player.play_out(world, self.gate, seed, given)
        finish = self._ended[key]
        self.endless += finish is None
        return self._shared(finish)

    @cached_property
    def _asked(self) -> tuple[SeatId, ...]:
        phase = self.game.phase(self.state)
        return phase.asked if isinstance(phase, Phase) else ()

    def _end(self, world: Any, seed: bytes, fixed: Fixed) -> Shares:
        """Return each side's share at the end of one playout."""
        finish = self.player.play_out(world, self.gate, seed, fixed)
        self.endless += finish is None
        return self._shared(finish)

    def _shared(self, finish: Finish | None) -> Shares:
        """Return each side's share of the victory. The same winners give the same object."""
        won = None if finish is None else finish.winners
        if won not in self._shares:
            self._shares[won] = shares(finish, self.sides, self.seats)
        return self._shares[won]


def _all_answers(form: Form) -> list[Answer]:
    """Return every answer to a form that has only choices, if they are few. Otherwise, return an empty list."""
    fields = form.fields
    if not all(isinstance(field, Choice) and field.when is None for field in fields):
        return []
    choices = [[option.value for option in field.options] for field in fields if isinstance(field, Choice)]
    found = list(islice(product(*choices), TRIED_MAX + 1))
    if len(found) > TRIED_MAX:
        return []
    return [{field.name: value for field, value in zip(fields, one, strict=True)} for one in found]


class _Compared(NamedTuple):
    """The shares with each answer, the best other answer, and the loss of the first answer against it.

    `lost` is what the first answer lost in each playout against the best of all, including itself. One half of the
    playouts chooses the best. `lost` is measured with the other half, if it was played.
    """

    shares: list[list[float]]
    best: int
    loss: Estimate
    lost: list[float]


def _compared(many: int, play: Callable[[int, int], list[float]], wider: float = 1.0) -> _Compared:
    """Compare the first of several answers with the best other.

    `play(answer, half)` plays one half of the playouts with an answer, and returns the shares of the victory.

    One half chooses the best other answer and the other half measures the loss. With a single other answer nothing is
    chosen, so both halves measure. A loss that the first half shows clearly ends the comparison. `wider` is how much
    wider the intervals are.
    """
    shares = [play(at, 0) for at in range(many)]
    best = max(range(1, many), key=lambda at: (sum(shares[at]), -at))
    leads = _leads(shares[best], shares[0])
    none = [0.0] * len(leads)
    early = widened(difference(leads), wider)
    clear = widened(early, FIRST_LOOK).sign
    if clear < 0 or (clear > 0 and many == 2):
        return _Compared(shares, best, early, leads if clear > 0 else none)
    own, other = play(0, 1), play(best, 1)
    if not own:
        return _Compared(shares, best, early, none)
    later = _leads(other, own)
    lost = later if sum(leads) > 0 else [0.0] * len(later)
    loss = widened(difference(leads + later), LAST_LOOK) if many == 2 else difference(later)
    shares[0], shares[best] = shares[0] + own, shares[best] + other
    return _Compared(shares, best, widened(loss, wider), lost)


def _leads(theirs: list[float], mine: list[float]) -> list[float]:
    return [one - other for one, other in zip(theirs, mine, strict=True)]


def _holds(belief: Belief) -> bool:
    """Return whether a belief rests on enough independent worlds to judge by it."""
    return belief.effective >= EFFECTIVE_MIN


# --- the whole table ----------------------------------------------------------------------------------------------


def sides_of(account: TableAccount) -> dict[str, tuple[SeatId, ...]]:
    """Return the sides of a table that compete, with their seats. The result is empty if it is unknown which sides
    compete.
    """
    options = account.game.options_type.model_validate(account.plan.options)
    return sides(account.seats, account.game.competing(options))


def steps(account: TableAccount, judged: Mapping[GateNo, GateJudged]) -> tuple[GateShift, ...]:
    """Return what changed each side's expected score at each judged gate, up to the first gate that was not judged.

    For each side, the last `after` minus the first `before` is the sum of the parts of all steps.
    """
    of = sides_of(account)
    found: list[GateShift] = []
    for gate, following in pairwise(account.gates):
        here = judged.get(gate.number)
        if here is None:
            break
        after = _value(following, judged, of, account.seats, here)
        if after is None:
            break
        over = isinstance(following.phase, Finish)
        found += [_step(gate, side, here, after[side]).model_copy(update={"over": over}) for side in of]
    return tuple(found)


def _value(
    gate: GateAccount,
    judged: Mapping[GateNo, GateJudged],
    of: Mapping[str, tuple[SeatId, ...]],
    seats: Mapping[SeatId, Seat],
    before: GateJudged,
) -> Mapping[str, Batches] | None:
    """Return the expected scores when a gate opened, in batches. Return None if the gate was not judged."""
    if isinstance(gate.phase, Finish):
        sure = shares(gate.phase, of, seats)
        return {side: (sure[side],) * len(before.before[side]) for side in of}
    return judged[gate.number].before if gate.number in judged else None


def _step(gate: GateAccount, side: str, here: GateJudged, after: Batches) -> GateShift:
    before = here.before[side]
    none = (0.0,) * len(before)
    n = here.value[side].n
    if gate.by_ruling:
        moved = minus(after, before)
        return GateShift(
            gate=gate.number,
            side=side,
            n=n,
            before=before,
            after=after,
            own=none,
            others=none,
            luck=none,
            ruling=moved,
            ruled=True,
        )
    own = here.given.get(side, {}).get(side, none)
    others = none
    for decider, given in here.given.items():
        if decider != side:
            others = tuple(a + b for a, b in zip(others, given[side], strict=True))
    return GateShift(
        gate=gate.number,
        side=side,
        n=n,
        before=before,
        after=after,
        own=own,
        others=others,
        luck=minus(minus(minus(after, before), own), others),
        ruling=none,
    )
