"""A target: a decoder, its promises for any input, and their check."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from tests.fuzz.arcs import Arcs, TooLong

MEMORY_BYTES, MEMORY_TIMES = 2_000_000, 600
"""The most memory for an input, and the most bytes for each of its own."""


@dataclass(frozen=True)
class Target:
    """A decoder. It gives a value, or raises one of `refuses`; nothing else, in few steps and little memory."""

    name: str
    decode: Callable[[bytes], Any]
    refuses: tuple[type[Exception], ...] = ()
    encode: Callable[[Any], bytes] | None = None
    """Give what decodes to the same value again."""
    kind: str = "json"
    """How it is spoilt besides byte by byte: as "json", as "lines" of text, or not ("bytes")."""
    seeds: Callable[[], Iterator[bytes]] | None = None
    """Real ones beside those of the corpus."""
    steps: tuple[int, int] = (4_000, 60)
    """How many of our lines may run for an input, and for each of its bytes."""
    bytes_max: int = 4096
    """The longest input: a longer one is refused earlier, or by its length alone."""


@dataclass(frozen=True)
class Fault:
    """A promise that a decoder broke: `what`, the same for each input that breaks it in this way."""

    target: str
    what: str
    data: bytes


def tried(target: Target, data: bytes, arcs: Arcs) -> tuple[set[int], Fault | None]:
    """Decode an input; return the reached code and the fault."""
    first, each = target.steps
    reached: set[int] = set()
    try:
        with arcs.counted(first + each * len(data)):
            value = target.decode(data)
    except target.refuses as error:
        reached |= _refused(error)
    except TooLong:
        return {*arcs.features()}, Fault(target.name, f"runs on and on, at {len(data)} bytes", data)
    except Exception as error:
        return {*arcs.features()}, Fault(target.name, _where(error), data)
    else:
        reached |= _shape(value)
        if target.encode is not None and (wrong := _again(target, value)):
            return {*arcs.features(), *reached}, Fault(target.name, wrong, data)
    return {*arcs.features(), *reached}, None


def memory_fault(target: Target, data: bytes) -> Fault | None:
    """Return the fault in an input's use of memory."""
    tracemalloc.start()
    try:
        target.decode(data)
    except target.refuses:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    if peak > MEMORY_BYTES + MEMORY_TIMES * len(data):
        return Fault(target.name, f"takes {peak >> 20} MiB", data)
    return None


def _again(target: Target, value: Any) -> str:
    """Return the fault in a value that is encoded and decoded again."""
    assert target.encode is not None
    try:
        other = target.decode(target.encode(value))
    except Exception as error:
        return f"does not encode again: {_where(error)}"
    return "" if other == value else "encodes to something else"


def _where(error: BaseException) -> str:
    """Return the error and its place in the product."""
    place, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith("warcouncil."):
            place = f"{name.removeprefix('warcouncil.')}:{trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    return f"{type(error).__name__} in {place or 'what encodes it'}"


def _refused(error: BaseException) -> set[int]:
    """Return the reason of a refusal, as numbers, because no line of ours leads to pydantic's reasons."""
    found = {hash(type(error).__name__)}
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, ValidationError):
            for fault in inner.errors(include_url=False, include_context=False, include_input=False)[:6]:
                place = tuple(str(part) for part in fault["loc"][:3] if not isinstance(part, int))
                found.add(hash((fault["type"], place[: -1 if fault["type"] == "extra_forbidden" else None])))
        inner = inner.__context__
    return found


def _shape(value: Any, deep: int = 3) -> set[int]:
    """Return the shape of a value, as numbers."""
    if isinstance(value, BaseModel):
        found = {hash((type(value).__name__, *sorted(value.model_fields_set)))}
        return found.union(*(_shape(inner, deep - 1) for _, inner in value)) if deep else found
    if isinstance(value, tuple | list) and deep:
        return {hash(("of", min(len(value), 4)))}.union(*(_shape(inner, deep - 1) for inner in value[:8]))
    return {hash((type(value).__name__, value is True))}
