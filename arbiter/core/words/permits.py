"""Permits: which role may send which request. Everything that these tables do not list is refused."""

from __future__ import annotations

from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.protocol.acts.room_acts import Debrief, HandOverLead, Lockstep, PutAway, Reseat, Results
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import (
    AskHint,
    Beat,
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Leave,
    Look,
    OpenLot,
    Pledge,
    Propose,
    ReadRules,
    Request,
    Respond,
    Resync,
    Rule,
    Say,
    SayReady,
    Watch,
    Write,
)
from warcouncil.protocol.words import Role, TableId, clean

ALLOWED: dict[Role, frozenset[type]] = {
    Role.SEAT: frozenset(
        {
            *(Beat, Resync, Leave, Declare, Draft, Say, Propose, Respond, Call, Write, HandOver, Claim),
            *(SayReady, ReadRules, AskHint, Pledge, OpenLot),
        }
    ),
    Role.WATCHER: frozenset({Beat, Resync, Leave, Claim, Declare, SayReady, ReadRules}),
    Role.STAND_IN: frozenset({Beat, Resync, Leave, Declare}),
    Role.UMPIRE: frozenset({Beat, Resync, Leave, Rule, Watch, Look}),
    Role.OBSERVER: frozenset({Beat, Resync, Leave, Watch, Look}),
    Role.TECHNICAL: frozenset({Beat, Resync, Leave, Rule}),
    Role.DISPLAY: frozenset({Beat, Resync, Leave, Watch}),
}
"""The requests that each role may send. Hello opens a session and is never sent in one."""
_SEATED = frozenset({Role.SEAT, Role.WATCHER, Role.STAND_IN})
"""The roles that make no rulings and watch no table. All their requests concern their own seat."""


def check(holder: Grant, body: Request) -> None:
    """Check that the sender may make a request at the table that it names. Raises Refused."""
    if type(body) not in ALLOWED[holder.role]:
        raise Refused(RefusalCode.NOT_ALLOWED, sentence("refusals.not_on_your_card"))
    if holder.role in _SEATED:
        return
    if isinstance(body, Rule | Watch | Look):
        check_scope(holder, body)
    if isinstance(body, Rule):
        _check_ruling(holder, body)


def check_scope(holder: Grant, body: Rule | Watch | Look) -> None:
    """Check that the sender may access every table that a request names. Raises Refused."""
    named = {body.table}
    if isinstance(body, Rule) and isinstance(body.act, Reseat):
        named.add(body.act.to_table)
    if holder.tables and not named <= {TableId(0), *holder.tables}:
        raise Refused(RefusalCode.NOT_ALLOWED, sentence("rulings.not_your_table"))


def _check_ruling(holder: Grant, body: Rule) -> None:
    """Check that the sender's role may do an act, and that the act has a reason. Raises Refused."""
    if holder.role is Role.TECHNICAL and not body.act.technical:
        raise Refused(RefusalCode.NOT_ALLOWED, sentence("rulings.umpires_only"))
    if not clean(body.reason):
        raise Refused(RefusalCode.MALFORMED, sentence("rulings.no_reason"))
    if holder.tables and isinstance(body.act, Lockstep | Results | Debrief | PutAway | HandOverLead):
        key = "rulings.lockstep_by_director" if isinstance(body.act, Lockstep) else "rulings.director_only"
        raise Refused(RefusalCode.NOT_ALLOWED, sentence(key))
