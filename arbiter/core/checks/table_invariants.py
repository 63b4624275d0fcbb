"""Invariants of one table, its gate and its talk between any two stimuli. Tests and rehearsals check them."""

from __future__ import annotations

from warcouncil.arbiter.core.table.chance import UNDEALT
from warcouncil.arbiter.core.table.gate import CHANGES_MAX, DRAFTS_MAX, Gate
from warcouncil.arbiter.core.table.states import TRANSITIONS, Stop
from warcouncil.arbiter.core.table.story import CHAPTERS_KEPT_MAX
from warcouncil.arbiter.core.table.table import PAST_MAX, Table
from warcouncil.arbiter.core.table.talk import LINES_KEPT_MAX, Talk
from warcouncil.arbiter.core.table.transaction import is_mutable
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.words import ChannelId


def check_table(table: Table) -> None:
    """Check every invariant of one table, its gate and its talk. Raises AssertionError."""
    for of_gate in GATE_LAWS:
        assert of_gate(table.now), f"table {table.number}: {of_gate.__doc__}"
    for of_talk in TALK_LAWS:
        assert of_talk(table.talk), f"table {table.number}: {of_talk.__doc__}"
    for of_table in TABLE_LAWS:
        assert of_table(table), f"table {table.number}: {of_table.__doc__}"


# --- a gate -------------------------------------------------------------------------------------------------------


def runs_iff_unstopped(gate: Gate) -> bool:
    """The clock runs if and only if nothing stops the gate."""
    return gate.clock is None or (gate.clock.deadline is not None) == (not gate.stops)


def is_in_a_state(gate: Gate) -> bool:
    """An open gate is in one of the states of its machine."""
    return gate.stops in TRANSITIONS


def says_why(gate: Gate) -> bool:
    """A pause has a reason. A hold has a reason or a fault, never both. No other stop has any."""
    explained = Stop.PAUSED if gate.fault else Stop.PAUSED | Stop.HELD
    holds = not gate.fault or Stop.HELD in gate.stops
    return holds and gate.why.keys() == {stop for stop in Stop if stop & explained & gate.stops}


def seals_or_strikes(gate: Gate) -> bool:
    """No seat is both voided and sealed."""
    return not gate.sealed.keys() & gate.voided


def hears_the_asked(gate: Gate) -> bool:
    """Only seats that are asked have sealed, drafted, changed an answer or been voided."""
    heard = {*gate.sealed, *gate.voided, *gate.drafts, *gate.changes}
    return heard <= {*gate.asked} and {seat for seat, _ in gate.receipts} <= {*gate.asked}


def has_a_clock_iff_it_asks(gate: Gate) -> bool:
    """A gate that asks seats has a clock. A game that is over and a table that is not dealt have none."""
    return (gate.clock is None) == (isinstance(gate.phase, Finish) or gate.phase is UNDEALT)


def signs_for_itself(gate: Gate) -> bool:
    """The receipts of a gate name that gate. The former receipts name the gate before it."""
    own = all(
        (receipt.gate, receipt.id) == (gate.number, request)
        for (_, request), receipt in gate.receipts.items()
    )
    return own and all(receipt.gate == gate.number - 1 for receipt in gate.former.values())


def keeps_limits(gate: Gate) -> bool:
    """No seat changes a declaration or a draft more often than the limits allow."""
    changed = all(0 < times <= CHANGES_MAX for times in gate.changes.values())
    return changed and all(0 < draft.times <= DRAFTS_MAX for draft in gate.drafts.values())


def has_time_left(gate: Gate) -> bool:
    """A clock never has more time left than its total, and never less than zero."""
    return gate.clock is None or 0 <= gate.clock.left_ms <= gate.clock.total_ms


def prolongs_where_it_may(gate: Gate) -> bool:
    """A clock is started again for silent seats only if the silence policy allows it."""
    return not gate.prolonged or gate.silence.policy in (Silence.EXTEND, Silence.BOT)


GATE_LAWS = (
    runs_iff_unstopped,
    is_in_a_state,
    says_why,
    seals_or_strikes,
    hears_the_asked,
    has_a_clock_iff_it_asks,
    signs_for_itself,
    keeps_limits,
    has_time_left,
    prolongs_where_it_may,
)


# --- a table ------------------------------------------------------------------------------------------------------


def asks_its_own_seats(table: Table) -> bool:
    """A gate asks only seats of its table, each once. Bots play only seats of that table."""
    asked = table.now.asked
    return len({*asked}) == len(asked) and {*asked, *table.bots} <= table.seats.keys()


def lends_what_bots_play(table: Table) -> bool:
    """A seat that is lent to a bot is played by one."""
    return {*table.counters.lent} <= table.bots.keys()


def can_go_back(table: Table) -> bool:
    """A table stores the opening positions of its newest gates, in order, and of no later gate."""
    past = list(table.past)
    return past == sorted(past) and len(past) <= PAST_MAX and (table.asleep or past[-1:] <= [table.gate])


def ended_if_an_umpire_says_so(table: Table) -> bool:
    """If an umpire ended a game, the game is over with the end that the umpire chose."""
    return table.counters.over is None or table.phase == table.counters.over


def begins_once(table: Table) -> bool:
    """No inject has come and no seat has answered before the game began."""
    return table.begun or not (table.counters.injects.came or table.now.sealed.keys() - table.now.voided)


def counts_from_nothing(table: Table) -> bool:
    """Steps and running time are never negative. Occasions are always positive."""
    return (
        table.counters.steps >= 0
        and table.counters.ran_ms >= 0
        and all(n > 0 for n in table.counters.opened.values())
    )


def brings_injects_in_time(table: Table) -> bool:
    """No inject has come before its time, unless an umpire sent it. No inject came after the running time that the
    table's clocks can have reached.
    """
    so_far, clock = table.counters.injects, table.clock
    most = table.ran_ms(clock.deadline or 0) if clock else table.counters.ran_ms
    return all(
        came <= most and (n in so_far.sent or (table.injects.moment(so_far, n) or 0) <= came)
        for n, came in so_far.came.items()
    )


def brings_no_dropped_inject(table: Table) -> bool:
    """No dropped inject has come. An inject on demand came only if an umpire sent it."""
    so_far = table.counters.injects
    by_itself = so_far.came.keys() - {*so_far.sent}
    return not (so_far.came.keys() & {*so_far.dropped}) and not any(
        table.injects.is_at_hand(so_far, place) for place in by_itself
    )


def tells_no_more_than_it_keeps(table: Table) -> bool:
    """A story has only its newest chapters, and each chapter has an event."""
    chapters = table.story.chapters
    return len(chapters) <= CHAPTERS_KEPT_MAX and all(chapter.events for chapter in chapters)


def can_be_copied(table: Table) -> bool:
    """No part of a table can change after it is copied."""
    parts = (table.now, table.talk, table.story, table.counters, table.past, table.draw)
    return not any(map(is_mutable, parts))


def deals_after_its_draw(table: Table) -> bool:
    """If the seats help to make the seed, nothing is dealt before the seed exists, and no seat opens a number without
    a pledge.
    """
    draw = table.draw
    bound = draw is None or draw.opened.keys() <= draw.pledges.keys() <= table.seats.keys()
    return bound and (
        not table.is_undealt or (table.state is None and not table.now.asked and not table.past)
    )


TABLE_LAWS = (
    asks_its_own_seats,
    lends_what_bots_play,
    can_go_back,
    ended_if_an_umpire_says_so,
    begins_once,
    counts_from_nothing,
    brings_injects_in_time,
    brings_no_dropped_inject,
    tells_no_more_than_it_keeps,
    can_be_copied,
    deals_after_its_draw,
)


# --- talk ---------------------------------------------------------------------------------------------------------


def numbers_deals(talk: Talk) -> bool:
    """Deals are numbered from 1 in the order in which they were proposed, and no seat deals with itself."""
    numbered = all(deal.number == n for n, deal in enumerate(talk.deals, 1))
    return numbered and all(deal.giver != deal.taker for deal in talk.deals)


def numbers_calls(talk: Talk) -> bool:
    """Calls are numbered from 1 in the order in which they came."""
    return all(call.number == n for n, call in enumerate(talk.calls, 1))


def numbers_lines(talk: Talk) -> bool:
    """The lines of a channel are numbered without a gap, up to the newest."""
    newest: dict[ChannelId, int] = {}
    for line in talk.lines:
        if newest.get(line.channel, line.n - 1) != line.n - 1:
            return False
        newest[line.channel] = line.n
    return all(talk.spoken_in(channel) == number for channel, number in newest.items())


def hears_its_members(talk: Talk) -> bool:
    """The speaker of a line is a member of its channel."""
    return all(line.seat in line.members for line in talk.lines[-1:])


def keeps_some_lines(talk: Talk) -> bool:
    """Old lines are removed only when there are more than the limit."""
    return talk.forgotten == 0 or len(talk.lines) >= LINES_KEPT_MAX


TALK_LAWS = (numbers_deals, numbers_calls, numbers_lines, hears_its_members, keeps_some_lines)
