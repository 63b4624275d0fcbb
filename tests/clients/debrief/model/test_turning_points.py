"""The description of a turning point: its subject, and the seats that decided by an outdated memory."""

from __future__ import annotations

import pytest
from warcouncil.clients.debrief.building.knowledge import compare
from warcouncil.clients.debrief.model.badge import NOBODYS
from warcouncil.clients.debrief.model.pages import Chance, Move
from warcouncil.clients.debrief.model.question import DeclaredRow, GatePage
from warcouncil.clients.debrief.model.turning_points import decisive, ending, reasons
from warcouncil.protocol.table.sheets import BattleLine, Post, Sheet, Side, Strength

LINES = (
    "Corps II: both defended.",
    "The order of Red corps I was confused.",
    "Corps I: Red's cavalry charged.",
    "Corps I: Red 9 attacked Black 3.",
    "Corps I: Red lost 1 cav.",
    "Corps III: both defended.",
)
"""The story of a charge at corps I, with what else was revealed then."""
NOW, SEEN = Strength(now=6), Strength(seen=8, seen_when="turn 1")


def _line(*black: Strength, own: str = "") -> Sheet:
    """Return a sheet of the seat with the red post `own`."""
    labels = ("I", "II")
    far = tuple(Post(label=label, strength=strength) for label, strength in zip(labels, black, strict=True))
    near = tuple(Post(label=label, strength=NOW, yours=label == own) for label in labels)
    return Sheet(
        elements=(
            BattleLine(
                far=Side(team="black", title="Black", posts=far),
                near=Side(team="red", title="Red", posts=near),
            ),
        )
    )


def _declared(title: str, *, by: str = "") -> DeclaredRow:
    return DeclaredRow(title, title, NOBODYS, "Attack", by, 1000, 1000, 1, struck=False)


def _gate(number: int = 1, *, title: str = "", told: tuple[str, ...] = (), ends: bool = False) -> GatePage:
    sheets = {
        "Red army": _line(SEEN, SEEN),
        "Red corps I": _line(SEEN, SEEN, own="I"),
        "Red corps II": _line(SEEN, NOW, own="II"),
    }
    return GatePage(
        number=number,
        anchor="",
        title=title,
        rule="",
        text="",
        turn=1,
        at=0,
        wall="",
        ran_ms=1000,
        clock_ms=0,
        stood_ms=0,
        lost_ms=0,
        heading="",
        told=told,
        by_ruling="",
        declared=tuple(map(_declared, sheets)),
        position=None,
        own=(),
        knowledge=compare(_line(NOW, NOW), sheets),
        lines=(),
        ahead={"red": 0, "black": 0},
        ahead_after={"red": 1, "black": -1},
        asks="" if ends else "Charge",
    )


def test_an_outdated_memory_is_named_only_if_it_was_of_the_opposing_post() -> None:
    """*Why* names every memory of the sheet: also of the far wing, and of a silent seat or of a bot's."""
    gate = _gate()
    assert reasons(gate) == ("Red corps I remembered Black I: 8 on turn 1 (in truth 6).",)
    gate.declared = (_declared("Red corps I", by="a bot played"), _declared("Red army"))
    assert reasons(gate) == ()


@pytest.mark.parametrize(
    ("title", "told", "said"),
    [
        ("Turn 3 · Charge, corps I", LINES, LINES[2:5]),
        ("Turn 3 · Charge, corps II", LINES, LINES[:1]),
        ("Turn 3 · Charge, corps IV", LINES, ()),
        ("Turn 3 · Charge", LINES, ()),
        ("Turn 3 · Charge", LINES[:3], LINES[:3]),
    ],
)
def test_of_a_moment_is_told_what_it_was_about(
    title: str, told: tuple[str, ...], said: tuple[str, ...]
) -> None:
    """The first three lines are shown, whatever their subject, such as two corps that had defended."""
    (moment,) = decisive([_gate(title=title, told=told)], (), (), ahead_is="points more")
    assert moment.told == said


def test_the_moment_that_ended_a_game_tells_how_it_ended_last() -> None:
    """Another corps' act is shown below it."""
    over = (*LINES, "Red's line broke at corps I: Black won the battle.")
    gates = [
        _gate(title="Turn 5 · Charge, corps II", told=over),
        _gate(2, title="The game is over", ends=True),
    ]
    gates[1].ran_ms = None
    (moment,) = decisive(gates, (), (), ahead_is="points more")
    end = ending(gates, (), (), ahead_is="points more")
    assert end is not None
    assert moment.told == end.told == (LINES[0], over[-1])
    assert ending(gates[:1], (), (), ahead_is="points more") is None


def test_a_moment_is_listed_only_if_it_surely_moved_the_score() -> None:
    """A tutor discusses a question that changed nothing: 100 % before, and 100 % after."""
    gates = [_gate(number) for number in (1, 2, 3)]
    gates[2].ran_ms = None
    gates[2].asks = ""
    chances = [Chance(number, "red", 0.5 + number / 10, 0.4, 0.9, 50) for number in (1, 2, 3)]
    moves = [Move(1, "red", 0.1, -0.02, 0.22, 50), Move(2, "red", 0.1, 0.02, 0.18, 50)]
    (moment,) = decisive(gates, (), (), ahead_is="points more", chances=chances, moves=moves)
    assert moment.gate.number == 2
    assert moment.words.startswith("red's expected score: 70 (40 to 90, n 50) → 80")
    assert decisive(gates, (), (), ahead_is="points more", chances=chances, moves=moves[:1]) == ()
    end = ending(gates, (), (), ahead_is="points more", chances=chances, moves=moves[:1])
    assert end is not None
    assert (end.place, end.gate.number, end.words) == (0, 2, "The game ended here")
