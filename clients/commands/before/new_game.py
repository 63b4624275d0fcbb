"""`warcouncil new-game`: copies a small complete game with its tests and its page, and lists what is still missing."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games.kit.template import GAME
from warcouncil.games.kit.text.pages import document
from warcouncil.protocol.commandline import command

TEMPLATE = "template"
NOBODY = "NOBODY YET"
NAME_CHARS_MAX = 32


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name in the code and on the command line: go_fish.")
    ],
    *,
    title: Annotated[
        str, typer.Option(help="The title that players see. Default: a title made from the name.")
    ] = "",
    designer: Annotated[str, typer.Option(help="The designer. They are credited everywhere.")] = NOBODY,
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="The checkout of warcouncil.")] = Path(),
) -> None:
    """Make a new game: a folder that can be played, with tests and a page. Then replace its rules by yours, one by
    one.
    """
    with politely():
        _check(name, into)
        title = title or name.replace("_", " ").title()
        pages = dict(_pages(name, title, designer, into))
        _write(pages)
        for path in pages:
            typer.echo(f"wrote {path.relative_to(into)}")
    typer.echo("\n".join(_next(name, designer)))


def _check(name: str, into: Path) -> None:
    """Check that the game can be written to its place. Raises BadInput."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or len(name) > NAME_CHARS_MAX:
        raise BadInput(
            f"{name!r} cannot be the name of a game. Use small letters, digits and _, as in go_fish"
        )
    if not (into / "games" / "kit").is_dir() or not (into / "tests" / "games" / TEMPLATE).is_dir():
        raise BadInput(f"{into}: this is not a checkout of warcouncil. Go to one, or name it with --into")
    for room in (into / "games", into / "tests" / "games"):
        if (room / name).exists() or (room / f"{name}.py").exists():
            where = room.relative_to(into).as_posix()
            raise BadInput(f"{name}: {where}/ already has such a folder or file. Choose another name")
    page = _page(name, into)
    if page.exists():
        raise BadInput(
            f"{name}: its page {page.relative_to(into).as_posix()} exists already. Choose another name"
        )


def _page(name: str, into: Path) -> Path:
    return into / "docs" / "games" / f"{name}.md"


def _write(pages: Mapping[Path, str]) -> None:
    """Write all files. If one fails, keep none, because a partial game would prevent the next attempt. Raises
    BadInput.
    """
    for path, text in pages.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            for begun in pages:
                with suppress(OSError):
                    begun.unlink()
            for folder in sorted({begun.parent for begun in pages}, key=lambda each: -len(each.parts)):
                with suppress(OSError):
                    folder.rmdir()
            raise BadInput(f"{path}: the file cannot be written ({why(error)}). Nothing was made") from None


def _pages(name: str, title: str, designer: str, into: Path) -> Iterator[tuple[Path, str]]:
    """Yield every file of the new game with its text."""
    word = "".join(part.capitalize() for part in name.split("_"))

    def renamed(text: str) -> str:
        text = text.replace(f"games.kit.{TEMPLATE}", f"games.{name}").replace(NOBODY, designer)
        text = re.sub(r"\bTemplate\b", title, text).replace("Template", word).replace(TEMPLATE, name)
        return re.sub(r"(?:^from warcouncil\..*\n)+", _sorted, text, flags=re.M)

    for place, text in _copied(files(f"warcouncil.games.kit.{TEMPLATE}"), into / "games" / name):
        yield place, renamed(text)
    yield _page(name, into), renamed(document(GAME, GAME.options_type()))
    for test in sorted((into / "tests" / "games" / TEMPLATE).iterdir()):
        if test.is_file():
            yield into / "tests" / "games" / name / test.name, renamed(test.read_text(encoding="utf-8"))


def _copied(folder: Traversable, into: Path) -> Iterator[tuple[Path, str]]:
    """Yield the place and the text of every file to copy from a folder and its sub-folders."""
    for page in folder.iterdir():
        if page.is_dir():
            yield from _copied(page, into / page.name)
        elif page.name.endswith((".py", ".md", ".txt", ".toml")):
            yield into / page.name, page.read_text(encoding="utf-8")


def _sorted(imports: re.Match[str]) -> str:
    """Sort the lines of imports again, because the name of a module has changed."""
    return "".join(sorted(imports[0].splitlines(keepends=True), key=lambda line: line.split()[1]))


def _next(name: str, designer: str) -> Iterator[str]:
    """Yield lines that say what the game can do already, and what is still missing."""
    yield (
        f"\nIt plays: {command('demo', name)}. The tests of conformance, secrecy and storms include"
        f" it: pytest tests/games -k {name}"
    )
    yield "Still missing:"
    if designer == NOBODY:
        yield f"  the designer, in games/{name}/game.py"
    yield f"  your rules, in the rulebook's order: games/{name}/phases.py, state.py, events.py, sheet.py, rehide.py"
    yield f"  what people read: games/{name}/page.md and games/{name}/wording/english/; python -m tests.games.pages writes docs/games/{name}.md"
    yield f"  every numbered paragraph: games/{name}/paragraphs.txt, each with a test that is named by its number"
    yield (
        "  its rows in tests/games: test_registry.py, test_versions.py, test_option_limits.py. For"
        " test_choices.py: python -m tests.games.choices"
    )
    yield (
        "  a playthrough for readers: a Scene in tests/games/playthrough.py, then python -m"
        " tests.games.playthrough"
    )
    yield f"  a bot that plays it well: games/{name}/bot.py"
