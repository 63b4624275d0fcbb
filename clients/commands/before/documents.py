"""`warcouncil docs` opens the documents in the browser. `warcouncil man` writes the manual page from the help of every command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

ROOT = Path(__file__).parents[3]
"""The folder of the package, in a checkout or installed."""


def docs() -> None:
    """Open the documents in the browser. They need no network. Without a browser the command prints where they are."""
    from warcouncil.clients.commands.common.browser import open_page
    from warcouncil.clients.commands.common.errors import complain, one_line

    site, markdown = ROOT / "site" / "index.html", ROOT / "docs" / "README.md"
    if not site.is_file():
        complain(f"the site of the documents was not built. Run `make docs`, or read {markdown}")
        raise typer.Exit(1)
    typer.echo(one_line(str(site)))
    open_page(site.as_uri())


def man(context: typer.Context) -> None:
    """Write the manual page, for `man -l -` or a file warcouncil.1."""
    typer.echo("\n".join(page(context.find_root().command)))


def page(front: Any) -> Iterator[str]:
    """Yield the page as lines of roff. `front` is the command that has all others."""
    context = front.make_context("warcouncil", [], resilient_parsing=True)
    yield '.TH WARCOUNCIL 1 "" "warcouncil" "User Commands"'
    yield from (".SH NAME", f"warcouncil \\- {_roff(_first(front.help))}")
    yield from (".SH SYNOPSIS", ".B warcouncil", ".I COMMAND", "[options]", ".SH COMMANDS")
    for name in front.list_commands(context):
        yield from _command(front.get_command(context, name), f"warcouncil {name}")
    yield from (
        ".SH FILES",
        "docs/ in the package: running\\-a\\-room.md, plan.md, plain\\-lines.md, settings.md.",
    )


def _command(command: Any, path: str) -> Iterator[str]:
    arguments = " ".join(
        str(each.metavar or each.name).upper()
        for each in command.params
        if each.param_type_name == "argument"
    )
    yield from (f".SS {_roff(f'{path} {arguments}'.strip())}", *_paragraphs(command.help or ""))
    for each in command.params:
        if each.param_type_name == "option" and not getattr(each, "hidden", False):
            yield from (
                ".TP",
                f".B {_roff(', '.join((*each.opts, *each.secondary_opts)))}",
                _roff(each.help or ""),
            )
    if command.epilog:
        yield from (".PP", "Example:", ".B", _roff(command.epilog.splitlines()[-1].strip()))
    context = command.make_context(path, [], resilient_parsing=True)
    for name in command.list_commands(context) if hasattr(command, "list_commands") else ():
        yield from _command(command.get_command(context, name), f"{path} {name}")


def _paragraphs(text: str) -> Iterator[str]:
    for part in text.strip().split("\n\n"):
        yield from (".PP", _roff(" ".join(part.split())))


def _first(text: str | None) -> str:
    return (text or "").strip().split("\n\n")[0]


def _roff(text: str) -> str:
    """Return a text without roff requests."""
    plain = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
