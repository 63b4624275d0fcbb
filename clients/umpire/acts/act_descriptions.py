"""ActDescription: title, explanation and fields of each act of an umpire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus
from warcouncil.protocol.words import clean

ActKind = type[UmpireAct]
SeatIdle = Callable[[SeatStatus], str]
TableIdle = Callable[[TableStatus], str]


def in_the_room(kind: ActKind) -> bool:
    """Return whether an act applies to the whole room.

    An act about a waiting ruling applies where that ruling is.
    """
    return kind.room_wide and "number" not in kind.model_fields


def of_inject(kind: ActKind) -> bool:
    """Return whether an act is about injects."""
    return "inject" in kind.model_fields


def _never(_status: object) -> str:
    return ""


def _on_the_clock(why: TableIdle) -> TableIdle:
    """Return a function that says why a clock act has no effect. The table is held, it has not begun, or
    `why` says it.
    """

    def idle(status: TableStatus) -> str:
        if status.held:
            return say("alarms.held")
        return say("display.not_begun") if not status.begun else why(status)

    return idle


def _no_question(status: TableStatus) -> str:
    return "" if status.clock else say("acts.idle_no_question")


def _postponed(act: acts.Postpone) -> str:
    time = clock_text(act.seconds * 1000)
    return (
        say("acts.postpone_one", inject=act.inject, time=time)
        if act.inject
        else say("acts.postpone_all", time=time)
    )


def _begun(status: TableStatus) -> str:
    return say("alarms.held") if status.held else say("acts.idle_begun") if status.begun else ""


def _moved(act: acts.Extend) -> str:
    key = "acts.extend_more" if act.seconds >= 0 else "acts.extend_less"
    return say(key, seconds=abs(act.seconds))


def _kept_back(act: acts.KeepBack) -> str:
    return say("acts.keep_back_dropped" if act.drop else "acts.keep_back_number", inject=act.inject)


def _in_step(act: room_acts.Lockstep) -> str:
    phases = clean(", ".join(act.phases))
    return say("acts.lockstep_now", phases=phases) if phases else say("acts.lockstep_none")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActDescription:
    """The texts of an act, as keys of the catalogue, and how an umpire does it.

    `key` is its key. `short` is its word in the footer, or "". With `everywhere`, the capital letter of the
    key applies the act to every table. `bound`: the act is for the question on the screen and must not affect
    a later question. `ready`: the last reason is filled in, so two keys are enough to carry out the act. A
    graver act waits for a new reason.

    `words` and `amount` are the labels of further boxes. A label is "" if the act does not need that box.
    `first` and `first_amount` are the first contents of the boxes. `to` names the people whom the act
    concerns, if its tables do not show that. `takes_time`: the amount is a time, and ↑↓ change it.
    `moves_clock`: the amount is added to the time left. `no_less` is the reason why the time cannot be
    negative. `may_ask`: the umpire can ask for a reply.

    `idle` and `seat_idle` return why the act would have no effect at a table or a seat. They return "" if it
    would have an effect. `done_as` returns the result from the fields of an act, if `done` is not enough. The
    class of the act says whether it is grave or concerns one seat.
    """

    ask: str
    done: str
    means: str
    reasons: tuple[str, ...]
    key: str = ""
    short: str = ""
    everywhere: bool = True
    bound: bool = False
    ready: bool = True
    words: str = ""
    first: str = ""
    amount: str = ""
    first_amount: str = ""
    to: str = ""
    takes_time: bool = False
    moves_clock: bool = False
    no_less: str = ""
    may_ask: bool = False
    idle: TableIdle = _never
    seat_idle: SeatIdle = _never
    done_as: Callable[[Any], str] | None = None


READ = "acts.read"

ALL_HERE = "acts.why_all_here"
GAMES_OVER, ROOM_STANDS, BACK_TO_TABLES = "acts.why_games_over", "acts.why_so_far", "acts.why_tables"
THEY_CALLED, THEY_REPLIED = "acts.why_called", "acts.why_replied"
"""Reasons that are offered only if they are true: that the players called, or that they replied."""

ACT_DESCRIPTIONS: dict[ActKind, ActDescription] = {
    acts.Begin: ActDescription(
        ask="acts.begin_ask",
        done="acts.begin_done",
        means="acts.begin_means",
        reasons=("acts.why_time", ALL_HERE, "acts.why_later"),
        key="B",
        everywhere=False,
        idle=_begun,
    ),
    acts.Pause: ActDescription(
        ask="acts.pause_ask",
        done="acts.pause_done",
        means="acts.pause_means",
        reasons=("acts.why_rules", "acts.why_break", "acts.why_fault", "acts.why_word"),
        idle=_on_the_clock(lambda status: say("acts.idle_paused") if status.paused else _no_question(status)),
    ),
    acts.Resume: ActDescription(
        ask="acts.resume_ask",
        done="acts.resume_done",
        means="acts.resume_means",
        reasons=("acts.why_settled", "acts.why_break_over", ALL_HERE),
        bound=True,
        idle=_on_the_clock(lambda status: "" if status.paused else say("acts.idle_not_paused")),
    ),
    acts.Extend: ActDescription(
        ask="acts.extend_ask",
        done="acts.extend_done",
        means="acts.extend_means",
        key="x",
        short="acts.extend_short",
        reasons=("acts.why_more_time", "acts.why_fault", "acts.why_ready"),
        bound=True,
        amount="acts.extend_amount",
        first_amount="+60",
        takes_time=True,
        moves_clock=True,
        idle=_on_the_clock(_no_question),
        done_as=_moved,
    ),
    acts.EndNow: ActDescription(
        ask="acts.end_now_ask",
        done="acts.end_now_done",
        means="acts.end_now_means",
        key="e",
        reasons=("acts.why_ready", "acts.why_short"),
        bound=True,
        ready=False,
        idle=_on_the_clock(_no_question),
    ),
    acts.Void: ActDescription(
        ask="acts.void_ask",
        done="acts.void_done",
        means="acts.void_means",
        key="v",
        reasons=("acts.why_late_answer", "acts.why_against_rules", "acts.why_in_the_open"),
        bound=True,
        ready=False,
        seat_idle=lambda seat: (
            say("acts.idle_struck") if seat.voided else "" if seat.asked else say("umpire.not_asked")
        ),
    ),
    acts.Tell: ActDescription(
        ask="acts.tell_ask",
        done="acts.tell_done",
        means="acts.tell_means",
        key="t",
        short="acts.tell_short",
        reasons=("acts.why_players", "acts.why_everyone", "acts.why_inject"),
        words=READ,
        may_ask=True,
    ),
    acts.GiveToBot: ActDescription(
        ask="acts.give_to_bot_ask",
        done="acts.give_to_bot_done",
        means="acts.give_to_bot_means",
        reasons=("acts.why_empty", "acts.why_left", "acts.why_machine"),
        seat_idle=lambda seat: say("acts.idle_bot") if seat.bot else "",
    ),
    acts.GiveBack: ActDescription(
        ask="acts.give_back_ask",
        done="acts.give_back_done",
        means="acts.give_back_means",
        reasons=("acts.why_back",),
        seat_idle=lambda seat: "" if seat.bot else say("acts.idle_no_bot"),
    ),
    acts.Hold: ActDescription(
        ask="acts.hold_ask",
        done="acts.hold_done",
        means="acts.hold_means",
        key="h",
        reasons=("acts.why_wrong", "acts.why_dispute"),
        ready=False,
        idle=lambda status: say("acts.idle_held") if status.held else "",
    ),
    acts.Release: ActDescription(
        ask="acts.release_ask",
        done="acts.release_done",
        means="acts.release_means",
        key="l",
        reasons=("acts.why_mended", "acts.why_dispute_over", "acts.why_watch"),
        ready=False,
        idle=lambda status: "" if status.held else say("acts.idle_not_held"),
    ),
    acts.Answered: ActDescription(
        ask="acts.answered_ask",
        done="acts.answered_done",
        means="acts.answered_means",
        reasons=(THEY_CALLED, THEY_REPLIED),
        words=READ,
    ),
    acts.Note: ActDescription(
        ask="acts.note_ask",
        done="acts.note_done",
        means="acts.note_means",
        key="n",
        reasons=("acts.why_debrief",),
        words="acts.note_words",
        first="acts.note_first",
    ),
    acts.Fiat: ActDescription(
        ask="acts.fiat_ask",
        done="acts.fiat_done",
        means="acts.fiat_means",
        key="f",
        reasons=("acts.why_no_rule", "acts.why_agreed"),
        ready=False,
        words=READ,
    ),
    acts.Amend: ActDescription(
        ask="acts.amend_ask",
        done="acts.amend_done",
        means="acts.amend_means",
        key="A",
        reasons=("acts.why_room_needs", "acts.why_new_idea"),
        everywhere=False,
        ready=False,
        words="acts.amend_words",
    ),
    acts.GoBack: ActDescription(
        ask="acts.go_back_ask",
        done="acts.go_back_done",
        means="acts.go_back_means",
        key="g",
        everywhere=False,
        reasons=("acts.why_own_mistake", "acts.why_their_mistake"),
        bound=True,
        ready=False,
        amount="acts.go_back_amount",
        idle=lambda status: "" if status.gate > 1 else say("acts.idle_first"),
        done_as=lambda act: say("acts.go_back_to", question=act.to),
    ),
    acts.EndGame: ActDescription(
        ask="acts.end_game_ask",
        done="acts.end_game_done",
        means="acts.end_game_means",
        key="d",
        reasons=("acts.why_out_of_time", "acts.why_clear"),
        ready=False,
        words=READ,
        first="acts.end_game_first",
    ),
    acts.LayOpen: ActDescription(
        ask="acts.lay_open_ask",
        done="acts.lay_open_done",
        means="acts.lay_open_means",
        key="z",
        reasons=("acts.why_talk_over", "acts.why_asked"),
        ready=False,
        idle=lambda status: "" if status.ended else say("acts.idle_not_over"),
    ),
    acts.SetClock: ActDescription(
        ask="acts.set_clock_ask",
        done="acts.set_clock_done",
        means="acts.set_clock_means",
        key="k",
        reasons=("acts.why_each_turn", "acts.why_quick"),
        amount="acts.set_clock_amount",
        first_amount="90",
        takes_time=True,
        no_less="acts.set_clock_no_less",
        done_as=lambda act: say("acts.set_clock_to", phase=clean(act.phase), seconds=act.seconds),
    ),
    acts.SendInject: ActDescription(
        ask="acts.send_inject_ask",
        done="acts.send_inject_done",
        means="acts.send_inject_means",
        reasons=("acts.why_moment", "acts.why_faster", "acts.why_push"),
        to="acts.send_inject_to",
        idle=lambda status: "" if status.begun else say("display.not_begun"),
        done_as=lambda act: say("acts.send_inject_number", inject=act.inject),
    ),
    acts.Postpone: ActDescription(
        ask="acts.postpone_ask",
        done="acts.postpone_done",
        means="acts.postpone_means",
        reasons=("acts.why_more_time", "acts.why_good_talk", "acts.why_began_late"),
        amount="acts.postpone_amount",
        first_amount="5m",
        to="acts.no_player",
        takes_time=True,
        no_less="acts.postpone_no_less",
        done_as=_postponed,
    ),
    acts.KeepBack: ActDescription(
        ask="acts.keep_back_ask",
        done="acts.keep_back_done",
        means="acts.keep_back_means",
        reasons=("acts.why_no_fit", "acts.why_myself", "acts.why_by_itself"),
        to="acts.no_player",
        done_as=_kept_back,
    ),
    room_acts.Lockstep: ActDescription(
        ask="acts.lockstep_ask",
        done="acts.lockstep_done",
        means="acts.lockstep_means",
        key="j",
        everywhere=False,
        reasons=("acts.why_together", "acts.why_own_pace"),
        ready=False,
        done_as=_in_step,
    ),
    room_acts.Results: ActDescription(
        ask="acts.results_ask",
        done="acts.results_done",
        means="acts.results_means",
        key="R",
        everywhere=False,
        reasons=(GAMES_OVER, ROOM_STANDS, BACK_TO_TABLES),
    ),
    room_acts.Debrief: ActDescription(
        ask="acts.debrief_ask",
        done="acts.debrief_done",
        means="acts.debrief_means",
        key="W",
        everywhere=False,
        reasons=(GAMES_OVER, "acts.why_see", "acts.why_debrief"),
        to="acts.debrief_to",
    ),
    room_acts.PutAway: ActDescription(
        ask="acts.put_away_ask",
        done="acts.put_away_done",
        means="acts.put_away_means",
        everywhere=False,
        reasons=("acts.why_seen_to", "acts.why_one_of_us"),
        to="acts.put_away_to",
    ),
    room_acts.HandOverLead: ActDescription(
        ask="acts.hand_over_lead_ask",
        done="acts.hand_over_lead_done",
        means="acts.hand_over_lead_means",
        key="O",
        everywhere=False,
        reasons=("acts.why_machine_stops", "acts.why_battery", "acts.why_trial"),
        ready=False,
    ),
    room_acts.Reissue: ActDescription(
        ask="acts.reissue_ask",
        done="acts.reissue_done",
        means="acts.reissue_means",
        key="i",
        reasons=("acts.why_moved", "acts.why_card_lost", "acts.why_guessed"),
    ),
    room_acts.Renew: ActDescription(
        ask="acts.renew_ask",
        done="acts.reissue_done",
        means="acts.renew_means",
        key="q",
        reasons=("acts.why_guessed", "acts.why_card_lost"),
        everywhere=False,
        ready=False,
        amount="acts.renew_amount",
        to="acts.renew_to",
    ),
    room_acts.Remove: ActDescription(
        ask="acts.remove_ask",
        done="acts.remove_done",
        means="acts.remove_means",
        key="u",
        reasons=("acts.why_left", "acts.why_wrong_person"),
        ready=False,
        seat_idle=lambda seat: "" if seat.joined else say("acts.idle_no_holder"),
    ),
    room_acts.Reseat: ActDescription(
        ask="acts.reseat_ask",
        done="acts.reseat_done",
        means="acts.reseat_means",
        key="w",
        reasons=("acts.why_wrong_place", "acts.why_short_side"),
        ready=False,
        amount="acts.reseat_amount",
    ),
    acts.DeclareFor: ActDescription(
        ask="acts.declare_for_ask",
        done="acts.declare_for_done",
        means="acts.declare_for_means",
        reasons=("acts.why_told_me", "acts.why_machine"),
        bound=True,
        ready=False,
        seat_idle=lambda seat: "" if seat.asked else say("umpire.not_asked"),
    ),
    room_acts.Approve: ActDescription(
        ask="acts.approve_ask",
        done="acts.approve_done",
        means="acts.approve_means",
        reasons=("acts.why_we_agree",),
        ready=False,
    ),
    room_acts.Withdraw: ActDescription(
        ask="acts.withdraw_ask",
        done="acts.withdraw_done",
        means="acts.withdraw_means",
        reasons=("acts.why_disagree", "acts.why_needless"),
        ready=False,
    ),
}
