"""The polite failure of the arbiter: a person sent what cannot be done now."""

from __future__ import annotations

from warcouncil.protocol.replies import RefusalCode


class Refused(Exception):
    """A request that changes nothing. `text` says to its author what happened and what to do."""

    def __init__(self, code: RefusalCode, text: str, rule: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.rule = rule
