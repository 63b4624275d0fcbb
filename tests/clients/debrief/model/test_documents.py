"""The documents of a table in its report: each appears once, in full, collapsed, with the seats that had it."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.arbiter.record.account.account import GateAccount
from warcouncil.arbiter.record.account.audience import Audience
from warcouncil.clients.debrief.building.reporting import ReportOrder
from warcouncil.protocol.table.papers import lines_of
from warcouncil.protocol.table.sheets import Document, Documents, Sheet
from warcouncil.protocol.words import SeatId, TeamId

from tests.clients.debrief.written import html, played, written

ORDER = Document(
    title="Order <b>7</b>", text="Hold the \x1b[2Jstrait.\n\n<script>x</script>", note="for Red & co."
)
CABLE = Document(title="Cable", text="Only for Black.")


@pytest.fixture(autouse=True)
def papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put an order on every sheet of Red, and a cable on those of Black from the second question on."""
    truth, own = Audience.truth, Audience.sheet

    def lying(gate: GateAccount, team: str) -> Documents:
        late = (CABLE,) if gate.number > 1 and team != "red" else ()
        return Documents(title="Papers", documents=(*((ORDER,) if team != "black" else ()), *late))

    def laid(sheet: Sheet, more: Documents) -> Sheet:
        return sheet.model_copy(update={"elements": (*sheet.elements, more)})

    def own_sheet(self: Audience, gate: GateAccount, seat: SeatId) -> Sheet:
        return laid(own(self, gate, seat), lying(gate, str(self.seats[seat].team)))

    def true_sheet(self: Audience, gate: GateAccount) -> Sheet | None:
        sheet = truth(self, gate)
        return sheet and laid(sheet, lying(gate, ""))

    monkeypatch.setattr(Audience, "sheet", own_sheet)
    monkeypatch.setattr(Audience, "truth", true_sheet)


def test_each_document_appears_once_with_its_readers(tmp_path: Path) -> None:
    """A report prints a cable at every question, or does not say who had read it."""
    (named,) = written(tmp_path, played("kartenspiel", gates=3).journal).values()
    (table,) = named.report.tables
    order, cable = table.documents
    assert (order.title, order.note, order.gate.number) == (ORDER.title, ORDER.note, 1)
    assert list(lines_of(order.pieces)) == ["Hold the [2Jstrait.", "<script>x</script>"]
    assert all(title.startswith("Red") for title in order.held)
    assert (cable.gate.number, bool(cable.held)) == (2, True)
    assert all(title.startswith("Black") for title in cable.held)
    page = html(named)
    assert page.count("Hold the [2Jstrait.") == page.count("Only for Black.</p>") == 1
    assert '<details class="screen"><summary><b>Order &lt;b&gt;7&lt;/b&gt;</b>' in page
    assert "<script>x</script>" not in page
    assert "<li>Cable</li>" in page


def test_a_team_s_report_holds_no_document_of_others(tmp_path: Path) -> None:
    """Red reads Black's cable in Red's own report."""
    wanted = ReportOrder(umpires=False, teams=(TeamId("red"),))
    (named,) = written(tmp_path, played("kartenspiel", gates=3).journal, wanted).values()
    (table,) = named.report.tables
    assert [each.title for each in table.documents] == [ORDER.title]
    assert "Only for Black" not in html(named)
