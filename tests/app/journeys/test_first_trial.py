"""The first trial with a controller that stands for a real arm: served by another program, at an address."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.trial_stage import TrialStage
from app.shell.window import Window
from app.visit.settings import SettingsStore
from core.workflow import Capability
from devices.safety import network_quality
from devices.safety.first_trial import TrialStep
from tests.waiting import LIMIT_MS, LIMIT_S, wait_until

pytestmark = pytest.mark.thorough

LEFT = Qt.MouseButton.LeftButton
NETWORK = 1
SERIALS = {"ur10e": ("ur", "20000000000"), "cs66": ("elite-cs", "EMULATED-0")}
"""Maker and serial number by robot."""
REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture(params=SERIALS)
def robot(request: pytest.FixtureRequest) -> str:
    """The controller of this robot, of either maker, is emulated."""
    return str(request.param)


@pytest.fixture
def controller(robot: str) -> Iterator["subprocess.Popen[str]"]:
    """``torsion emulate``: a controller that only its user knows to be emulated."""
    command = [sys.executable, "-m", "app", "emulate", f"{SERIALS[robot][0]}:{robot}", "--port", "0"]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


@pytest.fixture
def patient_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that is busy with tests reads late; that is no fault of a network."""
    for limit in ("MOST_DELAY_S", "MOST_ROUND_TRIP_S"):
        monkeypatch.setattr(network_quality, limit, LIMIT_S)


def _order(controller: "subprocess.Popen[str]", word: str) -> None:
    assert controller.stdin is not None
    controller.stdin.write(f"{word}\n")
    controller.stdin.flush()


@pytest.mark.usefixtures("patient_network", "patient_silence_watch")
def test_an_arm_passes_and_is_moved_only_then(
    window: Window, qtbot: QtBot, controller: "subprocess.Popen[str]", store: SettingsStore, robot: str
) -> None:
    assert controller.stdout is not None
    uri = controller.stdout.readline().removeprefix("ready ").strip()
    window.guides.new_on_robot()
    choice, page = window.on_robot.choice, window.on_robot.connect_page
    trial, link = page.trial, window.link
    choice.show_uri(uri)
    choice.network.robot_field.choose_robot(robot)

    def is_ready() -> bool:
        return link.state is LinkState.READY and not link.is_working

    def hold() -> None:
        wait_until(lambda: trial.run.is_prepared)
        trial.motion.hold.held.emit()
        wait_until(lambda: link.state is LinkState.MOVING)

    def confirm() -> None:
        wait_until(lambda: trial.asks)
        qtbot.mouseClick(trial.yes_button, LEFT)

    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(is_ready)
    assert trial.stage is TrialStage.TO_BEGIN, "it is a real arm, whatever its serial number says"
    assert Capability.MOTION not in window.on_robot.situation.capabilities
    qtbot.mouseClick(trial.go_button, LEFT)
    wait_until(lambda: trial.stage is TrialStage.UNDER_WAY)
    assert trial._network.accessibleName().startswith("Network: round trip")
    hold()
    confirm()
    assert trial.step is TrialStep.STOP
    hold()
    qtbot.mouseClick(window.top_bar.stop, LEFT)
    confirm()
    assert trial.step is TrialStep.CABLE
    hold()
    _order(controller, "pull")
    wait_until(lambda: trial.asks)
    _order(controller, "plug")
    qtbot.mouseClick(trial.yes_button, LEFT)
    assert trial.step is TrialStep.WATCHDOG
    wait_until(is_ready)
    hold()
    confirm()
    assert trial.step is TrialStep.PAYLOAD
    wait_until(trial.payload_button.isEnabled)
    assert store.current.trials == ()
    qtbot.mouseClick(trial.payload_button, LEFT)
    wait_until(lambda: trial.stage is TrialStage.ALLOWED)
    assert [(passed.family, passed.serial) for passed in store.current.trials] == [SERIALS[robot]]
    assert Capability.MOTION in window.on_robot.situation.capabilities
    wait_until(lambda: not link.is_working)
    with qtbot.waitSignal(link.closed, timeout=LIMIT_MS):
        link.disconnect_robot()
