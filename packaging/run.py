#!/usr/bin/env python3
"""The one command of a fresh clone: prepares everything, then opens Torsion or runs its tests.

``python3 packaging/run.py`` opens the window, ``python3 packaging/run.py test`` runs the
tests; ``--help`` lists the rest. Standard library only. Old interpreters must be able to parse this
file, so that they can print what is wrong: no newer syntax here.
"""

import sys

OLDEST_PYTHON = (3, 11)


def too_old(version: "tuple[int, int]", oldest: "tuple[int, int]" = OLDEST_PYTHON) -> str:
    """One paragraph for an interpreter that is too old, or an empty string."""
    if version >= oldest:
        return ""
    return (
        "Torsion needs Python {}.{} or newer; this is Python {}.{} ({}). "
        "Nothing was changed. Start it with a newer one, such as: python{}.{} packaging/run.py"
    ).format(*oldest, *version, sys.executable, *oldest)


if __name__ == "__main__":
    complaint = too_old(sys.version_info[:2])
    if complaint:
        sys.exit(complaint)
    from commands import main

    sys.exit(main(sys.argv[1:]))
