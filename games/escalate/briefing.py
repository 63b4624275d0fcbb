"""The briefing of a player, the agreed options, and the texts and tables of the rules page.

They come from the options and the data of the cards, and contain no secret.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from warcouncil.games.escalate.options import TARGETS, EscalateOptions, said_if, struck_back
from warcouncil.games.escalate.state import HAND_SIZE, named
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.negotiation import talk_terms
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

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
    """Return the facts for the page: the use of each rank, the agents that turn each Incident, and the points that win."""
    targets = say("events.list_comma").join(
        say("briefing.target_with", points=points, players=players) for players, points in TARGETS.items()
    )
    return {
        "ranks": _ranks(options),
        "answers": _answers(options),
        "target": say("agreed.page_target_set", points=options.target)
        if options.target
        else say("agreed.page_target", targets=targets),
        "ends": _ends(options),
        "incident": _ways(options),
        "launch": _launches(options),
        "hand": str(HAND_SIZE),
    }


def _ends(options: EscalateOptions) -> str:
    """5.4, 6 Return how the game can end before a player reaches the target."""
    said = [] if options.max_incidents is None else [say("agreed.page_incidents", n=options.max_incidents)]
    fallen = _fallen(options) or say("agreed.page_fallen")
    said.append(say("agreed.page_no_nukes") if options.salt else say("agreed.page_nukes", fallen=fallen))
    return " ".join(said)


def _ways(options: EscalateOptions) -> str:
    """4.1 to 4.4 Return the ways to answer an Incident."""
    ways = [
        said_if(not options.gunboat, "agreed.page_un"),
        said_if(options.passes, "agreed.page_pass"),
        say("agreed.page_drop_bound" if options.must_turn else "agreed.page_drop"),
    ]
    dearer = say("agreed.page_dearer_reopen" if options.drop_reopen else "agreed.page_dearer")
    return say(
        "agreed.page_incident", dearer=dearer, ways=say("events.list_comma").join(way for way in ways if way)
    )


def _launches(options: EscalateOptions) -> str:
    """5.1, 5.2, 5.6 Return what a player with a Nuke decides."""
    if options.salt:
        return say("agreed.page_launch_none")
    key = "agreed.page_launch" if options.launches == "own_turn" else "agreed.page_launch_instant"
    return say(key, struck=struck_back(options.retaliation))


PARAGRAPHS_OF = {
    "target": ("2", "6", "ES-A1"),
    "passes": ("4.4", "7.1", "ES-A13"),
    "salt": ("1", "5.1", "7.2"),
    "mad": ("1", "7.3"),
    "gunboat": ("1", "4.3", "7.4"),
    "all_passed": ("3.3", "ES-A2"),
    "veto_mode": ("4.3", "ES-A5"),
    "must_turn": ("4.4", "ES-A6"),
    "drop_reopen": ("4.2", "ES-A4"),
    "retaliation": ("5.2", "ES-A11"),
    "mixing": ("4.1", "ES-A3"),
    "any_time": ("4.7", "ES-A9", "ES-A14"),
    "launches": ("5.1", "5.6", "ES-A10"),
    "mutual": ("5.4", "ES-A20"),
    "posthumous": ("5.4", "ES-A20"),
    "max_incidents": ("6",),
}
"""The numbered paragraphs and readings that each option changes."""


def terms_of(options: EscalateOptions, seats: Sequence[Seat]) -> dict[str, str]:
    """Return sentences for players about the options that differ from their defaults.

    A sentence is "" if the option changes nothing at this table.
    """
    nukes, fallen = not options.salt, _fallen(options)
    pair = options.players == 2 and options.mutual != "most_points"
    passes = say("agreed.passes_limit", n=options.pass_limit) if options.pass_limit else say("agreed.passes")
    circles = say("agreed.all_passed", n=options.pass_circles)
    dealer = named(SeatId(options.dealer))
    strikes = {"targets": "agreed.retaliation_targets", "chosen": "agreed.retaliation_chosen"}
    any_time = "agreed.any_time_gunboat" if options.gunboat else "agreed.any_time"
    return {
        **talk_terms(options, seats),
        "players": say("agreed.players", n=options.players),
        "dealer": say("agreed.dealer_chance")
        if options.dealer == "chance"
        else say("agreed.dealer", side=dealer),
        "target": say("agreed.target", n=options.target or 0),
        "passes": passes,
        "pass_limit": passes if options.passes else "",
        "salt": say("agreed.salt"),
        "mad": say("agreed.mad"),
        "gunboat": say("agreed.gunboat"),
        "all_passed": circles,
        "pass_circles": circles if options.all_passed == "new_circle" else "",
        "veto_mode": said_if(not options.gunboat, "agreed.veto_mode"),
        "must_turn": say("agreed.must_turn"),
        "drop_reopen": say("agreed.drop_reopen"),
        "retaliation": said_if(nukes, strikes.get(options.retaliation, "agreed.retaliation_targets")),
        "mixing": say("agreed.mixing"),
        "any_time": say(any_time),
        "launches": said_if(nukes, "agreed.launches"),
        "mutual": fallen if pair else "",
        "posthumous": "" if pair else fallen,
        "max_incidents": say("agreed.max_incidents", n=options.max_incidents or 0),
    }


def _fallen(options: EscalateOptions) -> str:
    """5.4 Return which seats win if none survives, unless the seat with the most points wins. Return "" if that seat
    wins, or if the deck has no Nuke.
    """
    if options.salt:
        return ""
    if options.players == 2 and options.mutual != "most_points":
        return say("agreed.mutual_both_win" if options.mutual == "both_win" else "agreed.mutual_both_lose")
    return said_if(options.posthumous == "mad" and not options.mad, "agreed.posthumous")


def _ranks(options: EscalateOptions) -> RuleTable:
    """Return a table of the uses of each rank. Ranks with the same use share a row."""
    of = {rank: role_of(f"{rank}S", mad=options.mad) for rank in RANKS}
    of[say("events.joker")] = role_of("joker1", mad=options.mad)
    gone = {role for role, out in (("nuke", options.salt), ("un", options.gunboat)) if out}
    rows = []
    for role in dict.fromkeys(of.values()):
        ranks = [_rank(rank) for rank in of if of[rank] == role]
        count = sum(role_of(card, mad=options.mad) == role for card in ALL_CARDS)
        if role in gone:
            does = say("briefing.taken_out")
        elif role == "un" and options.veto_mode == "cancel":
            does = say("briefing.does_un_cancel")
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
