"""One console over several arbiters.

It shows what as many consoles would show, and sends each order to its arbiter.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from warcouncil.clients.commands.join.wings import phases_of
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.acts.act_builder import BadBox, make_act
from warcouncil.clients.umpire.acts.act_results import what_became
from warcouncil.clients.umpire.acts.act_target import cautions, target, whom
from warcouncil.clients.umpire.drawing.columns import WallRow
from warcouncil.clients.umpire.drawing.rows import head_line, table_row
from warcouncil.clients.umpire.model.alarms import Urgency, ranked_alarms
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.clients.umpire.model.table_order import WallSort, arranged
from warcouncil.clients.umpire.model.wing import lockstep_for
from warcouncil.clients.umpire.screens.act_choices import choices
from warcouncil.clients.umpire.screens.debriefing import debrief_lines
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.wire.consoles import Alarm, Alarms, Debriefing, Wall
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode, Reply
from warcouncil.protocol.wire.requests import Call, Request, Rule
from warcouncil.protocol.words import GateNo, MessageId, Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room
from tests.clients.umpire.builders import UP, ids, table, welcome

NORTH, SOUTH = "North", "South"
DOWN = LinkChange(LinkState.DOWN, "cable")
ANY = GateNo(0)


def board_of(*wings: str) -> Board:
    """Make a board that has received two wings of two tables each: 1 and 2, 3 and 4."""
    board = Board(ids(), (NORTH, SOUTH))
    for wing, numbers in ((NORTH, (1, 2)), (SOUTH, (3, 4))):
        told: tuple[Reply | LinkChange, ...] = (
            UP,
            welcome(),
            Wall(exercise=f"Jena · {wing}", tables=()),
            *(table(n) for n in numbers),
        )
        for news in told:
            board.feed(news, 0, wing)
    return board


def answer(board: Board, rule: Rule, wing: str) -> None:
    """Deliver a wing's reply that a ruling was done."""
    board.feed(Done(id=rule.id), 1000, wing)


class Place:
    """A wing under test: its arbiter's own core, an umpire there, and a board that knows this wing alone."""

    def __init__(self, name: str, first: int) -> None:
        self.name = name
        self.room = Room("kartenspiel", tables=2, numbered_from=first, exercise={"start": "umpire"})
        self.seats = [self.room.sit("red.army", table=first), self.room.sit("black.army", table=first + 1)]
        self.umpire: Person = self.room.umpire(f"umpire of {name}")
        self.alone = Board(ids(), (name,))
        self.news: list[Reply | LinkChange] = [UP]
        self._heard = 0

    def come(self) -> None:
        """Process the messages for the umpire."""
        self.news += [reply.body for reply in self.umpire.replies[self._heard :]]
        self._heard = len(self.umpire.replies)

    def back(self) -> None:
        """Lose the link, and reconnect. All messages are sent again."""
        self.umpire = self.room.greet(self.umpire.key, f"{self.name} {len(self.room.people)}")
        self._heard = 0
        self.news += [DOWN, UP]


class Event:
    """Two wings, the console over both, and what one console for each shows."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.places = {NORTH: Place(NORTH, 1), SOUTH: Place(SOUTH, 3)}
        self.board = Board(ids(10**9), (NORTH, SOUTH))
        self.now_ms = 0

    def step(self) -> None:
        """Do one random step at an arbiter, or deliver some of its news."""
        place = self.dice.choice([*self.places.values()])
        happens = self.dice.choice((self._hear, self._hear, self._wait, self._order, self._call, self._break))
        happens(place)
        place.come()

    def hear_all(self) -> None:
        """Deliver all news."""
        for place in self.places.values():
            place.come()
            while place.news:
                self._hear(place)

    def _hear(self, place: Place) -> None:
        for _ in range(self.dice.randint(1, 4)):
            if place.news:
                news = place.news.pop(0)
                self.board.feed(news, self.now_ms, place.name)
                place.alone.feed(news, self.now_ms, place.name)

    def _wait(self, place: Place) -> None:
        self.now_ms += 700
        for each in self.places.values():
            each.room.wait(700)

    def _break(self, place: Place) -> None:
        if self.dice.random() < 0.3:
            place.back()

    def _call(self, place: Place) -> None:
        request = Call(id=MessageId(f"{self.dice.getrandbits(128):032x}"), text="ruling please")
        place.room.ask(self.dice.choice(place.seats), request)

    def _order(self, place: Place) -> None:
        act = self.dice.choice((acts.Begin(), acts.Pause(), acts.Resume(), acts.Extend(seconds=30)))
        gates = dict.fromkeys(self.board.tables, ANY)
        self.send(self.board.rule(act, gates, "a reason", self.now_ms))

    def send(self, requests: tuple[Request, ...]) -> None:
        """Send each request to its wing."""
        for request in requests:
            place = self.places[self.board.to_wing(request)]
            place.room.ask(place.umpire, request)
            place.come()


def drawn(board: Board, now_ms: int) -> dict[TableId, str]:
    """Return the row of each table as the wall shows it."""
    found = ranked_alarms(board, now_ms)
    worst: dict[TableId, Urgency] = {}
    for ranked in found:
        worst.setdefault(ranked.table, ranked.urgency)
    return {
        number: table_row(WallRow(now, now_ms, worst=worst.get(number)), 120).plain
        for number, now in board.tables.items()
    }


@pytest.mark.parametrize("seed", range(5))
def test_a_console_over_two_wings_shows_what_two_consoles_show(seed: int) -> None:
    """A table looks different on the wall of the event than on that of its own wing, or is missing, or appears
    twice.
    """
    event = Event(seed)
    for _ in range(80):
        event.step()
        alone = [place.alone for place in event.places.values()]
        tables = {number: now for board in alone for number, now in board.tables.items()}
        assert event.board.tables == tables
        assert [*event.board.tables] == sorted(tables)
        assert drawn(event.board, event.now_ms) == {
            number: row for board in alone for number, row in drawn(board, event.now_ms).items()
        }
        of_all = [ranked for board in alone for ranked in ranked_alarms(board, event.now_ms)]
        assert sorted(ranked_alarms(event.board, event.now_ms), key=repr) == sorted(of_all, key=repr)
        assert event.board.linked == tuple(map(sum, zip(*(board.linked for board in alone), strict=True)))
        for sort in WallSort:
            shown = arranged(event.board, event.now_ms, sort=sort, wanted="", ranked_alarms=of_all)
            assert sorted(shown) == sorted(tables)
    event.hear_all()
    assert {number for number, now in event.board.tables.items() if not now.away} == {1, 2, 3, 4}


def test_a_bulk_act_is_journalled_in_each_wing_under_an_id_of_its_own() -> None:
    """Half of the room plays on while the umpire speaks, or one record covers the acts of two arbiters."""
    event = Event(1)
    event.hear_all()
    event.send(event.board.rule(acts.Begin(), dict.fromkeys(event.board.tables, ANY), "It is time", 0))
    event.hear_all()
    order = event.board.orders[-1]
    assert what_became(event.board, order) == ("Began the game · tables 1–4", Fate.DONE)
    kept = [
        {id_ for id_ in order.rulings if any(id_.encode() in row.body for row in place.room.journal)}
        for place in event.places.values()
    ]
    assert [len(each) for each in kept] == [2, 2]
    assert not kept[0] & kept[1]
    assert all(now.status.begun for now in event.board.tables.values())


def test_an_act_in_the_room_is_done_in_that_of_each_wing() -> None:
    """The projectors of one wing show the results, and those of the other the tables."""
    event = Event(2)
    event.hear_all()
    aimed = target(event.board, room_acts.Results, ())
    event.send(
        event.board.rule(room_acts.Results(shown=True), aimed.touched(event.board), "The games are over", 0)
    )
    event.hear_all()
    assert [wing.results for wing in event.board.wings.values()] == [True, True]
    assert what_became(event.board, event.board.orders[-1])[0].endswith("· North and South")


def test_a_wing_is_asked_to_keep_step_at_no_phase_of_another() -> None:
    """In an event of two games a wing refuses the complete lock-step ruling, because of a phase of the other game."""
    board = Board(ids(), (NORTH, SOUTH))
    for wing, number, phase in ((NORTH, 1, "Battle"), (SOUTH, 3, "Talk")):
        of_wing = {"lockstep": (phase,), "game_title": f"The game of {wing}"}
        for news in (UP, welcome(), table(number).model_copy(update=of_wing)):
            board.feed(news, 0, wing)
    aimed = replace(target(board, room_acts.Lockstep, ()), phase="Talk", turns_on=False)
    sent = board.rule(make_act(board, aimed, "", ""), aimed.touched(board), "no more", 0)
    assert [rule.act for rule in sent] == [room_acts.Lockstep(phases=("Battle",)), room_acts.Lockstep()]


def test_a_phase_is_left_out_only_where_another_game_alone_has_it() -> None:
    """A wing of the same game is not kept in step, because another is already. Or one of two games refuses a phase
    that it need not know.
    """
    asked = room_acts.Lockstep(phases=("Battle", "Talk", "Mistyped"))
    north = table(1).model_copy(update={"game_title": "War", "lockstep": ("Battle",)})
    south = table(2).model_copy(update={"game_title": "War", "phase": "Night"})
    east = table(3).model_copy(update={"game_title": "Peace", "phase": "Talk"})
    assert lockstep_for(asked, [south], [north]) == asked
    assert lockstep_for(asked, [south], [north, east]).phases == ("Battle", "Mistyped")
    assert lockstep_for(asked, [east], [north, south]).phases == ("Talk", "Mistyped")
    assert lockstep_for(asked, [east, south], [north]) == asked


def test_a_phase_of_two_games_is_kept_in_both_though_one_of_them_is_elsewhere_now() -> None:
    """The wing that does not negotiate just now keeps no step, although the umpire reads that it does."""
    now = table(1).model_copy(update={"game_title": "Kashmir Crisis", "phase": "Negotiation"})
    act = room_acts.Lockstep(phases=("Negotiation",))
    for game, asked in (("Escalate!", act), ("Kartenspiel", room_acts.Lockstep())):
        here = table(3).model_copy(update={"game_title": game, "phase": "Charge"})
        assert lockstep_for(act, [here], [now], phases_of) == asked


def test_an_act_in_the_room_may_be_done_in_one_wing() -> None:
    """To renew a console's card of one wing, the umpire must ask all wings, and the others refuse."""
    board = board_of()
    offered = choices(board, target(board, room_acts.Renew, ()))
    assert [(each.wing, each.keep) for each in offered] == [
        (NORTH, True),
        (SOUTH, True),
        (NORTH, False),
        (SOUTH, False),
    ]
    assert [each.wing for each in choices(board, target(board, room_acts.Debrief, ()))] == ["", NORTH, SOUTH]
    (rule,) = board.rule(room_acts.Renew(plate="7K3"), {TableId(0): ANY}, "lost", 0, wing=SOUTH)
    assert board.to_wing(rule) == SOUTH


def test_an_answer_of_one_wing_does_not_answer_another() -> None:
    """The console reports an act as done that an arbiter never did, because another arbiter sent an answer with the same id."""
    board = board_of()
    north, south = board.rule(acts.Pause(), {TableId(1): ANY, TableId(3): ANY}, "a break", 0)
    answer(board, north, SOUTH)
    order = board.orders[-1]
    assert order.tables(Fate.DONE) == ()
    answer(board, north, NORTH)
    board.feed(Refusal(id=south.id, code=RefusalCode.STALE, text="too late"), 0, SOUTH)
    assert (order.tables(Fate.DONE), order.tables(Fate.REFUSED)) == ((TableId(1),), (TableId(3),))


def test_an_order_to_a_wing_that_is_away_is_not_lost_in_silence() -> None:
    """The umpire believes that all tables are paused while a disconnected wing plays on."""
    board = board_of()
    board.feed(DOWN, 5000, SOUTH)
    sent = board.rule(acts.Pause(), dict.fromkeys(board.tables, ANY), "a break", 6000)
    assert [rule.table for rule in sent] == [1, 2]
    for rule in sent:
        answer(board, rule, NORTH)
    said, fate = what_became(board, board.orders[-1])
    assert said == "Paused · tables 1–2 · NOT at tables 3–4: South is not connected: nothing was sent there"
    assert fate is Fate.REFUSED


def test_the_state_of_a_table_in_a_missing_wing_is_marked_as_the_last_known() -> None:
    """The umpire reads as a fact that there is nothing to pause, while that wing has begun."""
    board = board_of()
    board.feed(table(3, begun=False), 0, SOUTH)
    board.feed(DOWN, 5000, SOUTH)
    assert cautions(board, target(board, acts.Pause, board.tables)) == (
        "no effect at table 3: not begun, as South last reported",
    )
    board.feed(UP, 6000, SOUTH)
    board.feed(table(3, begun=False), 6000, SOUTH)
    assert cautions(board, target(board, acts.Pause, board.tables)) == ("no effect at table 3: not begun",)


def test_an_order_that_a_wing_took_with_it_is_said_to_wait_for_it() -> None:
    """An arbiter fell silent before it received an order, and the umpire does not learn that the order is
    undelivered.
    """
    board = board_of()
    north, _ = board.rule(acts.Pause(), {TableId(1): ANY, TableId(3): ANY}, "a break", 0)
    answer(board, north, NORTH)
    board.feed(DOWN, 1000, SOUTH)
    said, fate = what_became(board, board.orders[-1])
    assert said == "Paused · tables 1 and 3: sent, no answer yet; South is away and gets the order later"
    assert fate is Fate.WAITING
    board.feed(LinkChange(LinkState.ENDED, "over"), 2000, SOUTH)
    assert board.orders[-1].tables(Fate.UNKNOWN) == (TableId(3),)


def test_the_tables_of_a_wing_that_is_away_are_not_shown_as_live() -> None:
    """An umpire watches old clocks and seals of a wing that is not connected."""
    board = board_of()
    board.feed(DOWN, 5000, SOUTH)
    rows = drawn(board, 17_000)
    assert "away 0:18" in rows[TableId(3)]
    assert "South is away. You see its state of 12 s ago" in rows[TableId(3)]
    assert "0:06" in rows[TableId(1)]
    assert "4 tables, 2 away · 20/40 connected" in head_line(board, 17_000, 120).plain
    first, *_ = ranked_alarms(board, 17_000)
    assert (first.urgency, first.since_ms) == (Urgency.AWAY, 12_000)
    assert (
        first.text
        == "South does not answer. You see the last report of tables 3–4. No order reaches the host"
    )
    board.feed(UP, 20_000, SOUTH)
    board.feed(table(3, left_ms=18_000), 20_000, SOUTH)
    assert [number for number, now in board.tables.items() if now.away] == [4]
    del board.tables[TableId(3)]
    board.feed(DOWN, 21_000, SOUTH)
    assert (
        "You see the last report of table 4. No order reaches the host"
        in ranked_alarms(board, 22_000)[0].text
    )


def test_a_message_without_a_table_names_its_wing() -> None:
    """The wrong arbiter gets the request to clear an alarm, or a debrief is looked for on the wrong machine."""
    board = board_of()
    for wing in (NORTH, SOUTH):
        board.feed(Alarms(alarms=(Alarm(table=TableId(0), text="the disk is full", number=3),)), 0, wing)
    assert [(each.text, each.wing) for each in ranked_alarms(board, 0)] == [
        ("North: the disk is full", NORTH),
        ("South: the disk is full", SOUTH),
    ]
    board.feed(Debriefing(state="writing", percent=40), 0, NORTH)
    board.feed(Debriefing(state="written", text="/tmp/south"), 0, SOUTH)
    assert [line.plain.strip().partition(" ")[2] for line in debrief_lines(board, 80)][
        1
    ] == "The debrief is in /tmp/south"
    assert "40 %" in target(board, room_acts.Debrief, ()).why_not


def test_two_wings_with_tables_of_one_number_are_not_mixed() -> None:
    """An order for one table 1 is carried out at the other."""
    board = board_of()
    board.feed(table(1, left_ms=1000), 0, SOUTH)
    assert board.tables[TableId(1)].wing == NORTH
    assert "North already shows a table 1" in board.trouble


def test_a_wing_is_found_by_its_name() -> None:
    """An umpire of one wing must know its table numbers by heart."""
    board = board_of()
    assert arranged(board, 0, sort=WallSort.NUMBER, wanted="south", ranked_alarms=[]) == (3, 4)
    board.feed(DOWN, 0, NORTH)
    assert arranged(board, 0, sort=WallSort.NUMBER, wanted="away", ranked_alarms=[]) == (1, 2)


def test_an_event_is_called_by_what_its_wings_have_in_common() -> None:
    """The top line says the same twice, and cuts off how many are linked."""
    assert board_of().exercise == "Jena"
    board = board_of()
    board.wings[SOUTH].exercise = "Auerstedt"
    assert board.exercise == "Jena · North + Auerstedt"


def test_a_console_may_do_what_one_of_its_cards_may() -> None:
    """An umpire who is only an observer in another wing can do nothing in their own."""
    board = board_of()
    board.feed(welcome(Role.OBSERVER), 0, SOUTH)
    roles = [board.role]
    board.feed(welcome(Role.OBSERVER), 0, NORTH)
    assert [*roles, board.role] == [Role.UMPIRE, Role.OBSERVER]


def test_a_seat_is_asked_after_in_its_own_wing() -> None:
    """The screen shows another seat's answers, and the look is in the wrong journal."""
    board = board_of()
    assert board.to_wing(board.look(TableId(4), SeatId("red.army"))) == SOUTH
    assert board.to_wing(board.watch(TableId(2))) == NORTH
    assert whom(board, target(board, acts.Pause, board.tables)).startswith("every table: tables 1–4")


def test_a_move_to_another_wing_is_refused() -> None:
    """The umpire reads that there is no table 3, though the wall shows it."""
    board = board_of()
    aimed = target(board, room_acts.Reseat, (TableId(1),), seat=SeatId("red.army"))
    with pytest.raises(BadBox, match=r"Table 3 is in South\. A player cannot move to another wing\."):
        make_act(board, aimed, "3 red army commander", "")
    assert make_act(board, aimed, "2 red army commander", "") == room_acts.Reseat(
        seat=SeatId("red.army"), to_table=TableId(2), to_seat=SeatId("red.army"), from_bots=True
    )
