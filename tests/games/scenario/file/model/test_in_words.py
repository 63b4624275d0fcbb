"""What follows reads the same wherever it is said."""

from __future__ import annotations

from warcouncil.games.scenario.file.model.in_words import EVERYONE, effect_words


def test_what_follows_is_said_in_the_order_in_which_it_comes() -> None:
    """An author would look on his page for what he reads in the form, and take two words for two things."""
    told = [(EVERYONE, "Fog."), ("Red", "Sleep.")]
    assert (
        effect_words(["Tension 3 → 5"], told, [("Map", ["Blue", "Red"])], "It is dark", "The end")
        == "Tension 3 → 5; everyone: «Fog.»; Red: «Sleep.»; «Map» to Blue, Red; established: It is dark; it ends: The end"
    )
    assert effect_words([], [], [], "", "") == ""
