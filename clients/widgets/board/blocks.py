"""Letters and digits made of blocks, readable from twenty metres.

Each cell of the screen holds two square dots.
"""

from __future__ import annotations

import unicodedata
from functools import cache

DOTS_HIGH = 5

_GLYPHS = """
0 ### #.# #.# #.# ###
1 .#. ##. .#. .#. ###
2 ### ..# ### #.. ###
3 ### ..# ### ..# ###
4 #.# #.# ### ..# ..#
5 ### #.. ### ..# ###
6 ### #.. ### #.# ###
7 ### ..# ..# ..# ..#
8 ### #.# ### #.# ###
9 ### #.# ### ..# ###
A .#. #.# ### #.# #.#
B ##. #.# ##. #.# ##.
C .## #.. #.. #.. .##
D ##. #.# #.# #.# ##.
E ### #.. ##. #.. ###
F ### #.. ##. #.. #..
G .### #... #.## #..# .###
H #.# #.# ### #.# #.#
I # # # # #
J ..# ..# ..# #.# .#.
K #..# #.#. ##.. #.#. #..#
L #.. #.. #.. #.. ###
M #...# ##.## #.#.# #...# #...#
N #..# ##.# #.## #..# #..#
O .##. #..# #..# #..# .##.
P ##. #.# ##. #.. #..
Q .##. #..# #..# #.## .###
R ##. #.# ##. #.# #.#
S .## #.. .#. ..# ##.
T ### .#. .#. .#. .#.
U #.# #.# #.# #.# ###
V #.# #.# #.# #.# .#.
W #...# #...# #.#.# ##.## #...#
X #.# #.# .#. #.# #.#
Y #.# #.# .#. .#. .#.
Z ### ..# .#. #.. ###
: . # . # .
. . . . . #
, .. .. .. .# #.
- ... ... ### ... ...
– ... ... ### ... ...
' # # . . .
’ # # . . .
! # # # . #
? ##. ..# .#. ... .#.
/ ..# ..# .#. #.. #..
( .# #. #. #. .#
) #. .# .# .# #.
& .#.. #.#. .#.. #.#. .#.#
+ ... .#. ### .#. ...
"""
_SPACE = ("..",) * DOTS_HIGH
_CELLS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


@cache
def _glyphs() -> dict[str, tuple[str, ...]]:
    lines = [line.split() for line in _GLYPHS.strip().splitlines()]
    return {" ": _SPACE, **{char: tuple(rows) for char, *rows in lines}}


def plain_letters(text: str) -> str:
    """Return a text in capital letters without accents and marks."""
    return "".join(
        char for char in unicodedata.normalize("NFKD", text.upper()) if not unicodedata.combining(char)
    )


def can_write(text: str) -> bool:
    """Return whether there are blocks for every character."""
    return bool(text) and all(char in _glyphs() for char in plain_letters(text))


def dots_wide(text: str) -> int:
    """Return how many dots wide a text is."""
    return sum(len(_glyphs()[char][0]) + 1 for char in plain_letters(text)) - 1


def written(text: str, *, across: int, down: int, inverse: bool = False) -> list[str]:
    """Return a text in blocks: each dot is `across` cells wide, and the letters are `down` half cells high.

    `inverse` fills the area around the letters instead, with a margin. The number of lines is the same.
    """
    glyphs = [_glyphs()[char] for char in plain_letters(text)]
    rows = [".".join(glyph[row] for glyph in glyphs) for row in range(DOTS_HIGH)]
    margin = 2 if inverse else 0
    height = max(DOTS_HIGH, down - 2 * margin)
    wide = [[char == "#" for char in row for _ in range(across)] for row in rows]
    tall = [wide[row * DOTS_HIGH // height] for row in range(height)]
    if inverse:
        side, line = [False] * (2 * across), [False] * (len(tall[0]) + 4 * across)
        tall = [line] * margin + [side + row + side for row in tall] + [line] * margin
        tall = [[not dot for dot in row] for row in tall]
    if len(tall) % 2:
        tall.append([False] * len(tall[0]))
    pairs = zip(tall[::2], tall[1::2], strict=True)
    return ["".join(_CELLS[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]
