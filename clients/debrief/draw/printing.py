"""Prints a report as PDF with a browser of this machine, without a window and without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "chrome",
    "msedge",
    "chromium-headless-shell",
)
_MAC = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Chromium.app/Contents/MacOS/Chromium",
)
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
)
BROWSER = "WARCOUNCIL_BROWSER"
"""The environment variable that names another browser of the same family."""
SECONDS_MAX = 300
NONE_HERE = (
    "--pdf: no Chromium, Chrome or Edge was found. Open the HTML file in any browser and print it there, or name a browser"
    f" in {BROWSER}"
)


def browser_here() -> str:
    """Return the browser of this machine. Raises BadInput if there is none."""
    named = os.environ.get(BROWSER, "")
    if named:
        found = shutil.which(named)
        if found is None:
            raise BadInput(f"{BROWSER}={named}: there is no such program. Name a Chromium, Chrome or Edge")
        return found
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    for path in _usual_places():
        if path.is_file():
            return str(path)
    raise BadInput(NONE_HERE)


def _usual_places() -> Iterator[Path]:
    """Yield the usual places of browsers that are not on the path."""
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / name for name in _MAC)
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        folder = os.environ.get(variable)
        if folder:
            yield from (Path(folder) / name for name in _WINDOWS)


def check_place(page: Path) -> None:
    """Check that a report may be printed beside its page.

    A PDF without that page is not one of ours. Raises BadInput.
    """
    pdf = page.with_suffix(".pdf")
    if pdf.exists() and not page.exists():
        raise BadInput(f"{pdf}: another file is there. Name another folder with --out, or move the file away")


def print_page(browser: str, page: Path) -> Path:
    """Print a page beside itself and return the path. Raises BadInput."""
    pdf = page.with_suffix(".pdf")
    try:  # A browser that was stopped may still write in the folder, which is not a fault of the report
        made = tempfile.TemporaryDirectory(prefix="warcouncil-", ignore_cleanup_errors=True)
    except OSError as error:
        raise BadInput(
            f"no temporary folder can be made for printing ({why(error)}). Name one in TMPDIR"
        ) from None
    with made as folder:
        aside = Path(folder) / "page.pdf"
        try:
            done = subprocess.run(
                _command(browser, page, aside, Path(folder)),
                capture_output=True,
                timeout=SECONDS_MAX,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise BadInput(
                f"{pdf}: {Path(browser).name} took longer than {SECONDS_MAX // 60} minutes. Open {page} in it and print it there"
            ) from None
        except OSError as error:
            raise BadInput(
                f"{browser}: the browser cannot be started ({why(error)}). Name another one in {BROWSER}"
            ) from None
        if done.returncode or not aside.exists():
            raise BadInput(
                f"{pdf}: {Path(browser).name} did not print the report. Open {page} in it and print it there"
            )
        return _kept(aside, pdf)


def _kept(aside: Path, pdf: Path) -> Path:
    fresh = pdf.with_name(f".{pdf.name}.{os.getpid()}")
    try:
        fresh.unlink(missing_ok=True)
        fresh.touch(0o600, exist_ok=False)
        shutil.copyfile(aside, fresh)
        fresh.replace(pdf)
    except OSError as error:
        raise BadInput(
            f"{pdf}: the file cannot be written ({why(error)}). Name another folder with --out"
        ) from None
    finally:
        fresh.unlink(missing_ok=True)
    return pdf


def _command(browser: str, page: Path, pdf: Path, profile: Path) -> list[str]:
    return [
        browser,
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-extensions",
        "--disable-background-networking",
        "--proxy-server=127.0.0.1:9",  # No program listens there, so the browser cannot fetch anything
        f"--user-data-dir={profile / 'profile'}",
        "--no-pdf-header-footer",
        "--virtual-time-budget=20000",
        f"--print-to-pdf={pdf}",
        # Otherwise the browser refuses to run as root
        *(["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []),
        page.resolve().as_uri(),
    ]
