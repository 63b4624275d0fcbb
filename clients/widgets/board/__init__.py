"""Draws the things on a table: sheets, cards, fronts, battle lines, documents, with colours and light."""
