"""Several addresses on the command line: a card that names the standby too, and a ticket that has moved
there.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.join.join import is_at
from warcouncil.clients.link.identity import keyring
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.plan.text.option_text import BadInput

KEY = "k" * 40
MOVED = Ticket(
    exercise="Jena",
    host="10.0.0.7",
    port=5280,
    server_key=KEY,
    public=KEY,
    secret=KEY,
    kind="seat",
    elsewhere=("10.0.0.5:5280",),
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (None, True),
        ("10.0.0.7", True),
        ("10.0.0.5", True),
        ("10.0.0.9,10.0.0.5:5280", True),
        ("10.0.0.9", False),
        ("10.0.0.7:5300", False),
    ],
)
def test_a_seat_that_moved_is_found_by_every_address_it_is_known_at(typed: str | None, found: bool) -> None:
    """Once the standby leads, the command on the card asks for the code again, and the seat's key is lost."""
    assert is_at(MOVED, typed) is found


@pytest.mark.parametrize("command", ["join", "display", "umpire"])
def test_a_slip_in_one_of_several_addresses_is_named(command: str) -> None:
    """A user with a mistyped address is told that no host is there."""
    with pytest.raises(BadInput, match="'0 0' is not an address"):
        is_at(MOVED, "10.0.0.5,0 0")
    done = CliRunner().invoke(app, [command, "10.0.0.5,:7", "7K3-Q4MN-P2XT"])
    assert done.exit_code == 2
    assert "':7' is not an address" in done.output


def test_commands_find_the_key_that_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script with the address on the card finds no key at the moment when it is needed."""
    from warcouncil.clients.commands.join.command_keys import ACTS, command_ticket

    monkeypatch.setenv(keyring.HOME_VARIABLE, str(tmp_path))
    keyring.keep(MOVED.model_copy(update={"kind": ACTS}))
    assert command_ticket("10.0.0.5", "", ACTS).host == "10.0.0.7"
    assert command_ticket("10.0.0.5,10.0.0.7", "", ACTS).host == "10.0.0.7"
    with pytest.raises(BadInput, match="this machine has no umpire's key for "):
        command_ticket("10.0.0.9", "", ACTS)
