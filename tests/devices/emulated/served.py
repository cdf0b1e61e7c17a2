"""An emulated controller in a process of its own, for clients that hold the interpreter while they wait.

``python -m tests.devices.emulated.served HOST PORT POLYSCOPE PAYLOAD`` prints its port, takes the
names of faults as lines, and ends with its input.
"""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from tests.devices.emulated.controllers import PATIENCE_S, emulated_ur

REPOSITORY = Path(__file__).resolve().parents[3]


@contextmanager
def served_ur(polyscope="5.11", *, host="127.0.0.1", port=0, payload=0.0):
    """``(port, order)``: the port of RTDE, and a function that makes a fault happen by its name."""
    arguments = [host, str(port), polyscope, str(payload)]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.devices.emulated.served", *arguments],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:

        def order(fault):
            process.stdin.write(f"{fault}\n")
            process.stdin.flush()
            assert process.stdout.readline() == "done\n"

        try:
            yield int(process.stdout.readline()), order
        finally:
            process.stdin.close()
            process.wait(PATIENCE_S)


def tell(word):
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def serve(host, port, polyscope, payload):
    with emulated_ur(polyscope, host=host, port=int(port), payload=float(payload)) as controller:
        tell(controller.port)
        for line in sys.stdin:
            controller.make_happen(line.strip())
            tell("done")


if __name__ == "__main__":
    serve(*sys.argv[1:])
