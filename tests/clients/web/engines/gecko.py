"""Firefox as a device, driven over its built-in WebDriver BiDi."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.clients.web.engines.device import PATIENCE_SECONDS, Device

AT_HOME = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "captivedetect.canonicalURL": "",
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "focusmanager.testmode": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.prefersReducedMotion": 0,
}
"""Settings that keep Firefox from contacting the internet."""


class Gecko(Device):
    """A tab of Firefox."""

    name = "Firefox"

    def __init__(self, ask: Callable[..., Any], logged: list[str], context: str) -> None:
        self._ask, self._logged, self._context = ask, logged, context

    def visit(self, address: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, function: str, *args: Any) -> Any:
        """Run a function."""
        given = self._ask(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify((await ({function})(...JSON.parse(text))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(args)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert given["type"] == "success", given["exceptionDetails"]["text"]
        return json.loads(given["result"]["value"])

    def size(self, width: int, height: int) -> None:
        """Make the page as large as this."""
        self._ask(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
        )

    def picture(self) -> bytes:
        """Return the visible page."""
        return b64decode(self._ask("browsingContext.captureScreenshot", context=self._context)["data"])

    def troubles(self) -> list[str]:
        """Return its logged errors."""
        self._ask("session.status")
        return [*self._logged]

    def other(self) -> Gecko:
        """Open another tab."""
        made = self._ask("browsingContext.create", type="tab", referenceContext=self._context)
        return Gecko(self._ask, self._logged, made["context"])

    def close(self) -> None:
        """Close the tab."""
        self._ask("browsingContext.close", context=self._context)

    def _act(self, *sources: dict[str, Any]) -> None:
        self._ask(
            "browsingContext.activate", context=self._context
        )  # keys press nothing in a window behind others
        self._ask("input.performActions", context=self._context, actions=[*sources])


@contextmanager
def gecko(folder: Path) -> Iterator[Device]:
    """Start Firefox."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox on this machine: apt install firefox-esr")
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in AT_HOME.items()]
    (folder / "user.js").write_text("\n".join(lines), "utf-8")
    words = ("--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0")
    with subprocess.Popen([program, *words], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(
                line.split()[-1] for line in process.stderr if "WebDriver BiDi listening on" in line
            )
            logged: list[str] = []
            count = 0
            with connect(f"{address}/session", max_size=None, open_timeout=PATIENCE_SECONDS) as line:

                def ask(method: str, **params: Any) -> Any:
                    nonlocal count
                    count += 1
                    line.send(json.dumps({"id": count, "method": method, "params": params}))
                    while True:
                        came = json.loads(line.recv(PATIENCE_SECONDS * 2))
                        if came.get("method") == "log.entryAdded" and came["params"]["level"] == "error":
                            logged.append(came["params"]["text"])
                        if came.get("id") == count:
                            assert came["type"] == "success", (method, came)
                            return came["result"]

                ask("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
                ask("session.subscribe", events=["log.entryAdded"])
                yield Gecko(ask, logged, ask("browsingContext.create", type="tab")["context"])
                ask("session.end")
        finally:
            process.terminate()
