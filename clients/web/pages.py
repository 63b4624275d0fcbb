"""Pages: the files and scripts that the gateway serves. They are read when it starts.

Our JavaScript modules import and export by name at the beginning of a line. So this code needs no parser:
each module becomes a function that returns its exports, placed after the modules that it imports. A module in any
other form is refused.

A page consists of many files, and is sent as one script and one style sheet. A phone needs half the time for that. On
a slow network, where every file costs a round trip, it needs a tenth.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath

from warcouncil.clients.wording.saying import say

ROOT = "/page/"
"""The beginning of the addresses of the page's files."""
IMPORTED = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:async )?(?:function|class|const) ([\w$]+))", re.MULTILINE)
LISTED = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
STYLE_REMARKS = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
REMARKS = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
RENAMED = re.compile(r"([\w$]+) as ([\w$]+)")


class CannotGather(Exception):
    """A module cannot be gathered, because of an error in it.

    Its form is not supported, it imports a name that is not exported, or two modules import each other.
    """


def gathered(entry: str, read: Callable[[str], str]) -> str:
    """Return the one script of a page. Comments on separate lines are left out, because they are half of the
    text.

    `entry` is the path of the module that starts the page. It may await at its top level, and exports
    nothing. `read` returns the text of a module. Raises CannotGather, and any error of `read`.
    """
    gathering = _Gathering(read)
    script, _ = gathering.take(entry)
    return "\n".join([*gathering.functions, script])


class _Gathering:
    """The modules gathered so far.

    `functions` are the modules in the order in which they run. `numbers` has the position of each. `given` has the
    exports of each.
    """

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._open: list[str] = []
        self.functions: list[str] = []
        self.numbers: dict[str, int] = {}
        self.given: dict[str, set[str]] = {}

    def take(self, path: str) -> tuple[str, list[str]]:
        """Gather the imports of a module. Return two values: its text without imports and exports, and the list of
        its exports.
        """
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
        """Gather an imported module. Return the statement that replaces its import."""
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
    """Return the names between braces.

    `renamed` is the form for a name that was renamed with `as`.
    """
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
    """A file in the form in which it is sent. `etag` changes with its content. `packed` is the data
    compressed by gzip.

    The file is the same for every browser and has no secret, so its compressed length reveals nothing.
    """

    data: bytes
    kind: bytes
    etag: bytes
    packed: bytes

    @classmethod
    def of(cls, data: bytes, suffix: str) -> PageFile:
        """Return the file for some content."""
        etag = blake2b(data, digest_size=16).hexdigest().encode()
        return cls(data, TYPES[suffix], etag, gzip.compress(data, mtime=0))


class Pages:
    """The files of the page by path, such as `link/line.js`.

    `seat.js` and `seat.css` contain everything that `seat.html` uses.
    """

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
        """Return a file, or None."""
        return self._files.get(path)


def _whole(path: str, texts: dict[str, str]) -> dict[str, str]:
    """Return a page that requests one script and one style sheet, and return these two.

    The page contains a text about what it needs, for browsers that run no scripts, are too old, or did not
    load everything. It also contains the text to show until its script has come.
    """
    whole, page = path.removesuffix(".html"), texts[path]
    found = {}
    for place, words in (
        ("{web.no_script}", say("web.no_script")),
        ("{web.too_old}", say("web.too_old")),
        ("{web.not_whole}", say("web.not_whole")),
        ("{link.seeking}", say("link.seeking")),
    ):
        page = page.replace(place, escape(words))
    if script := SCRIPT.search(page):
        found[f"{whole}.js"] = gathered(script[1], texts.__getitem__)
        page = page.replace(ROOT + script[1], f"{ROOT}{whole}.js")
    if styles := STYLES.search(page):
        found[f"{whole}.css"] = STYLE_REMARKS.sub(
            "", "".join(texts[each] for each in STYLE.findall(styles[0]))
        )
        page = page.replace(styles[0], f'\n    <link rel="stylesheet" href="{ROOT}{whole}.css">')
    return {path: page, **found}
