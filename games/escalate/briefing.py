"""The briefing of a player and the tables of the page. They come from the data of the cards and hold no secret."""

from __future__ import annotations

from warcouncil.games.escalate.cards import (
    ALL_CARDS,
    RANKS,
    VALUES,
    Role,
    Top,
    role_of,
    role_title,
    set_words,
    sets_against,
)
from warcouncil.games.escalate.options import TARGETS, EscalateOptions, struck_back
from warcouncil.games.escalate.state import HAND_SIZE
from warcouncil.games.escalate.wording import say
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable

_RANK_NAMES = {"K": "briefing.king", "Q": "briefing.queen", "J": "briefing.jack", "A": "briefing.ace"}
_DOES: dict[Role, str] = {
    "K": "briefing.does_k",
    "Q": "briefing.does_q",
    "J": "briefing.does_j",
    "soldier": "briefing.does_agent",
    "spy": "briefing.does_agent",
    "diplomat": "briefing.does_agent",
    "un": "briefing.does_un",
}
_INCIDENTS: tuple[Top, ...] = ("J", "Q", "K")


def briefing_of(options: EscalateOptions) -> Briefing:
    """Return the briefing of a player: role, goal, what they see and what they decide.

    It is the same for every seat.
    """
    return Briefing(
        role=say("briefing.role", n=options.players - 1),
        wins=_wins(options),
        sees=say("briefing.sees", n=HAND_SIZE),
        decides=_decides(options),
        looks=say("briefing.looks"),
    )


def _wins(options: EscalateOptions) -> str:
    said = [
        say(
            "briefing.wins",
            jack=VALUES["J"],
            queen=VALUES["Q"],
            king=VALUES["K"],
            target=options.target or TARGETS[options.players],
        )
    ]
    if options.max_incidents:
        said.append(say("briefing.wins_last", n=options.max_incidents))
    if not options.salt:
        said.append(say("briefing.wins_nukes"))
    return " ".join(said)


def _decides(options: EscalateOptions) -> str:
    said = [say("briefing.decides")]
    if not options.gunboat:
        said.append(say("briefing.decides_un"))
    if options.passes:
        said.append(say("briefing.decides_pass"))
    if not options.salt:
        said.append(say("briefing.decides_nuke"))
    return " ".join(said)


def facts_of(options: EscalateOptions) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the use of each rank, what turns each Incident, and the points that win."""
    targets = say("events.list_comma").join(
        say("briefing.target_with", points=points, players=players) for players, points in TARGETS.items()
    )
    return {
        "ranks": _ranks(options),
        "answers": _answers(options),
        "targets": targets,
        "hand": str(HAND_SIZE),
    }


def _ranks(options: EscalateOptions) -> RuleTable:
    """Return a table of the uses of each rank. Ranks with the same use share a line."""
    of = {rank: role_of(f"{rank}S", mad=options.mad) for rank in RANKS}
    of[say("events.joker")] = role_of("joker1", mad=options.mad)
    gone = {role for role, out in (("nuke", options.salt), ("un", options.gunboat)) if out}
    rows = []
    for role in dict.fromkeys(of.values()):
        ranks = [_rank(rank) for rank in of if of[rank] == role]
        count = sum(role_of(card, mad=options.mad) == role for card in ALL_CARDS)
        if role in gone:
            does = say("briefing.taken_out")
        elif role == "nuke":
            does = say("briefing.does_nuke", back=struck_back(options.retaliation))
        else:
            does = say(_DOES[role])
        points = str(VALUES[role]) if role in VALUES else say("briefing.dash")
        rows.append((say("events.list_comma").join(ranks), role_title(role), str(count), does, points))
    head = (
        say("briefing.head_card"),
        say("briefing.head_is"),
        say("briefing.head_many"),
        say("briefing.head_does"),
        say("briefing.head_points"),
    )
    return RuleTable(head=head, rows=tuple(rows))


def _rank(rank: str) -> str:
    return say(_RANK_NAMES[rank]) if rank in _RANK_NAMES else rank


def _answers(options: EscalateOptions) -> RuleTable:
    rows = []
    for place, top in enumerate(_INCIDENTS):
        sets = [set_words(wanted) for wanted in sets_against(top, mixing=options.mixing)]
        dearer = [_rank(other) for other in _INCIDENTS[place + 1 :]]
        above = say("briefing.or_rank").join(dearer) or say("briefing.nothing")
        rows.append((role_title(top), say("briefing.or_set").join(sets), above))
    head = (say("briefing.head_incident"), say("briefing.head_turned"), say("briefing.head_dearer"))
    return RuleTable(head=head, rows=tuple(rows))
