"""Values made from the wire's own JSON Schema: any valid value, and the values just beyond each limit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st
from warcouncil.protocol.wire.schema import schema

PLAIN = st.characters(exclude_categories=["Cs"])
HEX = "0123456789abcdef"
INTEGER = 10**6
Shape = dict[str, Any]


@cache
def definitions() -> dict[str, Shape]:
    """Return every named shape of the schema."""
    found: dict[str, Shape] = schema()["$defs"]
    return found


def resolve(shape: Shape) -> Shape:
    """Follow a reference."""
    return definitions()[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape


def messages(envelope: str) -> dict[str, Shape]:
    """Return the shape of every message that an envelope may hold, by the message's type."""
    body = definitions()[envelope]["properties"]["body"]
    return {kind: {"$ref": place} for kind, place in body["discriminator"]["mapping"].items()}


def values(shape: Shape, chars_max: int = 12) -> st.SearchStrategy[Any]:  # noqa: C901  # one branch a kind of shape
    """Return a strategy for the values of a shape.

    Texts have at most `chars_max` characters, so that a message fits into its frame.
    """
    shape = resolve(shape)
    choices = shape.get("oneOf") or shape.get("anyOf")
    if choices:
        return st.one_of([values(choice, chars_max) for choice in choices])
    if "const" in shape:
        return st.just(shape["const"])
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    match shape["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(shape.get("minimum", -INTEGER), shape.get("maximum", INTEGER))
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "string":
            return _texts(shape, chars_max)
        case "array" if "prefixItems" in shape:
            return st.tuples(*[values(item, chars_max) for item in shape["prefixItems"]]).map(list)
        case "array":
            least = shape.get("minItems", 0)
            return st.lists(values(shape["items"], chars_max), min_size=least, max_size=least + 2)
        case "object" if "properties" in shape:
            return _objects(shape, chars_max)
        case "object":
            inner = values(shape["additionalProperties"], chars_max)
            return st.dictionaries(st.text(PLAIN, max_size=8), inner, max_size=2)
        case _:
            raise AssertionError(shape)


def _texts(shape: Shape, chars_max: int) -> st.SearchStrategy[str]:
    least, most = shape.get("minLength", 0), shape.get("maxLength", chars_max)
    if "pattern" in shape and "0-9a-f" not in shape["pattern"]:
        found = st.from_regex(shape["pattern"], fullmatch=True, alphabet=st.characters(codec="ascii"))
        return found.map(lambda text: text.removesuffix("\n")).filter(lambda text: len(text) <= most)
    if "pattern" in shape:
        exact = _digits(shape) or 64
        return st.text(HEX, min_size=exact, max_size=exact)
    return st.text(PLAIN, min_size=least, max_size=max(least, min(most, chars_max)))


def _objects(shape: Shape, chars_max: int) -> st.SearchStrategy[dict[str, Any]]:
    fields = {name: values(field, chars_max) for name, field in shape["properties"].items()}
    needed = {name: fields.pop(name) for name in shape.get("required", ())}
    return st.fixed_dictionaries(needed, optional=fields)


def smallest(shape: Shape) -> Any:
    """Return a plain value of a shape, without its optional parts."""
    shape = resolve(shape)
    choices = shape.get("oneOf") or shape.get("anyOf")
    if choices:
        return smallest(choices[0])
    for key in ("const", "enum"):
        if key in shape:
            return shape[key] if key == "const" else shape[key][0]
    match shape["type"]:
        case "string" if "pattern" in shape:
            return "0" * (_digits(shape) or 32)
        case "string":
            return "x" * shape.get("minLength", 0)
        case "integer" | "number":
            return shape.get("minimum", 0)
        case "boolean":
            return False
        case "array" if "prefixItems" in shape:
            return [smallest(item) for item in shape["prefixItems"]]
        case "array":
            return [smallest(shape["items"]) for _ in range(shape.get("minItems", 0))]
        case "object":
            return {name: smallest(shape["properties"][name]) for name in shape.get("required", ())}
        case _:
            raise AssertionError(shape)


def limits(shape: Shape, path: str = "") -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield every limited field of a message: its path, the whole message at the limit and beyond, and the
    limit. Only the message itself and the object directly inside it (an umpire's act) are searched.
    """
    shape = resolve(shape)
    base = smallest(shape)
    for name, field in shape["properties"].items():
        inner = resolve(field)
        for choice in inner.get("oneOf", ()) if inner.get("discriminator") else ():
            for where, good, bad, limit in limits(choice, f"{path}{name}."):
                yield where, {**base, name: good}, {**base, name: bad}, limit
        for good, bad, limit in _edges(inner):
            yield (
                f"{path}{base.get('act', base.get('type', ''))}.{name}",
                base | {name: good},
                base | {name: bad},
                limit,
            )


def _edges(field: Shape) -> Iterator[tuple[Any, Any, Any]]:
    """Yield a value at each limit of a field, one just beyond it, and the limit."""
    if "maxLength" in field:
        most = field["maxLength"]
        yield "x" * most, "x" * (most + 1), most
    if field.get("minLength"):
        least = field["minLength"]
        yield "x" * least, "x" * (least - 1), least
    if "minimum" in field:
        yield field["minimum"], field["minimum"] - 1, field["minimum"]
    if "maximum" in field:
        yield field["maximum"], field["maximum"] + 1, field["maximum"]
    if exact := _digits(field):
        yield "a" * exact, "a" * (exact - 1), exact
        yield "0" * exact, "A" * exact, exact
        yield "f" * exact, "f" * exact + "\n", exact


def _digits(field: Shape) -> int:
    """Return how many hexadecimal digits a text must have. 0 if it is not hexadecimal."""
    found = re.search(r"\[0-9a-f\]\{([0-9]+)\}", field.get("pattern", ""))
    return int(found[1]) if found else 0
