"""Gathering: the one script of a page does the same as its modules, and an unsupported module is refused before it
reaches a phone.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from warcouncil.clients.web.pages import PAGE, CannotGather, Pages, gathered
from warcouncil.clients.wording.language import catalogue_json

MODULES = {
    "start.js": """import { count, Second as Later } from "./parts/second.js";
import {
  shout,
} from "/page/parts/shout.js";
import "./parts/aside.js";

/** How it is said.
 * export const isNoWord = "of a remark";
 */
const said = `
  https://seat.test is no remark`;
// nor is this a word
await null;
console.log(shout(new Later().name), count(2), typeof hidden, said.trim(), globalThis.order.join());
""",
    "parts/second.js": """import { First } from "./first.js";
const hidden = 1;
export class Second extends First {}
export async function later() {}
export function count($0) {
  return $0 + hidden;
}
globalThis.order.push("second");
""",
    "parts/first.js": """globalThis.order = ["first"];
class Inner {
  name = "first";
}
export { Inner as First };
""",
    "parts/shout.js": """import { First } from "./first.js";
export const shout = (text) => text.toUpperCase() + (First ? "!" : "?");
globalThis.order.push("shout");
""",
    "parts/aside.js": """globalThis.order.push("aside");
""",
}


def test_the_script_does_what_its_modules_would_do(tmp_path: Path) -> None:
    """A page runs a shared module twice, or in another order, or does not find an import that has another name in
    its module.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here to run it")
    script = tmp_path / "whole.mjs"
    script.write_text(gathered("start.js", MODULES.__getitem__), "utf-8")
    said = subprocess.run([node, script], check=False, capture_output=True, text=True, timeout=60)
    assert said.stdout == "FIRST! 3 undefined https://seat.test is no remark first,second,shout,aside\n", (
        said.stderr
    )


def test_remarks_are_left_out_and_licences_stay() -> None:
    """Half of what every phone downloads is never read, or others' work is passed on without their names."""
    assert "of a remark" not in gathered("start.js", MODULES.__getitem__)
    assert "nor is this" not in gathered("start.js", MODULES.__getitem__)
    assert "/* preact" in given("seat.js")


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let changed = 1;",
        "export * from './other.js';",
        "export { other } from './other.js';",
        "import * as other from './other.js';",
        "import other from './other.js';",
        "import { other } from './other.js'",
    ],
)
def test_an_unknown_line_is_refused_by_name(line: str) -> None:
    """The page is empty on every phone, and its developer looks for the reason in a script of ten thousand lines."""
    with pytest.raises(CannotGather, match=re.escape(f"part.js: {line}")):
        gathered("start.js", {"start.js": 'import "./part.js";', "part.js": line}.__getitem__)


def test_modules_that_import_one_another_are_refused() -> None:
    """One of the two modules runs before the other has defined what it needs."""
    with pytest.raises(CannotGather, match=r"b\.js and a\.js import one another"):
        gathered("a.js", {"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}.__getitem__)


@pytest.mark.parametrize("exported", ["const other = 1;", "const other = 1, one = 2;", "{ one as other };"])
def test_an_import_without_an_export_is_refused(exported: str) -> None:
    """The gathered script lacks the value, and fails only when a button needs it. With modules a browser reports
    it at once.
    """
    texts = {"start.js": 'import { other, one } from "./part.js";', "part.js": f"export {exported}"}
    with pytest.raises(CannotGather, match=r"start\.js: part\.js exports no one"):
        gathered("start.js", texts.__getitem__)


def given(name: str) -> str:
    """Return a file as the gateway serves it."""
    file = Pages().find(name)
    assert file is not None
    return file.data.decode()


@pytest.mark.parametrize("page", ["seat", "door", "display"])
def test_a_page_asks_for_one_script_and_one_style_sheet(page: str) -> None:
    """On a slow network it takes ten seconds, one file after the other.

    A room of phones keeps the gateway busy for half a minute.
    """
    asked = re.findall(r'(?:src|href)="/page/([^"]+)"', given(f"{page}.html"))
    assert asked == ["floor.js", f"{page}.css", f"{page}.js"]
    sheets = re.findall(r'href="/page/([^"]+\.css)"', (PAGE / f"{page}.html").read_text("utf-8"))
    rules = "".join(
        re.sub(r"/\*.*?\*/", "", (PAGE / each).read_text("utf-8"), flags=re.DOTALL) for each in sheets
    )
    assert given(f"{page}.css").split() == rules.split()
    assert "/*" not in given(f"{page}.css")


def test_every_module_is_in_a_page_once() -> None:
    """A module is never loaded, or the state that two of its copies share is doubled."""
    scripts = [
        re.findall(r"^// (\S+\.js)$", given(f"{page}.js"), re.MULTILINE)
        for page in ("seat", "door", "display")
    ]
    assert all(len(each) == len({*each}) for each in scripts)
    modules = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*.js")}
    alone = {
        "floor.js",
        "metronome.js",
    }  # the one is for browsers that know no modules, the other runs beside the page
    assert modules - alone == {each for script in scripts for each in script}


BYTES_PER_SECOND = 50_000
"""A network of 400 kbit/s."""


def seconds(*paths: str) -> float:
    """Return how long a slow phone loads some files, compressed."""
    files = [Pages().find(path) for path in paths]
    return sum(len(file.packed) for file in files if file is not None) / BYTES_PER_SECOND


def test_a_slow_phone_has_the_first_words_of_a_seat_within_a_second_of_loading() -> None:
    """At 300 ms of latency and 400 kbit/s a player sees an empty page for more than three seconds.

    The script loads beside the style sheet, which gets at least a third of the network.
    """
    assert 3 * seconds("seat.css", "floor.js") + seconds("seat.html") < 1.2


def test_a_slow_phone_has_a_whole_seat_within_three_seconds_of_loading() -> None:
    """The page has grown, and each slow phone waits longer for its seat."""
    assert (
        seconds("seat.html", "floor.js", "seat.css", "seat.js")
        + len(gzip.compress(catalogue_json())) / BYTES_PER_SECOND
        < 3.0
    )
