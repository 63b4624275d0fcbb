"""The cards of an exercise: its codes, with text for the people who get them."""

from __future__ import annotations

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.stimuli import CodeCard
from warcouncil.clients.plan.cards.cards import SeatCard
from warcouncil.clients.plan.reading.wings import tables_words
from warcouncil.protocol.words import Role

CONSOLES = {
    Role.UMPIRE: ("Umpire", "umpire", "Watches and controls the tables: clocks, people, rulings."),
    Role.OBSERVER: ("Observer", "umpire", "Sees what an umpire sees, and changes nothing."),
    Role.TECHNICAL: (
        "Technical crew",
        "umpire",
        "Sees connections and gives new codes. Sees no secrets.",
    ),
    Role.DISPLAY: ("Projector", "display", "Shows the public side of the room, and a large clock."),
}
"""The title on the card of each console, the command that its holder types, and its purpose."""


def cards_of(exercise: Exercise) -> list[SeatCard]:
    """Return a card for every code of an exercise. A crew has one card for each of its people.

    The card of a renewed code has the place of the old card. Consoles come first, then tables and seats in
    their order.
    """

    def place(code: CodeCard) -> tuple[int, int, tuple[int, ...]]:
        holder = code.holder
        if not holder.seat:
            return 0, list(CONSOLES).index(holder.role), holder.tables
        return holder.table, list(exercise.tables[holder.table].seats).index(holder.seat), ()

    return [card for code in sorted(exercise.codes, key=place) for card in _cards(exercise, code)]


def _cards(exercise: Exercise, code: CodeCard) -> list[SeatCard]:
    holder = code.holder
    if not holder.seat:
        title, command, duty = CONSOLES[holder.role]
        named = f" of {tables_words(holder.tables)}"
        whole = title + (named if holder.tables else "")
        return [SeatCard(code=str(code.code), title=whole, command=command, duty=duty)]
    table = exercise.tables[holder.table]
    seat = table.seats[holder.seat]
    crew = [
        person.name
        for person in exercise.plan.people
        if (person.table, person.seat) == (holder.table, seat.id)
    ]
    return [
        SeatCard(
            code=str(code.code),
            table=holder.table,
            seat=seat.id,
            title=seat.title,
            team=seat.team,
            game=table.cover.title,
            command="join",
            table_name=table.plan.name,
            name=name,
            duty=seat.duty,
            bot=seat.id in table.bots,
            lent=seat.id in table.counters.lent,
        )
        for name in crew or [""]
    ]
