"""The measure itself: it reaches everything, it does not flatter, and its list of exceptions cannot go stale."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.mutants import equivalents, mutation, packages, tree
from tests.mutants.__main__ import CHECKOUT
from tests.mutants.mutation import difference, lines_of, mutants
from tests.mutants.score import Score, pure_share, surely_low
from tests.profile import some

FILE = "arbiter/core/table/gate.py"


def test_what_is_decorated_and_what_stands_in_a_class_is_changed_too() -> None:
    """A property or a limit would count as tested, for nobody ever changed it."""
    codes, limit = "return tuple(self._codes.values())", "COMBINING_MAX = 3"
    there = [each for each in mutants("arbiter/core/people/roster.py") if lines_of(each) == [codes]]
    assert (f"- {codes}", "+ return tuple(None)") in map(difference, there)
    there = [each for each in mutants("protocol/words.py") if lines_of(each) == [limit]]
    assert (f"- {limit}", "+ COMBINING_MAX = 4") in map(difference, there)


def test_a_change_knows_its_whole_statement() -> None:
    """What stands in the second line of a statement would be run by no test."""
    text = (packages.ROOT / "games/escalate/options.py").read_text("utf-8").splitlines()
    for each in mutants("games/escalate/options.py"):
        first, last = each.statement
        assert first <= each.line <= last
    later = [each for each in mutants("games/escalate/options.py") if each.line > each.statement[0]]
    assert later
    assert all(text[each.statement[0] - 1].strip() for each in later)


def test_every_mutant_differs_from_the_file() -> None:
    """A change that changes nothing would survive every test, and the score would be too low."""
    assert all(difference(mutant) for mutant in mutants(FILE))


def test_the_name_of_a_type_that_no_program_reads_is_not_changed() -> None:
    """The list of what cannot be told apart would be a list of such names."""
    named = [each for each in mutants("protocol/words.py") if "NewType(" in lines_of(each)[0]]
    assert all("XX" not in "".join(difference(each)) for each in named)
    assert all("NewType(None" not in "".join(difference(each)) for each in named)
    assert {"".join(difference(each)) for each in named} >= {
        '- SeatId = NewType("SeatId", str)+ SeatId = None'
    }


def test_every_package_has_files_and_tests() -> None:
    """A folder that has moved would drop out of the measure without a word."""
    assert all(package.files() and package.test_files() for package in packages.PACKAGES)


def test_an_entry_without_a_reason_is_refused() -> None:
    """A survivor would be talked away without a word why."""
    with pytest.raises(ValueError, match="not an entry"):
        equivalents.read(f"{FILE}\n- a = 1\n+ a = 2")


@pytest.mark.night(keep=0)
def test_every_entry_of_the_list_is_still_a_mutant() -> None:
    """The list would keep excuses for code that is gone."""
    assert equivalents.entries_gone() == []
    tried = {path for _, path in some(equivalents.paths(), by_day=3)}
    entries = equivalents.read(equivalents.LIST.read_text("utf-8"))
    assert len(equivalents.named(tried)) >= sum(path in tried for path, _ in entries)


def test_an_entry_whose_line_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of what is stale is seen at every run, though a few files alone are changed in full."""
    monkeypatch.setattr(equivalents, "read", lambda text: {(FILE, ("- once", "+ upon")): "a time"})
    assert equivalents.entries_gone() == [(FILE, ("- once", "+ upon"))]


def test_an_entry_that_is_no_mutant_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line would have changed, and its excuse would go on to hide whatever stands there now."""
    monkeypatch.setattr(equivalents, "read", lambda text: {(FILE, ("- once", "+ upon")): "a time"})
    with pytest.raises(ValueError, match="is no mutant"):
        equivalents.named()


def test_a_small_sample_is_not_sure() -> None:
    """Ten noticed of ten would be told as a whole package noticed."""
    low, high = Score("a", population=1000, noticed=10, survivors=(), is_pure=True).interval()
    assert low == pytest.approx(0.72, abs=0.01)
    assert high == 1.0


def test_all_of_it_is_sure() -> None:
    """After a night the report would still speak of chance."""
    mutant = mutation.Mutant(FILE, 0, 1, 1)
    assert Score("a", population=4, noticed=3, survivors=(mutant,), is_pure=True).interval() == (0.75, 0.75)


def test_large_packages_weigh_more_and_clients_nothing() -> None:
    """A tiny package well tested would hide a large one that is not."""
    mutant = mutation.Mutant(FILE, 0, 1, 1)
    large = Score("a", population=900, noticed=1, survivors=(mutant,), is_pure=True)
    small = Score("b", population=100, noticed=2, survivors=(), is_pure=True)
    client = Score("c", population=900, noticed=0, survivors=(mutant,), is_pure=False)
    assert pure_share([large, small, client]) == pytest.approx(0.55)


def test_one_package_may_not_hide_behind_the_others() -> None:
    """Half of a game's rules could be untested, and the four other packages would make up for it."""
    mutant = mutation.Mutant(FILE, 0, 1, 1)
    poor = Score("poor", population=1000, noticed=70, survivors=(mutant,) * 30, is_pure=True)
    unlucky = Score("unlucky", population=1000, noticed=88, survivors=(mutant,) * 12, is_pure=True)
    client = Score("client", population=1000, noticed=0, survivors=(mutant,) * 30, is_pure=False)
    assert surely_low([poor, unlucky, client]) == ["poor"]


@pytest.mark.parametrize("package", packages.PACKAGES, ids=lambda package: package.name)
def test_nothing_that_is_imported_beforehand_imports_what_is_changed(package: packages.Package) -> None:
    """A trial would run the file as it stands, and every change of it would pass for unnoticed."""
    changed = {tree.module_name(path) for path in package.files()}
    for folder in package.beneath:
        for path in (packages.ROOT / folder).rglob("*.py"):
            imports = set(
                re.findall(r"^ *(?:from|import) (warcouncil\.[\w.]+)", path.read_text("utf-8"), re.M)
            )
            assert not imports & changed, path
            assert tree.module_name(path.relative_to(packages.ROOT).as_posix()) not in changed


def test_a_word_too_many_begins_nothing() -> None:
    """A question for help would begin a run of hours."""
    for word, status, said in (("--help", 0, "MUTANTS_MINUTES"), ("--seed", 2, "unrecognized")):
        told = subprocess.run(
            [sys.executable, "-m", "tests.mutants", word],
            check=False,
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
        )
        assert told.returncode == status
        assert said in told.stdout + told.stderr
