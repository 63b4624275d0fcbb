"""WebKit as a device, the engine of every iPhone: the small browser of WebKitGTK, driven by its own
WebDriver.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.clients.web.engines.device import LOOK_SECONDS, PATIENCE_SECONDS, Device

MINI_BROWSERS = "webkit2gtk-4.*/MiniBrowser"
BARE = "* { padding: 0; margin: 0; min-width: 0; min-height: 0; } toolbar * { font-size: 1px; -gtk-icon-transform: scale(0); }"
"""A style that makes a window's own bars so small that it can be as narrow as a phone."""


class WebKit(Device):
    """A tab of the small browser that comes with WebKitGTK."""

    name = "WebKit"

    def __init__(self, ask: Callable[..., Any], log: Path, handle: str) -> None:
        self._ask, self._log, self._handle = ask, log, handle

    def visit(self, address: str) -> None:
        """Open an address."""
        self._here("POST", "/url", url=address)

    def run(self, function: str, *args: Any) -> Any:
        """Run a function."""
        script = f"const done = arguments[1]; (async () => JSON.stringify([(await ({function})(...JSON.parse(arguments[0]))) ?? null]))().then(done, (why) => done(String(why)));"
        given = self._here("POST", "/execute/async", script=script, args=[json.dumps(args)])
        assert isinstance(given, str), given
        assert given.startswith("["), given
        return json.loads(given)[0]

    def size(self, width: int, height: int) -> None:
        """Make the page this large. The window is larger by its frame."""
        for _ in range(5):
            self._here("GET", "/window/rect")
            now = self.run("() => [outerWidth, outerHeight, innerWidth, innerHeight]")
            if now[2:] == [width, height]:
                return
            rect = self._here("GET", "/window/rect")
            self._here(
                "POST",
                "/window/rect",
                width=rect["width"] + width - now[2],
                height=rect["height"] + height - now[3],
            )
            time.sleep(LOOK_SECONDS * 4)
        raise AssertionError(f"no window of {width} x {height}: {now}")

    def picture(self) -> bytes:
        """Return the visible page."""
        return b64decode(self._here("GET", "/screenshot"))

    def troubles(self) -> list[str]:
        """Return its logged errors."""
        lines = self._log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if "CONSOLE" in line and " ERROR " in line]

    def other(self) -> WebKit:
        """Open another tab."""
        made = self._here("POST", "/window/new", type="tab")
        return WebKit(self._ask, self._log, made["handle"])

    def close(self) -> None:
        """Close the tab."""
        self._here("DELETE", "/window")

    def _act(self, *sources: dict[str, Any]) -> None:
        self._here("POST", "/actions", actions=[*sources])

    def _here(self, verb: str, path: str, **said: Any) -> Any:
        self._ask("POST", "/window", handle=self._handle)
        return self._ask(verb, path, **said)


@contextmanager
def screen() -> Iterator[str]:
    """Start an invisible screen, and yield its name."""
    read, write = os.pipe()
    words = ("-displayfd", str(write), "-screen", "0", "2000x1600x24", "-nolisten", "tcp")
    with subprocess.Popen(["Xvfb", *words], pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        try:
            with os.fdopen(read) as said:
                yield f":{said.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def webkit(folder: Path) -> Iterator[Device]:
    """Start WebKit."""
    browser = next(Path("/usr/lib").glob(f"*/{MINI_BROWSERS}"), None)
    if browser is None or not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
        pytest.skip("no WebKit on this machine: apt install webkit2gtk-driver xvfb")
    style = folder / "gtk-3.0" / "gtk.css"
    style.parent.mkdir(parents=True)
    style.write_text(BARE, "utf-8")
    log = folder / "webkit.log"
    with screen() as display, log.open("wb") as file:
        world = os.environ | {"DISPLAY": display, "XDG_CONFIG_HOME": str(folder), "GDK_BACKEND": "x11"}
        port = free_port()
        driver = ("WebKitWebDriver", "--host=127.0.0.1", f"--port={port}")
        with subprocess.Popen(driver, env=world, stdout=file, stderr=file) as process:
            try:
                yield from _held(browser, log, f"http://127.0.0.1:{port}/session")
            finally:
                process.terminate()


def _held(browser: Path, log: Path, root: str) -> Iterator[Device]:
    """Hold a session, once the driver listens."""

    def ask(verb: str, path: str, **said: Any) -> Any:
        data = json.dumps(said).encode() if verb == "POST" else None
        request = urllib.request.Request(root + path, data, method=verb)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS * 2) as answer:
            return json.load(answer)["value"]

    options = {
        "binary": str(browser),
        "args": ["--automation", "--enable-write-console-messages-to-stdout=true"],
    }
    wanted = {"acceptInsecureCerts": True, "webkitgtk:browserOptions": options}
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            session = ask("POST", "", capabilities={"alwaysMatch": wanted})["sessionId"]
            break
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None
        except urllib.error.URLError:
            assert time.monotonic() < end
            time.sleep(LOOK_SECONDS)

    def here(verb: str, path: str, **said: Any) -> Any:
        try:
            return ask(verb, f"/{session}{path}", **said)
        except urllib.error.HTTPError as error:
            raise AssertionError((path, error.read().decode())) from None

    yield WebKit(here, log, here("GET", "/window"))
    here("DELETE", "")


def free_port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
