"""The model beside the stream, with a process that does as it is told: what is handed on, shown, and said."""

from dataclasses import replace

import numpy as np
import pytest

from app.features.live import model as live_model
from app.features.live.frames import LiveFrame
from app.features.live.model import LiveModel, PredictionState
from app.features.live.words import model_words, push_words
from core.diagnostics.model_torques import Push, TorqueRows
from core.diagnostics.signals import MODEL_SIGNALS, Signal
from core.recording import Quantity
from core.robot.library import load_robot
from devices.acquisition.ring import Ring
from devices.samples import SampleBlock
from tests.app import examples
from tests.devices.virtual.physics.perfect import gantry

ROBOT, RATE_HZ, JOINTS = load_robot("ec66"), 1000.0, 6
QUANTITIES = (Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT)


class FakePrediction:
    """Answers what it is offered with made-up torques; ``external`` N·m on joint 3."""

    made: "list[FakePrediction]"
    external = 0.0

    def __init__(self, result, robot, *, rate_hz, quantities):
        self.result, self.quantities = result, quantities
        self.state, self.why, self.stopped = PredictionState.STARTING, "", False
        self.found: list[TorqueRows] = []
        self.numbers: list[int] = []
        type(self).made.append(self)

    def offer(self, sequence, time, columns):
        self.numbers += sequence.tolist()
        external = np.zeros((sequence.size, JOINTS))
        external[:, 2] = self.external
        wave = np.sin(time)[:, np.newaxis] * np.ones(JOINTS)
        self.found.append(
            TorqueRows(sequence, time, wave, 0.5 * wave, external, np.full((sequence.size, JOINTS), 5.0))
        )
        return True

    def take(self):
        found, self.found = self.found, []
        return found

    def stop(self):
        self.stopped = True


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> type[FakePrediction]:
    FakePrediction.made, FakePrediction.external = [], 0.0
    monkeypatch.setattr(live_model, "LivePrediction", FakePrediction)
    return FakePrediction


def stream(first: int, count: int) -> SampleBlock:
    number = np.arange(first, first + count)
    wave = np.sin(number / RATE_HZ)[:, np.newaxis] * np.ones(JOINTS)
    columns = dict.fromkeys((*QUANTITIES, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION), wave)
    return SampleBlock(number, number / RATE_HZ, number / RATE_HZ, columns)


def looked_at(quantities=QUANTITIES) -> tuple[LiveModel, Ring]:
    model, ring = LiveModel(), Ring(60_000)
    ring.append(stream(0, 20_000))
    model.set_result(examples.result())
    model.begin(ROBOT, rate_hz=RATE_HZ, quantities=quantities, window_s=10.0)
    model.look()
    return model, ring


def test_a_model_is_offered_where_it_fits_the_stream() -> None:
    model, _ = looked_at()
    assert model.is_offered
    assert model.state is PredictionState.STARTING
    model.set_result(None)
    assert not model.is_offered
    assert model.state is None
    assert FakePrediction.made[0].stopped
    for quantities in ((Quantity.POSITION,), (Quantity.CURRENT,)):
        other, _ = looked_at(quantities)
        assert not other.is_offered
    model.set_result(replace(examples.result(), friction=()))
    assert not model.is_offered


def test_it_begins_with_the_past_and_goes_on_without_a_gap() -> None:
    model, ring = looked_at()
    prediction = FakePrediction.made[0]
    assert not model.work(ring)  # not ready: nothing is handed on
    assert prediction.numbers == []
    prediction.state = PredictionState.RUNNING
    for first in range(20_000, 21_000, 33):
        assert model.work(ring)
        ring.append(stream(first, 33))
    while model.work(ring):
        pass
    numbers = prediction.numbers
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert 9_000 < numbers[0] <= 10_500
    frame = model.frame(ring.newest(0.0)[0][-1])
    assert frame is not None
    assert set(frame.curves) == set(MODEL_SIGNALS)
    assert frame.time[-1] == pytest.approx(0.0, abs=1e-9)
    at = np.array([numbers[-1]])
    assert model.measured(at)[0] == pytest.approx(2.0 * model.values(Signal.EXPECTED_TORQUE, at)[0])
    assert np.isnan(model.values(Signal.EXPECTED_TORQUE, np.array([5]))).all()


def test_nobody_looks_and_nothing_runs() -> None:
    model, ring = looked_at()
    model.look_away()
    assert FakePrediction.made[0].stopped
    assert not model.work(ring)
    model.look()
    assert len(FakePrediction.made) == 2
    model.forget()
    assert FakePrediction.made[1].stopped
    assert model.frame(0.0) is None


@pytest.mark.expected_log("The model beside the stream ended")
def test_a_process_that_ended_is_reported_once_and_all_else_goes_on() -> None:
    model, ring = looked_at()
    FakePrediction.made[0].state = PredictionState.RUNNING
    model.work(ring)
    FakePrediction.made[0].state = PredictionState.ENDED
    assert model.work(ring)
    assert not model.work(ring)
    assert model.state is PredictionState.ENDED
    frame = model.frame(20.0)
    assert frame is not None
    assert frame.pushes == ()
    said = model_words(model.state, None, signals=(Signal.EXPECTED_TORQUE,), joints=(0,))
    assert said.startswith("Nothing is expected any more")
    assert not model_words(model.state, None, signals=(Signal.TORQUE,), joints=(0,))


def _shown(model: LiveModel, newest_s: float, *, is_stale: bool = False) -> LiveFrame:
    nothing = np.zeros(0)
    return LiveFrame(nothing, {}, {}, nothing, 0.0, nothing, is_stale, None, model.frame(newest_s))


def test_a_push_is_said_with_joint_and_torque() -> None:
    model, ring = looked_at()
    FakePrediction.external = -12.3
    FakePrediction.made[0].state = PredictionState.RUNNING
    while model.work(ring):
        pass
    frame = _shown(model, 20.0)
    assert push_words(frame, ROBOT) == "Something pushes on joint 3, about 12 N·m."
    assert not push_words(_shown(model, 20.0, is_stale=True), ROBOT)
    assert frame.model is not None
    two = replace(frame, model=replace(frame.model, pushes=(Push(1, 4.04), Push(0, 5.0))))
    assert push_words(two, ROBOT) == "Something pushes on 2 joints, hardest on joint 2: about 4.0 N·m."
    slide = replace(frame, model=replace(frame.model, pushes=(Push(0, 30.0),)))
    assert push_words(slide, gantry()) == "Something pushes on joint 1, about 30 N."


def test_what_is_waited_for_is_said() -> None:
    model, ring = looked_at()
    signals = (Signal.EXTERNAL_TORQUE,)
    assert model_words(model.state, None, signals=signals, joints=(0,)) == "The model is being made ready."
    FakePrediction.made[0].state = PredictionState.RUNNING
    model.work(ring)
    frame = _shown(model, 20.0)
    assert frame.model is not None
    assert not model_words(model.state, frame, signals=signals, joints=(0, 1))
    unknown = frame.model.curves[Signal.EXPECTED_TORQUE].copy()
    unknown[-1, [1, 4]] = np.nan
    still = replace(frame, model=replace(frame.model, curves={Signal.EXPECTED_TORQUE: unknown}))
    said = model_words(model.state, still, signals=signals, joints=(0, 1))
    assert said == "Nothing is expected of joint 2 until it has moved."
    said = model_words(model.state, still, signals=signals, joints=(0, 1, 4))
    assert said == "Nothing is expected of 2 joints until they have moved."
