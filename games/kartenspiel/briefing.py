"""The briefing of a commander and the numbers of the page. They come from the data of the rules and hold no secret."""

from __future__ import annotations

from warcouncil.games.kartenspiel.combat import owes
from warcouncil.games.kartenspiel.options import KartenspielOptions, rules_of, seats_of
from warcouncil.games.kartenspiel.roles import ROLES, TEAMS, TITLES, Runs, people, seating, side_of
from warcouncil.games.kartenspiel.state import FULL, SMALL
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_COMBATS = (
    ("5 attack", "4 defend", (5, 4), (True, False)),
    ("8 attack", "4 defend", (8, 4), (True, False)),
    ("4 attack", "4 defend", (4, 4), (True, False)),
    ("3 attack", "4 defend", (3, 4), (True, False)),
    ("4 attack", "4 attack", (4, 4), (True, True)),
    ("5 attack", "4 attack", (5, 4), (True, True)),
    ("8 attack", "4 attack", (8, 4), (True, True)),
    ("2 attack", "1 defends", (2, 1), (True, False)),
)
"""Examples of combats that show each rule of the count: what each side counts, and which side attacks."""
_LAST = "If neither line breaks, the battle is a draw after turn {}."


def briefing_of(options: KartenspielOptions, seat: SeatId) -> Briefing:
    """Return the briefing of a commander: role, goal, what they see and what they decide."""
    runs = seats_of(options)
    place, commanders = people(runs), seating(runs)
    side, corps = side_of(seat), len(commanders.corps_of[seat])
    duty = next(person.duty for person in place if person.id == seat)
    enemy = TITLES[1 - side]
    over = f" {_LAST.format(options.max_turns)}" if options.max_turns else ""
    return Briefing(
        role=duty,
        wins=f"Break {enemy}'s line at any corps and {TITLES[side]} wins. A corps breaks when it fights and has no division "
        f"left; a corps without troops breaks when it is attacked or attacks.{over}",
        sees=_sees(options, runs, seat, enemy),
        decides=_decides(options, runs, seat, corps),
        looks="Look at the corps that fight: their strengths lie open and count down with each loss, and where nothing is left "
        "the line is torn.",
    )


def _sees(options: KartenspielOptions, runs: Runs, seat: SeatId, enemy: str) -> str:
    army = seat in seating(runs).armies
    if army or options.team_view == "shared":
        own = "You see all that your side holds"
    else:
        own = "You see your own corps" + (
            "" if len(seating(runs).corps_of[seat]) == 1 else " alone, all that you run"
        )
        own += ", and neither the reserve nor the corps of your team-mates"
    return f"{own}. Of {enemy} you know only what a fight has shown, as it stood then."


def _decides(options: KartenspielOptions, runs: Runs, seat: SeatId, corps: int) -> str:
    commanders = seating(runs)
    said = []
    if seat in commanders.armies:
        said.append(
            f"First you send divisions from the reserve to your corps, in secret; {_bound(options, side_of(seat))}."
        )
    if corps:
        each = "your corps attacks" if corps == 1 else "each corps attacks"
        said.append(
            f"Each turn you say whether {each} or defends, at the same instant as the enemy, and whether its cavalry charges."
        )
    if any(seat in channel.members for channel in commanders.channels):
        said.append("You talk with your team only while divisions are being moved.")
    return " ".join(said)


def _bound(options: KartenspielOptions, side: int) -> str:
    """3.1, 8.2 Return whether divisions stay in the corps to which they were sent.

    Only the smaller army may move them from corps to corps.
    """
    if options.asymmetric != TEAMS[side]:
        return "what is sent cannot be called back"
    back = "back into the reserve" if options.recall else "but not back into the reserve"
    return f"yours is the smaller army, which may also move them from corps to corps, {back}"


def facts_of(options: KartenspielOptions) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the armies, and the costs of combats, computed by the rules of combat."""
    return {
        "agreed": _agreed(options),
        "armies": _armies(options),
        "combats": _combats(),
        "seats": _seats(),
    }


def _agreed(options: KartenspielOptions) -> str:
    """8.2, 8.3 Return how this table departs from our readings of open questions, apart from clocks and seats."""
    small = options.asymmetric.title()
    back = ", and back into its reserve" if options.recall else ""
    said = (
        (
            f"{small} has the smaller army, and may move divisions from corps to corps{back}.",
            options.asymmetric != "none",
        ),
        (_LAST.format(options.max_turns), options.max_turns > 0),
        (_halves(options), rules_of(options).night_up != (True, True)),
        (
            "At night half of that day's losses rally, not of all that is still lost.",
            options.night_pool == "day",
        ),
        ("If both lines break, divisions that rallied do not count as lost.", options.tiebreak == "net"),
        ("All of a side see what its reserve and every corps of it hold.", options.team_view == "shared"),
        ("All learn whose order was confused, and what became of it.", options.confusion_told == "everyone"),
    )
    lines = [f"- {words}" for words, holds in said if holds]
    return "\n".join(lines) or "Nothing: open questions are read as the table of them says."


def _halves(options: KartenspielOptions) -> str:
    """6, KS-A10 Return how half of the lost divisions of each arm is rounded."""
    ways = ["up" if up else "down" for up in rules_of(options).night_up]
    return f"At night half of the lost infantry is rounded {ways[0]}, half of the lost cavalry {ways[1]}."


def _armies(options: KartenspielOptions) -> RuleTable:
    rows = []
    for side, title in enumerate(TITLES):
        held = SMALL if options.asymmetric == TEAMS[side] else FULL
        rows.append((title, str(held.inf), str(held.cav), str(held.size)))
    return RuleTable(head=("army", "infantry", "cavalry", "divisions"), rows=tuple(rows))


def _combats() -> RuleTable:
    rows = []
    for mine, theirs, sizes, attacks in _COMBATS:
        lost = [owes(side, sizes, attacks, sizes) for side in (0, 1)]
        rows.append((mine, theirs, str(lost[0]), str(lost[1])))
    return RuleTable(head=("you count", "the enemy counts", "you lose", "the enemy loses"), rows=tuple(rows))


def _seats() -> str:
    red = [f"`{role}`" for role in ROLES[:5]]
    return f"{', '.join(red[:-1])} and {red[-1]}"
