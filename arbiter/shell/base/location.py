"""Location of an exercise: a file, or a schema in a PostgreSQL database that an address names.

An address looks like `postgresql+psycopg://anna@host/base?exercise=jena`. A password in an address is never shown
again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode

from warcouncil.arbiter.shell.base.entries import JournalError

SCHEME = "postgresql+psycopg"
SCHEMES = (SCHEME, "postgresql", "postgres")
NAME_CHARS_MAX = 40
NAMED = "exercise"
"""The parameter of an address that names one exercise of a database."""
_NAME = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{NAME_CHARS_MAX - 1}}}")
_ADDRESS = re.compile(
    r"(?P<scheme>[A-Za-z][\w+.-]*)://(?:(?P<user>[^:/?@]*)(?::(?P<password>[^@]*))?@)?"
    r"(?P<place>[^@&]*?)(?:\?(?P<query>[^?@]*))?",
    re.DOTALL,
)
_HIDDEN = r"p[as]*w|pas(?!sfile\b)|kennwort|secret"
"""Parameters that hold a password, by a prefix or part of their name, in any spelling."""


@dataclass(frozen=True, slots=True)
class Location:
    """A file or, with `file` None, the exercise of this name in the database at `address`. With name "", it means the
    only exercise there.

    `address` does not contain the secrets. They are in `secrets`, and no text shows them.
    """

    file: Path | None = None
    address: str = ""
    exercise: str = ""
    secrets: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        """Return the location in a form that may be shown and typed again. The user's own settings then provide the password."""
        if self.file is not None:
            return str(self.file)
        sign = "&" if "?" in self.address else "?"
        return self.address + (f"{sign}{NAMED}={self.exercise}" if self.exercise else "")

    @property
    def stem(self) -> str:
        """The base name of files that are made from the exercise."""
        return self.file.stem or self.file.name if self.file is not None else self.exercise or "exercise"

    @property
    def whole_stem(self) -> Path:
        """The path of such files without their endings."""
        return self.file.with_suffix("") if self.file is not None else Path(self.stem)

    def beside(self, suffix: str) -> Path:
        """Return the path of a file that belongs to the exercise: beside its file or, for a database, in the working
        folder."""
        if self.file is not None:
            return self.file.with_name(self.file.name + suffix)
        return Path(f"{self.stem}{suffix}")

    def named(self, exercise: str) -> Location:
        """Return the location of an exercise of this name in the same database. Raises JournalError for an invalid
        name."""
        if not _NAME.fullmatch(exercise):
            raise JournalError(
                f"{NAMED}={exercise}: this name cannot be used in a database. Use small letters,"
                f" digits, - and _, at most {NAME_CHARS_MAX} characters"
            )
        return replace(self, exercise=exercise)

    def without_secrets(self, text: str) -> str:
        """Return a text on one line, without the secrets that it may contain."""
        for _, secret in self.secrets:
            if secret:
                text = text.replace(secret, "***").replace(quote(secret, safe=""), "***")
        return " ".join(text.split())


def is_address(text: str) -> bool:
    """Return whether a text means a database and not a file. An address with `:/` in place of `://` also counts."""
    return "://" in text or text.strip().lower().startswith(tuple(f"{scheme}:" for scheme in SCHEMES))


def home_of(where: str | Path | Location) -> Location:
    """Parse the location of an exercise. Raises JournalError, whose text does not repeat a password."""
    if isinstance(where, Location):
        return where
    if isinstance(where, Path) or not is_address(where):
        file = Path(where)
        if not file.name:
            raise JournalError(f"{file}: this is a folder, not an exercise file")
        return Location(file=file)
    found = _ADDRESS.fullmatch(where.strip())
    if not found and where.strip().lower().startswith(tuple(f"{scheme}://" for scheme in SCHEMES)):
        raise JournalError(
            f"{shown(where)}: this is not the address of a database. In a password, a name or a"
            " folder, write %40 for @"
        )
    if not found or found["scheme"].lower() not in SCHEMES:
        raise JournalError(
            f"{shown(where)}: this kind of database is not known. Give the path of a file, or a"
            f" PostgreSQL address that begins with {SCHEME}://"
        )
    asked = parse_qsl(found["query"] or "", keep_blank_values=True)
    secrets = [(name, value) for name, value in asked if _is_secret(name)]
    plain = [(name, value) for name, value in asked if not _is_secret(name)]
    if any(shown(part) != part for part in (found["place"], *(value for _, value in plain))):
        raise JournalError(
            f"{shown(where)}: this is not the address of a database. Write ? before the first"
            " setting and & between settings"
        )
    if found["password"] is not None:
        secrets.append(("password", unquote(found["password"])))
    rest = urlencode([pair for pair in plain if pair[0] != NAMED], safe="/:,", quote_via=quote)
    user = f"{found['user']}@" if found["user"] is not None else ""
    address = f"{SCHEME}://{user}{found['place']}" + (f"?{rest}" if rest else "")
    home = Location(address=address, secrets=tuple(secrets))
    name = dict(asked).get(NAMED, "")
    return home.named(name) if name else home


def shown(text: str) -> str:
    """Return an address in a form that may be shown, however it is spelt."""
    without = re.sub(r"(:/*[^:@]*):.*@", r"\1@", text, flags=re.DOTALL)
    return re.sub(rf"((?:{_HIDDEN})[^=&?/@]*=)[^&]*", r"\1***", without, flags=re.IGNORECASE)


def _is_secret(part: str) -> bool:
    return bool(re.search(_HIDDEN, part, re.IGNORECASE))


def name_from(text: str) -> str:
    """Return a valid database name made from any text."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return plain[:NAME_CHARS_MAX].strip("-") or "exercise"
