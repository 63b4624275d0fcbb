"""Standbys in a database.

A standby whose database user lacks a right is refused before the host relies on it.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.hosting.follower import Follower
from warcouncil.arbiter.shell.service.opening import begin

from tests.arbiter.shell.database.test_database_store import name_of
from tests.arbiter.shell.running import began
from tests.servers import Base

TO_GO_ON = (
    "select, insert on {0}.warcouncil_journal",
    "select, update on {0}.warcouncil_exercise",
    "select, update on {0}.warcouncil_lease",
    "select, insert, delete on {0}.warcouncil_whereabouts",
    "select, delete on {0}.warcouncil_standby",
)
"""The rights that a user needs to go on with an exercise, from docs/operations.md."""


def test_a_database_user_who_may_not_lead_is_refused_as_a_standby(base: Base, address: str) -> None:
    """A standby reports that it is ready, and does nothing when the arbiter dies."""
    begin(address, began({}, 1)).journal.close()
    name, other = name_of(address), f"other_{name_of(address)}"
    schema = f'"warcouncil_{name}"'
    base.ask(f"create role {other} login password 'helps out'")
    base.ask(f"grant usage on schema {schema} to {other}")
    base.ask(f"grant select on all tables in schema {schema} to {other}")
    url = base.server.url.set(database=base.name, username=other, password="helps out")
    theirs = home_of(url.update_query_dict({"exercise": name}).render_as_string(hide_password=False))
    with pytest.raises(JournalError, match=r"lacks INSERT on warcouncil_journal; UPDATE on warcouncil_exer"):
        Follower(theirs)
    for rights in TO_GO_ON:
        base.ask(f"grant {rights.format(schema)} to {other}")
    with pytest.raises(
        JournalError, match=r"lacks INSERT, UPDATE on warcouncil_standby\. The owner of the exercise"
    ):
        Follower(theirs)
    base.ask(f"grant insert, update on {schema}.warcouncil_standby to {other}")
    Follower(theirs).close()
