"""Damage: an input is made a little wrong, as bytes, as JSON or as lines of text, by chance from one number."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

TEXTS = (
    *(
        "",
        "\0",
        "\n",
        "\r\n",
        "\t",
        "\x1b[2J",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\u0301",
        "\U0001f600",
        "\ud800",
    ),
    *(
        "²",
        "٣",
        "１",
        "½",
        "Ⅷ",
        "ß",
        "ŉ",
        "ﬁ",
        "İ",
        "K",
        "漢字",
        "é",
        "0",
        "-0",
        "007",
        "1_000",
        "0x10",
        "1e3",
        "1.5",
    ),
    *(
        "null",
        "true",
        "NaN",
        "nan",
        "inf",
        "now",
        "all",
        "-",
        "--",
        "/",
        "..",
        "../x",
        "%00",
        "%s",
        "{0}",
        "[red]",
    ),
    *(
        "=",
        ",",
        ";",
        ":",
        '"',
        "'",
        '"""',
        "#",
        "a.b",
        "0" * 32,
        "f" * 64,
        "g" * 32,
        "127.0.0.1",
        "[::1]:5",
        "é" * 40,
    ),
)
NUMBERS = (
    0,
    -1,
    1,
    2,
    255,
    65535,
    65536,
    2**31,
    2**53,
    2**53 + 1,
    2**63,
    2**64,
    -(2**63),
    10**18,
    0.5,
    -0.0,
    1e308,
)
RAW = (
    *(
        b"null",
        b"true",
        b"NaN",
        b"-Infinity",
        b"1e999",
        b"1E-999",
        b"-",
        b"-0",
        b"00",
        b'"\\ud800"',
        b'"\\u0000"',
    ),
    *(
        b"[" * 3000,
        b'{"a":' * 1500,
        b"[" * 40 + b"]" * 40,
        b"9" * 5000,
        b"0." + b"1" * 400,
        b"\xff",
        b"\xed\xa0\x80",
    ),
    *(
        b"\xef\xbb\xbf",
        b"\xfe\xff",
        b"\0",
        b"//",
        b"/*",
        b"a." * 600,
        b"[[a]]\n",
        b"[a.b]\n",
        b'"""',
        b"'''",
        b"\\",
    ),
    *(
        b"x = 1979-05-27T07:32:00Z\n",
        b"x = 0xffff\n",
        b"x = {}\n",
        b"x = [[[]]]\n",
        b"sep=;\n",
        b"\r",
        b"'" * 9,
    ),
    b"x = " + b"9" * 5000 + b"\n",
    b"x = " + b"[" * 3000 + b"\n",
    b'{"port":' + b"9" * 5000 + b"}",
)
_LONG = (20, 41, 100, 257, 1000, 5000)

Spoiler = Callable[[Random, bytes, bytes], bytes]


def spoilt(rng: Random, kind: str, data: bytes, other: bytes) -> bytes:
    """Return an input damaged in one to four ways; `other` is one to take pieces from."""
    ways: Sequence[Spoiler] = WAYS[kind]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choice(ways)(rng, data, other)
    return data


# --- bytes --------------------------------------------------------------------------------------------------------


def _flip(rng: Random, data: bytes, other: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _cut(rng: Random, data: bytes, other: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 1, 2, 4, 16, 64, 10**6)) :]


def _put(rng: Random, data: bytes, other: bytes) -> bytes:
    at, grain = rng.randrange(len(data) + 1), _grain(rng)
    return data[:at] + grain + data[at + rng.choice((0, 0, 1, len(grain))) :]


def _repeat(rng: Random, data: bytes, other: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    piece = data[at : at + rng.choice((1, 2, 8, 32))]
    return data[:at] + piece * rng.choice((2, 3, 50, 1000)) + data[at:]


def _splice(rng: Random, data: bytes, other: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _grain(rng: Random) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(RAW)
    return rng.choice(TEXTS).encode("utf-8", "surrogatepass")


# --- JSON ---------------------------------------------------------------------------------------------------------


def _json(rng: Random, data: bytes, other: bytes) -> bytes:
    """Change one value, key or list of a JSON text."""
    try:
        tree, donor = json.loads(data), json.loads(other)
    except (ValueError, RecursionError):
        return _put(rng, data, other)
    tree = [tree]
    holder, key = rng.choice([*_places(tree)])
    match rng.randrange(8):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[rng.choice((*TEXTS, *_keys(donor)))] = holder.pop(key)
        case 2 if isinstance(holder[key], dict):
            holder[key][rng.choice((*TEXTS, *_keys(donor)))] = _value(rng)
        case 3 if isinstance(holder[key], list):
            holder[key] = (holder[key] or [_value(rng)]) * rng.choice((2, 9, 100))
        case 4 if isinstance(holder[key], str):
            holder[key] = _text(rng, holder[key])
        case 5:
            there, place = rng.choice([*_places([donor])])
            holder[key] = there[place]
        case _:
            holder[key] = _value(rng)
    if len(tree) != 1:
        return data
    try:
        return json.dumps(tree[0], separators=(",", ":"), ensure_ascii=rng.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )
    except (ValueError, RecursionError):
        return data


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Return every part of a tree, as its parent and its key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    while waiting:
        each = waiting.pop()
        inner = each.items() if isinstance(each, dict) else enumerate(each)
        for key, value in inner:
            found.append((each, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    return found


def _keys(tree: Any) -> list[str]:
    return [key for _, key in _places([tree]) if isinstance(key, str)]


def _value(rng: Random) -> Any:
    return rng.choice(
        (None, True, [], {}, [[]], {"a": {}}, rng.choice(NUMBERS), rng.choice(NUMBERS), rng.choice(TEXTS))
    )


def _text(rng: Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    if rng.random() < 0.2:
        short = (text or "x")[: _LONG[0]]  # a long one grows no further: it took all memory
        return short * rng.choice(_LONG)
    return text[:at] + rng.choice(TEXTS) + text[at + rng.randrange(3) :]


# --- lines --------------------------------------------------------------------------------------------------------


def _lines(rng: Random, data: bytes, other: bytes) -> bytes:
    """Change one line of a text, or the part after a sign in it."""
    lines, others = data.split(b"\n"), other.split(b"\n")
    at = rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, rng.choice(others))
        case 2:
            lines.insert(at, rng.choice(lines))
        case 3:
            lines[at : at + 1] = [lines[at]] * rng.choice((2, 30, 300))
        case 4:
            lines[at] = rng.choice(others)
        case _:
            sign = rng.choice((b"=", b":", b",", b" "))
            head, found, tail = lines[at].partition(sign)
            lines[at] = (
                head
                + found
                + rng.choice((_grain(rng), rng.choice(others).partition(sign)[2], tail + _grain(rng)))
            )
    return b"\n".join(lines)


_BYTES: tuple[Spoiler, ...] = (_flip, _cut, _put, _repeat, _splice)
WAYS: dict[str, Sequence[Spoiler]] = {
    "bytes": _BYTES,
    "json": (*_BYTES, *[_json] * 8),
    "lines": (*_BYTES, *[_lines] * 5),
}
