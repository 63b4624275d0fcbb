"""Reporting: converts an exercise file into reports, one for each requested audience."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from warcouncil.arbiter.record.account import bookmarks
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.audience import UMPIRES
from warcouncil.arbiter.record.account.bookmarks import Bookmark, BookmarksFault
from warcouncil.arbiter.record.account.gathering import other_rules, unknown_games
from warcouncil.arbiter.record.export.pseudonyms import Pseudonyms
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.file.wall_time import WallTime
from warcouncil.arbiter.record.judging.analysis import NO_ANALYSIS, StoredAnalysis
from warcouncil.clients.debrief.building import branched
from warcouncil.clients.debrief.building.analysis import TableAnalysis, analysis_of
from warcouncil.clients.debrief.building.branched import OtherFile
from warcouncil.clients.debrief.building.table_page import Told, sides_of, table_page
from warcouncil.clients.debrief.building.telling import Naming
from warcouncil.clients.debrief.draw import svg
from warcouncil.clients.debrief.draw.branches_svg import branch_picture
from warcouncil.clients.debrief.draw.comparing import groups_of
from warcouncil.clients.debrief.model.branches import Branched
from warcouncil.clients.debrief.model.number_words import clock, lasted
from warcouncil.clients.debrief.model.pages import Report, TablePage, table_stem
from warcouncil.clients.wording.saying import say
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.words import TableId, TeamId

Heard = Callable[[str, int, int], None]
"""Called with the present step, how much of it is done, and how much there is in all."""
Load = Callable[[str], AnyGame]


@dataclass(frozen=True, slots=True)
class ReportOrder:
    """The requested reports.

    `umpires` requests the umpires' report. `teams` requests one report for each of these teams at each table.
    The value "*" means all teams. `handout` requests only the front page of each table.
    """

    tables: tuple[TableId, ...] = ()
    umpires: bool = True
    teams: tuple[TeamId, ...] = ()
    anonymous: bool = False
    handout: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A report, and the name of its file without suffix."""

    stem: str
    report: Report


def reports(
    record: Record,
    accounts: Mapping[TableId, TableAccount],
    wanted: ReportOrder,
    heard: Heard = lambda _what, _done, _all: None,
    *,
    load: Load = registry.load,
    found: StoredAnalysis = NO_ANALYSIS,
    beside: Sequence[OtherFile] = (),
) -> Iterator[Named]:
    """Yield the reports of these tables.

    `found` has the results of an analysis. `beside` has other files with the same positions. Only umpires read
    both.
    """
    naming = Pseudonyms.of(record).text if wanted.anonymous else str
    marks, amiss = _bookmarks(record)
    about = _About(record, naming, wanted, load, amiss)
    if wanted.umpires:
        pages = _pages(
            [bookmarks.marked(account, marks) for account in accounts.values()],
            lambda account: _told(record.wall, naming, analysis_of(account, found)),
            heard,
        )
        for page, account in zip(pages, accounts.values(), strict=True):
            page.branched = branched.branched(account, accounts.values(), beside, naming)
            if page.branched:
                page.branched.picture = branch_picture(page, page.branched)
        yield from about.of_umpires(pages, accounts.values())
    for number, account in accounts.items():
        for side in sides_of(account):
            if wanted.teams == (TeamId("*"),) or TeamId(side.id) in wanted.teams:
                team = TeamId(side.id)
                pages = _pages([account], lambda _, team=team: Told(record.wall, naming, team), heard)  # type: ignore[misc]  # bound now
                origin = branched.origin_words(account, naming)
                pages[0].branched = Branched(origin) if origin else None
                stem = f"{'handout' if wanted.handout else 'table'}-{number}-{side.id}"
                yield Named(stem, about.report(pages, [account], side.name, shown=pages))


def _told(wall: WallTime, naming: Naming, found: TableAnalysis) -> Told:
    """Return the report of a table for umpires, with its analysis."""
    return Told(
        wall,
        naming,
        UMPIRES,
        found.chances(),
        found.parts(),
        found.weighed(),
        moves=found.moves(),
        lost=found.lost(),
        not_judged=found.not_judged(),
    )


def _bookmarks(record: Record) -> tuple[tuple[Bookmark, ...], str]:
    """Return the bookmarks of a replay, for umpires only, and the fault in their file."""
    try:
        return bookmarks.read(record), ""
    except BookmarksFault as fault:
        return (), str(fault)


def _pages(
    accounts: Collection[TableAccount], told: Callable[[TableAccount], Told], heard: Heard
) -> tuple[TablePage, ...]:
    made = []
    for done, account in enumerate(accounts, 1):
        page = table_page(account, told(account))
        page.front_picture = svg.front_picture(page)
        page.picture = svg.course_picture(page)
        made.append(page)
        heard("writing", done, len(accounts))
    return tuple(made)


@dataclass(frozen=True, slots=True)
class _About:
    """The facts about a report as a whole."""

    record: Record
    naming: Callable[[str], str]
    wanted: ReportOrder
    load: Load
    amiss: str = ""
    """The fault in the bookmarks beside the exercise, or "" if there is none."""

    def of_umpires(self, pages: tuple[TablePage, ...], accounts: Collection[TableAccount]) -> Iterator[Named]:
        """Yield the umpires' report.

        It is one file, or one file that compares all tables and one file for each table.
        """
        if self.wanted.handout:
            yield Named("handout", self.report(pages, accounts, shown=pages))
            return
        yield Named("debrief", self.report(pages, accounts, shown=pages if len(pages) == 1 else ()))
        for page in pages if len(pages) > 1 else ():
            yield Named(table_stem(page.number), self.report(pages, accounts, shown=(page,)))

    def report(
        self,
        pages: tuple[TablePage, ...],
        accounts: Collection[TableAccount],
        team: str = "",
        *,
        shown: tuple[TablePage, ...],
    ) -> Report:
        """Return a report of these pages, for umpires or for a team. `shown` are the pages in the file itself."""
        compares = not (team or self.wanted.handout or shown)
        began = self.record.wall.at(0).astimezone()
        exercise = self.naming(self.record.title)
        return Report(
            exercise=exercise,
            mark=self._mark(team),
            audience=self._audience(pages, team),
            team=team,
            made_of=say("report.made_of") + self._anonymous(),
            date=began.strftime("%-d %B %Y")
            if began.strftime("%-d").isdigit()
            else began.strftime("%d %B %Y"),
            zone=began.strftime("UTC%z"),
            groups=groups_of(pages) if compares else (),
            tables=pages,
            shown=shown,
            handout=self.wanted.handout,
            warnings=tuple(self._warnings(team)),
            losses=tuple(f"{lasted(loss.ms)} at {clock(loss.at)}" for loss in self.record.wall.losses()),
        )

    def _mark(self, team: str) -> str:
        known = f"{self.record.papers.exercise} {self.record.papers.created} {team}".encode()
        return blake2b(known, digest_size=8).hexdigest()

    def _audience(self, pages: Sequence[TablePage], team: str) -> str:
        if not team:
            return say("report.for_umpires")
        return say("report.for_side", side=team, table=pages[0].number)

    def _anonymous(self) -> str:
        if not self.wanted.anonymous:
            return ""
        return " " + say("report.anonymous")

    def _warnings(self, team: str) -> Iterator[str]:
        record = self.record
        if record.fault:
            yield say("report.damaged") if team else say("report.damaged_by", fault=record.fault)
        if record.in_use and not record.fault:
            yield say("report.in_use")
        if self.amiss and not team:
            yield say("report.no_bookmarks", why=self.amiss)
        for number, game in unknown_games(record, self.load).items():
            if not team:
                yield say("report.no_game", table=number, game=game)
        for number, rules in other_rules(record, self.load).items():
            if not self.wanted.tables or number in self.wanted.tables:
                yield say("report.other_rules", table=number, rules=rules)
