"""Questionnaire rows: confidential answers, as far as the export may have them.

Only a person's own sealed answer counts. Bots, umpires and drafts cannot consent for a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.account.account import By, Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.export.tidy_tables import QuestionnaireRow
from warcouncil.games.kit.game import CONSENTED
from warcouncil.protocol.table.answers import applies
from warcouncil.protocol.table.forms import Answer, Choice, Form

BLANK = "none"
"""The option that counts as no answer."""


def questionnaire_rows(account: TableAccount, gate: GateAccount) -> Iterator[QuestionnaireRow]:
    """Yield the rows of a gate with confidential answers. People who agreed get all their rows. Each person who did
    not agree gets one row without an answer.
    """
    for decision in gate.confidential:
        if decision.by is By.BOT:
            continue
        answer = decision.answer if decision.by is By.SEAT else None
        form = attempt(partial(account.game.form, gate.state, decision.seat))
        if answer is None or isinstance(form, RulesFault) or gate.asks is None:
            yield _row(account, gate, decision, status="silent")
        elif answer.get(gate.asks.consent) != CONSENTED:
            yield _row(account, gate, decision, status="refused")
        else:
            yield from _answered(account, gate, decision, form, answer)


def _answered(
    account: TableAccount, gate: GateAccount, decision: Decision, form: Form, answer: Answer
) -> Iterator[QuestionnaireRow]:
    consent = gate.asks.consent if gate.asks else ""
    asked = [field for field in form.fields if field.name != consent and applies(field.when, answer)]
    for n, field in enumerate(asked, 1):
        given = answer.get(field.name)
        value = given if isinstance(given, str) and given != BLANK else ""
        labels = {each.value: each.label for each in field.options} if isinstance(field, Choice) else {}
        yield _row(
            account,
            gate,
            decision,
            n=n,
            item=field.name,
            asked=field.label,
            status="answered" if value else "blank",
            value=value,
            label=labels.get(value, ""),
        )


def _row(
    account: TableAccount,
    gate: GateAccount,
    decision: Decision,
    *,
    status: str,
    n: int = 0,
    item: str = "",
    asked: str = "",
    value: str = "",
    label: str = "",
) -> QuestionnaireRow:
    return QuestionnaireRow(
        table=account.number,
        gate=gate.number,
        phase=gate.asks.name if gate.asks else "",
        seat=decision.seat,
        n=n,
        item=item,
        asked=asked,
        status=status,
        value=value,
        label=label,
    )
