"""The page's own files, run by Node.js: its pure functions are called one after another, in one process."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from shutil import which
from typing import Any

from warcouncil.clients.wording.language import catalogue_json

from tests.docs_text import ROOT

DRIVER = ROOT / "tests" / "clients" / "web" / "page" / "driver.mjs"
OLDEST = 18
KNOWS_MODULES = 22
"""From here on Node.js sees by itself that a file is a module."""
MISSING = f"the page's own files are tried where Node.js ({OLDEST} or newer) is: apt install nodejs"


@cache
def version() -> int:
    """Return the major version of the installed Node.js, 0 for none."""
    program = which("node")
    if program is None:
        return 0
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0


def command() -> list[str]:
    """Return the command of Node.js, so that it takes the page's files for modules."""
    return [
        "node",
        "--no-warnings",
        *([] if version() >= KNOWS_MODULES else ["--experimental-default-type=module"]),
    ]


class Node:
    """A process that runs the driver beside this one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, name: str, *args: Any) -> Any:
        """Call a function of the driver, with what can be written as JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"name": name, "args": args}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "fault" not in answer, answer["fault"]
        return answer.get("value")


@contextmanager
def running() -> Iterator[Node]:
    """Run the driver, which uses the texts of the catalogue."""
    process = subprocess.Popen(
        [*command(), str(DRIVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with process:
        node = Node(process)
        node.ask("speak", json.loads(catalogue_json()))
        yield node
        assert process.stdin is not None
        process.stdin.close()
