"""What an author starts from and looks at: new plans and scenarios, pages of a scenario, the catalogue of games."""
