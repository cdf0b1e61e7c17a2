"""Lying, silent, flooding and contradicting devices at a real port: none moves, and each is told truly.

Each is tried with procedures that move an arm, with nothing typed and with a wrong serial
number. Counted is what reached the device. Then the honest-looking ones that a person has
confirmed, and that do not do what they say.
"""

import argparse
import contextlib
import io
import json
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

from _hostile_device import ROBOT, SERIAL, HostileDevice, Lie
from _hostile_lies import every_lie, streams
from _measurement import write_measurement

from app.__main__ import main as torsion

SEED = 5
"""Of the noise; everything else is scripted."""
WRONG = "WRONG"
LONGEST_S = 40.0
"""For any device and command, on a busy computer."""
MOST_GROWTH_MB = 120.0
"""Of the peak memory over all devices, the ring of the fastest stream that is believed among it."""
QUICK = (
    "honest",
    "calls itself virtual and simulates",
    "no serial number",
    "serial number that draws",
    "lists in lists",
    "ack to a greeting",
    "refusal in the program's own words",
    "samples without end",
)
COMMANDS: tuple[tuple[str, ...], ...] = (("record", "2"), ("check",), ("friction", "--quick"))
_NEVER = ("Traceback", "X-003", "\x1b[2J", "\x1b]0;", "\x07")
"""What no person may read, nor a terminal obey."""


class Terminal(io.StringIO):
    """Standard input with a person in front of it."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@dataclass(frozen=True)
class Trial:
    """What came of one device and one command."""

    lie: str
    command: str
    told: str
    """Everything that was shown."""
    named: bool
    code: int
    seconds: float
    moved: tuple[str, ...]
    said: str
    wrong: tuple[str, ...]


def attempt(lie: Lie, command: Sequence[str], folder: Path, *, confirm: str | None) -> Trial:
    """One command at one device; ``confirm`` is given, or None for a person who types nothing."""
    device = HostileDevice(lie)
    visit = folder / "cell.h5"
    arguments = ["run", *command, "--controller", f"serial:{device.path}", "--robot", ROBOT]
    arguments += ["--into", str(visit), *(() if confirm is None else ("--confirm", confirm))]
    out, err, began = io.StringIO(), io.StringIO(), time.monotonic()
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch("sys.stdin", Terminal("\n") if confirm is None else io.StringIO()),
        ):
            code = torsion(arguments)
    finally:
        seconds = time.monotonic() - began
        device.close()
    said = out.getvalue() + err.getvalue()
    wrong = list(_wrong(said, err.getvalue(), code=code, seconds=seconds))
    if confirm != SERIAL and device.moved:
        wrong.append("asked to move")
    if confirm != SERIAL and visit.exists():
        wrong.append("a visit was made")
    visit.unlink(missing_ok=True)
    named = confirm is not None
    last = (err.getvalue().strip() or out.getvalue().strip()).splitlines()[-1:]
    return Trial(
        lie.name, command[0], said, named, code, seconds, tuple(device.moved), " ".join(last), tuple(wrong)
    )


def _wrong(said: str, err: str, *, code: int, seconds: float) -> list[str]:
    found = [f"shows {piece!r}" for piece in _NEVER if piece in said]
    if code not in {1, 2}:
        found.append(f"exit code {code}")
    if code == 2 and not err.strip():
        found.append("no sentence")
    if seconds > LONGEST_S:
        found.append(f"took {seconds:.0f} s")
    return found


def unconfirmed(lies: Sequence[Lie], folder: Path, commands: Sequence[Sequence[str]]) -> list[Trial]:
    """Every device with a wrong number, and the first command with nothing typed too."""
    found: list[Trial] = []
    for lie in lies:
        trials = [attempt(lie, command, folder, confirm=WRONG) for command in commands]
        trials.append(attempt(lie, commands[0], folder, confirm=None))
        for trial in trials:
            told = trial if not trial.named else _expecting(trial, lie.says)
            found.append(told)
            _tell(told)
    return found


def _expecting(trial: Trial, says: str) -> Trial:
    return trial if says in " ".join(trial.told.split()) else _and_wrong(trial, f"does not say {says!r}")


def _and_wrong(trial: Trial, what: str) -> Trial:
    return Trial(**{**trial.__dict__, "wrong": (*trial.wrong, what)})


def _tell(trial: Trial) -> None:
    sign = "WRONG" if trial.wrong else "ok"
    print(f"{sign}: {trial.lie} / {trial.command}: {trial.code} in {trial.seconds:.1f} s: {trial.said[:150]}")
    for what in trial.wrong:
        print(f"    {what}")
    sys.stdout.flush()


FLOODS = {"samples without end": "(D-432)", "one number for all samples": "", "a clock that leaps": ""}
STILL = ("record", "4", "--motion", "still")
CONFIRMED = (
    Lie("finishes at once without a move", "was not seen to follow it"),
    Lie("another number behind the greeting", "(D-045)", changes_to={"serial": "OTHER"}),
    Lie("another power-on behind the greeting", "(D-431)", changes_to={"power_on": "p2"}),
    *(replace(lie, says=FLOODS[lie.name]) for lie in streams() if lie.name in FLOODS),
    Lie("wider limits behind the greeting", "(D-431)", changes_to={"velocity": [1e3] * 3}),
)


def confirmed(folder: Path) -> list[Trial]:
    """Devices that a person has confirmed, and that are not what they say: motion ends, and is no success."""
    found = []
    for lie in CONFIRMED:
        command = STILL if lie.name in FLOODS else ("record", "2")
        trial = attempt(lie, command, folder, confirm=SERIAL)
        trial = _expecting(trial, lie.says)
        if bool(trial.moved) is not (lie is CONFIRMED[0]):
            trial = _and_wrong(trial, f"requests {trial.moved}")
        found.append(trial)
        _tell(trial)
    return found


def peak_mb() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def run(*, quick: bool, folder: Path) -> tuple[dict[str, float], list[Trial]]:
    """The numbers to keep, and the trials that went wrong."""
    lies = [lie for lie in every_lie() if not quick or lie.name in QUICK]
    commands = COMMANDS[:1] if quick else COMMANDS
    trials = [attempt(Lie("honest", ""), command, folder, confirm=WRONG) for command in commands]
    before_mb = peak_mb()  # once everything is loaded and warm
    trials += [*unconfirmed(lies, folder, commands)]
    growth_mb = peak_mb() - before_mb
    trials += confirmed(folder) if not quick else []
    numbers = {
        "devices": float(len(lies)),
        "trials": float(len(trials)),
        "asked_to_move_unconfirmed": float(sum("asked to move" in trial.wrong for trial in trials)),
        "tracebacks_or_internal_errors": float(
            sum(any(item in what for what in trial.wrong for item in ("Trace", "X-003")) for trial in trials)
        ),
        "wrong": float(sum(bool(trial.wrong) for trial in trials)),
        "longest_s": round(max(trial.seconds for trial in trials), 1),
        "memory_growth_mb": round(growth_mb, 1),
        "memory_growth_allowed_mb": MOST_GROWTH_MB,
    }
    return numbers, [trial for trial in trials if trial.wrong]


def main() -> int:
    """Run the campaign; ``--quick`` takes some devices and one command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some devices, and one command")
    quick = parser.parse_args().quick
    print(f"seed {SEED}")
    with tempfile.TemporaryDirectory() as folder:
        numbers, wrong = run(quick=quick, folder=Path(folder))
    print(json.dumps(numbers, indent=2))
    if not quick:
        write_measurement("hostile_devices", seed=SEED, numbers=numbers)
    return 0 if not wrong and numbers["memory_growth_mb"] <= MOST_GROWTH_MB else 1


if __name__ == "__main__":
    sys.exit(main())
