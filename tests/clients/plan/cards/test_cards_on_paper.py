"""Printed cards in a browser: whatever the names, the code and the square stay free."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import SeatCard, web_door
from warcouncil.clients.plan.cards.printing import page
from warcouncil.protocol.words import NAME_CHARS_MAX

EXERCISE = "Combined Joint Command and Staff Exercise, Autumn Term IV"
NAMES = ("Jo", "Maximiliane Alexandra von Hohenstein-Wallersberg zu Oberrieden", "W" * NAME_CHARS_MAX)
DUTY = "Declares the deployment of all divisions. Commands the corps commanders. Decides where the reserves go and when."
COVERED = """() => [...document.querySelectorAll(".code, .qr svg, .small svg")].filter((each) => {
  const box = each.getBoundingClientRect(), card = each.closest(".card").getBoundingClientRect();
  const points = [0.02, 0.5, 0.98].flatMap((x) => [0.1, 0.5, 0.88].map((y) => [box.left + box.width * x, box.top + box.height * y]));
  const own = ([x, y]) => { const top = document.elementFromPoint(x, y); return top !== null && (each.contains(top) || top.contains(each)); };
  return box.bottom > card.bottom || box.right > card.right || !points.every(own);
}).map((each) => each.closest(".card").textContent.replace(/\\s+/g, " ").slice(0, 120))"""
"""Returns the cards whose code or square is covered by another text, or is cut off."""


CUT = """() => [...document.querySelectorAll(".name, .seat")].filter((each) =>
  each.getBoundingClientRect().bottom > each.closest(".who").getBoundingClientRect().bottom + 1).map((each) => each.textContent)"""
"""Returns the names and titles that are cut off."""


@pytest.mark.parametrize("is_for_browsers", [False, True])
def test_no_name_covers_the_code_or_hides_the_title(
    browser: Any, tmp_path: Path, is_for_browsers: bool
) -> None:
    """If this fails, a player with a long name has a card that cannot be read."""
    cards = [
        SeatCard(
            code="7K3-Q4MN-P2XT",
            table=1,
            seat="red.army",
            title="Red army commander",
            game="Kartenspiel",
            command="join",
            table_name="Seminar Room on the Second Floor beside the Old Library, E",
            name=name,
            duty=DUTY,
            bot=bot,
        )
        for name in NAMES
        for bot in (False, True)
    ]
    web = web_door("192.168.178.120", 5282, " ".join(["ABCD"] * 16), EXERCISE) if is_for_browsers else None
    path = tmp_path / "cards.html"
    path.write_text(page(cards, [Address("192.168.178.120", 5280)], EXERCISE, web=web), "utf-8")
    context = browser.new_context(viewport={"width": 820, "height": 1600})
    try:
        paper = context.new_page()
        paper.goto(path.as_uri())
        paper.emulate_media(media="print")
        assert paper.locator(".card").count() == len(cards)
        assert paper.evaluate(COVERED) == []
        assert paper.evaluate(CUT) == []
    finally:
        context.close()
