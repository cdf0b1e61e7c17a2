"""A recording unpacked for looking at it: its own samples at any place, and the signals of the live page."""

from dataclasses import replace

import numpy as np
import pytest

from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signals import Signal
from core.errors import BadRequest, DiskFull, NotEnoughData
from core.exchange.clock import clock_report
from core.identification import model
from core.identification.model import Comparison
from core.monitor import NullMonitor
from core.recording import MissingSamples, Quantity, Recording
from core.robot.library import load_robot
from core.signals.pyramid import COUNT, FINEST, HIGH, LOW
from core.storage import disk_room
from core.storage.recordings import sample_numbers
from core.storage.unpacked import KeptStream, Reader, kept_recording, unpack, unpack_lines

ROBOT = replace(load_robot("ec66"), drive_gain=np.full(6, 2.0))
RATE_HZ, COUNT_OF = 250.0, 10_000


def recording(count=COUNT_OF, hole=None):
    random = np.random.default_rng(3)
    time = 7.0 + np.arange(count) / RATE_HZ
    missing = ()
    if hole is not None:
        time[hole + 1 :] += 100 / RATE_HZ
        missing = (MissingSamples(hole, 100, "lost"),)
    motor = np.cumsum(random.normal(size=(count, 6)), axis=0) / 10.0
    link = ROBOT.reported_from_motor(motor) - 0.01 + random.normal(size=(count, 6)) * 1e-4
    link[5_000:6_000, 2] = np.nan
    columns = {
        Quantity.POSITION: link + 0.001,
        Quantity.MOTOR_POSITION: motor,
        Quantity.LINK_POSITION: link,
        Quantity.CURRENT: random.normal(size=(count, 6)),
    }
    return Recording("run", time, columns, missing=missing)


def unpacked(folder, made, **facts):
    return unpack(
        made,
        sample_numbers(made, clock_report(made.time).gaps),
        ROBOT,
        folder,
        monitor=NullMonitor(),
        **facts,
    )


def live_values(made, signal):
    """A signal (N, n) of all samples, as the live page works it out."""
    signals = LiveSignals(ROBOT, tuple(made.columns), rate_hz=RATE_HZ)
    return signals.values(signal, made.time, made.columns)


def nothing_is_read(low, high):
    raise AssertionError("the whole recording needs no sample")


@pytest.mark.parametrize("hole", [None, 4_321])
def test_any_stretch_has_the_samples_of_the_recording(tmp_path, hole):
    made = recording(hole=hole)
    reader = Reader(unpacked(tmp_path, made))
    assert reader.about.rate_hz == pytest.approx(RATE_HZ)
    for first, last in ((0, 1), (4_000, 7_000), (COUNT_OF - 5, COUNT_OF), (17, 17)):
        numbers, time, columns = reader.block(first, last)
        assert list(columns) == list(made.columns)
        for name, column in made.columns.items():
            assert np.array_equal(columns[name], column[first:last], equal_nan=True)
        assert np.array_equal(time, made.time[first:last])
        assert numbers.tolist() == [n + (100 if hole and n > hole else 0) for n in range(first, last)]


def test_the_pyramid_has_the_signals_of_the_live_page(tmp_path):
    made = recording()
    reader = Reader(unpacked(tmp_path, made))
    rows = reader.about.rows().rows
    whole = reader.signals.summary(0, COUNT_OF, nothing_is_read)
    for signal in (Signal.DEFLECTION, Signal.LINK_ANGLE, Signal.CURRENT, Signal.TORQUE):
        values = live_values(made, signal)
        assert whole[LOW, rows[signal]] == pytest.approx(np.nanmin(values, axis=0), rel=1e-12)
        assert whole[HIGH, rows[signal]] == pytest.approx(np.nanmax(values, axis=0), rel=1e-12)
    unknown = np.array([0, 0, 1_000, 0, 0, 0])
    assert np.array_equal(whole[COUNT, rows[Signal.LINK_ANGLE]], COUNT_OF - unknown)
    first_second = live_values(made, Signal.DEFLECTION)[made.time <= made.time[0] + 1.0]
    assert reader.about.zero == pytest.approx(first_second.mean(axis=0))


def test_a_lag_is_taken_out_of_the_twist_and_the_raw_twist_is_there_too(tmp_path):
    made = recording()
    lag = np.full(6, 0.006)
    reader = Reader(unpacked(tmp_path, made, lag=(lag, 1e-4)))
    rows = reader.about.rows().rows[Signal.DEFLECTION]
    whole = reader.signals.summary(0, COUNT_OF, nothing_is_read)
    raw = live_values(made, Signal.DEFLECTION)
    assert whole[LOW, -6:] == pytest.approx(np.nanmin(raw, axis=0), rel=1e-12)
    live = LiveSignals(ROBOT, tuple(made.columns), rate_hz=RATE_HZ)
    live.lag.tell(lag)
    live.take_lag()
    corrected = live.values(Signal.DEFLECTION, made.time, made.columns)
    assert whole[HIGH, rows] == pytest.approx(np.nanmax(corrected, axis=0), rel=1e-12)
    assert not np.allclose(whole[HIGH, rows], whole[HIGH, -6:])


def test_the_numbers_of_any_stretch_are_those_of_its_samples(tmp_path):
    made = recording(hole=4_321)
    reader = Reader(unpacked(tmp_path, made, lag=(np.full(6, 0.006), 1e-4)))
    every = reader.samples(0, COUNT_OF)
    first, last = 1_234, 9_877
    found = reader.signals.summary(first, last, reader.samples)
    part = np.where(np.isfinite(every[:, first:last]), every[:, first:last], np.nan)
    assert np.allclose(found[LOW], np.nanmin(part, axis=1), rtol=1e-12, atol=0.0)
    assert np.allclose(found[HIGH], np.nanmax(part, axis=1), rtol=1e-12, atol=0.0)
    assert np.array_equal(found[COUNT], np.isfinite(part).sum(axis=1))


def test_lines_have_a_pyramid_of_their_own(tmp_path):
    made = recording()
    about = unpacked(tmp_path, made)
    lines = {"twice": "2 * current_1", "turned": "abs(twist_2)"}
    unpack_lines(about, lines, name="lines", zero=about.zero, monitor=NullMonitor())
    whole = Reader(about).pyramid("lines", curves=2).summary(0, COUNT_OF, nothing_is_read)
    current = made.columns[Quantity.CURRENT][:, 0]
    assert whole[[LOW, HIGH], 0] == pytest.approx([2.0 * current.min(), 2.0 * current.max()])
    twist = live_values(made, Signal.DEFLECTION)[:, 1] - about.zero[1]
    assert whole[HIGH, 1] == pytest.approx(np.abs(twist).max())
    some = Reader(about).line_samples(lines, 50, 60, zero=about.zero)
    assert some[1] == pytest.approx(np.abs(twist)[50:60])


@pytest.mark.parametrize("count", [1, FINEST])
def test_a_short_recording_is_unpacked_too(tmp_path, count):
    made = recording(count)
    reader = Reader(unpacked(tmp_path, made))
    assert reader.signals.summary(0, count, nothing_is_read)[COUNT].max() == count
    assert reader.block(0, count)[1].tolist() == made.time.tolist()


def test_a_full_disk_is_told_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_room, "free_bytes", lambda _folder: 1_000_000)
    with pytest.raises(DiskFull):
        unpacked(tmp_path, recording())
    assert list(tmp_path.iterdir()) == []


def kept_stream(tmp_path, monkeypatch, *, seconds=8.0):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.CURRENT)
    return KeptStream(names, 6, rate_hz=RATE_HZ, seconds=seconds)


def fed(kept, made, *, first=0, last=COUNT_OF, size=70, without=()):
    """Feed a recording as it comes, and write now and then."""
    for number, begin in enumerate(range(first, last, size)):
        rows = slice(begin, min(begin + size, last))
        columns = {name: column[rows] for name, column in made.columns.items() if name not in without}
        kept.feed(np.arange(COUNT_OF)[rows], made.time[rows], columns)
        if number % 3 == 2:
            kept.write()
    kept.write()


def test_the_last_seconds_of_a_stream_are_kept_to_the_last_bit(tmp_path, monkeypatch):
    kept, made = kept_stream(tmp_path, monkeypatch), recording()
    fed(kept, made)
    again, numbers = kept_recording(kept.pieces, kept.quantities, 6)
    first = COUNT_OF - again.sample_count
    assert 8.0 <= kept.seconds <= 8.8
    assert again.sample_count == round(kept.seconds * RATE_HZ)
    assert numbers.tolist() == list(range(first, COUNT_OF))
    assert np.array_equal(again.time, made.time[first:])
    for name, column in made.columns.items():
        assert np.array_equal(again.columns[name][:], column[first:], equal_nan=True)
    assert len(list(tmp_path.rglob("*/*"))) <= 12, "the oldest are removed"
    folder = tmp_path / "unpacked"
    folder.mkdir()
    shown = Reader(unpack(again, numbers, ROBOT, folder, monitor=NullMonitor()))
    _, time, columns = shown.block(300, 900)
    assert np.array_equal(time, made.time[first + 300 : first + 900])
    assert np.array_equal(
        columns[Quantity.CURRENT], made.columns[Quantity.CURRENT][first + 300 : first + 900]
    )
    kept.close()
    assert kept.pieces == ()
    assert list(tmp_path.iterdir()) == [folder]
    kept.feed(np.array([0]), np.array([1e6]), {})
    kept.write()
    assert list(tmp_path.iterdir()) == [folder]


def test_a_clock_that_goes_back_begins_another_stream(tmp_path, monkeypatch):
    kept, made = kept_stream(tmp_path, monkeypatch), recording()
    fed(kept, made, last=5_000)
    fed(kept, made, first=100, last=900, without={Quantity.CURRENT})
    again, _ = kept_recording(kept.pieces, kept.quantities, 6)
    assert np.array_equal(again.time, made.time[100:900])
    assert np.array_equal(again.columns[Quantity.POSITION][:], made.columns[Quantity.POSITION][100:900])
    assert np.isnan(again.columns[Quantity.CURRENT][:]).all(), "a channel that is not delivered any more"
    kept.close()


def test_a_disk_without_room_keeps_nothing_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_room, "free_bytes", lambda _folder: 1000)
    kept = kept_stream(tmp_path, monkeypatch)
    fed(kept, recording(), last=500)
    assert isinstance(kept.error, DiskFull)
    assert kept.pieces == ()
    assert kept.waiting_s == 0.0
    assert list(tmp_path.iterdir()) == []


def test_torques_of_a_model_are_signals_of_the_recording(tmp_path, monkeypatch):
    made = recording()

    class Fitted:
        """A model that expects half of the current, worked out at every fourth sample."""

        @classmethod
        def of(cls, _result, _robot):
            return cls()

        def compare(self, recording, *, monitor):
            for first in range(0, COUNT_OF, 1_000):
                time = recording.time[first : first + 1_000 : 4]
                current = recording.columns[Quantity.CURRENT][first : first + 1_000 : 4]
                half, nothing, away = 0.5 * current, np.zeros_like(current), np.ones(len(time))
                yield Comparison(time, current, current, current, half, 0.1 * current, nothing, away)

    monkeypatch.setattr(model, "FittedModel", Fitted)
    found = unpacked(tmp_path, made, model=object())
    assert {Signal.EXPECTED_TORQUE, Signal.TORQUE_RESIDUAL} <= set(found.rows().offered)
    reader = Reader(found)
    rows = found.rows().rows
    values = reader.samples(0, COUNT_OF)
    current = made.columns[Quantity.CURRENT]
    assert np.array_equal(values[rows[Signal.EXPECTED_TORQUE]][:, ::4], 0.5 * current[::4].T)
    assert np.array_equal(values[rows[Signal.TORQUE_RESIDUAL]][:, ::4], 0.5 * current[::4].T)
    lines = {"missed": "torque_2 / 2 - model_2", "rubs": "friction_1"}
    missed, rubs = reader.line_samples(lines, 4_000, 4_801, zero=None)[:, ::4]
    assert missed == pytest.approx(0.5 * current[4_000:4_801:4, 1])
    assert rubs == pytest.approx(0.4 * current[4_000:4_801:4, 0])
    size, _, buckets = reader.signals.curve(0, COUNT_OF, buckets=1)
    assert np.isfinite(buckets[:, HIGH, rows[Signal.EXPECTED_TORQUE]]).all(), size


def test_a_model_that_does_not_fit_leaves_the_recording_as_it_is(tmp_path, monkeypatch):
    class Fitted:
        @classmethod
        def of(cls, _result, _robot):
            raise BadRequest("joint-count-differs")

    monkeypatch.setattr(model, "FittedModel", Fitted)
    found = unpacked(tmp_path, recording(), model=object())
    assert found.model_error == "joint-count-differs"
    assert Signal.EXPECTED_TORQUE not in found.rows().offered
    assert Reader(found).samples(0, 10).shape == (found.curves, 10)


def test_a_recording_without_angles_has_no_phase(tmp_path):
    made = recording(2_000)
    currents = replace(made, columns={Quantity.CURRENT: made.columns[Quantity.CURRENT]})
    reader = Reader(unpacked(tmp_path, currents))
    with pytest.raises(NotEnoughData, match="no-period"):
        reader.phase_with(reader)
