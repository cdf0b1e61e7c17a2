"""A replay returns the recording: every value, both clocks, and the gaps."""

import threading

import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.recording import Mark, MissingSamples, Quantity, TorqueKind
from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from devices.acquisition.stream_checks import SILENCE_S
from devices.capabilities import ControllerKind
from devices.controller import Lifecycle
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.motion import Jog
from devices.replay.controller import ReplayController, recorded_robot
from devices.replay.player import LARGEST_BLOCK, LONGEST_STEP_S, PAUSE_S, Player, load_runs
from devices.replay.settings import Pace, ReplaySettings, parse_replay
from tests.devices.replay.recorded import RATE_HZ, ROBOT, recorded_run, visit_with
from tests.waiting import LIMIT_S, wait_until


def controller(path, *, label: str = "", pace: Pace = Pace.FAST) -> ReplayController:
    settings = ReplaySettings(path, label, pace)
    return ReplayController(settings)


def drained(device: ReplayController):
    """All blocks until the end, and the error that reports the end."""
    blocks = []
    while True:
        try:
            block = device.read(0.5)
        except RobotStateError as end:
            return blocks, end
        assert block is not None
        blocks.append(block)


def joined(blocks, quantity: Quantity):
    return np.concatenate([block.columns[quantity] for block in blocks])


def test_every_recorded_value_is_replayed(tmp_path):
    run = recorded_run(samples=40_000)  # more than is read from the file at a time
    device = controller(visit_with(tmp_path, run))
    device.connect()
    blocks, end = drained(device)
    device.disconnect()
    assert max(block.count for block in blocks) <= LARGEST_BLOCK
    for quantity, column in run.columns.items():
        assert joined(blocks, quantity).tobytes() == column.tobytes()
    assert np.concatenate([block.device_time for block in blocks]).tobytes() == run.time.tobytes()
    assert np.array_equal(np.concatenate([block.sequence for block in blocks]), np.arange(40_000))
    assert end.code == "replay-ended"
    assert end.facts["seconds"] == pytest.approx(run.duration)
    assert device.counters.samples == 40_000
    assert device.counters.missed == 0


def test_capabilities_and_identity_are_those_of_the_recording(tmp_path):
    device = controller(visit_with(tmp_path, recorded_run()))
    capabilities = device.capabilities
    assert capabilities.mark is Mark.REPLAY
    assert capabilities.kind is ControllerKind.READ_ONLY
    assert not capabilities.can_move
    assert capabilities.sample_rate == pytest.approx(RATE_HZ)
    assert set(capabilities.quantities) == {Quantity.POSITION, Quantity.CURRENT}
    assert capabilities.torque_kind is TorqueKind.MOTOR_CURRENT
    assert device.status.lifecycle is Lifecycle.DISCONNECTED
    identity = device.connect()
    assert (identity.model, identity.serial, identity.power_on) == (ROBOT, "S-17", "today")
    assert identity.joint_names == recorded_robot(ReplaySettings(tmp_path / "cell.h5")).joint_names
    assert device.status.lifecycle is Lifecycle.CONNECTED
    device.disconnect()
    device.disconnect()
    with pytest.raises(TransportError, match="not-connected"):
        device.read(0.1)


def test_recorded_holes_are_holes_in_the_stream(tmp_path):
    hole = MissingSamples(index=99, missing=7, cause="sequence")
    path = visit_with(tmp_path, recorded_run(samples=300, missing=(hole,), step_at=99, step_samples=7))
    device = controller(path)
    device.connect()
    blocks, _ = drained(device)
    device.disconnect()
    sequence = np.concatenate([block.sequence for block in blocks])
    assert np.flatnonzero(np.diff(sequence) > 1).tolist() == [99]
    assert sequence[100] - sequence[99] == 8
    assert device.counters.missed == 7


def test_a_gap_of_an_imported_clock_is_a_gap_of_the_stream(tmp_path):
    path = visit_with(tmp_path, recorded_run(samples=300, step_at=49, step_samples=20))
    device = controller(path)
    device.connect()
    blocks, _ = drained(device)
    device.disconnect()
    assert device.counters.missed == 20
    assert int(blocks[-1].sequence[-1]) == 319


def test_all_recordings_follow_one_another_with_a_hole_between(tmp_path):
    first, second = recorded_run("one", samples=200, seed=1), recorded_run("two", samples=300, seed=2)
    device = controller(visit_with(tmp_path, first, second))
    device.connect()
    blocks, _ = drained(device)
    device.disconnect()
    clock = np.concatenate([block.device_time for block in blocks])
    assert clock.shape == (500,)
    assert clock[200] - clock[199] == pytest.approx(PAUSE_S)
    assert device.counters.missed == round(PAUSE_S * RATE_HZ) - 1
    stream = joined(blocks, Quantity.POSITION)
    assert np.array_equal(stream[200:], second.columns[Quantity.POSITION])


def test_one_label_plays_alone_and_an_unknown_one_is_refused(tmp_path):
    second = recorded_run("two", samples=300, seed=2)
    path = visit_with(tmp_path, recorded_run("one"), second)
    device = controller(path, label="two")
    device.connect()
    blocks, end = drained(device)
    device.disconnect()
    assert np.array_equal(joined(blocks, Quantity.CURRENT), second.columns[Quantity.CURRENT])
    assert end.facts["label"] == "two"
    with pytest.raises(BadRequest, match="unknown-label"):
        controller(path, label="three")


def test_recordings_with_other_channels_are_not_mixed(tmp_path):
    other = recorded_run("two")
    path = visit_with(
        tmp_path,
        recorded_run("one"),
        type(other)("two", other.time, {Quantity.POSITION: np.zeros((2500, 3))}),
    )
    with pytest.raises(BadRequest, match="replay-runs-differ"):
        controller(path)
    assert controller(path, label="two").capabilities.quantities == (Quantity.POSITION,)


def test_a_visit_without_recordings_is_refused(tmp_path):
    with pytest.raises(BadRequest, match="no-recordings"):
        controller(visit_with(tmp_path))
    with pytest.raises(BadFile, match="file-missing"):
        controller(tmp_path / "none.h5")


def test_at_real_pace_as_much_is_played_as_time_has_passed(tmp_path):
    wall = [100.0]
    with Visit.open(visit_with(tmp_path, recorded_run(samples=300))) as visit:
        player = Player(load_runs(visit, ""), pace=Pace.REAL, clock=lambda: wall[0])
        counts = []
        for _ in range(8):
            block = player.next_block(0.0)
            counts.append(0 if block is None else block.count)
            wall[0] += 0.03
    assert counts[0] <= 1
    assert counts[1:] == pytest.approx([0.03 * RATE_HZ] * 7, abs=1)


def test_a_waiting_read_can_be_ended(tmp_path):
    device = controller(visit_with(tmp_path, recorded_run(samples=40_000)), pace=Pace.REAL)
    device.connect()
    device.read(LIMIT_S)
    closing = threading.Timer(0.0, device.disconnect)
    closing.start()
    with pytest.raises(TransportError, match="not-connected"):
        wait_until(lambda: device.read(LIMIT_S) is None and False)
    closing.join()


def test_played_time_waits_for_a_reader_that_was_held_up(tmp_path):
    """A busy computer keeps the reader away for three seconds: no samples are skipped, no silence is seen."""
    wall = [100.0]
    with Visit.open(visit_with(tmp_path, recorded_run(samples=2500))) as visit:
        player = Player(load_runs(visit, ""), pace=Pace.REAL, clock=lambda: wall[0])
        wall[0] += 0.1
        first = player.next_block(0.0)
        wall[0] += 3.0
        before = player.time.now()
        assert before - first.host_time[-1] <= LONGEST_STEP_S
        second = player.next_block(0.0)
    assert second.sequence[0] == first.sequence[-1] + 1
    assert second.count == pytest.approx(LONGEST_STEP_S * RATE_HZ, abs=2)


def test_a_recording_of_a_replay_is_whole_and_without_a_silence(tmp_path):
    device = controller(visit_with(tmp_path, recorded_run(samples=1500)), pace=Pace.REAL)
    device.connect()
    silences = []

    class Watcher:
        def __call__(self, _block):
            pass

        def on_silence(self, seconds):
            silences.append(seconds)

    acquisition = Acquisition(device, watchers=[Watcher()])
    acquisition.start()
    wait_until(lambda: acquisition.error is not None)
    acquisition.close()
    device.disconnect()
    assert acquisition.error.code == "replay-ended"
    assert acquisition.ring.held == 1500
    assert max(silences, default=0.0) < SILENCE_S


def test_a_replay_accepts_no_motion_and_can_play_again(tmp_path):
    device = controller(visit_with(tmp_path, recorded_run(samples=100)))
    device.connect()
    with pytest.raises(RobotStateError, match="read-only"):
        device.arm()
    with pytest.raises(MotionRejected, match="motion-not-offered"):
        device.start(Jog(0, 0.01, 0.01))
    device.stop()
    drained(device)
    assert device.status.lifecycle is Lifecycle.FAULT
    assert device.status.fault_code == "replay-ended"
    assert device.read(0.01) is None, "the end is reported once"
    device.clear_fault()
    assert sum(block.count for block in drained(device)[0]) == 100
    device.disconnect()


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("replay:", "unknown-controller"),
        ("replay:?label=x", "unknown-controller"),
        ("replay:a.h5?speed=2", "controller-unknown-setting"),
        ("replay:a.h5?pace=slow", "controller-bad-value"),
    ],
)
def test_wrong_names_are_refused(uri, code):
    with pytest.raises(BadRequest, match=code):
        parse_replay(uri)


def test_names_take_spaces_and_percent_signs():
    settings = parse_replay("replay:/tmp/my cell.h5?label=fit%201&pace=fast")
    assert settings.path.name == "my cell.h5"
    assert settings.label == "fit 1"
    assert settings.pace is Pace.FAST
