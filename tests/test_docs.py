"""The claims of the documents about the program are true: words of screens, command lines, keys, paths, targets, tests."""

from __future__ import annotations

import re
import shlex
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
import warcouncil.clients
from textual.binding import Binding
from textual.dom import DOMNode
from typer.main import get_command
from warcouncil.clients.commands.cli import COMMANDS, app
from warcouncil.clients.umpire.screens.help import KEYS as UMPIRE_KEYS
from warcouncil.clients.widgets.window.rebinding import FIXED

from tests import docs_text, generated_files
from tests.current import check_current
from tests.docs_text import DOCS, GUIDES, ROOT, blocks, is_said, prose, quotations, spans, text_of

ELLIPSES = {"…", "..."}


# --- the words of screens ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GUIDES)
def test_every_quoted_message_is_one_of_the_products(name: str) -> None:
    """If this fails, a person in need looks on a screen for words that never come."""
    assert [words for words in quotations(text_of(name)) if not is_said(words)] == []


def test_a_false_quotation_is_found() -> None:
    """If this fails, the test above cannot fail."""
    assert quotations("If you see *seat already driven*, look at `*this*`.") == ["seat already driven"]
    assert not is_said("seat already driven")
    assert is_said("Another player is at that seat. If it is your seat, ask the umpire.")
    assert is_said("Waiting for ….")
    assert len([words for name in GUIDES for words in quotations(text_of(name))]) > 30


# --- command lines ----------------------------------------------------------------------------------------------


def command_lines(text: str) -> list[str]:
    """Return each command line of a document as a reader types it after `warcouncil`."""
    return [*typed_lines(text), *named_lines(text)]


def typed_lines(text: str) -> list[str]:
    """Return the command lines in blocks of code, after `warcouncil`. A reader copies them as they are."""
    return _after_the_program([part for line in blocks(text) for part in re.split(r" \| |&& ", line)])


def named_lines(text: str) -> list[str]:
    """Return the command lines in the sentences of a document, after `warcouncil`."""
    found = []
    for span in spans(text):
        first, _, rest = span.partition(" ")
        named = first in COMMANDS and re.match(r"(--?\w|[a-z]+$|[A-Z]{3,})", rest)
        found.append(f"warcouncil {span}" if named else span)
    return _after_the_program(found)


def _after_the_program(lines: list[str]) -> list[str]:
    found = []
    for line in lines:
        typed = re.match(r"\s*(?:\S*[\\/]|python3? -m |py -m )?warcouncil(?:\s+(.*))?$", line)
        typed = typed or re.match(r"\s*(?:python3|py) stick\.pyz ([a-z].*)$", line)
        if typed:
            found.append(re.split(r"\s+#|\s{2,}", typed[1] or "")[0].strip())
    return found


def fault_of(line: str, *, whole: bool = False) -> str:
    """Return the fault of a command line, or "" if the program accepts it. Files are not looked for.

    A line that is `whole` comes from a block of code and has every argument. In a sentence a command may lack its
    arguments.
    """
    if NAMED_ALONE.match(line) and not whole:
        return "" if line in COMMANDS else f"no command {line}"
    words = [word for word in shlex.split(line.replace('"…"', "WORDS")) if word not in ELLIPSES]
    command: Any = get_command(app)
    context: Any = command.context_class(command, info_name="warcouncil")
    while words and hasattr(command, "commands"):
        if words[0].startswith("-"):
            break
        inner = command.get_command(context, words[0])
        if inner is None:
            return f"no command {words[0]}"
        command, words = inner, words[1:]
        context = command.context_class(command, info_name=words[0] if words else "")
    try:
        given, left, _ = command.make_parser(context).parse_args(list(words))
    except Exception as fault:  # the library's own faults have no common public name
        named_alone = (
            not whole
            and words
            and words[-1].startswith("--")
            and str(fault).endswith("requires an argument.")
        )
        return "" if named_alone else str(fault)
    if left and not hasattr(command, "commands"):
        return f"no place for {left}"
    for param in command.params:
        value = given.get(param.name)
        if value not in (None, ()):
            if refusal := _fault_of_value(context, param, value):
                return refusal
        elif param.required and (whole or param.param_type_name != "argument"):
            return f"{param.opts[-1]} is missing"
    return ""


PLACEHOLDER = re.compile(r"[A-Z]{3,}\b|…")
"""A word that the reader replaces, such as FILE. Its value is not tried."""


def _fault_of_value(context: Any, param: Any, value: Any) -> str:
    """Return why the program would refuse the value of an option or argument."""
    if PLACEHOLDER.search(str(value)) or param.callback:
        return ""
    try:
        param.process_value(context, value)
    except Exception as fault:  # the library's own faults have no common public name
        return f"{param.opts[0]}: {getattr(fault, 'message', fault)}"
    return ""


NAMED_ALONE = re.compile(r"[a-z][\w-]*$")
"""A command that a sentence names, such as `warcouncil debrief`. The sentence means the command, and a reader does not type it so."""


@pytest.mark.parametrize("name", [*DOCS, "CHANGELOG.md"])
def test_every_command_line_is_understood(name: str) -> None:
    """A reader types a documented command, and reads that it does not exist."""
    text = text_of(name)
    # The page of the wire has words such as `seat` for more than commands. The changelog only names commands.
    faults = {} if name == "docs/wire.md" else {line: fault_of(line) for line in named_lines(text)}
    pardoned = "is missing" if name == "CHANGELOG.md" else None
    assert {line: f for line, f in faults.items() if f and not (pardoned and f.endswith(pardoned))} == {}
    assert {line: fault for line in typed_lines(text) if (fault := fault_of(line, whole=True))} == {}
    known = {option for command in all_commands() for param in command.params for option in options(param)}
    alone = [span for span in spans(text) if re.fullmatch(r"--[a-z][\w-]*( [A-Z]+)?", span)]
    if name in ("CONTRIBUTING.md", "docs/figures.md"):
        bench = (ROOT / "tests" / "bench" / "__main__.py").read_text("utf-8")
        known |= {f"--{found}" for found in re.findall(r"^    (\w+): Annotated", bench, re.MULTILINE)}
    assert [span for span in alone if span.split()[0] not in known] == []


def options(param: Any) -> list[str]:
    """Return the ways to write an option."""
    return [*param.opts, *param.secondary_opts, "--help"]


@cache
def all_commands() -> list[Any]:
    """Return every command, with the commands of its own."""
    front: Any = get_command(app)
    context: Any = front.context_class(front, info_name="warcouncil")
    outer = [front.get_command(context, name) for name in COMMANDS]
    return [front, *outer, *(inner for one in outer for inner in getattr(one, "commands", {}).values())]


def test_a_false_command_line_is_found() -> None:
    """If this fails, the test above cannot fail."""
    assert command_lines("Type `warcouncil host --resume FILE`, or `join --plain`; `host` is a word.") == [
        "host --resume FILE",
        "join --plain",
    ]
    assert fault_of("host --resume FILE") == ""
    assert "--gate" in fault_of("host --gate")
    assert fault_of("rule sing") == "no command sing"
    assert fault_of("rule renew 7K3") == "-r is missing"
    assert fault_of("rule begin") == fault_of("rule hand-over") == fault_of("rule debrief") == "-r is missing"
    assert fault_of("rule begin --table 3 --reason 'they are late'") == ""
    assert "--tables" in fault_of("host kartenspiel --tables many")
    assert "--format" in fault_of("export FILE --out FOLDER --format ods")
    assert fault_of("export FILE", whole=True) == "--out is missing"
    assert fault_of("debrief") == ""
    assert fault_of("debrief", whole=True) == "file is missing"
    assert fault_of("sing") == "no command sing"
    assert fault_of("seeds FILE OTHER") == "no place for ['OTHER']"
    assert sum(len(command_lines(text_of(name))) for name in DOCS) > 50


# --- keys -------------------------------------------------------------------------------------------------------


@cache
def bound() -> frozenset[str]:
    """Return every key that a screen answers to, a letter as itself."""
    for module in walk_packages(warcouncil.clients.__path__, "warcouncil.clients."):
        import_module(module.name)
    nodes, keys = [DOMNode], set()
    while nodes:
        node = nodes.pop()
        nodes += node.__subclasses__()
        if node.__module__.startswith("warcouncil"):
            keys |= {
                key
                for binding in node.__dict__.get("BINDINGS", ())
                for key in (binding.key if isinstance(binding, Binding) else binding[0]).split(",")
            }
    return frozenset(keys)


NAMES = {"/": "slash", "?": "question_mark", "Esc": "escape", "Del": "delete", "!": "exclamation_mark"}
NAMES |= {"←": "left", "→": "right", "↑": "up", "↓": "down"}


def key_of(shown: str) -> str:
    """Return a key as bindings name it."""
    return NAMES.get(shown, shown if len(shown) == 1 else shown.lower())


def key_names(text: str) -> set[str]:
    """Return the keys that a guide names: `x`, F5, Ctrl+Q (Ctrl-C is the terminal's)."""
    letters = {span for span in spans(text) if re.fullmatch(r"[A-Za-z0-9?!/]", span)}
    functions = {found.lower() for found in re.findall(r"\bF\d\d?\b", prose(text))}
    controls = {f"ctrl+{found.lower()}" for found in re.findall(r"\bCtrl\+(\w)\b", prose(text))}
    return {key_of(letter) for letter in letters} | functions | controls


@pytest.mark.parametrize("name", [name for name in GUIDES if name != "docs/plain-lines.md"])
def test_every_key_that_is_named_does_something(name: str) -> None:
    """An umpire presses the key while the room waits, and nothing happens."""
    assert key_names(text_of(name)) - bound() - set(FIXED) == set()


def test_every_key_of_the_consoles_help_does_something() -> None:
    """The help, and the card that is printed from it, name a key that no longer exists."""
    signs = UMPIRE_KEYS.index(("", "help.signs"))
    keys = [key for at, (shown, _) in enumerate(UMPIRE_KEYS) for key in shown.split() if at < signs]
    assert {key_of(key) for key in keys} - bound() == set()
    assert key_names("`p`, F5 and Ctrl+Q, but no `Ä`") == {"p", "f5", "ctrl+q"}
    assert not {"Q", "f13"} & bound()


@pytest.mark.parametrize("name", generated_files.FILES)
def test_a_generated_file_is_current(name: str) -> None:
    """A card of keys, the manual page, or the completion of Tab belongs to another version."""
    check_current(ROOT / name, generated_files.FILES[name](), "make schema")


# --- what stands in the repository ------------------------------------------------------------------------------


def leads_somewhere(page: Path, link: str) -> bool:
    """Whether a link leads to a file that is there and, in a page, to a heading of it."""
    path, _, heading = link.partition("#")
    target = page.parent / path if path else page
    if not target.exists() or not heading:
        return target.exists()
    titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
    return heading in {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", [*DOCS, "CHANGELOG.md"])
def test_whatever_is_pointed_at_is_there(name: str) -> None:
    """A reader is sent to a page, a file, a module, a target or a test that does not exist."""
    text = text_of(name)
    links = [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [link for link in links if not leads_somewhere(ROOT / name, link)] == []
    said = [*spans(text), *blocks(text)]
    top = {path.name for path in ROOT.iterdir()}
    paths = [
        one for one in said if "/" in one and re.fullmatch(r"[\w./-]+", one) and one.split("/")[0] in top
    ]
    assert [one for one in paths if not (ROOT / one).exists() and "name" not in one] == []
    modules = [found for one in said for found in re.findall(r"python -m ((?:tests|warcouncil)[\w.]*)", one)]
    assert [module for module in modules if find_spec(module) is None] == []
    targets = re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE)
    made = [found for one in said for found in re.findall(r"^make ([a-z-]+)\b", one)]
    assert [target for target in made if target not in targets] == []


@pytest.mark.parametrize("name", DOCS)
def test_every_test_and_variable_that_is_named_is_there(name: str) -> None:
    """If this fails, a page names a proof that does not exist, or a setting that nothing reads."""
    tests = "\n".join(f"{path.name}\n{path.read_text('utf-8')}" for path in _files("tests"))
    product = "\n".join(path.read_text("utf-8") for room in docs_text.ROOMS for path in _files(room))
    named = [re.split("…", found)[0] for found in re.findall(r"`(test_\w+…?(?:\.py)?)`", text_of(name))]
    assert [one for one in named if one not in tests] == []
    variables = set(re.findall(r"WARCOUNCIL_[A-Z]+", text_of(name)))
    assert [one for one in variables if one not in product and one not in tests] == []


@cache
def _files(room: str) -> tuple[Path, ...]:
    return tuple(sorted((ROOT / room).rglob("*.py")))


def test_every_document_stands_in_the_index() -> None:
    """If this fails, a page exists that readers do not find."""
    index = text_of("docs/README.md")
    pages = [
        name.removeprefix("docs/") for name in DOCS if name.startswith("docs/") and name != "docs/README.md"
    ]
    lone = [page for page in pages if page.split("/")[0] not in ("adr", "games") and f"({page})" not in index]
    assert lone == []
    for folder in ("adr", "games"):
        assert f"({folder}/README.md)" in index
        inner = text_of(f"docs/{folder}/README.md")
        assert [
            page for page in pages if page.startswith(f"{folder}/") and f"({Path(page).name})" not in inner
        ] == [f"{folder}/README.md"]
