"""The sheet: the part of the mat that each side and the public may see. Also the truth."""

from __future__ import annotations

from typing import Literal

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis.cards import (
    FRONT_NAMES,
    FRONTS,
    INDIA,
    NAMES,
    SEAT_IDS,
    label,
    labels,
    ordered,
    other,
    tone,
)
from warcouncil.games.kashmir_crisis.chart import describe_all
from warcouncil.games.kashmir_crisis.decks import resource_names
from warcouncil.games.kashmir_crisis.events.words import (
    DEAD_PILE,
    DECK_NAMES,
    face_down,
    held_of,
    lead_of,
    reserve_of,
)
from warcouncil.games.kashmir_crisis.state import EVENTS, KashmirState
from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.protocol.table.sheets import (
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Mark,
    Prose,
    Rows,
    Sheet,
    Track,
)
from warcouncil.protocol.words import SeatId

_TRACK_MIN = 30


def sheet(state: KashmirState, reader: SeatId | None) -> Sheet:
    """Return all that a reader may see now. None: the public."""
    return _drawn(state, reader or INDIA, reader, seen_of=() if reader is None else (reader,))


def truth(state: KashmirState) -> Sheet:
    """Return the whole truth: both sides' cards, and the decks in their order."""
    known = _drawn(state, INDIA, None, seen_of=SEAT_IDS)
    names = (*resource_names(state), EVENTS)
    decks = (
        Prose(title=f"{DECK_NAMES[name]}, from the top", text=labels(state.decks[name])) for name in names
    )
    return openly(known.model_copy(update={"elements": (*known.elements, *decks)}))


def _drawn(state: KashmirState, near: SeatId, reader: SeatId | None, *, seen_of: tuple[SeatId, ...]) -> Sheet:
    """Draw the mat from one side. `reader` is addressed as "you". `seen_of` lists the sides whose cards are shown."""
    elements: list[Element] = [_end(state) if state.ended else _event(state), _fronts(state, near, seen_of)]
    for seat in (near, other(near)):
        elements += _held(state, seat, reader, seen_of)
    elements += [_scores(state), _lead(state, near), _piles(state), *_memory(state)]
    elements += [
        _pile("Discard Pile", state.discard, _way_back(state)),
        _pile(DEAD_PILE, state.dead, "out of the game"),
    ]
    return Sheet(headline=_headline(state), elements=tuple(elements))


def _headline(state: KashmirState) -> str:
    if state.ended:
        return f"The game is over. {ending.finish(state).reason}."
    event = f"event {label(state.event)}" if state.event else "no event"
    scored = (
        f"{FRONT_NAMES[state.scoring_front]} Front is scored at {state.options.threshold} or more"
        if state.scoring_front
        else "no front is scored"
    )
    last = " · last turn" if state.is_last_turn else ""
    return f"Turn {state.turn} · {event} · {scored}{last}"


def _end(state: KashmirState) -> Prose:
    return Prose(title=ending.LEVEL_NAMES[ending.reached(state)], text=ending.meaning(state))


def _event(state: KashmirState) -> Prose:
    if not state.event:
        return Prose(title="No event", text="No event card is in effect; no front is scored this turn.")
    entry = state.chart.entry(state.event)
    title = f"{label(state.event)} {entry.title}".rstrip()
    origin = "" if entry.origin == "seed" else " (not from the designer's text)"
    effects = describe_all(entry.effects) + origin if entry.effects else "no effect besides its rank"
    front = FRONT_NAMES[state.scoring_front]
    text = f"Effect: {effects}. The {front} Front is scored if all cards on all fronts come to {state.options.threshold} or more."
    return Prose(title=title, text=text)


def _fronts(state: KashmirState, near: SeatId, seen_of: tuple[SeatId, ...]) -> Fronts:
    far = other(near)
    half = state.options.track_half_length if state.options.sudden_death_2 else 0
    sign = 1 if near == INDIA else -1
    fronts = tuple(
        Front(
            label=FRONT_NAMES[front],
            left=_laid(state, near, front, seen_of),
            right=_laid(state, far, front, seen_of),
            at=sign * state.tracks[front] if half else None,
            low=-half,
            high=half,
            left_total=_total(state, near, front, seen_of),
            right_total=_total(state, far, front, seen_of),
            mark="at stake" if front == state.scoring_front and not state.ended else "",
            note="" if state.ended else _front_note(state, front),
        )
        for front in FRONTS
    )
    return Fronts(title="The fronts", left=NAMES[near], right=NAMES[far], fronts=fronts)


def _front_note(state: KashmirState, front: str) -> str:
    notes = [
        f"{NAMES[seat]} {state.modifier(seat, front):+d}" for seat in SEAT_IDS if state.modifier(seat, front)
    ]
    notes += [f"{NAMES[seat]} face up" for seat in SEAT_IDS if front in state.shown_fronts(seat)]
    return ", ".join(notes)


def _seen(state: KashmirState, seat: SeatId, front: str, seen_of: tuple[SeatId, ...]) -> bool:
    return seat in seen_of or front in state.shown_fronts(seat)


def _laid(state: KashmirState, seat: SeatId, front: str, seen_of: tuple[SeatId, ...]) -> Cards:
    if seat not in state.placed:
        return Cards(count=0)
    cards = state.placed[seat].fronts[front]
    is_open = front in state.shown_fronts(seat)
    return Cards(cards=_faces(cards, seat, seen=_seen(state, seat, front, seen_of), secret=not is_open))


def _total(state: KashmirState, seat: SeatId, front: str, seen_of: tuple[SeatId, ...]) -> str:
    if seat not in state.placed or not _seen(state, seat, front, seen_of):
        return "?" if seat in state.placed else ""
    return state.total_words(seat, front, state.placed[seat].fronts[front])


def _faces(cards: tuple[str, ...], seat: SeatId, *, seen: bool, secret: bool) -> tuple[Card, ...]:
    """Return cards with their faces for readers who see them, and else only their backs."""
    if not seen:
        return tuple(face_down(seat) for _ in cards)
    return tuple(Card(face=label(card), secret=secret, tone=tone(card)) for card in ordered(cards))


def _held(
    state: KashmirState, seat: SeatId, reader: SeatId | None, seen_of: tuple[SeatId, ...]
) -> list[Element]:
    """Return a side's new cards and its Reserve. With open_draw all see them until they are laid down."""
    whose = "Your" if seat == reader else f"{NAMES[seat]}'s"
    in_hand = "cards in hand" if seat in state.placed and state.received[seat] else "new cards"
    is_open = state.options.open_draw and seat not in state.placed
    seen = seat in seen_of or is_open

    def lying(title: str, shape: Literal["hand", "row"], cards: tuple[str, ...], key: str) -> Cards:
        faces = _faces(cards, seat, seen=seen, secret=not is_open)
        return Cards(title=f"{whose} {title}", shape=shape, cards=faces, count=len(cards), key=key)

    found: list[Element] = [
        lying(in_hand, "hand", state.received[seat], held_of(seat)),
        lying("Reserve", "row", state.reserve[seat], reserve_of(seat)),
    ]
    if state.options.open_draw and seat in state.placed and seat not in seen_of:
        placement = state.placed[seat]
        everything = state.pool(seat) + placement.reserve
        everything += tuple(card for front in FRONTS for card in placement.fronts[front])
        found.append(
            Cards(
                title=f"All cards that {NAMES[seat]} places this turn",
                cards=_faces(everything, seat, seen=True, secret=False),
                note="where each lies is hidden",
            )
        )
    return found


def _scores(state: KashmirState) -> Facts:
    facts = [Fact(label=f"{NAMES[seat]} VP", value=str(state.vp[seat])) for seat in SEAT_IDS]
    facts.append(Fact(label="Joker", value=_joker(state)))
    if state.options.max_turns:
        facts.append(Fact(label="Turns at most", value=str(state.options.max_turns)))
    return Facts(title="Score", facts=tuple(facts))


def _joker(state: KashmirState) -> str:
    if state.joker_now:
        return (
            "shown this turn, for the first time" if state.jokers_seen == 1 else "shown for the second time"
        )
    return "not shown yet" if state.jokers_seen == 0 else "shown once, back in the deck"


def _lead(state: KashmirState, near: SeatId) -> Track:
    lead = state.vp[near] - state.vp[other(near)]
    end = max(_TRACK_MIN, abs(lead))
    marks = tuple(Mark(at=at, label="tactical" if abs(at) == 11 else "smashing") for at in (-26, -11, 11, 26))
    title = f"Lead of {NAMES[near]} in VP"
    return Track(key=lead_of(near), title=title, low=-end, high=end, at=lead, marks=marks)


def _piles(state: KashmirState) -> Facts:
    names = (*resource_names(state), EVENTS)
    facts = [Fact(label=DECK_NAMES[name], value=str(len(state.decks[name]))) for name in names]
    facts.append(Fact(label="Events played", value=labels(state.dead_events)))
    return Facts(title="Cards left in the decks", facts=tuple(facts))


def _way_back(state: KashmirState) -> str:
    """8.31, 10.3 Return when discards come back: once by the Joker, and into a side's own deck when it is empty."""
    dry = "its side's deck runs dry" if state.options.red_and_black else ""
    if state.jokers_seen == 0:
        return "shuffled back when the Joker first shows" + (f" or {dry}" if dry else "")
    if state.joker_now and not state.is_last_turn:
        return "shuffled back after this turn"
    return f"shuffled back when {dry}" if dry else "not shuffled back any more"


def _pile(title: str, cards: tuple[str, ...], note: str) -> Cards:
    faces = tuple(Card(face=label(card), tone=tone(card)) for card in ordered(cards))
    return Cards(title=title, shape="pile", cards=faces, count=len(cards), note=note)


def _memory(state: KashmirState) -> list[Element]:
    """Return the cards on the fronts in the last turn, and the log of victories if one is kept."""
    found: list[Element] = []
    if state.last:
        rows = tuple(
            (
                FRONT_NAMES[line.front],
                *(f"{labels(line.cards[seat])} = {line.totals[seat]}" for seat in SEAT_IDS),
                line.outcome,
            )
            for line in state.last
        )
        found.append(Rows(title="Last revealed", head=("Front", "India", "Pakistan", "Outcome"), rows=rows))
    if state.options.vp_log:
        log = tuple(
            (str(line.turn), FRONT_NAMES[line.front], NAMES[line.seat], f"+{line.gain}")
            for line in state.scored
        )
        found.append(Rows(title="Fronts scored", head=("Turn", "Front", "Side", "VP"), rows=log))
    return found
