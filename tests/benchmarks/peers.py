"""Side by side: Torsion and other packages identify an arm from the same recordings.

``torsion bench peers`` runs ``measure``. All recordings but the last are fitted; every peer predicts the
torque of the last one, which no fit has seen. The recordings are those of a virtual arm, made here from a
seed, and of each visit that ``--visits`` names. Each peer runs in a process of its own with one thread.

What favours whom: for every peer but Torsion several cut-offs are tried, and the one counts that is best on
the run kept back; Torsion chooses its own from the fitted runs. The virtual arm is ours, and its friction is
of a kind that Torsion's load-dependent model describes and no peer's does; *Torsion, Coulomb and viscous*
has the peers' friction. All errors are judged in one band, so that a low cut-off flatters nobody.
A time is the processor time of one fit with one cut-off, without the start of the program; Torsion's
includes the choice of friction and cut-off, the uncertainty and the checks of the set-up.

What a peer refuses is tried, not claimed: the same runs with one fault each.

A peer whose package is not installed is named with what to install; ``$TORSION_PEERS`` names an interpreter
that has the packages where this one has not.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from app.terminal.command import WrongUse
from core.identification.joint_side import joint_side, torque_source
from core.identification.synthetic import synthesize
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.storage.visit import Visit
from tests.benchmarks._peer_process import low_pass
from tests.benchmarks._processes import race
from tests.campaigns._measurement import stamp

ROBOT, SEED, RUNS, DURATION_S = "generic-6r", 1, 4, 50.0
CUTOFFS_HZ = (3.0, 5.0, 10.0, 20.0)
SLOW_CUTOFFS_HZ = (10.0,)
"""That of a peer that takes minutes."""
JUDGED_HZ = 10.0
"""The band in which all predictions are judged."""
EDGE_S = 1.0
"""Left out at both ends of the judged run, where filters have their transients."""
LATE_S = 0.05
"""The delay of a spoiled copy, s."""


@dataclass(frozen=True)
class Peer:
    """A program beside others; ``needs`` is what its script imports, ``install`` what brings that."""

    name: str
    script: str
    needs: str
    install: str
    distribution: str
    cutoffs_hz: tuple[float, ...] = CUTOFFS_HZ
    friction: str = ""
    is_ours: bool = False


OURS = Peer("Torsion", "_peer_torsion.py", "numpy", "", "torsion", cutoffs_hz=(0.0,), is_ours=True)
PEERS = (
    OURS,
    replace(OURS, name="Torsion, Coulomb and viscous", friction="coulomb-viscous"),
    Peer("FIGAROH", "_peer_figaroh.py", "figaroh.identification", "pip install figaroh", "figaroh"),
    Peer("mujoco.sysid", "_peer_mujoco.py", "absl, imageio, matplotlib, plotly, tabulate, mujoco.sysid",
         "pip install mujoco[sysid]", "mujoco", cutoffs_hz=SLOW_CUTOFFS_HZ),
    Peer("least squares with Pinocchio", "_peer_least_squares.py", "pinocchio", "pip install pin", "pin"),
)  # fmt: skip


@dataclass(frozen=True)
class Runs:
    """The recordings of one arm in memory; the last one is kept back."""

    robot: RobotModel
    recordings: tuple[Recording, ...]

    def spoiled(self, spoil: Callable[[Recording], Recording]) -> "Runs":
        """The same runs with a fault in each of them."""
        return replace(self, recordings=tuple(spoil(one) for one in self.recordings))


Spoil = Callable[[Recording], Recording]


def measure(
    *,
    visits: Sequence[Path] = (),
    robot: str = ROBOT,
    duration_s: float = DURATION_S,
    with_faults: bool = True,
) -> dict[str, Any]:
    """Every peer on every set of recordings; plain values that JSON can hold."""
    virtual = f"virtual {robot}, seed {SEED}"
    every = {virtual: _virtual(robot, duration_s), **{path.stem: _of_visit(path) for path in visits}}
    found = {
        name: _side_by_side(runs, FAULTS if with_faults and name == virtual else {})
        for name, runs in every.items()
    }
    return {
        **stamp(seed=SEED),
        "command": "torsion bench peers",
        "judged_below_hz": JUDGED_HZ,
        "numbers": found,
    }


def tables(found: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...], list[tuple[object, ...]]]]:
    """A table for each set of recordings: title, heads and rows."""
    heads = ("", "error on the run kept back", "processor time, s", "memory, MB", "±", "refuses", "warns of")
    return [
        (f"{name}: {numbers['kept_back']} kept back", heads, [_row(*one) for one in numbers["peers"].items()])
        for name, numbers in found["numbers"].items()
    ]


def _row(peer: str, found: Mapping[str, Any]) -> tuple[object, ...]:
    if "install" in found:
        return (peer, f"{found['left_out']}: {found['install']}", *[""] * 5)
    title = f"{peer} {found['version']}"
    if "error" not in found:
        return (title, found["refused"], *[""] * 5)
    memory = found["peak_megabytes"]
    told = [
        ", ".join(fault for fault, one in found["faults"].items() if one["answer"] == answer)
        for answer in ("refused", "warned")
    ]
    return (
        title,
        f"{100.0 * found['error']:.2f} %",
        f"{found['processor_seconds']:.1f}",
        "" if memory is None else f"{memory:.0f}",
        found["uncertainty"],
        *told,
    )


def _virtual(name: str, duration_s: float) -> Runs:
    robot = load_robot(name)
    labels = [f"run-{number}" for number in range(RUNS)]
    return Runs(
        robot, tuple(synthesize(robot, seed=SEED, duration_s=duration_s, label=one) for one in labels)
    )


def _of_visit(path: Path) -> Runs:
    """All recordings of a visit with a torque, in their order."""
    from app.visit.recordings import robot_of

    with Visit.open(path) as visit:
        recordings = [visit.recording(label) for label in visit.labels]
        if len(recordings) < 2:
            raise WrongUse(
                f"{path} has {len(recordings)} recordings; two or more are needed, one is kept back."
            )
        return Runs(robot_of(visit), tuple(one.block(0, one.sample_count) for one in recordings))


def _side_by_side(runs: Runs, faults: Mapping[str, Spoil]) -> dict[str, Any]:
    """Every peer on the runs, and on copies of them with a fault."""
    found = {}
    for peer in PEERS:
        python = _interpreter(peer)
        if python is None:
            found[peer.name] = {"left_out": "its package is not installed", "install": peer.install}
            continue
        clean = _best(peer, python, runs)
        told = {
            name: _told(clean, _once(peer, python, runs.spoiled(spoil), clean["cutoff_hz"], is_tried=True))
            for name, spoil in faults.items()
            if "error" in clean and not peer.friction  # the other friction changes no answer
        }
        found[peer.name] = {**clean, "version": _version(peer, python), "faults": told}
    return {
        "fitted": [one.label for one in runs.recordings[:-1]],
        "kept_back": runs.recordings[-1].label,
        "peers": found,
    }


def _best(peer: Peer, python: str, runs: Runs) -> dict[str, Any]:
    """The result with the cut-off that is best on the run kept back."""
    every = [_once(peer, python, runs, cutoff) for cutoff in peer.cutoffs_hz]
    return min(every, key=lambda one: one.get("error", float("inf")))


def _once(peer: Peer, python: str, runs: Runs, cutoff_hz: float, *, is_tried: bool = False) -> dict[str, Any]:
    """One fit in a process of its own, and its error on the run kept back.

    With ``is_tried`` a peer may end early, because only what it says of the runs is wanted.
    """
    with TemporaryDirectory(prefix="torsion-peers-") as folder:
        problem, measured = _written(runs, Path(folder))
        problem |= {"cutoff_hz": cutoff_hz, "friction": peer.friction, "is_tried": is_tried}
        found = race(peer.script, python=python, problem=problem)
        predicted = Path(problem["predicted"])
        if predicted.exists():
            found["error"] = _error(np.load(predicted), measured, rate_hz=problem["rate_hz"])
    return {"cutoff_hz": cutoff_hz, **found}


def _written(runs: Runs, folder: Path) -> tuple[dict[str, Any], FloatArray]:
    """The problem of a script with its files, and the torque of the run kept back, (N, n)."""
    rate = 1.0 / float(np.median(np.diff(runs.recordings[-1].time)))
    every = [_even(one, runs.robot, rate) for one in runs.recordings]
    files = [str(folder / f"{number}.npz") for number in range(len(every))]
    for file, one in zip(files, every, strict=True):
        np.savez(file, **one)
    raw = folder / "recordings.pickle"
    raw.write_bytes(pickle.dumps((runs.robot, {one.label: one for one in runs.recordings})))
    robot = runs.robot
    problem: dict[str, Any] = {
        "rows": [[joint.alpha, joint.a, joint.d, joint.offset] for joint in robot.joints],
        "gravity": [*map(float, robot.gravity)],
        "parameters": None if robot.inertial_parameters is None else robot.inertial_parameters.tolist(),
        "rate_hz": rate,
        "judged_hz": JUDGED_HZ,
        "fit": files[:-1],
        "kept_back": files[-1],
        "recordings": str(raw),
        "predicted": str(folder / "predicted.npy"),
    }
    return problem, every[-1]["torque"]


def _even(recording: Recording, robot: RobotModel, rate_hz: float) -> dict[str, FloatArray]:
    """Position and torque of the joints on a uniform clock: what the peers take."""
    joints = joint_side(recording, robot, drive_gain=robot.drive_gain)
    clock = np.arange(recording.time[0], recording.time[-1], 1.0 / rate_hz)
    columns = {"position": joints.position, "torque": joints.torque}
    on_clock = {
        name: np.column_stack([np.interp(clock, recording.time, column) for column in values.T])
        for name, values in columns.items()
    }
    on_clock["velocity"] = np.gradient(on_clock["position"], 1.0 / rate_hz, axis=0)
    return {"time": clock, **on_clock}


def _error(predicted: FloatArray, measured: FloatArray, *, rate_hz: float) -> float:
    """Norm of what the prediction misses over that of the torque, both in the band that is judged."""
    band = {"cutoff_hz": JUDGED_HZ, "rate_hz": rate_hz}
    inside = slice(round(EDGE_S * rate_hz), -round(EDGE_S * rate_hz))
    torque = low_pass(measured, **band)[inside]
    missed = torque - low_pass(predicted, **band)[inside]
    return float(np.linalg.norm(missed) / np.linalg.norm(torque))


def _told(clean: Mapping[str, Any], spoiled: Mapping[str, Any]) -> dict[str, Any]:
    """What a peer said about runs with a fault: it refused, warned of something new, or nothing."""
    if "refused" in spoiled:
        return {"answer": "refused", "because": spoiled["refused"]}
    new = [text for text in spoiled["warned"] if text not in clean["warned"]]
    return {"answer": "warned" if new else "nothing said", "because": "; ".join(new)}


def _interpreter(peer: Peer) -> str | None:
    """An interpreter that has what a peer needs: this one, or that of ``$TORSION_PEERS``."""
    named = () if peer.is_ours else tuple(filter(None, [os.environ.get("TORSION_PEERS")]))
    for python in (sys.executable, *named):
        if (
            subprocess.run(
                [python, "-c", f"import {peer.needs}"], capture_output=True, check=False
            ).returncode
            == 0
        ):
            return python
    return None


def _version(peer: Peer, python: str) -> str:
    asked = f"from importlib.metadata import version; print(version({peer.distribution!r}))"
    done = subprocess.run([python, "-c", asked], capture_output=True, check=False, text=True)
    return done.stdout.strip()


# Faults: each makes of a recording one as it would be with a wrong set-up.


def _torque_columns(recording: Recording, change: Callable[[FloatArray], FloatArray]) -> Recording:
    source = torque_source(recording)
    changed = change(np.array(recording.columns[source][:]))
    return replace(recording, columns={**recording.columns, source: changed})


def _exchanged(recording: Recording) -> Recording:
    return _torque_columns(recording, lambda torque: torque[:, [0, 2, 1, *range(3, torque.shape[1])]])


def _reversed(recording: Recording) -> Recording:
    return _torque_columns(
        recording, lambda torque: torque * np.where(np.arange(torque.shape[1]) == 1, -1.0, 1.0)
    )


def _late(recording: Recording) -> Recording:
    time = np.asarray(recording.time)
    return _torque_columns(
        recording,
        lambda torque: np.column_stack([np.interp(time - LATE_S, time, column) for column in torque.T]),
    )


def _at_rest(recording: Recording) -> Recording:
    """The second joint's encoder does not count."""
    columns = dict(recording.columns)
    for quantity in (Quantity.POSITION, Quantity.VELOCITY):
        if quantity in columns:
            values = np.array(columns[quantity][:])
            values[:, 1] = values[0, 1] if quantity is Quantity.POSITION else 0.0
            columns[quantity] = values
    return replace(recording, columns=columns)


FAULTS: Mapping[str, Spoil] = {
    "torques of joints 2 and 3 exchanged": _exchanged,
    "torque of joint 2 reversed": _reversed,
    "torques 50 ms late": _late,
    "encoder of joint 2 stands still": _at_rest,
}
