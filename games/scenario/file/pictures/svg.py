"""SVG: reads a drawing as a tree, and writes it again with only the elements and attributes of two lists.

No element or attribute in the lists can run, move, load or link. A drawing with a document type declaration is
refused, because entities need one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from html import escape
from xml.parsers import expat  # Document types are refused, so no entity is ever declared

from warcouncil.games.scenario.file.pictures.unfit import Unfit

SIDE_MAX = 4000
"""The greatest width and height of a drawing."""
ELEMENTS_MAX = 600
"""The maximum number of elements, including those that are left out. Bounds the time of drawing."""
DEPTH_MAX = 16
"""How deep elements may be nested."""
NAMESPACE = "http://www.w3.org/2000/svg"
ELEMENTS = frozenset(
    ("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan")
)
"""The elements that stay. Any other element is left out with its content."""
_WORDS = frozenset(("text", "tspan"))
_PAINT = frozenset(
    [
        "fill",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-miterlimit",
        "fill-rule",
        "opacity",
        "fill-opacity",
        "stroke-opacity",
        "font-size",
        "font-weight",
        "font-style",
        "font-family",
        "text-anchor",
        "dominant-baseline",
        "letter-spacing",
        "visibility",
        "display",
    ]
)
"""The attributes of paint. They may also be in `style`."""
ATTRIBUTES = _PAINT | frozenset(
    [
        "viewBox",
        "width",
        "height",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "d",
        "points",
        "transform",
        "dx",
        "dy",
        "preserveAspectRatio",
    ]
)
_VALUE = re.compile(r"[A-Za-z0-9#%.,+\-() \t\n'\"]*")
"""Matches the characters that a value may have. Without a colon, slash or backslash it cannot name another file."""
_CALL = re.compile(r"([A-Za-z-]*)\s*\(")
_CALLS = frozenset(["matrix", "translate", "scale", "rotate", "skewX", "skewY", "rgb", "rgba", "hsl", "hsla"])
"""The functions that a value may call. `url` and others are refused, because they could load something."""
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*")


class _Reader:
    """Writes the kept part of a drawing while the parser reads it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.root: Mapping[str, str] | None = None
        self._open: list[str] = []
        self._left_out = 0
        self._elements = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Write the beginning of an element, if it stays."""
        space, _, name = name.rpartition(" ")
        self._elements += 1
        if self._elements > ELEMENTS_MAX:
            raise Unfit(f"this SVG has more than {ELEMENTS_MAX} elements. Draw it simpler")
        if len(self._open) + self._left_out >= DEPTH_MAX:
            raise Unfit(f"this SVG is nested more than {DEPTH_MAX} deep. Draw it simpler")
        if self.root is None and (name != "svg" or space != NAMESPACE):
            raise Unfit(f'this is not an SVG. Its first element must be <svg xmlns="{NAMESPACE}">')
        inner_svg = name == "svg" and self.root is not None
        if self._left_out or space != NAMESPACE or name not in ELEMENTS or inner_svg:
            self._left_out += 1
            return
        kept = dict(_kept(attributes))
        self._open.append(name)
        if self.root is None:
            self.root = kept
            return
        self.parts.append(f"<{name}{_written(kept)}>")

    def end(self, _name: str) -> None:
        """Write the end of an element, if it stays. The end of the whole drawing comes last."""
        if self._left_out:
            self._left_out -= 1
        elif len(self._open) > 1:
            self.parts.append(f"</{self._open.pop()}>")

    def words(self, text: str) -> None:
        """Write the words of a text. Words outside text elements are not drawn."""
        if not self._left_out and self._open and self._open[-1] in _WORDS:
            self.parts.append(escape("".join(sign for sign in text if sign.isprintable() or sign == "\n")))


def _refused(*_: object) -> None:
    raise Unfit("this SVG has a document type. Remove the line with <!DOCTYPE")


def clean_svg(text: str) -> tuple[bytes, tuple[int, int]]:
    """Return a drawing with only the parts that the lists allow, and its width and height. Raises Unfit."""
    reader = _Reader()
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.words
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _refused
    try:
        parser.Parse(re.sub(r"\A\s*<\?xml[^>]*\?>", "", text).encode(), True)
    except expat.ExpatError as fault:
        raise Unfit(f"this SVG cannot be read at line {fault.lineno}") from None
    except (UnicodeError, LookupError):
        raise Unfit("this SVG has a broken character. Write it again") from None
    assert reader.root is not None
    width, height, box = _size(reader.root)
    head = f'<svg xmlns="{NAMESPACE}" viewBox="{box}" width="{width}" height="{height}"'
    paint = {name: value for name, value in reader.root.items() if name in _PAINT}
    return f"{head}{_written(paint)}>{''.join(reader.parts)}</svg>".encode(), (width, height)


def _kept(attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the attributes that stay. Those of `style` become separate attributes, because they have priority."""
    for name, value in attributes.items():
        if name in ATTRIBUTES and _is_harmless(value):
            yield name, value
    for each in attributes.get("style", "").split(";"):
        name, _, value = each.partition(":")
        if name.strip() in _PAINT and _is_harmless(value):
            yield name.strip(), value.strip()


def _is_harmless(value: str) -> bool:
    return bool(_VALUE.fullmatch(value)) and _CALLS.issuperset(_CALL.findall(value))


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(" ".join(value.split()))}"' for name, value in attributes.items())


def _size(root: Mapping[str, str]) -> tuple[int, int, str]:
    """Return the width and height of a drawing as whole numbers, and its view box."""
    box = [_number(each) for each in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if each]
    if len(box) != 4:
        sides = [_LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
        if None in sides:
            raise Unfit('this SVG has no size. Give it viewBox="0 0 400 300"')
        box = [0.0, 0.0, *(float(side[1]) for side in sides if side)]
    width, height = math.ceil(box[2]), math.ceil(box[3])
    if not (0 < width <= SIDE_MAX and 0 < height <= SIDE_MAX):
        raise Unfit(f"this SVG is {width} wide and {height} high. Make it 1 to {SIDE_MAX}")
    return width, height, " ".join(f"{each:g}" for each in box)


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        raise Unfit('the viewBox of this SVG is not possible. Write four numbers: "0 0 400 300"') from None
    if not math.isfinite(found) or abs(found) > 1e6:
        raise Unfit('the viewBox of this SVG is not possible. Write four numbers: "0 0 400 300"')
    return found
