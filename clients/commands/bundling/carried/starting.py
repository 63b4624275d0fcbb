"""Runs a bundle: it plays, installs, or checks whether it is unchanged."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from .installing import USUAL, install
from .reading import BadBundle, Bundle, bundle_faults, here, home, meant_for, target_for
from .unpacking import unpacked


def main(where: str, words: Sequence[str]) -> None:
    """Run the command in `words` with the bundle at `where`. An error is printed as one line."""
    try:
        bundle = Bundle(Path(where))
        match words:
            case ["--check"]:
                _check(bundle)
            case ["--install"]:
                _install(bundle, home("--install FOLDER") / USUAL)
            case ["--install", folder]:
                _install(bundle, Path(folder).absolute())
            case _:
                _play(bundle, words)
    except BadBundle as fault:
        sys.stderr.write(f"warcouncil: {fault}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("\nwarcouncil: stopped\n")
        sys.exit(130)


def _check(bundle: Bundle) -> None:
    if faults := bundle_faults(bundle):
        raise BadBundle("\nwarcouncil: ".join(faults))
    _say(f"{bundle.where} is complete: {len(bundle.sums)} files. It is for {meant_for(bundle.manifest)}")


def _install(bundle: Bundle, folder: Path) -> None:
    target = target_for(bundle.manifest, here())
    _say(f"Installing into {folder}. This takes half a minute ...")
    program = install(bundle, target, folder)
    _say(f"Installed. Now type: {program} demo\nThe guide: {folder / 'guide' / 'README.md'}")


def _say(text: str) -> None:
    """Print lines at once, with a replacement for each letter that this terminal cannot show."""
    sys.stdout.write(text.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding) + "\n")
    sys.stdout.flush()


def _play(bundle: Bundle, words: Sequence[str]) -> None:
    """Run the program from the unpacked folder, where its child processes find it too."""
    folder = str(unpacked(bundle, target_for(bundle.manifest, here())))
    sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    sys.argv[1:] = words
    try:
        runpy.run_module("warcouncil", run_name="__main__", alter_sys=True)
    except ImportError as fault:
        if not str(fault.path).endswith((".so", ".pyd")):
            raise
        raise BadBundle(
            f"{folder}: this system does not let Python load files from there. Name another folder"
            " in WARCOUNCIL_CACHE"
        ) from None
