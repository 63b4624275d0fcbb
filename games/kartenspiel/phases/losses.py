"""3.3 Losses: a commander chooses which divisions their corps gives up, if there is a choice."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.games.kartenspiel.combat import payments
from warcouncil.games.kartenspiel.fighting import Fighting
from warcouncil.games.kartenspiel.phases.page import BattlePage
from warcouncil.games.kartenspiel.roles import PAIRS, ROMAN, opposite, seating
from warcouncil.games.kartenspiel.state import LOSSES, BattleRules, BattleState, Force, spoken
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId

FIELD = "losses"


class Losses(BattlePage[int]):
    """3.3 Each commander of the pair who has a choice says how many of the lost divisions are cavalry."""

    name, rule, sealed, unsealed = LOSSES, "3.3", True, "all"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.losses")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.losses_silent")

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return the commanders of this pair who have a choice. Everyone can see who they are."""
        commanders, (red, black) = seating(state.rules.runs).corps, PAIRS[state.pair]
        if not _has_choice(state, red):
            return (commanders[black],)
        return (commanders[red], commanders[black]) if _has_choice(state, black) else (commanders[red],)

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to choose, in seconds."""
        return rules.losses_seconds

    def heading(self, day: int, turn: int, pair: int) -> str:
        """Return the turn and the pair."""
        return say("phases.at_corps", heading=super().heading(day, turn, pair), corps=ROMAN[pair])

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form with every way to pay."""
        corps = _corps(state, seat)
        owed = state.owed[corps // 4]
        options = tuple(
            Option(value=_value(cavalry), label=spoken(Force(owed - cavalry, cavalry)))
            for cavalry in _choices(state, corps)
        )
        return Form(
            question=say("forms.losses", n=owed, corps=ROMAN[state.pair]),
            help=say("forms.losses_help", force=spoken(state.corps[corps])),
            rule=self.rule,
            fields=(Choice(name=FIELD, label=say("forms.losses_field"), options=options),),
            suggested={FIELD: options[0].value},
        )

    def read(self, state: BattleState, seat: SeatId, answer: Answer) -> int:
        """Parse how much cavalry is lost."""
        value = answer.get(FIELD)
        if len(answer) == 1:
            for cavalry in _choices(state, _corps(state, seat)):
                if value == _value(cavalry):
                    return cavalry
        judge(self.form(state, seat), answer)
        raise AssertionError("a form let through what its reading refused")

    def default(self, state: BattleState, seat: SeatId) -> int | None:
        """Return the fewest cavalry divisions: infantry is lost first."""
        return _bounds(state, _corps(state, seat))[0]

    def resolve(
        self, state: BattleState, declarations: Mapping[SeatId, int | None], dice: Dice
    ) -> Resolution[BattleState]:
        """Remove the losses of both corps and go to the next pair. If a choice is missing, infantry is lost first."""
        commanders, (red, black) = seating(state.rules.runs).corps, PAIRS[state.pair]
        red_cavalry, black_cavalry = declarations.get(commanders[red]), declarations.get(commanders[black])
        cavalry = (
            _bounds(state, red)[0] if red_cavalry is None else red_cavalry,
            _bounds(state, black)[0] if black_cavalry is None else black_cavalry,
        )
        return Fighting(state, state.orders).pay(state.pair, cavalry)


def _value(cavalry: int) -> str:
    return f"cavalry.{cavalry}"


def _corps(state: BattleState, seat: SeatId) -> int:
    commanders = seating(state.rules.runs).corps
    return state.pair if commanders[state.pair] == seat else opposite(state.pair)


def _bounds(state: BattleState, corps: int) -> tuple[int, int]:
    """Return the fewest and the most cavalry divisions that a corps may give up."""
    side = corps // 4
    return payments(state.corps[corps], state.owed[side], state.charges[side])


def _has_choice(state: BattleState, corps: int) -> bool:
    fewest, most = _bounds(state, corps)
    return fewest < most


def _choices(state: BattleState, corps: int) -> range:
    fewest, most = _bounds(state, corps)
    return range(fewest, most + 1)
