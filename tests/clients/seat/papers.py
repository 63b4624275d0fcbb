"""A seat of an exercise from an instructor's file: a long situation, tracks, facts and documents, and its
questions.
"""

from __future__ import annotations

from typing import Any

from warcouncil.protocol.table.forms import Answer, Count, Form, FormField, Option, Rank, Words
from warcouncil.protocol.table.sheets import Document, Documents, Fact, Facts, Mark, Prose, Sheet, Track
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Welcome

from tests.clients.seat.tables import playing, view, welcome

SEAT = "red.army"
SITUATION = (
    "The strait of Velm is nine miles wide at its narrowest. Since the spring both shores have laid mines, and the insurers in "
    "the capital have trebled what they ask of a tanker. On Monday a Marren customs boat fired on a coaster that flew your "
    "flag; two of the crew are dead, and the ministry has promised the press an answer by nightfall.\n"
    "The fleet can sail within six hours. The ambassador believes that Marren's council is divided, and that its harbour "
    "party would rather lose the boat's captain than the trade. He asks for two days. Your own cabinet will not give him two "
    "days unless something is seen to happen at sea; nor will it forgive you a second wreck.\n"
    "Three ministries have sent papers, and they do not agree. The navy holds that the mines can be swept under escort. The "
    "treasury holds that the reserve lasts for eleven weeks, not for the six that the papers print. The service of the "
    "interior has a man in Marren's customs house whom it does not name, and who says that the boat's captain had no order.\n"
    "Whatever you decide is sealed with the orders of the other side and carried out at once. What is told of it afterwards, "
    "and to whom, the white cell decides; it may ask you for your reasons, and what you write now is what it will read to the "
    "council. The last round of such talks ended in the winter with nothing signed and the ice still in the roads, and those "
    "who sat there then sit there again."
)
ORDER = Document(
    title="Order of the fleet",
    text="The third squadron is under your command from midnight.\nIt does not fire first.",
    note="handed to you in round 1",
)
CABLE = Document(
    title="Cable of the ambassador",
    text="\n".join(f"{number}. {SITUATION.splitlines()[number % 4]}" for number in range(1, 13))[:5900],
    note="handed to you in round 2",
    new=True,
    secret=True,
)
REPORT = Document(title="Report of the treasury", text="Eleven weeks.\nThe annex was burnt.", note="public")
SHEET = Sheet(
    headline="Round 2 of 4 · The strait of Velm",
    elements=(
        Track(title="Tension", low=0, high=10, at=4, marks=(Mark(at=8, label="war"),)),
        Track(title="Oil", low=0, high=100, at=64, note="weeks of reserve: 11"),
        Track(title="Trust of the council", low=-5, high=5, at=-1),
        Facts(
            title="What is known",
            facts=tuple(
                Fact(label=label, value=value)
                for label, value in (
                    ("squadrons at sea", "2"),
                    ("mines", "?"),
                    ("coasters held", "3"),
                    ("insurer's rate", "trebled"),
                    ("ambassador", "in Marren"),
                )
            ),
        ),
        Prose(title="The situation", text=SITUATION),
        Documents(title="Your papers", documents=(ORDER, CABLE, REPORT)),
    ),
)
WAYS = (
    Option(value="escort", label="Escort the convoy", help="two squadrons, from midnight", key="e"),
    Option(value="talk", label="Go on talking", help="the ambassador gets two days", key="t"),
    Option(value="mines", label="Sweep the mines", help="under fire, if it comes to that", key="m"),
    Option(value="leave", label="Leave the strait", help="the coasters go round the cape", key="l"),
)
RANKING = Rank(name="aims", label="your aims", options=WAYS, low=4, high=4)
ORDERS = Words(name="orders", label="your orders to the fleet", chars_max=1200, lines=True, required=True)
REASON = Words(name="reason", label="why, in a sentence", chars_max=120)
SHIPS = Count(name="ships", label="ships to send", low=0, high=12)


WRITTEN = (
    "The third squadron sails at midnight.\n"
    "It escorts the convoy to the second buoy and waits there for the sweepers; nobody fires first.\n\n"
    "If the customs boat comes out, signal, and stand between it and the coasters."
)


def form(*fields: FormField, suggested: Answer | None = None) -> Form:
    """Return a question of these fields."""
    return Form(
        question="What are your orders for the night?",
        help="The white cell reads it when all have sealed.",
        rule="2.1",
        fields=fields,
        suggested=suggested,
    )


def asked(
    *fields: FormField, sheet: Sheet = SHEET, suggested: Answer | None = None, **changes: Any
) -> tuple[Welcome, View]:
    """Return the messages to a seat that is asked for these fields."""
    table = playing("kartenspiel")
    asks = form(*fields, suggested=suggested)
    return welcome(table, SEAT), view(table, SEAT, form=asks, sheet=sheet, **changes)
