"""PlainSeat: a seat in plain lines.

It writes everything that is new. A line that begins with / is a command. Any other line answers the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from warcouncil.clients.link.base.line import News
from warcouncil.clients.plain.base.teller import LEFT, LineClient, meant, not_known
from warcouncil.clients.plain.seat.answering import STEPS, Answering
from warcouncil.clients.plain.seat.arrival import Arrival
from warcouncil.clients.plain.seat.begun_lines import BegunLines
from warcouncil.clients.plain.seat.board import BoardTeller
from warcouncil.clients.plain.seat.commands import COMMANDS, NEEDS
from warcouncil.clients.plain.seat.council import Council
from warcouncil.clients.plain.seat.farewell import Notebook, farewell_lines, verdict_lines
from warcouncil.clients.plain.seat.news import NewsTold
from warcouncil.clients.plain.seat.read_aloud import ReadAloud, question_lines
from warcouncil.clients.seat.model.hints import Suggest, hint, no_hint
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.shown.ended import end_of
from warcouncil.clients.seat.model.shown.help import possible_acts
from warcouncil.clients.seat.model.typing_guard import TypingGuard
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import MessageId

WRONG_CARD = 2
_FOR_GATE = re.compile(r"(\d{1,9}):\s*(.*)")


class PlainSeat(LineClient):
    """A seat in plain lines."""

    def __init__(
        self,
        make_id: Callable[[], MessageId],
        *,
        guarded: bool = False,
        suggest: Suggest = no_hint,
        keeping: KeptFiles | None = None,
        leaving: str = "",
    ) -> None:
        super().__init__()
        self._leaving = leaving
        self._notebook = Notebook(keeping or KeptFiles())
        self.seat = Seat(make_id, suggest=suggest)
        self.desk = self.seat.desk
        self._guarded = guarded
        """Whether to refuse an answer for now that the player may have begun to write before its question opened."""
        self._begun = BegunLines()
        self._held = ""
        """The last line that was not accepted at this question."""
        self._arrival = Arrival(self.desk)
        self._heard = NewsTold(self.desk)
        self._council = Council(self.desk)
        self._board = BoardTeller()
        self._aloud = ReadAloud(self.desk, self._board)
        self._seating = -1
        self._gate = -1
        self._answering: Answering | None = None
        self._answered = False
        self._struck = False
        self._sealed: Answer | None = None
        self._refused = ""
        self._ended = False
        self._parted = False
        self._waits_to_begin = False
        self._waits_for_end = False
        self._first = True
        self.holds_input = True  # Until there is a question to answer

    # --- news -----------------------------------------------------------------------------------------------------

    def hear(self, news: News, now_ms: int) -> None:
        """Handle a news item of the link, and write what is new."""
        self.seat.hear(news, now_ms)
        self._tell(now_ms)

    def tick(self, now_ms: int) -> None:
        """Write the announcements of the clock, if this seat can do anything now."""
        if self._gate < 0:
            if self.desk.view is not None and not self._waits_to_ask(now_ms):
                self._tell(now_ms)
            return
        self.say(*self._heard.doors(now_ms), *self._heard.clock(now_ms))

    def _tell(self, now_ms: int) -> None:
        desk = self.desk
        if desk.trouble:
            self.say(desk.trouble)
            self.status = WRONG_CARD
            return
        if desk.welcome is not None and self._seating != desk.seatings:
            self._sit_down(now_ms)
        self.send(desk.wants_rules())
        self.say(*self._arrival.briefed())
        self._say_news()
        if desk.dismissed and not self._parted:
            self._parted = True
            self.say(*farewell_lines(desk), *self._notebook.left(desk))
        view = desk.view
        if view is None or self._waits_to_ask(now_ms):
            return
        self._outcome(view, now_ms)
        self.say(*self._heard.doors(now_ms))
        if self._waits_to_begin and view.begun:
            self._waits_to_begin = False
            self.holds_input = self._waits_for_end or self._answering is None
        ends = view.ended is not None and not self._ended
        if ends:
            self._end(view)
        if view.gate != self._gate:
            self._next_question(view, now_ms)
        else:
            self.say(*self._board.new(view.sheet))
            if view.form is not None and self._answering is None and view.ended is None:
                self._ask(view, now_ms)
        self.tick(now_ms)
        if ends:
            self.say(f"over: {say('plain.what_now')}")
            self.say(f"over: {say('plain.plays_again')}" if self.desk.plays_again else "")

    def _say_news(self) -> None:
        """Write what is new. The board does not repeat the story."""
        lines = self._heard.new()
        self._board.told(line.partition(": ")[2] for line in lines if line.startswith("story"))
        self.say(*lines)

    def _sit_down(self, now_ms: int) -> None:
        self._seating, self._gate, self._ended = self.desk.seatings, -1, False
        self._answering = self._sealed = None
        self._heard.sit_down()
        self._board.forget()
        self.say(*self._arrival.sat_down(now_ms))

    def _waits_to_ask(self, now_ms: int) -> bool:
        """Return whether the first question waits for the briefing."""
        return self._gate < 0 and self._arrival.waits(now_ms)

    def _outcome(self, view: View, now_ms: int) -> None:
        """Write the result of an answer."""
        desk = self.desk
        if desk.refused and desk.refused != self._refused:
            is_ready = view.readiness and desk.sealed is not None
            not_taken_back = say("question.not_taken_back", why=desk.refused)
            self.say(not_taken_back if is_ready else f"NOT SEALED: {desk.refused}")
            self._answered = is_ready
        self._refused = desk.refused
        if view.voided and view.gate == self._gate:
            self._strike_out()
        elif desk.sealed is not None and desk.sealed != self._sealed and view.form is not None:
            answer = answer_words(view.form, desk.sealed)
            key = "plain.sealed" if desk.can_change(now_ms) else "plain.sealed_ready"
            can_undo = desk.can_change(now_ms) or desk.can_take_back(now_ms)
            self.say(f"SEALED: {say(key, answer=answer) if can_undo else f'{answer}.'}")
        elif desk.sealed is None and self._sealed is not None and view.gate == self._gate:
            if not view.readiness:  # Otherwise the desk has already reported that the answer was taken back
                self.say(say("plain.stands_no_more"))
            self._answered = False
        self._sealed = desk.sealed

    def _strike_out(self) -> None:
        """Write once that this answer no longer counts.

        When the question closes, the client does not report that an answer is missing.
        """
        if not self._struck:
            self._struck = self._answered = True
            self.say(f"STRUCK OUT: {say('question.voided')}")

    # --- the question ---------------------------------------------------------------------------------------------

    def _next_question(self, view: View, now_ms: int) -> None:
        # Otherwise the desk has already written the question
        if self._answering is not None and not self._answered and view.whole:
            self.say(say("plain.closed_without", gate=self._gate))
        self._gate, self._answering, self._struck, self._held = view.gate, None, view.voided, ""
        self._answered = view.voided or view.sealed is not None
        self.say(*self._board.new(view.sheet))
        if view.ended is None:
            self._ask(view, now_ms)

    def _ask(self, view: View, now_ms: int) -> None:
        """Write the question, and allow lines to be read again."""
        self._begun.opened(now_ms)
        self._answering = (
            Answering(view.form, lambda: hint(self.desk, self.seat.answers.suggest))
            if view.form is not None
            else None
        )
        waits = self._waits_for_end or self._waits_to_begin
        if (view.form is not None or self._first) and not waits:
            self.holds_input = self._first = False
        self.say(*self._question(view, now_ms))

    def _question(self, view: View, now_ms: int) -> list[str]:
        return question_lines(self.desk, self._answering, view, now_ms)

    def _end(self, view: View) -> None:
        assert view.ended is not None
        ended, self._ended, self._answering = view.ended, True, None
        self.holds_input = self._waits_for_end = False
        lines = verdict_lines(end_of(ended, self.desk.deeds.words))
        self._board.told(line.partition(": ")[2] for line in lines)
        self.say(*lines)

    # --- lines ----------------------------------------------------------------------------------------------------

    def typed(self, text: str, now_ms: int) -> None:
        """Handle a typed line."""
        self.desk.said = ""
        self._say_news()  # The answer to this line may have the same words as the answer before
        if self._begun.overlaps(text, now_ms):
            self.desk.guard.raise_at(now_ms)
        if text.startswith("/") and text[1:].strip():
            word, _, rest = text[1:].strip().partition(" ")
            self._command(word.lower(), rest.strip(), now_ms)
        elif text in ("?", "/"):
            self._command("help", "", now_ms)
        elif not text:
            self._command("question", "", now_ms)
        else:
            self._answer(text, now_ms)
        self._say_news()

    def _answer(self, text: str, now_ms: int) -> None:
        writing = self._answering is not None and self._answering.writing
        found = None if writing else _FOR_GATE.fullmatch(text)  # A line of an order may begin with a number
        named = found is not None and (self._answering is None or int(found[1]) != self._gate)
        if found is not None and named:
            self.say(f"NOT SEALED: {say('plain.not_open', gate=found[1], open=self._now_open())}")
        elif self._answering is None:
            self.say(say("plain.no_command"))
        elif found is not None:
            self._fill(found[2] or self._held, now_ms)
        elif not self._holds_off(text, now_ms):
            self._fill(text, now_ms)

    def _holds_off(self, text: str, now_ms: int) -> bool:
        """If a line may have been meant for something else, keep it and do not use it yet. Return whether
        this is so.

        The lines of a script always answer this question.
        """
        if not self._guarded or not self.desk.guard.holds(now_ms):
            return False
        self.desk.guard.press(now_ms)
        self._held = text
        self.say(f"NOT SEALED: {say('plain.held_off', gate=self._gate)}")
        return True

    def _now_open(self) -> str:
        asked = self._answering is not None
        return say("plain.is_open", gate=self._gate) if asked else say("plain.none_is_yours")

    def _fill(self, text: str, now_ms: int) -> None:
        assert self._answering is not None
        self.desk.guard = TypingGuard()  # This line is meant for this question
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
        self.say(say("plain.sealing"))

    def _command(self, typed: str, rest: str, now_ms: int) -> None:
        name = meant(typed, COMMANDS)
        if not name:
            self.say(not_known(typed, COMMANDS, "/"))
        elif name in self._council.ways:
            lines, request = self._council.ways[name](rest, now_ms)
            self.send(request)
            self.say(*lines)
        elif name == "unready":
            self._take_back(now_ms)
        elif name == "another":
            self._play_another()
        elif name in STEPS:
            self._step(name, now_ms)
        elif name in _OF_THE_CLIENT:
            _OF_THE_CLIENT[name](self, rest)
        elif self.desk.view is None:
            self.say(say("plain.nothing_came"))
        elif name == "question":
            self.say(*self._question(self.desk.view, now_ms))
        elif name == "form":
            form = self.desk.view.form
            self.lines.append(form.model_dump_json() if form is not None else "null")
        else:
            self.say(*self._aloud.ways[name](self.desk.view, rest, now_ms))

    def _step(self, name: str, now_ms: int) -> None:
        if self._answering is None:
            self.say(say("question.not_asked_now"))
        elif not self._holds_off(f"/{name}", now_ms):
            self._fill(f"/{name}", now_ms)

    def _take_back(self, now_ms: int) -> None:
        """Take back the player's message that they are ready."""
        desk, self.desk.guard = self.desk, TypingGuard()  # The command can mean nothing else
        if not desk.can_take_back(now_ms):
            self.say(say("plain.nothing_to_take_back"))
            return
        self.send(desk.take_back(now_ms))
        self._refused = desk.refused
        not_taken_back = say("question.not_taken_back", why=desk.refused)
        self.say(not_taken_back if desk.refused else say("plain.taking_back"))

    def _play_another(self) -> None:
        """Ask for another game."""
        can = self.desk.plays_again and self._ended
        self.send(self.desk.call(say("verdict.another_call")) if can else None)
        self.say(say("plain.another_begins" if can else "plain.no_other_game"))

    def _say_help(self, rest: str) -> None:
        acts = possible_acts(self.desk)
        if self.desk.sealed is None:
            acts -= {"take_back"}  # This is possible only after the player is ready
        listed = [word for word in COMMANDS if word not in NEEDS or NEEDS[word] in acts]
        means = COMMANDS if "come_back" in acts else {**COMMANDS, "leave": "help.key_leave_demo"}
        self.say(*(f"help: /{word}: {say(means[word])}." for word in listed))
        self.say(f"help: {say('plain.help_any_line')}")

    def _ready(self, rest: str) -> None:
        self.send(self.desk.ready())
        if self.desk.watching:
            self.say(say("plain.no_driver"))
        elif self._answering is not None and not self._answered:
            self.say(say("plain.ready_but_asked", gate=self._gate))
        else:
            self.say(say("plain.waits_no_longer"))

    def leave(self) -> None:
        """Leave, and write what continues and what is stored."""
        goes_on = "company.leaving_over" if self.desk.ended else "plain.leaving"
        self.say(self._leaving or say(goes_on), *self._notebook.left(self.desk))
        self.status = LEFT

    def _note(self, rest: str) -> None:
        self.say(*self._notebook.add(rest))

    def _save(self, rest: str) -> None:
        self.say(*self._notebook.save(self.desk))

    def _wait(self, rest: str) -> None:
        self._waits_for_end = rest.lower() == "end" and not self._ended
        view = self.desk.view
        self._waits_to_begin = view is not None and not view.begun
        idle = self._answering is None or self._answered or self._waits_to_begin
        self.holds_input = self._waits_for_end or (idle and not self._ended)


_OF_THE_CLIENT: dict[str, Callable[[PlainSeat, str], None]] = {
    "help": PlainSeat._say_help,
    "leave": lambda seat, _: seat.leave(),
    "ready": PlainSeat._ready,
    "note": PlainSeat._note,
    "save": PlainSeat._save,
    "wait": PlainSeat._wait,
}
"""Commands that work before any message has come from the arbiter."""
