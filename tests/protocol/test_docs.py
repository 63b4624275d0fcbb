"""docs/wire.md describes the whole wire, and its transcript belongs to this code."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
import zmq
from spake2.parameters.ed25519 import ParamsEd25519
from warcouncil.arbiter.core.words.permits import ALLOWED
from warcouncil.protocol.acts.acts import ACTS
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import DOOR_BYTES, DOOR_SEED, Turned
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.wire import FRAME_BYTES_MAX, REPLY_BYTES, REQUEST_BYTES
from warcouncil.protocol.words import WIRE_VERSION, Role
from zmq.utils import z85

from tests.current import check_current
from tests.protocol.shapes import definitions, messages
from tests.transcript import transcript

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "wire.md").read_text("utf-8")
ROW = re.compile(r"^\|(.+)\|$", re.MULTILINE)


def rows(heading: str) -> dict[str, str]:
    """Return the rows of the first table under a heading whose first cells are names in backticks."""
    part = PAGE.split(heading, 1)[1]
    found: dict[str, str] = {}
    for row in ROW.findall(part):
        first, _, rest = row.strip().partition("|")
        name = re.fullmatch(r"`(\w+)`", first.strip())
        if name:
            found.setdefault(name[1], rest)
    return found


def fields(model: str) -> set[str]:
    """Return the fields of a message, except its type."""
    return set(definitions()[model]["properties"]) - {"type", "act"}


@pytest.mark.parametrize("kind", messages("ToArbiter"))
def test_every_request_is_described_with_its_fields(kind: str) -> None:
    """An outside client cannot send a request."""
    described = rows("## Requests")[kind]
    name = messages("ToArbiter")[kind]["$ref"].rpartition("/")[2]
    assert {field for field in fields(name) if f"`{field}`" not in described} == set()


@pytest.mark.parametrize("kind", messages("ToClient"))
def test_every_reply_is_described(kind: str) -> None:
    """An outside client does not understand a reply."""
    assert kind in rows("## Replies")


@pytest.mark.parametrize(
    ("heading", "models"),
    [
        (
            "### A view, field by field",
            ("View", "ClockView", "ChannelView", "Deal", "StoryLine", "Mate", "Ended", "Sheet"),
        ),
        ("### A table, as consoles see it", ("TableStatus", "SeatStatus", "Alarm")),
    ],
)
def test_every_part_of_a_screen_is_described(heading: str, models: tuple[str, ...]) -> None:
    """An outside client draws half of what a seat may see."""
    part = PAGE.split(heading, 1)[1].split("\n### ", 1)[0]
    missing = {(model, field) for model in models for field in fields(model) if f"`{field}`" not in part}
    assert missing == set()


def test_every_element_of_a_sheet_is_described() -> None:
    """An outside client leaves a hole in the table."""
    kinds = definitions()["Sheet"]["properties"]["elements"]["items"]["discriminator"]["mapping"]
    assert set(kinds) <= set(rows("Draw each element by its `kind`"))


@pytest.mark.parametrize("act", ACTS)
def test_every_act_is_described_with_its_fields(act: str) -> None:
    """If this fails, a college cannot script a ruling."""
    described = rows("## Rulings")[act]
    missing = {field for field in fields(ACTS[act].__name__) if f"`{field}`" not in described}
    assert missing == set(), (
        f"Add {missing} to the row of {act} in docs/wire.md. CONTRIBUTING.md, “A new field of an act”, names all places."
    )


@pytest.mark.parametrize(
    ("heading", "words"),
    [("### Codes of refusals", RefusalCode), ("## The door", Turned)],
    ids=["refusals", "door"],
)
def test_every_reason_for_a_no_is_described(heading: str, words: type[StrEnum]) -> None:
    """An outside client cannot tell its person what to do."""
    assert {word.value for word in words} <= set(rows(heading))


def test_the_table_of_roles_is_the_arbiters_own() -> None:
    """A developer relies on a right that the role does not have."""
    described = rows("| role | may send")
    allowed: dict[Role, frozenset[Any]] = dict(ALLOWED)
    kinds = {role: {request.model_fields["type"].default for request in may} for role, may in allowed.items()}
    assert {role: set(re.findall(r"`(\w+)`", described[role.value])) for role in Role} == kinds


def test_acts_that_wait_for_a_second_umpire_are_named() -> None:
    """A script takes a ruling that waits for a completed one."""
    sentence = next(line for line in PAGE.replace("\n", " ").split(".") if "wants a second umpire" in line)
    named = {word for word, act in ACTS.items() if act.grave}
    assert named == set(re.findall(r"`(\w+)`", sentence.partition("*wait*")[0])) & set(ACTS)


def test_every_number_and_key_on_the_page_is_the_codes_own() -> None:
    """An outside client uses a key, a size or a version that no host accepts."""
    public = zmq.curve_public(z85.encode(proofs.door_secret())).decode()
    params = ParamsEd25519
    for text in (
        f"`{public}`",
        f"`{DOOR_SEED.decode()}`",
        f"`{params.M.to_bytes().hex()}`",
        f"`{params.N.to_bytes().hex()}`",
        f"`{proofs.ARBITER_ID.decode()}`",
        f"**{DOOR_BYTES} bytes**",
        f"| {REQUEST_BYTES} exactly",
        f"at most {ANSWER_BYTES_MAX} bytes as JSON",
        ", ".join(str(size) for size in REPLY_BYTES[:-1]) + f" or {REPLY_BYTES[-1]}",
        f"`MAXMSGSIZE` {FRAME_BYTES_MAX}",
        f"# The wire, version {WIRE_VERSION}\n",
    ):
        assert text in PAGE


def test_the_transcript_is_current() -> None:
    """If this fails, a client of another author is tested against a conversation that no arbiter has now."""
    check_current(DOCS / "wire.transcript.md", transcript(), "make schema")
