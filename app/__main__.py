"""The entry of the program: ``torsion`` opens the window, ``torsion COMMAND`` works without."""

import multiprocessing
import sys
from collections.abc import Sequence

from app.health.log_file import start_log
from app.shell.commands.command_line import run
from core.storage.probe import PROBE_ARGUMENT
from core.storage.probe import main as probe_visit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with its command-line arguments and return its exit code."""
    multiprocessing.freeze_support()
    asked = sys.argv[1:] if arguments is None else list(arguments)
    if asked[:1] == [PROBE_ARGUMENT]:  # the frozen program reads a damaged file in a process of its own
        return probe_visit(asked)
    start_log()
    return run(asked)


if __name__ == "__main__":
    sys.exit(main())
