"""Sums of the dead and of the plays left, in the words of the sheet, as far as a reader knows them."""

from __future__ import annotations

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import City, HardWarState, dead, play_limit
from warcouncil.games.hard_war.wording import say


def row_dead(city: City, player: int, *, knows: bool) -> str:
    """Return the sum of the known tolls of a row. "+?" means that hidden attacks add to it."""
    row = city.rows[player]
    known = [cards.toll(laid.card) for laid in row if laid.up or knows]
    return say("sheet.dead_row_hidden" if len(known) < len(row) else "sheet.dead_known", dead=sum(known))


def all_dead(state: HardWarState, player: int, *, knows: bool) -> str:
    """Return the sum of a player's known dead, and the number of hidden attacks."""
    if knows:
        return say("sheet.dead_known", dead=dead(state, player))
    row = [laid for city in state.cities for laid in city.rows[player]]
    known = sum(cards.toll(laid.card) for laid in row if laid.up)
    hidden = sum(1 for laid in row if not laid.up)
    return say("sheet.dead_hidden", dead=known, n=hidden) if hidden else say("sheet.dead_known", dead=known)


def left_to_play(state: HardWarState) -> str:
    """Return how many cards may still be played this turn."""
    return say("sheet.to_play_of", left=state.plays_left, limit=play_limit(state))


def counted(state: HardWarState, place: int, player: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the dead of a player's row in a city and of all their rows: first as the others know them, then as the player does."""
    city = state.cities[place]
    seen, own = (
        (row_dead(city, player, knows=knows), all_dead(state, player, knows=knows)) for knows in (False, True)
    )
    return seen, own
