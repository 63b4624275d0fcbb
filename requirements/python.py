"""Print which Python runs this. Exit with one line if warcouncil cannot be set up with it. Python 2 can read this file."""

import sys

HELP = "Install Python 3.11, 3.12 or 3.13, or name another Python: make PYTHON=python3.12 ...\n"


VERSION = ".".join(str(part) for part in sys.version_info[:3])


def fault():
    """Return what is wrong with this Python, or an empty string."""
    if sys.version_info < (3, 11):  # noqa: UP036  # the Makefile asks any Python
        return sys.executable + " is Python " + VERSION + ", which is too old. "
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return sys.executable + " (Python " + VERSION + ") lacks venv. On Debian: apt install python3-venv. "
    return ""


if __name__ == "__main__":
    said = fault()
    if said:
        sys.exit("warcouncil: " + said + HELP.rstrip())
    sys.stdout.write(VERSION + " " + sys.implementation.cache_tag + " " + sys.base_prefix + "\n")
