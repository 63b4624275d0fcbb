"""Every small change that mutmut knows for a file: the operators are mutmut's, the places are ours.

`mutmut run` changes only what stands in undecorated functions, for it keeps all mutants in one file behind a switch. We make one file a
mutant, so that properties, fields, limits and tables are changed as well.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import libcst as cst
from libcst import matchers
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from tests.mutants.packages import ROOT


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the how-manieth of its file, the lines where the changed piece begins and ends, and those of the whole
    statement, of which only some are ever said to have been run."""

    path: str
    number: int
    line: int
    last: int
    statement: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"{self.path}:{self.line}#{self.number}"


class _Everywhere(MutationVisitor):
    """mutmut's walk through a file, that also enters what is decorated."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and node.decorators:
            return False
        return super()._skip_node_and_children(node)


@cache
def _walked(path: str) -> tuple[str, cst.Module, tuple[tuple[int, int, Mutation], ...]]:
    text = (ROOT / path).read_text("utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text))
    visitor = _Everywhere(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    positions = wrapper.resolve(PositionProvider)
    names = _names_of_types(wrapper.module, positions)
    found = (
        (positions[each.original_node].start.line, positions[each.original_node].end.line, each)
        for each in visitor.mutations
        if not (_is_another_case(each) or _is_unread(each))
        and positions[each.original_node].start not in names
    )
    return text, wrapper.module, tuple(found)


def _is_another_case(each: Mutation) -> bool:
    """Tell whether a text is only written in capitals or small letters: one change a text is enough."""
    old, new = each.original_node, each.mutated_node
    if not isinstance(old, cst.SimpleString) or not isinstance(new, cst.SimpleString):
        return False
    return old.value.lower() == new.value.lower()


_NAMES_A_TYPE = matchers.Call(func=matchers.Name("NewType") | matchers.Name("TypeVar"))
_OF_NO_NAME = matchers.Call(args=[matchers.Arg(matchers.Name("None")), matchers.ZeroOrMore()])


def _is_unread(each: Mutation) -> bool:
    """Tell whether only the name of a type is gone, or the bound of a variable for types, that no program ever reads."""
    old, new = each.original_node, each.mutated_node
    if not matchers.matches(old, _NAMES_A_TYPE) or not isinstance(new, cst.Call):
        return False
    return matchers.matches(new, matchers.Call(func=matchers.Name("TypeVar")) | _OF_NO_NAME)


def _names_of_types(module: cst.Module, positions: Mapping[cst.CSTNode, CodeRange]) -> set[CodePosition]:
    """Give where the names of types stand that no program ever reads: `NewType("SeatId", str)`, `TypeVar("T")`."""
    calls = matchers.findall(module, _NAMES_A_TYPE)
    return {positions[call.args[0].value].start for call in calls if isinstance(call, cst.Call)}


def mutants(path: str) -> Iterator[Mutant]:
    """Give all mutants of a file, in the order of its text."""
    statements = _statements(path)
    for number, (line, last, _) in enumerate(_walked(path)[2]):
        yield Mutant(path, number, line, last, statements.get(line, (line, line)))


@cache
def _statements(path: str) -> dict[int, tuple[int, int]]:
    """Give for each line of a statement without a body where that begins and ends."""
    tree = ast.parse(_walked(path)[0])
    plain = (node for node in ast.walk(tree) if isinstance(node, ast.stmt) and not hasattr(node, "body"))
    return {
        line: (node.lineno, node.end_lineno or node.lineno)
        for node in plain
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def changed_text(mutant: Mutant) -> str:
    """Give the whole file with the one change in it."""
    _, module, found = _walked(mutant.path)
    each = found[mutant.number][2]
    changed = module.deep_replace(each.original_node, each.mutated_node)
    assert isinstance(changed, cst.Module)
    return changed.code


def difference(mutant: Mutant) -> tuple[str, ...]:
    """Give the lines that go (-) and come (+), without their indent."""
    old, new = _walked(mutant.path)[0], changed_text(mutant)
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
    return tuple(
        f"{line[0]} {line[1:].strip()}"
        for line in lines
        if line[0] in "+-" and line[:3] not in {"+++", "---"}
    )


def lines_of(mutant: Mutant) -> list[str]:
    """Give the lines of the file that the changed piece stands in, without their indent."""
    return [line.strip() for line in _walked(mutant.path)[0].splitlines()[mutant.line - 1 : mutant.last]]
