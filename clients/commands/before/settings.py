"""`warcouncil settings`: shows and changes what this machine remembers for every window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import walk_packages
from typing import Annotated

import typer
from textual.binding import Binding
from textual.keys import format_key
from warcouncil.clients.commands.common.errors import complain, politely
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.window.rebinding import ROOMS, bindings_of, layers, rebound, screens_of
from warcouncil.clients.widgets.window.settings import (
    Settings,
    SettingsError,
    checked,
    read,
    settings_file,
    write,
)
from warcouncil.clients.widgets.window.window import Window
from warcouncil.clients.wording.saying import said, say
from warcouncil.protocol.words import clean

SPOKEN = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}

app = typer.Typer(
    name="settings",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def settings(context: typer.Context) -> None:
    """Show and change the settings of this machine: theme, bell, notifications, motion, keys.

    The options of a command override them for its window.
    """
    if context.invoked_subcommand is None:
        show()


@app.command("list")
def show() -> None:
    """Show every setting with its possible values."""
    file = settings_file()
    now, faults = read(file)
    for name, field in Settings.model_fields.items():
        value = getattr(now, name)
        if name == "keys":
            shown = [f"keys.{action} = {key}" for action, key in value.items()] or ["keys: the default keys"]
        elif name == "coached":
            shown = [f"coached: {', '.join(value) or 'nothing yet'}"]
        else:
            shown = [f"{name} = {str(value).lower()}"]
        for row in shown:
            typer.echo(clean(row))
        typer.echo(f"    {field.description}")
    for fault in (*faults, *_key_faults(now.keys)):
        complain(fault)


@app.command()
def keys() -> None:
    """List every action that can have its own key: its name, its default key, and what it does."""
    for room in ROOMS:
        given: dict[str, list[Binding]] = {}
        for kind in (*_windows(room), *screens_of(room)):
            for binding in bindings_of(kind):
                if binding.id and binding not in given.setdefault(binding.id, []):
                    given[binding.id].append(binding)
        for action, bindings in sorted(given.items()):
            at = " ".join(dict.fromkeys(format_key(binding.key) for binding in bindings))
            typer.echo(f"keys.{room}.{action:<16} {at:<14} {_means(room, action, bindings)}")


def _means(room: str, action: str, bindings: Sequence[Binding]) -> str:
    """Return the description of an action. It is the main one, not the one for closing a box."""
    (window,) = _windows(room)
    told = next((binding.tooltip for binding in bindings if binding.tooltip), bindings[0].description)
    return said(window.MEANS.get(action, told))


def _key_faults(own: Mapping[str, str]) -> list[str]:
    """Return a line for each rebound key that has no effect in any window, or a different effect than intended."""
    faults: list[str] = []
    for room in ROOMS:
        (window,) = _windows(room)
        faults += rebound(own, room, layers(room, window), letters=window.LETTERS).faults
    return list(dict.fromkeys(faults))


def _check_key(name: str, keys: str) -> None:
    """Check whether an action can have these keys together with the user's other keys. Raises BadInput."""
    had = dict(read(settings_file())[0].keys)
    where = name.partition(".")[0]
    known = False
    for room in ROOMS if where not in ROOMS else (where,):
        (window,) = _windows(room)
        held = layers(room, window)
        before = rebound(had, room, held, letters=window.LETTERS).faults
        after = rebound({**had, name: keys}, room, held, letters=window.LETTERS)
        known = known or name.partition(".")[2] in {each.id for layer in held for each in layer}
        for fault in after.faults:
            if fault not in before:
                raise BadInput(fault)
    if not known:
        raise BadInput(say("configuration.own_key", name=name, why=say("configuration.no_action")))


def _windows(room: str) -> list[type[Window]]:
    """Load all modules of a window's package, so that its screens are known. Return the window."""
    folder = import_module(f"warcouncil.clients.{room}")
    for module in walk_packages(folder.__path__, f"{folder.__name__}."):
        import_module(module.name)
    return [kind for kind in Window.__subclasses__() if kind.__module__.startswith(f"{folder.__name__}.")]


@app.command()
def path() -> None:
    """Print the path of the settings file."""
    typer.echo(settings_file())


@app.command("set")
def put(
    key: Annotated[str, typer.Argument(help="The name, such as theme or keys.seat.rules.")],
    value: Annotated[str, typer.Argument(help="The new value.")],
) -> None:
    """Save a setting."""
    with politely():
        try:
            path = _path(key)
            meant = SPOKEN.get(value.lower(), value) if _is_switch(key) else value
            checked(path, meant)
            if path[0] == "keys":
                _check_key(".".join(path[1:]), value)
            write(settings_file(), path, meant)
        except SettingsError as fault:
            raise BadInput(str(fault)) from None


@app.command()
def reset(
    key: Annotated[
        str | None, typer.Argument(help="The name, such as theme. If left out, all settings.")
    ] = None,
) -> None:
    """Restore the default of one setting, or delete the settings file."""
    with politely():
        try:
            if key is not None:
                path = _path(key)
                if path[0] not in Settings.model_fields:
                    checked(path, "")
                write(settings_file(), path, None)
                return
            settings_file().unlink(missing_ok=True)
        except SettingsError as fault:
            raise BadInput(str(fault)) from None
        except OSError as fault:
            raise BadInput(f"{settings_file()}: the file cannot be deleted ({why(fault)})") from None


def _is_switch(key: str) -> bool:
    return key in Settings.model_fields and Settings.model_fields[key].annotation is bool


def _path(key: str) -> tuple[str, ...]:
    """Return the path of a setting. The name of an action can contain dots."""
    first, _, rest = key.partition(".")
    return (first, *rest.split(".")) if rest else (first,)
