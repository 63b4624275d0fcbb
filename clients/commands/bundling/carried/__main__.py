"""The entry point of a bundle: `python FILE demo`.

An old Python can run it too, and then prints that it is too old.
"""

import os
import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever starts it has the Python that he has
        found = ".".join(str(part) for part in sys.version_info[:2])
        cure = "start it with Python 3.11 or newer, such as: python3.12 " + os.path.basename(sys.argv[0])
        sys.stderr.write("warcouncil: this is Python " + found + "; " + cure + "\n")
        sys.exit(2)

    from warcouncil_bundle.starting import main  # type: ignore[import-not-found]  # in a bundle the folder has this name

    main(os.path.dirname(os.path.abspath(__file__)), sys.argv[1:])
