"""Tools for authors: new plans and scenarios, pages of a scenario, the catalogue of games."""
