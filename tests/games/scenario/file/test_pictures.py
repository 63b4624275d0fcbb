"""Pictures of untrusted authors: the visible part stays, and nothing in them runs, loads, moves or grows."""

from __future__ import annotations

import random
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from struct import pack
from xml.etree import ElementTree

import pytest
from warcouncil.games.scenario.file.pictures import PNG_BEGINS, SOURCE_CHARS_MAX, picture, png, source_of, svg
from warcouncil.games.scenario.file.pictures.unfit import Unfit
from warcouncil.protocol.table.papers import PICTURE_BYTES_MAX

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">{}</svg>'


def chunk(name: bytes, part: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return pack(">I", len(part)) + name + part + pack(">I", zlib.crc32(name + part))


def small(
    *more: bytes, width: int = 2, height: int = 2, pixels: bytes | None = None, laced: int = 0
) -> bytes:
    """Return a grey PNG, with more chunks before its end."""
    drawn = pixels if pixels is not None else (b"\0" + b"\x7f" * width) * height
    head = pack(">IIBBBBB", width, height, 8, 0, 0, 0, laced)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(drawn)), *more, chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def shown(source: str) -> str:
    """Return the cleaned drawing of an SVG."""
    return b64decode(picture(source, "A picture").data).decode()


# --- PNG ----------------------------------------------------------------------------------------------------------


def test_a_png_keeps_its_pixels_and_loses_its_remarks() -> None:
    """If this fails, a picture tells its readers where and by whom it was taken."""
    remarks = chunk(b"tEXt", b"Author\0A spy"), chunk(b"eXIf", b"52.1 N"), chunk(b"acTL", b"\0" * 8)
    found = picture(source_of(small(*remarks)), "Two roads")
    assert b64decode(found.data) == small()
    assert (found.media, found.alt, found.width, found.height) == ("image/png", "Two roads", 2, 2)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (small(width=60_000, height=60_000, pixels=b"\0"), "60000 x 60000 pixels"),
        (small(width=2000, height=2000, pixels=b"\0"), "2000 x 2000 pixels"),
        (small(width=0), "0 x 2 pixels"),
        (small(pixels=b"\0" * 30_000_000), "too many or too few pixels"),
        (small(pixels=b"\0\0\0"), "too many or too few pixels"),
        (small(laced=1), "interlaced"),
        (small()[:-6], "cut off"),
        (small()[:40], "cut off"),
        (small()[:-12], "does not begin or end"),
        (small().replace(b"\x08\0\0\0\0", b"\x08\x01\0\0\0"), "checksum"),
        (small(chunk(b"IHDR", b"\0" * 13)), "twice"),
        (small(chunk(b"EVIL", b"")), "does not know"),
        (small() + b"PK\x03\x04" * 4, "cut off|checksum"),
        (b"\x89PNG\r\n\x1a\n", "does not begin or end"),
        (b"\x89PNG", "no PNG"),
    ],
)  # fmt: skip
def test_a_png_that_is_broken_or_grows_is_refused(data: bytes, why: str) -> None:
    """If this fails, one document stops the browsers of a room, or shows a broken frame."""
    with pytest.raises(Unfit, match=why):
        picture(source_of(data), "A picture")


def test_a_png_that_was_changed_at_any_place_is_refused_or_harmless() -> None:
    """If this fails, a damaged file ends the check with a traceback."""
    chance = random.Random(7)  # a test's own chance
    whole = small()
    for _ in range(400):
        data = bytearray(whole)
        data[chance.randrange(8, len(data))] ^= 1 << chance.randrange(8)
        with pytest.raises(Unfit):
            png.clean_png(bytes(data[: chance.randrange(8, len(data) + 1)]))


# --- SVG ----------------------------------------------------------------------------------------------------------


def test_a_drawing_keeps_what_is_drawn() -> None:
    """If this fails, an author's map loses its roads."""
    inner = '<g transform="translate(2 3)"><path d="M0 0L9.5-9e1Z" fill="#fff"/><text x="1">Quay &amp; <tspan>wall</tspan></text></g>'
    assert shown(SVG.format(inner)) == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" width="40" height="30">'
        '<g transform="translate(2 3)"><path d="M0 0L9.5-9e1Z" fill="#fff"></path>'
        '<text x="1">Quay &amp; <tspan>wall</tspan></text></g></svg>'
    )
    styled = shown(SVG.format('<rect width="4" height="4" style="fill:#ff0000;stroke-width:2px;-x:y"/>'))
    assert '<rect width="4" height="4" fill="#ff0000" stroke-width="2px">' in styled


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        '<rect onload="alert(1)" width="1"/>',
        '<image href="https://evil.example/a.png"/>',
        '<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="file:///etc/passwd"/>',
        '<use href="https://evil.example/a.svg#x"/>',
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><iframe src='https://evil.example'/></body></foreignObject>",
        '<a href="javascript:alert(1)"><text>evil</text></a>',
        "<style>@import 'https://evil.example/a.css'; * { fill: url(https://evil.example) }</style>",
        '<rect fill="url(https://evil.example/#a)" width="1"/>',
        '<rect style="fill:url(//evil.example/#a)" width="1"/>',
        '<rect style="fill:u\\72l(//evil.example/#a)" width="1"/>',
        '<rect style="fill:u/**/rl(evil)" width="1"/>',
        '<rect fill="image-set(evil)" width="1"/>',
        '<animate attributeName="x" values="evil"/>',
        '<set attributeName="href" to="evil"/>',
        "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>evil</x:script>",
        "<g xmlns='http://www.w3.org/1999/xhtml'><script>evil</script></g>",
        '<svg onload="evil"><script>evil</script></svg>',
        "<?xml-stylesheet href='https://evil.example/a.css'?>",
        "<!-- evil -->",
        "<metadata>evil</metadata><title>evil</title>",
    ],
)
def test_nothing_in_a_drawing_runs_loads_moves_or_links(inner: str) -> None:
    """If this fails, a scenario file of a stranger sends requests from the machine of every player."""
    found = shown(SVG.format(f'{inner}<circle r="3"/>'))
    assert '<circle r="3">' in found
    assert not re.search(r"evil|alert|script|href|url|xlink|file:|on[a-z]+=|animate|image|use|style", found)
    assert found == shown(found)
    for element in ElementTree.fromstring(found).iter():  # our own text, which has no document type
        assert element.tag.removeprefix(f"{{{svg.NAMESPACE}}}") in svg.ELEMENTS
        assert set(element.attrib) <= svg.ATTRIBUTES


LAUGHS = '<!DOCTYPE s [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (LAUGHS + SVG.format("<text>&b;</text>"), "document type"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG.format("<text>&x;</text>"), "document type"),
        ('<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">' + SVG.format(""), "document type"),
        (SVG.format("<text>&nbsp;</text>"), "cannot be read"),
        (SVG.format("<g>"), "cannot be read"),
        (SVG.format("<g/>" * (svg.ELEMENTS_MAX + 1)), "elements"),
        (SVG.format("<g>" * 200 + "</g>" * 200), "nested"),
        (SVG.format("<a>" * 200 + "</a>" * 200), "nested"),
        ("<html/>", "not an SVG"),
        ("<svg/>", "not an SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 9"/>', "not possible"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99999 9"/>', "99999 wide"),
        (SVG.format("x" * SOURCE_CHARS_MAX), "letters"),
        (SVG.format(f"<text>{'x' * PICTURE_BYTES_MAX}</text>"), "bytes"),
        (SVG.format("<text>\ud800</text>"), "a broken character"),
        ("quay.svg", "name of a file"),
        (PNG_BEGINS + "!", "not base64"),
        (PNG_BEGINS + b64encode(b"GIF89a").decode(), "no PNG"),
    ],
)  # fmt: skip
def test_a_drawing_that_is_none_or_grows_is_refused(source: str, why: str) -> None:
    """If this fails, a small file fills the memory of the host, or reads its files."""
    with pytest.raises(Unfit, match=why):
        picture(source, "A picture")


@pytest.mark.parametrize(
    "encode", [lambda text: text.encode("utf-16"), lambda _: b"GIF89a\xff\xfe", lambda _: b"x" * 90_000]
)
def test_files_that_are_no_pictures_are_refused(encode: Callable[[str], bytes]) -> None:
    """If this fails, the check of a scenario ends with a traceback."""
    with pytest.raises(Unfit):
        picture(source_of(encode(SVG.format(""))), "A picture")
