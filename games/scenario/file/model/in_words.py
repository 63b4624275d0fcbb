"""Consequences as text, for the white cell's page and its form."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.scenario.wording import say


def everyone() -> str:
    """Return the word for all readers."""
    return say("events.everyone")


def effect_words(
    changes: Iterable[str],
    told: Iterable[tuple[str, str]],
    handed: Iterable[tuple[str, Iterable[str]]],
    established: str,
    ends: str,
) -> str:
    """Return consequences as text. `told` has pairs of readers and a text. `handed` has pairs of a paper and its
    receivers. `ends` is how the exercise ends, or "".
    """
    said = [
        *changes,
        *(say("events.to_told", whom=whom, text=text) for whom, text in told),
        *(say("events.to_handed", title=title, names=", ".join(whom)) for title, whom in handed),
        say("events.established", text=established) if established else "",
        say("events.it_ends", words=ends) if ends else "",
    ]
    return say("events.effect_joined").join(filter(None, said))
