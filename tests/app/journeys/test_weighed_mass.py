"""Drive gains and a payload from virtual runs without and with a mass, clicked through in the real window."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.shell.window import Window
from app.visit.steps import Step
from core.excitation.random_motion import random_motion
from core.identification.gains.result import DRIVE_GAINS
from core.identification.settings import GainSource
from core.payload.result import PAYLOAD
from core.payload.settings import PayloadMethod
from core.recording import Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from core.workflow import StepState
from devices.virtual.firmware.payload import solid_payload
from devices.virtual.physics.arm import CONTROL_RATE_HZ, VirtualArm
from devices.virtual.physics.home import home_pose
from devices.virtual.physics.truth import true_arm
from tests.app.journeys.hand import Hand

LONG_MS = 180_000
ROBOT, SEED = "ec66", 1
MASS, CENTER = 4.0, (0.02, 0.04, 0.08)
PERIOD_S = 20.0
LOGGED_EVERY = 4
LARGEST_ERROR = 0.08
FARTHEST_STDS = 3.5
CLICKS = 4
"""For each page: its step in the list, and the work; then the use of the gains, and the comparison."""
pytestmark = pytest.mark.thorough


def _run(label: str, mass: float) -> Recording:
    """One period of a random motion on the virtual arm, as its controller reports it."""
    robot = load_robot(ROBOT)
    arm = VirtualArm(robot, seed=SEED, payload=solid_payload(mass, center_of_mass=np.array(CENTER)))
    generator = np.random.default_rng(SEED)
    path = random_motion(robot, start=home_pose(robot), generator=generator, period_s=PERIOD_S, limit_use=0.8)
    time = np.arange(round(PERIOD_S * CONTROL_RATE_HZ)) / CONTROL_RATE_HZ
    wanted = path.evaluate(time)
    positions, currents = [], []
    for step in range(time.size):
        arm.advance(wanted.position[step], wanted.velocity[step])
        if step % LOGGED_EVERY == 0:
            readings = arm.sense()
            positions.append(robot.position_as_reported(readings.position))
            currents.append(readings.current)
    return Recording(
        label=label,
        time=time[::LOGGED_EVERY],
        columns={Quantity.POSITION: np.array(positions), Quantity.CURRENT: np.array(currents)},
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=mass,
        origin=Origin(mark=Mark.VIRTUAL),
    )


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    path = tmp_path / "weighed.h5"
    with Visit.create(path, robot_toml=robot_text(load_robot(ROBOT))) as made:
        for label, mass in (("free", 0.0), ("weighed", MASS)):
            made.add_recording(_run(label, mass))
    return path


@pytest.mark.alone(once=True)
def test_gains_and_a_payload_are_found_from_two_runs(window: Window, qtbot: QtBot, visit: Path) -> None:
    def until(there: Callable[[], bool]) -> None:
        qtbot.waitUntil(there, timeout=LONG_MS)

    hand = Hand(window, until)
    window.visit.open(visit)
    until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    hand.click(window.rail.buttons[Step.GAINS])
    gains = window.pages[Step.GAINS]
    assert gains.setup.words == "Ready. One pair of runs is usable at best; two different motions tell more."
    hand.go_on("Find the gains")
    until(lambda: gains.calculation.shows_result)
    found = gains.result.found
    truth = true_arm(load_robot(ROBOT), SEED).drive.gain
    assert np.max(np.abs(found.drive_gain / truth - 1.0)) < LARGEST_ERROR
    hand.click(gains.result.use_button)
    assert window.visit.choice.settings.drive_gain_source is GainSource.IDENTIFIED

    hand.click(window.rail.buttons[Step.PAYLOAD_METHODS])
    methods = window.pages[Step.PAYLOAD_METHODS]
    hand.go_on("Work out the payload")
    until(lambda: methods.calculation.shows_result)
    told = methods.result.found.estimate
    assert abs(told.mass - MASS) <= FARTHEST_STDS * told.mass_std
    assert np.all(np.abs(told.center_of_mass - CENTER) <= FARTHEST_STDS * told.center_of_mass_std)
    hand.click(methods.compare_button)
    until(lambda: methods.result.compared is not None and not window.visit.is_busy)
    assert methods.result.words.startswith("Fewer than two methods"), "there are no sweeps"
    assert hand.counted.typed == 0
    assert hand.counted.clicks == CLICKS + 2
    assert window.journey.state(Step.GAINS) is StepState.DONE
    with Visit.open(visit) as stored:
        assert len(stored.results(DRIVE_GAINS)) == len(stored.results(PAYLOAD)) == 1
    assert window.visit.payload is not None
    assert window.visit.payload.method is PayloadMethod.DYNAMIC
    window.show_start()
    until(lambda: not window._runner.is_busy)
