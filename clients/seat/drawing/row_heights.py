"""Shares the height of the screen among its panes, most important first."""

from __future__ import annotations

from dataclasses import dataclass

QUESTION_LEAST, QUESTION_NARROW, QUESTION_WIDE = 6, 14, 16
"""A question that wants more lines leaves them to the board first."""


@dataclass(frozen=True, slots=True)
class Want:
    """A pane's wish: the lines below which it makes no sense, and those it would like."""

    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class HeightWishes:
    """The lines that each pane would like: the board tightly or roomily drawn, the talk at least and at most."""

    question: int
    tight: int
    roomy: int
    talk_least: int
    talk_most: int
    deals: int
    story: int
    story_least: int = 1
    """The lines of the newest sentence of the story."""
    writes: bool = False
    """Whether somebody writes now: he sees more of what was said, and less of the board."""


def stacked(room: int, wishes: HeightWishes) -> dict[str, int]:
    """Share a small screen, on which everything stands one below the other."""
    return share(
        room,
        (
            Want("question", min(4, wishes.question), min(wishes.question, QUESTION_NARROW)),
            Want("deals", wishes.deals, wishes.deals),
            Want(
                "talk",
                wishes.talk_least,
                min(wishes.talk_most, wishes.talk_least + (6 if wishes.writes else 1)),
            ),
            Want("sheet", 4, wishes.tight),
            Want("question", 0, wishes.question),
            Want("story", min(wishes.story, wishes.story_least), min(3, wishes.story)),
            Want("sheet", 0, wishes.roomy),
            Want("talk", 0, wishes.talk_most),
            Want("story", 0, wishes.story),
            Want("sheet", 0, room),
        ),
    )


def beside(room: int, wishes: HeightWishes, *, pad: int) -> dict[str, int]:
    """Share a large screen, on which the talk, the story and the notes stand beside the board and the question.

    `pad`: the blank lines about the question.
    """
    main = share(
        room,
        (
            Want(
                "question",
                min(QUESTION_LEAST, wishes.question + 1),
                min(wishes.question, QUESTION_WIDE) + pad,
            ),
            Want("sheet", 6, wishes.tight),
            Want("question", 0, QUESTION_LEAST),
            Want("sheet", 0, wishes.roomy),
            Want("question", 0, wishes.question + pad),
        ),
    )
    notes = max(4, room // 6)
    talk = min(1, wishes.talk_least)
    side = share(
        room,
        (
            Want("deals", wishes.deals, wishes.deals),
            Want("talk", wishes.talk_least + talk, min(wishes.talk_most + talk, room // 3)),
            Want("story", 5, min(wishes.story, room - wishes.talk_least - wishes.deals - notes - 1)),
            Want("notes", notes, notes),
            Want("talk", 0, wishes.talk_most + talk),
            Want("story", 0, room),
        ),
    )
    return {**side, "question": main["question"], "sheet": room - main["question"]}


def share(height: int, wants: tuple[Want, ...]) -> dict[str, int]:
    """Give each pane its least, then let each in turn grow to its most. Who comes last takes what is left over or goes without."""
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
