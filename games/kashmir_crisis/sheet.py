"""The sheet: the part of the mat that each side and the public may see. It also draws the truth, with nothing hidden."""

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
    deck_title,
    face_down,
    held_of,
    lead_of,
    reserve_of,
)
from warcouncil.games.kashmir_crisis.state import EVENTS, KashmirState
from warcouncil.games.kashmir_crisis.wording import say
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
    """Return all that a reader may see now. None means the public."""
    return _drawn(state, reader or INDIA, reader, seen_of=() if reader is None else (reader,))


def truth(state: KashmirState) -> Sheet:
    """Return the full truth: the cards of both sides, and the decks in their order."""
    known = _drawn(state, INDIA, None, seen_of=SEAT_IDS)
    names = (*resource_names(state), EVENTS)
    decks = (
        Prose(title=say("sheet.deck_truth", deck=deck_title(name)), text=labels(state.decks[name]))
        for name in names
    )
    return openly(known.model_copy(update={"elements": (*known.elements, *decks)}))


def _drawn(state: KashmirState, near: SeatId, reader: SeatId | None, *, seen_of: tuple[SeatId, ...]) -> Sheet:
    """Draw the mat from one side. `reader` is addressed as "you". `seen_of` lists the sides whose cards are shown."""
    fronts = _fronts(state, near, seen_of)
    elements: list[Element] = [_end(state), fronts] if state.ended else [fronts, _event(state)]
    for seat in (near, other(near)):
        elements += _held(state, seat, reader, seen_of)
    elements += [_scores(state), _lead(state, near), _piles(state), *_memory(state)]
    elements += [
        _pile(say("sheet.discard_pile"), state.discard, _way_back(state)),
        _pile(say("sheet.dead_pile"), state.dead, say("sheet.dead_note")),
    ]
    return Sheet(headline=_headline(state), elements=tuple(elements))


def _headline(state: KashmirState) -> str:
    if state.ended:
        return say("sheet.over", reason=ending.finish(state).reason)
    event = say("sheet.event", card=label(state.event)) if state.event else say("sheet.no_event")
    if not state.is_last_turn:
        return say("sheet.headline", turn=state.turn, event=event)
    return say("sheet.headline_last", turn=state.turn, event=event, last=say("sheet.last_turn"))


def _end(state: KashmirState) -> Prose:
    return Prose(title=ending.level_title(ending.reached(state)), text=ending.meaning(state))


def _event(state: KashmirState) -> Prose:
    if not state.event:
        return Prose(title=say("sheet.event_none"), text=say("sheet.event_none_text"))
    entry = state.chart.entry(state.event)
    title = say("events.scene_titled", card=label(state.event), title=entry.title).rstrip()
    front, needed = FRONT_NAMES[state.scoring_front], state.options.threshold
    if not entry.effects:
        return Prose(title=title, text=say("sheet.event_text_bare", front=front, sum=needed))
    text = say("sheet.event_text", effects=describe_all(entry.effects), front=front, sum=needed)
    return Prose(title=title, text=text if entry.origin == "seed" else say("sheet.event_ours", text=text))


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
            mark=say("events.at_stake") if front == state.scoring_front and not state.ended else "",
            note="" if state.ended else _front_note(state, front),
        )
        for front in FRONTS
    )
    return Fronts(title=say("sheet.fronts"), left=NAMES[near], right=NAMES[far], fronts=fronts)


def _front_note(state: KashmirState, front: str) -> str:
    notes = [
        say("sheet.modified", side=NAMES[seat], change=f"{state.modifier(seat, front):+d}")
        for seat in SEAT_IDS
        if state.modifier(seat, front)
    ]
    notes += [
        say("sheet.face_up", side=NAMES[seat]) for seat in SEAT_IDS if front in state.shown_fronts(seat)
    ]
    return say("events.list_comma").join(notes)


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
        return say("sheet.unknown") if seat in state.placed else ""
    return state.total_words(seat, front, state.placed[seat].fronts[front])


def _faces(cards: tuple[str, ...], seat: SeatId, *, seen: bool, secret: bool) -> tuple[Card, ...]:
    """Return cards with their faces for readers who see them. Other readers get only their backs."""
    if not seen:
        return tuple(face_down(seat) for _ in cards)
    return tuple(Card(face=label(card), secret=secret, tone=tone(card)) for card in ordered(cards))


def _held(
    state: KashmirState, seat: SeatId, reader: SeatId | None, seen_of: tuple[SeatId, ...]
) -> list[Element]:
    """Return a side's new cards and its Reserve. With the option open_draw, everyone sees these cards until they are
    laid down.
    """
    is_dealing = not (seat in state.placed and state.received[seat])
    if seat == reader:
        in_hand, in_reserve = (
            say("sheet.your_new" if is_dealing else "sheet.your_hand"),
            say("sheet.your_reserve"),
        )
    else:
        in_hand = say("sheet.new" if is_dealing else "sheet.hand", side=NAMES[seat])
        in_reserve = say("sheet.reserve", side=NAMES[seat])
    is_open = state.options.open_draw and seat not in state.placed
    seen = seat in seen_of or is_open

    def lying(title: str, shape: Literal["hand", "row"], cards: tuple[str, ...], key: str) -> Cards:
        faces = _faces(cards, seat, seen=seen, secret=not is_open)
        return Cards(title=title, shape=shape, cards=faces, count=len(cards), key=key)

    found: list[Element] = [
        lying(in_hand, "hand", state.received[seat], held_of(seat)),
        lying(in_reserve, "row", state.reserve[seat], reserve_of(seat)),
    ]
    if state.options.open_draw and seat in state.placed and seat not in seen_of:
        placement = state.placed[seat]
        everything = state.pool(seat) + placement.reserve
        everything += tuple(card for front in FRONTS for card in placement.fronts[front])
        found.append(
            Cards(
                title=say("sheet.all_placed", side=NAMES[seat]),
                cards=_faces(everything, seat, seen=True, secret=False),
                note=say("sheet.all_placed_note"),
            )
        )
    return found


def _scores(state: KashmirState) -> Facts:
    facts = [
        Fact(label=say("sheet.points", side=NAMES[seat]), value=str(state.vp[seat])) for seat in SEAT_IDS
    ]
    facts.append(Fact(label=say("sheet.joker"), value=_joker(state)))
    if state.options.max_turns:
        facts.append(Fact(label=say("sheet.turns"), value=str(state.options.max_turns)))
    return Facts(title=say("sheet.score"), facts=tuple(facts))


def _joker(state: KashmirState) -> str:
    if state.joker_now:
        return say("sheet.joker_first" if state.jokers_seen == 1 else "sheet.joker_second")
    return say("sheet.joker_never" if state.jokers_seen == 0 else "sheet.joker_once")


def _lead(state: KashmirState, near: SeatId) -> Track:
    lead = state.vp[near] - state.vp[other(near)]
    end = max(_TRACK_MIN, abs(lead))
    marks = tuple(
        Mark(at=at, label=say("sheet.tactical" if abs(at) == 11 else "sheet.smashing"))
        for at in (-26, -11, 11, 26)
    )
    title = say("sheet.lead", side=NAMES[near])
    return Track(key=lead_of(near), title=title, low=-end, high=end, at=lead, marks=marks)


def _piles(state: KashmirState) -> Facts:
    names = (*resource_names(state), EVENTS)
    facts = [Fact(label=deck_title(name), value=str(len(state.decks[name]))) for name in names]
    facts.append(Fact(label=say("sheet.events_played"), value=labels(state.dead_events)))
    return Facts(title=say("sheet.decks"), facts=tuple(facts))


def _way_back(state: KashmirState) -> str:
    """8.31, 10.3 Return when discards come back. They come back once, when the Joker is revealed. If sides have
    their own decks, discards also come back into an empty deck.
    """
    own = state.options.red_and_black
    if state.jokers_seen == 0:
        return say("sheet.back_joker_or" if own else "sheet.back_joker")
    if state.joker_now and not state.is_last_turn:
        return say("sheet.back_turn")
    return say("sheet.back_empty" if own else "sheet.back_never")


def _pile(title: str, cards: tuple[str, ...], note: str) -> Cards:
    faces = tuple(Card(face=label(card), tone=tone(card)) for card in ordered(cards))
    return Cards(title=title, shape="pile", cards=faces, count=len(cards), note=note)


def _memory(state: KashmirState) -> list[Element]:
    """Return the cards on the fronts in the last turn, and the log of victories if the game has one."""
    found: list[Element] = []
    if state.last:
        rows = tuple(
            (
                FRONT_NAMES[line.front],
                *(
                    say("sheet.cards_total", cards=labels(line.cards[seat]), total=line.totals[seat])
                    for seat in SEAT_IDS
                ),
                line.outcome,
            )
            for line in state.last
        )
        head = (say("sheet.head_front"), *(NAMES[seat] for seat in SEAT_IDS), say("sheet.head_outcome"))
        found.append(Rows(title=say("sheet.last_revealed"), head=head, rows=rows))
    if state.options.vp_log:
        log = tuple(
            (str(line.turn), FRONT_NAMES[line.front], NAMES[line.seat], say("sheet.gain", gain=line.gain))
            for line in state.scored
        )
        columns = (
            say("sheet.head_turn"),
            say("sheet.head_front"),
            say("sheet.head_side"),
            say("sheet.head_points"),
        )
        found.append(Rows(title=say("sheet.fronts_scored"), head=columns, rows=log))
    return found
