"""ReadAloud: the lines that a seat can ask for at any time: board, story, rules, clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warcouncil.clients.plain.base.rules import book_lines
from warcouncil.clients.plain.base.sheets import document_lines, list_lines
from warcouncil.clients.plain.seat.answering import Answering
from warcouncil.clients.plain.seat.board import BoardTeller
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.package import Issue, Package, issues, payoff_sheets, points_of
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.pieces.wording import clock_text, listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Documents, Rows, documents_of
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import typed_number

STORY_LINES = 20


class ReadAloud:
    """Returns these lines. `ways` has a function for each command."""

    def __init__(self, desk: Desk, board: BoardTeller) -> None:
        self._desk = desk
        self._board_teller = board
        self.ways: dict[str, Callable[[View, str, int], list[str]]] = {
            "board": self._board,
            "doc": self._document,
            "story": self._story,
            "rules": self._rules,
            "clock": self._clock,
            "package": self._package,
        }

    def _board(self, view: View, rest: str, now_ms: int) -> list[str]:
        return self._board_teller.whole(view.sheet)

    def _document(self, view: View, rest: str, now_ms: int) -> list[str]:
        found = documents_of(view.sheet)
        if not found:
            return [say("board.no_documents")]
        number = typed_number(rest) or 0
        if 0 < number <= len(found):
            return [f"doc {number}: {line}" for line in document_lines(found[number - 1])]
        said = [say("plain.read_one", n=len(found), text=rest)] if rest else []
        _, *named = list_lines(Documents(documents=found), 1)
        return [*said, *(f"doc: {line.strip()}" for line in named)]

    def _package(self, view: View, rest: str, now_ms: int) -> list[str]:
        sheets = payoff_sheets(view.sheet)
        found = issues(sheets)
        if not found:
            return [say("package.no_sheet")]
        numbers = [typed_number(each) for each in rest.split()]
        if not rest:
            return [*(_options_line(sheets, issue) for issue in found), say("package.how")]
        most = max(len(options) for _, options in found)
        fits = len(numbers) == len(found) and all(
            number is not None and number <= len(options)
            for number, (_, options) in zip(numbers, found, strict=True)
        )
        if not fits:
            return [say("package.count", n=len(found), most=most)]
        package = Package()
        lines: list[str] = []
        for issue, number in zip(found, numbers, strict=True):
            package.pick(issue, (number or 0) - 1)
            if (at := package.chosen(issue)) >= 0:
                points = " / ".join(points_of(sheets, issue[0], issue[1][at]))
                lines.append(say("package.line", issue=issue[0], option=issue[1][at], points=points))
        sums = [say("package.sum", points=package.sum(each), unit=each.head[2]) for each in sheets]
        return [
            *lines,
            *(
                say("package.total", title=each.title, sum=total)
                for each, total in zip(sheets, sums, strict=True)
            ),
        ]

    def _story(self, view: View, rest: str, now_ms: int) -> list[str]:
        story, _ = self._desk.whole_story()
        told = story if rest.lower() == "all" else story[-STORY_LINES:]
        return [f"story, {line.heading}: {line.text}" for line in told] or [say("story.nothing")]

    def _rules(self, view: View, rest: str, now_ms: int) -> list[str]:
        return [
            say("plain.rule", rule=view.rule, text=view.rule_text)
            if view.rule_text
            else say("rules.none_now"),
            view.form.help if view.form is not None else "",
            *(book_lines(self._desk.rules.book, rest) if self._desk.rules is not None else ()),
        ]

    def _clock(self, view: View, rest: str, now_ms: int) -> list[str]:
        if view.clock is None or view.ended is not None:
            return [f"clock: {say('plain.no_clock')}"]
        still = (
            "" if view.clock.running and not self._desk.paused and not view.held else self._desk.standstill()
        )
        left_ms, total_ms = self._desk.left_ms(now_ms), view.clock.total_ms
        left, total = clock_text(left_ms), clock_text(total_ms)
        if left_ms > total_ms:  # The question has more time than at its opening
            return [f"clock: {say('plain.time_left', time=left)} {still}"]
        return [f"clock: {say('plain.left_of', time=left, total=total)} {still}"]


def question_lines(desk: Desk, answering: Answering | None, view: View, now_ms: int) -> list[str]:
    """Return the question, the asked seats, and the sealed answer."""
    time = clock_text(desk.left_ms(now_ms)) if view.clock is not None else ""
    left = f" {say('plain.time_left', time=time)}" if time else ""
    asked = say("plain.question", gate=view.gate, title=view.title, left=left)
    lines = [asked if view.gate else f"{view.title}."]
    if answering is None:
        deciding = f" {say('plain.deciding', who=listed(view.asked))}" if view.asked else ""
        return [*lines, say("question.not_asked") + deciding]
    lines.append(f"ask: {answering.form.question}")
    if view.voided:
        return [*lines, f"STRUCK OUT: {say('question.voided')}"]
    if desk.sealed is not None:
        lines.append(say("plain.have_sealed", answer=answer_words(answering.form, desk.sealed)))
    return [*lines, *(f"ask: {line}" for line in answering.asks())]


def _options_line(sheets: Sequence[Rows], issue: Issue) -> str:
    """Return an issue with its numbered options and their points."""
    name, options = issue
    numbered = [
        say("package.numbered", n=n, option=option, points=" / ".join(points_of(sheets, name, option)))
        for n, option in enumerate(options, 1)
    ]
    return say("package.option", issue=name, options=", ".join(numbered))
