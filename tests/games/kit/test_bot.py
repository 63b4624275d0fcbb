"""Bots: each question has its own chance, and a seat's chance is its own."""

from __future__ import annotations

from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.template.bot import BOT, TemplateBot
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, FormField, Option
from warcouncil.protocol.table.sheets import Fact, Facts, Prose, Sheet

SHEET = Sheet(headline="x")


def form(*fields: FormField) -> Form:
    """Return a form of these fields."""
    return Form(question="What?", rule="1", fields=fields)


NUMBERS = form(Count(name="n", label="n", low=0, high=10**9))


def test_every_question_has_its_own_chance_and_the_same_bot_plays_the_same() -> None:
    """A bot answers every question alike, or a rehearsal differs each time."""
    one, again = (RandomBot("red.1", "red", Dice(b"sixteen bytes...")) for _ in range(2))
    answers = [one.play(SHEET, NUMBERS) for _ in range(20)]
    assert len({str(answer) for answer in answers}) == 20
    assert [again.play(SHEET, NUMBERS) for _ in range(20)] == answers
    other = RandomBot("red.2", "red", Dice(b"other bytes....."))
    assert other.play(SHEET, NUMBERS) != answers[0]


def test_a_bot_knows_its_card_and_is_given_what_it_sees() -> None:
    """A bot plans for another seat, or judges by the sheet of the question before."""

    class Watching(Bot):
        name = "watching"

        def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
            seen.append((self.seat, self.team, sheet, form, dice.below(1 << 40)))
            return {}

    seen: list[object] = []
    dice = Dice(b"sixteen bytes...")
    bot = Watching("red.1", "red", dice)
    assert bot.dice is dice
    bot.play(SHEET, NUMBERS)
    bot.play(SHEET, NUMBERS)
    assert seen == [("red.1", "red", SHEET, NUMBERS, dice.stream(n).below(1 << 40)) for n in (1, 2)]


def test_the_random_bot_fills_a_form_legally() -> None:
    """A bot's answer is refused, and its seat misses the question."""
    assert RandomBot.name == "random"
    bot = RandomBot("red.1", "red", Dice(b"sixteen bytes..."))
    for _ in range(50):
        judge(NUMBERS, bot.play(SHEET, NUMBERS))


def cards(*values: str) -> Choice:
    """Return a choice among cards."""
    return Choice(
        name="card", label="card", options=tuple(Option(value=value, label=value) for value in values)
    )


def prizes(**won: int) -> Sheet:
    """Return a sheet with the prizes of each."""
    facts = Facts(title="", facts=tuple(Fact(label=name, value=str(number)) for name, number in won.items()))
    return Sheet(headline="x", elements=(Prose(title="a", text="b"), facts))


def test_the_bot_of_the_template_plays_high_when_a_player_leads() -> None:
    """A copy of the template begins with a bot that plays against its own description."""
    bot = TemplateBot("one", "one", Dice(b"sixteen bytes..."))
    assert BOT is TemplateBot
    assert TemplateBot.name == "sensible"
    asked = form(cards("10", "9", "2"))
    assert bot.play(prizes(one=1, two=0), asked) == {"card": "10"}
    assert bot.play(prizes(one=1, two=1), asked) == {"card": "2"}
    assert bot.play(SHEET, asked) == {"card": "2"}


def test_the_bot_of_the_template_fills_any_other_form_legally() -> None:
    """A negotiation before the game ends the bot in a traceback."""
    bot = TemplateBot("one", "one", Dice(b"sixteen bytes..."))
    ready = form(Choice(name="ready", label="r", options=(Option(value="ready", label="r"),)))
    assert bot.play(SHEET, ready) == {"ready": "ready"}
    judge(NUMBERS, bot.play(SHEET, NUMBERS))
