"""The page in a real browser without a gateway: its own files, and a test's files beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from warcouncil.clients.web.pages import Pages, gathered
from warcouncil.clients.wording.language import catalogue_json

from tests.clients.web.browser.serving import Given
from tests.clients.web.browser.squares import font
from tests.clients.web.browser.tabs import ORIGIN, REST, Tabs
from tests.docs_text import ROOT

PAGE = ROOT / "clients" / "web" / "page"
BOARD = ("board", "line", "cards", "fronts", "map", "scenes")
"""The style sheets of a board, in their order."""
EMPTY = "<!doctype html><html lang='en'><title>x</title><link rel='icon' href='data:,'></html>"
QUESTION = ("question", "fields", "sealing")
"""Those of a question."""
MODULE = re.compile(r'(?<=<script type="module" src=")/[^"]+')
whole_pages = lru_cache(Pages)
"""The files that the gateway serves."""


class Served:
    """The files that a browser is given. `pages` are more of them, by path: a test's own."""

    def __init__(self, pages: dict[str, str] | None = None) -> None:
        self.pages = pages or {}
        self.asked: list[str] = []
        """Every address that was asked for."""
        self.locker_key = "ab" * 32
        """The key that opens the browser's stored data of its seat."""

    def answer(self, method: str, target: str) -> Given | None:
        """Return the answer to a browser's request."""
        path = urlsplit(target).path
        self.asked.append(ORIGIN + target)
        if text := self.pages.get(path):
            if target.endswith(_dated(path, text)):
                return Given(_script(text), ".js", lasts=True)
            return Given(MODULE.sub(self._named, text).encode(), Path(path).suffix or ".html")
        if path == REST:
            return Given(EMPTY.encode(), ".html")
        if path == "/squares.ttf":
            return Given(font(), ".ttf", lasts=True)
        if path == "/words.json":
            return Given(catalogue_json(), ".json")
        if path.startswith("/page/") and (file := whole_pages().find(path.removeprefix("/page/"))):
            return Given(file.data, Path(path).suffix, lasts=True)
        if path.startswith("/seat/") and path.endswith("/locker") and method == "POST":
            return Given(json.dumps({"key": self.locker_key}).encode(), ".json")
        if path.startswith("/seat/") and path.count("/") == 2:
            return Given(shell("seat.html").encode(), ".html")
        return None

    def _named(self, address: re.Match[str]) -> str:
        """Return a new address of a test's module. The plain one may still be cached."""
        text = self.pages.get(address[0])
        return _dated(address[0], text) if text else address[0]


def shell(name: str) -> str:
    """Return a page as the gateway serves it."""
    page = whole_pages().find(name)
    assert page is not None
    return page.data.decode()


def _dated(path: str, text: str) -> str:
    """Return an address that depends on this text."""
    return f"{path}?{blake2b(text.encode(), digest_size=8).hexdigest()}"


@lru_cache(maxsize=4)
def _script(text: str) -> bytes:
    """Return a test's module with all its imports, as the gateway gathers it."""
    return gathered("", lambda path: (PAGE / path).read_text("utf-8") if path else text).encode()


@contextmanager
def opened(
    tabs: Tabs, pages: dict[str, str] | None = None, *, size: str = "wide", alone: bool = False, **how: Any
) -> Iterator[tuple[Any, Served]]:
    """Open an empty tab in which the page can be visited.

    Fails at the end if any page reported an error. `alone`: the browser is used by this test only and may be
    changed permanently.
    """
    tabs.server.current = served = Served(pages)
    with (tabs.alone if alone else tabs.shared)(size, **how) as page:
        yield page, served


def links(*styles: str) -> str:
    """Return the style sheet links of a page, after those that every page has."""
    names = ("tokens", "base", *styles)
    return "".join(f'<link rel="stylesheet" href="/page/style/{each}.css">' for each in names)


def component(
    module: str, name: str, props: dict[str, Any], *, styles: tuple[str, ...] = ()
) -> dict[str, str]:
    """Return the files of a page that shows one component alone.

    `/alone` is its address. `module`: its path below page/, such as `board/sheet.js`. Its props are sent as
    JSON.
    """
    html = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>alone</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">{links(*styles)}<script type="module" src="/alone.js"></script></head>
<body><main id="root"></main></body></html>"""
    script = f"""import {{ html, render }} from "/page/vendor/preact.js";
import {{ learn }} from "/page/words.js";
import {{ {name} }} from "/page/{module}";
await learn();
globalThis.show = (props) => render(html`<${{{name}}} ...${{props}} />`, document.getElementById("root"));
globalThis.show({json.dumps(props)});
document.documentElement.dataset.shown = "yes";
"""
    return {"/alone": html, "/alone.js": script}


def show(
    page: Any, module: str, name: str, props: dict[str, Any], served: Served, *, styles: tuple[str, ...] = ()
) -> None:
    """Show one component alone."""
    served.pages |= component(module, name, props, styles=styles)
    page.goto(f"{ORIGIN}/alone")
    page.wait_for_selector("html[data-shown]")
