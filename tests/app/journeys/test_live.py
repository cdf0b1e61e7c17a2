"""Live diagnostics in the real window: on the virtual robot, and over a line whose cable is pulled."""

import csv
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.features.live import trigger
from app.features.live.browser import MIME
from app.features.live.page import LivePage
from app.shell.window import Window
from app.visit.steps import Step
from core.diagnostics.signals import Signal as Watched
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import VirtualSettings
from tests.waiting import LIMIT_MS, wait_until

LEFT = Qt.MouseButton.LeftButton
ROBOT = "ec66"


class Watcher:
    """A person who watches an arm."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.page: LivePage = window.pages[Step.LIVE]
        self.view = self.page.view

    def press(self, words: str) -> None:
        button = self.window.footer.primary_button
        wait_until(lambda: button.isEnabled() and button.text() == words)
        self.qtbot.mouseClick(button, LEFT)

    def begin(self) -> None:
        """From the start screen to the choice of a controller."""
        self.qtbot.mouseClick(self.window.start_page.live_card, LEFT)
        assert self.window.step is Step.CONNECT

    def watch(self, kind: ControllerKind) -> None:
        """Connect to a virtual arm of this kind, and look."""
        self.begin()
        choice = self.window.on_robot.choice
        choice.show_uri(VirtualSettings(ROBOT, kind=kind).uri)
        self.press("Connect")
        wait_until(lambda: self.window.link.state is LinkState.READY)
        self.look()

    def look(self) -> None:
        self.press("Next")
        assert self.window.step is Step.LIVE
        wait_until(lambda: self.view.newest is not None)

    def drop(self, name: str, chart: int) -> None:
        """Drop a signal with Shift onto a chart, counted from the top: to be drawn over what is there."""
        charts, data = self.view.charts, QMimeData()
        data.setData(MIME, name.encode())
        place = QPointF(charts.charts[chart].geometry().center())
        shift = Qt.KeyboardModifier.ShiftModifier
        charts.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, data, LEFT, shift))

    def show(self, *plots: list[str]) -> None:
        """Show these signals, plot by plot."""
        self.view.show_plots(plots)

    @property
    def said(self) -> str:
        return self.page.stream_state.accessibleName()

    def newest(self, signal: Watched) -> np.ndarray:
        assert self.view.newest is not None
        return self.view.newest.now[signal]


def _read_table(path: Path) -> dict[str, np.ndarray]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    values = np.array([[float(text) if text else np.nan for text in row] for row in rows])
    return dict(zip(header, values.T, strict=True))


def test_watch_choose_zero_hold_while_recording_measure_and_save(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    person = Watcher(window, qtbot)
    person.watch(ControllerKind.READ_ONLY)
    view, page = person.view, person.page
    assert window.top_bar.mark == "VIRTUAL"
    assert view.charts.signals == (Watched.DEFLECTION, Watched.TORQUE)

    before = person.newest(Watched.LINK_ANGLE)
    wait_until(lambda: bool(np.any(np.abs(person.newest(Watched.LINK_ANGLE) - before) > 0.01)))
    person.show(["twist_2", "twist_3"], ["torque_2", "torque_3"])
    assert [chart.joints for chart in view.charts.charts] == [(1, 2)] * 2

    wait_until(lambda: view.zeroed_at is not None)
    qtbot.mouseClick(page.tools.zero, LEFT)
    wait_until(lambda: bool(np.all(np.abs(person.newest(Watched.DEFLECTION)) < 0.01)))

    person.press("Record")
    wait_until(lambda: window.link.acquisition is not None and window.link.acquisition.recording is not None)
    assert not window.link.may_move, "nothing is locked while it records"
    qtbot.mouseClick(page.tools.hold, LEFT)
    assert person.said.endswith("Recording goes on.")
    page._note_down("at the pick")

    qtbot.mouseClick(page.tools.cursors, LEFT)
    view.charts.cursors.move(-0.4, -0.1)
    assert "Δt 0.300 s" in view.below.readout.words.text()
    saved = tmp_path / "view.csv"
    page.export.save_all(saved)
    wait_until(saved.exists)
    time, deflection = view.frames.values(Watched.DEFLECTION)
    table = _read_table(saved)
    clock, first = (next(name for name in table if part in name) for part in ("(s)", "(arcmin)"))
    assert all(name.startswith("VIRTUAL ") for name in table)
    assert table[clock] == pytest.approx(time)
    assert table[first] == pytest.approx(np.rad2deg(deflection[:, 1]) * 60.0, abs=1e-4)

    qtbot.mouseClick(page.tools.hold, LEFT)
    wait_until(lambda: person.said == "Live")
    wait_until(lambda: window.footer.primary_button.text().startswith("End recording · 0:"))
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: "Saved on disk as" in window.banner.text)
    person.press("Record")
    wait_until(lambda: len(window.visit.recordings) == 1)
    assert not window.visit.recordings[0].missing, "holding the picture lost nothing"
    assert not window.visit.recordings[0].incomplete
    assert any("record" in words for words, _ in page.shelf.recordings()), "it can be looked at"
    path = window.visit.path
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not window._runner.is_busy)
    with Visit.open(path) as visit:
        assert len(visit.labels) == 2, "what was recorded when the person left is kept too"
        assert "note" in [event.code for event in visit.recording(visit.labels[0]).events]


def test_an_arm_without_link_encoders_and_a_visit_that_stayed_empty(window: Window, qtbot: QtBot) -> None:
    person = Watcher(window, qtbot)
    person.watch(ControllerKind.CLOSED)
    assert "twist_1" not in person.view.side.browser.names
    assert not person.view.below.loops.has_loops
    assert person.view.below.loops.why.isVisible()
    wait_until(lambda: person.said == "Live")
    path = window.visit.path
    assert path.exists()
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not path.exists())
    assert window.visits.recent == []
    wait_until(lambda: not window._runner.is_busy)


def test_a_trigger_fires_while_the_window_is_on_another_page(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trigger, "AFTER_S", 1.0)
    person = Watcher(window, qtbot)
    person.watch(ControllerKind.READ_ONLY)
    page, field = person.page, person.view.trigger
    assert not field.button.isVisible()
    dict(page.shelf.recordings())["Record when …"]()
    qtbot.keyClicks(field.text, "position_2 > 3 arcsecs")
    qtbot.keyClick(field.text, Qt.Key.Key_Return)
    assert page.trigger.line == "", "no such unit"
    assert "arcsecs" in page._sentence.text()
    dict(page.shelf.recordings())["Record when …"]()
    qtbot.keyClicks(field.text, "rate(position_2) > 0 rad/s or rate(position_2) < 0 rad/s")
    qtbot.keyClick(field.text, Qt.Key.Key_Return)
    window.open_step(Step.CONNECT)
    assert not page.isVisible()
    wait_until(lambda: page.trigger.count >= 1)
    wait_until(lambda: "The trigger fired" in window.banner.text)
    wait_until(lambda: len(window.visit.recordings) >= 1)
    person.look()
    assert field.button.text() == f"Armed · {page.trigger.count}"
    assert any("trigger" in words for words, _ in page.shelf.recordings())
    qtbot.mouseClick(field.button, LEFT)
    assert not field.button.isVisible()
    path = window.visit.path
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not window._runner.is_busy)
    with Visit.open(path) as visit:
        assert "trigger" in [event.code for event in visit.recording(visit.labels[0]).events]


def test_a_recording_is_looked_at_by_its_event_in_a_layout_of_ones_own(window: Window, qtbot: QtBot) -> None:
    person = Watcher(window, qtbot)
    person.watch(ControllerKind.READ_ONLY)
    view, page = person.view, person.page
    person.show(["twist_2"], ["torque_2"], ["position_2"])
    dict(view.layouts.entries())["Save this layout …"]()
    qtbot.keyClicks(view.layouts.name, "Elbow")
    qtbot.keyClick(view.layouts.name, Qt.Key.Key_Return)
    dict(view.layouts.entries())["Temperature"]()
    assert "twist_2" not in view.plots.names
    assert not page.by_hand.is_recording, "Enter in a field presses nothing else"

    person.press("Record")
    wait_until(lambda: window.link.acquisition is not None and window.link.acquisition.recording is not None)
    recording = window.link.acquisition.recording
    wait_until(lambda: recording.duration > 0.5)
    qtbot.keyClick(window, Qt.Key.Key_N)
    qtbot.keyClicks(view.note.text, "at the pick")
    qtbot.keyClick(view.note.text, Qt.Key.Key_Return)
    noted_after = recording.duration
    wait_until(lambda: recording.duration > noted_after + 0.5)
    page.by_hand.end()
    wait_until(lambda: len(window.visit.recordings) == 1)
    next(look for words, look in page.shelf.recordings() if words.startswith("record ·"))()
    wait_until(lambda: view.frames.recorded is not None)
    stream = view.frames.recorded
    event = next(one for one in stream.about.events if one.code == "note")

    slider = view.bar.slider
    qtbot.keyClick(slider, Qt.Key.Key_PageUp)
    assert stream.row_at(event.time - stream.time[0]) == stream.at, "the cursor is at the event"
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    after = stream.at
    place = QPoint(round(slider._place(slider.signs[0])) + 5, slider.height() // 2)
    qtbot.mouseClick(slider, LEFT, pos=place)
    assert stream.at == after - 1, "a press near its sign goes there too"
    assert view.newest is not None
    assert "at the pick" in [words for _, words in view.newest.marks]

    dict(view.layouts.entries())["Elbow"]()
    assert [list(plot) for plot in view.plots.shown] == [["twist_2"], ["torque_2"], ["position_2"]]
    person.drop("velocity_2", 1)
    plot = view.below.loops.loops.plot
    assert (plot.x_label[0], plot.y_label[0]) == ("Torque", "Rate")
    (curve,) = plot.read_curves()
    assert np.isfinite(curve.y).any()
    assert window.visit.path.exists()
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not window._runner.is_busy)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_cable_is_pulled_and_plugged_in_again(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    person = Watcher(window, qtbot)
    person.begin()
    settings = VirtualSettings(ROBOT, kind=ControllerKind.READ_ONLY)
    with EmulatedArm.start(settings, link=tmp_path / "arm") as arm:
        window.on_robot.connect_page.connect_asked.emit(f"serial:{arm.port}?baud=2000000", ROBOT)
        wait_until(lambda: window.link.state is LinkState.READY)
        person.look()
        wait_until(lambda: person.view.zeroed_at is not None)
        zeroed_at = person.view.zeroed_at
        person.page.trigger.arm("abs(position_1) > 100 rad")
        lost = person.page.trigger._watch
        arm.pull()
        wait_until(lambda: person.said.startswith("No data since "))
        assert all(chart.is_stale for chart in person.view.charts.charts)
        wait_until(lambda: window.link.state is LinkState.SEARCHING)
        arm.plug()
        wait_until(lambda: person.said == "Live")
        assert window.step is Step.LIVE
        assert person.page.trigger.line, "it waits on"
        watch = person.page.trigger._watch
        assert watch is not lost
        wait_until(lambda: watch is not None and watch.seen.seconds > 0.0)
        assert person.view.zeroed_at == zeroed_at, "the same arm in the same power-on keeps its zero"
        before = person.newest(Watched.LINK_ANGLE)
        wait_until(lambda: bool(np.any(np.abs(person.newest(Watched.LINK_ANGLE) - before) > 0.001)))
        with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
            window.show_start()
        assert not person.page.trigger.line
    wait_until(lambda: not window._runner.is_busy)
