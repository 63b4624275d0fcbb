"""Clauses: conditions, changes and places in texts, in the form that an instructor writes. They are parsed here, and
`look.py` evaluates them.

tension >= 5                        A number, or one that a team or seat has (oil of blue).
move of blue is talk or silent      An answer. `silent` is an answer too.
It also holds without an answer.
aims of blue has coast              One of several options.
budget of blue in health >= 3       Units of an allocation, or the place (from 1) in a ranking.
count move is talk >= 2             How many chose it.
sum of bid > 20                     All answers, or all of a number, together.
embargo is passed                   The result of a vote, and `accord is signed` that of a treaty.
A team or seat has a document. `red lacks intercept` if it has not.
owner of coast is rosal or none     The team that holds a place of the map, and `place of guard is coast` where a piece is.
places of own >= 3                  How many places a team holds. `pieces of own in coast` and `strength of own` count pieces.
round is 3                          The number of the round.
tension + 2, oil of own - 2 * bid of own, morale of red = 5       Changes.
stock of own - min(demand, stock of own) / 2      Amounts are computed with + - * / ( ) min and max.
tension before, tension now, orders of own 2 rounds ago           The value at another moment.
draw from rain                      A random value from a list in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from warcouncil.games.kit.text.suggestions import habit

_HABITS = (
    (r"[\"'“”„‟«»‘’`]", "names have no quotation marks here. Leave them out"),
    (r"[–—−]", "the minus is the hyphen. Write -"),
    (r"==", "write one =, not =="),
    (r"[≥≤≠]", "write >=, <= or != in its place"),
    (r"=>|=<|<>", "write >=, <= or != in its place"),
    (r"\+=|-=|:=", "a change is written `tension + 1`, `tension - 1` or `tension = 5`"),
    (r"\d[.,]\d", "numbers are whole. Write 3 or 4, not 3.5"),
    (r"%", "a number has no % here. Write the number alone"),
    (r"&|\band\b", "write each condition as an entry of its own. All of them must hold"),
    (r"\|", "write the other conditions in or_if"),
    (r"\d\s*:\s*\d", "there is no time of day. Compare with `round`"),
    (r"[A-Z]", "names are in small letters. Write the name and not the title"),
    (
        r"\b(one|two|three|four|five|six|seven|eight|nine|ten) rounds? ago\b",
        "write the number of rounds in figures, such as `2 rounds ago`",
    ),
    (r"\bor \d", "write `>=` and `<=`, or the other conditions in or_if"),
    (r"\b\d+ (?!rounds? ago\b)[a-z]", "a sign such as * is missing after the number. Write `3 * stock`"),
)
"""Clauses that follow the habits of other programs, and the right form of each."""
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<word>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)|(?P<sign>>=|<=|!=|[><=+*/(),-]))"
)
AGO = re.compile(
    r"\b([a-z][a-z0-9_]*)(?: of [a-z0-9_.]+(?: and [a-z0-9_.]+)*)?(?: in [a-z0-9_]+)? (\d{1,2}) rounds? ago\b"
)
"""Matches an earlier value in a text of a file, such as `oil of blue 2 rounds ago`."""
_SLOT = re.compile(r"\{([^{}]*)\}")

Op = Literal[">=", "<=", ">", "<", "=", "!="]
_OPS: dict[str, Op] = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "=": "=", "!=": "!="}
Moment = str
"""When a value is read: "" (the usual moment), `before`, `now`, or how many rounds ago, in digits."""
BEFORE, NOW = "before", "now"
AGO_MAX = 10
"""How many rounds a clause can look back. Bounds what a position keeps."""
PARTS_MAX = 16
"""How many values one clause can use in computations. Bounds the work of one clause."""
OWN = "own"
"""The word for each team or seat in turn, in a rule that is read for each."""


class Unclear(ValueError):
    """A clause that cannot be parsed. The text says what is wrong and how to write it."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to a number, a question, a vote or a treaty.

    `owner` is the team or seat to which it belongs ("" for the table). `place` is one of its options. `moment` is
    when it is read.
    """

    name: str
    owner: str = ""
    place: str = ""
    moment: Moment = ""

    def __str__(self) -> str:
        """Return the reference in its written form."""
        owner, place = (
            (f" of {self.owner}" if self.owner else ""),
            (f" in {self.place}" if self.place else ""),
        )
        return f"{self.name}{owner}{place}{moment_words(self.moment)}"


def moment_words(moment: Moment) -> str:
    """Return a moment in the form in which it is written after a name."""
    if moment.isdigit():
        return f" {moment} round{'' if moment == '1' else 's'} ago"
    return f" {moment}" if moment else ""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Round:
    """The number of the round. It is 0 before the first."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of seats or teams that answered a question in one of these ways.

    `of` are the teams and seats that are counted. Empty: all.
    """

    name: str
    values: tuple[str, ...]
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summed:
    """The sum of all answers to a question (silence adds nothing), or of a number over all its owners.

    `of` are the teams and seats that are summed up. Empty: all.
    """

    name: str
    of: tuple[str, ...] = ()
    moment: Moment = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A random value from a list in the file. It is drawn anew each time that a rule acts."""

    name: str


@dataclass(frozen=True, slots=True)
class Computed:
    """A result of two amounts. `/` drops the fraction: 7 / 2 is 3, and -7 / 2 is -3."""

    how: Literal["+", "-", "*", "/", "min", "max"]
    left: Term
    right: Term


Term = Ref | Fixed | Round | Counted | Summed | Drawn | Computed


def parts_of(term: Term) -> Iterator[Term]:
    """Yield the values from which a term is computed, or the term itself."""
    if isinstance(term, Computed):
        yield from parts_of(term.left)
        yield from parts_of(term.right)
    else:
        yield term


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison of two terms.

    `silent` is its result if an answer is missing. `silent` is None if the clause does not mention silence.
    """

    left: Term
    op: Op
    right: Term
    silent: bool | None = None


@dataclass(frozen=True, slots=True)
class Is:
    """An answer, or the result of a vote or a treaty, is (or is not) one of these."""

    ref: Ref
    values: tuple[str, ...]
    negated: bool = False
    silent: bool | None = None


@dataclass(frozen=True, slots=True)
class Has:
    """An answer of several options contains this one."""

    ref: Ref
    value: str


@dataclass(frozen=True, slots=True)
class Holds:
    """A condition that a team or a seat has a document. With `lacks`, the condition is that it does not have it."""

    owner: str
    document: str
    lacks: bool = False


Condition = Compared | Is | Has | Holds


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a number: by `times` the amount or, with `sets`, to the amount."""

    ref: Ref
    sets: bool
    times: int
    amount: Term


class _Tokens:
    def __init__(self, text: str) -> None:
        self.text = text
        self.items: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            found = _TOKEN.match(text, at)
            if not found:
                raise self.unclear(f"{text[at:].strip()[:1]!r} has no meaning here. Leave it out")
            self.items.append(found[0].strip())
            at = found.end()
        self._at = 0

    def unclear(self, said: str) -> Unclear:
        """Return the error of this clause. If the clause follows a habit of another program, the error says so."""
        return Unclear(f"{self.text!r}: {habit(self.text, _HABITS) or said}")

    @property
    def next(self) -> str:
        return self.items[self._at] if self._at < len(self.items) else ""

    def take(self) -> str:
        token = self.next
        self._at += 1
        return token

    def took(self, *words: str) -> bool:
        """Skip these words if they come next. Return whether they did."""
        if tuple(self.items[self._at : self._at + len(words)]) != words:
            return False
        self._at += len(words)
        return True

    def name(self, what: str) -> str:
        if not self.next or not self.next[0].isalpha():
            raise self.unclear(f"{what} is missing. Add it")
        return self.take()

    def done(self) -> None:
        if self.next:
            raise self.unclear(f"{' '.join(self.items[self._at :])!r} is too much. Leave it out")


@lru_cache(maxsize=4096)
def condition(text: str) -> Condition:
    """Parse a condition. Raises Unclear."""
    tokens = _Tokens(text)
    if len(tokens.items) == 3 and tokens.items[1] in ("holds", "lacks"):
        owner, verb, document = tokens.items
        return Holds(owner, document, verb == "lacks")
    found = _condition(tokens)
    tokens.done()
    return found


def _condition(tokens: _Tokens) -> Condition:
    left = _sum(tokens)
    if isinstance(left, Ref) and tokens.took("has"):
        return Has(left, tokens.name("what it has"))
    if tokens.took("is"):
        negated = tokens.took("not")
        if tokens.next.isdigit():
            return Compared(left, "!=" if negated else "=", Fixed(int(tokens.take())), _silent(tokens))
        if not isinstance(left, Ref):
            raise Unclear(f"{tokens.text!r}: `is` needs a number here. Write one after it")
        return Is(left, _values(tokens), negated, _silent(tokens))
    op = _OPS.get(tokens.take())
    if op is None:
        raise tokens.unclear(
            f"write `is`, `is not`, `has`, or one of >= <= > < = != after {left_words(left)}"
        )
    return Compared(left, op, _sum(tokens), _silent(tokens))


def left_words(term: Term) -> str:
    """Return the name of a term for an error message."""
    return str(term) if isinstance(term, Ref) else "it"


def _silent(tokens: _Tokens) -> bool | None:
    if tokens.took(",", "silent", "counts"):
        return True
    if tokens.took(",", "silent", "does", "not"):
        return False
    return None


def _values(tokens: _Tokens) -> tuple[str, ...]:
    values = [tokens.name("an answer")]
    while tokens.took("or"):
        values.append(tokens.name("an answer"))
    return tuple(values)


def _term(tokens: _Tokens) -> Term:
    if tokens.next.isdigit():
        return Fixed(int(tokens.take()))
    if tokens.took("-"):
        if not tokens.next.isdigit():
            raise tokens.unclear("a number is missing after -. Add it")
        return Fixed(-int(tokens.take()))
    if tokens.took("round"):
        return Round()
    if tokens.took("sum", "of"):
        name = tokens.name("a name")
        return Summed(name, _group(tokens), _moment(tokens))
    if tokens.took("count"):
        name = tokens.name("a question")
        group = _group(tokens)
        if not tokens.took("is"):
            raise tokens.unclear(f"write `count {name} is` and an answer")
        return Counted(name, _values(tokens), group)
    if tokens.took("draw", "from"):
        return Drawn(tokens.name("a list of [[draws]]"))
    return _ref(tokens)


def _group(tokens: _Tokens) -> tuple[str, ...]:
    """Parse the teams and seats of a sum or a count: `of blue and red`. Empty: all."""
    if not tokens.took("of"):
        return ()
    group = [tokens.name("a team or seat")]
    while tokens.took("and"):
        group.append(tokens.name("a team or seat"))
    return tuple(group)


def _moment(tokens: _Tokens) -> Moment:
    """Parse when a value is read, after its name."""
    for word in (BEFORE, NOW):
        if tokens.took(word):
            return word
    rounds = tokens.next
    if rounds.isdigit() and (tokens.took(rounds, "rounds", "ago") or tokens.took(rounds, "round", "ago")):
        if not 1 <= int(rounds) <= AGO_MAX:
            raise tokens.unclear(f"{rounds} rounds ago is not possible. Write 1 to {AGO_MAX}")
        return str(int(rounds))
    return ""


def _sum(tokens: _Tokens) -> Term:
    """Parse an amount: values with + - * / between them, parentheses, and min and max."""
    found = _product(tokens)
    while tokens.next in ("+", "-"):
        sign: Literal["+", "-"] = "+" if tokens.take() == "+" else "-"
        found = _bounded(tokens, Computed(sign, found, _product(tokens)))
    return found


def _product(tokens: _Tokens) -> Term:
    found = _factor(tokens)
    while tokens.next in ("*", "/"):
        sign: Literal["*", "/"] = "*" if tokens.take() == "*" else "/"
        found = _bounded(tokens, Computed(sign, found, _factor(tokens)))
    return found


def _factor(tokens: _Tokens) -> Term:
    for how in ("min", "max"):
        if tokens.took(how, "("):
            return _least(tokens, "min" if how == "min" else "max")
    if not tokens.took("("):
        return _term(tokens)
    found = _sum(tokens)
    if not tokens.took(")"):
        raise tokens.unclear("a parenthesis is not closed. Write )")
    return found


def _least(tokens: _Tokens, how: Literal["min", "max"]) -> Term:
    """Parse the parentheses of `min` or `max`: two amounts or more."""
    found = _sum(tokens)
    if tokens.next != ",":
        raise tokens.unclear(f"{how} needs two amounts. Write `{how}(a, b)`")
    while tokens.took(","):
        found = _bounded(tokens, Computed(how, found, _sum(tokens)))
    if not tokens.took(")"):
        raise tokens.unclear("a parenthesis is not closed. Write )")
    return found


def _bounded(tokens: _Tokens, found: Computed) -> Computed:
    if sum(1 for _ in parts_of(found)) > PARTS_MAX:
        raise tokens.unclear(
            f"this computes with more than {PARTS_MAX} values. Compute a part of it in a separate number"
        )
    return found


def _ref(tokens: _Tokens) -> Ref:
    name = tokens.name("a name")
    owner = tokens.name("a team or seat") if tokens.took("of") else ""
    place = tokens.name("an option") if tokens.took("in") else ""
    return Ref(name, owner, place, _moment(tokens))


@lru_cache(maxsize=4096)
def change(text: str) -> Change:
    """Parse a change. Raises Unclear."""
    tokens = _Tokens(text)
    ref = _timeless(tokens)
    sign = tokens.take()
    if sign not in ("+", "-", "="):
        raise tokens.unclear(f"write `{ref} + 1`, `{ref} - 1` or `{ref} = 5`")
    times, amount = _factored(_sum(tokens) if sign == "=" else _product(tokens))
    while sign != "=" and tokens.next in ("+", "-"):  # `a - b + c` subtracts b and adds c
        more = tokens.take()
        amount = _bounded(
            tokens,
            Computed("+" if more == sign else "-", _times(times, amount), _product(tokens)),
        )
        times = 1
    tokens.done()
    return Change(ref, sign == "=", -times if sign == "-" else times, amount)


def _times(times: int, amount: Term) -> Term:
    return amount if times == 1 else Computed("*", Fixed(times), amount)


@lru_cache(maxsize=4096)
def summand(text: str) -> tuple[int, Term]:
    """Parse a part of a sum, such as `2 * oil of own` or `- tension`. Raises Unclear."""
    tokens = _Tokens(text)
    sign = -1 if tokens.took("-") else 1
    times, amount = _factored(_product(tokens))
    while tokens.next in ("+", "-"):
        more: Literal["+", "-"] = "+" if tokens.take() == "+" else "-"
        amount = _bounded(tokens, Computed(more, _times(sign * times, amount), _product(tokens)))
        sign, times = 1, 1
    tokens.done()
    return sign * times, amount


def _factored(found: Term) -> tuple[int, Term]:
    """Return an amount with its whole number in front, if it has one. `2 * bid` is 2 and `bid`."""
    if isinstance(found, Computed) and found.how == "*" and isinstance(found.left, Fixed):
        return found.left.value, found.right
    return 1, found


@lru_cache(maxsize=4096)
def ref(text: str) -> Ref:
    """Parse a single reference, such as `oil of blue`. Raises Unclear."""
    tokens = _Tokens(text)
    found = _timeless(tokens)
    tokens.done()
    return found


def _timeless(tokens: _Tokens) -> Ref:
    """Parse a reference without a moment. Raises Unclear if it has one."""
    found = _ref(tokens)
    if found.moment:
        raise tokens.unclear(f"leave out `{moment_words(found.moment).strip()}` here. Write the name alone")
    return found


@lru_cache(maxsize=4096)
def slot(text: str) -> Ref:
    """Parse the braces in a text. Raises Unclear."""
    tokens = _Tokens(text)
    found = _ref(tokens)
    tokens.done()
    return found


@lru_cache(maxsize=4096)
def slots(text: str) -> tuple[Ref, ...]:
    """Return the references in the braces of a text, in order. Raises Unclear."""
    return tuple(slot(found[1]) for found in _SLOT.finditer(text))


def filled(text: str, words: dict[Ref, str]) -> str:
    """Return a text with its braces filled."""
    return _SLOT.sub(lambda found: words[slot(found[1])], text)
