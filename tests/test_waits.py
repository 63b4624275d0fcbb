"""No test waits for anything without a bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CLOCKS = ("monotonic", "perf_counter", "time")


def unbounded(text: str) -> list[int]:
    """Return the lines of the loops that sleep until a condition holds, and that neither a timeout nor a clock ends."""
    if "sleep" not in text:
        return []
    tree = ast.parse(text)
    timed = {inner for outer in ast.walk(tree) if _has_timeout(outer) for inner in ast.walk(outer)}
    return [
        loop.lineno
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While) and loop not in timed and _sleeps(loop) and _waits(loop)
    ]


def _has_timeout(node: ast.AST) -> bool:
    return isinstance(node, ast.AsyncWith) and any(
        name in ("timeout", "timeout_at") for item in node.items for name in _called(item)
    )


def _sleeps(loop: ast.While) -> bool:
    return "sleep" in _called(loop)


def _waits(loop: ast.While) -> bool:
    """Return whether it waits for a condition without a clock.

    An endless loop is work which the test itself cancels.
    """
    never_ends = isinstance(loop.test, ast.Constant) and not any(
        isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop)
    )
    compared = (node for node in ast.walk(loop) if isinstance(node, ast.Compare))
    return not never_ends and not any(name in CLOCKS for each in compared for name in _called(each))


def _called(tree: ast.AST) -> Iterator[str]:
    """Return the last name of everything that is called there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    yield name
                case _:
                    pass  # what is called is itself made by an expression


PLANTED = {
    "a condition": ("while not claim():\n await asyncio.sleep(0.01)", [1]),
    "a condition in the loop": ("while True:\n if claim():\n  break\n time.sleep(1)", [1]),
    "a sleep of no time": ("while queue.empty():\n await sleep(0)", [1]),
    "a timeout elsewhere": ("async with timeout(9):\n pass\nwhile wanted:\n await sleep(1)", [3]),
    "a timeout": ("async with asyncio.timeout(9):\n while wanted:\n  await asyncio.sleep(1)", []),
    "a clock in the condition": ("while wanted and time.monotonic() < end:\n time.sleep(1)", []),
    "a clock in the loop": ("while wanted:\n assert loop.time() < end\n await sleep(1)", []),
    "a clock that is only noted": ("while wanted:\n took.append(monotonic())\n time.sleep(1)", [1]),
    "work without end": ("while True:\n work()\n await asyncio.sleep(1)", []),
}


@pytest.mark.parametrize("what", PLANTED)
def test_an_unbounded_wait_is_seen(what: str) -> None:
    """If this fails, the next test finds nothing, whatever is written."""
    text, lines = PLANTED[what]
    framed = "async def waits():\n" + "\n".join(f" {line}" for line in text.split("\n"))
    assert unbounded(framed) == [line + 1 for line in lines]


def test_every_wait_has_a_bound() -> None:
    """If this fails, a system with larger buffers or another Python lets a test hang until the run is ended from outside."""
    root = Path(__file__).parent
    found = [
        f"{path.relative_to(root)}:{line}"
        for path in sorted(root.rglob("*.py"))
        for line in unbounded(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"use tests/waiting.py, or asyncio.timeout: {', '.join(found)}"
