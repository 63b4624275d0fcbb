"""The options of a battle, and the check that they do not conflict."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal

from pydantic import Field
from warcouncil.games.kartenspiel.roles import TEAMS, TEN, TWO, Runs, custom
from warcouncil.games.kartenspiel.state import BattleRules
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Options


class KartenspielOptions(Options):
    """The options of a battle. The defaults are the designer's rules for ten people."""

    seats: Literal["ten", "two", "custom"] = Field(
        default="ten",
        description="ten: ten people play. two: two people play, each a whole side. custom: `mapping` shares the ten "
        "roles among the seats.",
    )
    mapping: dict[str, str] = Field(
        default_factory=dict,
        max_length=10,
        description="With seats=custom: the seat that plays a role, such as red.corps.1: red.army. A role that is "
        "left out has its own seat.",
    )
    asymmetric: Literal["none", "red", "black"] = Field(
        default="none",
        description="The side that has the smaller army (17 infantry, 5 cavalry). It may move divisions between its "
        "corps.",
    )
    recall: bool = Field(
        default=False,
        description="House rule: the smaller army may also take divisions back into its reserve.",
    )
    max_turns: int = Field(
        default=0,
        ge=0,
        le=10_000,
        description="House rule: after this many turns the battle is a draw. 0: no limit. A battle without attacks "
        "then has no end.",
    )
    night_round: Literal["up", "down"] = Field(
        default="up", description="How half of the lost infantry is rounded at nightfall."
    )
    night_cavalry: Literal["as_infantry", "up", "down"] = Field(
        default="as_infantry",
        description="How half of the lost cavalry is rounded. The designer's text rounds only infantry, so by its "
        "exact wording an odd cavalry division stays lost (down).",
    )
    night_pool: Literal["pile", "day"] = Field(
        default="pile",
        description="The losses of which half rally at night. pile: all divisions that are still lost. day: only the "
        "losses of that day.",
    )
    tiebreak: Literal["gross", "net"] = Field(
        default="gross",
        description="Sets what is counted if both lines break. gross: every division that was lost at any time. net: "
        "only divisions that did not rally.",
    )
    team_view: Literal["commander_sees_all", "shared"] = Field(
        default="commander_sees_all",
        description="Sets what corps commanders see. commander_sees_all: only their own corps. shared: everything "
        "that their side holds.",
    )
    confusion_told: Literal["opposite", "everyone"] = Field(
        default="opposite",
        description="Sets who learns which order is missing. opposite: its commander, and the enemy commander "
        "opposite, who chooses instead. everyone: all players.",
    )
    redeploy_first_seconds: int = Field(
        default=120, ge=1, le=3600, description="The time for the first redeployment of each day."
    )
    redeploy_seconds: int = Field(
        default=60, ge=1, le=3600, description="The time for every other redeployment."
    )
    redeploy_alone_seconds: int = Field(
        default=120,
        ge=1,
        le=3600,
        description="The time for every redeployment in a game without conversations, such as with seats=two.",
    )
    declare_seconds: int = Field(
        default=30, ge=1, le=3600, description="The time to declare attack or defence."
    )
    confused_seconds: int = Field(
        default=20, ge=1, le=3600, description="The time to choose for an enemy whose order did not come."
    )
    charge_seconds: int = Field(
        default=20, ge=1, le=3600, description="The time to decide whether the cavalry charges."
    )
    losses_seconds: int = Field(
        default=20, ge=1, le=3600, description="The time to choose which divisions are lost."
    )
    redeploy_closes_early: bool = Field(
        default=True, description="Redeployment and its talk end as soon as both army commanders have sealed."
    )


def seats_of(options: KartenspielOptions) -> Runs:
    """Return, for each role, the role whose seat plays it. Raises BadOption."""
    if options.mapping and options.seats != "custom":
        raise BadOption(say("options.mapping_without_custom", seats=options.seats))
    return custom(options.mapping) if options.seats == "custom" else {"ten": TEN, "two": TWO}[options.seats]


def rules_of(options: KartenspielOptions) -> BattleRules:
    """Return the rules of this battle. A rule with the name of an option has the option's value. The other rules
    follow from several options.

    Raises BadOption if options contradict each other.
    """
    if options.recall and options.asymmetric == "none":
        raise BadOption(say("options.recall_needs_small"))
    night_cavalry = options.night_round if options.night_cavalry == "as_infantry" else options.night_cavalry
    rules = {field.name for field in fields(BattleRules)}
    return BattleRules(
        **{name: getattr(options, name) for name in KartenspielOptions.model_fields if name in rules},
        runs=seats_of(options),
        small=-1 if options.asymmetric == "none" else TEAMS.index(options.asymmetric),
        night_up=(options.night_round == "up", night_cavalry == "up"),
        night_whole=options.night_pool == "pile",
        tiebreak_gross=options.tiebreak == "gross",
        shared=options.team_view == "shared",
        confusion_open=options.confusion_told == "everyone",
    )
