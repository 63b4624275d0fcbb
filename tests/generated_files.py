"""The cards of keys, the manual page, the shells' completions, the page of the export and the types of the wire.

They are made from the program: `python -m tests.generated_files` writes them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined]  # typer has no other way
from warcouncil.arbiter.record.export import dictionary
from warcouncil.clients.commands.before import documents
from warcouncil.clients.commands.cli import app
from warcouncil.clients.seat.drawing import help_pages
from warcouncil.clients.umpire.screens import help as console
from warcouncil.clients.wording.saying import say

from tests import wire_types
from tests.docs_text import ROOT

UMPIRE_HEAD = """# The umpire's keys

On this page you can find every key of the console. It is a reference of one page. Print it and put it beside the console.
`warcouncil umpire --keys` prints the same list. The page is generated from the console's help.
"""
PLAYER_HEAD = """# A player's card

After this page you can sit down at a terminal and play. It is a reference of one page, to print.

1. Type `warcouncil join`, then the address and the code from your card. Later the same command brings you back without them.
2. Read who you are and how you win. Enter says that you are ready. F2 shows the rules.
3. When you are asked, choose and press Enter. *SEALED* means that the host has your answer on disk. You can change it until the question
   closes. It closes when the time is up. Most questions also close when every seat that is asked has sealed. No other player learns who
   has sealed. An answer that is chosen and not sealed does not count, unless the screen says so.
4. You can talk only while a conversation is open. An agreement binds no player, unless the rules say so.
5. When all answers are in, the screen shows what happened. F5 calls the umpire. If the connection is lost, wait: a sealed answer is safe.

The help of the seat lists the same keys:
"""


def _table(keys: Iterable[tuple[str, str]]) -> str:
    """Return keys and their meanings as tables, one below each heading."""
    lines: list[str] = []
    for key, means in keys:
        if key and (not lines or not lines[-1].startswith("|")):
            lines += ["", "| key | |", "|---|---|"]
        lines += [f"| {key} | {means} |"] if key else ["", f"**{means}**"]
    return "\n".join(lines) + "\n"


def umpire_card() -> str:
    """Return the umpire's page."""
    leads = "".join(f"\n{say(text)}" for text in console.LEADS) + "\n"
    rows = ((key, say(means)) for key, means in console.KEYS if means not in console.LEADS)
    return UMPIRE_HEAD + leads + _table(rows)


def player_card() -> str:
    """Return the player's page."""
    return PLAYER_HEAD + _table((key, say(means)) for key, means in help_pages.key_rows())


def manual() -> str:
    """Return the manual page."""
    return "\n".join(documents.page(typer.main.get_command(app))) + "\n"


def completion(shell: str) -> str:
    """Return the script with which Tab completes commands, options and games in a shell."""
    script = get_completion_script(prog_name="warcouncil", complete_var="_WARCOUNCIL_COMPLETE", shell=shell)
    return script.replace("$'\n'", r"$'\n'") + "\n"


FILES: dict[str, Callable[[], str]] = {
    "docs/umpire-keys.md": umpire_card,
    "docs/player-card.md": player_card,
    "docs/export.md": dictionary.page,
    wire_types.FILE: wire_types.text,
    "docs/shell/warcouncil.1": manual,
    "docs/shell/warcouncil": partial(completion, "bash"),
    "docs/shell/_warcouncil": partial(completion, "zsh"),
    "docs/shell/warcouncil.fish": partial(completion, "fish"),
}
"""Each generated file, and the function that returns its text."""

if __name__ == "__main__":
    for name, page in FILES.items():
        (ROOT / name).write_text(page(), "utf-8")
