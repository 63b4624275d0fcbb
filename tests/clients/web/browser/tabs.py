"""Tabs of a browser for tests: an own one if the test needs it, otherwise a shared one that is cleaned after
each test. A page whose files, process and compiled code are still cached costs a fifth of the processor
time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from tests.clients.web.browser.serving import HOST, Server

ORIGIN = f"https://{HOST}"
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "wide": {"viewport": {"width": 1440, "height": 900}},
}
"""The devices of people."""
PATIENCE_MS = 60_000
REST = "/rest"
"""The address of an empty page."""
CLEAR = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    globalThis.name = "";
    return [(await indexedDB.databases()).length, (await caches.keys()).length, document.cookie.length];
}"""
FOR_GOOD = (
    "add_init_script",
    "route",
    "route_web_socket",
    "expose_function",
    "expose_binding",
    "emulate_media",
    "on",
    "once",
)
"""The settings of a tab that last as long as the tab."""


class Trouble(list[str]):
    """The messages of a page to its developer: faults, warnings, breaches of the policy. A test that ends with any
    of them has failed.
    """

    def watch(self, context: Any) -> None:
        """Record the messages of every page of a context."""
        context.on(
            "console", lambda each: self.append(each.text) if each.type in ("error", "warning") else None
        )
        context.on("weberror", lambda each: self.append(str(each.error)))

    @contextmanager
    def noted(self, context: Any, forgiven: tuple[str, ...] = ()) -> Iterator[None]:
        """Fail at the end if any page of a context reported a problem. `forgiven` contains beginnings of permitted
        messages.
        """
        try:
            yield
            for page in context.pages:
                page.evaluate("0")  # what was said before this has been heard
            left = [each for each in self if not each.startswith(forgiven or ("\0",))]
            assert not left, left
        except BaseException as why:
            why.add_note(f"the page said: {self}")
            raise


class Tabs:
    """A browser that connects to a server of ours, and its tabs."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser = browser
        self.server = server
        self._standing: dict[str, _Standing] = {}

    @property
    def pages(self) -> list[Any]:
        """The open pages of the browser."""
        return [page for context in self.browser.contexts for page in context.pages]

    @contextmanager
    def alone(self, size: str = "wide", *, forgiven: tuple[str, ...] = (), **options: Any) -> Iterator[Any]:
        """Open an empty tab in an unused browser.

        `forgiven`: beginnings of the messages that its pages may log, because the test causes them.
        """
        trouble, context = Trouble(), self.browser.new_context(**(SIZES[size] | options))
        context.set_default_timeout(PATIENCE_MS)
        trouble.watch(context)
        try:
            with trouble.noted(context, forgiven):
                yield context.new_page()
        finally:
            context.close()

    @contextmanager
    def shared(self, size: str = "wide", **options: Any) -> Iterator[Any]:
        """Yield an empty tab that looks unused. It is closed after a test that fails."""
        key = json.dumps([size, options], sort_keys=True)
        standing = self._standing.pop(key, None) or _Standing(self.browser, SIZES[size] | options)
        try:
            with standing.trouble.noted(standing.context):
                yield standing.page
                standing.leave()
        except BaseException:
            standing.context.close()
            raise
        if standing.is_clean:
            self._standing[key] = standing
        else:
            standing.context.close()


class _Standing:
    """A tab that stays, in a context of its own."""

    def __init__(self, browser: Any, options: dict[str, Any]) -> None:
        self.viewport = options["viewport"]
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.trouble = Trouble()
        self.trouble.watch(self.context)
        self.page = self.context.new_page()
        self.is_clean = True
        for what in (self.page, self.context, self.context.clock):
            for name in (*FOR_GOOD, "install"):
                if hasattr(what, name):
                    setattr(what, name, _refuse)

    def leave(self) -> None:
        """Remove the traces of a test: its windows, its stored data, its size and its mouse position."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.goto(ORIGIN + REST)
        self.is_clean = not any(self.page.evaluate(CLEAR))
        if self.page.viewport_size != self.viewport:
            self.page.set_viewport_size(self.viewport)
        self.page.mouse.move(-1, -1)


def _refuse(*_each: Any, **_more: Any) -> NoReturn:
    raise AssertionError("this cannot be undone, and the tab is used by others: ask for one `alone`")
