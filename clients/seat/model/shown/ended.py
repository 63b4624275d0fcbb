"""The texts about the end of a game: the headline, whether the reader won, and the final counts."""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.screen import ShownEnd
from warcouncil.clients.widgets.pieces.wording import listed, winners_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.words import clean, plain


def shown_end(desk: Desk) -> ShownEnd | None:
    """Return how the game ended. Return None until all events before the end have been shown."""
    return end_of(desk.ended, desk.deeds.words) if desk.ended is not None else None


def end_of(ended: Ended, deeds: str = "") -> ShownEnd:
    """Return the sentences about an end. `deeds` says what the reader sealed and missed. It is "" if nothing
    was asked.
    """
    return ShownEnd(
        ended,
        headline=headline(ended),
        outcome=outcome(ended),
        winners=winners_words(ended),
        reason=say("verdict.reason", reason=plain(ended.reason)),
        meaning=plain(ended.meaning),
        counts=counts(ended),
        deeds=say("verdict.your_orders", deeds=deeds) if deeds else "",
    )


def outcome(ended: Ended) -> str:
    """Return whether the reader won or lost, or that it is a draw for all. It is "" if the end has a title
    and no winner for this reader.
    """
    if not ended.winners:
        return "" if ended.title else say("verdict.draw")
    return "" if ended.won is None else say("verdict.won" if ended.won else "verdict.lost")


def headline(ended: Ended) -> str:
    """Return the title of the end. If it has none, return the words for the winners, or for a draw."""
    if ended.title:
        return clean(ended.title).upper()
    if not ended.winners:
        return say("verdict.a_draw")
    who = listed(clean(name) for name in ended.winners)
    return say("verdict.wins", n=len(ended.winners), who=who).upper()


def counts(ended: Ended) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the final counts: each label with its sides and values, and the number of turns last."""
    counted = [(score.label, tuple((side, str(value)) for side, value in score.of)) for score in ended.scores]
    if ended.turns:
        counted.append((ended.turns_are, (("", str(ended.turns)),)))
    return tuple(counted)


def result_of(desk: Desk) -> str:
    """Return a sentence about how the table ended, or that the game is not over."""
    ended = desk.view.ended if desk.view is not None else None
    if ended is None:
        return say("verdict.not_over")
    names = listed(clean(name) for name in ended.winners)
    who = say("verdict.won_by", who=names) if names else say("verdict.nobody_won")
    if ended.title:
        title = say("verdict.reason", reason=clean(ended.title))
        who = f"{title} {who}" if names else title
    return say("verdict.your_table", reason=plain(ended.reason), who=who)
