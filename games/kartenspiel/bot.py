"""A sensible player of Kartenspiel.

It keeps a reserve, reinforces thin corps, attacks at an advantage, and charges when that pays.
"""

from __future__ import annotations

import re

from warcouncil.games.kartenspiel.combat import owes, total
from warcouncil.games.kartenspiel.stances import stance
from warcouncil.games.kartenspiel.state import Force
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form, Moves, Sort
from warcouncil.protocol.table.sheets import BattleLine, Post, Sheet, Side, Strength

_THIN = 3
"""Divisions. A corps with fewer may break in a single turn."""
_ENOUGH = 4
"""How many divisions each corps is brought up to."""
_SPEAR = 8
"""How many divisions the corps that should break through is brought up to."""
_KEPT = 4
"""How many divisions of the reserve are kept for thin corps."""
_BREAK = 20
"""The worth of a broken line, in divisions."""


class KartenspielBot(Bot):
    """A bot for any role, or several. It reads only the battle line on the sheet, and the form."""

    name = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer to the form."""
        line = next(element for element in sheet.elements if isinstance(element, BattleLine))
        first = form.fields[0]
        if isinstance(first, Sort):
            return {first.name: _redeploy(line, first, dice)}
        assert isinstance(first, Choice)
        if first.name == "losses":
            return {"losses": first.options[0].value}
        confused = "was confused" in form.question
        if first.name == "charge":
            return {"charge": "charge" if _charge_pays(line, enemy_cavalry=confused) else "hold"}
        corps = {field.name: int(field.name.rpartition(".")[2]) - 1 for field in form.fields}
        if confused:
            return {name: _order_for_enemy(line, number) for name, number in corps.items()}
        return {name: _order(line, number, dice.stream(name)) for name, number in corps.items()}


def _redeploy(line: BattleLine, field: Sort, dice: Dice) -> Moves:
    """Return moves that bring every corps up to strength from the reserve, and the breakthrough corps well beyond it."""
    left = {thing.name: thing.count for thing in field.things if thing.at == "reserve"}
    held = {post.label: _now(post).size for post in line.near.posts}
    spear = _spear(line, held, dice)
    moves: Moves = {}
    while sum(left.values()) > 0:
        weakest = min(held, key=lambda label: held[label])
        spare = sum(left.values()) > _KEPT
        if held[weakest] < (_ENOUGH if spare else _THIN):
            _send(moves, left, held, weakest, cavalry=held[weakest] == 0)
        elif spare and held[spear] < _SPEAR:
            _send(moves, left, held, spear, cavalry=True)
        else:
            break
    return moves


def _spear(line: BattleLine, held: dict[str, int], dice: Dice) -> str:
    """Return the label of the corps that should break through.

    It is the corps where the enemy was left weakest. If no enemy corps was seen, it is one of the strongest
    own corps, by chance.
    """
    known = [(force.size, post.label) for post in line.far.posts if (force := _left(post)) is not None]
    if known:
        return min(known)[1]
    strongest = max(held.values())
    return dice.pick([label for label, size in held.items() if size == strongest])


def _send(moves: Moves, left: dict[str, int], held: dict[str, int], corps: str, *, cavalry: bool) -> None:
    """Move one division from the reserve to a corps, of the wanted arm while the reserve has it."""
    wanted = ("cav", "inf") if cavalry else ("inf", "cav")
    arm = next(arm for arm in wanted if left.get(arm, 0))
    stack = moves.setdefault(arm, {})
    stack[corps] = stack.get(corps, 0) + 1
    left[arm] -= 1
    held[corps] += 1


def _order(line: BattleLine, corps: int, dice: Dice) -> str:
    """Return an order for a corps: attack at an advantage.

    Against an unseen corps, a strong one attacks in two of three cases.
    """
    mine, theirs = _now(line.near.posts[corps]), _left(line.far.posts[corps])
    charging = total(mine, charges=True)
    if theirs is None:
        strong = charging >= _usual(line.far) + _THIN
        return "attack" if strong and dice.below(3) else "defend"
    # The enemy may have been reinforced, but rarely by more than one or two.
    if mine.size > _THIN and charging >= 2 * theirs.size:
        return "attack"
    if mine.size > _THIN and charging > theirs.size + 1:
        return "attack" if dice.below(2) else "defend"
    return "attack" if theirs.size <= 1 < mine.size else "defend"


def _order_for_enemy(line: BattleLine, corps: int) -> str:
    """Return an order for an enemy corps: attack if my corps is at least its equal, and else defend."""
    mine, theirs = _now(line.near.posts[corps]), _left(line.far.posts[corps])
    size = _usual(line.far) if theirs is None else theirs.size
    return "attack" if mine.size >= size else "defend"


def _charge_pays(line: BattleLine, *, enemy_cavalry: bool) -> bool:
    """Return whether a charge pays, by the losses of both sides over all charges of the other cavalry.

    If the bot chooses for an enemy, it prefers what is worse for that enemy.
    """
    number = next(k for k, post in enumerate(line.near.posts) if _fighting(post, line.far.posts[k]))
    mine, theirs = line.near.posts[number], line.far.posts[number]
    if enemy_cavalry:
        others = (False, True) if _now(mine).cav else (False,)
        worth = {choice: sum(_worth(mine, theirs, own, choice) for own in others) for choice in (False, True)}
    else:
        others = (False, True) if _now(theirs).cav else (False,)
        worth = {choice: sum(_worth(mine, theirs, choice, own) for own in others) for choice in (False, True)}
    return worth[True] > worth[False]


def _fighting(mine: Post, theirs: Post) -> bool:
    """Return whether this pair fights in the open: both strengths are known, and one of the two attacks."""
    return None not in (mine.strength.now, theirs.strength.now) and stance(True) in (
        mine.stance,
        theirs.stance,
    )


def _worth(mine: Post, theirs: Post, i_charge: bool, they_charge: bool) -> float:
    """Return the worth of a combat to me, in divisions."""
    me, them = _now(mine), _now(theirs)
    totals = (total(me, i_charge), total(them, they_charge))
    attacks = (mine.stance == stance(True), theirs.stance == stance(True))
    my_loss, their_loss = (owes(side, (me.size, them.size), attacks, totals) for side in (0, 1))
    worth = float(their_loss - my_loss)
    worth += _BREAK * ((them.size == their_loss) - (me.size == my_loss))
    # Cavalry is worth a little more than infantry.
    return (
        worth
        - (min(me.cav, my_loss) / 4 if i_charge else 0)
        + (min(them.cav, their_loss) / 4 if they_charge else 0)
    )


def _now(post: Post) -> Force:
    """Return the present strength of a post, as far as the sheet shows it."""
    return _read(" ".join(post.strength.parts)) if post.strength != Strength() else Force(0, 0)


def _left(post: Post) -> Force | None:
    """Return the present strength of a post if it is open, and else what was left when it was last seen.

    None: never seen.
    """
    if post.strength.now is not None:
        return _read(" ".join(post.strength.parts))
    if post.strength.seen is None:
        return None
    seen, lost = _read(" ".join(post.strength.seen_parts)), _read(post.note)
    return Force(seen.inf - lost.inf, seen.cav - lost.cav)


def _read(words: str) -> Force:
    """Parse a force from words such as `4 inf 2 cav` or `then lost 1 inf`."""
    found = {arm: int(number) for number, arm in re.findall(r"(\d+) (inf|cav)", words)}
    return Force(found.get("inf", 0), found.get("cav", 0))


def _usual(side: Side) -> int:
    """Return a guess at the size of a corps that was never seen: a fifth of what the side has in the field."""
    field = next(fact.value for fact in side.behind if fact.label == say("sheet.in_field"))
    return _read(field).size // 5


BOT = KartenspielBot
