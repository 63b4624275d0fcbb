"""A font of one square for every letter, so that a page is laid out alike on every machine, whatever fonts that has."""

from __future__ import annotations

import struct

UNITS, ADVANCE, ASCENT, DESCENT = 1000, 550, 800, -200


def font() -> bytes:
    """Return the font file: each character is a box a little more than half as wide as it is high."""
    box = struct.pack(">hhhhh", 1, 50, 0, 500, 700) + struct.pack(">HH", 3, 0)
    box += bytes([1, 1, 1, 1]) + struct.pack(">hhhh", 50, 450, 0, -450) + struct.pack(">hhhh", 0, 0, 700, 0)
    box += bytes(-len(box) % 4)
    glyf, loca = box + box, struct.pack(">III", 0, len(box), 2 * len(box))
    head = struct.pack(
        ">IIIIHHqqhhhhHHhhh",
        0x00010000,
        0x00010000,
        0,
        0x5F0F3CF5,
        3,
        UNITS,
        0,
        0,
        50,
        0,
        500,
        700,
        0,
        8,
        2,
        1,
        0,
    )
    hhea = struct.pack(
        ">IhhhHhhhhhhhhhhhH", 0x00010000, ASCENT, DESCENT, 0, ADVANCE, 50, 50, 500, 1, 0, 0, 0, 0, 0, 0, 0, 2
    )
    maxp = struct.pack(">IHHHHHHHHHHHHHH", 0x00010000, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    hmtx = struct.pack(">HhHh", ADVANCE, 50, ADVANCE, 50)
    group = struct.pack(">HHIII", 13, 0, 28, 0, 1) + struct.pack(">III", 0x20, 0x10FFFF, 1)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + group
    words = "Squares".encode("utf-16-be")
    names = [struct.pack(">HHHHHH", 3, 1, 0x409, number, len(words), 0) for number in (1, 2, 4, 6)]
    name = struct.pack(">HHH", 0, len(names), 6 + 12 * len(names)) + b"".join(names) + words
    post = struct.pack(">IIhhIIIII", 0x00030000, 0, -100, 50, 1, 0, 0, 0, 0)
    os2 = struct.pack(
        ">HhHHHhhhhhhhhhhh", 4, ADVANCE, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0
    )
    os2 += bytes(10) + struct.pack(">IIII", 1, 0, 0, 0) + b"SQRS"
    os2 += struct.pack(
        ">HHHhhhHHIIhhHHH",
        0x40,
        0x20,
        0xFFFF,
        ASCENT,
        DESCENT,
        0,
        ASCENT,
        -DESCENT,
        1,
        0,
        500,
        700,
        0,
        0x20,
        1,
    )
    tables = {
        b"OS/2": os2,
        b"cmap": cmap,
        b"glyf": glyf,
        b"head": head,
        b"hhea": hhea,
        b"hmtx": hmtx,
        b"loca": loca,
        b"maxp": maxp,
        b"name": name,
        b"post": post,
    }
    at = 12 + 16 * len(tables)
    index, data = b"", b""
    for tag, table in sorted(tables.items()):
        whole = table + bytes(-len(table) % 4)
        summed = sum(struct.unpack(f">{len(whole) // 4}I", whole)) & 0xFFFFFFFF
        index += tag + struct.pack(">III", summed, at + len(data), len(table))
        data += whole
    return struct.pack(">IHHHH", 0x00010000, len(tables), 128, 3, 32) + index + data
