"""Consequences in words, for the page of the white cell and for its form."""

from __future__ import annotations

from collections.abc import Iterable

EVERYONE = "everyone"


def effect_words(
    changes: Iterable[str],
    told: Iterable[tuple[str, str]],
    handed: Iterable[tuple[str, Iterable[str]]],
    established: str,
    ends: str,
) -> str:
    """Return consequences in words.

    `told` pairs readers and a text. `handed` pairs a paper and its receivers. `ends` is how the exercise
    ends, or "".
    """
    said = [
        *changes,
        *(f"{whom}: «{text}»" for whom, text in told),
        *(f"«{title}» to {', '.join(whom)}" for title, whom in handed),
        f"established: {established}" if established else "",
        f"it ends: {ends}" if ends else "",
    ]
    return "; ".join(filter(None, said))
