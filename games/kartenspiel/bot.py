"""A sensible player of Kartenspiel. It reads the battle line on its sheet, and then follows the tactics."""

from __future__ import annotations

import re
from functools import lru_cache

from warcouncil.games.kartenspiel import tactics
from warcouncil.games.kartenspiel.phases.redeployment import PLACES, RESERVE
from warcouncil.games.kartenspiel.shortcut import BattleShortcut
from warcouncil.games.kartenspiel.stances import stance
from warcouncil.games.kartenspiel.state import NONE, SMALL, Force, plus
from warcouncil.games.kartenspiel.tactics import Army
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form, Moves, Sort
from warcouncil.protocol.table.sheets import BattleLine, Post, Sheet, Side

_ARMS = ("inf", "cav")


class KartenspielBot(Bot):
    """A bot for any role, or several. It reads only the battle line on the sheet, and the form."""

    name = "sensible"
    shortcut = BattleShortcut()

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer to the form."""
        line = next(element for element in sheet.elements if isinstance(element, BattleLine))
        first = form.fields[0]
        if isinstance(first, Sort):
            return {first.name: _moves(tactics.deploy(_army(line, first), dice))}
        assert isinstance(first, Choice)
        if first.name == "losses":
            return {"losses": first.options[0].value}
        confused = _for_enemy(first)
        if first.name == "charge":
            judge = tactics.charges_for_enemy if confused else tactics.charges
            return {"charge": "charge" if judge(*_fight(line)) else "hold"}
        orders: Answer = {}
        for name in (field.name for field in form.fields):
            front = _front(line, int(name.rpartition(".")[2]) - 1)
            attacks = tactics.attacks_for_enemy if confused else tactics.attacks
            orders[name] = "attack" if attacks(*front) else "defend"
        return orders


def _for_enemy(field: Choice) -> bool:
    """Return whether the bot chooses in the place of an enemy. The options then have other explanations."""
    helps = {option.help for option in field.options}
    return bool(helps & {say("forms.attack_theirs"), say("forms.hold_theirs")})


def _army(line: BattleLine, field: Sort) -> Army:
    """Return what the army commander knows. The form says what is in reserve. The number of its divisions tells
    which army is the smaller one.
    """
    left = {thing.name: thing.count for thing in field.things if thing.at == RESERVE}
    return Army(
        reserve=Force(*(left.get(arm, 0) for arm in _ARMS)),
        corps=tuple(map(_now, line.near.posts)),
        theirs=tuple(map(_left, line.far.posts)),
        field=_field(line.far),
        moves=plus(_field(line.near), _lost(line.near)) == SMALL,
    )


def _moves(sends: list[tactics.Send]) -> Moves:
    """Return divisions that are sent one by one as the answer to a form."""
    moves: Moves = {}
    for source, arm, goal in sends:
        thing = f"{_ARMS[arm]} {PLACES[source]}" if source else _ARMS[arm]
        stack = moves.setdefault(thing, {})
        stack[PLACES[goal]] = stack.get(PLACES[goal], 0) + 1
    return moves


def _front(line: BattleLine, corps: int) -> tuple[Force, Force | None, Force]:
    """Return a corps, the last seen strength of the enemy corps opposite, and all enemy divisions in the field."""
    return _now(line.near.posts[corps]), _left(line.far.posts[corps]), _field(line.far)


def _fight(line: BattleLine) -> tuple[Force, Force, tuple[bool, bool]]:
    """Return both corps of the pair that fights in the open, and whether each attacks."""
    pairs = zip(line.near.posts, line.far.posts, strict=True)
    mine, theirs = next(pair for pair in pairs if _fighting(*pair))
    return _now(mine), _now(theirs), (mine.stance == stance(True), theirs.stance == stance(True))


def _fighting(mine: Post, theirs: Post) -> bool:
    """Return whether this pair fights in the open, because both strengths are known and one of the two attacks."""
    known = mine.strength.now is not None and theirs.strength.now is not None
    return known and stance(True) in (mine.stance, theirs.stance)


def _now(post: Post) -> Force:
    """Return the part of a post's present strength that the sheet shows."""
    return NONE if post.strength.now is None else _read(" ".join(post.strength.parts))


def _left(post: Post) -> Force | None:
    """Return the present strength of a post if it is open, otherwise its strength when it was last seen. Return None
    if it was never seen.
    """
    if post.strength.now is not None:
        return _now(post)
    if post.strength.seen is None:
        return None
    seen, lost = _read(" ".join(post.strength.seen_parts)), _read(post.note)
    return Force(seen.inf - lost.inf, seen.cav - lost.cav)


@lru_cache(maxsize=4096)
def _read(words: str) -> Force:
    """Parse a force from words such as `4 inf 2 cav` or `then lost 1 inf`."""
    found = {arm: int(number) for number, arm in re.findall(r"(\d+) (inf|cav)", words)}
    return Force(found.get("inf", 0), found.get("cav", 0))


def _field(side: Side) -> Force:
    """Return all divisions that a side has in the field."""
    return _behind(side, say("sheet.in_field"))


def _lost(side: Side) -> Force:
    """Return the divisions that a side has lost and that did not rally."""
    return _behind(side, say("sheet.lost"))


def _behind(side: Side, label: str) -> Force:
    return next((_read(fact.value) for fact in side.behind if fact.label == label), NONE)


BOT = KartenspielBot
