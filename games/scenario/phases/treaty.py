"""7. Treaties: one seat writes down the agreement from the talk. Then each signer reads it, and signs or refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.events.decided import TreatyDrafted, TreatyKept, TreatyOpened
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.phase import TreatyPhase
from warcouncil.games.scenario.file.text.vocabulary import TREATIES_SHOWN_MAX
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.state import OPEN, ScenarioState, Treaty
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option, Words
from warcouncil.protocol.table.sheets import Document
from warcouncil.protocol.words import SeatId

DRAFT, SIGN = "draft", "sign"
SIGNED, UNSIGNED = "signed", "unsigned"


class Signing(PhaseKind[TreatyPhase]):
    """7. A treaty is first written and then signed."""

    rule = "7"
    text = "asked.treaty_text"
    first = DRAFT

    def asked(self, here: Here[TreatyPhase]) -> tuple[SeatId, ...]:
        """7.1 7.2 Return the drafter, then the signers."""
        return (SeatId(here.part.drafter),) if here.state.stage == DRAFT else signers(here.script, here.part)

    def title(self, here: Here[TreatyPhase]) -> str:
        """Return a title that says whether the treaty is being written or signed."""
        return say("asked.draft_title" if here.state.stage == DRAFT else "asked.sign_title", title=here.title)

    def clock_seconds(self, here: Here[TreatyPhase]) -> float:
        """Return the time of the stage, in seconds. Each stage has its own clock."""
        return here.paced(here.part.minutes if here.state.stage == DRAFT else here.part.sign_minutes)

    def talks(self, here: Here[TreatyPhase]) -> bool:
        """7.1 Return whether talk is open. It is open only while the treaty is written."""
        return here.state.stage == DRAFT

    def form(self, here: Here[TreatyPhase], seat: SeatId) -> Form:
        """Return the form for the text, or for a signature."""
        return _draft(here.part) if here.state.stage == DRAFT else _sign(here)

    def unanswered(self, here: Here[TreatyPhase], seat: SeatId) -> str:
        """7.1 7.2 Return the meaning of silence: no text, or no signature."""
        return say("asked.draft_silent" if here.state.stage == DRAFT else "asked.sign_silent")

    def close(
        self,
        here: Here[TreatyPhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> tuple[str, int] | None:
        """7.1 Show the draft to its signers. 7.3 Then count the signatures."""
        if here.state.stage == DRAFT:
            (answer,) = given.values()
            text = str(answer["text"]) if answer else ""
            _keep(here, unfolding, Treaty(text))
            unfolding.events.append(TreatyDrafted(here.part.name, text, _told(here)))
            if text or here.part.known_to != "all":
                return SIGN, 0
        _close(here, unfolding, given if here.state.stage == SIGN else {})
        return None

    def hears(self, here: Here[TreatyPhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """7.1 7.3 Return the seats that may know of the treaty. The event of the signing itself names the seats that did not answer."""
        if here.state.stage == SIGN and way is Way.SILENT:
            return ()
        return None if here.state.stage == SIGN and here.part.known_to == "all" else _told(here)

    def papers(self, look: Outlook, reader: Beholder) -> Iterator[Document]:
        """7.2 7.4 Yield the text for the signers, and after the signing for the readers that the file names."""
        for name, treaty in tuple(look.state.treaties.items())[-TREATIES_SHOWN_MAX:]:
            part = look.script.treaties[name]
            public = _is_public(part, treaty)
            if treaty.text and reader.may(look.script.parties(name), public=public):
                yield Document(
                    title=part.name,
                    text=treaty.text,
                    note=_note(look.script, treaty),
                    new=treaty.is_draft,
                    secret=not public,
                )

    def dealt_anew(self, state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
        """Replace the texts that this seat cannot read, and deal again the results of treaties that are hidden from it."""
        script = state.play
        treaties, results = dict(state.treaties), dict(state.results)
        for name, treaty in state.treaties.items():
            part = script.treaties[name]
            if seat in script.parties(name) or _is_public(part, treaty):
                continue
            chance = dice.stream("treaty", name)
            text = f"Another treaty ({chance.stream('text').below(1000)})."
            if script.is_open(name):
                treaties[name] = replace(treaty, text=treaty.text and text)
                continue
            treaties[name] = Treaty(text) if treaty.is_draft else _any_treaty(script, part, text, chance)
            if results.get(name, OPEN) != OPEN:
                holds = treaties[name].holds or (treaty.is_draft and chance.stream("before").below(2) == 1)
                results[name] = SIGNED if holds else UNSIGNED
        return replace(state, treaties=treaties, results=results)


def _any_treaty(script: Script, part: TreatyPhase, text: str, dice: Dice) -> Treaty:
    asked = signers(script, part)
    signed = tuple(each for each in asked if dice.stream(each).below(2))
    refused = tuple(each for each in asked if each not in signed)
    return Treaty(text, signed, refused, len(signed) >= _needed(script, part))


def signers(script: Script, part: TreatyPhase) -> tuple[SeatId, ...]:
    """Return the seats that sign: the named seats, and the commanders of the named teams."""
    named = {script.commander(place) for place in part.signers}
    return tuple(seat.id for seat in script.seats if seat.id in named)


def _needed(script: Script, part: TreatyPhase) -> int:
    asked = len(signers(script, part))
    return asked if part.needs == "all" else min(part.needs, asked)


def _is_public(part: TreatyPhase, treaty: Treaty) -> bool:
    """7.4 Return whether everyone may read the treaty. Everyone may read it after it is signed, unless the file
    hides it.
    """
    return part.known_to == "all" and treaty.holds


def _draft(part: TreatyPhase) -> Form:
    text = Words(name="text", label=say("asked.draft_label"), chars_max=part.chars, lines=True)
    return Form(
        question=say("asked.draft_question", treaty=part.name),
        help=say("asked.draft_help"),
        rule="7.1",
        fields=(text,),
    )


def _sign(here: Here[TreatyPhase]) -> Form:
    part = here.part
    has_text = bool(here.state.treaties[part.treaty].text)
    sign = (Option(value=SIGN, label=say("asked.sign_yes"), key="s"),) if has_text else ()
    label = say("asked.sign_no" if has_text else "asked.sign_no_text")
    field = Choice(
        name="sign",
        label=say("asked.sign_label"),
        weighty=has_text,
        options=(*sign, Option(value="refuse", label=label, key="n")),
    )
    needed = _needed(here.script, part)
    known = say("asked.sign_known" if part.known_to == "all" else "asked.sign_hidden")
    return Form(
        question=say("asked.sign_question", treaty=part.name) if has_text else say("asked.sign_nothing"),
        help=say("asked.sign_help", needed=needed, signers=len(signers(here.script, part)), known=known)
        if has_text
        else say("asked.sign_nothing_help"),
        rule="7.2",
        fields=(field,),
    )


def _keep(here: Here[TreatyPhase], unfolding: Unfolding, treaty: Treaty) -> None:
    """Store a treaty as the last one."""
    name = here.part.treaty
    others = {other: each for other, each in unfolding.state.treaties.items() if other != name}
    unfolding.state = replace(unfolding.state, treaties={**others, name: treaty})


def _told(here: Here[TreatyPhase]) -> tuple[str, ...]:
    """Return the readers of a hidden treaty: its parties and the white cell."""
    return (*here.script.parties(here.part.treaty), *here.script.cell)


def _close(here: Here[TreatyPhase], unfolding: Unfolding, given: Mapping[SeatId, Answer | None]) -> None:
    """7.3 Count the signatures, and add the event."""
    part, script = here.part, here.script
    asked = signers(script, part)
    signed = tuple(seat for seat in asked if (answer := given.get(seat)) and answer["sign"] == SIGN)
    refused = tuple(seat for seat in asked if seat not in signed)
    text = unfolding.state.treaties[part.treaty].text
    holds = bool(text) and len(signed) >= _needed(script, part)
    _keep(here, unfolding, Treaty(text, tuple(map(str, signed)), tuple(map(str, refused)), holds))
    results = {**unfolding.state.results, part.treaty: SIGNED if holds else UNSIGNED}
    unfolding.state = replace(unfolding.state, results=results)
    silent = tuple(seat for seat in refused if given.get(seat) is None)
    names, others, no_answer = (
        tuple(script.seat(seat).title for seat in seats if text)
        for seats in (signed, tuple(seat for seat in refused if seat not in silent), silent)
    )
    if part.known_to == "all":
        opened = TreatyOpened(part.name, holds, names, others, text if holds else "", no_answer)
        unfolding.events.append(opened)
    else:
        unfolding.events.append(TreatyKept(part.name, holds, names, others, text, _told(here), no_answer))


def _note(script: Script, treaty: Treaty) -> str:
    if treaty.is_draft:
        return say("shown.draft")
    names = ", ".join(script.seat(SeatId(seat)).title for seat in treaty.signed)
    if treaty.holds:
        return say("shown.treaty_holds", names=names)
    return say("shown.treaty_signed_by", names=names) if names else say("shown.treaty_unsigned")
