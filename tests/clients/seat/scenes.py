"""Scenes for pictures: the messages and keys of a seat, from real games played by the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from warcouncil.clients.link.base.line import LinkChange
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, suggested
from warcouncil.protocol.table.views import ClockView, Deal, Notice, View
from warcouncil.protocol.wire.replies import Deals, Reply
from warcouncil.protocol.words import GateNo, SeatId

from tests.clients.seat import papers
from tests.clients.seat.tables import (
    COUNCIL,
    DOWN,
    play_gate,
    play_until,
    playing,
    spoken,
    view,
    welcome,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """The messages and the keys of a scene, and the time that passes after them."""

    news: tuple[Reply | LinkChange, ...]
    keys: tuple[str, ...] = ()
    then: tuple[Reply | LinkChange, ...] = ()
    """The messages that come when the rest has been drawn."""
    later_ms: int = 0


Make = Callable[[], Scene]


def _seen(
    table: Playing, seat: str, *more: Reply | LinkChange, keys: tuple[str, ...] = (), **changes: Any
) -> Scene:
    return Scene((welcome(table, seat), view(table, seat, **changes), *more), keys)


def _asked(table: Playing) -> str:
    """Return the first seat that is asked now."""
    assert isinstance(table.phase, Phase)
    return table.phase.asked[0]


@cache
def _declaration() -> Playing:
    """Play to the second turn's declarations: some of the enemy has been seen."""
    return play_until(playing("kartenspiel", 3), "Attack declaration")


def _corps(*more: Reply | LinkChange, keys: tuple[str, ...] = (), **changes: Any) -> Scene:
    """Return what the second corps sees, whose commander has talked with the team before."""
    table = _declaration()
    said = spoken("red", *COUNCIL)
    before = view(table, "red.corps.2", channels=view(_council(), "red.corps.2").channels, lines=said)
    now = view(table, "red.corps.2", lines=said, **changes)
    return Scene((welcome(table, "red.corps.2"), before, now, *more), keys)


@cache
def _council() -> Playing:
    return playing("kartenspiel")


def _clock(left_ms: int, *, running: bool = True) -> ClockView:
    return ClockView(left_ms=left_ms, total_ms=30_000, running=running)


def declaring() -> Scene:
    """A corps commander is asked for the order of the corps."""
    return _corps(clock=_clock(23_000))


def sealed() -> Scene:
    """The commander has sealed, and the clock runs out."""
    return _corps(clock=_clock(7_000), sealed={"corps.2": "attack"})


def redeploying() -> Scene:
    """An army commander moves divisions while the council is open."""
    table = _council()
    mates = tuple(
        mate.model_copy(update={"linked": mate.seat != "red.corps.3", "bot": mate.seat == "red.corps.4"})
        for mate in view(table, "red.army").team
    )
    return _seen(
        table,
        "red.army",
        keys=("5", "right", "4", "right", "3", "down", "1"),
        lines=spoken("red", *COUNCIL),
        team=mates,
        clock=_clock(83_000),
    )


def redeployment_sealed() -> Scene:
    """An army commander has sealed a long order."""
    order = {"inf": {"I": 5, "II": 4, "III": 3, "IV": 2}, "cav": {"I": 2, "III": 1, "IV": 1}}
    return _seen(_council(), "red.army", sealed={"moves": order}, lines=spoken("red", *COUNCIL))


def closed() -> Scene:
    """The council has just closed on a half-written line."""
    scene = redeploying()
    return Scene(scene.news, (*scene.keys, "tab", *"hold the"), later_ms=83_000)


def reveal() -> Scene:
    """A combat is told step by step."""
    table = play_until(playing("kartenspiel"), "Attack declaration")
    before = view(table, "red.corps.2", sealed={"corps.2": "attack"})
    so_far = len(table.events)
    play_gate(table)
    play_gate(table)
    after = view(table, "red.corps.2", since=so_far)
    return Scene((welcome(table, "red.corps.2"), before), then=(after,), later_ms=2_500)


def link_down() -> Scene:
    """The link is lost after a declaration was sent."""
    return _corps(DOWN, keys=("a", "enter"), clock=_clock(23_000))


def paused() -> Scene:
    """The umpire has paused the clock and said something."""
    word = Notice(text="Five minutes' break; leave your cards on the table.", to="everyone")
    return _corps(word, clock=_clock(17_000, running=False), paused="The umpire has stopped the clock.")


def finished() -> Scene:
    """The battle is over."""
    table = playing("kartenspiel", 500)
    return _seen(table, "red.army")


def joining() -> Scene:
    """Nothing has come yet."""
    return Scene(())


def whole_side() -> Scene:
    """One person declares for four corps."""
    table = play_until(playing("kartenspiel", 7, seats="two"), "Attack declaration")
    return _seen(table, "red.army", keys=("a", "enter"))


def smaller_army() -> Scene:
    """The smaller army moves divisions between its corps."""
    table = play_until(playing("kartenspiel", 7, seed="3", asymmetric="red", recall=True), "Redeployment")
    return _seen(table, "red.army", keys=("down", "2"), lines=spoken("red", *COUNCIL))


def kashmir() -> Scene:
    """Cards are placed on three fronts."""
    table = playing("kashmir_crisis", 6)
    return _seen(table, _asked(table), keys=("2",))


def _sealed(asked: View) -> View:
    """Return a view in which the seat has sealed what is suggested."""
    return asked if asked.form is None else asked.model_copy(update={"sealed": asked.form.suggested})


def kashmir_told() -> Scene:
    """A turn of Kashmir Crisis is told."""
    table = playing("kashmir_crisis")
    before = _sealed(view(table, "india"))
    so_far = len(table.events)
    play_gate(table)
    after = view(table, "india", since=so_far)
    return Scene((welcome(table, "india"), before), then=(after,), later_ms=3_000)


def kashmir_bargain() -> Scene:
    """Seats bargain before the cards are played."""
    table = playing("kashmir_crisis", talk="public", talk_deals=True)
    offer = Deal(
        number=1,
        giver=SeatId("pakistan"),
        giver_title="Pakistan",
        taker=SeatId("india"),
        taker_title="India",
        text="We both keep off the Military Front.",
        state="open",
    )
    kept = offer.model_copy(update={"number": 2, "text": "You score first, I second.", "state": "lapsed"})
    return _seen(table, "india", Deals(deals=(offer, kept)), keys=("f6",))


def kashmir_over() -> Scene:
    """Kashmir Crisis has ended."""
    return _seen(playing("kashmir_crisis", 500), "india")


def escalate() -> Scene:
    """An incident is to be answered."""
    table = playing("escalate", 12, seed="5", policy=suggested)
    return _seen(table, _asked(table))


def escalate_full() -> Scene:
    """Four seats, late in the game."""
    table = playing("escalate", 60, seed="2", policy=suggested, players=4)
    return _seen(table, _asked(table)) if isinstance(table.phase, Phase) else _seen(table, "north")


def escalate_over() -> Scene:
    """Escalate! has ended."""
    return _seen(playing("escalate", 500), "north")


def hard_war() -> Scene:
    """A card is played at one of seven cities."""
    table = play_until(playing("hard_war", 12), "Play")
    return _seen(table, _asked(table), keys=("1", "enter"))


def hard_war_full() -> Scene:
    """Every city is fought over."""
    table = play_until(playing("hard_war", 150), "Play")
    return _seen(table, _asked(table))


def hard_war_over() -> Scene:
    """The Hard War has ended."""
    return _seen(playing("hard_war", 1_500), "teal")


def ordering() -> Scene:
    """An order of several lines is being written in an exercise that an instructor wrote."""
    return Scene(papers.asked(papers.ORDERS, suggested={"orders": papers.WRITTEN}), keys=("up", "left"))


def ranking() -> Scene:
    """Two of four aims have their place, and an order and a reason are still to be written."""
    return Scene(
        papers.asked(papers.RANKING, papers.ORDERS, papers.REASON, suggested={"orders": papers.WRITTEN}),
        keys=("e", "m"),
    )


def reading() -> Scene:
    """A document is open over the board when a question comes."""
    welcome, view = papers.asked(papers.RANKING)
    before = view.model_copy(update={"form": None})
    after = view.model_copy(update={"gate": GateNo(view.gate + 1)})
    return Scene((welcome, before), keys=("ctrl+d",), then=(after,))


AT_EVERY_SIZE: dict[str, Make] = {
    "declaring": declaring,
    "sealed": sealed,
    "redeploying": redeploying,
    "closed": closed,
    "reveal": reveal,
    "link down": link_down,
    "paused": paused,
    "finished": finished,
    "kashmir": kashmir,
    "escalate": escalate,
    "hard war": hard_war,
    "ordering": ordering,
}
SMALL_ONLY: dict[str, Make] = {
    "joining": joining,
    "ranking": ranking,
    "reading": reading,
    "whole side": whole_side,
    "smaller army": smaller_army,
    "redeployment sealed": redeployment_sealed,
    "kashmir told": kashmir_told,
    "kashmir bargain": kashmir_bargain,
    "kashmir over": kashmir_over,
    "escalate full": escalate_full,
    "escalate over": escalate_over,
    "hard war full": hard_war_full,
    "hard war over": hard_war_over,
}
