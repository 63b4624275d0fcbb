"""The pen: writes the sheets of views that leave together. What several of them hold, one and the same object, is written
once; and so is a side of a battle line, which a game looks up and many tables have.

Law: what it writes is what `wire.dump` would write of the sheet.
"""

from __future__ import annotations

from warcouncil.protocol.table.sheets import Badge, BattleLine, Element, Sheet, Side
from warcouncil.protocol.wire import wire

SIDES_MAX = 2048
"""So many sides are remembered as they were written; then all are forgotten."""

_Written = dict[int, tuple[object, bytes]]
"""The JSON of each part by its identity, with the part itself, so that no other bears its number."""

_sides: _Written = {}


class Pen:
    """Writes sheets; to be thrown away when the views have left."""

    def __init__(self) -> None:
        self._parts: _Written = {}

    def sheet(
        self, sheet: Sheet, *, above: tuple[Element, ...] = (), sides: tuple[Badge, ...] | None = None
    ) -> bytes:
        """Give the JSON of a sheet: with these elements `above` its own, and these `sides` in place of its own."""
        elements = b",".join([self._element(element) for element in (*above, *sheet.elements)])
        worn = _once(self._parts, sheet.sides if sides is None else sides)
        return b'{"headline":%b,"elements":[%b],"sides":%b}' % (wire.dump(sheet.headline), elements, worn)

    def _element(self, element: Element) -> bytes:
        if type(element) is not BattleLine:
            return _once(self._parts, element)
        title, far, near = _once(self._parts, element.title), _side(element.far), _side(element.near)
        return b'{"kind":"line","title":%b,"far":%b,"near":%b}' % (title, far, near)


def _side(side: Side) -> bytes:
    if len(_sides) > SIDES_MAX:
        _sides.clear()
    return _once(_sides, side)


def _once(written: _Written, part: object) -> bytes:
    known = written.get(id(part))
    if known is None:
        known = written[id(part)] = part, wire.dump(part)
    return known[1]
