"""Reading the injects of a plan: whether each can ever come, and whom it reaches."""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.clients.plan.faults import Faults
from warcouncil.clients.plan.layout import InjectRoom, TableRoom
from warcouncil.clients.plan.lines import Path
from warcouncil.clients.plan.model import InjectPart
from warcouncil.clients.plan.tables import Certainty, Tables
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.wants import unknown
from warcouncil.protocol.sheets import Facts, Track


def read_inject(
    path: Path,
    part: InjectPart,
    tables: Tables,
    numbers: tuple[int, ...],
    *,
    line: int,
    faults: Faults,
) -> InjectRoom:
    """Read an inject that is told at the tables of these numbers."""
    if part.seat and part.team:
        faults.add((*path, "team"), "give a seat or a team, not both")
    if part.occasion > 1 and not part.phase:
        faults.add((*path, "occasion"), "occasion counts how often a phase opens; give the phase too")
    rooms = [room for room in tables.rooms if not numbers or room.number in numbers]
    if tables.sure is Certainty.SEATS and rooms:
        _check_places(path, part, rooms, faults)
        _check_label(path, part, rooms, faults)
    return InjectRoom(
        text=part.text,
        at_seconds=part.at if isinstance(part.at, int) else None,
        phase=part.phase,
        occasion=part.occasion,
        label=part.when.label if part.when else "",
        over=part.when.over if part.when else 0,
        tables=numbers,
        seat=part.seat,
        team=part.team,
        reply=part.reply,
        line=line,
    )


def _check_places(path: Path, part: InjectPart, rooms: Sequence[TableRoom], faults: Faults) -> None:
    """See that the phase, the seat and the team are known at one of the tables at least."""
    wanted = (
        ("phase", part.phase, [phase for room in rooms for phase in room.phases]),
        ("seat", part.seat, [seat.id for room in rooms for seat in room.seats]),
        ("team", part.team, [seat.team for room in rooms for seat in room.seats]),
    )
    for key, given, known in wanted:
        if given and known and given not in known:
            said = unknown(f"there is no {key} {given!r} there", given, dict.fromkeys(known), f"{key}s are")
            faults.add((*path, key), said)


def _check_label(path: Path, part: InjectPart, rooms: Sequence[TableRoom], faults: Faults) -> None:
    if part.when is None:
        return
    known = dict.fromkeys(label for room in rooms for label in labels_of(room))
    if part.when.label not in known:
        said = f"nothing on the public sheet is called {part.when.label!r} when the game begins"
        faults.hint((*path, "when", "label"), unknown(said, part.when.label, known, "there are"))


def labels_of(room: TableRoom) -> list[str]:
    """Give the numbers on the public sheet of a table that has just been set up."""
    options = room.game.options_type.model_validate(room.options)
    sheet = room.game.sheet(room.game.setup(options, Dice(bytes(32), "setup")).state, None)
    labels: list[str] = []
    for element in sheet.elements:
        if isinstance(element, Track):
            labels.append(element.title)
        elif isinstance(element, Facts):
            labels += [fact.label for fact in element.facts if fact.value.strip().lstrip("-").isdigit()]
    return labels
