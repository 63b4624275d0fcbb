"""Writes a folder, or several files, atomically: if anything fails, no part of them is left."""

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
    """Yield a folder to write into.

    It gets its name when everything is written, and is removed if anything fails.

    Only its owner may enter it. `named` is its name in error messages. Raises BadInput.
    """
    fresh = out.absolute().with_name(f".{out.absolute().name}.{os.getpid()}")
    try:
        fresh.mkdir(parents=True, mode=0o700)
        yield fresh
        if out.exists():
            out.rmdir()
        fresh.rename(out.absolute())
    except OSError as error:
        raise BadInput(
            f"{named}: the folder cannot be written ({why(error)}). No part of it was kept"
        ) from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


@contextmanager
def whole_files(*paths: Path) -> Iterator[None]:
    """Allow these files to be written. If anything fails, remove those that did not exist before."""
    fresh = [path for path in paths if not path.exists()]
    try:
        yield
    except BaseException:
        for path in fresh:
            with suppress(OSError):
                path.unlink()
        raise
