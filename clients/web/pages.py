"""Pages: the files and scripts that the gateway serves, read when it starts.

Our modules import and export by name, at the beginning of a line, so this needs to know nothing else of their language: each becomes a
function that gives what its module exports, and stands after those that it imports. What is written otherwise is refused.

What a page is made of lies here in many files, and is given in one script and one style sheet: a phone takes half the time for them, and
where the network is slow, and every file another way there and back, a tenth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath

from warcouncil.clients.wording.saying import say

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


PAGE = Path(__file__).parent / "page"
TYPES = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".svg": b"image/svg+xml",
}
SCRIPT = re.compile(rf'<script type="module" src="{ROOT}([^"]+)">')
STYLE = re.compile(rf'<link rel="stylesheet" href="{ROOT}([^"]+)">')
STYLES = re.compile(rf"(?:\s*{STYLE.pattern})+")


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent. `etag` changes with its content."""

    data: bytes
    kind: bytes
    etag: bytes

    @classmethod
    def of(cls, data: bytes, suffix: str) -> PageFile:
        """Make one of its content."""
        return cls(data, TYPES[suffix], b'"%b"' % blake2b(data, digest_size=16).hexdigest().encode())


class Pages:
    """The files of the page by their paths, such as `link/line.js`; `seat.js` and `seat.css` are all that `seat.html` is made of."""

    def __init__(self, folder: Path = PAGE) -> None:
        texts = {
            path.relative_to(folder).as_posix(): path.read_text("utf-8")
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES and path.is_file()
        }
        for path in [each for each in texts if each.endswith(".html")]:
            texts |= _whole(path, texts)
        self._files = {path: PageFile.of(text.encode(), Path(path).suffix) for path, text in texts.items()}

    def find(self, path: str) -> PageFile | None:
        """Give a file."""
        return self._files.get(path)


def _whole(path: str, texts: dict[str, str]) -> dict[str, str]:
    """Give a page that asks for one script and one style sheet, and these two.

    It says in our words what it needs, to browsers that run none of its scripts, are too old for them, or did not get them all.
    """
    whole, page = path.removesuffix(".html"), texts[path]
    found = {}
    for place, words in (
        ("{web.no_script}", say("web.no_script")),
        ("{web.too_old}", say("web.too_old")),
        ("{web.not_whole}", say("web.not_whole")),
    ):
        page = page.replace(place, escape(words))
    if script := SCRIPT.search(page):
        found[f"{whole}.js"] = gathered(script[1], texts.__getitem__)
        page = page.replace(ROOT + script[1], f"{ROOT}{whole}.js")
    if styles := STYLES.search(page):
        found[f"{whole}.css"] = "".join(texts[each] for each in STYLE.findall(styles[0]))
        page = page.replace(styles[0], f'\n    <link rel="stylesheet" href="{ROOT}{whole}.css">')
    return {path: page, **found}
