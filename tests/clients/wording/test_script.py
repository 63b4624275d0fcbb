"""The page writes and cleans texts as the other clients do: `words.js` is compared with the Python code that it
follows.
"""

from __future__ import annotations

import json
import subprocess
import unicodedata
from pathlib import Path

import pytest
from warcouncil.clients.wording.language import catalogue_json
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean, clean_lines

from tests.clients.web.page.node import MISSING, OLDEST, command, version

SCRIPT = Path(__file__).parents[3] / "clients" / "web" / "page" / "words.js"
pytestmark = pytest.mark.skipif(version() < OLDEST, reason=MISSING)

HOSTILE = [
    "  plain  ",
    "a\x1b[31mred\x07",
    "right\u202eleft\u2066\u2069",
    "e\u0301 \u0301\u0302\u0303\u0304\u0305",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d",
    "\u3164\u115f\u2800x\u00a0\u2003y",
    "\ud800lone\udfff",
    "a\u20ddb\u20e3",
    "👩\u200d👩\u200d👧 🇩🇪 가",
    "line\r\nline\u2028line\u0085",
    "\ufeff\U000e0041\ue000tag",
    "x" * 300,
    "😀" * 300,
    "a " * 200,
]
LINES = ["a\r\n\r\n\r\nb\rc", "\n\n a \n\n", "x\n" * 60, "y" * 1300, "\u202e\n\u202e\nz"]


def run(code: str, given: object) -> list[object]:
    """Run code beside the script, and return its result."""
    code = f"""
import * as words from {json.dumps(SCRIPT.as_uri())};
let text = ""; for await (const part of process.stdin) text += part;
const given = JSON.parse(text);
process.stdout.write(JSON.stringify(await ({code})(given, words)));
"""
    done = subprocess.run(
        [*command(), "--input-type=module", "-e", code],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout)
    return found


def test_text_is_cleaned_alike() -> None:
    """A name is drawn differently in the browser, or a control character that hides text passes there."""
    singles = [
        f"a{chr(point)}b" for point in (*range(0x3100), *range(0xFE00, 0x10000), *range(0x1F000, 0x1F700))
    ]
    known = [
        one for one in singles if unicodedata.category(one[1]) != "Cn"
    ]  # the browser may know letters of a newer Unicode
    texts = [*HOSTILE, *known]
    found = dict(enumerate(run("(given, words) => given.map((each) => words.clean(each))", texts)))
    assert {each: found[at] for at, each in enumerate(texts) if clean(each) != found[at]} == {}
    assert run("(given, words) => given.map((each) => words.cleanLines(each))", LINES) == [
        clean_lines(each) for each in LINES
    ]


def test_a_sentence_is_said_alike() -> None:
    """The page shows “{gate}”, or “1 seats”."""
    catalogue = json.loads(catalogue_json())
    catalogue["messages"]["talk.seats"] = {"one": "{n} seat of {who}", "other": "{n} seats of {who}"}
    found = run(
        """(given, {say, speak, woven, plural}) => {
            speak(given);
            const fails = (act) => { try { act(); return "said"; } catch (error) { return error.message; } };
            return [
                say("link.receipt_false", {gate: 7}), say("link.down"), say("talk.seats", {n: 1, who: "{n}"}),
                say("talk.seats", {n: 0, who: "$&"}), woven("talk.seats", {n: 2, who: ["b"]}), plural(1),
                fails(() => say("link.gone")), fails(() => say("toString")), fails(() => say("link.receipt_false")),
                fails(() => say("talk.seats", {who: "Red"})),
                ...["Time is up", "Time is up.", "Up!", "Up?", "Up…", ""].map((reason) => say("verdict.reason", {reason})),
            ];
        }""",
        catalogue,
    )
    assert found == [
        say("link.receipt_false", gate=7),
        say("link.down"),
        "1 seat of {n}",
        "0 seats of $&",
        [2, " seats of ", ["b"]],
        "one",
        "no message link.gone",
        "no message toString",
        "link.receipt_false needs the field gate",
        "talk.seats needs the field n",
        *(
            say("verdict.reason", reason=each)
            for each in ("Time is up", "Time is up.", "Up!", "Up?", "Up…", "")
        ),
    ]
