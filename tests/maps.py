"""A small map for tests: one place is held, one is free, and of one the reader knows nothing."""

from __future__ import annotations

from warcouncil.protocol.table.sheets import Map, MapPiece, MapPlace

COAST = MapPlace(name="coast", title="Coast", x=0, y=0, owner="Rosal", seen=True)
HILLS = MapPlace(name="hills", title="Hills", x=10, y=0, owner="", seen=True)
FORD = MapPlace(name="ford", title="Ford", x=5, y=6)
THREE = Map(
    title="The island",
    places=(COAST, HILLS, FORD),
    links=(("coast", "hills"), ("coast", "ford")),
    pieces=(MapPiece(title="First army", at="coast", side="Rosal", strength=2, yours=True),),
)
TRUE = Map(
    title="The island",
    places=(COAST, HILLS, FORD.model_copy(update={"owner": "Vald", "seen": True})),
    links=THREE.links,
    pieces=(
        MapPiece(title="First army", at="coast", side="Rosal", strength=2),
        MapPiece(title="Guard", at="ford", side="Vald"),
    ),
)
