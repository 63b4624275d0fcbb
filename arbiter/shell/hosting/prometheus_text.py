"""The text format that Prometheus reads (exposition format 0.0.4).

Names, labels and label values are words of this program, in lower case. A text from a user, or a random id, fails an
assertion.
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
    """One line: the suffix of the measure's name, a label in braces or "", and the value."""

    suffix: str
    label: str
    value: float


class Measure(NamedTuple):
    """All samples of one name, their kind, and a sentence that describes them."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    tells: str
    samples: tuple[Sample, ...]


def counter(name: str, tells: str, value: float | Mapping[str, float], *, by: str = "") -> Measure:
    """Return a measure that only rises, as one number or, with `by`, as several with a label."""
    assert name.endswith("_total"), name
    return Measure(name, "counter", tells, _samples(value, by))


def gauge(name: str, tells: str, value: float | Mapping[str, float], *, by: str = "") -> Measure:
    """Return a measure that rises and falls, as one number or, with `by`, as several with a label."""
    return Measure(name, "gauge", tells, _samples(value, by))


def histogram(name: str, tells: str, stopwatch: Stopwatch) -> Measure:
    """Return the durations of a stopwatch as a histogram."""
    steps = [*map(_number, stopwatch.steps), "+Inf"]
    up_to = stopwatch.up_to
    lines = [Sample("_bucket", f'{{le="{step}"}}', count) for step, count in zip(steps, up_to, strict=True)]
    whole = Sample("_sum", "", stopwatch.seconds), Sample("_count", "", up_to[-1])
    return Measure(name, "histogram", tells, (*lines, *whole))


def exposed(measures: Iterable[Measure]) -> bytes:
    """Return the text of the measures."""
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
    assert _WORD.fullmatch(text), f"not a word of this program: {len(text)} characters"
    return text


def _number(value: float) -> str:
    return repr(value)
