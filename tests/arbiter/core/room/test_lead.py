"""The lead: each client knows where to find the exercise without this arbiter, and umpires know whether a
standby is ready.
"""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.arbiter.core.words.outcome import HandOn
from warcouncil.arbiter.core.words.stimuli import Followed, Placed, Received, Resumed
from warcouncil.protocol.acts.room_acts import HandOverLead
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.consoles import Alarms, Standby, Standbys
from warcouncil.protocol.wire.replies import Done, Elsewhere, Refusal, Welcome
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.harness import Person, Room

OURS, THEIRS = "10.0.0.5:5279", "10.0.0.7:5279"
PLACE: dict[str, Any] = {"epoch": 1, "elsewhere": (OURS, THEIRS), "webs": ("https://10.0.0.7:5281",)}


def room() -> Room:
    """Return a room with a person of every role."""
    made = Room("sealed_bid", tables=2)
    made.sit_all()
    made.umpire()
    for role in (Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY):
        made.console(role)
    return made


def placed(in_: Room, *standbys: str, **place: Any) -> None:
    """Report the addresses of the exercise and its standbys."""
    in_.do(Placed(at=in_.at, standbys=standbys, **{**PLACE, **place}))


def alarms(person: Person) -> list[str]:
    """Return the room alarms that a person sees."""
    told = person.of(Alarms)
    return [alarm.text for alarm in told[-1].alarms] if told else []


def test_every_client_gets_the_same_addresses() -> None:
    """A seat looks for a dead laptop for ever, or a listener reads from the length of a frame whom it is for."""
    in_ = room()
    placed(in_, "kate")
    heard = [person.last(Elsewhere) for person in in_.people.values()]
    assert heard == [Elsewhere(addresses=PLACE["elsewhere"], webs=PLACE["webs"])] * len(in_.people)
    assert len({len(person.frames[-1][1]) for person in in_.people.values()}) == 1
    welcome = in_.greet("umpire").last(Welcome)
    assert (welcome.epoch, welcome.elsewhere, welcome.webs) == (1, PLACE["elsewhere"], PLACE["webs"])
    before = [len(person.replies) for person in in_.people.values()]
    placed(in_, "kate")
    assert [len(person.replies) for person in in_.people.values()] == before, "what was said is said once"


def test_an_arbiter_that_leads_again_knows_the_addresses_that_clients_seek() -> None:
    """An arbiter that led before advises the umpires to hand out the cards again, though the clients reconnect by
    themselves.
    """
    in_ = room()
    placed(in_, "kate")
    assert not in_.exercise.lead.sought, "nobody has led before"
    in_.do(Resumed(at=in_.at, epoch=2))
    placed(in_, epoch=2, elsewhere=(THEIRS,))
    in_.do(Resumed(at=in_.at, epoch=3))
    assert in_.exercise.lead.sought == (THEIRS, OURS)


def test_a_resume_forgets_the_addresses_and_a_new_epoch_seeks_the_old_ones() -> None:
    """A standby sends people first to the laptop that has just died."""
    in_ = room()
    placed(in_, "kate")
    in_.crash()
    assert in_.greet("umpire").last(Welcome).elsewhere == ()
    in_.do(Resumed(at=in_.at, epoch=4))
    assert in_.greet("umpire").last(Welcome).epoch == 4
    in_.do(Resumed(at=in_.at, epoch=2))
    assert in_.greet("umpire").last(Welcome).epoch == 4, "an epoch never falls"
    placed(in_, epoch=5, elsewhere=(THEIRS,), webs=())
    assert in_.greet("umpire").last(Welcome).epoch == 5


def test_consoles_see_each_standby_and_how_far_it_is_behind() -> None:
    """The host trusts a standby that has not followed for an hour."""
    in_ = room()
    placed(in_, "kate", "tom")
    told = {role: in_.people[role].of(Standbys) for role in ("umpire", "observer", "technical", "display")}
    assert [bool(news) for news in told.values()] == [True, True, True, False]
    assert not any(in_.people[f"1:{seat}:seat"].of(Standbys) for seat in in_.table.seats)
    assert [one.behind for one in told["umpire"][-1].standbys] == [0, 0], "nobody has said that they lag"
    rows = len(in_.journal)
    in_.do(Followed(at=in_.at, standbys=(Standby(name="kate", behind=7), Standby(name="nobody"))))
    assert in_.people["umpire"].last(Standbys).standbys == (Standby(name="kate", behind=7),)
    assert len(in_.journal) == rows, "what is made of the journal does not stand in it"
    assert in_.greet("umpire").last(Standbys).standbys[0].behind == 7


def test_a_standby_that_was_there_and_is_gone_is_an_alarm_until_one_is_back() -> None:
    """The room believes itself safe for the rest of the day."""
    in_ = room()
    umpire = in_.people["umpire"]
    placed(in_, "kate", "tom")
    assert alarms(umpire) == []
    placed(in_, "tom")
    assert alarms(umpire) == ["the standby kate is gone"]
    placed(in_)
    assert "no machine can take over" in alarms(umpire)[1]
    assert not in_.people["display"].of(Alarms)
    placed(in_, "kate")
    assert len(alarms(umpire)) == 1
    in_.crash()
    umpire = in_.greet("umpire")
    assert alarms(umpire)[0].startswith("the standby tom is gone")
    assert "a standby has taken over" in alarms(umpire)[1]
    placed(in_, "ann", epoch=2)
    assert len(alarms(umpire)) == 1, "somebody stands by again"


def test_the_lead_is_handed_over_only_if_a_standby_is_ready() -> None:
    """An umpire hands over the lead while no standby is ready, and so ends the exercise for all."""
    in_ = room()
    umpire = in_.people["umpire"]
    said = in_.rule(umpire, HandOverLead(), table=0)
    assert isinstance(said, Refusal)
    assert said.text == sentence("rulings.no_standby").text
    placed(in_, "kate")
    ruling = Rule(id=in_.fresh(), table=TableId(0), act=HandOverLead(), reason="the battery is low")
    rows = len(in_.journal)
    session = umpire.token
    outcome = in_.do(Received(at=in_.at, key="umpire", body=ruling, session=session, route=b"umpire"))
    assert [effect for effect in outcome.effects if isinstance(effect, HandOn)] == [HandOn()]
    assert umpire.last(Done).id == ruling.id
    assert len(in_.journal) == rows + 1
    for table in in_.exercise.tables.values():
        assert "handed the exercise over to a standby (the battery is low)" in table.story.record[-1].words()
    again = in_.do(Received(at=in_.at, key="umpire", body=ruling, session=session, route=b"umpire"))
    assert HandOn() not in again.effects, "a ruling that is sent again hands nothing over again"


@pytest.mark.parametrize(
    "address", ["10.0.0.5", "javascript:alert(1)", "host:0", "a b:5279", "x" * 200 + ":1"]
)
def test_an_invalid_address_is_refused(address: str) -> None:
    """A person who can write to the database makes four hundred clients look up any name."""
    with pytest.raises(ValidationError):
        Placed(at=0, elsewhere=(address,))


@pytest.mark.parametrize("kind", [Placed, Resumed])
def test_no_lead_comes_before_the_first(kind: type[Placed | Resumed]) -> None:
    """Clients believe the highest epoch that they have seen.

    With an epoch below zero, every leader would look newer.
    """
    with pytest.raises(ValidationError):
        kind(at=0, epoch=-1)
