"""Adds the analysis to a finished debrief. It judges every question, then replaces the pages and the tables.

The results are kept beside the exercise. The next debrief continues an analysis that was stopped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import BadFindings, Basis, Findings
from warcouncil.clients.commands.afterwards.debrief import AskedDebrief, write_reports
from warcouncil.clients.commands.afterwards.export import WantedTables, write_tables
from warcouncil.clients.commands.afterwards.write_reports import (
    TABLES_FOLDER,
    Accounts,
    WrittenReports,
    because,
)

JUDGED_PERCENT = 90
"""How much of the work is the judging, in per cent. The remaining work is writing the pages."""
Hears = Callable[[int], None]
"""Called with the progress in per cent."""


def add_analysis(record: Record, accounts: Accounts, done: WrittenReports, hears: Hears) -> WrittenReports:
    """Analyse the tables of a debrief, and replace its pages and tables by those with the analysis.

    A debrief whose tables cannot be judged stays as it is. If the analysis fails, the result says why it is
    missing.
    """
    found = attempt(partial(_added, record, accounts, done, hears))
    if isinstance(found, RulesFault):
        why = str(found.error) if isinstance(found.error, BadFindings) else because(found.error)
        return replace(done, amiss=(*done.amiss, f"the analysis ({why})"))
    return replace(done, made=(*done.made, "with the analysis")) if found else done


def _added(record: Record, accounts: Accounts, done: WrittenReports, hears: Hears) -> bool:
    """Analyse and write again. Return whether there is an analysis now."""
    basis = _basis(record, accounts)
    questions = analysis.asked(accounts.values(), basis)
    if not any(one.closed for one in questions):
        return False
    hears(0)
    results = Findings(analysis.beside(record.home), basis)
    wanted = [one for one in questions if results.wants(one)]
    if wanted:
        workers = max(1, (os.cpu_count() or 1) - 1)  # one processor is left to the arbiter
        with analysis.pool(workers) as hands:
            run = analysis.run(results, wanted, hands, at_once=2 * workers)
            for number, _ in enumerate(run, 1):
                hears(JUDGED_PERCENT * number // len(wanted))
    hears(JUDGED_PERCENT)
    for _ in write_reports(
        record, AskedDebrief(record.home, done.folder), lambda _what, _done, _of: None, accounts=accounts
    ):
        pass
    _replace_tables(record, accounts, done)
    return True


def _basis(record: Record, accounts: Accounts) -> Basis:
    """Return the basis of the results that are stored beside the exercise, or else the usual basis."""
    stored = analysis.stored(record.home).basis
    return analysis.basis_of(
        record.began.exercise,
        accounts.values(),
        seed=stored.seed if stored else analysis.SEED,
        playouts=stored.playouts if stored else analysis.PLAYOUTS,
    )


def _replace_tables(record: Record, accounts: Accounts, done: WrittenReports) -> None:
    """Write the tables of the debrief again, and replace each file at once. Do nothing if the debrief has no tables."""
    present = done.folder / TABLES_FOLDER
    if not present.exists():
        return
    fresh = done.folder / f"{TABLES_FOLDER}-analysed"
    try:
        write_tables(record, accounts, fresh, WantedTables())
        for file in sorted(fresh.iterdir()):
            file.replace(present / file.name)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
