"""The text and the options of each question, word for word, as its player reads them."""

from __future__ import annotations

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.state import EscalateState

from tests.games.asked import asked
from tests.games.escalate.build import EAST, NORTH, SOUTH, WEST, declare, launch, play, table

ASKED: dict[str, tuple[EscalateState, str, str]] = {
    "opening": (
        table({NORTH: "", SOUTH: "KS QS JS joker1 2S"}),
        "south",
        """
Incident 1 · Opening (3.1): Do you lead an Incident?
act, What do you do?, weighty
  lead:KS: Lead K♠, a Proxy Conflict
  lead:QS: Lead Q♠, a Spy War
  lead:JS: Lead J♠, a Diplomatic Incident
  pass: Pass, and see who leads [p] (You may have to lead after all.)
  launch: Launch a Nuke [n] (Each target is knocked out of the game at once. If another player holds a Nuke, you are knocked out too.)
targets if act is launch, At whom do you launch? Each target takes one Nuke, 1 to 1
  north: North
suggested: {'act': 'lead:KS'}
""",
    ),
    "opening without an Incident": (
        table({NORTH: "", SOUTH: "2S 3S"}),
        "south",
        """
Incident 1 · Opening (3.1): You have no Incident card and must defer.
act, What do you do?, weighty
  defer: Defer: you have no Incident card [d]
suggested: {'act': 'defer'}
""",
    ),
    "obliged to lead": (
        table({NORTH: "", SOUTH: "KS JS 2S"}, step="obliged"),
        "south",
        """
Incident 1 · Must lead (3.3): No player led, and you passed. Which Incident do you lead?
act, What do you do?, weighty
  lead:KS: Lead K♠, a Proxy Conflict
  lead:JS: Lead J♠, a Diplomatic Incident
suggested: {'act': 'lead:KS'}
""",
    ),
    "exchange": (
        table({NORTH: "2D 3D", SOUTH: "joker1 AS 2S 6S 8S"}, step="exchange"),
        "south",
        """
Incident 1 · Exchange (3.2): No player has an Incident card. Which card do you return?
act, What do you do?, weighty
  exchange:2S: Return 2♠ (Diplomat)
  exchange:6S: Return 6♠ (Spy)
  exchange:8S: Return 8♠ (Soldier)
  exchange:AS: Return A♠ (U.N.)
  exchange:joker1: Return Joker (Nuke)
suggested: {'act': 'exchange:2S'}
""",
    ),
    "turning a King": (
        table(
            {NORTH: "", EAST: "joker1 joker2 2S", SOUTH: "8S 6S 7S AS 2S", WEST: ""},
            laid="QD KD",
            turn=SOUTH,
            passes=True,
            pass_limit=2,
            mixing=True,
        ),
        "south",
        """
Incident 1 · Proxy Conflict (4): East holds the Incident, with 5 points at stake. How do you answer the Proxy Conflict?
act, What do you do?, weighty
  turn:8S: Turn it with 8♠ (1 Soldier)
  turn:6S+7S: Turn it with 6♠ and 7♠ (2 Spies)
  un:AS: Call for a U.N. Resolution with A♠
  pass: Pass and wait [p] (You have 2 passes left in this Incident.)
  drop: Drop out of this Incident [d] (You will not come back in.)
suggested: {'act': 'turn:8S'}
""",
    ),
    "turning a Queen": (
        table({NORTH: "", SOUTH: "6S 2S 3S KS joker1"}, laid="QD", any_time=True),
        "south",
        """
Incident 1 · Spy War (4): North holds the Incident, with 2 points at stake. How do you answer the Spy War?
act, What do you do?, weighty
  turn:6S: Turn it with 6♠ (1 Spy)
  turn:2S+3S: Turn it with 2♠ and 3♠ (2 Diplomats)
  escalate:KS: Escalate with K♠ to a Proxy Conflict (It adds 3 points.)
  drop: Drop out of this Incident [d] (Only an escalation or a card that you play out of turn lets you back in.)
  launch: Launch a Nuke [n] (Each target is knocked out of the game at once. If another player holds a Nuke, you are knocked out too.)
targets if act is launch, At whom do you launch? Each target takes one Nuke, 1 to 1
  north: North
suggested: {'act': 'turn:6S'}
""",
    ),
    "turning a Jack, with no way back": (
        table({NORTH: "", SOUTH: "2S 9S"}, laid="JD", drop_reopen=False, passes=True),
        "south",
        """
Incident 1 · Diplomatic Incident (4): North holds the Incident, with 1 point at stake. How do you answer the Diplomatic Incident?
act, What do you do?, weighty
  turn:2S: Turn it with 2♠ (1 Diplomat)
  pass: Pass and wait [p] (You may pass as often as you like.)
  drop: Drop out of this Incident [d] (You will not come back in.)
suggested: {'act': 'turn:2S'}
""",
    ),
    "turning a U.N. card": (
        table({NORTH: "", SOUTH: "AS 2S"}, laid="JD AD"),
        "south",
        """
Incident 1 · U.N. card (4): North holds the Incident, with 1 point at stake. How do you answer the U.N. card?
act, What do you do?, weighty
  un:AS: Veto with A♠
  drop: Drop out of this Incident [d] (You will not come back in.)
suggested: {'act': 'un:AS'}
""",
    ),
    "bound to turn": (
        table({NORTH: "", SOUTH: "2S 3S"}, laid="JD", must_turn=True),
        "south",
        """
Incident 1 · Diplomatic Incident (4): North holds the Incident, with 1 point at stake. How do you answer the Diplomatic Incident?
act, What do you do?, weighty
  turn:2S: Turn it with 2♠ (1 Diplomat)
  turn:3S: Turn it with 3♠ (1 Diplomat)
suggested: {'act': 'turn:2S'}
""",
    ),
    "out of turn": (
        play(
            table({NORTH: "QS KS AS", SOUTH: "KD joker1"}, turn=NORTH, any_time=True, launches="instantly"),
            "lead:QS",
        )[0],
        "south",
        """
Incident 1 · Out of turn (4.7): North holds the Incident, with 2 points at stake. Do you play out of turn?
act, What do you do?, weighty
  hold: Do nothing [h]
  escalate:KD: Escalate with K♦ to a Proxy Conflict (It adds 3 points.)
  launch: Launch a Nuke [n] (Each target is knocked out of the game at once. If another player holds a Nuke, you are knocked out too.)
targets if act is launch, At whom do you launch? Each target takes one Nuke, 1 to 1
  north: North
suggested: {'act': 'hold'}
""",
    ),
    "out of turn, holding": (
        play(table({NORTH: "QS KS AS", SOUTH: "KD joker1"}, turn=NORTH, any_time=True), "lead:QS")[0],
        "north",
        """
Incident 1 · Out of turn (4.7): You hold the Incident, with 2 points at stake. Do you play out of turn?
act, What do you do?, weighty
  hold: Do nothing [h]
  escalate:KS: Escalate with K♠ to a Proxy Conflict (It adds 3 points.)
  un:AS: Call for a U.N. Resolution with A♠
suggested: {'act': 'hold'}
""",
    ),
    "a launch at any moment": (
        play(
            table({NORTH: "2S", EAST: "joker1 joker2", SOUTH: ""}, turn=NORTH, launches="instantly"), "defer"
        )[0],
        "east",
        """
Incident 1 · Instant launch (5.6): Do you launch a Nuke now, before the game goes on?
act, What do you do?, weighty
  hold: Do nothing [h]
  launch: Launch a Nuke [n] (Each target is knocked out of the game at once. If another player holds a Nuke, you are knocked out too.)
targets if act is launch, At whom do you launch? Each target takes one Nuke, 1 to 2
  south: South
  north: North
suggested: {'act': 'hold'}
""",
    ),
    "striking back": (
        declare(
            table({NORTH: "", EAST: "joker1", SOUTH: "joker2 2D", WEST: ""}, turn=EAST, retaliation="chosen"),
            east=launch(SOUTH),
        )[0],
        "south",
        """
Incident 1 · Retaliation (5.2): East has launched at you. Do you strike back?
act, What do you do?, weighty
  hold: Do not strike back [h]
  retaliate: Strike back with Joker [s]
suggested: {'act': 'hold'}
""",
    ),
    "holding still": (
        declare(
            table({NORTH: "", EAST: "joker1", SOUTH: "joker2 2D", WEST: ""}, turn=EAST, retaliation="chosen"),
            east=launch(SOUTH),
        )[0],
        "north",
        """
Incident 1 · Retaliation (5.2): East has launched at South. Do you strike back?
act, What do you do?, weighty
  hold: Do not strike back [h]
suggested: {'act': 'hold'}
""",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_player_reads_their_options_and_the_consequences(name: str) -> None:
    """A player chooses by a false label, or does not see the consequences of a choice."""
    state, seat, said = ASKED[name]
    assert asked(GAME, state, seat) == said.strip()
