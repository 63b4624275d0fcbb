"""The sensible player of Kartenspiel: what it orders in single positions, and that it can run any seat of any battle."""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.bot import BOT
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.stances import stance
from warcouncil.games.kartenspiel.state import REDEPLOYMENT, BattleState
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.table.forms import Choice, Form, Option, Place, Sort, Thing, Value
from warcouncil.protocol.table.sheets import BattleLine, Fact, Post, Sheet, Side, Strength
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import Table, deployed
from tests.games.kartenspiel.play import SETTINGS


def fight(
    number: int, kinds: dict[str, type[Bot]], settings: dict[str, object], silence: int = 0
) -> tuple[Finish, BattleState]:
    """Fight a battle between two kinds of players. One in `silence` answers is missing."""
    dice = Dice(number.to_bytes(16, "big"), "bots")
    options = KartenspielOptions.model_validate(settings)
    bots = {
        seat.id: kinds[seat.team](seat.id, seat.team, dice.stream(seat.id)) for seat in GAME.seats(options)
    }
    state = GAME.setup(options, dice).state
    for gate in range(10_000):
        phase = GAME.phase(state)
        if isinstance(phase, Finish):
            return phase, state
        declarations = {}
        for seat in phase.asked:
            answer = bots[seat].play(GAME.sheet(state, seat), GAME.form(state, seat))
            silent = silence and dice.stream(gate, seat).below(silence) == 0
            declarations[seat] = GAME.default(state, seat) if silent else GAME.read(state, seat, answer)
        state = GAME.resolve(state, declarations, dice).state
    raise AssertionError("the battle does not end")


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_it_can_run_any_seat_of_any_battle(settings: dict[str, object]) -> None:
    """A bot cannot play a seat with some options, or after an order was missing."""
    for number in range(3):
        finish, _ = fight(number, {"red": BOT, "black": BOT}, settings, silence=5)
        assert isinstance(finish, Finish)


def ask(state: BattleState, seat: str) -> tuple[Sheet, Form]:
    """Return the sheet and the form of a seat."""
    return GAME.sheet(state, SeatId(seat)), GAME.form(state, SeatId(seat))


def player(seat: str) -> Bot:
    """Return a sensible player of a seat."""
    return BOT(seat, seat.partition(".")[0], Dice(bytes(16)))


def test_it_keeps_a_reserve() -> None:
    """The bot sends its whole reserve at once, or leaves a corps so weak that it can break in one turn."""
    table = Table(GAME.setup(KartenspielOptions(), Dice(bytes(16))).state)
    table.close({"red.army": player("red.army").play(*ask(table.state, "red.army"))})
    assert table.state.reserve[0].size >= 4
    assert min(corps.size for corps in table.state.corps[:4]) >= 3


def test_it_reinforces_a_thin_corps() -> None:
    """The bot does not reinforce a corps of two divisions, which may break in the next turn."""
    table = Table(deployed(red={3: (3, 0)}, black={3: (3, 0)}))
    table.declare("red.corps.3", "black.corps.3")
    assert table.state.step == REDEPLOYMENT
    assert table.corps("red.corps.3").size == 2
    table.close({"red.army": player("red.army").play(*ask(table.state, "red.army"))})
    assert table.corps("red.corps.3").size >= 3


@pytest.mark.parametrize(("enemy", "order"), [((3, 0), "attack"), ((9, 0), "defend")])
def test_it_attacks_at_an_advantage(enemy: tuple[int, int], order: str) -> None:
    """The bot does not attack an enemy of less than half its number, or attacks a larger one."""
    table = Table(deployed(red={1: (7, 0)}, black={1: enemy}))
    table.declare("black.corps.1")
    table.close({})
    answer = player("red.corps.1").play(*ask(table.state, "red.corps.1"))
    assert answer == {"corps.1": order}


def test_it_charges_when_the_charge_decides() -> None:
    """A lone cavalry does not charge, although its charge breaks a lone infantry."""
    table = Table(deployed(red={1: (0, 1)}, black={1: (1, 0)}))
    table.declare("red.corps.1")
    assert player("red.corps.1").play(*ask(table.state, "red.corps.1")) == {"charge": "charge"}


def test_it_does_not_waste_a_charge() -> None:
    """The bot charges although the charge does not change the result, and so loses cavalry in place of
    infantry.
    """
    table = Table(deployed(red={1: (6, 1)}, black={1: (3, 0)}))
    table.declare("red.corps.1")
    assert player("red.corps.1").play(*ask(table.state, "red.corps.1")) == {"charge": "hold"}


# --- by the sheet alone -----------------------------------------------------------------------------------------------


def post(label: str, *, now: str = "", seen: str = "", lost: str = "", stance: str = "") -> Post:
    """Return a corps with these divisions, or with these divisions when last seen and these losses since. "" is
    unknown.
    """
    size = sum(int(word) for word in (now or seen).split() if word.isdigit())
    strength = Strength(now=size, parts=(now,)) if now else Strength()
    if seen:
        strength = Strength(seen=size, seen_parts=(seen,))
    return Post(label=label, strength=strength, stance=stance, note=f"then lost {lost}" if lost else "")


def sheet_of(
    near: tuple[Post, ...], far: tuple[Post, ...], field: str = "20 inf 6 cav", mine: str = "20 inf 6 cav"
) -> Sheet:
    """Return a sheet with these corps. `field` are all divisions of the enemy, and `mine` all divisions of
    the player.
    """
    behind = (Fact(label="reserve", value="9 inf"), Fact(label="still in the field", value=field))
    sides = (
        Side(team="black", title="Black", posts=far, behind=behind),
        Side(team="red", title="Red", posts=near, behind=(Fact(label="still in the field", value=mine),)),
    )
    return Sheet(elements=(BattleLine(title="The line", far=sides[0], near=sides[1]),))


def asking(name: str, *values: str, helps: str = "") -> Form:
    """Return a form with one choice, and a help for each option."""
    options = tuple(Option(value=value, label=value, help=helps) for value in values)
    return Form(
        question="What do you order?", rule="3", fields=(Choice(name=name, label=name, options=options),)
    )


def said(sheet: Sheet, form: Form) -> set[Value]:
    """Return all answers that the bot gives to a question with 20 different dice."""
    (name,) = (field.name for field in form.fields)
    return {
        BOT("red.corps.1", "red", Dice(bytes(15) + bytes([n]))).play(sheet, form)[name] for n in range(20)
    }


ORDER = asking("corps.1", "attack", "defend")
CONFUSED = asking("corps.1", "attack", "defend", helps=say("forms.attack_theirs"))


@pytest.mark.parametrize(
    ("mine", "theirs", "orders"),
    [
        ("8 inf", post("I", seen="5 inf", lost="1 inf"), {"attack"}),
        ("8 inf", post("I", seen="4 inf 2 cav", lost="1 inf 1 cav"), {"attack"}),
        ("7 inf", post("I", seen="4 inf"), {"attack"}),
        ("4 inf 4 cav", post("I", seen="6 inf"), {"attack"}),
        ("4 inf", post("I", seen="2 inf"), {"attack"}),
        ("3 inf", post("I", seen="2 inf"), {"defend"}),
        ("3 inf", post("I", seen="1 inf"), {"attack"}),
        ("2 inf", post("I", seen="1 inf"), {"attack"}),
        ("1 inf", post("I", seen="1 inf"), {"defend"}),
        ("1 cav", post("I", seen="1 inf"), {"defend"}),
        ("6 inf", post("I", seen="4 inf"), {"defend"}),
        ("5 inf", post("I", seen="4 inf"), {"defend"}),
        ("10 inf", post("I"), {"attack"}),
        ("9 inf", post("I"), {"defend"}),
        ("4 inf 3 cav", post("I"), {"attack"}),
        ("4 inf 2 cav", post("I"), {"defend"}),
        ("6 inf", post("I", now="2 inf"), {"attack"}),
    ],
)
def test_it_attacks_by_what_it_knows_of_the_enemy(mine: str, theirs: Post, orders: set[Value]) -> None:
    """If this fails, the bot does not make an attack that pays, or attacks without superiority."""
    near = (post("I", now=mine), post("II", now="3 inf"))
    assert said(sheet_of(near, (theirs, post("II"))), ORDER) == orders


@pytest.mark.parametrize(
    ("mine", "theirs", "order"),
    [
        ("4 inf", post("I", seen="4 inf"), "attack"),
        ("3 inf", post("I", seen="4 inf"), "defend"),
        ("3 inf", post("I", seen="4 inf", lost="1 inf"), "attack"),
        ("5 inf", post("I"), "attack"),
        ("4 inf", post("I"), "defend"),
    ],
)
def test_it_lets_a_confused_enemy_run_into_a_strong_corps(mine: str, theirs: Post, order: str) -> None:
    """The bot that chooses for a confused enemy does not order the attack that the enemy loses, or orders one
    that it wins.
    """
    sheet = sheet_of((post("I", now=mine),), (theirs,))
    assert said(sheet, CONFUSED) == {order}


CHARGE = asking("charge", "charge", "hold")
FOR_HIM = asking("charge", "charge", "hold", helps=say("forms.hold_theirs"))


@pytest.mark.parametrize(
    ("mine", "theirs", "attackers", "form", "choice"),
    [
        ("1 cav", "1 inf", "near", CHARGE, "charge"),
        ("6 inf 1 cav", "3 inf", "near", CHARGE, "hold"),
        ("3 inf 2 cav", "5 inf", "near", CHARGE, "charge"),
        ("3 inf 1 cav", "5 inf", "near", CHARGE, "hold"),
        ("4 inf 1 cav", "5 inf", "far", CHARGE, "hold"),
        ("1 inf 2 cav", "4 inf", "far", CHARGE, "charge"),
        ("1 inf 1 cav", "2 inf 1 cav", "far", CHARGE, "charge"),
        ("3 inf", "2 inf 2 cav", "far", FOR_HIM, "hold"),
        ("6 inf", "2 inf 1 cav", "near", FOR_HIM, "hold"),
        ("5 inf", "3 inf 1 cav", "far", FOR_HIM, "charge"),
    ],
)
def test_it_charges_where_that_changes_what_is_lost(
    mine: str, theirs: str, attackers: str, form: Form, choice: str
) -> None:
    """The bot charges where that changes nothing, or holds back where a charge pays. For a confused enemy it
    makes the choice that helps the enemy.
    """
    near = post("II", now=mine, stance=stance(attackers == "near"))
    far = post("II", now=theirs, stance=stance(attackers == "far"))
    idle = post("I", now="2 cav", stance=stance(False)), post("I", now="5 cav", stance=stance(False))
    assert said(sheet_of((idle[0], near), (idle[1], far)), form) == {choice}


def test_it_gives_up_what_is_offered_first() -> None:
    """The bot does not choose the first option for its losses, which gives up the fewest cavalry."""
    form = asking("losses", "cavalry.1", "cavalry.0")
    assert said(sheet_of((post("I", now="2 inf"),), (post("I"),)), form) == {"cavalry.1"}


def moved(
    near: tuple[str, ...], far: tuple[Post, ...], inf: int, cav: int, *, moves: bool = False
) -> dict[str, dict[str, int]]:
    """Return the divisions that the player sends out of such a reserve, and out of corps if the army `moves`. ""
    is an empty corps.
    """
    labels = ("I", "II", "III", "IV")
    there = [
        (f"{arm} {label}", int(size), label)
        for label, held in zip(labels, near, strict=True)
        for size, arm in (each.split() for each in held.split(", ") if each)
    ]
    things = tuple(
        Thing(name=name, label=name, count=count, at=at, to=labels)
        for name, count, at in (("inf", inf, "reserve"), ("cav", cav, "reserve"), *(there if moves else ()))
        if count
    )
    places = tuple(Place(name=label, label=label) for label in labels)
    form = Form(
        question="Move.", rule="3", fields=(Sort(name="moves", label="moves", things=things, places=places),)
    )
    posts = tuple(post(label, now=now) for label, now in zip(labels, near, strict=True))
    sent = BOT("red.army", "red", Dice(bytes(16))).play(
        sheet_of(posts, far, mine="17 inf 5 cav" if moves else "20 inf 6 cav"), form
    )["moves"]
    assert isinstance(sent, dict)
    return sent


UNSEEN = tuple(post(label) for label in ("I", "II", "III", "IV"))


@pytest.mark.parametrize(
    ("near", "inf", "cav", "moves"),
    [
        (("3 inf", "3 inf", "3 inf", "2 inf"), 4, 1, {"inf": {"IV": 1, "I": 1}, "cav": {"I": 1}}),
        (("3 inf", "3 inf", "3 inf", "2 inf"), 1, 0, {"inf": {"IV": 1}}),
        (("3 inf", "3 inf", "3 inf", "3 inf"), 2, 0, {}),
        (("4 inf", "4 inf", "4 inf", ""), 2, 2, {"cav": {"IV": 1}, "inf": {"IV": 2}}),
        (("4 inf", "4 inf", "4 inf", ""), 4, 0, {"inf": {"IV": 3}}),
        (("6 inf", "4 inf", "4 inf", "4 inf"), 4, 2, {"cav": {"I": 2}, "inf": {"I": 2}}),
        (("9 inf", "4 inf", "4 inf", "4 inf"), 9, 1, {"cav": {"I": 1}}),
        (("10 inf", "4 inf", "4 inf", "4 inf"), 9, 1, {}),
    ],
)
def test_it_mends_thin_corps_first_and_then_brings_one_up_to_break_through(
    near: tuple[str, ...], inf: int, cav: int, moves: dict[str, dict[str, int]]
) -> None:
    """If this fails, a thin corps is left to break, the reserve is used up, or the main corps stays too weak."""
    assert moved(near, UNSEEN, inf, cav) == moves


def test_it_breaks_through_where_the_enemy_was_left_weakest() -> None:
    """If this fails, the main corps is built opposite a stronger corps of the enemy, and not opposite the
    weakest.
    """
    far = (post("I"), post("II", seen="6 inf"), post("III", seen="7 inf", lost="5 inf"), post("IV"))
    assert moved(("4 inf", "6 inf", "4 inf", "4 inf"), far, 6, 0) == {"inf": {"III": 4}}


def test_it_brings_the_corps_under_the_blow_to_more_than_half_of_the_attacker() -> None:
    """If this fails, the enemy's main corps strikes with twice the number again."""
    far = (post("I"), post("II", seen="5 inf 4 cav", lost="1 cav"), post("III"), post("IV"))
    sent = moved(("3 inf", "1 inf", "3 inf", "3 inf"), far, 10, 2)
    assert sent["inf"]["II"] == 7  # of eight against five infantry and three cavalry, which count eleven


def test_an_army_that_may_do_so_moves_divisions_to_its_main_corps() -> None:
    """If this fails, the smaller army never uses its additional moves in the uneven battle."""
    far = (post("I"), post("II", seen="2 inf"), post("III"), post("IV"))
    sent = moved(("5 inf", "3 inf", "6 inf, 2 cav", "3 inf"), far, 1, 0, moves=True)
    assert sent == {"inf": {"II": 1}, "cav III": {"II": 2}, "inf III": {"II": 3}, "inf I": {"II": 2}}
