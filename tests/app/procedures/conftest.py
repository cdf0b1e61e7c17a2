"""Sessions with the ideal arm, each with a visit of its own, closed whatever a test does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.arm.session import RobotSession
from app.jobs.task import compute_here
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.driving.pulse import Pulse
from tests.app.procedures.fake_arm import ROBOT, FakeArm

OpenSession = Callable[..., RobotSession]


@pytest.fixture
def visit(tmp_path) -> Path:
    """An empty visit to the ideal arm."""
    path = tmp_path / "cell.h5"
    Visit.create(path, robot_toml=write_toml(load_robot(ROBOT))).close()
    return path


@pytest.fixture
def open_session(visit) -> Iterator[OpenSession]:
    """Open a session with an arm."""
    sessions = []

    def opened(arm: FakeArm, **more: object) -> RobotSession:
        pulse = Pulse()
        pulse.tick()
        session = RobotSession(
            arm.uri,
            arm.robot,
            pulse=pulse,
            compute=compute_here,
            visit=visit,
            open_with=lambda *_, **__: arm,
            **more,
        )
        sessions.append(session)
        session.open()
        return session

    yield opened
    for session in sessions:
        session.close()
