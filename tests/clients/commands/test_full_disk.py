"""A really full disk: files of an exercise are written completely, or not at all."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.common import errors

from tests.profile import BY_NIGHT

ROOMS, ENOUGH = ((0, 4, 8, 32, 64, 16), (400,)) if BY_NIGHT else ((1,), ())
"""The kilobytes left free: less than is written, and enough."""
MOUNTED = 'mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"'
APART = ["unshare", "-rm", "sh", "-c", MOUNTED, "sh"]
WHOLE = {
    ".html": "</html>",
    ".csv": "\n",
    ".md": "\n",
    ".txt": "\n",
    ".json": "}",
    ".toml": "\n",
    ".receipts": "\n",
}


def small_disk(folder: Path) -> list[str]:
    """Return the command prefix that mounts a small disk over a folder, for that command alone."""
    folder.mkdir()
    found = shutil.which("unshare")
    tried = found and subprocess.run(
        [*APART, str(folder), "true"], capture_output=True, text=True, check=False
    )
    if not tried or tried.returncode:
        pytest.skip(
            f"no disk of one's own can be had here: {tried.stderr.strip() if tried else 'no unshare'}"
        )
    return [*APART, str(folder)]


def test_on_a_full_disk_no_partial_file_has_the_final_name(tmp_path: Path) -> None:
    """A tutor opens half a report, an umpire hosts half a branch, or a winner brings half the receipts."""
    words = [
        sys.executable,
        "-m",
        "tests.clients.commands.full_disk",
        str(tmp_path),
        *map(str, ROOMS + ENOUGH),
    ]
    command = [*small_disk(tmp_path / "disk"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    tried = [json.loads(line) for line in done.stdout.splitlines()]
    failed: set[str] = set()
    for name, kilobytes, status, said, lies in tried:
        if status:
            assert (status, said.count("\n"), lies) == (2, 1, {}), (name, kilobytes, said)
        if status or "MISSING" in said:
            failed.add(name)
            assert kilobytes in ROOMS
            assert "the disk is full" in said
        for path, end in lies.items():
            assert end.endswith(WHOLE.get(Path(path).suffix, "")), (name, kilobytes, path)
    assert failed == {"debrief", "export", "branch", "receipts", "plan", "scenario", "begin", "console"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here that is always full")
def test_an_output_that_takes_nothing_more_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A user who writes the output to a full disk reads a traceback."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(SystemExit) as ended:
            errors.run(app, ["--version"])
    assert ended.value.code == 1
    assert capfd.readouterr().err == (
        "warcouncil: the output cannot be written (the disk is full). Free some space, or send it to another place\n"
    )


def test_a_fault_of_another_kind_is_not_taken_for_a_full_output() -> None:
    """A fault of the program is called a full disk of the reader."""

    def fails() -> None:
        raise PermissionError(13, "no", "file")

    bad = typer.Typer()
    bad.command()(fails)
    with pytest.raises(PermissionError):
        errors.run(bad, [])
