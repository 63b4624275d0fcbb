"""Unfolding: what happens when a phase closes, step by step. Numbers change, texts are sent, documents are handed
out, or the exercise ends.

Conditions read the position at the closing. Changes take effect in the order of the file, each within its
number's bounds. Amounts and texts read the running position. In a file of format 1, amounts read the position at the
closing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.ways import Way, Ways
from warcouncil.games.kit.written import TraceStep
from warcouncil.games.scenario.came import Came, Counts
from warcouncil.games.scenario.events.followed import (
    Announced,
    DocumentHanded,
    FactEstablished,
    NumberMoved,
    OwnNumberMoved,
    PointsCounted,
    RuleApplied,
    Whispered,
)
from warcouncil.games.scenario.file.model.script import Consequence
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Change, Ref
from warcouncil.games.scenario.file.text.consequences import EffectPart, EndingPart
from warcouncil.games.scenario.file.text.own import owned_slots
from warcouncil.games.scenario.file.text.scenario import NumberPart
from warcouncil.games.scenario.file.text.vocabulary import STEPWISE
from warcouncil.games.scenario.look import SILENT, Draw, Outlook
from warcouncil.games.scenario.numbers import cell_of, label_of
from warcouncil.games.scenario.points import points_of, winners_of
from warcouncil.games.scenario.state import InHand, Over, ScenarioState, key, moment
from warcouncil.protocol.words import SeatId


class Unfolding:
    """The position between one gate and the next, with the events so far."""

    def __init__(self, state: ScenarioState, ways: Ways = MappingProxyType({})) -> None:
        self.state = state
        self.events: list[Event] = []
        self._ways = ways
        self._before = state
        self.steps: list[TraceStep] = []
        """Every change of a number with the rule that made it, for a trace."""

    def way(self, seat: SeatId) -> Way:
        """Return the origin of the answer of a seat."""
        return self._ways.get(seat, Way.SEALED)

    @property
    def look(self) -> Outlook:
        """The present position. Its `before` is the position at the closing."""
        return Outlook(self.state, before=self._before)

    @property
    def _cell(self) -> tuple[str, ...]:
        """The seats of the white cell. They read all that any team or seat is told."""
        return self.state.play.cell

    # --- single steps -----------------------------------------------------------------------------------------------

    def answered(self, answers: Mapping[str, Counts]) -> None:
        """Store the answers that count, and their origins."""
        values = {at: counts.value for at, counts in answers.items()}
        came = {at: how for at, how in self.state.came.items() if at not in answers}
        came |= {at: each.came.value for at, each in answers.items() if each.came is not Came.AGREED}
        self.state = replace(self.state, answers={**self.state.answers, **values}, came=came)

    def change(self, change: Change, draw: Draw | None = None, label: str = "", text: str = "") -> None:
        """Change a number, within its bounds. A missing answer changes nothing."""
        read = self.state if self.state.play.scenario.format >= STEPWISE else self._before
        amount = Outlook(read, before=self._before, draw=draw).term(change.amount)
        at = key(change.ref.name, change.ref.owner)
        before = self.state.numbers[at]
        if amount is None:
            said = _said(self.state.play.numbers[change.ref.name], before)
            self.steps.append(TraceStep(label, text, label_of(self.look, change.ref), said, None, said))
            return
        reached = change.times * amount if change.sets else before + change.times * amount
        self.set_number(change.ref, reached, label, text)

    def set_number(self, ref: Ref, value: int, label: str = "", text: str = "") -> None:
        """Set a number, within its bounds, and inform all who may know it. `label` and `text` name the rule in a trace."""
        script = self.state.play
        number = script.numbers[ref.name]
        at = key(ref.name, ref.owner)
        before, now = self.state.numbers[at], min(max(value, number.lowest), number.highest)
        self.steps.append(
            TraceStep(
                label, text, label_of(self.look, ref), *(_said(number, each) for each in (before, value, now))
            )
        )
        if now == before:
            return
        self.state = replace(self.state, numbers={**self.state.numbers, at: now})
        label = label_of(self.look, ref)
        states = tuple(state.label for state in number.states)
        cell = cell_of(script, ref)
        if number.known_to == "all":
            self.events.append(NumberMoved(label, before, now, at if number.track else "", states, cell))
        else:
            readers = script.readers_of(ref)
            self.events.append(OwnNumberMoved(label, before, now, readers, self._cell, states, cell))

    def tell(self, text: str, passage: str) -> None:
        """Send a text to everyone."""
        if text:
            self.events.append(Announced(self.look.fill(text), passage))

    def whisper(self, text: str, to: Iterable[str], passage: str) -> None:
        """Send a text to some teams or seats."""
        places = tuple(to)
        if text and places:
            whom = tuple(map(self.state.play.title, places))
            self.events.append(Whispered(self.look.fill(text), places, passage, self._cell, whom))

    def hand(self, document: str, to: Iterable[str]) -> None:
        """Hand a document to those who do not have it yet.

        A seat that has it already is not informed, because that would reveal that others of its team received it.
        """
        look = self.look
        new = tuple(place for place in to if not look.has(place, document))
        if new:
            held = tuple(InHand(document, place, moment(self.state)) for place in new)
            self.state = replace(self.state, held=(*self.state.held, *held))
            getting = tuple(each for place in new for each in self._without(look, place, document))
            title, whom = look.script.documents[document].title, tuple(map(look.script.title, getting))
            self.events.append(DocumentHanded(title, getting, document, self._cell, whom))

    def _without(self, look: Outlook, place: str, document: str) -> tuple[str, ...]:
        """Return a team if all its seats lack a document. Otherwise return the seats that lack it."""
        seats = look.script.seats_of(place)
        lacking = tuple(seat for seat in seats if not look.has(seat, document))
        return (place,) if len(lacking) == len(seats) else lacking

    def establish(self, text: str) -> None:
        """Add a fact to everyone's sheet."""
        if text:
            said = self.look.fill(text)
            self.make_fact(said)
            self.events.append(FactEstablished(said))

    def make_fact(self, said: str) -> None:
        """Add a fact to everyone's sheet unchanged. Its braces print nothing. The caller adds the event."""
        self.state = replace(self.state, facts=(*self.state.facts, said))

    def end(self, ending: EndingPart) -> None:
        """End the exercise, unless it has ended already, and count the points."""
        if self.state.over is not None:
            return
        points = points_of(self.look)
        words = self.look.fill(ending.words).rstrip(".")
        winners = winners_of(ending, points, self.look)
        over = Over(ending.name, words, winners, points, ending.title or "")
        self.state = replace(self.state, over=over)
        scores = self.state.play.scenario.scores
        if scores:
            self.events += [
                PointsCounted(self.state.play.title(who), won, scores.title) for who, won in points.items()
            ]

    # --- what the file says -----------------------------------------------------------------------------------------

    def follow(self, place: int, dice: Dice) -> None:
        """Apply the tables and rules of a phase."""
        self._before = self.state
        closing = self.look
        for table in closing.script.tables[place]:
            given = [closing.word(ref) or SILENT for ref in table.of]
            row = next((row for row in table.rows if _fits(row.answers, given)), None)
            if row:
                self.events.append(RuleApplied(row.label, 100, self._cell))
                self.effect(row.effect, row.changes, row.label, draw=self._draw(row.label, dice))
        for rule in closing.script.rules[place]:
            closing.now = self.state
            if _applies(rule, closing) and dice.stream("chance", rule.label).below(100) < rule.chance:
                self.events.append(RuleApplied(rule.label, rule.chance, self._cell))
                self.effect(
                    rule.effect, rule.changes, rule.label, rule.own, draw=self._draw(rule.label, dice)
                )

    def _draw(self, label: str, dice: Dice) -> Draw:
        """Return how a rule draws from the lists of the file. Each of its draws is independent."""
        chance = dice.stream("draw", label)
        drawn: list[str] = []

        def one(name: str) -> int:
            drawn.append(name)
            return chance.stream(str(len(drawn))).pick(self.state.play.draws[name].values)

        return one

    def effect(
        self,
        effect: EffectPart,
        changes: tuple[Change, ...],
        label: str,
        own: str = "",
        *,
        draw: Draw | None = None,
    ) -> None:
        """Apply one consequence: its changes, one after the other, then its texts."""
        for text, change in zip(effect.change, changes, strict=True):
            self.change(change, draw, label, text)
        if not changes:
            self.steps.append(TraceStep(label))
        look = self.look
        self.tell(owned_text(look, effect.tell, own), label)
        for place, text in effect.tell_to.items():
            whom = own if place == clauses.OWN else place
            self.whisper(owned_text(look, text, own), (whom,), f"{label}, to {place}")
        for document, places in effect.hand.items():
            self.hand(document, [own if place == clauses.OWN else place for place in places])
        self.establish(owned_text(look, effect.establish, own))
        if effect.end:
            self.end_by(effect.end)

    def end_by(self, name: str) -> None:
        """End the exercise by the ending with this name."""
        self.end(next(each for each in self.state.play.scenario.endings if each.name == name))

    def end_if(self, when: str) -> None:
        """End the exercise by the first ending of this kind whose conditions hold."""
        look = self.look
        for ending in look.script.scenario.endings:
            if ending.when == when and look.all_said(ending.only_if):
                self.end(ending)
                return


def _applies(rule: Consequence, closing: Outlook) -> bool:
    if closing.all_hold(rule.only_if):
        return True
    return bool(rule.or_if) and closing.all_hold(rule.or_if)


def _fits(row: tuple[str, ...], given: list[str]) -> bool:
    return all(wanted in ("*", word) for wanted, word in zip(row, given, strict=True))


def owned_text(look: Outlook, text: str, own: str) -> str:
    """Return a text with a team or seat in the place of `own` in its braces. `{own}` is its title."""
    if not own or "{" not in text:
        return text
    return owned_slots(text.replace("{own}", look.script.title(own)), own)


def _said(number: NumberPart, value: int) -> int | str:
    return number.words(value) if number.states and 0 <= value <= number.highest else value
