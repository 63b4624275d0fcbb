"""A language can be added without a change to a screen.

A seat in an invented language shows no English, and cuts nothing off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel
from warcouncil.clients.link.base.line import LinkChange
from warcouncil.clients.wording.language import ENGLISH, WHOLE_ENGLISH, catalogue_json, page_messages
from warcouncil.clients.wording.saying import say, speak
from warcouncil.protocol.wording import messages

from tests import profile
from tests.clients.display.builders import calm
from tests.clients.display.test_showing import screen
from tests.clients.replay.films import RED_EYES, Reel
from tests.clients.replay.screen.test_screen import replay
from tests.clients.seat.scenes import AT_EVERY_SIZE, SMALL_ONLY, Scene
from tests.clients.seat.sitting import app_of, play_scene
from tests.clients.umpire.builders import room, troubled_room
from tests.clients.umpire.console import console
from tests.clients.wording.pseudo import LONGER, OPEN, SHUT, made_up, write

SIZE = (100, 30)
SCENES = AT_EVERY_SIZE | SMALL_ONLY
BOXES = ("f1", "f2", "f3", "f4", "f5", "f8", "ctrl+q")
KEYS = frozenset(
    [
        "Enter",
        "Esc",
        "Space",
        "Tab",
        "Shift",
        "Ctrl",
        "Del",
        "Backspace",
        "PgUp",
        "PgDn",
        "Home",
        "End",
        "or",
        "warcouncil",
        "join",
    ]
)
"""Words that are the same in every language: keys, and typed commands."""


READ = frozenset(
    (
        "back",
        "head",
        "holds",
        "label",
        "note",
        "of",
        "parts",
        "seen_parts",
        "text",
        "title",
        "to",
        "turns_are",
        "value",
    )
)
"""The fields in which a single small word is read by people."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Use the invented language until the block ends."""
    made = write(tmp_path / "pseudo")
    speak(made)
    yield made
    speak(*WHOLE_ENGLISH)


async def screen_of(scene: Scene, *keys: str) -> str:
    """Return the text of a scene's screen after some more keys. If a box is open, return only its text."""
    app, _line, clock = app_of(*scene.news)
    async with app.run_test(size=SIZE) as pilot:
        await play_scene(pilot, scene, clock)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(0)
        boxes = app.screen.query(".box, #reader")
        box = boxes.first().region if boxes else app.screen.region
        strips = app.screen._compositor.render_strips()
        rows = ["".join(cell.text for cell in strip) for strip in strips]
        return "\n".join(row[box.x : box.right] for row in rows[box.y : box.bottom])


def words_heard(scene: Scene) -> set[str]:
    """Return every word of the received texts, and the typed text."""
    heard = [text for each in (*scene.news, *scene.then) for text in texts_of(each)]
    typed = "".join(key if len(key) == 1 else " " for key in scene.keys)
    return {word.lower() for word in re.findall(r"[A-Za-z]+", " ".join((*heard, typed)))}


def texts_of(news: object, name: str = "") -> Iterator[str]:
    """Yield the texts in a message.

    A single lower-case word is the name of a kind, except in fields for people.
    """
    match news:
        case BaseModel():
            yield from texts_of(news.model_dump(mode="json"))
        case LinkChange():
            yield news.text
        case dict():
            for key, value in news.items():
                yield from texts_of(value, key)
        case list() | tuple():
            for each in news:
                yield from texts_of(each, name)
        case str() if name in READ or not re.fullmatch(r"[a-z_.]*", news):
            yield news
        case _:
            pass


def english(screen: str, heard: set[str]) -> list[str]:
    """Return the words of a screen that are neither in the invented language, nor received, nor names of keys.

    A cut word is recognised by its beginning.
    """
    known = heard | {key.lower() for key in KEYS}
    words = re.findall(r"([A-Za-z]{2,})(…?)", screen)
    return [
        word
        for word, cut_off in words
        if word.lower() not in known
        and not (cut_off and any(each.startswith(word.lower()) for each in known))
    ]


def cut(screen: str) -> int:
    """Count the messages whose end is missing."""
    return screen.count(OPEN) - screen.count(SHUT)


SCROLL = ("f1", "f2")
"""Longer than their box: the last message goes on below."""
TRIED = (
    list(SCENES)
    if profile.BY_NIGHT
    else ["sealed", "redeploying", "paused", "finished", "hard war", "ranking"]
)


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", TRIED)
async def test_a_seat_speaks_another_language(name: str, folder: Path) -> None:
    """A translator has translated everything, but players still read English in some places."""
    scene = SCENES[name]()
    screen = await screen_of(scene)
    assert screen.count(OPEN) > 3
    assert english(screen, words_heard(scene)) == [], screen
    speak(*WHOLE_ENGLISH)
    assert cut(screen) <= (await screen_of(scene)).count("…"), screen


@pytest.mark.parametrize("key", BOXES if profile.BY_NIGHT else BOXES[:3])
async def test_windows_over_the_table_are_translated_too(key: str, folder: Path) -> None:
    """The help is in English, for those who need it most."""
    scene = SCENES["declaring"]()
    screen = await screen_of(scene, key)
    assert english(screen, words_heard(scene)) == [], screen
    assert cut(screen) == 0 or key in SCROLL, screen


async def test_a_projector_speaks_it_too(folder: Path) -> None:
    """A complete room reads the one screen in English."""
    tables = calm(3)
    async with screen(tables, first=2, size=SIZE) as shown:
        for key in ((), ("r",), ("question_mark",)):
            await shown.press(*key)
            texts = texts_of([*tables, shown.app.showing.view, "Jena day"])
            heard = {word.lower() for text in texts for word in re.findall("[A-Za-z]+", text)}
            assert OPEN in shown.text
            assert english(shown.text, heard) == [], shown.text
            assert cut(shown.text) == 0, shown.text


CONSOLE_BOXES = (
    (),
    ("p",),
    ("t",),
    ("B",),
    ("question_mark",),
    ("exclamation_mark",),
    ("o",),
    ("enter",),
    ("I",),
)


@pytest.mark.parametrize("keys", CONSOLE_BOXES if profile.BY_NIGHT else CONSOLE_BOXES[:5], ids="-".join)
async def test_a_console_speaks_it_too(keys: tuple[str, ...], folder: Path) -> None:
    """An umpire reads English in the middle of it."""
    tables = troubled_room(10)
    async with console(tables, (160, 50)) as desk:
        await desk.press(*keys)
        if keys == ("enter",):
            await desk.hear(room(1))
        strips = desk.app.screen._compositor.render_strips()
        shown = "\n".join("".join(cell.text for cell in strip) for strip in strips)
        texts = [*texts_of(list(tables)), *texts_of(room(1)), "Jena kartenspiel"]
        heard = {word.lower() for text in texts for word in re.findall("[A-Za-z]+", text)}
        assert OPEN in shown
        assert english(shown, heard) == [], shown


async def test_a_replay_speaks_it_too(folder: Path) -> None:
    """A tutor shows a class a replay in two languages."""
    reel = Reel()
    view, truth = reel.sight(reel.beats[0], RED_EYES).view, reel.truth(reel.beats[0])
    texts = [reel.heading, RED_EYES.title, *(gate.turn for gate in reel.gates), *texts_of([view, truth])]
    heard = {word.lower() for text in texts for word in re.findall("[A-Za-z]+", text)}
    async with replay(reel, RED_EYES, size=(160, 50)) as shown:
        for key in ((), ("s",), ("question_mark",)):
            await shown.press(*key)
            strips = shown.app.screen._compositor.render_strips()
            text = "\n".join("".join(cell.text for cell in strip) for strip in strips)
            assert OPEN in text
            assert english(text, heard) == [], text


def test_the_language_is_another_and_longer(folder: Path) -> None:
    """The tests above test English."""
    assert say("clock.over") == made_up(say_english("clock.over")) != say_english("clock.over")
    assert made_up("F8 takes {who} by `warcouncil join`.").startswith(
        f"{OPEN}F8 ťáķéś {{who}} ƀý `warcouncil join`."
    )
    known = [text for text in messages(ENGLISH).values() if isinstance(text, str)]
    assert all(len(made_up(text)) >= int(len(re.sub(r"\{\w+\}", "", text)) * LONGER) for text in known)


def say_english(key: str) -> str:
    """Return a message in English."""
    message = messages(ENGLISH)[key]
    assert isinstance(message, str)
    return message


def test_the_page_takes_the_same_language(folder: Path) -> None:
    """The page must be translated a second time."""
    page, own = json.loads(catalogue_json(folder)), page_messages(*WHOLE_ENGLISH)
    assert page["language"] == "en-XA"
    assert page["messages"].keys() == own.keys()
    assert page["messages"]["clock.over"] == say("clock.over")


def test_english_and_what_is_cut_are_found() -> None:
    """The tests above cannot fail."""
    assert english(f"{OPEN}Ťíḿé{SHUT} is up, Red", {"red"}) == ["is", "up"]
    assert cut(f"{OPEN}Ťíḿé {OPEN}íś{SHUT} ú…") == 1
