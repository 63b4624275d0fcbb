"""The picture of the house: rooms on floors, drawn from the imports. `make pictures` renews it.

An arrow goes from a room to a room that it imports from. An arrow that two others imply is left out.
"""

from __future__ import annotations

import ast
import re
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "house.svg"
TOPS = ("protocol", "games", "arbiter", "clients")
DIVIDED = ("arbiter", "clients")
"""Folders whose own folders are rooms."""
WIDTH, ROW, BOX, GAP = 1000, 104, 58, 16


def room_of(module: str) -> str:
    """Return the room of a module: protocol, arbiter/core, clients/seat."""
    top, *rest = module.split(".")[1:]
    return f"{top}/{rest[0]}" if top in DIVIDED and rest else top


def arrows() -> dict[str, set[str]]:
    """Return the rooms that each room imports from."""
    graph = grimp.build_graph(*(f"warcouncil.{top}" for top in TOPS), cache_dir=None)
    found: dict[str, set[str]] = {}
    for module in sorted(graph.modules):
        here = room_of(module)
        if here in DIVIDED:
            continue
        goals = {room_of(name) for name in graph.find_modules_directly_imported_by(module)}
        found.setdefault(here, set()).update(goals - {here})
    return found


def floors(rooms: dict[str, set[str]]) -> list[list[str]]:
    """Return the floors from the ground up. Each room is one floor above the highest room that it imports from.

    Raises ValueError for a circle.
    """
    height: dict[str, int] = {}
    while len(height) < len(rooms):
        ready = [room for room, goals in rooms.items() if room not in height and goals <= set(height)]
        if not ready:
            raise ValueError(f"a circle among {sorted(set(rooms) - set(height))}")
        for room in ready:
            height[room] = max((height[goal] + 1 for goal in rooms[room]), default=0)
    return [
        sorted(room for room in rooms if height[room] == floor) for floor in range(max(height.values()) + 1)
    ]


def needed(rooms: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the arrows that no two others imply."""
    beyond = {room: set().union(*(_below(rooms, goal) for goal in goals)) for room, goals in rooms.items()}
    return sorted((room, goal) for room, goals in rooms.items() for goal in goals - beyond[room])


def _below(rooms: dict[str, set[str]], room: str) -> set[str]:
    return rooms[room].union(*(_below(rooms, goal) for goal in rooms[room]))


def job(room: str) -> str:
    """Return the first sentence of a room's docstring, without the name before its colon."""
    text = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text("utf-8"))) or ""
    first = re.split(r"\.\s", text.replace("`", ""))[0].rstrip(".")
    return first.partition(": ")[2] or first


def drawn() -> str:
    """Draw the house."""
    rooms = arrows()
    storeys = floors(rooms)
    height = ROW * len(storeys) + GAP
    place: dict[str, tuple[float, float, float]] = {}
    for floor, names in enumerate(storeys):
        width = min(360.0, (WIDTH - GAP) / len(names) - GAP)
        left = (WIDTH - len(names) * (width + GAP) + GAP) / 2
        if names == ["arbiter/shell"]:
            left, width = GAP, 180.0  # above the core, so that no arrow passes behind it
        for number, name in enumerate(names):
            place[name] = left + number * (width + GAP), height - ROW * (floor + 1) + GAP, width
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        "<title>The rooms of the house, and which imports from which</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fcfcfa"/>',
    ]
    for one, other in needed(rooms):
        (x1, y1, w1), (x2, y2, w2) = place[one], place[other]
        lines.append(
            f'<line x1="{x1 + w1 / 2:.0f}" y1="{y1 + BOX:.0f}" x2="{x2 + w2 / 2:.0f}" y2="{y2:.0f}" stroke="#8899aa"/>'
        )
    for name, (x, y, width) in sorted(place.items()):
        lines += [
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX}" rx="6" fill="#e8eef4" stroke="#445566"/>',
            f'<text x="{x + width / 2:.0f}" y="{y + 17:.0f}" text-anchor="middle" font-size="14" font-weight="bold">{name}</text>',
        ]
        lines += [
            f'<text x="{x + width / 2:.0f}" y="{y + 33 + 12 * row:.0f}" text-anchor="middle" font-size="10">{escape(words)}</text>'
            for row, words in enumerate(_wrapped(job(name), int(width / 5.4))[:2])
        ]
    return "\n".join([*lines, "</svg>", ""])


def _wrapped(text: str, chars: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > chars and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
