"""The briefing of a commander and the numbers of the page. They come from the data of the rules and hold no secret."""

from __future__ import annotations

from warcouncil.games.kartenspiel.combat import owes
from warcouncil.games.kartenspiel.options import KartenspielOptions, rules_of, seats_of
from warcouncil.games.kartenspiel.roles import ROLES, TEAMS, TITLES, Runs, people, seating, side_of
from warcouncil.games.kartenspiel.state import FULL, SMALL
from warcouncil.games.kartenspiel.wording import say
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_COMBATS = (
    ((5, 4), (True, False)),
    ((8, 4), (True, False)),
    ((4, 4), (True, False)),
    ((3, 4), (True, False)),
    ((4, 4), (True, True)),
    ((5, 4), (True, True)),
    ((8, 4), (True, True)),
    ((2, 1), (True, False)),
)
"""Examples of combats that show each rule of the count: what each side counts, and which side attacks."""
_HALVES = {
    (True, True): "briefing.agreed_halves_up",
    (False, False): "briefing.agreed_halves_down",
    (True, False): "briefing.agreed_infantry_up",
    (False, True): "briefing.agreed_cavalry_up",
}
"""6, KS-A10 How half of the lost infantry and of the lost cavalry is rounded."""


def briefing_of(options: KartenspielOptions, seat: SeatId) -> Briefing:
    """Return the briefing of a commander: role, goal, what they see and what they decide."""
    runs = seats_of(options)
    place, commanders = people(runs), seating(runs)
    side, corps = side_of(seat), len(commanders.corps_of[seat])
    duty = next(person.duty for person in place if person.id == seat)
    enemy = TITLES[1 - side]
    wins = say("briefing.wins", side=TITLES[side], enemy=enemy)
    return Briefing(
        role=duty,
        wins=say("briefing.wins_by", wins=wins, turn=options.max_turns) if options.max_turns else wins,
        sees=_sees(options, runs, seat, enemy),
        decides=_decides(options, runs, seat, corps),
        looks=say("briefing.looks"),
    )


def _sees(options: KartenspielOptions, runs: Runs, seat: SeatId, enemy: str) -> str:
    army = seat in seating(runs).armies
    if army or options.team_view == "shared":
        return say("briefing.sees_side", enemy=enemy)
    return say("briefing.sees_corps", n=len(seating(runs).corps_of[seat]), enemy=enemy)


def _decides(options: KartenspielOptions, runs: Runs, seat: SeatId, corps: int) -> str:
    commanders = seating(runs)
    said = []
    if seat in commanders.armies:
        said.append(_sends(options, side_of(seat)))
    if corps:
        said.append(say("briefing.orders", n=corps))
    if any(seat in channel.members for channel in commanders.channels):
        said.append(say("briefing.talks"))
    return " ".join(said)


def _sends(options: KartenspielOptions, side: int) -> str:
    """3.1, 8.2 Return that the army commander sends divisions, and whether they must stay where they are sent.

    Only the smaller army may move them from corps to corps.
    """
    if options.asymmetric != TEAMS[side]:
        return say("briefing.sends")
    return say("briefing.sends_small_back" if options.recall else "briefing.sends_small")


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
    army = say("briefing.agreed_small_back" if options.recall else "briefing.agreed_small", side=small)
    said = (
        (army, options.asymmetric != "none"),
        (say("briefing.agreed_limit", turn=options.max_turns), options.max_turns > 0),
        (say(_HALVES[rules_of(options).night_up]), rules_of(options).night_up != (True, True)),
        (say("briefing.agreed_day"), options.night_pool == "day"),
        (say("briefing.agreed_net"), options.tiebreak == "net"),
        (say("briefing.agreed_shared"), options.team_view == "shared"),
        (say("briefing.agreed_open"), options.confusion_told == "everyone"),
    )
    lines = [f"- {words}" for words, holds in said if holds]
    return "\n".join(lines) or say("briefing.agreed_nothing")


def _armies(options: KartenspielOptions) -> RuleTable:
    rows = []
    for side, title in enumerate(TITLES):
        held = SMALL if options.asymmetric == TEAMS[side] else FULL
        rows.append((title, str(held.inf), str(held.cav), str(held.size)))
    head = (
        say("briefing.head_army"),
        say("briefing.head_infantry"),
        say("briefing.head_cavalry"),
        say("briefing.head_divisions"),
    )
    return RuleTable(head=head, rows=tuple(rows))


def _combats() -> RuleTable:
    rows = []
    for sizes, attacks in _COMBATS:
        lost = [owes(side, sizes, attacks, sizes) for side in (0, 1)]
        mine, theirs = (
            say("briefing.attack" if attacks[side] else "briefing.defend", n=sizes[side]) for side in (0, 1)
        )
        rows.append((mine, theirs, str(lost[0]), str(lost[1])))
    head = (
        say("briefing.head_you_count"),
        say("briefing.head_enemy_counts"),
        say("briefing.head_you_lose"),
        say("briefing.head_enemy_loses"),
    )
    return RuleTable(head=head, rows=tuple(rows))


def _seats() -> str:
    red = [f"`{role}`" for role in ROLES[:5]]
    return f"{', '.join(red[:-1])} and {red[-1]}"
