"""The site of the documents, built by MkDocs from the Markdown of the repository (`make docs`). MkDocs calls these hooks.

Law: the site needs no network. A page, its pictures, its search and its fonts come from the folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SITE = ROOT / "site"
EPOCH = "315532800"
"""1980-01-01, the first date that a zip knows. Equal documents then give an equal site."""
OUTSIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages of the repository that are not in docs, and their places in the site."""
SCENARIOS = "games/scenario/data"
"""The files of the scenarios that ship. The site carries them, since its reader may have no checkout."""
UNUSED = ("sitemap.xml", "sitemap.xml.gz", "assets/javascripts/lunr")
"""Files that the theme writes and this site never loads: dates for search engines, other languages' stemmers."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages and the files that are outside of docs."""
    from mkdocs.structure.files import File

    for name, place in OUTSIDE.items():
        text = re.sub(r"\]\(docs/", "](", (ROOT / name).read_text("utf-8"))
        files.append(File.generated(config, place, content=text))
    for path in sorted((ROOT / SCENARIOS).glob("*.toml")):
        files.append(File.generated(config, f"scenarios/{path.name}", content=path.read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links that leave docs to the site's own copies."""
    up = "../" * page.file.src_uri.count("/")
    for name, place in OUTSIDE.items():
        markdown = markdown.replace(f"](../{up}{name}", f"]({up}{place}")
    return markdown.replace(f"](../{up}{SCENARIOS}/", f"]({up}scenarios/")


def on_post_build(config: Any) -> None:
    """Delete the files that are never loaded, and add the theme's licence."""
    site = Path(config.site_dir)
    for name in UNUSED:
        path = site / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for path in site.glob("assets/**/*.map"):
        path.unlink()
    for name in ("mkdocs-material", "mkdocs"):
        (licence,) = (
            file for file in distribution(name).files or () if file.match("*.dist-info/licenses/LICENSE")
        )
        (site / "assets" / f"LICENSE-{name}.txt").write_text(licence.read_text("utf-8"), "utf-8")


def build(into: Path) -> None:
    """Build the site into a folder. A broken link or a page outside of the menu is an error."""
    program = Path(sysconfig.get_path("scripts")) / "mkdocs"
    words = [str(program), "build", "--strict", "--clean", "--site-dir", str(into)]
    environment = os.environ | {"SOURCE_DATE_EPOCH": EPOCH, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(words, cwd=ROOT, check=True, env=environment)


if __name__ == "__main__":
    build(Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else SITE)
