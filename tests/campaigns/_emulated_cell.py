"""An emulated controller in a process of its own, and the commands of a person in front of it."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _measurement import REPOSITORY

ALLOWED = "motion=allowed"
SUMS = ("missing_samples", "recorded_s", "steps_repeated")
LATE, TRIES = frozenset({"host-silent", "silent-while-moving"}), 12
"""A step that a busy computer ended is done again, as a person would do it; each time is counted."""

Numbers = dict[str, float]


class Cell:
    """An emulated controller, a folder, and the commands of a person in front of it."""

    def __init__(
        self, address: str, process: "subprocess.Popen[str]", folder: Path, *, robot: str, serial: str
    ) -> None:
        self.address, self._process, self._folder = address, process, folder
        self._robot, self._serial = robot, serial
        self.numbers: Numbers = dict.fromkeys(SUMS, 0.0)
        self._said = ""
        """What the last command printed."""

    def know_serial(self, *, late: frozenset[str] = LATE) -> None:
        """Take the serial number that the arm tells, as a person reads it on the page Connect."""
        self._serial = self.run("record", "0.5", "--label", "known", consent="", late=late)["serial"]

    def order(self, line: str) -> None:
        """Make something happen at the controller."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def run(
        self,
        procedure: str,
        *options: str,
        visit: str = "cell",
        consent: str = ALLOWED,
        late: frozenset[str] = LATE,
    ) -> dict[str, Any]:
        """What ``torsion run`` of a procedure says as JSON; ``consent`` may be empty to read alone."""
        for _ in range(TRIES):
            found = self._run(procedure, *options, visit=visit, consent=consent)
            error = found["error"] or {}
            if error.get("code") not in late:
                break
            print(f"again, after {error['code']}", flush=True)
            self.numbers["steps_repeated"] += 1.0
        if error:
            raise RuntimeError(f"{self._said}\n{error['text']}")
        self.numbers["missing_samples"] += found["missing_samples"]
        self.numbers["recorded_s"] += found["seconds"]
        return found

    def _run(self, procedure: str, *options: str, visit: str, consent: str) -> dict[str, Any]:
        joined = ("&" if "?" in self.address else "?") if consent else ""
        sure = ("--confirm", self._serial, "--clear-cell") if consent else ()
        return self.command(
            "run", procedure, *options, "--controller", f"{self.address}{joined}{consent}",
            "--robot", self._robot, "--into", str(self.visit(visit)), *sure,
        )  # fmt: skip

    def command(self, *words: str) -> dict[str, Any]:
        """What a command writes with ``--json``; its own words are shown."""
        print("torsion", *words, flush=True)
        into = self._folder / "answer.json"
        with contextlib.suppress(FileNotFoundError):
            into.unlink()
        done = subprocess.run([sys.executable, "-m", "app", *words, "--json", str(into)], cwd=REPOSITORY,
                              capture_output=True, text=True, check=False)  # fmt: skip
        self._said = f"{done.stdout}\n{done.stderr}"
        if done.returncode not in {0, 1} or not into.exists():
            raise RuntimeError(self._said)
        answer: dict[str, Any] = json.loads(into.read_text("utf-8"))
        return answer

    def visit(self, name: str) -> Path:
        """File of a visit."""
        return self._folder / f"{name}.h5"


@contextmanager
def cell(name: str, *, robot: str, serial: str, by_link: bool = False) -> Iterator[Cell]:
    """``torsion emulate`` of ``name`` in a process of its own, at a free port or as a pseudo-terminal.

    Its line *ready* ends with its address.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = ("--link", f"{folder}/bus") if by_link else ("--port", "0")
        # a real controller has a computer of its own
        command = ["nice", "-n", "-10", sys.executable, "-m", "app", "emulate", name, *place]
        with _emulating(command) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1].removeprefix("uri=")
            yield Cell(address, process, Path(folder), robot=robot, serial=serial)


@contextmanager
def _emulating(command: Sequence[str]) -> "Iterator[subprocess.Popen[str]]":
    with (
        subprocess.Popen(
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        try:
            yield process
        finally:
            process.communicate("quit\n")
