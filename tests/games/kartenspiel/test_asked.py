"""The text and the options of each question, word for word, as its player reads them."""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.state import BattleState

from tests.games.asked import asked
from tests.games.kartenspiel.builder import Table, deployed, opened


def after(state: BattleState, *attacking: str, silent: tuple[str, ...] = ()) -> Table:
    """Return a table at which these corps attack, and some do not answer."""
    table = Table(state)
    table.declare(*attacking, silent=silent)
    return table


def without_charge() -> BattleState:
    """Return a position in which Black's choice of a charge is missing."""
    table = after(deployed(red={1: (2, 2)}, black={1: (2, 2)}), "red.corps.1")
    table.charge(red=True)
    return table.state


def losing() -> BattleState:
    """Return a position in which a corps must choose its losses."""
    table = after(deployed(red={1: (4, 2)}, black={1: (3, 3)}), "black.corps.1", "red.corps.1")
    table.charge(red=False, black=False)
    return table.state


ASKED: dict[str, tuple[BattleState, str, str]] = {
    "first redeployment": (
        opened(),
        "red.army",
        """
Turn 1 · Redeployment (3.1): Which divisions do you send to your corps? Divisions that you do not move stay where they are.
moves, Your divisions
  20 inf at reserve: infantry -> I II III IV
  6 cav at reserve: cavalry -> I II III IV
  reserve: Reserve, 0 to 10000
  I: Corps I, 0 to 10000, nothing, an empty corps breaks when it attacks or is attacked.
  II: Corps II, 0 to 10000, nothing, an empty corps breaks when it attacks or is attacked.
  III: Corps III, 0 to 10000, nothing, an empty corps breaks when it attacks or is attacked.
  IV: Corps IV, 0 to 10000, nothing, an empty corps breaks when it attacks or is attacked.
suggested: {'moves': {}}
""",
    ),
    "redeployment of the smaller army": (
        after(deployed(asymmetric="red", recall=True), "red.corps.3").state,
        "red.army",
        """
Turn 2 · Redeployment (3.1): Which divisions do you send to your corps? Divisions that you do not move stay where they are.
moves, Your divisions
  5 inf at reserve: infantry -> I II III IV
  5 cav at reserve: cavalry -> I II III IV
  3 inf I at I: infantry of corps I -> reserve II III IV
  3 inf II at II: infantry of corps II -> reserve I III IV
  2 inf III at III: infantry of corps III -> reserve I II IV
  3 inf IV at IV: infantry of corps IV -> reserve I II III
  reserve: Reserve, 0 to 10000
  I: Corps I, 0 to 10000
  II: Corps II, 0 to 10000
  III: Corps III, 0 to 10000
  IV: Corps IV, 0 to 10000
suggested: {'moves': {}}
""",
    ),
    "redeployment": (
        after(deployed(red={3: (3, 0), 4: (6, 2)}), "red.corps.3").state,
        "red.army",
        """
Turn 2 · Redeployment (3.1): Which divisions do you send to your corps? Divisions that you do not move stay where they are.
moves, Your divisions
  5 inf at reserve: infantry -> I II III IV
  4 cav at reserve: cavalry -> I II III IV
  reserve: Reserve, 0 to 10000
  I: Corps I, 0 to 10000, 3 inf
  II: Corps II, 0 to 10000, 3 inf
  III: Corps III, 0 to 10000, 2 inf
  IV: Corps IV, 0 to 10000, 6 inf 2 cav
suggested: {'moves': {}}
""",
    ),
    "declaration": (
        deployed(red={1: (4, 2)}),
        "red.corps.1",
        """
Turn 1 · Attack declaration (3.2): What does corps I do?
corps.1, Corps I (4 inf, 2 cav), weighty
  attack: Attack [a] (Open palm. Costs one division (none against fewer than two). More if they attack too and are stronger.)
  defend: Defend [d] (Closed fist. Costs two divisions at most.)
suggested: {'corps.1': 'defend'}
""",
    ),
    "declaration for two": (
        deployed(red={1: (4, 2), 2: (0, 0)}, seats="two"),
        "red.army",
        """
Turn 1 · Attack declaration (3.2): What do your corps do?
corps.1, Corps I (4 inf, 2 cav), weighty
  attack: Attack [a] (Open palm. Costs one division (none against fewer than two). More if they attack too and are stronger.)
  defend: Defend [d] (Closed fist. Costs two divisions at most.)
corps.2, Corps II (empty), weighty
  attack: Attack [a] (Open palm. Costs one division (none against fewer than two). More if they attack too and are stronger.)
  defend: Defend [d] (Closed fist. Costs two divisions at most.)
corps.3, Corps III (3 inf), weighty
  attack: Attack [a] (Open palm. Costs one division (none against fewer than two). More if they attack too and are stronger.)
  defend: Defend [d] (Closed fist. Costs two divisions at most.)
corps.4, Corps IV (3 inf), weighty
  attack: Attack [a] (Open palm. Costs one division (none against fewer than two). More if they attack too and are stronger.)
  defend: Defend [d] (Closed fist. Costs two divisions at most.)
suggested: {'corps.1': 'defend', 'corps.2': 'defend', 'corps.3': 'defend', 'corps.4': 'defend'}
""",
    ),
    "an order that did not come": (
        after(deployed(), silent=("black.corps.2",)).state,
        "red.corps.2",
        """
Turn 1 · Confused orders (3.2): The order of Black corps II did not come in time. What does it do? You choose in its commander's place. The others learn your choice at the reveal.
corps.2, Corps II (Black), weighty
  attack: Attack [a] (Open palm. Costs it one division (none if you hold fewer than two). More if you attack too and are stronger.)
  defend: Defend [d] (Closed fist. Costs it two divisions at most.)
suggested: {'corps.2': 'defend'}
""",
    ),
    "charge": (
        after(deployed(red={1: (2, 2)}, black={1: (2, 2)}), "red.corps.1").state,
        "red.corps.1",
        """
Turn 1 · Charge, corps I (3.3): Does your cavalry charge? Red attacks with 2 infantry + 2 cavalry. Black defends with 2 infantry + 2 cavalry.
charge, Cavalry of corps I, weighty
  charge: Charge [c] (Each cavalry division counts two. Cavalry is lost first.)
  hold: Hold back [h] (Each division counts one. You choose what is lost.)
suggested: {'charge': 'hold'}
""",
    ),
    "a charge that did not come": (
        without_charge(),
        "red.corps.1",
        """
Turn 1 · Confused charge, corps I (3.3): The charge of Black corps I was not decided in time. Does its cavalry charge? Black defends with 2 infantry + 2 cavalry. Red attacks with 2 infantry + 2 cavalry.
charge, Cavalry of corps I, weighty
  charge: Charge [c] (Each cavalry division counts two. Cavalry is lost first.)
  hold: Hold back [h] (Each division counts one. Its commander chooses what is lost.)
suggested: {'charge': 'hold'}
""",
    ),
    "losses": (
        losing(),
        "red.corps.1",
        """
Turn 1 · Losses, corps I (3.3): Corps I loses 1 division. Which one do you give up? It has 4 infantry + 2 cavalry.
losses, Your losses
  cavalry.0: 1 infantry
  cavalry.1: 1 cavalry
suggested: {'losses': 'cavalry.0'}
""",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_player_reads_their_options_and_the_consequences(name: str) -> None:
    """A player chooses by a false label, or does not see the consequences of a choice."""
    state, seat, said = ASKED[name]
    assert asked(GAME, state, seat) == said.strip()
