"""Divides the height of the screen between its panes, the most important pane first."""

from __future__ import annotations

from dataclasses import dataclass

QUESTION_LEAST, QUESTION_NARROW, QUESTION_WIDE = 6, 14, 16
"""The minimum lines of the question, on a narrow and on a wide screen. Further lines go to the board first."""


@dataclass(frozen=True, slots=True)
class Want:
    """How many lines a pane would use: the least without which it is useless, and the most."""

    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class HeightWishes:
    """The lines that each pane would use.

    `board` is for the board in its present form, with the words of a scene below it. `talk_least` and
    `talk_most` are the limits for the talk.
    """

    question: int
    board: int
    talk_least: int
    talk_most: int
    deals: int
    story: int
    talk_silent: bool = False
    """Whether nothing was said. A small screen whose board scrolls leaves out the line which says so."""
    papers: int = 0
    """The number of lines of the documents beside a board."""
    story_least: int = 1
    """The number of lines of the newest sentence of the story."""
    board_fits: bool = True
    """Whether all or nearly all of the board fits. If not, it scrolls, and leaves some lines to the talk."""
    writes: bool = False
    """Whether the player is writing a line of talk. The talk then gets more lines, and the board fewer."""


def stacked(room: int, wishes: HeightWishes) -> dict[str, int]:
    """Divide a small screen, with all panes in one column."""
    silent = wishes.talk_silent and not wishes.writes and not wishes.board_fits
    least = wishes.talk_least - silent
    talk = 6 if wishes.writes else 0 if wishes.board_fits or silent else 1
    return share(
        room,
        (
            Want("question", min(4, wishes.question), min(wishes.question, QUESTION_NARROW)),
            Want("deals", wishes.deals, wishes.deals),
            Want("talk", least, min(wishes.talk_most, least + talk)),
            Want("sheet", 4, wishes.board),
            Want("question", 0, wishes.question),
            Want("story", min(wishes.story, wishes.story_least), min(3, wishes.story)),
            Want("talk", 0, wishes.talk_most),
            Want("story", 0, wishes.story),
            Want("sheet", 0, room),
        ),
    )


def beside(room: int, wishes: HeightWishes, *, pad: int) -> dict[str, int]:
    """Divide a large screen, with the talk, the story and the notes beside the board and the question.

    `pad` is the number of blank lines around the question.
    """
    main = share(
        room,
        (
            Want(
                "question",
                min(QUESTION_LEAST, wishes.question + 1),
                min(wishes.question, QUESTION_WIDE) + pad,
            ),
            Want("sheet", 6, wishes.board),
            Want("question", 0, max(QUESTION_LEAST, wishes.question + pad)),
        ),
    )
    notes = notes_height(room)
    talk = min(1, wishes.talk_least)
    side = share(
        room,
        (
            Want("deals", wishes.deals, wishes.deals),
            Want("papers", wishes.papers, wishes.papers),
            Want("talk", wishes.talk_least + talk, min(wishes.talk_most + talk, room // 3)),
            Want("story", 5, min(wishes.story, room - wishes.talk_least - wishes.deals - notes - 1)),
            Want("notes", notes, notes),
            Want("talk", 0, wishes.talk_most + talk),
            Want("story", 0, room),
        ),
    )
    return {**side, "question": main["question"], "sheet": room - main["question"]}


def notes_height(room: int) -> int:
    """Return how many lines the notes beside a board get."""
    return max(4, room // 8)


def share(height: int, wants: tuple[Want, ...]) -> dict[str, int]:
    """Return how many lines each pane gets.

    First each pane gets its minimum. Then each gets more, up to its maximum, in the order of `wants`. Later
    panes may get nothing more.
    """
    given = {want.name: 0 for want in wants}
    for want in wants:
        more = max(0, min(want.least - given[want.name], height))
        given[want.name] += more
        height -= more
    for want in wants:
        more = max(0, min(want.most - given[want.name], height))
        given[want.name] += more
        height -= more
    return given
