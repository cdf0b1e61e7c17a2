"""Runs a motion with stages as two recordings: the stages below full speed, and full speed alone."""

from collections.abc import Callable
from dataclasses import replace

from app.arm.moving import rest
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.ramp import Ramp
from app.arm.recorded import record_while
from app.arm.session import RobotSession
from app.arm.staged import STAGE, STILL_S, run_motions, seconds_of
from core.errors import Fact
from core.monitor import Monitor, PartOfMonitor
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DeviceError

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
