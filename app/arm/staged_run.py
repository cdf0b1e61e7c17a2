"""Runs motions one by one while a recording runs, the slower stages of a motion before the faster.

Before each stage its torque is forecast from the slower ones; the forecast decides whether it may run.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.arm.circumstances import StagedMotion
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.recorded_procedure import carry_out, record_while, rest
from app.arm.session import RobotSession
from app.arm.speed_stages import Ramp, StageWatch
from core.errors import Fact
from core.monitor import Monitor, PartOfMonitor
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DeviceError
from devices.safety.stage_forecast import StageForecast

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion


APPROACH = "approach"
"""A slow move to where the stages begin; facts ``move`` (from 1)."""
STAGE = "stage"
"""Facts ``stage`` (from 1), ``fraction`` of the full speed, ``cycles`` without stopping in between."""
REPEAT = "move"
"""The motion once more; facts ``move`` and ``cycles``."""
RAMP_NOT_CHECKED = "ramp-not-checked"
STAGE_FORECAST = "stage-forecast"
"""Facts ``stage``, ``fraction``, and the largest forecast ``share`` of a rated torque with its ``joint``;
``shares`` are those of all joints, NaN if no rated torque is known."""
STILL_S = 0.5
"""Rest before and after each motion, s."""


def planned_motions(staged: StagedMotion) -> Iterator[PlannedMotion]:
    """All motions in the order in which they run: approach, stages, repeats."""
    for number, preview in enumerate(staged.approach, 1):
        yield PlannedMotion(APPROACH, preview, {"move": number})
    for number, stage in enumerate(staged.stages, 1):
        facts = {"stage": number, "fraction": stage.fraction, "cycles": stage.cycles}
        yield PlannedMotion(STAGE, stage.preview, facts)
    for number, stage in enumerate(staged.repeats, 2):
        yield PlannedMotion(REPEAT, stage.preview, {"move": number, "cycles": stage.cycles})


def seconds_of(motions: Sequence[PlannedMotion]) -> float:
    """Duration of motions with the rest before and after each, s."""
    return sum(planned.preview.duration for planned in motions) + STILL_S * (len(motions) + 1)


def run_motions(
    session: RobotSession,
    prepared: Prepared,
    motions: Sequence[PlannedMotion],
    *,
    ramp: Ramp,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    """Run some of the prepared motions in order, and forecast every stage after the first.

    ``ramp`` holds the stages that ran before; those of a motion may be in two recordings.

    Raises
    ------
    Stopped
        By the user.
    MotionRejected
        ``next-stage-too-strong``: the forecast torque of the next stage is not allowed.
    DeviceError
        Raised by the arm, the link or the safety layer; a stop was sent to the arm.
    """
    passed_s, whole_s = 0.0, sum(planned.preview.duration for planned in motions)
    for planned in motions:
        number, until_s = prepared.motions.index(planned), passed_s + planned.preview.duration
        part = PartOfMonitor(monitor, first=passed_s / whole_s, last=until_s / whole_s)
        part.report(0.0, f"{planned.code} {number + 1} of {len(prepared.motions)}")
        following = prepared.motions[number + 1] if number + 1 < len(prepared.motions) else None
        if planned.code == STAGE and following is not None and following.code == STAGE:
            _run_measured(session, prepared, planned, ramp, recording, part)
            _forecast(ramp, following, recording, part)
        else:
            _run(session, prepared, planned, recording, part)
        passed_s = until_s


def _run(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    report = monitor.report
    carry_out(session, prepared, planned, recording=recording, monitor=monitor, progress=report)
    if planned.code != APPROACH:  # an approach may be a millimetre and proves little
        session.proven = True
    rest(session, STILL_S, recording=recording, monitor=monitor)


def _run_measured(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    ramp: Ramp,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    """Run a stage and measure its torque, from which the next one is forecast."""
    watch = StageWatch(session.robot)
    with session.stream.watched_by(watch):
        began = session.stream.device_time
        _run(session, prepared, planned, recording, monitor)
        ended = session.stream.device_time
    if not ramp.take(planned, watch, began=began, ended=ended):
        recording.note(RAMP_NOT_CHECKED)


def _forecast(ramp: Ramp, planned: PlannedMotion, recording: RecordingInProgress, monitor: Monitor) -> None:
    """Note and show the forecast torque of the next stage, and refuse it if that is too large."""
    expected = ramp.forecast(planned)
    if expected is not None and np.any(np.isfinite(expected.share)):
        monitor.keep(expected)
        _note_forecast(recording, planned, expected)
    ramp.expect_allowed(planned)


def _note_forecast(recording: RecordingInProgress, planned: PlannedMotion, expected: StageForecast) -> None:
    joint = int(np.nanargmax(expected.share))
    recording.note(
        STAGE_FORECAST,
        stage=planned.facts["stage"],
        fraction=expected.fraction,
        joint=joint + 1,
        share=float(expected.share[joint]),
        shares=tuple(expected.share.tolist()),
    )


RAMP_LABEL = "{label}-ramp"


def split_at_full_speed(
    motions: tuple[PlannedMotion, ...],
) -> tuple[tuple[PlannedMotion, ...], tuple[PlannedMotion, ...]]:
    """Motions before full speed, and those at full speed; the first part is empty without stages."""
    stages = [number for number, planned in enumerate(motions) if planned.code == STAGE]
    last = max(stages, default=0)
    return motions[:last], motions[last:]


def seconds_of_run(motions: tuple[PlannedMotion, ...]) -> float:
    """Duration of both recordings together, s."""
    before, _ = split_at_full_speed(motions)
    return seconds_of(motions) + (STILL_S if before else 0.0)


def run_staged(
    session: RobotSession,
    prepared: Prepared,
    *,
    label: str,
    note: tuple[str, dict[str, Fact]],
    payload_mass: float | None,
    monitor: Monitor,
) -> Outcome:
    """Run all prepared motions; ``note`` is the event with its facts at the begin of both recordings.

    Full speed is not started if a stage below it did not reach its end.
    """
    before, full = split_at_full_speed(prepared.motions)
    ramp = Ramp(session.robot, prepared.inertial)
    share = seconds_of(before) / (seconds_of(before) + seconds_of(full)) if before else 0.0
    code, facts = note

    def recorded(motions: tuple[PlannedMotion, ...], name: str, part: Monitor) -> Outcome:
        def work(recording: RecordingInProgress) -> None:
            rest(session, STILL_S, recording=recording, monitor=part)
            recording.note(code, **facts)
            run_motions(session, prepared, motions, ramp=ramp, recording=recording, monitor=part)

        return record_while(session, prepared, work, label=name, payload_mass=payload_mass, monitor=part)

    outcome: Outcome | None = None
    if before:
        part = PartOfMonitor(monitor, first=0.0, last=share)
        outcome = recorded(before, RAMP_LABEL.format(label=label), part)
        if not outcome.is_complete or session.stop_asked:
            return replace(outcome, stopped=outcome.stopped or session.stop_asked)
    part = PartOfMonitor(monitor, first=share, last=1.0)
    return continued(outcome, lambda: recorded(full, label, part))


def continued(before: Outcome | None, record: Callable[[], Outcome]) -> Outcome:
    """Outcome of a run and of the one that ``record`` adds, as one; an error of the latter ends it."""
    if before is None:
        return record()
    try:
        return record().after(before)
    except DeviceError as error:  # such as a stop while the first one was put into the visit
        return replace(before, error=error)
