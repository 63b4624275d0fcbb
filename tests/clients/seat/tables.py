"""Tables for tests: real games played by the rules alone, and the view of a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState, News
from warcouncil.games.kit.events import Event, is_open, shown, shows, told
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play.play import Playing, Policy, at_random, seed_of
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.games.registry import load
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Badge
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Ended,
    Mate,
    Score,
    Spoken,
    StoryLine,
    View,
)
from warcouncil.protocol.wire.replies import Reply, Welcome
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import ChannelId, MessageId, Role, SeatId, TableId, TeamId

UP = LinkChange(LinkState.UP)
DOWN = LinkChange(LinkState.DOWN, "No connection to the host. Reconnecting. What you sealed is safe.")


def ids() -> Callable[[], MessageId]:
    """Return a source of ids that is the same in every run."""
    count = iter(range(1, 100_000))
    return lambda: MessageId(f"{next(count):032x}")


class FakeLine(Line):
    """A link that records its requests and returns the given messages."""

    def __init__(self, news: Iterable[Reply | LinkChange] = ()) -> None:
        self.sent: list[Request] = []
        self.sought = 0
        """How often it was asked to seek the arbiter again."""
        self.news: asyncio.Queue[News] = asyncio.Queue()
        for each in news:
            self.news.put_nowait(each)

    def send(self, body: Request) -> None:
        """Record a request."""
        self.sent.append(body)

    def again(self) -> None:
        """Count a request to seek the arbiter again."""
        self.sought += 1

    async def receive(self) -> News:
        """Return the next piece of news."""
        return await self.news.get()


def playing(
    game: str | AnyGame, gates: int = 0, *, seed: str = "1", policy: Policy = at_random, **options: Any
) -> Playing:
    """Play a game for some gates, or to its end."""
    loaded = load(game) if isinstance(game, str) else game
    table = Playing(loaded, loaded.options_type(**options), seed_of(seed))
    while table.gate <= gates and isinstance(table.phase, Phase):
        play_gate(table, policy)
    return table


def play_gate(table: Playing, policy: Policy = at_random) -> None:
    """Answer the open gate for everyone, and close it."""
    assert isinstance(table.phase, Phase)
    for seat in table.phase.asked:
        answer = policy(table, seat)
        if answer is not None:
            table.declare(seat, answer)
    table.close()


def play_until(table: Playing, phase: str, policy: Policy = at_random, gates_max: int = 300) -> Playing:
    """Play on until a phase of this name is open."""
    while isinstance(table.phase, Phase) and table.phase.name != phase and table.gate < gates_max:
        play_gate(table, policy)
    return table


def welcome(table: Playing, seat: str, role: Role = Role.SEAT) -> Welcome:
    """Return the arbiter's welcome for a seat."""
    game = table.game
    mine = next(each for each in game.seats(table.options) if each.id == seat)
    return Welcome(
        exercise="Jena",
        role=role,
        session="s",
        table=TableId(7),
        seat=SeatId(seat),
        team=mine.team,
        seat_title=mine.title,
        team_title=str(mine.team).title(),
        duty=mine.duty,
        game=game.name,
        game_title=game.title,
        designer=game.designer,
        summary=game.summary,
    )


def view(table: Playing, seat: str, *, since: int | None = None, **changes: Any) -> View:
    """Return the view of a seat. `since`: only events from this one on are new, and can be watched."""
    game, phase = table.game, table.phase
    seats = game.seats(table.options)
    mine = next(each for each in seats if each.id == seat)
    titles = {each.id: each.title for each in seats}
    open_phase = phase if isinstance(phase, Phase) else None
    made = View(
        whole=since is None,
        gate=table.gate,
        title=open_phase.title if open_phase else "The game is over",
        phase=open_phase.name if open_phase else "",
        rule=open_phase.rule if open_phase else "",
        rule_text=open_phase.text if open_phase else "",
        sheet=game.sheet(table.state, mine.id).model_copy(update={"sides": game.sides(table.options)}),
        form=game.form(table.state, mine.id) if open_phase and mine.id in open_phase.asked else None,
        asked=tuple(titles[each] for each in open_phase.asked) if open_phase else (),
        unanswered=game.unanswered(table.state, mine.id)
        if open_phase and mine.id in open_phase.asked
        else "",
        closes_at_once=open_phase is not None
        and open_phase.asked_known
        and open_phase.closes_early
        and open_phase.asked == (mine.id,),
        several=open_phase.sealed if open_phase else False,
        readiness=open_phase.readiness if open_phase else False,
        clock=ClockView(left_ms=round(open_phase.clock_seconds * 1000), total_ms=0, running=True)
        if open_phase
        else None,
        channels=_channels(open_phase, mine.id, titles) if open_phase else (),
        deals_open=open_phase.deals if open_phase else False,
        seats=tuple((each.id, each.title) for each in seats if each.id != mine.id),
        story=story(table, seat, since or 0) if since is None else _news(table, mine, since),
        scenes=()
        if since is None
        else tuple(scene for scene in map(_open_scene, _events(table, since)) if scene),
        team=tuple(
            Mate(seat=each.id, title=each.title, linked=True) for each in seats if each.team == mine.team
        ),
        ended=_ended(phase, mine.team, seats, game.sides(table.options))
        if isinstance(phase, Finish)
        else None,
    )
    return made.model_copy(update=changes)


def story(table: Playing, seat: str, since: int = 0) -> tuple[StoryLine, ...]:
    """Return the story as a seat reads it."""
    mine = next(each for each in table.game.seats(table.options) if each.id == seat)
    return tuple(
        StoryLine(heading=happened.heading, text=text)
        for happened in table.events[since:]
        if (text := told(happened.event, mine))
    )


def _events(table: Playing, since: int) -> list[Event]:
    return [happened.event for happened in table.events[since:]]


def _open_scene(event: Event) -> Scene | None:
    return shown(event, PUBLIC) if shows(type(event)) else None


def _news(table: Playing, seat: Seat, since: int) -> tuple[StoryLine, ...]:
    """Return the new lines of a seat's story, each with its scene, as the arbiter does."""
    lines, count = [], 0
    for happened in table.events[since:]:
        scene = _open_scene(happened.event)
        count += scene is not None
        own = None if is_open(type(happened.event)) else shown(happened.event, seat)
        if text := told(happened.event, seat):
            shows_scene = count if scene is not None and own in (None, scene) else 0
            mine = own if own != scene else None
            lines.append(StoryLine(heading=happened.heading, text=text, shows=shows_scene, scene=mine))
    return tuple(lines)


def _channels(phase: Phase, seat: SeatId, titles: dict[SeatId, str]) -> tuple[ChannelView, ...]:
    return tuple(
        ChannelView(
            id=channel.id,
            title=channel.title,
            members=tuple(titles[each] for each in channel.members),
            open=True,
            quiet_ms=round(phase.quiet_seconds * 1000),
        )
        for channel in phase.channels
        if seat in channel.members
    )


def _ended(finish: Finish, team: TeamId, seats: Sequence[Seat], sides: tuple[Badge, ...]) -> Ended:
    names = {str(each.id): each.title for each in seats} | {side.id: side.title for side in sides}
    winners = tuple(names.get(winner, winner.title()) for winner in finish.winners)
    return Ended(
        reason=finish.reason,
        winners=winners,
        won=None if not finish.winners else team in finish.winners,
        scores=tuple(
            Score(
                label=tally.label,
                of=tuple((names.get(side, side.title()), number) for side, number in tally.by.items()),
            )
            for tally in finish.standings.tallies
        ),
        turns=finish.standings.turns,
        turns_are=finish.standings.turns_are,
        sides=sides,
        meaning=finish.meaning,
    )


def spoken(channel: str, *lines: tuple[str, str]) -> tuple[Spoken, ...]:
    """Return lines spoken in a channel, from pairs of speaker and text."""
    return tuple(
        Spoken(channel=ChannelId(channel), n=number, seat=SeatId("red.army"), title=who, text=text)
        for number, (who, text) in enumerate(lines, 1)
    )


COUNCIL = (
    ("Red army commander", "Corps III holds the bridge. How many do you need?"),
    ("Red corps III", "Three infantry would do, and a squadron to charge with."),
    ("Red corps II", "They showed five against me last turn. I would rather defend."),
    ("Red corps IV", "I can attack if you send me two."),
)
