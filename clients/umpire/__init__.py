"""The console: where umpires watch and steer every table. Each act has its reason."""
