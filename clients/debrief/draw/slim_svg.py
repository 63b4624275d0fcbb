"""Makes an SVG from a chart library smaller. The picture looks the same.

It removes everything that a page does not use. If all parts of a group have the same attribute, it moves the
attribute to the group.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

_INHERITED = (
    "fill", "fill-opacity", "font-family", "font-size", "font-style", "font-weight", "stroke", "stroke-dasharray",
    "stroke-linecap", "stroke-opacity", "stroke-width", "text-anchor",
)  # fmt: skip
"""The attributes that a part takes from its group if the part has no value of its own."""
_UNUSED = re.compile(r"class|role|pointer-events|version|aria-.*|aria.*description")
_AS_USUAL = {
    ("opacity", "1"),
    ("fill-opacity", "1"),
    ("stroke-opacity", "1"),
    ("transform", "translate(0,0)"),
}
_LINE = frozenset({"transform", "x2", "y2"})
"""The attributes of a line that begins at the point to which it was moved."""
_MOVED = re.compile(r"translate\(([-\d.]+,[-\d.]+)\)")
_LINES = re.compile(r"M[-\d.,L]+Z?")
"""A path of straight lines, open or closed."""


def slimmed(drawn: str) -> str:
    """Return a picture with fewer bytes. Its root keeps its size and its view box."""
    short = re.sub(r"(\d\.\d)\d+", r"\1", drawn)  # A tenth of a pixel is enough
    root = ET.fromstring(short)  # noqa: S314  # our own picture, without a word from elsewhere
    _slim(root)
    return ET.tostring(root, "unicode").replace(" />", "/>")


def _slim(node: ET.Element) -> None:
    """Make the parts of a node smaller, and then the node itself."""
    node.tag = node.tag.rpartition("}")[2]
    for part in [*node]:
        to_point_at = part.get("class") == "background" and not {"fill", "stroke"} & {*part.keys()}
        if to_point_at or part.get("display") == "none":
            node.remove(part)
            continue
        _slim(part)
        if part.tag == "g" and not len(part):
            node.remove(part)
        elif part.tag == "g" and not part.keys():
            at = [*node].index(part)
            node.remove(part)
            for number, each in enumerate(part):
                node.insert(at + number, each)
    if node.tag == "path" and _LINES.fullmatch(node.get("d", "")):
        node.set("d", _straightened(node.get("d", "")))
    if node.tag == "text":
        _place(node)
    for name in [*node.keys()]:
        if _UNUSED.fullmatch(name) or (name, node.get(name)) in _AS_USUAL:
            del node.attrib[name]
    if node.tag == "g" and len(node) > 1:
        _share(node)
        _join(node)


def _place(text: ET.Element) -> None:
    """Replace the translation of a text by its position."""
    moved = _MOVED.fullmatch(text.get("transform", ""))
    if moved and not {"x", "y"} & {*text.keys()}:
        del text.attrib["transform"]
        text.attrib["x"], text.attrib["y"] = moved[1].split(",")


def _share(group: ET.Element) -> None:
    """Move the attributes that all parts of a group have in common to the group."""
    for name in _INHERITED:
        values = {part.get(name) for part in group}
        if len(values) == 1 and None not in values:
            group.set(name, values.pop() or "")
            for part in group:
                del part.attrib[name]


def _join(group: ET.Element) -> None:
    """Replace the lines of a group that contains only lines, such as a grid, by one path."""
    if any(part.tag != "line" or not _LINE.issuperset(part.keys()) for part in group):
        return
    strokes = []
    for part in group:
        at = _MOVED.fullmatch(part.get("transform", "translate(0,0)"))
        if at is None:
            return
        x, y = map(float, at[1].split(","))
        to_x, to_y = x + float(part.get("x2", "0")), y + float(part.get("y2", "0"))
        strokes.append(_straightened(f"M{x},{y}L{to_x},{to_y}"))
    for part in [*group]:
        group.remove(part)
    ET.SubElement(group, "path", d="".join(strokes))


def _straightened(path: str) -> str:
    """Return a path of straight lines without the points in the middle of a line along an axis.

    Lines along an axis name only the coordinate that changes.
    """
    points = [tuple(map(float, each.split(","))) for each in path.strip("MZ").split("L")]
    kept: list[tuple[float, ...]] = []
    for point in points:
        while len(kept) > 1 and any(
            kept[-2][axis] == kept[-1][axis] == point[axis]
            and min(kept[-2][1 - axis], point[1 - axis])
            <= kept[-1][1 - axis]
            <= max(kept[-2][1 - axis], point[1 - axis])
            for axis in (0, 1)
        ):
            kept.pop()
        if not kept or kept[-1] != point:
            kept.append(point)
    begin = ",".join(f"{value:g}" for value in kept[0])
    return f"M{begin}{''.join(map(_step, kept, kept[1:]))}{'Z' * path.endswith('Z')}"


def _step(before: tuple[float, ...], after: tuple[float, ...]) -> str:
    """Return the command of a path that draws a straight line between two points."""
    (x, y), (to_x, to_y) = before, after
    if y == to_y:
        return f"H{to_x:g}"
    return f"V{to_y:g}" if x == to_x else f"L{to_x:g},{to_y:g}"
