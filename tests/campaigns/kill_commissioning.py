"""kill -9 of the program at ten random moments of a commissioning; each time it goes on at the step.

The real program in a process of its own, the virtual robot as fast as the computer goes, and a
person in that process who commissions the arm from connecting to the report. The program is killed
without warning while the arm moves, while a motion is planned, while a model is identified, and
between steps; then it is started again, and the person takes what the start screen offers. It must
come back at the very step, with every recording and every result there was; of a recording under
way at most the last second may be missing. In the end there must be a report.
"""

import argparse
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from _measurement import REPOSITORY, write_measurement

from core.recording import Recording
from core.storage.visit import Visit

SEED = 10
MOST_LOST_S = 1.0
PATIENCE_S = 1800.0
LEAVE_S = 10.0
"""Within this the other processes of a killed program must be gone."""
ON_THE_MOVE = ("moves", "about to move")
"""Between the parts of a motion it stands for a moment."""
OF_THE_LIST = ("recordings", "choice", "load-steps")
"""Products that are the list of recordings, or a part of it: a rescued recording makes them others."""
PERSON = Path(__file__).with_name("_commissioning_person.py")


@dataclass(frozen=True)
class Moment:
    """When to strike: at this step, while this is done, after a random part of ``within_s``.

    Where that is over sooner, on a fast computer, at its end.
    """

    step: str
    doing: str
    within_s: float


MOMENTS = (
    Moment("check", "moves", 2.0),
    Moment("friction", "", 1.0),
    Moment("friction", "moves", 8.0),
    Moment("load-steps", "moves", 6.0),
    Moment("plan", "Planning", 5.0),
    Moment("excite", "moves", 2.0),
    Moment("excite", "moves", 6.0),
    Moment("identify", "Identifying", 2.0),
    Moment("twist", "Looking at the gears", 1.0),
    Moment("verify", "moves", 6.0),
)
QUICK_MOMENTS = (Moment("check", "moves", 3.0),)


@dataclass
class Struck:
    """One kill, and what came after it."""

    step: str
    doing: str
    after_s: float
    """From the beginning of what was being done to the kill."""
    recording: bool
    """Whether samples were being written."""
    processes_left: int
    offered: str = ""
    """What the start screen said."""
    step_after: str = ""
    lost_s: float = 0.0
    """From the kill back to the last sample that is in the visit; 0 where nothing was recorded."""
    wrong: list[str] = field(default_factory=list)


class Program:
    """The program in its own process, and what the person in it says."""

    def __init__(self, folder: Path) -> None:
        self.step, self.doing, self.contents = "", "", {"recordings": {}, "products": {}}
        self._folder = folder
        self._arm_times: list[tuple[float, float]] = []
        """The arm's clock beside this computer's."""
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "OPENBLAS_NUM_THREADS": "1",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
            "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(PERSON.parent))),
        }
        with (folder / "errors.txt").open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(PERSON), str(folder / "visits")],
                env=environment,
                stdin=subprocess.PIPE,  # ends with this process, and the person with it
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._lines: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def until(self, event: str) -> dict[str, Any]:
        """Go on until the person says this."""
        deadline = time.monotonic() + PATIENCE_S
        while (told := self.next_told(deadline - time.monotonic())) is not None:
            if told["event"] == event:
                return told
        raise RuntimeError(f"it ended before it said {event}: {self._errors()}")

    def next_told(self, patience_s: float) -> dict[str, Any] | None:
        """What the person says next; None at the end."""
        told = self._lines.get(timeout=max(patience_s, 0.0))
        if told is None:
            return None
        if told["event"] == "step":
            self.step = told["step"]
        elif told["event"] == "doing":
            self.doing = told["doing"]
        elif told["event"] == "arm-time":
            self._note_arm_time(told["seconds"], told["at"])
        elif told["event"] == "failed":
            raise RuntimeError(f"the person could not go on: {told} {self._errors()}")
        if "recordings" in told:
            self.contents = {name: told[name] for name in ("path", "recordings", "products")}
        return told

    def kill_at(self, moment: Moment, delay_s: float) -> Struck:
        """Strike without warning once it does this."""
        deadline = time.monotonic() + PATIENCE_S
        while not self._is_at(moment):
            if self.next_told(deadline - time.monotonic()) is None:
                raise RuntimeError(f"it ended before {moment}: {self._errors()}")
        began = time.monotonic()
        while self._is_at(moment) and (left := began + delay_s - time.monotonic()) > 0.0:
            try:
                self.next_told(left)
            except queue.Empty:
                break
        children = _family_of(self.process.pid)
        self.killed_at = time.monotonic()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_S)
        while self.next_told(PATIENCE_S) is not None:  # what it said before it was struck
            pass
        parts = list((self._folder / "visits").glob("*.part"))
        return Struck(self.step, self.doing, self.killed_at - began, bool(parts), _left_of(children))

    def _note_arm_time(self, seconds: float, at: float) -> None:
        if self._arm_times and seconds < self._arm_times[-1][0]:  # connected again
            self._arm_times.clear()
        self._arm_times.append((seconds, at))

    def lost_s(self, recording: Recording) -> float:
        """From the kill back to when the arm's clock showed the time of the last sample."""
        host = recording.host_time
        if host is None or not len(host) or not self._arm_times:
            return float("inf")
        seconds, at = np.transpose(self._arm_times)
        return self.killed_at - float(np.interp(host[-1], seconds, at))

    def _is_at(self, moment: Moment) -> bool:
        doing = "moves" if self.doing in ON_THE_MOVE else self.doing
        return self.step == moment.step and moment.doing in {"", doing}

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{") and line.endswith("}\n"):
                self._lines.put(json.loads(line))
        self._lines.put(None)

    def _errors(self) -> str:
        """How it ended, and the last it said of it."""
        ended = f"exit code {self.process.poll()}"
        logs = sorted((self._folder / "state").rglob("*.log"))
        told = [path.read_text(encoding="utf-8", errors="replace")[-3000:] for path in logs]
        return "\n".join([ended, *told, (self._folder / "errors.txt").read_text(encoding="utf-8")[-3000:]])


def main() -> int:
    """Run the campaign; ``--quick`` kills once, and stops when the step is there again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one kill instead of ten")
    quick = parser.parse_args().quick
    random = np.random.default_rng(SEED)
    moments = QUICK_MOMENTS if quick else MOMENTS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "visits").mkdir()
        struck, wrong = commission(folder, moments, random, to_the_end=not quick)
    for kill in struck:
        wrong += kill.wrong
    numbers: dict[str, object] = {
        "kills": float(len(struck)),
        "resumed_at_the_step": float(sum(kill.step_after == kill.step for kill in struck)),
        "killed_while_recording": float(sum(kill.recording for kill in struck)),
        "most_lost_s": max(kill.lost_s for kill in struck),
        "processes_left": float(sum(kill.processes_left for kill in struck)),
        "each": [asdict(kill) for kill in struck],
        "wrong": wrong,
    }
    print(json.dumps(numbers, indent=2))
    if not quick:
        write_measurement("kill_commissioning", seed=SEED, numbers=numbers)
    return 1 if wrong else 0


def commission(
    folder: Path, moments: tuple[Moment, ...], random: np.random.Generator, *, to_the_end: bool
) -> tuple[list[Struck], list[str]]:
    """Commission an arm with a kill at each moment; what became of each, and what is wrong in the end."""
    struck: list[Struck] = []
    rescued: list[tuple[Struck, str, Program]] = []
    program = Program(folder)
    try:
        for moment in moments:
            kill = program.kill_at(moment, float(random.uniform(0.0, moment.within_s)))
            before, killed = program.contents, program
            program = Program(folder)
            kill.offered = str(program.until("started")["offer"])
            after = program.until("resumed")
            kill.step_after = after["step"]
            kill.wrong = _wrong(kill, before, after)
            fresh = [label for label in after["recordings"] if label not in before["recordings"]]
            if kill.recording:
                rescued += [(kill, label, killed) for label in fresh[-1:]]
                if not fresh:
                    kill.wrong.append("the recording under way is not in the visit")
            struck.append(kill)
            print(kill, flush=True)
        if to_the_end:
            program.until("done")
            program.process.wait(PATIENCE_S)
    finally:
        children = _family_of(program.process.pid) if program.process.poll() is None else []
        program.process.kill()
        program.process.wait()
        _left_of(children)
    visit = Path(str(program.contents["path"]))
    with Visit.open(visit) as opened:
        for kill, label, killed in rescued:
            kill.lost_s = killed.lost_s(opened.recording(label))
            if kill.lost_s > MOST_LOST_S:
                kill.wrong.append(f"{kill.lost_s:.2f} s of {label} are lost")
    return struck, _wrong_in_the_end(visit) if to_the_end else []


def _wrong(kill: Struck, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    wrong = []
    if kill.step_after != kill.step:
        wrong.append(f"it came back at {kill.step_after}, not at {kill.step}")
    for label, samples in before["recordings"].items():
        if after["recordings"].get(label) != samples:
            wrong.append(f"{label} had {samples} samples, now {after['recordings'].get(label)}")
    has_rescued = set(after["recordings"]) - set(before["recordings"])
    for name, revision in before["products"].items():
        may_change = name in OF_THE_LIST and has_rescued and name in after["products"]
        if after["products"].get(name) != revision and not may_change:
            wrong.append(f"{name} was {revision}, now {after['products'].get(name)}")
    if kill.processes_left:
        wrong.append(f"{kill.processes_left} processes are left")
    return wrong


def _wrong_in_the_end(visit: Path) -> list[str]:
    wrong = [f"{left.name} is left" for left in visit.parent.iterdir() if left.suffix in {".part", ".draft"}]
    reports = sorted(found.suffix for found in visit.parent.glob(f"{visit.stem}-report.*"))
    if reports != [".json", ".pdf"]:
        wrong.append(f"the reports are {reports}")
    json.loads(visit.with_name(f"{visit.stem}-report.json").read_text(encoding="utf-8"))
    with Visit.open(visit) as opened:
        for label in opened.labels:
            recording = opened.recording(label)
            if not all(len(column) == len(recording.time) for column in recording.columns.values()):
                wrong.append(f"{label} has columns of other lengths")
    return wrong


def _family_of(process: int) -> list[int]:
    """The processes below this one."""
    below: list[int] = []
    for found in Path(f"/proc/{process}/task").glob("*/children"):
        for child in found.read_text(encoding="ascii").split():
            below += [int(child), *_family_of(int(child))]
    return below


def _left_of(processes: list[int]) -> int:
    """How many of them still run after a while."""
    deadline = time.monotonic() + LEAVE_S
    while (left := [number for number in processes if _runs(number)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return len(left)


def _runs(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


if __name__ == "__main__":
    sys.exit(main())
