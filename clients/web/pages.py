"""Pages: what the gateway gives to everybody. All of it is read when it starts; nothing else of the disk can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from pathlib import Path

from warcouncil.clients.wording.saying import say

PAGE = Path(__file__).parent / "page"
TYPES = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".svg": b"image/svg+xml",
    ".woff2": b"font/woff2",
}


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
    """The files of the page by their paths, such as `link/line.js`."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): PageFile.of(_read(path), path.suffix)
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES and path.is_file()
        }

    def find(self, path: str) -> PageFile | None:
        """Give a file."""
        return self._files.get(path)


def _read(path: Path) -> bytes:
    """Read a file; a page says in our words what it needs, to browsers that run none of its scripts, are too old for them, or did not get
    them all."""
    data = path.read_bytes()
    if path.suffix == ".html":
        for place, words in (
            (b"{web.no_script}", say("web.no_script")),
            (b"{web.too_old}", say("web.too_old")),
            (b"{web.not_whole}", say("web.not_whole")),
        ):
            data = data.replace(place, escape(words).encode())
    return data
