"""Print which Python runs this. Exit with one line if warcouncil cannot be set up with it. Python 2 can read this file."""

import sys

HELP = "Install Python 3.11, 3.12 or 3.13, or name another Python: make PYTHON=python3.12 ...\n"


def fault():
    """Return what is wrong with this Python, or an empty string."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < (3, 11):  # noqa: UP036  # the Makefile asks any Python
        return sys.executable + " is Python " + version + ", which is too old. "
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return sys.executable + " (Python " + version + ") lacks venv. On Debian: apt install python3-venv. "
    return ""


if __name__ == "__main__":
    said = fault()
    if said:
        sys.exit("warcouncil: " + said + HELP.rstrip())
    version = ".".join(str(part) for part in sys.version_info[:3])
    sys.stdout.write(version + " " + sys.implementation.cache_tag + " " + sys.base_prefix + "\n")
