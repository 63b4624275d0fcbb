"""Carrying out: resolves the orders of all teams, changes pieces and owners, and informs each reader of what they may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from warcouncil.games.kit.events import Event
from warcouncil.games.kit.written import TraceStep
from warcouncil.games.scenario.events.moved import (
    OrdersResolved,
    OwnOrdersResolved,
    OwnPlaceTaken,
    PlaceTaken,
    Result,
)
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.map.orders import HOLD, Order, parsed
from warcouncil.games.scenario.map.resolving import Resolved, resolve
from warcouncil.games.scenario.map.sight import Sighting, near_of, standing
from warcouncil.games.scenario.map.words import other_title
from warcouncil.games.scenario.state import ScenarioState
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say


def carry_out(unfolding: Unfolding, given: Mapping[str, str], label: str) -> None:
    """8.3 Resolve all orders of a phase at once. `given` has them by piece. A piece without an order holds."""
    state, script = unfolding.state, unfolding.state.play
    orders = {name: parsed(text) for name, text in given.items()}
    found = resolve(standing(state), near_of(script.board), orders, state.held_by, script.board.dislodged)
    stands = {**state.stands, **found.at}
    held_by = {**state.held_by, **{at: script.pieces[name].of for name, at in found.at.items() if at}}
    unfolding.state = replace(state, stands=stands, held_by=held_by)
    unfolding.steps += _steps(state, unfolding.state, given, label)
    for team in script.sides:
        results = tuple(_results(script, state, found, orders, team))
        if results:
            unfolding.events.append(_resolved(script, team, results))
    unfolding.events += _taken(state, unfolding.state)


def _resolved(script: Script, team: str, results: tuple[Result, ...]) -> Event:
    if script.board.pieces_known_to == "all":
        return OrdersResolved(script.title(team), results)
    return OwnOrdersResolved(script.title(team), results, (team,), script.cell)


def _taken(before: ScenarioState, now: ScenarioState) -> Iterator[Event]:
    """8.15 Yield each place with a new owner, for the readers who can see that on their maps."""
    script = now.play
    seen = {team: Sighting(now, script.board, team) for team in script.sides}
    for place, owner in now.held_by.items():
        if owner == before.held_by.get(place, ""):
            continue
        titles = script.places[place].title, script.title(owner)
        if script.board.owners_known_to == "all":
            yield PlaceTaken(*titles)
        else:
            readers = tuple(team for team, sight in seen.items() if sight.owner(place) is not None)
            yield OwnPlaceTaken(*titles, readers, script.cell)


def _steps(
    before: ScenarioState, now: ScenarioState, given: Mapping[str, str], label: str
) -> Iterator[TraceStep]:
    """Yield each piece and each owner that changed, for a trace."""
    script = now.play
    for name, at in now.stands.items():
        if at != before.stands[name]:
            where = [
                script.places[each].title if each else say("shown.off_map")
                for each in (before.stands[name], at)
            ]
            title = say(
                "shown.of_owner", title=script.pieces[name].title, owner=script.title(script.pieces[name].of)
            )
            yield TraceStep(label, given.get(name, str(HOLD)), title, where[0], where[1], where[1])
    for place, owner in now.held_by.items():
        if owner != before.held_by.get(place, ""):
            was = before.held_by.get(place, "")
            held = [script.title(each) if each else say("shown.nobody") for each in (was, owner)]
            yield TraceStep(label, "", script.places[place].title, held[0], held[1], held[1])


# --- results ------------------------------------------------------------------------------------------------------


def _results(
    script: Script, before: ScenarioState, found: Resolved, orders: Mapping[str, Order], team: str
) -> Iterator[Result]:
    for name, end in found.ends.items():
        piece = script.pieces[name]
        if piece.of != team:
            continue
        here, order = script.places[before.stands[name]].title, orders.get(name, HOLD)
        if end in ("moved", "bounced"):
            other = script.places[order.to].title
        else:
            other = other_title(script, name, order.of) if end != "held" else ""
        yield end, piece.title, here, other
        if name in found.dislodged:
            at = found.at[name]
            yield "retreated" if at else "removed", piece.title, here, script.places[at].title if at else ""
