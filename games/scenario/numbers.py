"""The tables of numbers of teams or seats. All numbers with the same owners and readers are in one table.

A change of such a number names its row, so the table is the same for every reader who sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.scenario import NumberPart
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.state import key
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.sheets import Fact, Facts, Rows

_ACROSS_MAX = 96
"""The widest table, in letters, that has a column for each owner. A wider one has a row for each owner."""
_GAP = 2
Cell = tuple[str, str, int]


def refs(look: Outlook, number: NumberPart, reader: Beholder) -> Iterator[Ref]:
    """Return each number of this name that the reader may know."""
    for owner in look.script.owners(number.name):
        ref = Ref(number.name, owner)
        if reader.may(look.script.readers_of(ref), public=number.known_to == "all"):
            yield ref


def label_of(look: Outlook, ref: Ref) -> str:
    """Return the label of a number on every sheet: `Oil (Blue)`."""
    title = look.script.numbers[ref.name].title
    return say("shown.of_owner", title=title, owner=look.script.title(ref.owner)) if ref.owner else title


def numbers_of(look: Outlook, reader: Beholder) -> Iterator[Facts | Rows]:
    """Return the numbers without a track: single ones as facts, and those of several owners as tables."""
    facts, tables = [], []
    for number in look.script.scenario.numbers:
        seen = () if number.track else tuple(refs(look, number, reader))
        together = look.script.number_tables.get(number.name, ())
        if not together or len(seen) < len(look.script.owners(number.name)):
            facts += [Fact(label=label_of(look, ref), value=_value(look, ref)) for ref in seen]
        elif number is together[0]:
            tables.append(_table(look, together))
    if facts:
        yield Facts(title=say("shown.numbers"), facts=tuple(facts))
    yield from tables


def cell_of(script: Script, ref: Ref) -> Cell:
    """Return the cell of a number in a table: the title of the table, the row, and the cells before it.

    The title is "" if the number is in no table.
    """
    number, owners = script.numbers[ref.name], script.owners(ref.name)
    together = script.number_tables.get(ref.name, ())
    if not together:
        return "", "", 0
    if _across(script, together):
        at, row = owners.index(ref.owner), number.title
    else:
        at, row = together.index(number), script.title(ref.owner)
    return _title(script, together), row, at


def _across(script: Script, together: tuple[NumberPart, ...]) -> bool:
    """Return whether a table has a column for each owner."""
    columns = [script.title(owner) for owner in script.owners(together[0].name)]
    first = max(len(number.title) for number in together)
    return first + sum(len(title) + _GAP for title in columns) <= _ACROSS_MAX


def _title(script: Script, together: tuple[NumberPart, ...]) -> str:
    if _across(script, together):
        return say("shown.numbers_each")
    return ", ".join(number.title for number in together)


def _table(look: Outlook, together: tuple[NumberPart, ...]) -> Rows:
    script, owners = look.script, look.script.owners(together[0].name)
    values = [[_value(look, Ref(number.name, owner)) for owner in owners] for number in together]
    numbers, titles = [number.title for number in together], [script.title(owner) for owner in owners]
    if _across(script, together):
        head, rows = ("", *titles), tuple((name, *said) for name, said in zip(numbers, values, strict=True))
    else:
        head, rows = (say("shown.head_who"), *numbers), tuple(zip(titles, *values, strict=True))
    return Rows(title=_title(script, together), head=head, rows=rows)


def _value(look: Outlook, ref: Ref) -> str:
    return look.script.numbers[ref.name].words(look.state.numbers[key(ref.name, ref.owner)])
