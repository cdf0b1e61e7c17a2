"""The cable of a serial arm is pulled at random moments, in the middle of whatever is going on.

The real window talks through a real port (a pseudo-terminal) to the emulated arm, which
lives in a process of its own. The port closes while the arm only streams, while it moves,
and while a trajectory is being uploaded, and comes back some time later. Judged: whether
the person is told what happened and what to do, whether the arm came to rest by its own
watchdog (by its own notes), whether the recording is whole up to the moment of the pull, and
whether the page goes on by itself without anything moving.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from _measurement import write_measurement
from _serial_window import SerialStand, serial_stand
from _stop_window import first_after, lines, spin, wait_for
from PySide6.QtWidgets import QApplication

from app.arm.link_state import LinkState
from app.arm.motions import plan_sway, preview_chain
from app.arm.procedure import Outcome, PlannedMotion, Prepared, RecordedMotion
from app.arm.recorded_procedure import carry_out, record_while
from app.arm.session import RobotSession
from app.features.recording.procedure import RecordProcedure
from app.jobs.messages import Severity
from app.jobs.task import Task
from core.excitation.trajectories.sampled import SampledTrajectory
from core.monitor import Monitor
from core.storage.visit import Visit
from devices.acquisition.recorder import RecordingInProgress
from devices.motion import RunTrajectory
from devices.virtual.settings import VirtualSettings

ROBOT, SEED = "ec66", 11
STREAMING, MOVING, UPLOADING = "streaming", "moving", "uploading"
KINDS = (STREAMING, MOVING, UPLOADING)
PULLS = 21
LONG_S = 40.0
"""Longer than anybody waits before pulling; as points every 4 ms it takes seconds to upload."""
TOLD_WITHIN_S, STOPPED_WITHIN_S, LOST_WITHIN_S = 2.0, 0.6, 0.15
_RESPONSE_S = 0.05


@dataclass(frozen=True)
class UploadProcedure:
    """The long motion as sampled points, so that its upload takes time."""

    name: str = "upload"

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """The sway of the recording, sampled."""
        count, connection = session.safe.stop_count, session.connection_count
        circumstances = session.circumstances()
        plan = session.compute(
            Task(plan_sway, circumstances=circumstances, seconds=LONG_S, speed=None, seed=5, rehearse=False),
            monitor,
        )
        motion = plan.stages[-1].preview.plan
        assert isinstance(motion, RunTrajectory)
        clock = np.linspace(0.0, motion.trajectory.duration, 10_001)
        points = SampledTrajectory(float(clock[1]), motion.trajectory.evaluate(clock).position)
        (preview,) = session.compute(
            Task(preview_chain, circumstances=circumstances, plans=(RunTrajectory(points),)), monitor
        )
        motions = (PlannedMotion("stage", preview, {"stage": 1, "fraction": 1.0}),)
        return Prepared(self.name, motions, preview.duration, connection, count)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Upload and run it while a recording runs."""

        def work(recording: RecordingInProgress) -> None:
            carry_out(
                session,
                prepared,
                prepared.motions[0],
                recording=recording,
                monitor=monitor,
                progress=monitor.report,
            )

        return record_while(session, prepared, work, label="upload", payload_mass=None, monitor=monitor)


def main() -> int:
    """Run the campaign; ``--quick`` pulls once of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three pulls instead of twenty-one")
    quick = parser.parse_args().quick
    _application = QApplication(sys.argv[:1])
    random = np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = VirtualSettings(ROBOT, seed=SEED, black_box=folder / "black-box.jsonl")
        with serial_stand(folder, settings) as stand:
            trials = [trial(stand, KINDS[n % len(KINDS)], random) for n in range(3 if quick else PULLS)]
    numbers = _numbers(trials)
    print(json.dumps(numbers, indent=2))
    if not quick:
        write_measurement("cable_pull", seed=SEED, numbers=numbers)
    return 0 if all(_is_good(found, quick=quick) for found in trials) else 1


def trial(stand: SerialStand, kind: str, random: np.random.Generator) -> dict[str, float]:
    """One pull and what came of it."""
    stand.settle()
    procedure = _procedure(kind)
    prepared = stand.prepare(procedure)
    began = time.monotonic()
    stand.outcomes.clear()
    stand.run(procedure, prepared)
    _wait_until_under_way(stand, kind, began)
    spin(float(random.uniform(0.05, 1.0 if kind == UPLOADING else 4.0)))
    stand.messages.clear()
    pulled_at = time.monotonic()
    stand.arm.pull()
    wait_for(lambda: any(severity is Severity.ERROR for _, severity in stand.messages), "an error message")
    told_s = time.monotonic() - pulled_at
    wait_for(lambda: bool(stand.outcomes), "the outcome")
    spin(float(random.uniform(0.5, 3.0)))
    plugged_at = time.monotonic()
    stand.arm.plug()
    wait_for(lambda: stand.link.state in {LinkState.READY, LinkState.FAULT}, "the way back")
    before = stand.samples
    wait_for(lambda: stand.samples > before, "samples again")
    back_s = time.monotonic() - plugged_at
    found = {
        "told_s": told_s,
        "back_s": back_s,
        "said_what_to_do": float(all(message.action for message, severity in stand.messages
                                     if severity is Severity.ERROR)),
        **_at_the_arm(stand, kind, began=began, pulled_at=pulled_at),
        **_in_the_file(stand, pulled_at=pulled_at, began=began),
    }  # fmt: skip
    print(kind, {name: round(value, 3) for name, value in found.items()}, flush=True)
    return found


def _procedure(kind: str) -> RecordProcedure | UploadProcedure:
    if kind == UPLOADING:
        return UploadProcedure()
    motion = RecordedMotion.SWAY if kind == MOVING else RecordedMotion.STILL
    return RecordProcedure(LONG_S, motion=motion, label=kind)


def _wait_until_under_way(stand: SerialStand, kind: str, began: float) -> None:
    waited_for = {
        STREAMING: lambda: stand.link.acquisition is not None and stand.link.acquisition.recording,
        MOVING: lambda: first_after(stand.black_box, began, event="motion-begins"),
        UPLOADING: lambda: first_after(
            stand.black_box, began, event="received", request="TrajectoryBegin"
        ),
    }[kind]  # fmt: skip
    wait_for(lambda: bool(waited_for()), f"the beginning of {kind}")


def _at_the_arm(stand: SerialStand, kind: str, *, began: float, pulled_at: float) -> dict[str, float]:
    """By the device's own notes: when it began to stop, that it stood, and that nothing moved afterwards."""
    spin(0.3)
    run = first_after(stand.black_box, began, event="received", request="TrajectoryRun")
    uploaded = run is not None and float(str(run["wall"])) < pulled_at
    moved = [line for line in lines(stand.black_box) if line["event"] == "motion-begins"]
    after = [line for line in moved if float(str(line["wall"])) > pulled_at + _RESPONSE_S]
    found = {
        "moved_after_the_pull": float(len(after)),
        "mid_upload": float(kind == UPLOADING and not uploaded),
    }
    if kind == MOVING or (kind == UPLOADING and uploaded):
        stop = first_after(stand.black_box, pulled_at - _RESPONSE_S, event="stop-begins")
        stands = first_after(stand.black_box, pulled_at - _RESPONSE_S, event="standstill")
        watchdog = first_after(stand.black_box, pulled_at - _RESPONSE_S, event="watchdog")
        found["own_watchdog"] = float(watchdog is not None)
        found["stop_began_s"] = np.inf if stop is None else float(str(stop["wall"])) - pulled_at
        found["stands_after_s"] = np.inf if stands is None else float(str(stands["wall"])) - pulled_at
    return found


def _in_the_file(stand: SerialStand, *, pulled_at: float, began: float) -> dict[str, float]:
    """The recording of this trial, read from the visit: whole, and up to the pull."""
    wait_for(lambda: not stand.window.visit.is_busy, "the visit")
    outcome = stand.outcomes[-1]
    with Visit.open(stand.window.visit.path, recover=False) as visit:
        recording = visit.recording(outcome.recordings[-1])
        host = np.asarray(recording.host_time[:], dtype=np.float64)
        return {
            "missing_samples": float(sum(hole.missing for hole in recording.missing)),
            "lost_at_the_end_s": pulled_at - float(host[-1]),
            "recorded_s": float(host[-1] - host[0]),
            "says_incomplete": float(bool(recording.incomplete)),
        }


def _is_good(found: dict[str, float], *, quick: bool) -> bool:
    whole = found["missing_samples"] == 0.0 and found["says_incomplete"] == 1.0
    safe = found["moved_after_the_pull"] == 0.0 and found.get("own_watchdog", 1.0) == 1.0
    told = found["said_what_to_do"] == 1.0
    in_time = (
        found["told_s"] < TOLD_WITHIN_S
        and found.get("stop_began_s", 0.0) < STOPPED_WITHIN_S
        and found["lost_at_the_end_s"] < LOST_WITHIN_S
    )
    return whole and safe and told and (in_time or quick)


def _numbers(trials: list[dict[str, float]]) -> dict[str, float]:
    def all_of(name: str) -> list[float]:
        return [found[name] for found in trials if name in found]

    return {
        "pulls": float(len(trials)),
        "pulls_in_motion": float(len(all_of("stop_began_s"))),
        "pulls_in_upload": sum(all_of("mid_upload")),
        "files_whole": float(sum(found["missing_samples"] == 0.0 for found in trials)),
        "largest_loss_at_the_end_s": max(all_of("lost_at_the_end_s")),
        "stopped_by_own_watchdog": sum(all_of("own_watchdog")),
        "latest_stop_begins_after_s": max(all_of("stop_began_s"), default=0.0),
        "latest_standstill_after_s": max(all_of("stands_after_s"), default=0.0),
        "moved_after_the_pull": sum(all_of("moved_after_the_pull")),
        "latest_message_after_s": max(all_of("told_s")),
        "median_back_after_s": float(np.median(all_of("back_s"))),
        "latest_back_after_s": max(all_of("back_s")),
    }


if __name__ == "__main__":
    sys.exit(main())
