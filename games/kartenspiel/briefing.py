"""The briefing of a commander, the agreed options, and the numbers on the rules page.

They come from the options and the data of the rules, and contain no secret.
"""

from __future__ import annotations

from warcouncil.games.kartenspiel.combat import owes
from warcouncil.games.kartenspiel.options import KartenspielOptions, rules_of, seats_of
from warcouncil.games.kartenspiel.roles import ROLES, TEAMS, TITLE, TITLES, Runs, people, seating, side_of
from warcouncil.games.kartenspiel.state import FULL, SMALL
from warcouncil.games.kartenspiel.wording import say
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId, TeamId

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
_EXAMPLE = (
    ((False, False), (True, False)),
    ((True, False), (True, False)),
    ((False, True), (True, False)),
    ((True, True), (True, True)),
)
"""The four combats of the designer's example: which corps charges, the larger one first, and which one attacks."""
_CHARGING = {
    (False, False): "briefing.example_none",
    (True, False): "briefing.example_larger",
    (False, True): "briefing.example_smaller",
    (True, True): "briefing.example_both",
}
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
    """3.1, 8.2 Return how the army commander sends divisions, and whether they must stay where they are sent.

    Only the commander of the smaller army may move divisions from corps to corps.
    """
    if options.asymmetric != TEAMS[side]:
        return say("briefing.sends")
    return say("briefing.sends_small_back" if options.recall else "briefing.sends_small")


def facts_of(options: KartenspielOptions) -> dict[str, str | RuleTable]:
    """Return the facts for the page: the armies, and the costs of combats, which the rules of combat compute."""
    return {
        "armies": _armies(options),
        "combats": _combats(),
        "example": _example(),
        "council": say("briefing.council_none" if options.seats == "two" else "briefing.council"),
        "knows": _knows(options),
        "seats": _seats(),
    }


PARAGRAPHS_OF = {
    "seats": ("8.1",),
    "asymmetric": ("1", "8.2"),
    "recall": ("KS-A13",),
    "max_turns": ("4", "KS-A12"),
    "night_round": ("6", "KS-A10"),
    "night_cavalry": ("6", "KS-A10"),
    "night_pool": ("6", "KS-A11"),
    "tiebreak": ("4", "KS-A7"),
    "team_view": ("5", "KS-A9"),
    "confusion_told": ("KS-A19",),
    "redeploy_first_seconds": ("KS-A16",),
    "redeploy_seconds": ("KS-A16",),
}
"""The numbered paragraphs and readings that each option changes."""


def terms_of(options: KartenspielOptions) -> dict[str, str]:
    """Return sentences for players about the options that differ from their defaults. A sentence is "" if the option
    changes nothing in this battle.
    """
    small = say(
        "briefing.agreed_small_back" if options.recall else "briefing.agreed_small",
        side="" if options.asymmetric == "none" else TITLE[TeamId(options.asymmetric)],
    )
    shared = say("briefing.agreed_two") if options.seats == "two" else _shared_out(options)
    halves = say(_HALVES[rules_of(options).night_up])
    return {
        "seats": shared,
        "mapping": shared,
        "asymmetric": small,
        "recall": "" if options.asymmetric == "none" else small,
        "max_turns": say("briefing.agreed_limit", turn=options.max_turns),
        "night_round": halves,
        "night_cavalry": "" if rules_of(options).night_up == (True, True) else halves,
        "night_pool": say("briefing.agreed_day"),
        "tiebreak": say("briefing.agreed_net"),
        "team_view": say("briefing.agreed_shared"),
        "confusion_told": say("briefing.agreed_open"),
        "redeploy_closes_early": say("briefing.agreed_late"),
    }


def _shared_out(options: KartenspielOptions) -> str:
    """8.1 Return which seat runs the roles of other seats."""
    shared = [
        say("briefing.agreed_run", role=role, seat=seat)
        for role, seat in options.mapping.items()
        if role != seat
    ]
    if not shared:
        return say("briefing.agreed_none_shared")
    return say("briefing.agreed_shared_out", roles=say("events.list_comma").join(shared))


def _example() -> RuleTable:
    """Return the designer's example of a combat, counted by the rules: which cavalry charges, the totals and the losses."""
    sizes, cavalry = (6, 4), (2, 2)
    rows = []
    for charges, attacks in _EXAMPLE:
        totals = tuple(sizes[side] + charges[side] * cavalry[side] for side in (0, 1))
        lost = [owes(side, (totals[0], totals[1]), attacks, sizes) for side in (0, 1)]
        rows.append((say(_CHARGING[charges]), str(totals[0]), str(totals[1]), str(lost[0]), str(lost[1])))
    head = (
        say("briefing.example_head_charges"),
        say("briefing.example_head_larger"),
        say("briefing.example_head_smaller"),
        say("briefing.example_head_larger_loses"),
        say("briefing.example_head_smaller_loses"),
    )
    return RuleTable(head=head, rows=tuple(rows))


def _knows(options: KartenspielOptions) -> RuleTable:
    """5 Return what each side knows."""
    yes, no = say("briefing.knows_yes"), say("briefing.knows_no")
    mates = yes if options.team_view == "shared" else no
    head = (
        say("briefing.knows_what"),
        say("briefing.knows_army"),
        say("briefing.knows_own"),
        say("briefing.knows_mates"),
        say("briefing.knows_enemy"),
    )
    return RuleTable(
        head=head,
        rows=(
            (say("briefing.knows_reserve"), yes, mates, mates, no),
            (say("briefing.knows_holds"), yes, yes, mates, no),
            (say("briefing.knows_sent"), yes, yes, mates, no),
        ),
    )


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
