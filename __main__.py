"""`warcouncil` and `python -m warcouncil`: the command line, which a key may end while it loads."""

import sys


def main() -> None:
    """Load the command line, run it and leave with its exit status."""
    try:
        from warcouncil.clients.commands.cli import main as run

        run()
    except KeyboardInterrupt:  # before the command line could say so itself
        if sys.stderr is not None:
            sys.stderr.write("\n" * sys.stderr.isatty() + "warcouncil: stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
