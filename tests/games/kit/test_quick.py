"""The quicker starter of states and events makes the same values as the ordinary one."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events.combats import LossesPaid
from warcouncil.games.kartenspiel.state import FULL, NONE, force
from warcouncil.games.kit.play.codec import dump_event, load_event
from warcouncil.games.kit.quick import quick


@dataclass(frozen=True, slots=True)
class Plain:
    """A value with the ordinary starter."""

    one: int
    two: tuple[int, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    """The same value with the quick starter."""

    one: int
    two: tuple[int, ...] = ()


def test_a_quick_value_is_what_an_ordinary_one_is() -> None:
    """A starter that dropped or mixed up a field would spoil every state."""
    for made in (Quick(1, (2,)), Quick(two=(2,), one=1), replace(Quick(1), two=(2,))):
        assert (made.one, made.two) == (1, (2,))
        assert made == Quick(1, (2,))
        assert repr(made) == repr(Plain(1, (2,))).replace("Plain", "Quick")
    assert Quick(1).two == ()
    assert hash(Quick(1)) == hash(Plain(1))


def test_a_quick_value_is_as_frozen_as_before() -> None:
    """A state that could be written to could be changed behind the rules' back."""
    with pytest.raises(FrozenInstanceError):
        Quick(1).one = 2  # type: ignore[misc]  # what must fail


@pytest.mark.parametrize("values", [(), (1, (), 3)])
def test_a_quick_value_wants_its_fields(values: tuple[object, ...]) -> None:
    """A value without one of its fields would fail later, where nobody looks."""
    with pytest.raises(TypeError):
        Quick(*values)  # type: ignore[arg-type]  # what must fail


def test_a_field_that_must_be_made_is_refused() -> None:
    """A default that is made anew each time would be shared by all values."""

    @dataclass(frozen=True, slots=True)
    class Made:
        numbers: list[int] = field(default_factory=list)

    with pytest.raises(AssertionError, match=r"Made\.numbers"):
        quick(Made)


def test_a_quick_event_survives_its_record() -> None:
    """Events are written down and read again; the quick ones too."""
    event = LossesPaid(2, force(1, 0), NONE, (NONE, NONE), (1, 0), (force(1, 0), NONE), (FULL, FULL))
    assert load_event(GAME, dump_event(event)) == event
