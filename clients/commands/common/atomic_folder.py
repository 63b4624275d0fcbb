"""What stands under its names whole, or not at all: a folder of files, or some files beside each other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput


@contextmanager
def whole_folder(out: Path, named: str) -> Iterator[Path]:
    """Give a folder to write into, which gets its name when all is written, and is gone when anything fails. Its owner alone
    may enter. `named` is what a fault calls it. Raises BadInput."""
    fresh = out.absolute().with_name(f".{out.absolute().name}.{os.getpid()}")
    try:
        fresh.mkdir(parents=True, mode=0o700)
        yield fresh
        if out.exists():
            out.rmdir()
        fresh.rename(out.absolute())
    except OSError as error:
        raise BadInput(f"{named}: cannot be written ({why(error)}); nothing of it was kept") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


@contextmanager
def whole_files(*paths: Path) -> Iterator[None]:
    """Let these files be written; when anything fails, those that were not there before are gone again."""
    fresh = [path for path in paths if not path.exists()]
    try:
        yield
    except BaseException:
        for path in fresh:
            with suppress(OSError):
                path.unlink()
        raise
