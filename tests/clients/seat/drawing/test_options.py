"""The options of a question where the screen has too few lines for all their notes."""

from __future__ import annotations

from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import FieldLook, field_rows
from warcouncil.protocol.table.forms import Choice, Form, Option

NOTE = "The other side plays one card more in its next turn, and its hand size is one less."
LABEL = "Use the right of the first strike: one attack this turn may ignore what it costs"


def drawn(*options: Option, room: int, row: int = 0) -> list[str]:
    """Draw a choice of these options in some lines, with the cursor on a row."""
    choice = Choice(name="what", label="What?", options=options)
    filling = Filling(Form(question="What?", rule="1", fields=(choice,)))
    filling.reach(0, row, None)
    rows = field_rows(filling, 0, FieldLook(70, live=True, focused=True), room)
    return [line.plain.rstrip() for line, _ in rows]


def options(count: int, note: str = NOTE) -> list[Option]:
    """Return options that all have a note, each its own."""
    return [Option(value=str(n), label=f"Card {n}", help=f"{n}. {note}") for n in range(1, count + 1)]


def test_a_note_is_whole_or_not_there() -> None:
    """If this fails, a player reads *hand size is one…* and must guess the rest."""
    lines = drawn(*options(5), room=7, row=2)
    said = " ".join(" ".join(lines).split())
    assert len(lines) <= 7
    assert f"3. {NOTE}" in said
    for line in lines:
        assert not line.endswith("…") or "." not in line, lines


def test_the_whole_parts_of_a_long_note_stay_beside_the_option() -> None:
    """If this fails, a player chooses between *Korocas …* and *Nishka …* without their worth."""
    cities = options(5, "marker on the start space · 1 VP, the hand of the opponent is one card smaller")
    lines = drawn(*cities, room=7)
    assert len(lines) <= 7
    assert lines[-1] == "  ○ 5  Card 5   5. marker on the start space · 1 VP …"


def test_a_note_of_several_options_is_written_once_for_all_of_them() -> None:
    """If this fails, three equal sentences push the board off a small screen."""
    several = [Option(value=str(n), label=f"{LABEL} ({n})", help=NOTE) for n in (1, 2)]
    lines = drawn(*several, Option(value="no", label="Play no more cards"), room=8)
    said = " ".join(" ".join(lines).split())
    assert said.count(NOTE) == 1
    assert f"1 2 {NOTE}" in said
    assert "…" not in said


def test_the_name_of_an_option_is_never_cut() -> None:
    """If this fails, two options with the same beginning cannot be told apart."""
    lines = drawn(*(Option(value=str(n), label=f"{LABEL} ({n})") for n in (1, 2)), room=3)
    said = " ".join(" ".join(lines).split())
    assert f"{LABEL} (1)" in said
    assert "…" not in said
