"""Corrections: each kind of fault that a reader of values finds, with a sentence that says what to write
instead.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator
from warcouncil.games.kit.text.suggestions import unknown, wanted


class Hue(StrEnum):
    """A choice of two."""

    RED = "red"
    BLACK = "black"


class Cat(BaseModel):
    """One of two models that name their own kind."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["cat"]
    lives: int = Field(ge=1)


class Dog(BaseModel):
    """The other."""

    kind: Literal["dog"]


class Judged(BaseModel):
    """A value that is checked with our own error text."""

    text: str

    @field_validator("text")
    @classmethod
    def _judge(cls, text: str) -> str:
        if text == "assert":
            raise AssertionError("the  guns\nare silent")
        if text == "value":
            raise ValueError("name a corps")
        return text


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
Some = Annotated[int, Field(ge=2, le=5)]
More = Annotated[float, Field(gt=2, lt=5)]


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (int, "x", "give a whole number"),
        (int, 1.5, "give a whole number"),
        (float, "x", "give a number"),
        (Annotated[float, Field(allow_inf_nan=False)], float("nan"), "give a number"),
        (bool, "x", "give true or false"),
        (str, 3, "give a text"),
        (list[int], 3, "give a list"),
        (tuple[int, ...], 3, "give a list"),
        (dict[str, int], 3, "give a mapping"),
        (Dog, 3, "give a mapping"),
        (Path, 3, "give the name of a file"),
        (None, 3, "give nothing"),
        (bytes, 3, "give another value"),
        (Cat, {"kind": "cat"}, "it is missing"),
        (Cat, {"kind": "cat", "lives": 9, "tail": 1}, "this is not known. Leave it out"),
        (Some, 1, "give 2 or more"),
        (Some, 6, "give at most 5"),
        (More, 2, "give more than 2.0"),
        (More, 5, "give less than 5.0"),
        (Literal["a", "b"], "c", "give 'a' or 'b'"),
        (Hue, "green", "give 'red' or 'black'"),
        (Pet, {"kind": "cow"}, "give one of 'cat', 'dog', not 'cow'"),
        (Pet, {}, "say which it is, in 'kind'"),
        (Annotated[str, Field(min_length=2)], "a", "give at least 2 letters"),
        (Annotated[str, Field(max_length=2)], "abc", "give at most 2 letters"),
        (Annotated[list[int], Field(min_length=2)], [1], "give at least 2"),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "give at most 1"),
        (Judged, {"text": "value"}, "name a corps"),
        (Judged, {"text": "assert"}, "the guns are silent"),
    ],
)
def test_a_fault_says_what_would_have_done(kind: Any, value: Any, said: str) -> None:
    """The author of a plan reads the library's words, or reads that a value is wrong and not the correction."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    assert wanted(caught.value.errors()[0]) == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("int_type", "a whole number"),
        ("int_parsing", "a whole number"),
        ("float_parsing", "a number"),
        ("finite_number", "a number"),
        ("bool_type", "true or false"),
        ("string_type", "a text"),
        ("list_type", "a list"),
        ("tuple_type", "a list"),
        ("dict_type", "a mapping"),
        ("model_type", "a mapping"),
        ("mapping_type", "a mapping"),
        ("path_type", "the name of a file"),
        ("none_required", "nothing"),
        ("frozen_set_type", "another value"),
    ],
)
def test_each_kind_of_value_has_its_word(kind: str, said: str) -> None:
    """The author of a plan reads the validator's own name for a kind of value."""
    assert wanted({"type": kind, "msg": "", "ctx": {}}) == f"give {said}"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("kartenspil", "Did you mean 'kartenspiel'? Games"),
        ("\u043aartenspiel", "Did you mean 'kartenspiel'? Letter 1 is of another alphabet, although"),
        ("kart\u0435nspiel", "Did you mean 'kartenspiel'? Letter 5 is of another alphabet, although"),
        ("\u6797", "there is no game. Games"),
    ],
)
def test_a_letter_of_another_alphabet_is_named(given: str, says: str) -> None:
    """If this fails, a user reads that kartenspiel is unknown, and that kartenspiel was perhaps meant."""
    assert says in unknown("there is no game", given, ("escalate", "kartenspiel"), "games are")
