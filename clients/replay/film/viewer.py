"""Whoever watches a film: where he stands, through whose eyes he looks, what they see there and what is set beside it. No screen."""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.clients.replay.film.film import Eyes, EyesView, Film, FilmBookmark, FilmMark, Instant
from warcouncil.clients.replay.film.retelling import SceneTeller
from warcouncil.clients.replay.film.unknown import Gap, gaps
from warcouncil.clients.replay.film.walk import Walk
from warcouncil.protocol.table.sheets import Sheet


class Viewer:
    """A walk through a film with a pair of eyes."""

    def __init__(self, film: Film, eyes: Eyes, *, still: bool = False) -> None:
        self.walk = Walk(film)
        self.eyes = eyes
        self.teller = SceneTeller(film, still=still)
        self.is_split = False
        """Whether all that was so stands beside what was known."""
        self.is_dim = False
        """Whether all that was so is shown, dimmed what was not known."""
        self._marks: dict[str, tuple[FilmMark, ...]] = {}
        self._sight: tuple[Instant, Eyes, EyesView] | None = None

    def put(self, film: Film) -> None:
        """Go on in another reading of the same record."""
        self.walk.put(film)
        self.teller = SceneTeller(film, still=self.teller.still)
        self.eyes = next((eyes for eyes in film.eyes if eyes.name == self.eyes.name), film.eyes[-1])
        self._marks, self._sight = {}, None

    @property
    def film(self) -> Film:
        """What is watched."""
        return self.walk.film

    # --- what is seen -----------------------------------------------------------------------------------------------

    @property
    def marks(self) -> tuple[FilmMark, ...]:
        """What the chosen eyes noticed."""
        if self.eyes.name not in self._marks:
            self._marks[self.eyes.name] = self.film.marks(self.eyes)
        return self._marks[self.eyes.name]

    @property
    def sight(self) -> EyesView:
        """What the chosen eyes see here; while it plays on, what they saw at the last record."""
        spot = self.walk.spot
        if self._sight is None or (self._sight[0].seq, self._sight[1]) != (spot.seq, self.eyes):
            self._sight = (spot, self.eyes, self.film.sight(spot, self.eyes))
        return self._sight[2]

    @property
    def since_ms(self) -> int:
        """How long ago, in the room, it was seen."""
        return self.walk.spot.at - self._sight[0].at if self._sight is not None else 0

    @property
    def everything(self) -> EyesView:
        """What is seen here by eyes from which nothing is hidden."""
        return self.film.sight(self.walk.spot, self.film.eyes[-1])

    def look(self, by: int) -> None:
        """Take the next pair of eyes, or the one before."""
        known = self.film.eyes
        self.eyes = known[(known.index(self.eyes) + by) % len(known)]

    # --- what was so ------------------------------------------------------------------------------------------------

    @property
    def beside(self) -> str:
        """What is shown that these eyes did not see, in words."""
        if self.eyes.all_seeing:
            return ""
        return (
            "ALL THAT WAS SO, dimmed what was not known" if self.is_dim else "SPLIT" if self.is_split else ""
        )

    @property
    def truth(self) -> Sheet | None:
        """All that was so, where it is to be shown and can be."""
        return self.film.truth(self.walk.spot) if self.is_split or self.is_dim else None

    @property
    def no_truth(self) -> str:
        """Why there is nothing to set beside what these eyes see; "": there is."""
        if self.eyes.all_seeing:
            return "Nothing is hidden from the umpire's eyes: Tab takes a seat's or a team's."
        if self.sight.view is None or self.film.truth(self.walk.spot) is None:
            return "There is no board of this moment to set beside it."
        return ""

    def gaps(self, truth: Sheet) -> Sequence[Gap]:
        """Give what these eyes did not know of it; nothing where they see no board."""
        view = self.sight.view
        return gaps(view.sheet, truth, self.eyes.title) if view is not None else ()

    def compare(self, *, split: bool = False, dim: bool = False) -> None:
        """Set all that was so beside what was known, show it dimmed, or (neither) no longer."""
        self.is_split, self.is_dim = split, dim

    def tell(self, now_ms: int) -> None:
        """Begin to tell what happened before this question opened, as it was told to these eyes then."""
        if not self.is_split and not self.is_dim:
            self.teller.begin(self.walk, self.eyes, now_ms)

    # --- bookmarks --------------------------------------------------------------------------------------------------

    @property
    def flag_words(self) -> str:
        """The bookmarks that stand here, to eyes from which nothing is hidden."""
        here = [flag for flag in self.film.flags if flag.spot.seq == self.walk.spot.seq]
        if not here:
            return ""
        if self.eyes.all_seeing or self.is_split:
            return "⚑ " + " · ".join(flag.note for flag in here)
        return "⚑ A bookmark stands here; the umpire's eyes read it."

    @property
    def own_flag(self) -> FilmBookmark | None:
        """The bookmark that stands here and is no umpire's note from the day."""
        here = self.walk.spot
        return next((flag for flag in self.film.flags if flag.spot == here and not flag.of_the_day), None)

    def to_flag(self, by: int) -> bool:
        """Go to the next bookmark, or the one before; tell whether there was one."""
        here = (self.walk.spot.seq, self.walk.spot.at)
        spots = sorted({(flag.spot.seq, flag.spot.at) for flag in self.film.flags})
        there = [spot for spot in spots if (spot > here if by > 0 else spot < here)]
        if there:
            self.walk.to(Instant(*(there[0] if by > 0 else there[-1])))
        return bool(there)
