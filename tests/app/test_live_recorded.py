"""A recording looked at on the live page: any moment of it, its numbers, and the way back to the stream."""

import errno
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader
from pyarrow import parquet
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from rosbags.highlevel import AnyReader

from app.features.live import page as live_page
from app.features.live.layouts import shipped_layouts
from app.features.live.lower import STATISTICS
from app.features.live.page import LivePage
from app.features.live.recorded import MOST_RAW, moment_text
from app.jobs.task import Task
from app.visit.steps import Step
from app.widgets.legend import curve_pen
from core.diagnostics.signals import Signal as Watched
from core.errors import TorsionError
from core.identification.model import Comparison
from core.identification.result import IDENTIFICATION
from core.monitor import NullMonitor
from core.recording import Event, Quantity, Recording
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.app import examples
from tests.app.fake_robot import JOINTS
from tests.app.live_bench import LiveBench, bench
from tests.app.reports.pdf_text import read_pdf
from tests.waiting import wait_until

__all__ = ["bench"]
RATE_HZ, LONG = 1000.0, 3 * MOST_RAW
SPIKE, SPIKE_A = 7_654, 9.0
TWIST = 0.002


def recording(label: str, count: int) -> Recording:
    """An arm that swings, with one sample of current that stands out, and a twist from 10 s on."""
    time = 50.0 + np.arange(count) / RATE_HZ
    link = np.sin(np.arange(count) / 2_000.0)[:, np.newaxis] * np.ones(JOINTS)
    current = 0.5 * link
    current[SPIKE % count, 1] = SPIKE_A
    columns = {
        Quantity.POSITION: link,
        Quantity.MOTOR_POSITION: link + TWIST * (time > 60.0)[:, np.newaxis],
        Quantity.LINK_POSITION: link,
        Quantity.CURRENT: current,
    }
    return Recording(label, time, columns, events=(Event(53.0, "note", {"text": "here"}),))


class Beside(QObject):
    """A job whose work is done here, with what goes to the process and comes back as it does there."""

    progressed = Signal(float, str)
    succeeded = Signal(object)
    failed = Signal(object)

    def __init__(self, task: Task[object]) -> None:
        super().__init__()
        self.task, self.is_cancelled = task, False
        QTimer.singleShot(0, self.run)

    def run(self) -> None:
        if self.is_cancelled:
            return
        try:
            found = pickle.loads(pickle.dumps(self.task))(NullMonitor())
        except TorsionError as error:
            self.failed.emit(error)
        else:
            self.succeeded.emit(pickle.loads(pickle.dumps(found)))

    def cancel(self) -> None:
        self.is_cancelled = True


@pytest.fixture
def visit(bench: LiveBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "recorded.h5"
    with Visit.create(path, robot_toml=write_toml(bench.session.robot)) as made:
        made.add_recording(recording("long", LONG))
        made.add_recording(recording("short", 900))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # a test's process ends without clearing up
    monkeypatch.setattr(bench.window.visit, "look_beside", lambda task, **_more: Beside(task))
    return path


def look_at(bench: LiveBench, visit: Path, label: str) -> LivePage:
    page = bench.watch()
    page.shelf.look_at(visit, label)
    assert bench.window.footer.primary_button.text() == "Go to now"
    wait_until(lambda: page.view.frames.recorded is not None)
    return page


def extremes(page: LivePage, name: str, joint: int) -> tuple[float, float]:
    assert page.view.newest is not None
    curve = page.view.newest.curves[name][:, joint]
    return float(np.nanmin(curve)), float(np.nanmax(curve))


def test_a_long_recording_is_shown_whole_and_at_any_moment(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "long")
    frames, stream = page.view.frames, page.view.frames.recorded
    assert stream is not None
    assert bench.said == "Recording long"
    assert frames.is_whole
    assert extremes(page, Watched.CURRENT, 1)[1] == SPIKE_A, "a single sample is never lost"
    assert page.view.newest is not None
    assert page.view.newest.time[0] == pytest.approx(-(LONG - 1) / RATE_HZ)
    assert [words for _, words in page.view.newest.marks] == ["here", moment_text(stream.duration)]
    assert page.view.newest.now[Watched.DEFLECTION] == pytest.approx(TWIST), "counted from its beginning"

    page.view.window_choice.press(1)
    assert not frames.shows_buckets
    page.view.bar.slider.moved_to.emit(9.0)
    assert stream.at == 9_000
    assert extremes(page, Watched.CURRENT, 1)[1] == SPIKE_A
    assert page.view.newest.now[Watched.POSITION] == pytest.approx(np.sin(8_950 / 2_000.0), abs=1e-3)
    bench.qtbot.keyClick(page.view.bar.slider, Qt.Key.Key_Right)
    assert stream.at == 9_001
    bench.qtbot.keyClick(page.view.bar.slider, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert stream.at == 8_991
    time, values = frames.values(Watched.CURRENT)
    assert time[-1] == 0.0
    assert values[-1, 0] == 0.5 * np.sin(8_991 / 2_000.0)


def test_the_numbers_of_a_long_stretch_are_those_of_every_sample(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "long")
    page.view.show_plots([["current_2", "current_1"]])
    page.view.below.tabs.press(STATISTICS)
    numbers = page.view.charts.numbers_of(0)
    current = recording("long", LONG).columns[Quantity.CURRENT][:, 1]
    assert numbers[0].found.count == LONG
    assert numbers[0].found.high == SPIKE_A
    assert numbers[0].found.mean == pytest.approx(current.mean())
    assert numbers[0].found.std == pytest.approx(current.std())
    assert numbers[0].newest == current[-1]


@pytest.mark.parametrize("window", [1, 3])
def test_cursors_mark_the_range_that_the_numbers_are_of(bench: LiveBench, visit: Path, window: int) -> None:
    page = look_at(bench, visit, "long")
    page.view.show_plots([["current_2", "current_1"]])
    page.view.below.tabs.press(STATISTICS)
    page.view.window_choice.press(window)
    end = 16_654 if window == 1 else LONG - 1
    page.view.bar.went.emit(end)
    page.tools.cursors.click()
    page.view.charts.cursors.move((SPIKE + 2_000 - end) / RATE_HZ, (SPIKE - end) / RATE_HZ)
    numbers = page.view.charts.numbers_of(0)[0]
    made = recording("long", LONG)
    rows = slice(SPIKE, SPIKE + 2_001)
    current, time = made.columns[Quantity.CURRENT][rows, 1], made.time[rows]
    assert numbers.found.count == 2_001
    assert numbers.found.peak == SPIKE_A
    assert numbers.found.rms == pytest.approx(np.sqrt(np.mean(current**2)))
    assert numbers.found.rate == pytest.approx((current[-1] - current[0]) / 2.0)
    assert numbers.found.slope == pytest.approx(np.polyfit(time - time[0], current, 1)[0])
    assert numbers.at_b == SPIKE_A
    assert numbers.at_a == current[-1]


@pytest.mark.parametrize("count", [LONG, 900])
def test_a_recording_with_a_hole_and_one_channel_has_numbers_files_and_paper_of_any_range(
    bench: LiveBench, visit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    time = 50.0 + np.arange(count) / RATE_HZ
    time[count // 2 :] += 30.0
    angle = np.sin(np.arange(count) / 200.0)[:, np.newaxis] * np.ones(JOINTS)
    angle[:, 3] = np.nan
    with Visit.open(visit) as made:
        made.add_recording(Recording("bare", time, {Quantity.POSITION: angle}))
    page = look_at(bench, visit, "bare")
    for layout in shipped_layouts():
        page.view.layouts.chosen.emit(layout)
    line = page.view.side.browser.line
    for one in ("odd = position_1 / (position_2 - position_2)", "gone = rate(position_4)"):
        line.setText(one)
        line.returnPressed.emit()
    page.view.show_plots([["odd"], ["gone"], ["position_1", "position_4"]])
    page.tools.cursors.click()
    end = float(time[-1])
    sample = float(time[count // 3]) - end
    between = (float(time[count // 2 - 1]) + 1.0 - end, float(time[count // 2]) - 1.0 - end)
    for marked, known in ((between, 0), ((sample, sample + 1e-4), 1), ((-1e9, 1e9), count)):
        page.view.charts.cursors.move(*marked)
        numbers = [row for place in range(3) for row in page.view.charts.numbers_of(place)]
        assert len(numbers) == 4
        assert numbers[2].found.count == known
        assert numbers[3].found.count == 0
        for words, do in page.exports():
            out = tmp_path / f"out-{known}.{words.split()[-2].lower()}"
            monkeypatch.setattr(live_page, "ask_where_to_save", lambda *given, out=out: given[-1](out))
            do()
            wait_until(out.exists)
    table = parquet.read_table(tmp_path / "out-1.parquet")
    assert table.num_rows == 1
    assert parquet.read_table(tmp_path / "out-0.parquet").num_rows == 0
    assert "From" in read_pdf(tmp_path / "out-0.pdf").words


def test_the_spectrum_is_that_of_the_marked_range(bench: LiveBench, visit: Path) -> None:
    with Visit.open(visit) as made:
        ringing = recording("ringing", LONG)
        hum = np.sin(2.0 * np.pi * 40.0 * ringing.time)[:, np.newaxis]
        is_humming = (ringing.time < 55.0)[:, np.newaxis]
        columns = dict(ringing.columns)
        columns[Quantity.CURRENT] = np.repeat(0.3 * hum * is_humming, JOINTS, axis=1)
        made.add_recording(replace(ringing, columns=columns))
    page = look_at(bench, visit, "ringing")
    page.view.show_plots([["current_1"]])
    plot = page.view.below.loops.spectra.plot
    page.tools.cursors.click()
    page.view.charts.cursors.move(-(LONG - 1) / RATE_HZ + 0.5, -(LONG - 1) / RATE_HZ + 4.5)
    wait_until(lambda: any(label.startswith("1: 40") for label in plot.peak_texts))
    assert page.view.below.loops.spectra.plot.x_label[0] == "Frequency, A to B"
    page.view.charts.cursors.move(-10.0, -5.0)
    wait_until(lambda: not plot.peak_texts)
    page.view.charts.cursors.move(-(LONG - 1) / RATE_HZ + 0.5, -(LONG - 1) / RATE_HZ + 4.5)
    wait_until(lambda: bool(plot.peak_texts))
    page.tools.cursors.click()
    wait_until(lambda: plot.x_label[0] == "Frequency")


def as_ros(path: Path) -> Iterator[np.ndarray]:
    """Signals of every message as a reader of ROS 2 understands them."""
    with AnyReader([path]) as reader:
        for at, _, data in reader.messages(reader.connections):
            if at.topic == "/torsion/signals":
                found = vars(reader.deserialize(data, at.msgtype))
                yield np.array([value for name, value in found.items() if not name.startswith("__")])


@pytest.mark.parametrize("kind", ["csv", "mcap", "parquet"])
def test_every_sample_of_the_marked_range_is_written_as_it_is_shown(
    bench: LiveBench, visit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    out = tmp_path / f"out.{kind}"
    monkeypatch.setattr(live_page, "ask_where_to_save", lambda *given: given[-1](out))
    page = look_at(bench, visit, "long")
    page.view.side.browser.line.setText("half = 0.5 * current_2")
    page.view.side.browser.line.returnPressed.emit()
    page.view.show_plots([["current_2"], ["half"], ["twist_1"]])
    assert [words for words, _ in page.exports()] == [
        "Every sample in sight as CSV …",
        "Every sample in sight as Parquet …",
        "Every sample in sight as MCAP …",
        "This page as PDF …",
    ]
    page.tools.cursors.click()
    page.view.charts.cursors.move((9_000 - LONG + 1) / RATE_HZ, (12_000 - LONG + 1) / RATE_HZ)
    next(do for words, do in page.exports() if kind in words.lower() and "A to B" in words)()
    wait_until(out.exists)
    made = recording("long", LONG)
    rows = slice(9_000, 12_001)
    current = made.columns[Quantity.CURRENT][rows, 1]
    twist = TWIST * (made.time[rows] > 60.0)
    if kind == "csv":
        lines = [line for line in out.read_text().splitlines() if not line.startswith("#")]
        assert lines[0] == "time [s],current_2 [A],half [A],twist_1 [rad]"
        found = np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]])
    elif kind == "parquet":
        table = parquet.read_table(out)
        assert [table.schema.field(name).metadata[b"unit"] for name in table.column_names] == [
            b"s",
            b"A",
            b"A",
            b"rad",
        ]
        found = np.stack([table[name].to_numpy() for name in table.column_names], axis=1)
    else:
        with out.open("rb") as stream:
            messages = [one.data for *_, one in make_reader(stream).iter_messages("/torsion/signals")]
        found = np.array([np.frombuffer(one[4:], dtype="<f8") for one in messages])
        assert np.array_equal(found, np.array(list(as_ros(out))))
    assert np.array_equal(found[:, 0], made.time[rows])
    assert np.array_equal(found[:, 1], current)
    assert np.array_equal(found[:, 2], 0.5 * current)
    assert found[:, 3] == pytest.approx(twist, abs=1e-15)


def test_the_marked_range_of_a_recording_is_printed_with_its_numbers_and_events(
    bench: LiveBench, visit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "live.pdf"
    monkeypatch.setattr(live_page, "ask_where_to_save", lambda *given: given[-1](out))
    with Visit.open(visit) as made:
        before = Event(51.0, "program-started")
        stop = Event(58.5, "protective-stop")
        made.add_recording(replace(recording("night", LONG), events=(before, stop)))
    page = look_at(bench, visit, "night")
    page.view.show_plots([["current_1", "current_2"], ["twist_2"]])
    page.shelf.compare_with(visit, "long")
    wait_until(lambda: page.view.frames.earlier is not None)
    page.tools.cursors.click()
    page.view.charts.cursors.move((9_000 - LONG + 1) / RATE_HZ, (6_000 - LONG + 1) / RATE_HZ)
    dict(page.exports())["A to B as PDF …"]()
    wait_until(out.exists)
    words = read_pdf(out).words
    assert "Recording night" in words
    assert "From 0:06.0 to 0:09.0 of 0:36.0." in words
    assert "2 · Current (A)" in words
    current = recording("night", LONG).columns[Quantity.CURRENT][6_000:9_001, 1]
    assert f"{current.mean():.2f}".replace("-", "\N{MINUS SIGN}") in words
    assert f"{SPIKE_A:.2f}" in words, "the peak"
    assert "0:08.5" in words
    assert "stopped the arm for protection" in words
    assert "Program starts" not in words, "it is before A"
    assert "Earlier: recorded · long" in words


def test_a_line_is_worked_out_over_the_whole_recording(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "long")
    page.view.side.browser.line.setText("doubled = 2 * current_2")
    page.view.side.browser.line.returnPressed.emit()
    wait_until(lambda: page.view.newest is not None and "=doubled" in page.view.newest.curves)
    assert page.view.newest is not None
    assert np.nanmax(page.view.newest.curves["=doubled"]) == 2.0 * SPIKE_A


def test_a_short_recording_is_shown_sample_by_sample(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "short")
    assert page.view.window_choice.count == 1
    assert extremes(page, Watched.CURRENT, 1)[1] == SPIKE_A
    page.view.bar.slider.moved_to.emit(0.0)
    assert page.view.newest is not None
    assert page.view.newest.time[0] == pytest.approx(-0.899)
    assert page.view.newest.now[Watched.POSITION] == pytest.approx(np.zeros(JOINTS))


def test_the_way_back_leads_to_the_stream_and_leaves_no_file(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "long")
    assert page.view.frames.recorded is not None
    folder = page.view.frames.recorded.about.folder
    assert not page.view.note.isVisible()
    page.view.bar.play.click()
    assert page.view.bar.is_playing
    bench.window.footer.primary_button.click()
    wait_until(lambda: not folder.exists())
    assert not page.view.bar.isVisible()
    bench.until_live()
    assert page.view.window_choice.seconds == 10.0
    assert page.view.note.isVisible()
    assert bench.window.footer.primary_button.text() == "Record"


def test_a_robot_that_is_let_go_leaves_the_recording(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "short")
    bench.window.link.closed.emit()
    assert page.view.frames.recorded is not None
    assert page.view.newest is not None


def test_recordings_are_looked_at_without_a_robot(bench: LiveBench, visit: Path) -> None:
    window, page = bench.window, bench.page
    primary = window.footer.primary_button
    window.show_start()
    window.start_page.live_card.click()
    assert window.step is Step.CONNECT
    window.on_robot.connect_page.recordings_button.click()
    assert window.step is Step.LIVE
    assert bench.said == "No arm is connected"
    assert primary.isEnabled()
    assert primary.text() == "Open a recording"
    assert not page.view.isVisible()
    assert not page.tools.isVisible(), "nothing that would do nothing"
    shelf = page.shelf
    shelf.take_foreign(visit, (("long", 30.0), ("short", 0.9)), shelf.look_at, shelf.source_button)
    assert [words.split(" · ")[0] for words, _ in page.shelf.recordings()] == [
        "recorded",
        "recorded",
        "Another visit …",
    ]
    page.shelf.look_at(visit, "short")
    wait_until(lambda: page.view.frames.recorded is not None)
    assert bench.said == "Recording short"
    assert page.view.isVisible()
    assert page.tools.isVisible()
    assert extremes(page, Watched.CURRENT, 1)[1] == SPIKE_A
    assert primary.text() == "Open a recording", "there is no stream to go to"
    page.find_button.click()
    assert window.step is Step.CONNECT
    bench.connect()
    window.open_step(Step.LIVE)
    assert primary.text() == "Go to now"
    window.show_start()
    assert page.view.frames.recorded is None


def test_what_nobody_recorded_is_looked_back_at(bench: LiveBench, visit: Path) -> None:
    page = bench.watch()
    bench.until_live()
    kept = page.view.frames.keeping.kept
    assert kept is not None
    assert not any("Last minutes" in words for words, _ in page.shelf.recordings()), "nothing is kept yet"
    made = recording("stream", LONG)
    kept.feed(np.arange(LONG), made.time, made.columns)
    kept.write()
    page.view.frames.keeping._acquisition.events = (Event(made.time[5_000], "program-started"),)
    page.view.frames._read_to_s = made.time[6_000]
    page.view.note.given.emit("oil changed")
    words, look_back = page.shelf.recordings()[1]
    assert words == f"Last minutes · {moment_text(kept.seconds)}"
    look_back()
    wait_until(lambda: page.view.frames.recorded is not None)
    assert [words for _, words in page.view.frames.recorded.marks] == ["Program starts", "oil changed"]
    assert [one.code for one in page.view.frames.recorded.about.events] == ["program-started", "note"]
    assert bench.said == "The last minutes of the stream"
    assert page.view.frames.is_whole
    assert extremes(page, Watched.CURRENT, 1)[1] == SPIKE_A
    bench.window.footer.primary_button.click()
    bench.until_live()
    assert page.view.frames.keeping.kept is kept, "the stream was kept meanwhile"
    kept.feed(np.arange(LONG), made.time + 1_000.0, made.columns)
    bench.window.show_start()
    wait_until(lambda: page.view.frames.keeping.kept is None)
    wait_until(lambda: kept.pieces == ())


def test_files_that_are_gone_before_they_are_shown_are_said_and_the_stream_goes_on(
    bench: LiveBench, visit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_made: object) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", "time")

    monkeypatch.setattr("app.features.live.opening.RecordedStream", gone)
    page = bench.watch()
    page.shelf.look_at(visit, "short")
    wait_until(lambda: bool(bench.window.banner.text))
    assert "time" in bench.window.banner.text
    assert not page.shelf.is_looking_back
    bench.until_live()


def swing(label: str, *, begin: float, period: float, lead: float = 0.0, count: int = LONG) -> Recording:
    """An arm that swings with a period, after a pause; with a program start after the pause."""
    time = begin + np.arange(count) / RATE_HZ
    angle = np.sin(2.0 * np.pi * np.clip(time - begin - lead, 0.0, None) / period)[:, np.newaxis]
    link = angle * np.ones(JOINTS)
    columns = {Quantity.POSITION: link, Quantity.CURRENT: 0.5 * link}
    return Recording(label, time, columns, events=(Event(begin + lead, "program-started", {}),))


def in_grey(page: LivePage) -> tuple[np.ndarray, np.ndarray]:
    curve = page.view.charts.charts[0].read_curves()[-1]
    assert curve.pen == "earlier"
    known = np.isfinite(curve.y)
    return curve.x[known], curve.y[known]


def test_an_earlier_recording_lies_in_grey_behind_by_time_by_event_and_by_phase(
    bench: LiveBench, visit: Path
) -> None:
    earlier_visit = visit.with_name("last_year.h5")
    with Visit.create(earlier_visit, robot_toml=write_toml(bench.session.robot)) as made:
        made.add_recording(swing("before", begin=900.0, period=4.0, lead=3.0))
    with Visit.open(visit) as made:
        made.add_recording(swing("today", begin=20.0, period=5.0, lead=1.0))
    page = bench.watch()
    assert not page.shelf.compare_button.isVisible(), "nothing is compared with a stream"
    page.shelf.look_at(visit, "today")
    wait_until(lambda: page.view.frames.recorded is not None)
    page.view.show_plots([["current_1"]])
    shelf = page.shelf
    found = (("before", LONG / RATE_HZ),)
    shelf.take_foreign(earlier_visit, found, shelf.compare_with, shelf.compare_button)
    wait_until(lambda: page.view.frames.earlier is not None)
    stream = page.view.frames.recorded
    assert stream is not None
    last = (LONG - 1) / RATE_HZ

    time, current = in_grey(page)
    assert time[0] == pytest.approx(-last)
    assert current[time + last < 2.9] == pytest.approx(0.0), "both begin together: a pause of 3 s"
    assert "Earlier: last_year · before" in page.view.charts._legend.accessibleName()

    entries = dict(page.shelf.comparisons())
    assert next(iter(entries)) == "Begin together"
    entries[next(words for words in entries if words.startswith("By event"))]()
    time, current = in_grey(page)
    since_start = time + last - 1.0
    wanted = 0.5 * np.sin(2.0 * np.pi * np.clip(since_start, 0.0, None) / 4.0)
    assert current == pytest.approx(wanted, abs=0.026), "both ends of a bucket of 32 ms"

    entries["By phase of the motion"]()
    page.view.window_choice.press(1)
    page.view.bar.slider.moved_to.emit(17.0)
    time, current = in_grey(page)
    now = page.view.charts.charts[0].read_curves()[0]
    assert np.abs(current - np.interp(time, now.x, now.y)).max() < 0.02, "cycle over cycle"

    folder = page.view.frames.earlier.stream.about.folder
    entries["Do not compare"]()
    wait_until(lambda: not folder.exists())
    assert [curve.pen for curve in page.view.charts.charts[0].read_curves()] == ["joint 1"]


def test_any_signal_is_compared_whole_and_sample_by_sample(bench: LiveBench, visit: Path) -> None:
    with Visit.open(visit) as made:
        made.add_recording(swing("before", begin=900.0, period=4.0))
        made.add_recording(swing("today", begin=20.0, period=5.0))
    page = look_at(bench, visit, "today")
    line = page.view.side.browser.line
    line.setText("lifted = tool_z + 0.1 m")
    line.returnPressed.emit()
    line.setText("doubled = 2 * current_1")
    line.returnPressed.emit()
    page.view.show_plots([["doubled"], ["tool_x", "lifted"]])
    page.shelf.compare_with(visit, "before")

    def grey(plot: int) -> list[tuple[np.ndarray, np.ndarray]]:
        curves = page.view.charts.charts[plot].read_curves()
        return [(curve.x, curve.y) for curve in curves if curve.pen == "earlier"]

    wait_until(lambda: len(grey(0)) == 1 and len(grey(1)) == 2)
    last = (LONG - 1) / RATE_HZ
    time, doubled = grey(0)[0]
    wanted = np.sin(2.0 * np.pi * (time + last) / 4.0)
    assert doubled == pytest.approx(wanted, abs=0.051), "both ends of a bucket of 32 ms"

    page.view.window_choice.press(0)
    page.view.bar.slider.moved_to.emit(9.0)
    time, doubled = grey(0)[0]
    assert time.size == pytest.approx(2.0 * RATE_HZ, rel=0.5)
    assert doubled == pytest.approx(np.sin(2.0 * np.pi * (time + 9.0) / 4.0), abs=0.01)
    here = [page.view.charts.charts[1].read_curves()[place].y for place in (0, 1)]
    assert all(np.ptp(curve) > 0.0 for curve in here)
    assert [y.size for _, y in grey(1)] == [time.size, time.size]


def test_signals_over_one_another_have_those_of_the_earlier_recording_in_grey(
    bench: LiveBench, visit: Path
) -> None:
    with Visit.open(visit) as made:
        made.add_recording(swing("before", begin=900.0, period=4.0))
        made.add_recording(swing("today", begin=20.0, period=5.0))
    page = look_at(bench, visit, "today")
    line = page.view.side.browser.line
    line.setText("doubled = 2 * current_1")
    line.returnPressed.emit()
    page.shelf.compare_with(visit, "before")
    wait_until(lambda: page.view.frames.earlier is not None)
    page.view.window_choice.press(0)
    page.view.side.browser.over_asked.emit("doubled", "current_1")
    page.view.bar.slider.moved_to.emit(9.0)
    plot = page.view.below.loops.loops.plot
    ((across, up),) = plot._earlier
    moments = np.arange(across.size)[::-1] / -RATE_HZ
    assert across.size == pytest.approx(2.0 * RATE_HZ, abs=1.0)
    assert across == pytest.approx(0.5 * np.sin(2.0 * np.pi * (moments + 9.0) / 4.0), abs=1e-6)
    assert up == pytest.approx(2.0 * across)
    here, grey = plot.lines.strokes[-1], plot.lines.strokes[0]
    assert grey.pen.color() == curve_pen("earlier").color() != here.pen.color()
    dict(page.shelf.comparisons())["Do not compare"]()
    assert not plot._earlier
    assert len(plot.lines.strokes) == 1


def test_lines_of_a_recording_that_is_put_away_are_not_worked_out_any_more(
    bench: LiveBench, visit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Visit.open(visit) as made:
        made.add_recording(swing("before", begin=900.0, period=4.0))
    page = look_at(bench, visit, "long")
    page.shelf.compare_with(visit, "before")
    wait_until(lambda: page.view.frames.earlier is not None)
    jobs: list[Beside] = []

    def beside(task: Task[object], **_more: object) -> Beside:
        jobs.append(Beside(task))
        return jobs[-1]

    monkeypatch.setattr(bench.window.visit, "look_beside", beside)
    line = page.view.side.browser.line
    line.setText("doubled = 2 * current_1")
    line.returnPressed.emit()
    page.view.side.browser.over_asked.emit("doubled", "current_1")
    assert len(jobs) == 2, "of both recordings"
    dict(page.shelf.comparisons())["Do not compare"]()
    assert sorted(job.is_cancelled for job in jobs) == [False, True]
    page.shelf.go_to_now()
    assert all(job.is_cancelled for job in jobs)


def test_what_the_earlier_recording_has_not_got_is_not_in_grey(bench: LiveBench, visit: Path) -> None:
    with Visit.open(visit) as made:
        made.add_recording(swing("one encoder", begin=900.0, period=4.0))
    page = look_at(bench, visit, "long")
    line = page.view.side.browser.line
    line.setText("apart = twist_1 - twist_2")
    line.returnPressed.emit()
    page.view.show_plots([["apart"], ["current_1"]])
    page.shelf.compare_with(visit, "one encoder")
    wait_until(lambda: page.view.frames.earlier is not None)
    charts = page.view.charts.charts
    assert "earlier" in [curve.pen for curve in charts[1].read_curves()]
    assert "earlier" not in [curve.pen for curve in charts[0].read_curves()]


def test_a_motion_without_a_period_is_said_and_changes_nothing(bench: LiveBench, visit: Path) -> None:
    page = look_at(bench, visit, "short")
    page.shelf.compare_with(visit, "short")
    wait_until(lambda: page.view.frames.earlier is not None)
    before = page.view.frames.earlier.alignment
    dict(page.shelf.comparisons())["By phase of the motion"]()
    assert "does not repeat itself" in page._sentence.text()
    assert page.view.frames.earlier.alignment == before
    folder = page.view.frames.earlier.stream.about.folder
    page.shelf.go_to_now()
    wait_until(lambda: not folder.exists())
    assert page.view.frames.earlier is None


def test_torques_of_the_visits_model_are_curves_of_a_recording(
    bench: LiveBench, visit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fitted:
        """A model that expects a third of the current's number, N·m."""

        @classmethod
        def of(cls, _result: object, _robot: object) -> "Fitted":
            return cls()

        def compare(self, recording: Recording, *, monitor: object) -> Iterator[Comparison]:
            current = recording.block(0, recording.sample_count).columns[Quantity.CURRENT]
            parts = (current, current, current, current / 3.0, current, np.zeros_like(current))
            yield Comparison(recording.time, *parts, to_edge_s=np.ones(recording.sample_count))

    monkeypatch.setattr("core.identification.model.FittedModel", Fitted)
    page = look_at(bench, visit, "short")
    names = list(page.view._known)
    assert "model_1" not in names, "a visit without a model"
    with Visit.open(visit) as made:
        made.add_result(IDENTIFICATION, examples.result())
    page.shelf.look_at(visit, "long")
    wait_until(lambda: page.view.frames.recorded is not None)
    page.view.show_plots([["torque_2", "model_2"], ["residual_2"]])
    assert extremes(page, Watched.EXPECTED_TORQUE, 1)[1] == pytest.approx(SPIKE_A / 3.0)
    assert [curve.pen for curve in page.view.charts.charts[0].read_curves()] == [
        "joint 2",
        "expected joint 2",
    ]
    page.view.window_choice.press(1)
    page.view.bar.slider.moved_to.emit(9.0)
    residual = page.view.charts.charts[1].read_curves()[0]
    assert residual.y.max() == pytest.approx(SPIKE_A * 2.0 / 3.0)
    assert page.view.frames.values(Watched.EXPECTED_TORQUE)[1].shape[1] == JOINTS
