"""The program's own wheel, made again out of what is installed. Building it from a checkout: tests/packaging."""

from __future__ import annotations

import io
import re
import zipfile
from importlib.metadata import PackageNotFoundError, PathDistribution
from pathlib import Path

import pytest
import tomlkit
from warcouncil.clients.commands.bundling import own
from warcouncil.clients.plan.text.option_text import BadInput

PAPERS = "warcouncil-1.dist-info"
FILES = {
    "warcouncil/__main__.py": b"print('hello')\n",
    f"{PAPERS}/METADATA": b"Name: warcouncil\nVersion: 1\n",
    f"{PAPERS}/WHEEL": b"Wheel-Version: 1.0\n",
    "warcouncil-1.data/data/share/man/man1/w.1": b".TH\n",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the package folder of an environment in which the wheel was installed, with the installer's own
    files.
    """
    site = tmp_path / "lib" / "python3" / "site-packages"
    records = []
    for name, data in FILES.items():
        placed = name.replace("warcouncil-1.data/data", "../../..")
        records.append(f"{placed},sha256={own._digest(data)},{len(data)}")
        path = site / placed
        path.resolve().parent.mkdir(parents=True, exist_ok=True)
        path.resolve().write_bytes(data)
    for name in (
        "../../../bin/warcouncil",
        f"{PAPERS}/INSTALLER",
        f"{PAPERS}/direct_url.json",
        "warcouncil/__pycache__/x.pyc",
    ):
        path = (site / name).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
        records.append(f"{name},,")
    (site / PAPERS / "RECORD").write_text("\n".join([*records, f"{PAPERS}/RECORD,,", ""]))
    monkeypatch.setattr(own, "ROOT", site / "warcouncil")
    monkeypatch.setattr(own, "distribution", lambda _: PathDistribution(site / PAPERS))
    return site


def test_the_wheel_that_was_installed_is_made_again(site: Path) -> None:
    """A bundle made from an installed program lacks its manual page, or contains this machine's programs."""
    name, wheel = own.own_wheel()
    assert name == "warcouncil-1-py3-none-any.whl"
    with zipfile.ZipFile(io.BytesIO(wheel)) as read:
        assert {each: read.read(each) for each in read.namelist() if not each.endswith("RECORD")} == FILES
        record = read.read(f"{PAPERS}/RECORD").decode().splitlines()
    assert len(record) == len(FILES) + 1
    assert record[-1] == f"{PAPERS}/RECORD,,"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("edit", r"warcouncil/__main__\.py: this file was changed since"),
        ("delete", r"warcouncil/__main__\.py: this file of the installed program is missing"),
        ("rename", r"warcouncil/__main__\.py: this file of the installed program is missing"),
        ("add", r"warcouncil/games/mine/flow\.py: this file was added since"),
        ("forget", "RECORD: this file of the installed program is missing"),
    ],
)
def test_a_program_that_is_not_as_it_was_installed_is_not_handed_on(
    change: str, told: str, site: Path
) -> None:
    """If this fails, twenty laptops get a program that differs from the one that was tested."""
    path = site / "warcouncil" / "__main__.py"
    match change:
        case "edit":
            path.write_text("print('mine')\n")
        case "delete":
            path.unlink()
        case "rename":
            path.rename(path.with_name("main.py"))
        case "add":
            (site / "warcouncil" / "games" / "mine").mkdir(parents=True)
            (site / "warcouncil" / "games" / "mine" / "flow.py").write_text("")
        case _:
            (site / PAPERS / "RECORD").unlink()
    with pytest.raises(BadInput, match=told):
        own.own_wheel()


def test_files_of_the_interpreter_and_the_desktop_are_no_change(site: Path) -> None:
    """If this fails, no bundle can be made on a laptop that has run the program once."""
    for name in ("__pycache__/later.cpython-313.pyc", ".DS_Store"):
        (site / "warcouncil" / name).write_bytes(b"")
    assert own.own_wheel()[0] == "warcouncil-1-py3-none-any.whl"


def test_in_a_checkout_it_is_built_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bundle contains the metadata of an editable installation, but not the program."""
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(own, "ROOT", tmp_path)
    monkeypatch.setattr(own, "distribution", pytest.fail)
    monkeypatch.setattr(own, "_built", lambda root: {f"{root.name}/a.py": b"", f"{PAPERS}/WHEEL": b""})
    name, wheel = own.own_wheel()
    assert name == "warcouncil-1-py3-none-any.whl"
    with zipfile.ZipFile(io.BytesIO(wheel)) as read:
        assert read.namelist() == [f"{tmp_path.name}/a.py", f"{PAPERS}/RECORD", f"{PAPERS}/WHEEL"]


def test_files_are_packed_to_the_same_bytes_in_whatever_order() -> None:
    """A user cannot tell by the hash that two bundles are the same."""
    assert own.packed({"b": b"2", "a": b"1"}) == own.packed({"a": b"1", "b": b"2"})


ROOT = Path(__file__).parents[4]


def test_what_builds_the_program_is_pinned_by_hash() -> None:
    """If this fails, `make` and `bundle` run unchecked code, and two machines build other bytes."""
    settings = tomlkit.parse((ROOT / "pyproject.toml").read_text("utf-8")).unwrap()
    (wanted,) = settings["build-system"]["requires"]
    locked = (ROOT / "requirements/build.txt").read_text("utf-8")
    assert re.findall(r"^(\w+==[\w.]+)", locked, re.MULTILINE) == [wanted]
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", locked)) == 2  # the wheel and the source
    makefile = (ROOT / "Makefile").read_text("utf-8")
    builds = [line for line in makefile.splitlines() if "install" in line and line.endswith("-e .")]
    assert len(builds) == 2
    assert all("--no-build-isolation" in line for line in builds)


def test_another_builder_than_the_pinned_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the hash of a bundle depends on the machine that made it."""
    settings = '[build-system]\nrequires = ["setuptools==1.2"]\n'
    monkeypatch.setattr(own, "version", lambda _: "1.2")
    own._check_builder(settings)
    monkeypatch.setattr(own, "version", lambda _: "1.3")
    with pytest.raises(
        BadInput, match=r"setuptools 1\.2 is needed to build this checkout, and this Python has 1\.3"
    ):
        own._check_builder(settings)

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(own, "version", missing)
    with pytest.raises(BadInput, match="this Python has none"):
        own._check_builder(settings)
