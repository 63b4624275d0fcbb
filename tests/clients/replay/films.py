"""Films for tests: one made by hand, with known moments, and real ones of exercise files."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from warcouncil.clients.replay.film.film import (
    NOBODY,
    Eyes,
    EyesView,
    Film,
    FilmBookmark,
    FilmGate,
    FilmMark,
    Instant,
    MarkKind,
)
from warcouncil.clients.room.films.make_film import film_of
from warcouncil.protocol.table.sheets import Fact, Facts, Sheet
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import GateNo, SeatId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.record.files import keep

RED, BLACK = SeatId("red"), SeatId("black")
RED_EYES = Eyes("red", "Red", (RED,))
BLACK_EYES = Eyes("black", "Black", (BLACK,))
BOTH = Eyes("all", "All", (RED, BLACK))
PUBLIC_EYES = Eyes("public", "everybody")
ALL_EYES = Eyes("umpire", "the umpire: everything", all_seeing=True)
MINUTE = 60_000


def mark(seq: int, at: int, kind: MarkKind, seat: SeatId = NOBODY, text: str = "") -> FilmMark:
    """Make a mark."""
    return FilmMark(Instant(seq, at), kind, who=str(seat).title(), seat=seat, text=text)


@dataclass
class Reel:
    """Three questions in two turns: one of a minute, one with a pause, one that is open."""

    heading: str = "Jena · table 1 · Toy"
    remarks: tuple[str, ...] = ()
    eyes: tuple[Eyes, ...] = (RED_EYES, BLACK_EYES, PUBLIC_EYES, ALL_EYES)
    gates: tuple[FilmGate, ...] = (
        FilmGate(1, "turn 1", "Bid", Instant(2, 0), MINUTE, (("Red", frozenset({RED}), 10_000),)),
        FilmGate(2, "turn 1", "Bid again", Instant(6, MINUTE), 3 * MINUTE),
        FilmGate(3, "turn 2", "Bid a third time", Instant(10, 3 * MINUTE)),
    )
    all_marks: tuple[FilmMark, ...] = (
        mark(2, 0, MarkKind.OPENED),
        mark(3, 5_000, MarkKind.SPOKE, RED, "we bid high"),
        mark(4, 20_000, MarkKind.SEALED, RED),
        mark(5, 50_000, MarkKind.SEALED, BLACK),
        mark(6, MINUTE, MarkKind.CLOSED),
        mark(6, MINUTE, MarkKind.OPENED),
        mark(7, MINUTE + 10_000, MarkKind.STOPPED, text="the secret reason"),
        mark(8, MINUTE + 40_000, MarkKind.RAN),
        mark(9, 2 * MINUTE, MarkKind.RULED, text="Red is too loud"),
        mark(10, 3 * MINUTE, MarkKind.CLOSED),
        mark(10, 3 * MINUTE, MarkKind.OPENED),
        mark(11, 3 * MINUTE + 5_000, MarkKind.CHANGED, RED),
    )
    flags: tuple[FilmBookmark, ...] = ()
    asked: list[tuple[Instant, str]] = field(default_factory=list)
    fault: str = ""

    @property
    def beats(self) -> tuple[Instant, ...]:
        """Every moment."""
        return tuple(dict.fromkeys(each.spot for each in self.all_marks))

    def marks(self, eyes: Eyes) -> tuple[FilmMark, ...]:
        """Return the marks that this viewpoint knows."""
        hidden = (MarkKind.RULED,)
        own = (MarkKind.SEALED, MarkKind.CHANGED, MarkKind.SPOKE)
        return tuple(
            each
            for each in self.all_marks
            if eyes.all_seeing
            or (each.kind not in hidden and (each.kind not in own or each.seat in eyes.seats))
        )

    def sight(self, spot: Instant, eyes: Eyes) -> EyesView:
        """Return a sheet that names its viewpoint."""
        self.asked.append((spot, eyes.name))
        gate = max(each.number for each in self.gates if each.opened.seq <= max(2, spot.seq))
        knows = Facts(
            facts=(Fact(label="seen by", value=eyes.name), Fact(label="record", value=str(spot.seq)))
        )
        return EyesView(
            View(
                whole=True,
                gate=GateNo(gate),
                title=f"Question {gate}",
                phase="Bid",
                rule="1",
                rule_text="Bid.",
                sheet=Sheet(headline=f"What {eyes.title} sees", elements=(knows,)),
            )
        )

    def truth(self, spot: Instant) -> Sheet | None:
        """Return the truth."""
        return Sheet(
            headline="All", elements=(Facts(facts=(Fact(label="TRUE SECRET", value=str(spot.seq)),)),)
        )

    def news(self, number: int, eyes: Eyes) -> View | None:
        """Return None: there is no news."""
        return None

    def wall(self, at: int) -> str:
        """Return a wall time."""
        return f"09:{at // MINUTE:02}:{at // 1000 % 60:02}"

    def flag(self, spot: Instant, note: str) -> str:
        """Store a bookmark."""
        if not self.fault:
            rest = tuple(flag for flag in self.flags if flag.spot != spot)
            self.flags = (*rest, FilmBookmark(spot, note)) if note else rest
        return self.fault


def film(reel: Reel) -> Film:
    """Return a reel as a film."""
    return reel


@cache
def morning_file() -> Path:
    """Return the file of a busy morning in which everything happens."""
    return keep(Path(mkdtemp()) / "jena", morning(Room, second=False).journal)


def morning_film(table: int = 1, file: Path | None = None) -> Film:
    """Return the film of a table of that morning."""
    return film_of(file or morning_file(), table, load=load)
