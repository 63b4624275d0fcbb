"""The pen: writes the sheets of views that leave together. What several of them hold, one and the same object, is written
once; and so is a side of a battle line, which a game looks up and many tables have.

Law: what it writes is what `wire.dump` would write of the sheet.
"""

from __future__ import annotations

from warcouncil.protocol import wire
from warcouncil.protocol.sheets import BattleLine, Element, Sheet, Side
from warcouncil.protocol.words import Model

SIDES_MAX = 2048
"""So many sides are remembered as they were written; then all are forgotten."""

_Written = dict[int, tuple[object, bytes]]
"""The JSON of each part by its identity, with the part itself, so that no other bears its number."""

_sides: _Written = {}


class Pen:
    """Writes sheets; to be thrown away when the views have left."""

    def __init__(self) -> None:
        self._parts: _Written = {}

    def sheet(self, sheet: Sheet) -> bytes:
        """Give the JSON of a sheet."""
        elements = b",".join(map(self._element, sheet.elements))
        return self._fields(sheet, elements=b"[%b]" % elements)

    def _element(self, element: Element) -> bytes:
        if isinstance(element, BattleLine):
            return self._fields(element, far=_side(element.far), near=_side(element.near))
        return _once(self._parts, element)

    def _fields(self, model: Model, **written: bytes) -> bytes:
        """Give the JSON of a model, field by field, of which some are written already."""
        return b"{%b}" % b",".join(
            b'"%b":%b' % (name.encode(), written.get(name) or _once(self._parts, value))
            for name, value in vars(model).items()
            if value is not None
        )


def _side(side: Side) -> bytes:
    if len(_sides) > SIDES_MAX:
        _sides.clear()
    return _once(_sides, side)


def _once(written: _Written, part: object) -> bytes:
    known = written.get(id(part))
    if known is None:
        known = written[id(part)] = part, wire.dump(part)
    return known[1]
