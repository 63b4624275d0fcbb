"""The location of an exercise. The typed text is parsed, and its password is never shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location, home_of, name_from, shown
from warcouncil.arbiter.shell.database.connection import engine_of, said

PLACE = "anna@db.example/war?sslmode=verify-full"


def test_a_path_is_a_file() -> None:
    """A file is looked for in a database, or under another name."""
    home = home_of("folder/jena.warcouncil")
    assert home == Location(file=Path("folder/jena.warcouncil"))
    assert (home.stem, home.beside("-x")) == ("jena", Path("folder/jena.warcouncil-x"))


@pytest.mark.parametrize("typed", [".", "", "/"])
def test_a_folder_without_a_name_is_no_exercise(typed: str) -> None:
    """An incomplete location causes a traceback."""
    with pytest.raises(JournalError, match="is a folder, not an exercise file"):
        home_of(typed)


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "postgresql", "postgres"])
def test_an_address_is_shown_so_that_it_can_be_typed_again(scheme: str) -> None:
    """A host who copies the address from the last message cannot resume with it."""
    home = home_of(f"{scheme}://{PLACE}&exercise=jena")
    assert str(home) == f"postgresql+psycopg://{PLACE}&exercise=jena"
    assert home_of(str(home)) == home
    assert (home.exercise, home.stem, home.beside(".toml")) == ("jena", "jena", Path("jena.toml"))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="@\0"), min_size=4))
def test_a_password_reaches_only_the_server(password: str) -> None:
    """The password appears in a log, on a projector, or in a tutor's request for help."""
    typed = password.replace("%", "%25").replace("?", "%3F")
    home = home_of(f"postgresql://Zoë:{typed}@localhost/war?exercise=jena")
    assert engine_of(home).url.password == password
    if password not in "postgresql+psycopg://Zoë@localhost/war?exercise=jena Home(file=None, address=":
        assert password not in str(home)
        assert password not in repr(home)
        assert password not in home.without_secrets(f'no such user: "{password}"')


def test_a_password_in_another_place_is_hidden_too() -> None:
    """The password is a part of the query, which drivers accept as well, and is shown."""
    home = home_of("postgresql://db/war?password=geheim&exercise=jena")
    assert "geheim" not in f"{home} {home!r}"
    assert engine_of(home).url.password == "geheim"
    assert shown("nix://anna:geheim@x/?password=geheim") == "nix://anna@x/?password=***"


@pytest.mark.parametrize(
    "part", ["passwort", "Password", "pasword", "passwd", "pswd", "pwd", "PASS", "kennwort", "ssl_password"]
)
def test_a_password_under_a_misspelt_name_is_hidden_too(part: str) -> None:
    """The driver's refusal shows the password to bystanders."""
    home = home_of(f"postgresql://db/war?{part}=geheim&exercise=jena&passfile=/etc/war&sslmode=require")
    assert str(home) == "postgresql+psycopg://db/war?passfile=/etc/war&sslmode=require&exercise=jena"
    assert "geheim" not in repr(home)
    assert engine_of(home).url.query[part] == "geheim", "so that it is refused by its name"
    assert shown(f"nix://x/?{part}=geheim&passfile=a") == f"nix://x/?{part}=***&passfile=a"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("mysql://anna:geheim@db/war", "mysql://anna@db/war: this kind of database is not known"),
        ("sqlite:///war.db", "Give the path of a file"),
        (
            "postgresql://anna:x@geheim@db/war",
            "anna@db/war: this is not the address of a database. In a password, a name or a folder, write %40",
        ),
        ("postgresql://anna:x@ge:heim@db/war", "write %40"),
        ("postgresql://anna:x@y?geheim@db/war", "write %40"),
        ("postgresql://an/na:geheim@db/war", "an/na@db/war: this is not the address"),
        ("postgresql://db:5432/war?user=anna@srv&password=geheim", "write %40"),
        (
            "postgresql://db/war;password=geheim",
            "db/war;password=***: this is not the address of a database. Write ? before",
        ),
        ("postgresql://db/war password=geheim", "and & between settings"),
        ("postgresql://db/war?exercise=jena;pwd=geheim", "and & between settings"),
        ("postgresql://db/war?sslmode=require;password=geheim", "and & between settings"),
        (
            "postgresql+psycopg:/anna:geheim@db/war",
            "a PostgreSQL address that begins with postgresql+psycopg://",
        ),
        ("postgresql:anna:geheim@db/war", "anna@db/war: this kind of database is not known"),
        (
            "postgresql://anna:geheim@db/war?exercise=Jena!",
            "exercise=Jena!: this name cannot be used in a database. Use small letters",
        ),
        ("postgresql://db/war?exercise=" + "a" * 41, "at most 40 characters"),
    ],
)
def test_an_invalid_address_is_named(typed: str, said: str) -> None:
    """After a typing mistake, the error message of a driver shows the password."""
    with pytest.raises(JournalError) as told:
        home_of(typed)
    assert said in str(told.value)
    assert "geheim" not in str(told.value)


@given(st.text())
def test_any_title_gives_a_name(text: str) -> None:
    """An exercise named after a battle with an accent cannot be started."""
    assert Location(address="postgresql+psycopg://x/y").named(name_from(text)).exercise


def test_an_address_that_cannot_be_read_is_named() -> None:
    """An invalid port causes a traceback."""
    with pytest.raises(JournalError, match="this is not the address of a database"):
        engine_of(home_of("postgresql://anna@db:none/war"))


def test_a_message_of_a_server_is_one_line() -> None:
    """The driver's three lines about an absent server are shown with escaped line ends."""
    fault = RuntimeError("connection refused\n\tIs the server running on that host?\n")
    assert (
        said(home_of(f"postgres://{PLACE}"), fault)
        == "connection refused Is the server running on that host?"
    )
