"""A seat in plain lines: what is new is said, a line that begins with / is a command, any other answers the question."""

from __future__ import annotations

import re
from collections.abc import Callable

from warcouncil.clients.link.line import News
from warcouncil.clients.plain.answering import STEPS, Answering
from warcouncil.clients.plain.board import BoardTeller
from warcouncil.clients.plain.council import Council
from warcouncil.clients.plain.heard import Heard
from warcouncil.clients.plain.rules import book_lines, briefing_lines
from warcouncil.clients.plain.teller import LEFT, LineClient, meant, not_known
from warcouncil.clients.plain.times import ClockTeller
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.guard import Guard
from warcouncil.clients.seat.words import answer_words
from warcouncil.clients.widgets.wording import clock_text, listed
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.views import View
from warcouncil.protocol.words import MessageId

WRONG_CARD = 2
STORY_LINES = 20
_FOR_GATE = re.compile(r"(\d{1,9}):\s*(.*)")
COMMANDS: dict[str, str] = {
    "question": "say again what is asked",
    "seal": "seal the answer as it stands",
    "back": "go back to the part before",
    "again": "begin the answer anew",
    "show": "say how the answer stands",
    "suggest": "fill in what is suggested, where anything is; seal then seals it",
    "ready": "say that you have read your briefing, where the table waits for it",
    "board": "say all that you see",
    "clock": "say how much time is left",
    "rules": "say the rules of what is asked; /rules all says the whole book, /rules nuke what is said of a nuke",
    "story": "say what has happened; /story all says everything",
    "say": "speak: /say hello, or /say 2 hello in the second conversation",
    "talk": "say the conversations, and what was said",
    "deals": "say the proposals",
    "propose": "put a proposal: /propose 1 you get the north",
    "accept": "accept a proposal: /accept 3",
    "refuse": "refuse a proposal: /refuse 3",
    "call": "call the umpire: /call may we swap seats",
    "reply": "reply to the umpire: /reply we are ready",
    "umpire": "say what the umpire said to you",
    "team": "say who of your team is here",
    "take": "take your seat from a bot, or from a driver who fell silent",
    "handover": "let another of your crew drive the seat",
    "form": "write what is asked as JSON, for a script",
    "wait": "read no further line until you owe an answer; /wait end: until the game is over",
    "help": "say this",
    "leave": "leave; the game goes on, and warcouncil join brings you back",
}
"""Every command, and what it does."""


class PlainSeat(LineClient):
    """A seat in plain lines."""

    def __init__(self, make_id: Callable[[], MessageId], *, guarded: bool = False) -> None:
        super().__init__()
        self.desk = Desk(make_id)
        self._guarded = guarded
        """Whether an answer is held off in the first moment of a question: a person's was meant for the one before."""
        self._heard = Heard(self.desk)
        self._council = Council(self.desk)
        self._clock = ClockTeller()
        self._board = BoardTeller()
        self._seating = -1
        self._gate = -1
        self._answering: Answering | None = None
        self._answered = False
        self._briefed = False
        self._sealed: Answer | None = None
        self._refused = ""
        self._ended = False
        self._waits_for_end = False
        self._first = True
        self.holds_input = True  # until there is something to answer

    # --- news -----------------------------------------------------------------------------------------------------

    def hear(self, news: News, now_ms: int) -> None:
        """Take in what the link brings, and say what is new."""
        self.desk.feed(news, now_ms)
        self._tell(now_ms)

    def tick(self, now_ms: int) -> None:
        """Say what the clock has come to, where this seat has anything to do meanwhile."""
        due = self._clock.due(self.desk, now_ms)
        if self.desk.view is not None and (self.desk.view.form is not None or self.desk.view.channels):
            self.say(*due)

    def _tell(self, now_ms: int) -> None:
        desk = self.desk
        if desk.trouble:
            self.say(desk.trouble)
            self.status = WRONG_CARD
            return
        if desk.welcome is not None and self._seating != desk.seatings:
            self._sit_down()
        self._brief()
        self.say(*self._heard.new())
        view = desk.view
        if view is None:
            return
        self._outcome(view)
        if view.gate != self._gate:
            self._next_question(view, now_ms)
        else:
            self.say(*self._board.new(view.sheet))
            if view.form is not None and self._answering is None and view.ended is None:
                self._ask(view, now_ms)
        self.tick(now_ms)
        if view.ended is not None and not self._ended:
            self._end(view)

    def _sit_down(self) -> None:
        self._seating, self._gate, self._ended = self.desk.seatings, -1, False
        self._clock, self._board, self._answering, self._sealed = ClockTeller(), BoardTeller(), None, None
        welcome = self.desk.welcome
        assert welcome is not None
        self.say(
            f"seat: you are {welcome.seat_title}, {welcome.game_title}, table {welcome.table}.",
            f"seat: {welcome.duty}" if welcome.duty else "",
            "seat: /help says what you can write.",
        )

    def _brief(self) -> None:
        """Say the briefing once, and what a table waits for that has not begun."""
        desk = self.desk
        self.send(desk.wants_rules())
        if desk.rules is not None and not self._briefed:
            self._briefed = True
            self.say(*briefing_lines(desk.rules.briefing))
            if desk.company is not None and desk.company.begins == "ready":
                self.say(
                    "briefing: write /ready when you have read this; the game begins when all are ready."
                )

    def _outcome(self, view: View) -> None:
        """Say what became of an answer."""
        desk = self.desk
        if desk.refused and desk.refused != self._refused:
            self.say(f"NOT SEALED: {desk.refused}")
            self._answered = False
        self._refused = desk.refused
        if desk.sealed is not None and desk.sealed != self._sealed and view.form is not None:
            self.say(
                f"SEALED: {answer_words(view.form, desk.sealed)}. Until the question closes you may seal another."
            )
        if desk.sealed is None and self._sealed is not None and view.gate == self._gate:
            self.say("Your answer does not stand any more.")
            self._answered = False
        self._sealed = desk.sealed

    # --- the question ---------------------------------------------------------------------------------------------

    def _next_question(self, view: View, now_ms: int) -> None:
        if self._answering is not None and not self._answered:
            self.say(f"Too late: question {self._gate} closed without an answer of yours.")
        self._gate, self._answering, self._answered = view.gate, None, view.sealed is not None
        self.say(*self._board.new(view.sheet))
        if view.ended is None:
            self._ask(view, now_ms)

    def _ask(self, view: View, now_ms: int) -> None:
        """Say what is asked, and let lines be read again."""
        self._answering = Answering(view.form) if view.form is not None else None
        if (view.form is not None or self._first) and not self._waits_for_end:
            self.holds_input = self._first = False
        self.say(*self._question(view, now_ms))

    def _question(self, view: View, now_ms: int) -> list[str]:
        left = f" {clock_text(self.desk.left_ms(now_ms))} left." if view.clock is not None else ""
        lines = [f"question {view.gate}: {view.title}.{left}"]
        if self._answering is None:
            return [
                *lines,
                f"You are not asked. Deciding: {listed(view.asked)}." if view.asked else "You are not asked.",
            ]
        lines += [f"ask: {self._answering.form.question}"]
        if self.desk.sealed is not None:
            lines.append(f"You have sealed: {answer_words(self._answering.form, self.desk.sealed)}.")
        return [*lines, *(f"ask: {line}" for line in self._answering.asks())]

    def _end(self, view: View) -> None:
        assert view.ended is not None
        ended, self._ended, self._answering = view.ended, True, None
        self.holds_input = self._waits_for_end = False
        word = {True: "You won.", False: "You lost.", None: "It is a draw." if not ended.winners else ""}[
            ended.won
        ]
        scores = [
            f"over: {score.label}: {', '.join(f'{side} {value}' for side, value in score.of)}."
            for score in ended.scores
        ]
        self.say(
            f"over: {ended.reason}. {word}",
            f"over: won by {listed(ended.winners)}." if ended.winners else "",
            *scores,
            "over: /story all says everything, /leave leaves.",
        )

    # --- lines ----------------------------------------------------------------------------------------------------

    def typed(self, text: str, now_ms: int) -> None:
        """Take in a line that was typed."""
        self.desk.said = ""
        if text.startswith("/") and text[1:].strip():
            word, _, rest = text[1:].strip().partition(" ")
            self._command(word.lower(), rest.strip(), now_ms)
        elif text in ("?", "/"):
            self._command("help", "", now_ms)
        elif not text:
            self._command("question", "", now_ms)
        else:
            self._answer(text, now_ms)
        self.say(*self._heard.new())

    def _answer(self, text: str, now_ms: int) -> None:
        found = _FOR_GATE.fullmatch(text)
        named = found is not None and (self._answering is None or int(found[1]) != self._gate)
        if found is not None and named:
            self.say(f"NOT SEALED: question {found[1]} is not open; {self._now_open()}.")
        elif self._answering is None:
            self.say("You are not asked now; a command begins with /, and /help lists all.")
        elif found is None and self._guarded and self.desk.guard.holds(now_ms):
            self.say(f"NOT SEALED: question {self._gate} had only just opened; write it again.")
        else:
            self.desk.guard = Guard()  # who names the question, or is no person, means this one
            self._fill(found[2] if found is not None else text, now_ms)

    def _now_open(self) -> str:
        return f"question {self._gate} is" if self._answering is not None else "none is for you"

    def _fill(self, text: str, now_ms: int) -> None:
        assert self._answering is not None
        read = self._answering.read(text)
        self.say(*(f"ask: {line}" for line in read.lines))
        if read.answer is None:
            return
        self._refused = ""
        self.send(self.desk.declare(read.answer, now_ms))
        self._answering.keep(read.answer)
        if self.desk.refused:
            self._refused = self.desk.refused
            self.say(f"NOT SEALED: {self.desk.refused}")
            return
        self._answered = True
        self._sealed = None
        self.say(f"sealing: {answer_words(self._answering.form, read.answer)}")

    def _command(self, typed: str, rest: str, now_ms: int) -> None:
        name = meant(typed, COMMANDS)
        if not name:
            self.say(not_known(typed, COMMANDS, "/"))
        elif name in self._council.ways:
            lines, request = self._council.ways[name](rest, now_ms)
            self.send(request)
            self.say(*lines)
        elif name in STEPS:
            self._step(name, now_ms)
        elif name in _OF_THE_CLIENT:
            _OF_THE_CLIENT[name](self, rest)
        elif self.desk.view is None:
            self.say("Nothing has come from the arbiter yet.")
        else:
            _READING[name](self, self.desk.view, rest, now_ms)

    def _step(self, name: str, now_ms: int) -> None:
        if self._answering is not None:
            self._fill(f"/{name}", now_ms)
        else:
            self.say("You are not asked now.")

    def _say_help(self, rest: str) -> None:
        self.say(*(f"help: /{word}: {means}." for word, means in COMMANDS.items()))
        self.say("help: any other line answers what is asked; 12: a answers question 12 and no later one.")

    def _ready(self, rest: str) -> None:
        request = self.desk.ready()
        self.send(request)
        self.say(
            "The table waits for you no longer." if request is not None else "You do not drive this seat."
        )

    def _leave(self, rest: str) -> None:
        self.say("You leave. The game goes on; warcouncil join brings you back.")
        self.status = LEFT

    def _wait(self, rest: str) -> None:
        self._waits_for_end = rest.lower() == "end" and not self._ended
        idle = self._answering is None or self._answered
        self.holds_input = self._waits_for_end or (idle and not self._ended)

    def _say_question(self, view: View, rest: str, now_ms: int) -> None:
        self.say(*self._question(view, now_ms))

    def _say_form(self, view: View, rest: str, now_ms: int) -> None:
        self.lines.append(view.form.model_dump_json() if view.form is not None else "null")

    def _say_board(self, view: View, rest: str, now_ms: int) -> None:
        self.say(*self._board.whole(view.sheet))

    def _say_story(self, view: View, rest: str, now_ms: int) -> None:
        told = self.desk.story if rest.lower() == "all" else self.desk.story[-STORY_LINES:]
        self.say(*(f"story, {line.heading}: {line.text}" for line in told))
        if not told:
            self.say("Nothing has happened yet.")

    def _say_rules(self, view: View, rest: str, now_ms: int) -> None:
        self.say(f"rule {view.rule}: {view.rule_text}" if view.rule_text else "No rule to read now.")
        self.say(view.form.help if view.form is not None else "")
        if self.desk.rules is not None:
            self.say(*book_lines(self.desk.rules.book, rest))

    def _say_clock(self, view: View, rest: str, now_ms: int) -> None:
        if view.clock is None or view.ended is not None:
            self.say("clock: there is none now.")
            return
        still = (
            "" if view.clock.running and not self.desk.paused and not view.held else self.desk.standstill()
        )
        left, total = clock_text(self.desk.left_ms(now_ms)), clock_text(view.clock.total_ms)
        self.say(f"clock: {left} of {total} left. {still}")


_OF_THE_CLIENT: dict[str, Callable[[PlainSeat, str], None]] = {
    "help": PlainSeat._say_help,
    "leave": PlainSeat._leave,
    "ready": PlainSeat._ready,
    "wait": PlainSeat._wait,
}
"""Commands that work before anything has come from the arbiter."""
_READING: dict[str, Callable[[PlainSeat, View, str, int], None]] = {
    "question": PlainSeat._say_question,
    "form": PlainSeat._say_form,
    "board": PlainSeat._say_board,
    "story": PlainSeat._say_story,
    "rules": PlainSeat._say_rules,
    "clock": PlainSeat._say_clock,
}
"""Commands that say what there is."""
