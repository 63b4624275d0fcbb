"""PNG: checks every chunk and the whole image data. Only the chunks that draw the picture stay."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from struct import pack, unpack

from warcouncil.games.scenario.file.pictures.unfit import Unfit

SIDE_MAX = 2000
"""The greatest width and height in pixels."""
PIXELS_MAX = 1_000_000
"""The maximum number of pixels. Bounds the memory of a browser that shows many documents."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The chunks that draw the picture. The others hold remarks, colour profiles, or further frames."""
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""The samples of a pixel for each colour type."""
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}


def clean_png(data: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return a PNG with only the chunks that draw it, and its width and height. Raises Unfit."""
    chunks = [*_chunks(data)]
    names = [name for name, _ in chunks]
    if not names or names[0] != b"IHDR" or len(chunks[0][1]) != 13 or names[-1] != b"IEND":
        raise Unfit("this PNG is damaged: it does not begin or end as a PNG does. Save it again")
    if any(names.count(each) > 1 for each in (b"IHDR", b"PLTE", b"tRNS", b"IEND")):
        raise Unfit("this PNG is damaged: it contains a part twice. Save it again")
    width, height, depth, colour, packing, filters, laced = unpack(">IIBBBBB", chunks[0][1])
    if not (0 < width <= SIDE_MAX and 0 < height <= SIDE_MAX and width * height <= PIXELS_MAX):
        raise Unfit(
            f"this PNG has {width} x {height} pixels. The limits are {SIDE_MAX} for a side and {PIXELS_MAX} in all"
        )
    if depth not in _DEPTHS.get(colour, ()) or packing or filters:
        raise Unfit("this PNG has colours that do not exist. Save it again")
    if laced:
        raise Unfit("this PNG is interlaced. Save it without interlacing")
    palette = dict(chunks).get(b"PLTE", b"")
    if (colour == 3 and not palette) or len(palette) % 3 or len(palette) > 768:
        raise Unfit("this PNG has no palette for its colours. Save it again")
    wanted = (1 + (width * _SAMPLES[colour] * depth + 7) // 8) * height
    _check_pixels(b"".join(part for name, part in chunks if name == b"IDAT"), wanted)
    kept = b"".join(_chunk(name, part) for name, part in chunks if name in _KEPT)
    return _SIGNATURE + kept, (width, height)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(_SIGNATURE):
        raise Unfit("this is no PNG")
    at = len(_SIGNATURE)
    while at < len(data):
        if at + 12 > len(data):
            raise Unfit("this PNG is cut off. Copy it again")
        (length,) = unpack(">I", data[at : at + 4])
        name, part = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        check = data[at + 8 + length : at + 12 + length]
        if len(check) < 4:
            raise Unfit("this PNG is cut off. Copy it again")
        if unpack(">I", check)[0] != zlib.crc32(name + part):
            raise Unfit("this PNG is damaged: a checksum is wrong. Copy it again")
        if name not in _KEPT and name[0:1].isupper():
            raise Unfit("this PNG needs a part that this program does not know. Save it as a plain PNG")
        yield name, part
        at += 12 + length


def _check_pixels(packed: bytes, wanted: int) -> None:
    """Check that the image data unpacks to the wanted size. It is never unpacked beyond that size."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(packed, wanted + 1)
    except zlib.error:
        raise Unfit("this PNG is damaged: its pixels cannot be read. Save it again") from None
    if len(found) != wanted or not unpacking.eof or unpacking.unused_data:
        raise Unfit("this PNG is damaged: it has too many or too few pixels. Save it again")


def _chunk(name: bytes, part: bytes) -> bytes:
    return pack(">I", len(part)) + name + part + pack(">I", zlib.crc32(name + part))
