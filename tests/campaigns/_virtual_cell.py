"""A virtual robot with its visit, for campaigns that run procedures as fast as this computer goes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.arm.procedure import Outcome, Procedure
from app.arm.session import RobotSession
from app.jobs.task import compute_here
from core.monitor import NullMonitor
from core.recording import Recording
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.driving.pulse import Pulse
from devices.virtual.settings import Pace, VirtualSettings

BEAT_S = 0.03


@contextmanager
def virtual_session(visit: Path, settings: VirtualSettings) -> Iterator[RobotSession]:
    """A session with a virtual robot, and a new visit to it."""
    described = load_robot(settings.robot)
    Visit.create(visit, robot_toml=write_toml(described)).close()
    uri = replace(settings, pace=Pace.FAST).uri
    pulse, over = Pulse(), threading.Event()

    def tick() -> None:
        while not over.wait(BEAT_S):
            pulse.tick()

    pulse.tick()
    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    session = RobotSession(uri, described, pulse=pulse, compute=compute_here, visit=visit)
    try:
        session.open()
        yield session
    finally:
        session.close()
        over.set()
        ticker.join(1.0)


def run_whole(session: RobotSession, procedure: Procedure) -> Outcome:
    """Run a procedure to its planned end."""
    prepared = procedure.prepare(session, NullMonitor())
    assert prepared.allowed, [finding.code for finding in prepared.findings]
    confirmed = prepared.confirmed(clear_cell=True, serial=session.identity.serial)
    outcome = procedure.run(session, confirmed, NullMonitor())
    assert outcome.is_complete, outcome.error
    return outcome


def in_memory(recording: Recording) -> Recording:
    """A recording that outlives its visit's being open."""
    columns = {name: np.asarray(column[:]) for name, column in recording.columns.items()}
    return replace(recording, columns=columns)
