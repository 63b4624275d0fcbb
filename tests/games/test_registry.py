"""The registry finds what lies in the folder of games, and a bot for each."""

from __future__ import annotations

from pathlib import Path

import pytest
import warcouncil.games
from warcouncil.games import registry
from warcouncil.games.kit.bot import RandomBot

GAMES = ("escalate", "hard_war", "kartenspiel", "kashmir_crisis", "scenario")


def test_every_folder_that_is_a_game_is_found_and_nothing_else() -> None:
    """A game cannot be begun, or the kit is offered as one."""
    assert registry.names() == GAMES
    assert [registry.load(name).name for name in GAMES] == list(GAMES)


@pytest.mark.parametrize("name", ["kit", "chess", "", "kartenspiel.bot", "registry"])
def test_a_module_that_is_no_game_is_not_loaded(name: str) -> None:
    """A plan can load any module, or ends in a traceback of the importer."""
    with pytest.raises(KeyError) as caught:
        registry.load(name)
    assert caught.value.args == (name,)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_its_own_bot_unless_it_is_to_be_random(name: str) -> None:
    """A seat that was handed over is played at random against people."""
    own = registry.bot_for(name)
    assert own.__module__ == f"warcouncil.games.{name}.bot"
    assert own is registry.bot_for(name, "sensible")
    assert own.name == "sensible"
    assert registry.bot_for(name, "random") is RandomBot


def test_a_game_without_a_bot_is_played_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game cannot be tried before it has a bot."""
    (tmp_path / "botless").mkdir()
    (tmp_path / "botless" / "__init__.py").write_text("")
    monkeypatch.setattr(warcouncil.games, "__path__", [*warcouncil.games.__path__, str(tmp_path)])
    registry.names.cache_clear()
    try:
        assert "botless" in registry.names()
        assert registry.bot_for("botless") is RandomBot
        assert registry.bot_for("no game at all") is RandomBot
    finally:
        registry.names.cache_clear()


def test_a_kind_of_bot_that_there_is_not_is_an_error() -> None:
    """A mistyped kind gives another bot, and no message says so."""
    assert registry.BOT_KINDS == ("sensible", "random")
    with pytest.raises(KeyError) as caught:
        registry.bot_for("kartenspiel", "clever")
    assert caught.value.args == ("clever",)
