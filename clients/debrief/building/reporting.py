"""Reporting: turns an exercise file into reports, one for each requested audience."""

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
from warcouncil.clients.debrief.building import branched
from warcouncil.clients.debrief.building.analysis import ReportAnalysis, TableAnalysis
from warcouncil.clients.debrief.building.branched import OtherFile
from warcouncil.clients.debrief.building.table_page import Told, sides_of, table_page
from warcouncil.clients.debrief.building.telling import Naming
from warcouncil.clients.debrief.draw import svg
from warcouncil.clients.debrief.draw.branches_svg import branch_picture
from warcouncil.clients.debrief.draw.comparing import groups_of
from warcouncil.clients.debrief.model.branches import Branched
from warcouncil.clients.debrief.model.number_words import clock, lasted
from warcouncil.clients.debrief.model.pages import Report, TablePage
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.words import TableId, TeamId

Heard = Callable[[str, int, int], None]
"""Called with the present step, how much of it is done, and the total."""
Load = Callable[[str], AnyGame]
NOTHING_RECKONED = ReportAnalysis()


@dataclass(frozen=True, slots=True)
class ReportOrder:
    """The requested reports.

    `umpires`: the umpires' report. `teams`: one for each of these teams at each table, "*" for all.
    """

    tables: tuple[TableId, ...] = ()
    umpires: bool = True
    teams: tuple[TeamId, ...] = ()
    anonymous: bool = False


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
    found: ReportAnalysis = NOTHING_RECKONED,
    beside: Sequence[OtherFile] = (),
) -> Iterator[Named]:
    """Yield the reports of these tables.

    `found`: the results of an analysis. `beside`: other files with the same positions. Only umpires read
    both.
    """
    naming = Pseudonyms.of(record).text if wanted.anonymous else str
    marks, amiss = _bookmarks(record)
    about = _About(record, naming, wanted, load, amiss)
    if wanted.umpires:
        pages = _pages(
            [bookmarks.marked(account, marks) for account in accounts.values()],
            lambda account: _told(record.wall, naming, found.of(account)),
            heard,
        )
        for page, account in zip(pages, accounts.values(), strict=True):
            page.branched = branched.branched(account, accounts.values(), beside, naming)
            if page.branched:
                page.branched.picture = branch_picture(page, page.branched)
        yield Named("debrief", about.report(pages, accounts.values()))
    for number, account in accounts.items():
        for side in sides_of(account):
            if wanted.teams == (TeamId("*"),) or TeamId(side.id) in wanted.teams:
                team = TeamId(side.id)
                pages = _pages([account], lambda _, team=team: Told(record.wall, naming, team), heard)  # type: ignore[misc]  # bound now
                origin = branched.origin_words(account, naming)
                pages[0].branched = Branched(origin) if origin else None
                yield Named(f"table-{number}-{side.id}", about.report(pages, [account], side.name))


def _told(wall: WallTime, naming: Naming, found: TableAnalysis) -> Told:
    """Return how a table is told to umpires, with the analysis of it."""
    return Told(
        wall,
        naming,
        UMPIRES,
        found.chances(),
        found.parts(),
        found.weighed(),
        moves=found.moves(),
        not_judged=found.not_judged(),
    )


def _bookmarks(record: Record) -> tuple[tuple[Bookmark, ...], str]:
    """Return the bookmarks of a replay, for umpires only, and what is wrong with their file."""
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
    """The fault in the bookmarks beside the exercise, "" for none."""

    def report(
        self, pages: tuple[TablePage, ...], accounts: Collection[TableAccount], team: str = ""
    ) -> Report:
        """Return a report of these pages, for umpires or for a team."""
        began = self.record.wall.at(0).astimezone()
        exercise = self.naming(self.record.title)
        return Report(
            exercise=exercise,
            mark=self._mark(team),
            audience=self._audience(pages, team),
            team=team,
            made_of="Made by warcouncil from the exercise's own record." + self._anonymous(),
            date=began.strftime("%-d %B %Y")
            if began.strftime("%-d").isdigit()
            else began.strftime("%d %B %Y"),
            zone=began.strftime("UTC%z"),
            groups=() if team else groups_of(pages),
            tables=pages,
            warnings=tuple(self._warnings(team)),
            losses=tuple(f"{lasted(loss.ms)} at {clock(loss.at)}" for loss in self.record.wall.losses()),
        )

    def _mark(self, team: str) -> str:
        known = f"{self.record.papers.exercise} {self.record.papers.created} {team}".encode()
        return blake2b(known, digest_size=8).hexdigest()

    def _audience(self, pages: Sequence[TablePage], team: str) -> str:
        if not team:
            return "For umpires: it holds every side's secrets."
        return f"For {team} of table {pages[0].number}: what its own seats were shown and told, and what the rules revealed."

    def _anonymous(self) -> str:
        if not self.wanted.anonymous:
            return ""
        return " People have other names here, the same throughout; a nickname in what somebody wrote stays as it was."

    def _warnings(self, team: str) -> Iterator[str]:
        record = self.record
        if record.fault:
            until = "" if team else f" ({record.fault})"
            yield f"The file is damaged{until}: this is what came before."
        if record.in_use and not record.fault:
            yield "The exercise had not been closed when this was written: it may not be all."
        if self.amiss and not team:
            yield f"The bookmarks are left out: {self.amiss}."
        for number, game in unknown_games(record, self.load).items():
            if not team:
                yield f"Table {number} is missing: this program does not have its game, {game}."
        for number, rules in other_rules(record, self.load).items():
            if not self.wanted.tables or number in self.wanted.tables:
                yield f"Table {number} was played by rules {rules}, and this program has others: what it shows of a position may differ."
