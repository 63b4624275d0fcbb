"""Consequences have the same words everywhere."""

from __future__ import annotations

from warcouncil.games.scenario.file.model.in_words import effect_words, everyone


def test_consequences_are_described_in_their_order() -> None:
    """An author looks on the page for the words of the form, and takes two words for two things."""
    told = [(everyone(), "Fog."), ("Red", "Sleep.")]
    assert (
        effect_words(["Tension 3 → 5"], told, [("Map", ["Blue", "Red"])], "It is dark", "The end")
        == "Tension 3 → 5; everyone: “Fog.”; Red: “Sleep.”; “Map” to Blue, Red; fact: It is dark; the exercise ends: The end"
    )
    assert effect_words([], [], [], "", "") == ""
