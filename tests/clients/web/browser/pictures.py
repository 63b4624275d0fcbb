"""Pictures of a page as text: each visible thing with its place, size and colours, one per line.

Every letter is a square (squares.py), so that they are the same on every machine. A move by a few pixels
gives the same picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

STYLE = """@font-face { font-family: squares; src: url("/squares.ttf"); }
*, *::before, *::after { font-family: squares !important; animation: none !important; transition: none !important; }"""
NEAR_PX = 6
"""Edges that are no further apart are at the same place."""
LINE = re.compile(r"^(?P<what>.*) at (?P<box>-?\d+ -?\d+ -?\d+ -?\d+)(?P<looks>.*)$")
LOOK = """() => {
  const plain = (color) => {
    const [r, g, b, a = 1] = (color.match(/[\\d.]+/g) ?? []).map(Number);
    return a === 0 ? "" : "#" + [r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("") + (a < 1 ? `/${Math.round(a * 100)}` : "");
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = plain(getComputedStyle(at).backgroundColor);
      if (found) return found;
    }
    return "";
  };
  const own = (node) => [...node.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data).join(" ").replace(/\\s+/g, " ").trim();
  const shown = (node) => [...node.getClientRects()].some((box) => box.width > 1 && box.height > 1) && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const seen = [`page ${document.documentElement.scrollWidth - innerWidth} wider than the screen`];
  const controls = "button, input, select, textarea, summary, svg, progress, img, [role=img]";
  for (const node of document.body.querySelectorAll("*")) {
    if (node.closest(".aloud, .skip, script") || node.parentElement?.closest("svg, select") || !shown(node)) continue;
    const text = own(node);
    if (!text && !node.matches(controls)) continue;
    const { left, top, width, height } = node.getBoundingClientRect();
    const box = [left, top + scrollY, width, height].map(Math.round).join(" ");
    const look = getComputedStyle(node);
    const border = parseFloat(look.borderTopWidth) ? plain(look.borderTopColor) : "", edge = border && ` edge ${border}`;
    const state = ["checked", "disabled"].filter((name) => node[name]).map((name) => ` ${name}`).join("");
    seen.push(`${node.localName}${state} “${text.slice(0, 28)}” at ${box} · ${Math.round(parseFloat(look.fontSize))}px ${look.fontWeight} · ${plain(look.color)} on ${ground(node)}${edge}`);
  }
  return seen;
}"""


def prepared(pages: dict[str, str]) -> dict[str, str]:
    """Return a page's files with the letters of these pictures."""
    shell = pages["/alone"].replace("</head>", '<link rel="stylesheet" href="/squares.css"></head>')
    return pages | {"/alone": shell, "/squares.css": STYLE}


def picture(page: Any) -> list[str]:
    """Return the picture of a page, once its letters are loaded."""
    page.evaluate("document.fonts.ready.then(() => {})")
    lines: list[str] = page.evaluate(LOOK)
    return lines


def differences(before: list[str], now: list[str]) -> list[str]:
    """Return the differences between two pictures: missing lines (-), new lines (+)."""
    return [*_differences(before, now)]


def _differences(before: list[str], now: list[str]) -> Iterator[str]:
    was, new = ([_parts(line)[0] for line in lines] for lines in (before, now))
    for tag, a, b, c, d in SequenceMatcher(None, was, new, autojunk=False).get_opcodes():
        pairs = zip(before[a:b], now[c:d], strict=True) if tag == "equal" else ()
        if tag != "equal":
            yield from (f"- {line}" for line in before[a:b])
            yield from (f"+ {line}" for line in now[c:d])
        for old, young in pairs:
            if not _alike(old, young):
                yield f"- {old}"
                yield f"+ {young}"


def _alike(old: str, new: str) -> bool:
    (_, was, looked), (_, box, looks) = _parts(old), _parts(new)
    return looked == looks and all(
        abs(a - b) <= NEAR_PX for a, b in zip(_edges(was), _edges(box), strict=True)
    )


def _edges(box: tuple[int, ...]) -> tuple[int, ...]:
    """Return the edges of a box."""
    if not box:
        return ()
    left, top, width, height = box
    return left, top, left + width, top + height


def _parts(line: str) -> tuple[str, tuple[int, ...], str]:
    found = LINE.match(line)
    if found is None:
        return line, (), ""
    return found["what"], tuple(map(int, found["box"].split())), found["looks"]
