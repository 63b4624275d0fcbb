"""`warcouncil settings`: what it lists is what the windows take."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.settings import app
from warcouncil.clients.widgets.rebinding import ROOMS
from warcouncil.clients.widgets.settings import settings_file

from tests.clients.widgets.test_keys import each


def test_every_action_that_can_have_a_key_of_ones_own_is_listed_with_its_key_and_what_it_does() -> None:
    """Somebody whose terminal keeps a key would have to guess the name of what it does."""
    rows = CliRunner().invoke(app, ["keys"]).output.splitlines()
    listed = {row.split()[0] for row in rows}
    assert listed == {f"keys.{room}.{binding.id}" for room in ROOMS for binding in each(room) if binding.id}
    assert all(len(row.split()) >= 3 for row in rows)


@pytest.mark.parametrize("command", ["list", "path", "keys"])
def test_what_only_shows_ends_well_and_writes_nothing(command: str) -> None:
    """To look at the settings would make a file that nobody asked for."""
    had = settings_file().exists()
    result = CliRunner().invoke(app, [command])
    assert result.exit_code == 0
    assert result.output.strip()
    assert settings_file().exists() == had
