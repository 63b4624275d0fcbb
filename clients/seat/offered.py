"""Which keys of the table do something now."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Input, TextArea
from warcouncil.clients.seat.dealbox import deals_wanted
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.dossier import Dossier
from warcouncil.clients.seat.questionpane import QuestionPane
from warcouncil.clients.seat.telling import Teller


def offered(screen: Screen[None], action: str, desk: Desk, teller: Teller, dossier: Dossier) -> bool:
    """Tell whether an action would do anything at a table."""
    view = desk.view
    match action:
        case "tell_on":
            writes = isinstance(screen.focused, Input | TextArea) or screen.query_one(QuestionPane).writes
            return teller.telling is not None and not writes
        case "board":
            sheet = screen.query_one("#sheet")
            return isinstance(screen.focused, Input) or (sheet.display and sheet.max_scroll_y > 0)
        case "deals":
            return deals_wanted(desk) or bool(desk.deals)
        case "again":
            return desk.dismissed or (desk.ended is not None and desk.plays_again)
        case "save":
            return desk.ended is not None
        case "suggest":
            return (
                desk.welcome is not None and desk.welcome.hints and view is not None and view.form is not None
            )
        case "notices":
            return bool(desk.notices)
        case "documents":
            return bool(dossier.all)
        case _:
            return True
