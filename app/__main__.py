"""The entry of the program: ``torsion`` opens the window, ``torsion COMMAND`` works without."""

import multiprocessing
import sys
from collections.abc import Sequence

from app.cli.run import run
from app.log_file import start_log


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with its command-line arguments and return its exit code."""
    multiprocessing.freeze_support()
    start_log()
    return run(sys.argv[1:] if arguments is None else list(arguments))


if __name__ == "__main__":
    sys.exit(main())
