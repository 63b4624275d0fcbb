"""Writing: what of a stimulus goes into the journal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic_core import to_json
from warcouncil.arbiter.core.words.outcome import Closed, Outcome
from warcouncil.arbiter.core.words.stimuli import Holder, Received, Stimulus
from warcouncil.arbiter.shell.layout import Entry, Receipted
from warcouncil.protocol.requests import Declare
from warcouncil.protocol.words import TableId


def written(
    stimulus: Stimulus, outcome: Outcome, table: TableId, keys: Mapping[str, Holder] = MappingProxyType({})
) -> list[Entry]:
    """Give the journal's entries for a stimulus: itself, then the closings that it caused. `keys`: who holds each.

    Where a request came from (its session and route) means nothing to a later arbiter and is left out.
    """
    exclude = {"session", "route"} if isinstance(stimulus, Received) else None
    body = stimulus.model_dump_json(exclude=exclude).encode()
    receipt = None
    if isinstance(stimulus, Received) and isinstance(stimulus.body, Declare) and stimulus.key in keys:
        receipt = Receipted(stimulus.body.gate, keys[stimulus.key].seat)
    entries = [Entry(stimulus.at, stimulus.kind, table, body, receipt)]
    for effect in outcome.effects:
        if isinstance(effect, Closed):
            record = {"gate": effect.gate, "digest": effect.digest, "record": effect.record}
            entries.append(Entry(stimulus.at, "closed", effect.table, to_json(record)))
    return entries
