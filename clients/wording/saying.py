"""Returns the text of a message of the clients: `say("clock.left", time="0:23")`."""

from __future__ import annotations

import re

from warcouncil.clients.wording.language import WHOLE_ENGLISH
from warcouncil.protocol.sentences.sentence import in_words
from warcouncil.protocol.table.views import RecordLine
from warcouncil.protocol.wire.replies import Refusal
from warcouncil.protocol.wording import Catalogue
from warcouncil.protocol.words import clean

CATALOGUE = Catalogue(*WHOLE_ENGLISH)
say = CATALOGUE.say
woven = CATALOGUE.woven
speak = CATALOGUE.speak
_KEY = re.compile(r"[a-z]+\.[a-z0-9_]+")


def said(text: str) -> str:
    """Return the message of a key, and any other text unchanged.

    A list of actions contains keys of messages. It also contains examples, which are the same in every language.
    """
    return say(text) if _KEY.fullmatch(text) else text


def recorded(line: RecordLine) -> str:
    """Return a line of the umpires' record, without control characters for a terminal."""
    return clean(line.words(CATALOGUE))


def refused(refusal: Refusal) -> str:
    """Return why the host refused a request, without control characters for a terminal."""
    return clean(in_words(CATALOGUE, refusal.key, refusal.fields, refusal.text))
