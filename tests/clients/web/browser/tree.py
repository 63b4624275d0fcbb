"""The page as a screen reader reads it: the browser's own accessibility tree, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Node:
    """An element with a role and a name."""

    role: str
    name: str
    said: str
    """The text besides its name."""
    value: str
    states: dict[str, Any]
    backend: int
    inner: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes inside it, in the order of reading."""
        yield self
        for each in self.inner:
            yield from each.walk()

    def all(self, *roles: str) -> list[Node]:
        """Return all nodes with one of these roles."""
        return [node for node in self.walk() if node.role in roles]

    def one(self, role: str, name: str) -> Node:
        """Return the node with this role and name."""
        found = [node for node in self.all(role) if node.name.casefold() == name.casefold()]
        assert len(found) == 1, (
            f"{len(found)} of {role} {name!r} among {[node.name for node in self.all(role)]}"
        )
        return found[0]

    def first(self, role: str, beginning: str = "") -> Node:
        """Return the first node with this role whose name begins with this text."""
        found = [node for node in self.all(role) if node.name.casefold().startswith(beginning.casefold())]
        assert found, f"no {role} {beginning!r} among {[(node.role, node.name) for node in self.walk()]}"
        return found[0]

    @property
    def off(self) -> bool:
        """Whether it is marked as disabled."""
        return bool(self.states.get("disabled"))

    @property
    def on(self) -> bool:
        """Whether it is chosen, ticked or pressed."""
        return "true" in (str(self.states.get("checked", "")), str(self.states.get("pressed", "")))

    @property
    def words(self) -> str:
        """All its text."""
        return " ".join(node.name for node in self.walk() if node.role == "StaticText")


class Reader:
    """A program that reads a page by its tree, and touches it as a screen reader does for its user."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.talk = page.context.new_cdp_session(page)
        self.talk.send("Accessibility.enable")

    def tree(self) -> Node:
        """Return the present tree, without ignored nodes."""
        known = {each["nodeId"]: each for each in self.talk.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(each for each in known.values() if "parentId" not in each)
        return self._node(known, root)[0]

    def _node(self, known: dict[str, Any], raw: dict[str, Any]) -> list[Node]:
        inner = [
            node
            for each in raw.get("childIds", ())
            if each in known
            for node in self._node(known, known[each])
        ]
        if raw.get("ignored") or raw["role"]["value"] in ("generic", "none", "InlineTextBox", "LineBreak"):
            return inner
        states = {each["name"]: each["value"].get("value") for each in raw.get("properties", ())}
        name, said, value = (
            str(raw.get(part, {}).get("value", "")) for part in ("name", "description", "value")
        )
        return [Node(raw["role"]["value"], name, said, value, states, raw.get("backendDOMNodeId", 0), inner)]

    @property
    def focused(self) -> int:
        """The `backend` of the focused node."""
        found = self.talk.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"][
            "objectId"
        ]
        return int(self.talk.send("DOM.describeNode", {"objectId": found})["node"]["backendNodeId"])

    def press(self, node: Node) -> None:
        """Activate the node, as a user of a screen reader does with a gesture or a key."""
        self._call(node, "function() { this.focus(); this.click(); }")

    def show(self, node: Node) -> None:
        """Scroll the node to the middle of the window."""
        self._call(node, "function() { this.scrollIntoView({ block: 'center', behavior: 'instant' }); }")

    def focus(self, node: Node) -> None:
        """Set the focus to the node."""
        self._call(node, "function() { this.focus(); }")

    def write(self, node: Node, text: str) -> None:
        """Replace the text of the node."""
        self._call(node, "function() { this.focus(); this.select(); }")
        if text:
            self.page.keyboard.insert_text(text)
        else:
            self.page.keyboard.press("Delete")

    def _call(self, node: Node, function: str) -> None:
        found = self.talk.send("DOM.resolveNode", {"backendNodeId": node.backend})["object"]["objectId"]
        self.talk.send("Runtime.callFunctionOn", {"objectId": found, "functionDeclaration": function})
