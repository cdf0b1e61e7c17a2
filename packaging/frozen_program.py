"""The entry of the frozen program: what the command ``torsion`` is in an installed one."""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
