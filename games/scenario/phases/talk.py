"""2. Talk: the conversations that the file opens. Seats are asked only whether they are ready."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.file.text.phase import TalkPhase
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId


class TalkOnly(PhaseKind[TalkPhase]):
    """2. It ends when its time is up, or when all are ready."""

    rule = "2"
    text = "asked.talk_text"
    awaited = False
    readiness = True

    def asked(self, here: Here[TalkPhase]) -> tuple[SeatId, ...]:
        """2.1 Return every player."""
        return here.script.players

    def form(self, here: Here[TalkPhase], seat: SeatId) -> Form:
        """2.2 Return the form that asks whether the seat is ready."""
        ready = Choice(
            name="ready",
            label=say("asked.talk_label"),
            options=(Option(value="ready", label=say("asked.talk_ready"), key="r"),),
        )
        return Form(
            question=say("asked.talk_question"),
            help=say("asked.talk_help"),
            rule="2.2",
            fields=(ready,),
            suggested={"ready": "ready"},
        )

    def hears(self, here: Here[TalkPhase], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """2.2 Return no readers, because a seat need not say that it is ready."""
        return ()

    def close(
        self,
        here: Here[TalkPhase],
        unfolding: Unfolding,
        given: Mapping[SeatId, Answer | None],
        dice: Dice,
    ) -> None:
        """Return None, because the phase is over."""
