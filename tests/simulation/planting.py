"""Planting: a small patch of the product, put into the running program and taken out again.

A plant names a function and replaces a piece of its text, which must occur exactly once; so a plant in a
changed function is noticed. Every user of the function has the patched one.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from inspect import getsource
from types import CodeType, FunctionType
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa


class Misplaced(Exception):
    """The text that a plant replaces does not stand where it did."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A bug: in `where` ("module:function", or "module:CONSTANT") the text `old` becomes `new`; `so` says what it does.

    A constant may be a value, or a statement of the database, in which a piece is replaced.
    """

    name: str
    where: str
    old: str
    new: str
    so: str
    at_home: str = ""
    """The home at which it shows: a "file", or a "server"."""
    between_twins: bool = False
    """Whether it takes two worlds to see it."""
    shown_by: int = 1
    """The number of a run that showed it when it was last sought from 1 on: by day the search begins there."""
    also: Plant | None = None
    """Another patch of the same bug."""


@contextmanager
def planted(plant: Plant) -> Iterator[None]:
    """Patch the product with the bug."""
    if plant.also is not None:
        with planted(plant.also), planted(replace(plant, also=None)):
            yield
        return
    module_name, _, path = plant.where.partition(":")
    module = import_module(f"warcouncil.{module_name}")
    if path.isupper():
        with _constant(module, path, plant):
            yield
        return
    function = _function(module, path)
    whole = function.__code__
    function.__code__ = _patched(function, plant)
    try:
        yield
    finally:
        function.__code__ = whole


def _function(module: Any, path: str) -> FunctionType:
    found = module
    for name in path.split("."):
        found = vars(found)[name]
    found = getattr(found, "fget", found)
    found = getattr(found, "__func__", found)
    assert isinstance(found, FunctionType)
    return found


def _patched(function: FunctionType, plant: Plant) -> CodeType:
    text = textwrap.dedent(getsource(function))
    if text.count(plant.old) != 1:
        raise Misplaced(f"{plant.name}: {plant.old!r} stands {text.count(plant.old)} times in {plant.where}")
    text = text.replace(plant.old, plant.new)
    text = text[text.index("def ") :]  # what decorates it stays as it is
    free = ", ".join(function.__code__.co_freevars)
    name = function.__name__
    # In a class, so that its name is not found in it: one that is called `next` may call the other.
    outer = f"def _outer({free}):\n  class Outer:\n{textwrap.indent(text, '    ')}\n  return vars(Outer)[{name!r}]\n"
    space: dict[str, Any] = {}
    exec(
        compile(f"from __future__ import annotations\n{outer}", f"<{plant.name}>", "exec"),
        function.__globals__,
        space,
    )
    made = space["_outer"](*function.__code__.co_freevars)
    assert isinstance(made, FunctionType)
    if made.__code__.co_freevars != function.__code__.co_freevars:
        raise Misplaced(f"{plant.name}: it needs other names from around it")
    return made.__code__


@contextmanager
def _constant(module: Any, name: str, plant: Plant) -> Iterator[None]:
    """Change the value of a constant in every module that imported it."""
    before = vars(module)[name]
    fresh: object
    if isinstance(before, sa.TextClause):
        if before.text.count(plant.old) != 1:
            raise Misplaced(f"{plant.name}: {plant.old!r} is not once in {before.text!r}")
        fresh = sa.text(before.text.replace(plant.old, plant.new))
    elif repr(before) == plant.old:
        fresh = eval(plant.new)  # from our own table
    else:
        raise Misplaced(f"{plant.name}: {name} is {before!r}")
    holders = [
        each
        for full, each in tuple(sys.modules.items())
        if full.startswith(("warcouncil.", "tests.")) and vars(each).get(name) is before
    ]
    with ExitStack() as stack:
        for holder in holders:
            stack.enter_context(patch.object(holder, name, fresh))
        yield
