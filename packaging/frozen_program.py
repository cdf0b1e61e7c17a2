"""Entry point of the frozen program, like the command ``torsion`` of an installed one."""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
