"""The rule of the link in the page.

One frame of one size leaves at every beat. Every request is sent under its id until it is answered. Replies
come in order, or a whole view follows. A page that slept is not a network that broke.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import Role

from tests.clients.seat.tables import playing, view, welcome
from tests.clients.web.page.node import Node

TABLE = playing("kartenspiel", 1)
PLAIN = dict[str, Any]


def told(body: Any, n: int = 0, last: int = 0, session: str = "s") -> list[Any]:
    """Return the step in which a message arrives."""
    plain = body if isinstance(body, dict) else body.model_dump(mode="json", exclude_none=True)
    return ["come", {"v": 4, "session": session, "n": n, "last": max(n, last), "body": plain}]


WELCOME = told(welcome(TABLE, "red.corps.2"), 1)
WHOLE = view(TABLE, "red.corps.2")
ALIVE = {"type": "alive"}
UP: list[list[Any]] = [["start"], ["opens"], WELCOME, told(WHOLE, 2)]


def call(number: int) -> PLAIN:
    """Make a request."""
    return {"type": "call", "id": f"{number:032x}", "text": "x"}


def types(step: PLAIN) -> list[str]:
    """Return the names of the requests that were sent at a step."""
    return [frame["body"]["type"] for _, _, frame in step["sent"]]


def news(steps: list[PLAIN]) -> list[str]:
    """Return the names of all news."""
    return [
        each["type"] + (f" {each['state']}" if each["type"] == "link" else "")
        for step in steps
        for each in step["news"]
    ]


def alive(ms: int, beats_ms: int = 500) -> list[list[Any]]:
    """Return the steps in which time passes on a live link."""
    return [each for _ in range(ms // beats_ms) for each in (["pass", beats_ms], told(ALIVE, last=2))]


def test_one_frame_of_one_size_leaves_at_every_beat_whatever_there_is_to_say(node: Node) -> None:
    """A sniffer of the room's network sees at which moment each phone seals."""
    quiet = node.ask("line", [*UP, *alive(5000)])
    busy = node.ask("line", [*UP, *[["send", call(number)] for number in range(9)], *alive(5000)])
    left = [[(at, size) for step in run for at, size, _ in step["sent"]] for run in (quiet, busy)]
    assert left[0] == left[1]
    assert {size for _, size in left[0]} == {2048}
    beats = [at for at, _ in left[0]][1:]
    assert len(beats) == 10
    assert {after - before for before, after in pairwise(beats)} == {500}


def test_a_request_is_sent_again_under_its_id_until_it_is_answered(node: Node) -> None:
    """An answer is lost with a frame, or is sealed twice."""
    steps = node.ask(
        "line",
        [
            *UP,
            ["send", call(1)],
            *alive(9000),
            told({"type": "done", "id": call(1)["id"], "signature": ""}, 3),
            *alive(9000),
        ],
    )
    sent = [
        (at, frame["body"]["id"])
        for step in steps
        for at, _, frame in step["sent"]
        if frame["body"]["type"] == "call"
    ]
    assert {name for _, name in sent} == {call(1)["id"]}
    assert [at for at, _ in sent] == [280, 4780]
    assert "done" in news(steps)


def test_a_leaving_page_says_good_bye_in_its_session_or_in_the_requested_one(node: Node) -> None:
    """A phone that was put away during its start stays linked, or one without a connection says it to no
    arbiter.
    """
    leave = ["call", "leave"]
    for steps, session in ((UP, "s"), (UP[:1], ""), ([*UP, ["ends", "gone"]], None)):
        frames = [frame for *_, frame in node.ask("line", [*steps, leave, leave])[len(steps)]["sent"]]
        wanted = [] if session is None else [("leave", session)]
        assert [(frame["body"]["type"], frame["session"]) for frame in frames] == wanted


def test_an_unanswered_request_is_sent_again_after_a_break_but_not_at_another_seat(node: Node) -> None:
    """A player's request is lost in a tunnel, or is carried out at a seat to which they were moved meanwhile."""
    back = [["ends", "gone"], ["pass", 200], ["opens"], WELCOME, told(WHOLE, 2)]
    steps = node.ask("line", [*UP, ["send", call(1)], ["pass", 400], *back, *alive(1000)])
    assert [kind for step in steps[-4:] for kind in types(step)] == ["call", "beat"]
    moved = told(welcome(TABLE, "red.corps.1"), 1)
    steps = node.ask(
        "line", [*UP, ["send", call(1)], ["pass", 400], *back[:3], moved, told(WHOLE, 2), *alive(2000)]
    )
    assert "call" not in [kind for step in steps[7:] for kind in types(step)]
    refused = [each for step in steps for each in step["news"] if each["type"] == "refusal"]
    assert [(each["id"], each["text"]) for each in refused] == [(call(1)["id"], say("link.moved"))]


def test_a_page_that_became_a_watcher_sends_no_draft(node: Node) -> None:
    """A player who handed the seat over reads that a request is not allowed."""
    draft = {"type": "draft", "gate": WHOLE.gate, "answer": {"n": 1}}
    for role, again in ((Role.SEAT, ["draft", "beat"]), (Role.WATCHER, ["beat", "beat"])):
        back = [["ends", "gone"], ["pass", 200], ["opens"], told(welcome(TABLE, "red.corps.2", role), 1)]
        steps = node.ask("line", [*UP, ["send", draft], *alive(500), *back, told(WHOLE, 2), *alive(1000)])
        assert "draft" in [kind for step in steps[5:7] for kind in types(step)]
        assert [kind for step in steps[-4:] for kind in types(step)] == again


def test_after_a_gap_nothing_is_believed_until_a_whole_view_comes(node: Node) -> None:
    """A phone that missed a frame shows a line of talk, but not the turn before it."""
    spoken = {"type": "spoken", "channel": "red", "n": 1, "seat": "red.army", "title": "x", "text": "x"}
    steps = node.ask(
        "line", [*UP, told(spoken, 4), ["pass", 500], told(spoken, 5), told(WHOLE, 6), told(spoken, 7)]
    )
    assert news(steps[4:]) == ["view", "spoken"]
    assert types(steps[5]) == ["resync"]


def test_an_answer_comes_through_a_gap_and_once(node: Node) -> None:
    """A completed request is repeated for ever, because its reply was among the lost frames."""
    done = {"type": "done", "id": call(1)["id"], "signature": ""}
    steps = node.ask("line", [*UP, ["send", call(1)], ["pass", 500], told(done, 5), told(done, 6)])
    assert news(steps[6:]) == ["done"]


def test_a_draft_of_which_nothing_was_heard_is_not_kept_for_ever(node: Node) -> None:
    """Every old draft is sent after a break, one at each beat, before the important requests."""
    drafts = [["send", {"type": "draft", "gate": 1, "answer": {"a": str(number)}}] for number in range(5)]
    steps = node.ask("line", [*UP, *drafts, *alive(1000)])
    sent = [
        frame["body"] for step in steps for _, _, frame in step["sent"] if frame["body"]["type"] == "draft"
    ]
    assert [each["answer"] for each in sent] == [{"a": "4"}]


def test_silence_is_noticed_and_a_new_connection_made(node: Node) -> None:
    """A network that drops frames without closing leaves a phone with a running clock and a lost seat."""
    steps = node.ask("line", [*UP, ["pass", 2500], ["pass", 500], ["pass", 1000]])
    assert [step["opened"] for step in steps] == [1, 0, 0, 0, 0, 1, 0]
    assert steps[-1]["open"] == 1
    assert [news(steps)[-2:], steps[-1]["news"][0]["text"]] == [["view", "link down"], say("link.down")]


def test_it_seeks_soon_at_first_and_later_each_time_but_never_seldom(node: Node) -> None:
    """A room of phones does not come back with its arbiter, or knocks at its door too often."""
    lost = [each for _ in range(8) for each in (["ends", "gone"], ["pass", 2000])]
    steps = node.ask("line", [["start"], *lost])
    assert sum(step["opened"] for step in steps) == 9
    soon = node.ask("line", [["start"], ["ends", "gone"], ["pass", 70], ["pass", 10]])
    assert [step["opened"] for step in soon] == [1, 0, 0, 1]


def test_a_seat_that_slept_connects_anew_at_once_and_hears_nothing_of_the_old_connection(node: Node) -> None:
    """A phone that was unlocked trusts old messages: a clock from before, or a question that is over."""
    steps = node.ask(
        "line",
        [
            *UP,
            ["call", "afresh"],
            [*told(WHOLE, 3), 0],
            ["opens"],
            told(welcome(TABLE, "red.corps.2"), 1, session="t"),
            told(WHOLE, 2, session="t"),
        ],
    )
    assert steps[4]["opened"] == 1
    assert steps[4]["open"] == 1
    assert news(steps[4:]) == ["link down", "link up", "welcome", "view"]
    assert [each["text"] for each in steps[4]["news"]] == [say("link.coming_back")]


def test_the_end_of_an_old_connection_ends_no_new_one(node: Node) -> None:
    """A late message of the old connection ends the new connection of a phone."""
    for end in ("gone", "denied"):
        steps = node.ask(
            "line", [*UP, ["call", "afresh"], ["ends", end, 0], ["opens"], WELCOME, ["pass", 400]]
        )
        assert [step["opened"] for step in steps[4:]] == [1, 0, 0, 0, 0]
        assert news(steps[4:]) == ["link down", "link up", "welcome"]


def test_a_probe_that_is_answered_leaves_the_connection_and_one_that_is_not_makes_another(node: Node) -> None:
    """A connection that only seems open is trusted for seconds, or an open one is discarded at each look."""
    heard = node.ask("line", [*UP, ["pass", 700], ["call", "probe", 1000], *alive(2000)])
    assert sum(step["opened"] for step in heard) == 1
    deaf = node.ask("line", [*UP, ["pass", 700], ["call", "probe", 1000], ["pass", 990], ["pass", 20]])
    assert [step["opened"] for step in deaf[4:]] == [0, 0, 0, 1]
    fresh = node.ask("line", [*UP, ["call", "probe", 1000], ["pass", 1200]])
    assert sum(step["opened"] for step in fresh) == 1
    seeking = node.ask("line", [["start"], ["ends", "gone"], ["call", "probe", 1000]])
    assert [step["opened"] for step in seeking] == [1, 0, 1]


def test_a_seat_that_was_opened_elsewhere_is_not_taken_back(node: Node) -> None:
    """Two windows of one seat take it from each other for ever."""
    fenced = told({"type": "refusal", "id": "", "code": "fenced", "text": "x", "rule": ""}, session="")
    for end in (fenced, ["ends", "many"], ["call", "fence"]):
        steps = node.ask(
            "line", [*UP, end, ["pass", 9000], ["call", "afresh"], ["call", "probe", 500], ["pass", 9000]]
        )
        assert news(steps)[-1] == "link shut"
        assert sum(step["opened"] for step in steps) == 1
        assert steps[-1]["open"] == 0


def test_a_key_that_is_unknown_asks_for_the_door(node: Node) -> None:
    """A player whose card has a new code sees a dead table, with no field for the new code."""
    unknown = told({"type": "refusal", "id": "", "code": "unknown_key", "text": "x", "rule": ""}, session="")
    for end in (unknown, ["ends", "denied"]):
        last = node.ask("line", [*UP, end])[-1]["news"][-1]
        assert (last["state"], last["why"], last["text"]) == ("shut", "unknown", say("link.unknown"))


def test_a_farewell_lets_go_and_again_seeks(node: Node) -> None:
    """When the umpire has ended the exercise every phone keeps knocking, or none can come back after a resume."""
    bye = told({"type": "farewell", "text": ""}, 3)
    steps = node.ask(
        "line", [*UP, ["send", call(1)], bye, ["pass", 9000], ["call", "again"], ["opens"], WELCOME]
    )
    assert news(steps[5:]) == ["farewell", "refusal", "link ended", "link down", "link up", "welcome"]
    assert [step["opened"] for step in steps[5:]] == [0, 0, 1, 0, 0]


def test_a_host_whose_machine_stops_says_so_and_is_looked_for(node: Node) -> None:
    """If this fails, phones read that the umpire ended the exercise, and stay away when the machine is back."""
    bye = told({"type": "farewell", "text": "The machine stops.", "returns": True}, 3)
    steps = node.ask("line", [*UP, ["send", call(1)], bye, ["pass", 9000], ["opens"], WELCOME])
    after = [item for step in steps[5:] for item in step["news"]]
    assert news(steps[5:])[:1] == ["link down"]
    assert news(steps[5:])[-2:] == ["link up", "welcome"]
    assert after[0]["text"] == "The machine stops."
    assert "farewell" not in news(steps)


def test_another_version_is_said_and_not_tried_again(node: Node) -> None:
    """A phone with a page of yesterday tries again and again, without a message."""
    steps = node.ask(
        "line", [*UP, ["come", {"v": 2, "session": "s", "n": 3, "last": 3, "body": {}}], ["pass", 5000]]
    )
    assert steps[4]["news"][-1]["text"] == say("web.version")
    assert sum(step["opened"] for step in steps) == 1


def test_a_lot_is_pledged_in_a_beat_and_opened_for_no_list_that_is_not_signed(node: Node) -> None:
    """An attacker in between chooses the chance of a table, or a phone's number is not in it."""
    mine = welcome(TABLE, "red.corps.2").model_copy(
        update={"chance": "all", "commitment": "c", "verify_key": "0" * 64}
    )
    draw = {"type": "draw", "pledges": ["0" * 64], "seed": "", "signature": "00" * 64}
    steps = node.ask(
        "line", [["start"], ["opens"], told(mine, 1), ["pass", 500], told(draw, 2), ["pass", 1000]]
    )
    assert types(steps[3]) == ["pledge"]
    assert steps[4]["news"] == [{"type": "shout", "text": say("link.draw_false"), "gate": 0}]
    assert "open_lot" not in types(steps[5])


# --- several machines ---------------------------------------------------------------------------------------------------


def welcomed(epoch: int, session: str = "s", *, key: str = "k", webs: tuple[str, ...] = ()) -> list[Any]:
    """Return a welcome of this epoch."""
    mine = welcome(TABLE, "red.corps.2").model_copy(update={"epoch": epoch, "verify_key": key, "webs": webs})
    return told(mine, 1, session=session)


def test_a_welcome_of_an_earlier_epoch_is_none(node: Node) -> None:
    """A phone is admitted by an arbiter that slept through the take-over, and seals an answer that is never
    resolved.
    """
    back = [["ends", "gone"], ["pass", 200], ["opens"]]
    steps = node.ask("line", [["start"], ["opens"], welcomed(7), *back, welcomed(6, "old"), ["pass", 300]])
    woken = steps[6]
    assert (woken["news"], woken["open"]) == ([], 0)
    assert steps[7]["opened"] == 1
    for epoch in (7, 8):
        steps = node.ask("line", [["start"], ["opens"], welcomed(7), *back, welcomed(epoch, "new")])
        assert news(steps[6:]) == ["welcome"]


def test_the_epoch_outlives_a_page_that_is_loaded_anew_and_no_other_exercise_is_refused_for_it(
    node: Node,
) -> None:
    """A reload brings the page back to the arbiter that no longer leads, or the next exercise at that address
    never opens.
    """
    again = [["start"], ["opens"], welcomed(7), ["reload"], ["start"], ["opens"]]
    assert news(node.ask("line", [*again, welcomed(6)])[6:]) == []
    assert "welcome" in news(node.ask("line", [*again, welcomed(7)])[6:])
    assert "welcome" in news(node.ask("line", [*again, welcomed(0, key="another")])[6:])


def test_a_page_whose_machine_is_gone_names_the_other_addresses(node: Node) -> None:
    """A phone cannot follow to another machine by itself, and its player sees a dead page while the others
    play on.
    """
    web, later = "https://10.0.0.7:5282", "https://10.0.0.8:5282"
    told_later = told({"type": "elsewhere", "addresses": [], "webs": [later]}, 2)
    for before, links in (
        ([welcomed(1, webs=(web,))], [web]),
        ([welcomed(1, webs=(web,)), told_later], [later]),
        ([welcomed(1)], None),
    ):
        steps = node.ask(
            "line", [["start"], ["opens"], *before, ["ends", "gone"], ["pass", 4900], ["pass", 200]]
        )
        assert news(steps[-2:]) == ["link down", "link down"] if links else ["link down"]
        assert [each.get("webs") for each in steps[-1]["news"]] == ([links] if links else [])
        assert "elsewhere" not in news(steps)
    steps = node.ask(
        "line",
        [
            *(["start"], ["opens"], welcomed(1, webs=(web,)), ["ends", "gone"], ["pass", 2000]),
            *(["opens"], welcomed(1, webs=(web,)), ["pass", 300], told(ALIVE, last=1), ["pass", 300]),
            *alive(6000),
        ],
    )
    links_told = [
        each for step in steps for each in step["news"] if each["type"] == "link" and each.get("webs")
    ]
    assert links_told == []
