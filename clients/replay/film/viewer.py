"""Viewer: the state of a person's walk through a film. Viewer has the position in the film, the viewpoint and its
view. It also has the second view, if one is shown beside the first.

It uses no screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.clients.replay.film.film import Eyes, EyesView, Film, FilmBookmark, FilmMark, Instant
from warcouncil.clients.replay.film.retelling import SceneTeller
from warcouncil.clients.replay.film.unknown import Gap, gaps
from warcouncil.clients.replay.film.walk import Walk
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Sheet


class Viewer:
    """A walk through a film from one viewpoint."""

    def __init__(self, film: Film, eyes: Eyes, *, still: bool = False) -> None:
        self.walk = Walk(film)
        self.eyes = eyes
        self.teller = SceneTeller(film, still=still)
        self.is_split = False
        """Whether the full truth is shown beside the known part."""
        self.is_dim = False
        """Whether the full truth is shown, with the unknown parts dimmed."""
        self._marks: dict[str, tuple[FilmMark, ...]] = {}
        self._sight: tuple[Instant, Eyes, EyesView] | None = None

    def put(self, film: Film) -> None:
        """Continue with a new reading of the same record."""
        self.walk.put(film)
        self.teller = SceneTeller(film, still=self.teller.still)
        self.eyes = next((eyes for eyes in film.eyes if eyes.name == self.eyes.name), film.eyes[-1])
        self._marks, self._sight = {}, None

    @property
    def film(self) -> Film:
        """The film."""
        return self.walk.film

    # --- what is seen -----------------------------------------------------------------------------------------------

    @property
    def marks(self) -> tuple[FilmMark, ...]:
        """The events that the chosen viewpoint noticed."""
        if self.eyes.name not in self._marks:
            self._marks[self.eyes.name] = self.film.marks(self.eyes)
        return self._marks[self.eyes.name]

    @property
    def sight(self) -> EyesView:
        """The view of the chosen viewpoint here. During playback it is the view at the last record."""
        spot = self.walk.spot
        if self._sight is None or (self._sight[0].seq, self._sight[1]) != (spot.seq, self.eyes):
            self._sight = (spot, self.eyes, self.film.sight(spot, self.eyes))
        return self._sight[2]

    @property
    def since_ms(self) -> int:
        """How long ago this view was seen, in exercise time (ms)."""
        return self.walk.spot.at - self._sight[0].at if self._sight is not None else 0

    @property
    def everything(self) -> EyesView:
        """The view of the all-seeing viewpoint here."""
        return self.film.sight(self.walk.spot, self.film.eyes[-1])

    def look(self, by: int) -> None:
        """Switch to the next or the previous viewpoint."""
        known = self.film.eyes
        self.eyes = known[(known.index(self.eyes) + by) % len(known)]

    # --- what was so ------------------------------------------------------------------------------------------------

    @property
    def beside(self) -> str:
        """A sentence about what is shown beyond this viewpoint."""
        if self.eyes.all_seeing:
            return ""
        if self.is_dim:
            return say("replay.everything_dimmed")
        return say("replay.split") if self.is_split else ""

    @property
    def truth(self) -> Sheet | None:
        """The full truth, if the viewer wants it and it can be drawn."""
        return self.film.truth(self.walk.spot) if self.is_split or self.is_dim else None

    @property
    def no_truth(self) -> str:
        """Why nothing can be shown beside this viewpoint. It is "" if something can be shown."""
        if self.eyes.all_seeing:
            return say("replay.sees_all", key="Tab")
        if self.sight.view is None or self.film.truth(self.walk.spot) is None:
            return say("replay.no_board")
        return ""

    def gaps(self, truth: Sheet) -> Sequence[Gap]:
        """Return what this viewpoint did not know of a sheet. Return an empty result if it sees no board."""
        view = self.sight.view
        return gaps(view.sheet, truth, self.eyes.title) if view is not None else ()

    def compare(self, *, split: bool = False, dim: bool = False) -> None:
        """Show the full truth beside the known part, or show it with the unknown parts dimmed. Without
        either, stop both.
        """
        self.is_split, self.is_dim = split, dim

    def tell(self, now_ms: int) -> None:
        """Start to show the events before this question in the way in which this viewpoint received them."""
        if not self.is_split and not self.is_dim:
            self.teller.begin(self.walk, self.eyes, now_ms)

    # --- bookmarks --------------------------------------------------------------------------------------------------

    @property
    def flag_words(self) -> str:
        """The bookmarks here. Only the all-seeing viewpoint reads them in full."""
        here = [flag for flag in self.film.flags if flag.spot.seq == self.walk.spot.seq]
        if not here:
            return ""
        if self.eyes.all_seeing or self.is_split:
            return say("replay.flags", notes=" · ".join(flag.note for flag in here))
        return say("replay.flag_hidden")

    @property
    def own_flag(self) -> FilmBookmark | None:
        """The viewer's own bookmark here."""
        here = self.walk.spot
        return next((flag for flag in self.film.flags if flag.spot == here and not flag.of_the_day), None)

    def to_flag(self, by: int) -> bool:
        """Go to the next or the previous bookmark. Return whether there was one."""
        here = (self.walk.spot.seq, self.walk.spot.at)
        spots = sorted({(flag.spot.seq, flag.spot.at) for flag in self.film.flags})
        there = [spot for spot in spots if (spot > here if by > 0 else spot < here)]
        if there:
            self.walk.to(Instant(*(there[0] if by > 0 else there[-1])))
        return bool(there)
