"""The roll of a database lists every exercise in it, and shows correctly which of them an arbiter has open."""

from __future__ import annotations

from socket import gethostname

from warcouncil.arbiter.record.file.database_roll import roll
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.service import journal
from warcouncil.protocol.words import clean

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import PAPERS, entries
from tests.servers import Base


def test_every_exercise_is_listed_as_it_is(base: Base, address: str) -> None:
    """A tutor resumes the wrong exercise, or begins a second arbiter for a running one."""
    room = Room("kartenspiel")
    room.sit_all()
    name = address.rpartition("=")[2]
    running = journal.create(address, PAPERS)
    running.append(entries(room.journal))
    over = journal.create(address + "-over", PAPERS)
    over.append(entries(room.journal))
    over.close()
    broken = journal.create(address + "-broken", PAPERS)
    broken.append(entries(room.journal))
    broken._store.close(None)
    base.ask("update warcouncil_journal set body = 'x' where seq = 1", name + "-broken")
    base.ask("create schema warcouncil_empty")
    found = {one.name: one for one in roll(home_of(base.address()))}
    base.ask("drop schema warcouncil_empty")
    one, other = found[name], found[name + "-over"]
    assert (one.title, one.tables, one.last, one.begun) == ("Jena", 1, running.seq, PAPERS.created)
    assert (one.is_held, one.was_closed, one.fault) == (True, False, "")
    assert (one.epoch, one.leader) == (1, clean(gethostname()))
    assert (other.epoch, other.leader) == (1, "")
    assert (other.is_held, other.was_closed, other.fault) == (False, True, "")
    assert found[name + "-broken"].fault == "its first record cannot be read"
    assert "empty" not in found
    running.close()


def test_a_schema_that_is_no_exercise_or_has_no_address_is_called_so(base: Base, address: str) -> None:
    """A tutor reads the error text of a library, or a name under which nothing can be found."""
    name = address.rpartition("=")[2]
    journal.create(address, PAPERS).close()
    base.ask(f'alter schema "warcouncil_{name}" rename to "warcouncil_{name.upper()}"')
    base.ask(f'create schema "warcouncil_{name}"')
    base.ask(f'create table "warcouncil_{name}".warcouncil_exercise (title text)')
    found = {one.name: one.fault for one in roll(home_of(base.address()))}
    assert found[name] == "this is not an exercise of warcouncil"
    assert found[name.upper()] == "no address can name it. Rename its schema, in small letters"


def test_an_unreadable_exercise_is_not_hidden(base: Base, address: str) -> None:
    """A user without rights believes that a database is empty."""
    journal.create(address, PAPERS).close()
    name = address.rpartition("=")[2]
    base.ask(f"create role guest_{name} login password 'looks on'")
    base.ask(f'grant usage on schema "warcouncil_{name}" to guest_{name}')
    url = base.server.url.set(database=base.name, username=f"guest_{name}", password="looks on")
    (one,) = roll(home_of(url.render_as_string(hide_password=False)))
    assert (one.name, one.fault) == (name, "this user has no permission")
