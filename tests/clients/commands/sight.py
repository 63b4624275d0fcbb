"""The public part of a machine's processes: their arguments. And what a child inherits: its environment."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import psutil  # type: ignore[import-untyped]  # it says no types


def in_sight(pids: Iterable[int], secrets: Iterable[str]) -> list[str]:
    """Return the secrets, each with its place, in the arguments or the inherited environment of these programs and
    of all their children.
    """
    wanted = {secret.replace("-", ""): secret for secret in secrets if secret}
    assert wanted
    found = []
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            ours = psutil.Process(pid)
            if not ours.name().startswith("python"):
                continue  # the shell that started it holds the typed text
            children = ours.children(recursive=True)
            words = {each.pid: " ".join(each.cmdline()) for each in (ours, *children)}
            words |= {-each.pid: " ".join(each.environ().values()) for each in children}
            assert "warcouncil" in words[pid], words[pid]
            for said in words.values():
                plain = said.replace("-", "")
                found += [f"{secret} in {said}" for part, secret in wanted.items() if part in plain]
    return found
