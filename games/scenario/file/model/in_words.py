"""What follows, said in words: on the page of the white cell as the file has it, in its form as it would come."""

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
    """Say what follows. `told`: whom, and what; `handed`: a paper, and who gets it; `ends`: how it ends, if it does."""
    said = [
        *changes,
        *(f"{whom}: «{text}»" for whom, text in told),
        *(f"«{title}» to {', '.join(whom)}" for title, whom in handed),
        f"established: {established}" if established else "",
        f"it ends: {ends}" if ends else "",
    ]
    return "; ".join(filter(None, said))
