"""The page in a real browser without a gateway: its own files, given to the browser at an address that leads nowhere.

What the gateway would say besides is said with it: the policy that lets no script in from elsewhere, and what it forbids.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from warcouncil.clients.wording.language import catalogue_json

from tests.clients.web.browser.squares import font
from tests.docs_text import ROOT

ORIGIN = "https://seat.test"
PAGE = ROOT / "clients" / "web" / "page"
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "wide": {"viewport": {"width": 1440, "height": 900}},
}
"""What people hold in their hands, or have before them."""
PATIENCE_MS = 60_000
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self' wss://seat.test; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; report-uri /report"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}
BOARD = ("board", "line", "cards", "fronts", "scenes")
"""The style sheets of a board, in their order."""
QUESTION = ("question", "fields", "sealing")
"""Those of a question."""
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".json": "application/json"}


class Trouble(list[str]):
    """Whatever a page says to its developer: a fault, a warning, a breach of the policy. A test that ends with any has failed."""

    def watch(self, context: Any) -> None:
        """Note what every page of a context says."""
        context.on(
            "console", lambda each: self.append(each.text) if each.type in ("error", "warning") else None
        )
        context.on("weberror", lambda each: self.append(str(each.error)))


class Served:
    """The files that a browser is given. `pages` are more of them, by path: a test's own."""

    def __init__(self, pages: dict[str, str] | None = None) -> None:
        self.pages = pages or {}
        self.asked: list[str] = []
        """Every address that was asked for."""
        self.locker_key = "ab" * 32
        """What opens what this browser keeps of its seat."""

    def answer(self, route: Any) -> None:
        """Give the browser what it asks for."""
        request = route.request
        self.asked.append(request.url)
        path = urlsplit(request.url).path
        if path in self.pages:
            self._give(route, self.pages[path], "." + path.rpartition(".")[2] if "." in path else ".html")
        elif path == "/squares.ttf":
            route.fulfill(status=200, headers=HEADERS | {"content-type": "font/ttf"}, body=font())
        elif path == "/words.json":
            self._give(route, catalogue_json().decode(), ".json")
        elif path.startswith("/page/") and (file := PAGE / path.removeprefix("/page/")).is_file():
            self._give(route, file.read_text("utf-8"), file.suffix)
        elif path.startswith("/seat/") and path.endswith("/locker") and request.method == "POST":
            self._give(route, json.dumps({"key": self.locker_key}), ".json")
        elif path.startswith("/seat/") and path.count("/") == 2:
            self._give(route, (PAGE / "seat.html").read_text("utf-8"), ".html")
        else:
            route.fulfill(status=404, headers=HEADERS, body="")

    def _give(self, route: Any, text: str, suffix: str) -> None:
        kind = KINDS.get(suffix, "text/plain")
        route.fulfill(status=200, headers=HEADERS | {"content-type": f"{kind}; charset=utf-8"}, body=text)


@contextmanager
def tab(browser: Any, *, size: str = "wide", forgiven: tuple[str, ...] = (), **context: Any) -> Iterator[Any]:
    """Open an empty tab in a browser that nobody has used; fails at the end if any page said anything amiss.

    `forgiven`: beginnings of what may be said, because the test brings it about.
    """
    trouble = Trouble()
    alone = browser.new_context(**(SIZES[size] | context))
    alone.set_default_timeout(PATIENCE_MS)
    trouble.watch(alone)
    try:
        yield alone.new_page()
        for page in alone.pages:
            page.evaluate("0")  # what was said before this has been heard
        left = [each for each in trouble if not each.startswith(forgiven or ("\0",))]
        assert not left, left
    except BaseException as why:
        why.add_note(f"the page said: {trouble}")
        raise
    finally:
        alone.close()


@contextmanager
def opened(
    browser: Any, pages: dict[str, str] | None = None, *, size: str = "wide", **how: Any
) -> Iterator[tuple[Any, Served]]:
    """Open an empty tab (see `tab`) in which the page can be visited."""
    served = Served(pages)
    with tab(browser, size=size, **how) as page:
        page.context.route(f"{ORIGIN}/**", served.answer)
        yield page, served


def links(*styles: str) -> str:
    """Give what a page asks for its style sheets by, after those that every page has."""
    names = ("tokens", "base", *styles)
    return "".join(f'<link rel="stylesheet" href="/page/style/{each}.css">' for each in names)


def component(
    module: str, name: str, props: dict[str, Any], *, styles: tuple[str, ...] = ()
) -> dict[str, str]:
    """Give the files of a page that shows one component alone: `/alone` is its address.

    `module`: where it stands below page/, such as `board/sheet.js`. Its props are given as they are, as JSON.
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
