"""A slim picture shows the same as the drawn one."""

from __future__ import annotations

import pytest
from warcouncil.clients.debrief.draw.slim_svg import slimmed

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'


@pytest.mark.parametrize(
    ("drawn", "slim"),
    [
        ('<path class="background" d="M0,0h9v9Z"/>', ""),
        ('<path class="background" d="M0,0h9v9Z" fill="red"/>', '<path d="M0,0h9v9Z" fill="red"/>'),
        ('<g class="x"><g role="y"/></g>', ""),
        ('<path d="M1,1" display="none"/><path d="M0,0Z" opacity="1"/>', '<path d="M0,0Z"/>'),
        ('<path d="M0,0Z" opacity="0.4"/>', '<path d="M0,0Z" opacity="0.4"/>'),
        (
            '<g><text fill="red" x="1">a</text><text fill="red" x="2">b</text></g>',
            '<g fill="red"><text x="1">a</text><text x="2">b</text></g>',
        ),
        (
            '<g id="k"><text fill="red">a</text><text>&lt;b</text></g>',
            '<g id="k"><text fill="red">a</text><text>&lt;b</text></g>',
        ),
        ('<text transform="translate(3,-4.5)">a</text>', '<text x="3" y="-4.5">a</text>'),
        (
            '<text transform="translate(3,4)rotate(9)">a</text>',
            '<text transform="translate(3,4)rotate(9)">a</text>',
        ),
        (
            '<text x="1" transform="translate(3,4)">a</text>',
            '<text x="1" transform="translate(3,4)">a</text>',
        ),
        ('<rect width="1.26789"/>', '<rect width="1.2"/>'),
        (
            '<g><line transform="translate(4,-9)" x2="0" y2="9" stroke="red"/><line x2="0" y2="9" stroke="red"/></g>',
            '<g stroke="red"><path d="M4,-9V0M0,0V9"/></g>',
        ),
        (
            '<g id="k"><line x2="0" y2="9" stroke="red"/><line x2="1" y2="9" stroke="blue"/></g>',
            '<g id="k"><line x2="0" y2="9" stroke="red"/><line x2="1" y2="9" stroke="blue"/></g>',
        ),
        (
            '<g id="k"><line transform="rotate(4)" x2="9"/><line x2="9"/></g>',
            '<g id="k"><line transform="rotate(4)" x2="9"/><line x2="9"/></g>',
        ),
    ],
)
def test_what_is_not_seen_is_left_out(drawn: str, slim: str) -> None:
    """If this fails, a report of forty tables is too large for an e-mail, or a picture lacks a line."""
    assert slimmed(f"{HEAD}{drawn}</svg>").partition(">")[2] == (f"{slim}</svg>" if slim else "")


@pytest.mark.parametrize(
    ("drawn", "slim"),
    [
        ("M0,0L5,0L9,0L9,4", "M0,0H9V4"),
        ("M0,0L5,0L3,0", "M0,0H5H3"),
        ("M1,2L1,2L1,2", "M1,2"),
        ("M0,0L1,1L2,2", "M0,0L1,1L2,2"),
        ("M0,0L0,-4.5L0,-9", "M0,0V-9"),
        ("M0,0C1,1,2,2,3,3", "M0,0C1,1,2,2,3,3"),
        ("M0,0L4,0L9,0L9,9L9,9Z", "M0,0H9V9Z"),
    ],
)
def test_points_on_the_way_are_left_out(drawn: str, slim: str) -> None:
    """If this fails, a curve goes where the game never went."""
    assert f'd="{slim}"' in slimmed(f'{HEAD}<path d="{drawn}"/></svg>')
