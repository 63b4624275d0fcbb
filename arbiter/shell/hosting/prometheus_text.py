"""The text that Prometheus reads (exposition format 0.0.4).

Law: a name, a label and a label's value are words of this program, in small letters: whatever a person typed or a machine drew does
not fit there, and stops us.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from warcouncil.arbiter.shell.base.stopwatch import Stopwatch

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "warcouncil_"
_WORD = re.compile(r"[a-z]+(_[a-z]+)*")


class Sample(NamedTuple):
    """One line: what follows the measure's name, a label in braces or "", and the value."""

    suffix: str
    label: str
    value: float


class Measure(NamedTuple):
    """What is told under one name, what kind of thing it is, and what it tells, in a sentence."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    tells: str
    samples: tuple[Sample, ...]


def counter(name: str, tells: str, value: float | Mapping[str, float], *, by: str = "") -> Measure:
    """Give what only rises, as one number or `by` a label as several."""
    assert name.endswith("_total"), name
    return Measure(name, "counter", tells, _samples(value, by))


def gauge(name: str, tells: str, value: float | Mapping[str, float], *, by: str = "") -> Measure:
    """Give what rises and falls, as one number or `by` a label as several."""
    return Measure(name, "gauge", tells, _samples(value, by))


def histogram(name: str, tells: str, stopwatch: Stopwatch) -> Measure:
    """Give how long something took."""
    steps = [*map(_number, stopwatch.steps), "+Inf"]
    up_to = stopwatch.up_to
    lines = [Sample("_bucket", f'{{le="{step}"}}', count) for step, count in zip(steps, up_to, strict=True)]
    whole = Sample("_sum", "", stopwatch.seconds), Sample("_count", "", up_to[-1])
    return Measure(name, "histogram", tells, (*lines, *whole))


def exposed(measures: Iterable[Measure]) -> bytes:
    """Give the text."""
    return "".join(line + "\n" for measure in measures for line in _lines(measure)).encode("ascii")


def _lines(measure: Measure) -> Iterator[str]:
    name = PREFIX + _word(measure.name)
    yield f"# HELP {name} {measure.tells}"
    yield f"# TYPE {name} {measure.kind}"
    for suffix, label, value in measure.samples:
        yield f"{name}{suffix}{label} {_number(value)}"


def _samples(value: float | Mapping[str, float], by: str) -> tuple[Sample, ...]:
    if not isinstance(value, Mapping):
        return (Sample("", "", value),)
    return tuple(Sample("", f'{{{_word(by)}="{_word(each)}"}}', number) for each, number in value.items())


def _word(text: str) -> str:
    assert _WORD.fullmatch(text), f"no word of ours: {len(text)} characters"
    return text


def _number(value: float) -> str:
    return repr(value)
