"""The site of the documents: it is whole, needs no network, and each page says its type and what its reader can do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests import site
from tests.clients.browsers import started
from tests.docs_text import DOCS, text_of

TYPES = r"\b(?:[Ii]t|[Tt]his) is an? (tutorial|how-to guide|reference|explanation|index)\b"
PURPOSE = re.compile(r"(?:After(?: reading)?|With|On) this page you can ")
PAGES = [
    name for name in DOCS if name.startswith("docs/") and (name.count("/") == 1 or name.endswith("README.md"))
]
"""The pages that people choose. The rules of the games and the decisions have forms of their own."""
OUTSIDE = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=["']?(?:https?:)?//""")
IN_STYLE = re.compile(r"""(?:@import|url\()\s*["']?(?:https?:)?//""")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site that was built now. A broken link or anchor raises an error."""
    into = tmp_path_factory.mktemp("built") / "site"
    site.build(into)
    return into


def head_of(text: str) -> str:
    """Return what a page says before its first part, without the title."""
    return text.partition("\n")[2].partition("\n## ")[0].strip()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_first_what_its_reader_can_do_and_has_one_type(name: str) -> None:
    """If this fails, a reader must read a page to learn whether it is the right one."""
    head = head_of(text_of(name))
    assert PURPOSE.match(head)
    assert len(re.findall(TYPES, head)) == 1


def test_a_page_without_purpose_or_type_is_found() -> None:
    """If this fails, the test above cannot fail."""
    assert not PURPOSE.match(head_of("# Time\n\nAll times are milliseconds.\n"))
    assert re.findall(TYPES, head_of("# Time\n\nIt is a reference.\n\n## More\n\nIt is a tutorial.")) == [
        "reference"
    ]
    assert len(PAGES) > 30


def test_the_site_has_every_page(built: Path) -> None:
    """If this fails, a reader of the site misses a page that the repository has."""
    names = [name.removeprefix("docs/").removesuffix(".md") for name in DOCS if name.startswith("docs/")]
    places = {re.sub(r"README$", "index", name) + ".html" for name in names}
    places |= {"contributing.html", "changelog.html"}
    assert [place for place in sorted(places) if not (built / place).is_file()] == []


def test_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    """If this fails, the pages look broken in a room without internet, or a stranger learns who reads them."""
    pages = {path: path.read_text("utf-8") for path in built.rglob("*.html") if "sample" not in path.parts}
    assert [path for path, text in pages.items() if OUTSIDE.search(text)] == []
    styles = {path: path.read_text("utf-8") for path in built.rglob("*.css")}
    assert styles
    assert [path for path, text in styles.items() if IN_STYLE.search(text)] == []


def test_what_is_loaded_from_elsewhere_is_found() -> None:
    """If this fails, the test above cannot fail."""
    assert OUTSIDE.search('<link rel="stylesheet" href="https://fonts.example.org/a.css">')
    assert OUTSIDE.search("<script src=//cdn.example.org/a.js></script>")
    assert not OUTSIDE.search('<a href="https://toml.io">TOML</a>')
    assert IN_STYLE.search("src: url(https://fonts.example.org/a.woff)")


def test_each_licence_is_beside_what_it_is_for(built: Path) -> None:
    """If this fails, the work of others is passed on without its licence."""
    for name, word in (("mkdocs-material", "Permission"), ("mkdocs", "Redistribution")):
        assert word in (built / "assets" / f"LICENSE-{name}.txt").read_text("utf-8")


@pytest.fixture
def page(built: Path) -> Iterator[Page]:
    """Return a browser's page, which has no network."""
    with started() as browser:
        context = browser.new_context(offline=True)
        yield context.new_page()
        context.close()


def test_the_search_works_from_a_disk_without_a_network(built: Path, page: Page) -> None:
    """If this fails, a reader of the bundle's site types a word and nothing is found."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((built / "plan.html").as_uri())
    assert page.get_by_role("heading", level=1).inner_text().startswith("The plan")
    page.locator("input.md-search__input").first.fill("consent form")
    found = page.locator(".md-search-result__link").first
    found.wait_for(timeout=20_000)
    assert "data-protection.html" in str(found.get_attribute("href"))
    assert faults == []
