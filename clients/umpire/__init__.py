"""The console: the client with which umpires watch and direct every table. Each act needs a reason."""
