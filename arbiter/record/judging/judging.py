"""Judging a gate by playouts from the true position, and from all positions that a seat takes for possible.

Facts that no seat can know, such as the order of a deck, are dealt again for every playout, so that they affect no
judgement. All playouts of one number share their chance (`games.kit.play.playout`), at every gate of a table. So the
same question and seed give the same figures, with one worker or many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import islice, pairwise, product
from typing import Any

from warcouncil.arbiter.record.account.account import By, Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.judging.estimates import Estimate, certain, difference, share
from warcouncil.arbiter.record.judging.judgement import DecisionJudged, GateJudged, GateShift, Tried
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.playout import Fixed, Player, Silent, shares, sides
from warcouncil.protocol.proofs.receipts import digest_of
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.words import GateNo, Model, SeatId, TableId

TRIED_MAX = 4
"""How many answers of a seat are played out, its own included. Bounds the time."""
_TRIES = 12
"""How often another answer is drawn before a seat counts as having no more."""


class SeatDecided(Model):
    """The declaration of a seat. `answer` None: it made none. `by_rules` then says whether the rules declared for it."""

    seat: SeatId
    answer: Answer | None
    by_rules: bool = False

    @property
    def fixed(self) -> Answer | Silent:
        """The answer as a playout takes it."""
        return Silent(self.by_rules) if self.answer is None else self.answer


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
    closed: bool = True
    """Whether it is closed. In an open gate nothing is decided yet."""

    @property
    def digest(self) -> str:
        """The fingerprint of the position."""
        return codec.digest(self.state.encode())


def questions(account: TableAccount, *, seed: str, playouts: int) -> Iterator[Question]:
    """Yield the gates of a table that asked something."""
    for gate in account.gates:
        if gate.asks is None:
            continue
        yield Question(
            table=account.number,
            game=account.plan.game,
            options=account.plan.options,
            gate=gate.number,
            state=codec.dump_state(account.game, gate.state).decode(),
            decided=tuple(map(_decided, gate.decisions)),
            seed=seed,
            playouts=playouts,
            closed=gate.closed_at is not None,
        )


def _decided(decision: Decision) -> SeatDecided:
    answer = None if decision.by is By.NOBODY else decision.answer
    return SeatDecided(seat=decision.seat, answer=answer, by_rules=decision.by in (By.RULES, By.RULING))


def judge(question: Question) -> GateJudged:
    """Return the judgement of a gate. It depends only on the question, so any machine can compute it."""
    return judge_by(question, registry.load(question.game), registry.bot_for(question.game))


def judge_by(question: Question, game: AnyGame, bot: type[Bot]) -> GateJudged:
    """Return the judgement of a gate of this game, with playouts by these bots."""
    return _Judge(question, game, bot).judged()


class _Judge:
    """The playouts of one gate."""

    def __init__(self, question: Question, game: AnyGame, bot: type[Bot]) -> None:
        self.question = question
        self.game = game
        self.gate = question.gate
        seats = game.seats(game.options_type.model_validate(question.options))
        self.seats = {seat.id: seat for seat in seats}
        self.sides = sides(self.seats)
        self.player = Player(game, self.seats, bot)
        self.state = codec.load_state(game, question.state.encode())
        self.actual = {one.seat: one.fixed for one in question.decided}
        self.endless = 0
        self.seeds = [
            blake2b(f"{question.seed}|{question.table}|{at}".encode(), digest_size=32).digest()
            for at in range(question.playouts)
        ]

    def judged(self) -> GateJudged:
        """Return the judgement, from the playouts."""
        before = self._played(self._true, {})
        after = self._played(self._true, self.actual)
        phase = self.game.phase(self.state)
        asked = phase.asked if isinstance(phase, Phase) else ()
        awaited = self.question.closed and isinstance(phase, Phase) and phase.awaited
        own: dict[str, float] = {}
        for side, seats in self.sides.items():
            mine = {seat: given for seat, given in self.actual.items() if seat in seats}
            alone = (
                before
                if not mine
                else after
                if len(mine) == len(self.actual)
                else self._played(self._true, mine)
            )
            own[side] = _mean(one[side] for one in alone)
        return GateJudged(
            table=self.question.table,
            gate=self.gate,
            digest=self.question.digest,
            value={side: share([one[side] for one in before]) for side in self.sides},
            own=own,
            all={side: _mean(one[side] for one in after) for side in self.sides},
            decisions=tuple(
                judged for seat in asked if awaited and (judged := self._decision(seat, after)) is not None
            ),
            endless=self.endless,
        )

    # --- one decision ---------------------------------------------------------------------------------------------

    def _decision(self, seat: SeatId, after: list[dict[str, float]]) -> DecisionJudged | None:
        """Return the judgement of a seat's decision. None if there was nothing to decide."""
        side = next(name for name, seats in self.sides.items() if seat in seats)
        mine = self.actual.get(seat, Silent(by_rules=True))
        others = islice(self._others(seat, mine), TRIED_MAX - 1)
        answers: list[Answer | Silent] = [mine, *others]
        if len(answers) < 2:
            return None
        worlds = [
            self.game.rehide(self.state, seat, Dice(seed, "world", self.gate, seat)) for seed in self.seeds
        ]
        known = [[one[side] for one in self._played(worlds, {seat: answer})] for answer in answers]
        true = [[one[side] for one in after]]
        for answer in answers[1:]:
            true.append([one[side] for one in self._played(self._true, {**self.actual, seat: answer})])
        best_known, loss_known = _loss(known)
        best_true, loss_true = _loss(true)
        return DecisionJudged(
            seat=seat,
            side=side,
            tried=tuple(
                Tried(answer=None if isinstance(answer, Silent) else answer, known=share(k), true=share(t))
                for answer, k, t in zip(answers, known, true, strict=True)
            ),
            best_known=best_known,
            best_true=best_true,
            loss_known=loss_known,
            loss_true=loss_true,
        )

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

    def _played(self, worlds: Sequence[Any], fixed: Fixed) -> list[dict[str, float]]:
        found = []
        for world, seed in zip(worlds, self.seeds, strict=True):
            finish = self.player.play_out(world, self.gate, seed, fixed)
            self.endless += finish is None
            found.append(shares(finish, self.sides))
        return found


def _all_answers(form: Form) -> list[Answer]:
    """Return every answer to a form that has only choices, if they are few. Otherwise none."""
    fields = form.fields
    if not all(isinstance(field, Choice) and field.when is None for field in fields):
        return []
    choices = [[option.value for option in field.options] for field in fields if isinstance(field, Choice)]
    found = list(islice(product(*choices), TRIED_MAX + 1))
    if len(found) > TRIED_MAX:
        return []
    return [{field.name: value for field, value in zip(fields, one, strict=True)} for one in found]


def _loss(tried: list[list[float]]) -> tuple[int, Estimate]:
    """Return the best answer by one half of the playouts, and by the other half the loss of the first answer against
    it."""
    best = max(range(len(tried)), key=lambda at: (sum(tried[at][::2]), -at))
    pairs = [(theirs, mine) for theirs, mine in zip(tried[best][1::2], tried[0][1::2], strict=True)]
    if best == 0 or not pairs:
        return 0, Estimate(mean=0.0, low=0.0, high=0.0, n=len(pairs))
    return best, difference([theirs - mine for theirs, mine in pairs])


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


# --- the whole table ----------------------------------------------------------------------------------------------


def steps(account: TableAccount, judged: Mapping[GateNo, GateJudged]) -> tuple[GateShift, ...]:
    """Return what changed each side's chance at each judged gate, up to the first gate that was not judged.

    For each side the steps add up: the last `after` minus the first `before` is the sum of their parts.
    """
    of = sides(account.seats)
    found: list[GateShift] = []
    for gate, following in pairwise(account.gates):
        here = judged.get(gate.number)
        after = _value(following, judged, of)
        if here is None or after is None:
            break
        found += [_step(gate, side, here, after[side].mean) for side in of]
    return tuple(found)


def _value(
    gate: GateAccount, judged: Mapping[GateNo, GateJudged], of: Mapping[str, tuple[SeatId, ...]]
) -> dict[str, Estimate] | None:
    if isinstance(gate.phase, Finish):
        return {side: certain(value) for side, value in shares(gate.phase, of).items()}
    return judged[gate.number].value if gate.number in judged else None


def _step(gate: GateAccount, side: str, here: GateJudged, after: float) -> GateShift:
    before = here.value[side].mean
    if gate.by_ruling:
        return GateShift(gate=gate.number, side=side, before=before, after=after, ruling=after - before)
    return GateShift(
        gate=gate.number,
        side=side,
        before=before,
        after=after,
        own=here.own[side] - before,
        others=here.all[side] - here.own[side],
        luck=after - here.all[side],
    )
