"""Settings: the settings that this machine remembers for every window, in one TOML file in the user's settings folder.

A faulty file never stops a window. One line reports each fault, and the default is used.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import platformdirs
from pydantic import AfterValidator, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import ErrorDetails
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.widgets.window.settings_file import flat, line_of, with_value
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import Model

VARIABLE = "WARCOUNCIL_CONFIG"
"""The environment variable that names another settings file."""
BYTES_MAX = 50_000
KEY_CHARS_MAX = 60
Look = Literal["dark", "light", "clear"]
LOOKS: tuple[str, ...] = get_args(Look)
"""The themes by the words that users type. "clear" does not depend on red and green."""


def _named(keys: str) -> str:
    if not all(0 < len(key.strip()) <= KEY_CHARS_MAX for key in keys.split(",")):
        raise ValueError(keys)
    return keys


Keys = Annotated[str, AfterValidator(_named)]
"""The form of a setting for keys: names of keys, separated by commas."""


class SettingsError(Exception):
    """A setting cannot be stored. The text is one line."""


class Settings(Model):
    """The settings with their defaults."""

    model_config = ConfigDict(strict=True)

    theme: Look = Field(
        "dark", description="The colours of every screen. clear works without telling red from green."
    )
    bell: bool = Field(True, description="Ring the terminal's bell when you are asked or called.")
    notifications: bool = Field(
        False, description="Let the terminal show a notice when you are asked or called."
    )
    motion: Literal["full", "reduced"] = Field(
        "full", description="Show what happened step by step, or at once."
    )
    coached: tuple[str, ...] = Field(
        (), description="Hints that this machine has shown and does not show again."
    )
    keys: Mapping[str, Keys] = Field(
        default_factory=dict,
        description='Your own keys, such as seat.rules = "ctrl+r". Separate several by commas.',
    )

    @field_validator("coached", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value

    @field_validator("keys", mode="before")
    @classmethod
    def _dotted(cls, value: object) -> object:
        return flat(value) if isinstance(value, dict) else value


class Remembered:
    """The settings in a window. They are read once, and a change is stored for the next window.

    Without a file they exist only as long as this object. `faults` are the lines about the file.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.faults: tuple[str, ...] = ()
        self.now = Settings()
        if file is not None:
            self.now, self.faults = read(file)

    def put(self, key: str, value: object) -> str:
        """Set a value by its key.

        Return one line that says why the value cannot be stored, or "". The value applies to this window in
        any case.
        """
        self.now = Settings.model_validate(self.now.model_dump() | {key: value})
        if self.file is None:
            return ""
        try:
            write(self.file, (key,), list(value) if isinstance(value, tuple) else value)
        except SettingsError as fault:
            return str(fault)
        return ""

    def is_new(self, hint: str) -> bool:
        """Return whether a hint is shown on this machine for the first time, and remember that."""
        if hint in self.now.coached:
            return False
        self.put("coached", (*self.now.coached, hint))
        return True


def settings_file() -> Path:
    """Return the path of the settings file, even if it does not exist."""
    chosen = os.environ.get(VARIABLE, "")
    return (
        Path(chosen)
        if chosen
        else platformdirs.user_config_path("warcouncil", appauthor=False) / "settings.toml"
    )


def read(file: Path) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings in a file, and a line for each fault in it. It never raises an error."""
    try:
        text = _text(file)
        had = _parsed(text, file)
    except SettingsError as fault:
        return Settings(), (say("configuration.defaults", why=str(fault)),)
    try:
        return Settings.model_validate(had), ()
    except ValidationError as fault:
        errors = fault.errors()
    said = dict.fromkeys(_at(file, _line(text, error), _said(error)) for error in errors)
    return Settings.model_validate(_without(had, errors)), tuple(said)


def _without(had: Mapping[str, Any], errors: Sequence[ErrorDetails]) -> dict[str, Any]:
    """Return the settings without the faulty ones. Of `keys`, only the faulty ones are removed."""
    wrong = {error["loc"][0] for error in errors if len(error["loc"]) < 2 or error["loc"][0] != "keys"}
    left = {key: value for key, value in had.items() if key not in wrong}
    if "keys" in left:
        actions = {error["loc"][1] for error in errors if error["loc"][0] == "keys"}
        left["keys"] = {name: keys for name, keys in flat(left["keys"]).items() if name not in actions}
    return left


def write(file: Path, path: tuple[str, ...], value: object | None) -> None:
    """Set one value in the file, or remove it (None). The rest of the file does not change. Raises SettingsError."""
    text = _text(file)
    _parsed(text, file)
    try:
        private_files.folder(file.resolve().parent)
        private_files.write(file.resolve(), with_value(text, path, value))
    except OSError as error:
        raise SettingsError(say("configuration.not_saved", file=str(file), why=why(error))) from None


def checked(path: tuple[str, ...], value: object) -> None:
    """Check a value before it is set. Raises SettingsError."""
    key, inner = path[0], ".".join(path[1:])
    try:
        Settings.model_validate({key: {inner: value} if inner else value})
    except ValidationError as fault:
        raise SettingsError(_said(fault.errors()[0])) from None


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(BYTES_MAX + 1)
        if len(data) > BYTES_MAX:
            raise SettingsError(_at(file, 1, say("configuration.too_long", most=BYTES_MAX)))
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise SettingsError(_at(file, 1, say("configuration.not_text"))) from None
    except OSError as error:
        raise SettingsError(say("configuration.not_read", file=str(file), why=why(error))) from None


def _parsed(text: str, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # A number with thousands of digits raises ValueError too
        told = re.search(r"\(at line (\d+)", str(error))
        line = int(told[1]) if told else len(text.splitlines())
        raise SettingsError(_at(file, line, say("configuration.not_toml"))) from None


def _at(file: Path, line: int, fault: str) -> str:
    return say("configuration.line", file=str(file), n=line, why=fault)


def _line(text: str, error: ErrorDetails) -> int:
    return line_of(text, tuple(str(step) for step in error["loc"][:2]))


def _takes(key: str) -> str:
    """Return text that lists the values that a setting accepts."""
    match key:
        case "theme":
            return say("configuration.takes_theme", looks=", ".join(LOOKS))
        case "bell" | "notifications":
            return say("configuration.takes_switch")
        case "motion":
            return say("configuration.takes_motion")
        case "coached":
            return say("configuration.takes_coached")
        case _:
            return say("configuration.takes_keys")


def _said(error: ErrorDetails) -> str:
    key, known = str(error["loc"][0]) if error["loc"] else "", tuple(Settings.model_fields)
    if key not in known:
        near = get_close_matches(key, known, n=1)
        if near:
            return say("configuration.no_setting_near", key=key, near=near[0], known=", ".join(known))
        return say("configuration.no_setting", key=key, known=", ".join(known))
    given = repr(error["input"]) if not isinstance(error["input"], str) else f'"{error["input"]}"'
    place = ".".join(str(step) for step in error["loc"] if isinstance(step, str))
    return say("configuration.not_valid", place=place, given=given[:60], takes=_takes(key))
