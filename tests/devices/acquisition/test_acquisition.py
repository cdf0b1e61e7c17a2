"""One thread drains the controller; after any failure the samples are kept and the error is reported."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.recording import Event, Mark, Origin, Quantity, TorqueKind
from core.storage.journal_reading import read_journal
from core.storage.visit import Visit
from devices.acquisition.acquisition import MOST_EVENTS, Acquisition
from devices.controller import (
    CONTROLLER_STATE,
    ControllerStatus,
    Lifecycle,
    Told,
    ToldSteps,
    changes_between,
    is_own,
    told_of,
)
from devices.errors import DeviceError, TransportError
from devices.samples import SampleBlock
from tests.devices.acquisition.fake_controller import FakeController, pieces, stream
from tests.waiting import LIMIT_S, wait_until


@contextmanager
def draining(controller: FakeController, **settings: object) -> Iterator[Acquisition]:
    acquisition = Acquisition(controller, **settings)
    acquisition.start()
    try:
        yield acquisition
    finally:
        acquisition.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cell.h5"
    Visit.create(path, robot_toml="").close()
    return path


def test_every_block_reaches_ring_and_watchers() -> None:
    whole = stream(500)
    seen: list[int] = []
    controller = FakeController(pieces(whole))
    with draining(controller, watchers=[lambda block: seen.extend(block.sequence.tolist())]) as acquisition:
        assert controller.exhausted.wait(LIMIT_S)
        assert acquisition.is_running
        assert seen == list(range(500))
        moment, columns = acquisition.ring.newest(1e9)
        assert moment.tobytes() == whole.device_time.tobytes()
        assert np.array_equal(columns[Quantity.POSITION], whole.columns[Quantity.POSITION])
    assert not acquisition.is_running
    acquisition.close()


def test_watchers_can_be_added_and_removed_while_running() -> None:
    seen: list[int] = []

    def watcher(block: SampleBlock) -> None:
        seen.append(block.count)

    controller = FakeController()
    with draining(controller) as acquisition:
        acquisition.add_watcher(watcher)
        controller.feed(stream(5))
        wait_until(lambda: seen == [5])
        acquisition.remove_watcher(watcher)
        acquisition.remove_watcher(watcher)
        controller.feed(stream(7, first=5))
        wait_until(lambda: acquisition.ring.generation == 12)
    assert seen == [5]


def test_a_recording_begins_with_the_next_block_and_goes_into_the_visit(path: Path) -> None:
    controller = FakeController(pieces(stream(100)))
    with draining(controller) as acquisition:
        assert controller.exhausted.wait(LIMIT_S)
        recording = acquisition.start_recording(
            path, label="run", payload_mass=2.0, origin=Origin(serial="7", power_on="p3")
        )
        assert recording.part_path.exists()  # at once: whatever happens now is recovered
        assert acquisition.recording is recording
        controller.feed(*pieces(stream(400, first=100)))
        wait_until(lambda: recording.sample_count == 400)
        part = recording.finish()
        assert acquisition.recording is None
    with Visit.open(path, recover=False) as visit:
        assert visit.adopt(part) == "run"
        stored = visit.recording("run")
        assert stored.time.tobytes() == stream(400, first=100).device_time.tobytes()
        assert (stored.torque_kind, stored.payload_mass) == (TorqueKind.MOTOR_CURRENT, 2.0)
        origin = stored.origin
        assert (origin.device, origin.serial, origin.power_on) == ("virtual:fake", "7", "p3")
        assert origin.mark is Mark.VIRTUAL
        assert origin.recorded_at
        assert origin.software.startswith("torsion")
        assert list(stored.columns) == list(controller.capabilities.quantities)


def test_one_recording_at_a_time(path: Path) -> None:
    with draining(FakeController()) as acquisition:
        first = acquisition.start_recording(path, label="a")
        with pytest.raises(DeviceError) as caught:
            acquisition.start_recording(path, label="b")
        assert (caught.value.code, caught.value.facts) == ("already-recording", {"label": "a"})
        first.finish()
        acquisition.start_recording(path, label="b").finish()


def test_a_lost_link_ends_the_recording_with_its_code_and_keeps_the_samples(path: Path) -> None:
    controller = FakeController()
    reported: list[DeviceError] = []
    with draining(controller, on_error=reported.append) as acquisition:
        recording = acquisition.start_recording(path, label="run")
        broken = TransportError("link-lost", device="virtual:fake")
        controller.feed(*pieces(stream(300)), broken)
        assert recording.wait(LIMIT_S)
        assert acquisition.error is broken
        wait_until(lambda: reported == [broken])
        wait_until(lambda: not acquisition.is_running)
        with pytest.raises(TransportError):
            acquisition.start_recording(path, label="again")
        content = read_journal(recording.finish())
    assert (content.sample_count, content.incomplete) == (300, "link-lost")


@pytest.mark.expected_log("the stream of virtual:fake ended")
def test_an_unexpected_error_of_the_controller_ends_the_stream_with_stream_failed(path: Path) -> None:
    controller = FakeController()
    with draining(controller) as acquisition:
        recording = acquisition.start_recording(path, label="run")
        controller.feed(stream(10), ZeroDivisionError("a bug"))
        assert recording.wait(LIMIT_S)
        assert acquisition.error is not None
        assert acquisition.error.code == "stream-failed"
        assert read_journal(recording.part_path).incomplete == "stream-failed"


@pytest.mark.expected_log("a watcher failed")
def test_a_watcher_that_fails_stops_the_arm_but_not_the_stream(path: Path) -> None:
    seen: list[int] = []

    def failing(block: SampleBlock) -> None:
        raise RuntimeError("a bug in a watchdog")

    controller = FakeController(pieces(stream(50)))
    watchers = [failing, lambda block: seen.append(block.count)]
    with draining(controller, watchers=watchers) as acquisition:
        assert controller.exhausted.wait(LIMIT_S)
        assert seen == [10] * 5
        assert len(controller.stops) == 5
        assert isinstance(acquisition.watcher_error, RuntimeError)
        assert acquisition.error is None


def test_silence_is_reported_to_watchers_that_notice_it() -> None:
    class Listener:
        def __init__(self) -> None:
            self.silences: list[float] = []

        def __call__(self, block: SampleBlock) -> None:
            self.silences.clear()

        def on_silence(self, seconds: float) -> None:
            self.silences.append(seconds)

    listener = Listener()
    controller = FakeController()
    with draining(controller, watchers=[listener]):
        wait_until(lambda: len(listener.silences) > 3)
    assert listener.silences == sorted(listener.silences)


def test_closing_ends_a_recording_that_still_runs(path: Path) -> None:
    controller = FakeController()
    with draining(controller) as acquisition:
        recording = acquisition.start_recording(path, label="run")
        controller.feed(stream(20))
        wait_until(lambda: recording.sample_count == 20)
    assert recording.is_over
    assert recording.incomplete == "program-ended"


def test_closing_before_starting_does_nothing() -> None:
    Acquisition(FakeController()).close()


def test_closing_from_a_watcher_does_not_wait_for_itself() -> None:
    controller = FakeController()
    acquisition = Acquisition(controller)
    closed = threading.Event()

    def close(block: SampleBlock) -> None:
        acquisition.close()
        closed.set()

    acquisition.add_watcher(close)
    acquisition.start()
    controller.feed(stream(1))
    assert closed.wait(LIMIT_S)
    wait_until(lambda: not acquisition.is_running)


def test_the_device_clock_is_fitted_to_the_stream() -> None:
    controller = FakeController(pieces(stream(8000)))
    with draining(controller, ring_seconds=1.0) as acquisition:
        assert controller.exhausted.wait(LIMIT_S)
        fit = acquisition.device_clock.fit()
    assert fit is not None
    assert fit.drift == pytest.approx(20e-6, abs=10e-6)
    assert fit.offset == pytest.approx(50.0, abs=1e-3)
    assert acquisition.ring.held == 1000


def status(**changed: object) -> ControllerStatus:
    heard = ControllerStatus(Lifecycle.CONNECTED, heard_at=1.0, payload_mass=1.0, runs_program=False)
    return replace(heard, **changed)


def test_changes_of_the_status_are_events_of_the_stream_and_of_the_recording(path: Path) -> None:
    whole = pieces(stream(600))
    controller = Reporting()
    told = [
        ControllerStatus(Lifecycle.CONNECTED, remote_enabled=False),  # nothing was heard yet
        status(),
        status(runs_program=True, payload_mass=1.5),
        status(runs_program=None, fault_code="protective-stop", fault_facts={"status": 3}),
        status(payload_mass=None, remote_enabled=False),
        ControllerStatus.lost(TransportError("link-lost"), heard_at=2.0),
    ]
    with draining(controller) as acquisition:
        recording = acquisition.start_recording(path, label="run")
        for now, some in zip(told, np.array_split(np.arange(len(whole)), len(told)), strict=True):
            controller.told = now
            controller.feed(*(whole[place] for place in some))
            assert controller.exhausted.wait(LIMIT_S)
        recording.finish()
        assert [(one.code, one.facts) for one in acquisition.events] == [
            ("program-started", {}),
            ("payload-set", {"mass": 1.5}),
            ("protective-stop", {"status": 3}),
            ("payload-set", {"mass": 1.0}),
            ("stop-gone", {}),
            ("mode-local", {}),
        ]
        assert read_journal(recording.part_path).events == acquisition.events
        controller.remark = ("emergency-stop", {})
        controller.told = status(remote_enabled=False, fault_code="emergency-stop")
        controller.feed(*pieces(stream(100, first=600)))
        assert controller.exhausted.wait(LIMIT_S)
        assert acquisition.events[-1].code != "emergency-stop", "the checks of the stream tell it"


def test_speed_and_lines_of_a_program_are_events_lines_at_most_once_a_second() -> None:
    whole = pieces(stream(6000))
    controller = Reporting()
    runs = status(runs_program=True, speed_share=1.0, program_line=10)
    told = [status(speed_share=1.0), runs] + [replace(runs, program_line=11 + n % 7) for n in range(16)]
    told += [replace(runs, program_line=30, speed_share=0.5)] * 6
    with draining(controller) as acquisition:
        for now, some in zip(told, np.array_split(np.arange(len(whole)), len(told)), strict=True):
            controller.told = now
            controller.feed(*(whole[place] for place in some))
            assert controller.exhausted.wait(LIMIT_S)
        events = acquisition.events
        lines = [one for one in events if one.code == "program-line"]
        assert [one.code for one in events if one not in lines] == ["program-started", "speed-set"]
        assert [one.facts for one in events if one.code == "speed-set"] == [{"share": 0.5}]
        assert lines[0].facts == {"line": 10}
        assert lines[-1].facts == {"line": 30}, "the one at which it stays"
        assert np.all(np.diff([one.time for one in lines]) >= 1.0)
        stop = Event(0.0, "protective-stop")
        acquisition.remember(stop)
        for number in range(2 * MOST_EVENTS):
            acquisition.remember(Event(float(number), "program-line", {"line": number}))
        assert stop in acquisition.events
        assert len(acquisition.events) == MOST_EVENTS


def test_a_program_that_moves_the_arm_for_us_is_told_from_that_of_others() -> None:
    whole = pieces(stream(700))
    controller = Reporting()
    moving = Lifecycle.MOVING
    told = [
        status(),
        status(lifecycle=moving),
        status(lifecycle=moving, runs_program=True),
        status(runs_program=True),
        status(),
        status(runs_program=True),
        status(),
    ]
    with draining(controller) as acquisition:
        for now, some in zip(told, np.array_split(np.arange(len(whole)), len(told)), strict=True):
            controller.told = now
            controller.feed(*(whole[place] for place in some))
            assert controller.exhausted.wait(LIMIT_S)
        assert [(one.code, is_own(one)) for one in acquisition.events] == [
            ("program-started", True),
            ("program-over", True),
            ("program-started", False),
            ("program-over", False),
        ]


class Reporting(FakeController):
    """Reports what a test tells it to."""

    told = ControllerStatus(Lifecycle.CONNECTED)
    remark: tuple[str, dict[str, object]] = ("", {})

    @property
    def status(self) -> ControllerStatus:
        return self.told


def test_what_a_controller_tells_stays_until_it_changes() -> None:
    before = status(runs_program=True, program_line=4, speed_share=1.0)
    after = status(runs_program=True, program_line=9, speed_share=0.5, fault_code="protective-stop")
    events = [Event(2.0, code, facts) for code, facts in changes_between(before, after)]
    events.append(Event(3.0, "stop-gone"))
    steps, now = ToldSteps(events), told_of(replace(after, fault_code=""))
    assert steps.told == {Told.LINE, Told.SPEED, Told.STOP}
    assert steps.at(2.5, now=now) == now | {Told.STOP: 1.0}
    assert steps.at(3.5, now=now) == now
    assert np.isnan(steps.at(1.0, now=now)[Told.LINE]), "nothing was told of it before"
    time, values = steps.over(1.0, 4.0, now=now)[Told.STOP]
    assert time.tolist() == [1.0, 2.0, 2.0, 3.0, 3.0, 4.0]
    assert values.tolist()[2:] == [1.0, 1.0, 0.0, 0.0]
    time, values = steps.over(1.0, 4.0, now=now)[Told.PROGRAM]
    assert (time.tolist(), values.tolist()) == ([1.0, 4.0], [1.0, 1.0]), "no change since it is connected"


def test_a_recording_keeps_what_the_controller_told_when_it_began(path: Path) -> None:
    whole, controller = pieces(stream(200)), Reporting()
    controller.told = status(runs_program=True, program_line=4, speed_share=0.5)
    controller.feed(*whole[: len(whole) // 2])
    with draining(controller) as acquisition:
        assert controller.exhausted.wait(LIMIT_S)
        recording = acquisition.start_recording(path, label="a")
        controller.feed(*whole[len(whole) // 2 :])
        assert controller.exhausted.wait(LIMIT_S)
        recording.finish()
    (kept,) = read_journal(recording.part_path).events
    assert kept.code == CONTROLLER_STATE
    assert ToldSteps([kept]).at(kept.time, now={}) == told_of(controller.told)
