"""Player aids: the short briefing on the back of the card, and one page for each game and seat with the things on the
table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.text import agreed
from warcouncil.games.kit.text.pages import rulebook
from warcouncil.protocol.table.rulebooks import (
    Briefing,
    RuleBlock,
    RuleChapter,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)
from warcouncil.protocol.words import SeatId

CHAPTERS = ("things", "knows")
PARTS = (
    ("cards.you", "role"),
    ("briefing.wins", "wins"),
    ("briefing.sees", "sees"),
    ("briefing.decides", "decides"),
)
"""For each part of the briefing, the catalogue's key of its title, and its name."""
TEXT_COLUMNS = 78
STYLE = """
@page { size: A4; margin: 10mm 12mm; }
body { font: 9.5pt/1.25 Georgia, "DejaVu Serif", serif; color: #000; background: #fff; }
.aid { break-after: page; max-width: 186mm; margin: 0 auto; }
.aid:last-child { break-after: auto; }
h1 { font-size: 16pt; margin: 0; border-bottom: 0.5mm solid #000; }
h2 { font-size: 11pt; margin: 3mm 0 1mm; }
h3 { font-size: 10pt; margin: 2mm 0 0.5mm; }
p, ul { margin: 0 0 1.5mm; }
table { border-collapse: collapse; font-size: 8.5pt; }
th, td { text-align: left; vertical-align: top; padding: 0.4mm 3mm 0.4mm 0; border-bottom: 0.1mm solid #999; }
.keys { border-top: 0.2mm solid #000; margin-top: 3mm; padding-top: 1mm; font-size: 9pt; }
"""


@dataclass(frozen=True, slots=True)
class Aid:
    """One page of a player aid."""

    game: str
    designer: str
    seat: str
    briefing: Briefing
    chapters: tuple[RuleChapter, ...]

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """The parts of the briefing."""
        parts = tuple((say(title), str(getattr(self.briefing, part))) for title, part in PARTS)
        agreed_here = " ".join(self.briefing.agreed)
        return (*parts, (say("briefing.agreed"), agreed_here)) if agreed_here else parts

    @property
    def game_by(self) -> str:
        """The text that names the game and its designer."""
        return say("cards.game_by", game=self.game, designer=self.designer)


def aids_of(played: Iterable[tuple[AnyGame, Options]]) -> tuple[Aid, ...]:
    """Return the pages of these games, from their public options only.

    There is one page for each seat. If the game is played with several options, there is one for each of
    these.
    """
    made = (aid for game, options in played for aid in _aids(game, options.open()))
    return tuple({str(aid): aid for aid in made}.values())


def _aids(game: AnyGame, options: Options) -> Iterable[Aid]:
    book = rulebook(game, options)
    chapters = tuple(chapter for chapter in book.chapters if chapter.name in CHAPTERS)
    for seat in game.seats(options):
        yield Aid(book.title, book.designer, seat.title, agreed.briefing(game, options, seat.id), chapters)


def aids_by_seat(game: AnyGame, options: Options) -> dict[SeatId, Aid]:
    """Return the aid of each seat."""
    places = [each.id for each in game.seats(options)]
    return dict(zip(places, _aids(game, options.open()), strict=True))


def aids_page(aids: Iterable[Aid]) -> str:
    """Return the pages as one HTML file that loads nothing."""
    body = "\n".join(_page(aid) for aid in aids)
    head = f'<meta charset="utf-8"><title>{escape(say("cards.aids"))}</title><style>{STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def _page(aid: Aid) -> str:
    told = "".join(f"<p><b>{title}:</b> {escape(words)}</p>" for title, words in aid.told)
    rules = "".join(
        f"<h2>{escape(chapter.title)}</h2>{''.join(_html(block) for block in chapter.blocks)}"
        for chapter in aid.chapters
    )
    head = f"<h1>{escape(aid.seat)}</h1><p>{escape(aid.game_by)}</p>"
    return (
        f'<section class="aid">{head}{told}{rules}<p class="keys">{escape(say("cards.keys"))}</p></section>'
    )


def _html(block: RuleBlock) -> str:
    match block:
        case RuleText():
            return f"<p>{escape(block.text)}</p>"
        case RuleHeading():
            return f"<h3>{escape(f'{block.rule} {block.text}'.strip())}</h3>"
        case RuleList():
            return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</ul>"
        case RuleSample():
            return f"<pre>{escape(block.text)}</pre>"
        case RuleTable():
            rows = "".join(_cells("td", row) for row in block.rows)
            return f"<table>{_cells('th', block.head)}{rows}</table>"


def _cells(tag: str, row: tuple[str, ...]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>"


def aids_text(aids: Iterable[Aid]) -> str:
    """Return the pages as plain text, separated by form feeds."""
    return "\f".join(_text(aid) for aid in aids)


def _text(aid: Aid) -> str:
    lines = [f"{aid.seat.upper()} · {aid.game_by}", ""]
    for title, words in aid.told:
        lines += wrap(f"{title}: {words}", TEXT_COLUMNS)
    for chapter in aid.chapters:
        lines += ["", chapter.title.upper()]
        for block in chapter.blocks:
            lines += _plain(block)
    return "\n".join([*lines, "", *wrap(say("cards.keys"), TEXT_COLUMNS), ""])


def _plain(block: RuleBlock) -> list[str]:
    match block:
        case RuleText() | RuleHeading():
            return wrap(block.text, TEXT_COLUMNS)
        case RuleList():
            return [
                line
                for item in block.items
                for line in wrap(f"- {item}", TEXT_COLUMNS, subsequent_indent="  ")
            ]
        case RuleSample():
            return block.text.splitlines()
        case RuleTable():
            rows = (" | ".join(row) for row in (block.head, *block.rows))
            return [line for row in rows for line in wrap(row, TEXT_COLUMNS, subsequent_indent="    ")]
