"""Gathers the modules of a page into one script: a browser asks for it once, and not for some hundred and forty files.

Our modules import and export by name, at the beginning of a line, so this needs to know nothing else of their language: each becomes a
function that gives what its module exports, and stands after those that it imports. What is written otherwise is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

ROOT = "/page/"
"""Where browsers find the page's files: what begins so is the path of one."""
IMPORTED = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:async )?(?:function|class|const) ([\w$]+))", re.MULTILINE)
LISTED = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
REMARKS = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
RENAMED = re.compile(r"([\w$]+) as ([\w$]+)")


class CannotGather(Exception):
    """A module is written in a way that is not understood here, imports what another does not export, or two import one another."""


def gathered(entry: str, read: Callable[[str], str]) -> str:
    """Give the one script of a page, without the remarks that have lines of their own: they are half of it.

    `entry`: the path of the module that starts the page; it may wait at its top, and exports nothing. `read` gives the text of a module.
    Raises CannotGather, and whatever `read` raises.
    """
    gathering = _Gathering(read)
    script, _ = gathering.take(entry)
    return "\n".join([*gathering.functions, script])


class _Gathering:
    """What has been gathered. `functions`: the modules in the order in which they run; `numbers`: the place of each in it; `given`: what
    each exports."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._open: list[str] = []
        self.functions: list[str] = []
        self.numbers: dict[str, int] = {}
        self.given: dict[str, set[str]] = {}

    def take(self, path: str) -> tuple[str, list[str]]:
        """Gather what a module imports. Give what is left of itself, without a word of importing and exporting, and what it exports."""
        self._open.append(path)
        text = IMPORTED.sub(lambda found: self._imported(path, found[1] or "", found[2]), self._read(path))
        exports = DECLARED.findall(text)
        for listed in LISTED.findall(text):
            exports += _names(listed, r"\2: \1")
        text = REMARKS.sub("", LISTED.sub("", DECLARED.sub("", text)))
        if other := OTHER.search(text):
            raise CannotGather(f"{path}: {other[0]}")
        self._open.remove(path)
        return f"// {path}\n{text}", exports

    def _imported(self, path: str, names: str, target: str) -> str:
        """Gather a module that is imported, and give what stands for its import."""
        wanted = normpath(join(ROOT, dirname(path), target)).removeprefix(ROOT)
        if wanted in self._open:
            raise CannotGather(f"{path} and {wanted} import one another")
        if wanted not in self.numbers:
            text, exports = self.take(wanted)
            self.numbers[wanted] = len(self.functions)
            self.given[wanted] = {each.partition(":")[0] for each in exports}
            made = f"(() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})()"
            self.functions.append(f"const ${self.numbers[wanted]} = {made};")
        mine = _names(names, r"\1: \2")
        if lacking := {each.partition(":")[0] for each in mine} - self.given[wanted]:
            raise CannotGather(f"{path}: {wanted} exports no {min(lacking)}")
        return f"const {{ {', '.join(mine)} }} = ${self.numbers[wanted]};" if mine else ""


def _names(listed: str, renamed: str) -> list[str]:
    """Give the names that stand between braces. `renamed`: how one is written that has another name on the other side."""
    return [RENAMED.sub(renamed, each.strip()) for each in listed.split(",") if each.strip()]
