"""The schema in docs/ is the one of this wire, and describes every message of it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import get_args

import pytest
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.wire import schema
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.wire.schema import text

from tests.current import check_current
from tests.protocol.shapes import definitions, messages

FILE = Path(__file__).parents[3] / "docs" / "wire.schema.json"


def test_the_schema_file_is_current() -> None:
    """If this fails, a client is written for an old version of the wire."""
    check_current(FILE, text(), "make schema")


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, `make schema` writes an empty file over the one that clients are written from."""
    monkeypatch.delitem(sys.modules, schema.__name__)  # a module that is run is not there yet
    runpy.run_module(schema.__name__, run_name="__main__")
    assert capsys.readouterr().out == text()


def test_the_schema_describes_every_message() -> None:
    """A message can be sent that the schema does not describe, so other clients do not know it."""
    named = {
        each["$ref"].rpartition("/")[2]
        for side in ("ToArbiter", "ToClient")
        for each in messages(side).values()
    }
    unions = [get_args(get_args(union)[0]) for union in (Request, Reply)]
    assert named == {model.__name__ for union in unions for model in union}
    acts = {model.__name__ for model in get_args(get_args(Act)[0])}
    assert acts <= set(definitions())


def test_the_type_of_a_message_is_required() -> None:
    """A client written from the schema can leave out the type of a message, and is refused."""
    for side in ("ToArbiter", "ToClient"):
        for shape in messages(side).values():
            assert "type" in definitions()[shape["$ref"].rpartition("/")[2]]["required"]
    assert "act" in definitions()["Pause"]["required"]
    assert "v" in definitions()["ToArbiter"]["required"]
