"""9. Questionnaire: the opinions of each person about the exercise, asked in private. No state and no event holds an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import CONSENTED
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.file.text.phase import QuestionnairePhase
from warcouncil.games.scenario.file.text.questionnaire import ItemPart
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, FormField, Option, When, Words
from warcouncil.protocol.table.sheets import Element, Prose
from warcouncil.protocol.words import SeatId

ASKING = "asking"
"""The only stage of a questionnaire."""
CONSENT = "consent"
"""The field that asks for consent. No question of a questionnaire may have this name."""
REFUSED = "no"
BLANK = "none"
"""The option that means no answer to a scale or a choice. It is the default. No option of a file has this name."""


class Questionnaire(PhaseKind[QuestionnairePhase]):
    """9. Each person answers for themselves, or not at all. It has no consequences."""

    rule = "9"
    text = "asked.items_text"
    first = ASKING
    awaited = False
    consent = CONSENT

    def asked(self, here: Here[QuestionnairePhase]) -> tuple[SeatId, ...]:
        """9.1 Return the seats that the file names, or every player."""
        return here.script.seats_in(here.part.of) if here.part.of else here.script.players

    def form(self, here: Here[QuestionnairePhase], seat: SeatId) -> Form:
        """9.2 Return the form. Its first question asks for consent. Without consent no other question is asked."""
        consent = Choice(
            name=CONSENT,
            label=here.part.consent or say("asked.consent"),
            weighty=True,
            options=(
                Option(value=CONSENTED, label=say("asked.consent_yes"), help=say("asked.consent_yes_help")),
                Option(value=REFUSED, label=say("asked.consent_no"), help=say("asked.consent_no_help")),
            ),
        )
        return Form(
            question=say("asked.items_question"),
            help=say("asked.items_help"),
            rule="9.2",
            fields=(consent, *map(_field, here.part.items)),
        )

    def title(self, here: Here[QuestionnairePhase]) -> str:
        """9.1 Return the name of the phase. After the end it belongs to no round."""
        return here.title if here.state.over is None else here.part.name

    def hears(self, here: Here[QuestionnairePhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """9.3 Return no readers. No other person learns whether this person answered."""
        return ()

    def close(
        self,
        here: Here[QuestionnairePhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> None:
        """9.3 Return None, because nothing follows and the answers are not read here."""

    def at_hand(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """9.1 Show how the exercise ended while its last questionnaire is open."""
        over = look.state.over
        if over is not None and look.state.stage == ASKING:
            yield Prose(title=over.title or say("shown.over"), text=f"{over.words}.")


def blank(form: Form) -> Answer:
    """9.4 Return the answer of a bot: no consent, and no answer to any question."""
    return {form.fields[0].name: REFUSED}


def _field(item: ItemPart) -> FormField:
    asked = When(field=CONSENT, values=(CONSENTED,))
    if item.kind == "words":
        return Words(name=item.name, label=item.ask, chars_max=item.chars, lines=True, when=asked)
    options = tuple(Option(value=each.name, label=each.label, help=each.help) for each in item.options)
    if item.kind == "scale":
        first, last = item.ends or ("", "")
        said = {1: first, item.steps: last}
        options = tuple(
            Option(value=str(step), label=str(step), help=said.get(step, ""), key=str(step))
            for step in range(1, item.steps + 1)
        )
    # A step is chosen by its own number, so "no answer" has a number that no step has
    key = "0" if item.kind == "scale" else ""
    none = Option(value=BLANK, label=say("asked.item_none"), key=key)
    return Choice(name=item.name, label=item.ask, options=(none, *options), when=asked)
