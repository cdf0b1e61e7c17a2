"""The process beside a stream: torques come back by number, and death or silence of it is seen, not felt."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from app.features.live import model as live_prediction
from app.features.live.model import LivePrediction, PredictionState
from app.features.live.tasks import take_up
from app.jobs.task import Failed, Request, Task
from app.jobs.worker import answer
from core.diagnostics.model_torques import TorqueRows
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.synthetic import synthesize
from core.monitor import NullMonitor
from core.recording import FloatArray, Quantity
from core.robot.library import load_robot
from tests.waiting import LIMIT_S, wait_until

ROBOT = load_robot("ur10e")
RATE_HZ = 100.0
QUANTITIES = (Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT, Quantity.TEMPERATURE)


@pytest.fixture(scope="session")
def result() -> IdentificationResult:
    run = synthesize(ROBOT, seed=5, duration_s=20.0, label="run")
    return identify({"run": run}, ROBOT, fit=["run"])


def stream(count: int, *, first: int = 0) -> tuple[np.ndarray, FloatArray, dict[Quantity, FloatArray]]:
    number = np.arange(first, first + count)
    time_s = number / RATE_HZ
    wave = np.sin(time_s[:, np.newaxis] * np.linspace(0.8, 1.6, ROBOT.joint_count))
    columns = {
        Quantity.POSITION: 0.5 * wave,
        Quantity.CURRENT: wave,
        Quantity.TEMPERATURE: wave,
        Quantity.VELOCITY: 0.5 * np.gradient(wave, 1.0 / RATE_HZ, axis=0) if count > 1 else wave * 0.0,
    }
    return number, time_s, columns


@pytest.fixture
def prediction(result: IdentificationResult) -> Iterator[LivePrediction]:
    made = LivePrediction(result, ROBOT, rate_hz=RATE_HZ, quantities=QUANTITIES)
    yield made
    made.stop()
    assert made.join(LIMIT_S)


def until_running(prediction: LivePrediction) -> None:
    wait_until(lambda: prediction.state is not PredictionState.STARTING)
    assert prediction.state is PredictionState.RUNNING, prediction.why


def answers(prediction: LivePrediction, count: int) -> list[TorqueRows]:
    found: list[TorqueRows] = []

    def is_there() -> bool:
        found.extend(prediction.take())
        return sum(rows.sequence.size for rows in found) >= count

    wait_until(is_there)
    return found


@pytest.mark.expected_log("torsion-worker ended with exit code -9")
def test_torques_come_back_by_number_and_a_process_that_dies_is_seen(
    prediction: LivePrediction, result: IdentificationResult
) -> None:
    from core.online.online_model import OnlineModel

    number, time_s, columns = stream(600)
    assert not prediction.offer(number, time_s, columns)  # not ready yet: nothing is kept for later
    until_running(prediction)
    for first in range(0, 600, 50):
        rows = slice(first, first + 50)
        assert prediction.offer(number[rows], time_s[rows], {name: c[rows] for name, c in columns.items()})
    found = answers(prediction, 600)
    whole = OnlineModel.of(result, ROBOT, rate_hz=RATE_HZ).feed(number, time_s, columns)
    assert prediction.delay_s > 0.05
    for name in ("sequence", "measured", "external", "threshold"):
        joined = np.concatenate([getattr(rows, name) for rows in found])
        np.testing.assert_array_equal(joined, getattr(whole, name))
    expected = np.concatenate([rows.expected for rows in found])
    np.testing.assert_array_equal(expected, whole.scaled)
    assert np.isfinite(expected[200:]).all()

    assert prediction.pid is not None
    os.kill(prediction.pid, signal.SIGKILL)
    wait_until(lambda: prediction.state is PredictionState.ENDED)
    assert "ended" in prediction.why
    assert not prediction.offer(*stream(10))
    assert prediction.take() == []


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not held still there")
def test_a_process_that_hangs_is_given_up_and_never_waited_for(
    prediction: LivePrediction, monkeypatch: pytest.MonkeyPatch
) -> None:
    until_running(prediction)
    monkeypatch.setattr(live_prediction, "ANSWER_WITHIN_S", 0.3)
    assert prediction.pid is not None
    os.kill(prediction.pid, signal.SIGSTOP)
    number, time_s, columns = stream(1000)
    for _ in range(5):  # far more than a pipe holds: waiting for room in it would be for ever
        prediction.offer(number, time_s, columns)
        prediction.take()
    assert not prediction.offer(number, time_s, columns)  # twenty seconds of stream wait already

    def is_over() -> bool:
        prediction.take()
        return prediction.state is PredictionState.ENDED

    wait_until(is_over)
    assert prediction.why == "no answer in time"


@pytest.mark.parametrize(
    ("robot", "quantities", "why"),
    [("szabo-3r", QUANTITIES, "Error"), ("ur10e", (Quantity.POSITION,), "no-torque")],
)
def test_a_model_of_another_arm_or_stream_is_refused_with_a_reason(
    result: IdentificationResult, robot: str, quantities: tuple[Quantity, ...], why: str
) -> None:
    """As the process does it, in this one."""
    first = Task(take_up, result=result, robot=load_robot(robot), rate_hz=RATE_HZ, quantities=quantities)
    ended = answer(pickle.dumps(Request(0, first)), NullMonitor())
    assert isinstance(ended, Failed)
    assert why in f"{type(ended.error).__name__}: {ended.error}"


def test_stopping_at_once_leaves_nothing(result: IdentificationResult) -> None:
    prediction = LivePrediction(result, ROBOT, rate_hz=RATE_HZ, quantities=QUANTITIES)
    assert prediction.state is PredictionState.STARTING
    prediction.stop()
    assert prediction.join(LIMIT_S)
    assert prediction.state is PredictionState.ENDED


def test_the_window_loads_nothing_compiled_for_it() -> None:
    code = (
        "import sys, app.features.live.model, core.diagnostics.model_torques\n"
        "print([name for name in ('numba', 'scipy', 'core.online.online_model') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout.strip() == "[]"
