"""The output of a demo: the story of its first table, and how every table ended. It is plain text or a line of JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import typer
from rich.console import Console
from rich.text import Text
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.game import AnyGame, Cover
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.wire.consoles import Room, TableStatus
from warcouncil.protocol.wire.requests import Watch
from warcouncil.protocol.words import TableId


@dataclass
class DemoTelling:
    """The results of the tables, and the output where they are printed."""

    out: Console
    game: AnyGame
    cover: Cover
    seed: int
    tables: int
    ended: dict[int, Ended] = field(default_factory=dict)
    turns: int = 0
    """The number of the first table's last turn."""
    seconds: float = 0.0

    async def tell(self, umpire: Line) -> None:
        """Print the first table's story as the umpire reads it, until every table is over."""
        umpire.send(Watch(table=TableId(1)))
        over: set[int] = set()
        heading = ""
        while len(over) < self.tables or not heading:
            item = await umpire.receive()
            if isinstance(item, Room):
                for line in item.story:
                    if line.heading != heading:
                        heading = line.heading
                        self.out.print(Text(f"\n{heading}", style="bold"))
                    self.out.print(Text(f"  {line.text}"))
                    numbers = re.findall(r"\d+", line.heading)
                    self.turns = int(numbers[-1]) if numbers else self.turns
            elif isinstance(item, TableStatus) and item.ended:
                over.add(item.table)

    def report(self, *, as_json: bool) -> int:
        """Print how the tables ended. Return the exit status."""
        if len(self.ended) < self.tables:
            self.out.print(Text("not every table reached its end", style="bold"))
            return 1
        for number, ended in sorted(self.ended.items()):
            names = listed(ended.winners)
            won = f"Won by {names}." if names else "" if ended.title else "No side won."
            prefix = f"table {number}: " if self.tables > 1 else ""
            title = say("verdict.reason", reason=ended.title) if ended.title else ""
            why = say("verdict.reason", reason=ended.reason)
            said = " ".join(filter(None, (title, why, won)))
            self.out.print(Text(f"\n{prefix}{said}", style="bold"))
        made = f"{self.cover.title} is a game by {self.cover.designer}. It took {self.seconds:.1f} s."
        self.out.print(Text(made, style="dim"))
        if as_json:
            typer.echo(json.dumps(self._line(), ensure_ascii=False))
        return 0

    def _line(self) -> dict[str, object]:
        first = self.ended[1]
        line: dict[str, object] = {
            "game": self.game.name,
            "seed": self.seed,
            "turns": self.turns,
            "winners": list(first.winners),
            "reason": first.reason,
            "seconds": round(self.seconds, 3),
        }
        if self.tables > 1:
            line["tables"] = [
                {"table": number, "winners": list(ended.winners), "reason": ended.reason}
                for number, ended in sorted(self.ended.items())
            ]
        return line
