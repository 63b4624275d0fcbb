"""Forks of this process, each of which runs some tests in the copy of the house that __main__ has laid out.

A fork begins with what is foreign already imported (pytest, pydantic) and, of the house, with what cannot import what is
changed: it imports all the rest anew, one module of it changed in memory. No file is ever changed.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

from tests.mutants.packages import ROOT

TREE, BUILD = ROOT, ROOT.parent
FOREIGN = (
    "pytest",
    "hypothesis",
    "pydantic",
    "zmq.asyncio",
    "nacl.bindings",
    "pytest_asyncio",
    "jinja2",
    "rich.text",
)
PYTEST = (
    "-q",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",  # what is imported beforehand needs no rewriting
    "-p",
    "no:unraisableexception",  # it would collect all garbage five times at the end
)
NOTICED, UNNOTICED, NO_PROGRAM = 1, 0, 70
"""How a fork ends: a test failed, none did, or the changed file could not even be imported."""


_kept: set[str] = set()
"""The modules of the house that a fork begins with."""


def warm_up() -> None:
    """Import what is not ours, once for all forks."""
    for name in FOREIGN:
        importlib.import_module(name)
    for plugin in entry_points(group="pytest11"):
        plugin.load()


def stand_on(folders: Sequence[str]) -> None:
    """Import the modules in these folders, once for all forks to come; let them forget all else that is ours."""
    _kept.clear()
    _forget("warcouncil")
    for path in (path for folder in folders for path in sorted((TREE / "warcouncil" / folder).rglob("*.py"))):
        importlib.import_module(module_name(path.relative_to(TREE / "warcouncil").as_posix()))
    _kept.update(name for name in sys.modules if name.split(".")[0] == "warcouncil")
    gc.freeze()  # no fork need look through all that


def _forget(*roots: str) -> None:
    """Forget what was imported below these, but for what is kept; a package does not remember its modules either."""
    for name in [name for name in sys.modules if name.split(".")[0] in roots and name not in _kept]:
        del sys.modules[name]
        package, _, own = name.rpartition(".")
        if package in _kept and hasattr(sys.modules[package], own):
            delattr(sys.modules[package], own)


class _Changed(MetaPathFinder):
    """Finds one module of the house, and loads another text than its file has."""

    def __init__(self, path: str, text: str) -> None:
        self.name = module_name(path)
        self.file = str(TREE / "warcouncil" / path)
        self.text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        loader: Loader = _Text(fullname, self.file, self.text)
        return spec_from_file_location(fullname, self.file, loader=loader)


class _Text(SourceFileLoader):
    def __init__(self, name: str, file: str, text: str) -> None:
        super().__init__(name, file)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


def module_name(path: str) -> str:
    """Give the name under which a file of the checkout is imported."""
    return ".".join(("warcouncil", *Path(path).with_suffix("").parts)).removesuffix(".__init__")


def fork(work: Callable[[], int], *, log: Path, cpu_seconds: int) -> int:
    """Start a process that does the work in the tree and ends with its number; give the process."""
    pid = os.fork()
    if not pid:
        _in_the_tree(work, log, cpu_seconds)
    return pid


def _in_the_tree(work: Callable[[], int], log: Path, cpu_seconds: int) -> NoReturn:
    status = NOTICED
    try:
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.chdir(TREE)
        sys.path[:] = [str(TREE), *(entry for entry in sys.path if entry not in {"", str(TREE)})]
        _forget("tests", "warcouncil")
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def tried(path: str, text: str, turns: Sequence[Sequence[str]]) -> int:
    """Run the tests, turn by turn, with a changed file in place of the one at `path`; give how that ended. For a fork."""
    import pytest

    sys.meta_path.insert(0, _Changed(path, text))
    try:
        importlib.import_module(module_name(path))
    except BaseException as error:
        sys.stdout.write(f"{error!r}\n")
        return NO_PROGRAM
    for tests in turns:
        if pytest.main([*PYTEST, "-x", "--tb=line", "--timeout=600", *tests]):
            return NOTICED
    return UNNOTICED
