"""The settings file: a change changes one value and no other letter."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from warcouncil.clients.widgets.window.settings import (
    Remembered,
    Settings,
)
from warcouncil.clients.widgets.window.settings_file import flat, with_value

from tests.clients.widgets.window.test_settings import OWN, run


def test_the_users_own_lines_and_comments_stay(no_settings: Path) -> None:
    """A user who wrote a comment in the file finds it rewritten."""
    no_settings.write_text(OWN, "utf-8")
    kept = Remembered(no_settings)
    kept.put("theme", "light")
    kept.put("motion", "reduced")
    assert run("set", "keys.seat.help", "f1,ctrl+h").exit_code == 0
    assert run("reset", "bell").exit_code == 0
    assert no_settings.read_text("utf-8") == (
        "# mine\n"
        'theme = "light"   # red and green look alike to me\n'
        'motion = "reduced"\n'
        "\n"
        "[keys]  # a laptop without F keys\n"
        "seat.rules = 'ctrl+r'\n"
        'seat.help = "f1,ctrl+h"\n'
    )


TEXTS = st.sampled_from(
    [
        "",
        OWN,
        "theme='dark'",
        'keys.seat.help = "f1"\n',
        '[keys]\n"seat.help" = "f1"',
        'keys = {seat = {help = "f1"}}  # inline',
        'coached = [\n  "a", # one\n  "b",\n]\n[other]\nx = 1',
        "[keys]",
        '# [keys]\n#theme = "x"\n[keys.seat]\nhelp = "f1" # here',
        'theme = """dark"""',
        "other = 2020-01-01\nbell=true",
        'x = "[keys]"\n',
    ]
)
PATHS = st.sampled_from([("theme",), ("bell",), ("coached",), ("keys", "seat.help"), ("keys", "seat.rules")])
VALUES = st.none() | st.booleans() | st.text(max_size=20) | st.lists(st.text(max_size=5), max_size=3)


@given(TEXTS, PATHS, VALUES)
def test_a_change_changes_one_value(text: str, path: tuple[str, ...], value: object) -> None:
    """A change of the bell loses a key, or leaves a file that cannot be read."""
    before, after = flat(tomllib.loads(text)), flat(tomllib.loads(with_value(text, path, value)))
    name = ".".join(path)
    assert after.get(name) == value
    ours = {key for key in before if key.partition(".")[0] in Settings.model_fields} - {name}
    assert {key: after.get(key) for key in ours} == {key: before[key] for key in ours}
