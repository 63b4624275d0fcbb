"""The briefing of a player and the tables of the page. They come from the data of the cards and hold no secret."""

from __future__ import annotations

from warcouncil.games.escalate.cards import (
    ALL_CARDS,
    RANKS,
    ROLE_TITLES,
    VALUES,
    Role,
    Top,
    role_of,
    set_words,
    sets_against,
)
from warcouncil.games.escalate.options import STRUCK_BACK, TARGETS, EscalateOptions
from warcouncil.games.escalate.state import HAND_SIZE
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable

_RANK_NAMES = {"K": "King", "Q": "Queen", "J": "Jack", "A": "Ace"}
_DOES: dict[Role, str] = {
    "K": "an Incident: lead it, or lay it on a cheaper one",
    "Q": "an Incident: lead it, or lay it on a Jack",
    "J": "an Incident: lead it",
    "soldier": "an agent",
    "spy": "an agent",
    "diplomat": "an agent",
    "un": "answers any Incident; only another one answers it",
    "nuke": "launched at a rival: he is out.",
}
_INCIDENTS: tuple[Top, ...] = ("J", "Q", "K")


def briefing_of(options: EscalateOptions) -> Briefing:
    """Return the briefing of a player: role, goal, what they see and what they decide.

    It is the same for every seat.
    """
    target = options.target or TARGETS[options.players]
    nukes = "" if options.salt else " The last survivor of the Nukes wins too."
    last = options.max_incidents
    over = f" After Incident {last} the most points win." if last else ""
    return Briefing(
        role=f"You lead a power of the Cold War against {_rivals(options.players)}, each for himself.",
        wins=f"Win Incidents: a Jack is worth {VALUES['J']}, a Queen {VALUES['Q']}, a King {VALUES['K']}, and all that lie on "
        f"the table go to the last who answers. First to {target} points wins.{over}{nukes}",
        sees=f"You see your own {HAND_SIZE} cards, how many each rival holds, and all that was played. You do not see their "
        "hands or the draw pile.",
        decides="When it is your turn you lead an Incident or pass; once one is open you turn it with the right agents, lay a "
        f"dearer one on top, {'' if options.gunboat else 'play a U.N. card, '}{'pass, ' if options.passes else ''}or drop out."
        f"{'' if options.salt else ' Before that you may launch a Nuke.'}",
        looks="Look at who holds the Incident and at what is at stake: it grows with every Incident on top, and goes to whom nobody answers.",
    )


def _rivals(players: int) -> str:
    return "one rival" if players == 2 else f"{players - 1} rivals"


def facts_of(options: EscalateOptions) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the use of each rank, what turns each Incident, and the points that win."""
    targets = ", ".join(f"{points} with {players}" for players, points in TARGETS.items())
    return {
        "ranks": _ranks(options),
        "answers": _answers(options),
        "targets": targets,
        "hand": str(HAND_SIZE),
    }


def _ranks(options: EscalateOptions) -> RuleTable:
    """Return a table of the uses of each rank. Ranks with the same use share a line."""
    of = {rank: role_of(f"{rank}S", mad=options.mad) for rank in RANKS}
    of["Joker"] = role_of("joker1", mad=options.mad)
    gone = {role for role, out in (("nuke", options.salt), ("un", options.gunboat)) if out}
    rows = []
    for role in dict.fromkeys(of.values()):
        ranks = [_RANK_NAMES.get(rank, rank) for rank in of if of[rank] == role]
        count = sum(role_of(card, mad=options.mad) == role for card in ALL_CARDS)
        does = "taken out of the pack" if role in gone else _DOES[role]
        if role == "nuke" and role not in gone:
            does = f"{does} {STRUCK_BACK[options.retaliation]}"
        rows.append((", ".join(ranks), ROLE_TITLES[role], str(count), does, str(VALUES.get(role, "–"))))
    return RuleTable(head=("card", "is", "how many", "what it does", "points"), rows=tuple(rows))


def _answers(options: EscalateOptions) -> RuleTable:
    rows = []
    for place, top in enumerate(_INCIDENTS):
        sets = [set_words(wanted) for wanted in sets_against(top, mixing=options.mixing)]
        dearer = [_RANK_NAMES[other] for other in _INCIDENTS[place + 1 :]]
        rows.append((ROLE_TITLES[top], ", or ".join(sets), " or ".join(dearer) or "nothing"))
    return RuleTable(head=("Incident", "is turned by", "a dearer one on top"), rows=tuple(rows))
