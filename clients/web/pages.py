"""Pages: what the gateway gives to everybody. All of it is read when it starts; nothing else of the disk can be asked for.

What a page is made of lies here in many files, and is given in one script and one style sheet: a phone takes half the time for them, and
where the network is slow, and every file another way there and back, a tenth.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from pathlib import Path

from warcouncil.clients.web.gathering import ROOT, gathered
from warcouncil.clients.wording.saying import say

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
