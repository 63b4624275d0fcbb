"""Everything is said in pyproject.toml but what it cannot say: the folders of the checkout are `warcouncil.<folder>`."""

from setuptools import find_packages, setup

ROOMS = ["arbiter*", "clients*", "games*", "protocol*"]

SHARED = {
    "share/man/man1": "docs/shell/warcouncil.1",
    "share/bash-completion/completions": "docs/shell/warcouncil",
    "share/zsh/site-functions": "docs/shell/_warcouncil",
    "share/fish/vendor_completions.d": "docs/shell/warcouncil.fish",
}
"""Where a system looks for manual pages, and shells for what they complete, below the place of installation."""

setup(
    data_files=[(folder, [file]) for folder, file in SHARED.items()],
    packages=["warcouncil", *(f"warcouncil.{name}" for name in find_packages(include=ROOMS))],
)
