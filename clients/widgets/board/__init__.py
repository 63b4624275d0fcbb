"""Draws what lies on a table: sheets, cards, fronts, battle lines, documents, in colours and light."""
