"""Everything is said in pyproject.toml but what it cannot say: the folders of the checkout are `warcouncil.<folder>`."""

import runpy
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOMS = ["arbiter*", "clients*", "games*", "protocol*"]

SHARED = {
    "share/man/man1": "docs/shell/warcouncil.1",
    "share/bash-completion/completions": "docs/shell/warcouncil",
    "share/zsh/site-functions": "docs/shell/_warcouncil",
    "share/fish/vendor_completions.d": "docs/shell/warcouncil.fish",
}
"""Where a system looks for manual pages, and shells for what they complete, below the place of installation."""

PROGRAM = "arbiter/shell/base/program.py"


class WithCommit(build_py):
    """The build of the package. It notes the commit of the source, if the source has one."""

    def run(self) -> None:
        """Build, and write the note."""
        super().run()
        program = runpy.run_path(PROGRAM)
        commit = program["commit"]()
        if commit and not self.editable_mode:
            note = Path(self.build_lib) / "warcouncil" / program["COMMIT_FILE"]
            note.write_text(f"{commit}\n", "ascii", newline="\n")


setup(
    cmdclass={"build_py": WithCommit},
    data_files=[(folder, [file]) for folder, file in SHARED.items()],
    packages=["warcouncil", *(f"warcouncil.{name}" for name in find_packages(include=ROOMS))],
)
