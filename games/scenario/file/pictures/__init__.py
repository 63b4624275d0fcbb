"""Pictures of papers: converts a PNG or an SVG of an untrusted author into a piece of a paper, or returns why that fails."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from functools import lru_cache

from warcouncil.games.scenario.file.pictures.png import clean_png
from warcouncil.games.scenario.file.pictures.svg import clean_svg
from warcouncil.games.scenario.file.pictures.unfit import Unfit
from warcouncil.protocol.table.papers import PICTURE_BYTES_MAX, PaperPicture

PNG_BEGINS = "data:image/png;base64,"
"""A PNG in the text of a file begins with these characters. An SVG is in the text unchanged."""
_NAME = re.compile(r"[^<>\n]{1,100}\.(?:svg|png)", re.IGNORECASE)
SOURCE_CHARS_MAX = 2 * PICTURE_BYTES_MAX
"""The longest picture in the text of a file, before it is cleaned."""


@lru_cache(maxsize=128)
def picture(source: str, alt: str) -> PaperPicture:
    """Parse a picture from the text of a file: an SVG, or a PNG in base64. Keep only its visible parts. Raises Unfit."""
    if _NAME.fullmatch(source):
        raise Unfit("this is the name of a file, and the file was not read. Put it beside the scenario")
    if len(source) > SOURCE_CHARS_MAX:
        raise Unfit(f"the picture has {len(source)} letters. The limit is {SOURCE_CHARS_MAX}")
    if source.startswith(PNG_BEGINS):
        try:
            found = b64decode(source.removeprefix(PNG_BEGINS), validate=True)
        except ValueError:
            raise Unfit("the picture is not base64") from None
        made, (width, height) = clean_png(found)
        media = "image/png"
    else:
        made, (width, height) = clean_svg(source)
        media = "image/svg+xml"
    if len(made) > PICTURE_BYTES_MAX:
        raise Unfit(
            f"the picture has {len(made)} bytes. The limit is {PICTURE_BYTES_MAX}. Make it smaller, or simplify it"
        )
    return PaperPicture(
        media=media, alt=alt, width=width, height=height, data=b64encode(made).decode("ascii")
    )


def source_of(data: bytes) -> str:
    """Convert a picture's file to the text that a scenario holds. Raises Unfit."""
    if len(data) > SOURCE_CHARS_MAX:
        raise Unfit(f"the picture has {len(data)} bytes. The limit is {SOURCE_CHARS_MAX}")
    if data.startswith(b"\x89PNG"):
        return PNG_BEGINS + b64encode(data).decode("ascii")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unfit("the picture is neither a PNG nor an SVG in UTF-8") from None
