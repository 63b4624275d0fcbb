"""The catalogue of the sentences about negotiation, proposals and readiness that players of every game read. They are in the folder `english`, with one file for each section."""

from __future__ import annotations

from importlib.resources import files

from warcouncil.protocol.wording import Catalogue

assert __package__, "the catalogue is a folder of a package"
CATALOGUE = Catalogue(files(__package__) / "english")
say = CATALOGUE.say
