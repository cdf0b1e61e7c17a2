"""Watching for a condition: what is recorded before and after it, exactly once, over hours."""

import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from app.arm.condition_watch import TRIGGER, Watch
from app.jobs.task import compute_here
from core.diagnostics.named_signals import named_signals
from core.errors import BadRequest
from core.monitor import NullMonitor
from core.recording import Origin, Quantity, TorqueKind
from core.robot.library import load_robot
from core.robot.model import JointKind
from core.robot.toml_format import write_toml
from core.signals.expression import read_condition
from core.storage.journal import JournalHeader
from core.storage.visit import Visit
from devices.acquisition.recorder import RecordingInProgress
from devices.samples import SampleBlock

ROBOT = load_robot("ec66")
QUANTITIES = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.CURRENT)
ARCMIN = np.pi / 180.0 / 60.0


class Stream:
    """An arm that stands at one place; its third gear twists by 5 arcmin at the moments ``slips``."""

    def __init__(self, visit: Path, *, rate: float, seconds: float, slips: tuple[float, ...]) -> None:
        self.visit_file, self.identity, self.robot = visit, None, ROBOT
        self.rate, self.seconds, self.slips = rate, seconds, slips
        self.unknown: tuple[float, float] = (0.0, 0.0)
        """From when to when the third joint's link encoder is not heard, s."""
        self.time = 100.0
        self.watchers: list[object] = []
        self.compute = compute_here
        acquisition = SimpleNamespace(add_watcher=self.watchers.append, remove_watcher=self.watchers.remove)
        self.stream = SimpleNamespace(acquisition=acquisition)
        acquisition.error, acquisition.not_delivered, acquisition.doubtful = None, (), ()
        acquisition.events = ()
        self.capabilities = SimpleNamespace(quantities=QUANTITIES)
        self.clock = SimpleNamespace(wait=self.wait)

    def wait(self, stop_asked: threading.Event, _seconds: float) -> None:
        """The next second of the arm; a person stops the watch after the last one."""
        rows = int(self.rate)
        first = round((self.time - 100.0) * self.rate)
        clock = 100.0 + (first + np.arange(rows)) / self.rate
        self.time = float(clock[-1]) + 1.0 / self.rate
        twist = np.zeros((rows, 6))
        twist[:, 2] = 3 * ARCMIN
        for slip in self.slips:
            twist[(clock >= 100.0 + slip) & (clock < 100.0 + slip + 0.05), 2] += 5 * ARCMIN
        twist[(clock >= 100.0 + self.unknown[0]) & (clock < 100.0 + self.unknown[1]), 2] = np.nan
        motor = np.full((rows, 6), 0.3)
        pose = ROBOT.reported_from_motor(motor)
        columns = {
            Quantity.POSITION: pose,
            Quantity.MOTOR_POSITION: motor,
            Quantity.LINK_POSITION: pose - twist,
            Quantity.CURRENT: np.zeros((rows, 6)),
        }
        block = SampleBlock(first + np.arange(rows), clock, clock, columns)
        for watcher in self.watchers:
            watcher(block)
        if self.time - 100.0 >= self.seconds:
            stop_asked.set()

    def begin_recording(self, *, label: str) -> RecordingInProgress:
        header = JournalHeader(
            label=label,
            quantities=QUANTITIES,
            joint_count=6,
            torque_kind=TorqueKind.MOTOR_CURRENT,
            payload_mass=None,
            origin=Origin(),
        )
        return RecordingInProgress.begin(self.visit_file, header, period=1.0 / self.rate)


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    path = tmp_path / "night.h5"
    Visit.create(path, robot_toml=write_toml(ROBOT)).close()
    return path


def watch(stream: Stream, line: str, *, before: float = 10.0, after: float = 20.0):
    made = watch_of(stream, line, before=before, after=after)
    seen = made.run(1e9, NullMonitor())
    assert made.blindness is None
    return seen


def watch_of(stream: Stream, line: str, *, before: float = 1.0, after: float = 1.0) -> Watch:
    condition = read_condition(line, named_signals(ROBOT, QUANTITIES))
    return Watch(stream, condition, before=before, after=after)


@pytest.mark.parametrize("rate", [20.0, pytest.param(1000.0, marks=pytest.mark.thorough)])
def test_a_gear_that_slips_once_in_eight_hours_is_all_that_is_kept(visit: Path, rate: float) -> None:
    stream = Stream(visit, rate=rate, seconds=8 * 3600.0, slips=(12_345.6,))
    seen = watch(stream, "abs(twist_3) > 4 arcmin")
    assert [one.after_s for one in seen.fired] == pytest.approx([12_345.6], abs=0.1)
    assert seen.seconds == pytest.approx(8 * 3600.0, abs=1.0)
    with Visit.open(visit) as opened:
        assert list(opened.labels) == [TRIGGER]
        recording = opened.recording(TRIGGER)
        assert recording.duration == pytest.approx(30.0, abs=0.1)
        (event,) = (one for one in recording.events if one.code == TRIGGER)
        assert event.facts["when"] == "abs(twist_3) > 4 arcmin"
        assert event.time - recording.time[0] == pytest.approx(10.0, abs=0.1)


def test_each_firing_has_all_that_was_before_it_though_another_recording_just_ended(visit: Path) -> None:
    stream = Stream(visit, rate=50.0, seconds=60.0, slips=(12.0, 13.0, 18.0))
    seen = watch(stream, "twist_3 > 1 arcmin", before=5.0, after=4.0)
    assert [one.after_s for one in seen.fired] == pytest.approx([12.0, 18.0], abs=0.03)
    with Visit.open(visit) as opened:
        lengths = [opened.recording(label).duration for label in opened.labels]
    assert lengths == pytest.approx([9.0, 9.0], abs=0.05)


@pytest.mark.parametrize("unknown", [(0.2, 0.24), (0.0, 3.5)])
def test_an_encoder_that_is_not_heard_at_the_beginning_makes_no_watch_blind(
    visit: Path, unknown: tuple[float, float]
) -> None:
    stream = Stream(visit, rate=50.0, seconds=20.0, slips=(12.0,))
    stream.unknown = unknown
    seen = watch(stream, "abs(twist_3) > 4 arcmin", before=1.0, after=1.0)
    assert [one.after_s for one in seen.fired] == pytest.approx([12.0], abs=0.03)


@pytest.mark.parametrize(
    ("unknown", "blind"),
    [((0.0, 60.0), 60.0), ((20.0, 32.0), 12.0), ((45.0, 60.0), 15.0), ((20.0, 28.0), None)],
)
def test_a_watch_that_could_not_see_does_not_end_like_one_that_saw_nothing(
    visit: Path, unknown: tuple[float, float], blind: float | None
) -> None:
    stream = Stream(visit, rate=20.0, seconds=60.0, slips=())
    stream.unknown = unknown
    made = watch_of(stream, "abs(twist_3) > 4 arcmin and position_1 > 0 rad")
    assert made.run(1e9, NullMonitor()).fired == []
    error = made.blindness
    if blind is None:
        assert error is None
        return
    assert error is not None
    assert (error.code, error.facts["signals"]) == ("watch-blind", ("twist_3",))
    assert error.facts["seconds"] == pytest.approx(blind, abs=1.0)


@pytest.mark.parametrize("told", ["not_delivered", "doubtful"])
def test_a_channel_that_sends_one_value_for_ever_is_none(visit: Path, told: str) -> None:
    stream = Stream(visit, rate=20.0, seconds=20.0, slips=())
    setattr(stream.stream.acquisition, told, (Quantity.MOTOR_POSITION,))
    made = watch_of(stream, "abs(twist_3) > 4 arcmin or current_1 > 1 A")
    made.run(1e9, NullMonitor())
    error = made.blindness
    assert error is not None
    assert error.facts["signals"] == ("twist_3",)


def test_a_watch_that_is_stopped_keeps_what_it_had(visit: Path) -> None:
    stream = Stream(visit, rate=50.0, seconds=15.0, slips=(12.0,))
    seen = watch(stream, "twist_3 > 1 arcmin", before=5.0, after=20.0)
    (one,) = seen.fired
    assert one.recorded is not None
    assert one.recorded.seconds == pytest.approx(8.0, abs=0.1)


def test_signals_that_a_controller_does_not_give_are_not_offered() -> None:
    names = named_signals(ROBOT, (Quantity.POSITION, Quantity.CURRENT))
    assert "position_6" in names
    assert "twist_1" not in names
    with pytest.raises(BadRequest, match="expression-name"):
        read_condition("twist_1 > 1 arcmin", names)
    sliding = replace(ROBOT, joints=(*ROBOT.joints[:5], replace(ROBOT.joints[5], kind=JointKind.PRISMATIC)))
    assert named_signals(sliding, QUANTITIES)["position_6"] != named_signals(ROBOT, QUANTITIES)["position_6"]
