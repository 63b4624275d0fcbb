"""`python -m warcouncil`: the command line."""

from warcouncil.clients.commands.cli import main

if __name__ == "__main__":
    main()
