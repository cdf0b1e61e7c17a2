"""Notes and other events on the time axis of the live page; a note is kept with the recording under way."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.errors.text import event_text
from app.features.live.recorded import NOTE
from core.recording import Event
from tests.app.fake_robot import RATE_HZ
from tests.app.live_bench import LiveBench, bench
from tests.waiting import wait_until

__all__ = ["bench"]


class Recording:
    """A recording under way."""

    sample_count, missing, duration = 1, (), 1.0

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, object]]] = []

    def note(self, code: str, **facts: object) -> None:
        self.events.append((code, facts))


def written(bench: LiveBench, words: str) -> None:
    """Press N, write, and press Enter."""
    field = bench.page.view.note.text
    bench.qtbot.keyClick(bench.window, Qt.Key.Key_N)
    assert field.isVisible()
    bench.qtbot.keyClicks(field, words)
    bench.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not field.isVisible()


def marks(bench: LiveBench) -> list[str]:
    frame = bench.page.view.newest
    return [] if frame is None else [words for _, words in frame.marks]


def test_a_note_is_on_the_time_axis_and_moves_with_it(bench: LiveBench) -> None:
    page = bench.watch()
    written(bench, "a  noise, no z or s")
    assert "on the screen alone" in page._sentence.text()
    bench.until_seen()
    ((at, words),) = page.view.newest.marks
    assert words == "a noise, no z or s"
    bench.until_seen()
    assert page.view.newest.marks[0][0] < at
    upper, lower = (chart._lines._marks for chart in page.view.charts.charts)
    assert [words for _, words in upper] == [words]
    assert [words for _, words in lower] == [""], "the words once"
    samples = page.view.frames.signals
    assert samples is not None
    assert page.view.newest.marks[0][0] * RATE_HZ == pytest.approx(-2 * 200, abs=250)


def test_what_happens_at_the_controller_is_on_the_time_axis_once(bench: LiveBench) -> None:
    page = bench.watch()
    acquisition = bench.session.acquisition
    assert acquisition is not None
    now = float(acquisition.ring.newest(0.0)[0][-1])
    acquisition.events = (
        Event(now, "payload-set", {"mass": 1.5}),
        Event(now, "protective-stop", {}),
        Event(now, "sweep-begins", {}),
    )
    bench.until_seen()
    bench.until_seen()
    payload, stop = marks(bench)
    assert payload == "Payload set: 1.5 kg"
    assert "stopped the arm" in stop
    assert "(at" not in stop, "the axis says when"
    acquisition.events += (Event(now, "program-started"),)
    bench.until_seen()
    assert marks(bench) == [payload, stop, "Program starts"]
    assert page.view.newest is not None


def test_a_note_during_a_recording_is_an_event_of_it(bench: LiveBench) -> None:
    page = bench.watch()
    assert bench.session.acquisition is not None
    recording = bench.session.acquisition.recording = Recording()
    wait_until(lambda: page.view.frames._was_recording)
    written(bench, "hit")
    assert recording.events == [(NOTE, {"text": "hit"})]
    assert "in the recording" in page._sentence.text()
    bench.session.acquisition.recording = None
    wait_until(lambda: not page.view.frames._was_recording)
    bench.until_seen()
    assert marks(bench) == ["Recording starts", "hit", "Recording ends"]
    assert event_text(Event(1.0, NOTE, {"text": "hit"})) == "Note: hit"


def test_what_the_controller_tells_is_listed_and_drawn_as_steps(bench: LiveBench) -> None:
    page, acquisition = bench.watch(), bench.session.acquisition
    assert acquisition is not None
    controller = bench.session.controller
    controller.status = replace(controller.status, program_line=12, speed_share=0.5, payload_mass=1.5)
    wait_until(lambda: bench.feed(5) or "program_line" in page.view.side.browser.names)
    now = float(acquisition.ring.newest(0.0)[0][-1])
    acquisition.events = (
        Event(now - 0.2, "program-line", {"line": 4}),
        Event(now - 0.1, "program-line", {"line": 12}),
        Event(now - 0.1, "emergency-stop"),
    )
    page.view.side.browser.ticked.emit("program_line", True)  # noqa: FBT003  # Qt's own signature
    page.view.side.browser.expand(
        [head.words for _, head in page.view.side.browser._heads].index("Controller")
    )
    bench.until_seen()
    time, values = (
        page.view.charts.charts[-1].read_curves()[0].x,
        page.view.charts.charts[-1].read_curves()[0].y,
    )
    assert values.tolist()[-4:] == [4.0, 4.0, 12.0, 12.0]
    assert time[-1] == 0.0
    assert np.all(np.diff(time) >= 0.0)
    # the list follows more slowly than the curves
    wait_until(lambda: bench.feed(5) or page.view.side.browser._rows["program_line"].text(1) == "12")
    rows = {name: row.text(1) for name, row in page.view.side.browser._rows.items()}
    assert (rows["speed_scaling"], rows["payload_set"], rows["remote"]) == ("50 %", "1.50 kg", "Remote")
    assert rows["safety_stop"] == "Stop"
    assert not page.view.charts.numbers_of(len(page.view.charts.charts) - 1), (
        "a mean line of a program is none"
    )
