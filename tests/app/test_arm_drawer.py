"""Arms drawn by a process of their own: the newest first, sizes by time, and an end that leaves nothing."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.jobs.drawing import MOTIONS_KEPT, Drawn, Newest, Order
from app.jobs.task import Failed, Request, Succeeded
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets import arm_drawer
from app.widgets.arm_drawer import LATE_MS, SIZES, SLOW_S, ArmDrawer, use_drawer
from app.widgets.arm_view import ArmView
from app.widgets.motion_view import MotionView
from core.recording import FloatArray
from core.robot.library import load_robot
from tests.app.motions import waves
from tests.waiting import LIMIT_MS, wait_until

SIZE = (220, 200)
NEVER_MS = 10_000_000
BENT = np.array([0.4, -1.0, 1.1, 0.3, 0.8, 0.2])
FULL = 6e-4


@pytest.fixture
def drawer(qapp: object) -> Iterator[ArmDrawer]:
    """A drawer whose process, threads and memory are gone at the end."""
    drawer = ArmDrawer()
    use_drawer(drawer)
    yield drawer
    use_drawer(None)
    name = None if drawer._memory is None else drawer._memory.name
    assert drawer.shutdown()
    if name is not None:
        with pytest.raises(FileNotFoundError):
            SharedMemory(name)


class FakeProcess:
    """In place of the process: keeps what it is sent, and answers when it is told to."""

    made: "list[FakeProcess]"

    def __init__(self, on_reply: object, *, on_end: object) -> None:
        self.on_reply, self.on_end, self.pid = on_reply, on_end, 1
        self.orders: list[Order] = []
        self.made.append(self)

    def send(self, message: object) -> None:
        if isinstance(message, Request):
            self.orders.append(message.task.arguments["order"])

    def answer(self, seconds: float = 0.001) -> None:
        self.on_reply(1, Succeeded(Drawn(seconds)))

    def join(self, _timeout_s: float) -> bool:
        return True

    def kill(self) -> None:
        pass


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, drawer: ArmDrawer) -> type[FakeProcess]:
    FakeProcess.made = []
    monkeypatch.setattr(arm_drawer, "WorkerProcess", FakeProcess)
    monkeypatch.setattr(arm_drawer, "SETTLE_MS", NEVER_MS)  # else a slow machine settles between two poses
    return FakeProcess


@pytest.fixture
def arm(drawer: ArmDrawer, qtbot: QtBot) -> ArmView:
    current_theme().apply(ThemeName.LIGHT)
    arm = ArmView()
    qtbot.addWidget(arm)
    arm.resize(*SIZE)
    arm.set_robot(load_robot("generic-6r"))
    return arm


def _pose(arm: ArmView, step: float = 0.0) -> None:
    arm.show_pose(BENT + step, deflection=None, full_scale=FULL)
    arm.grab()


def _settled(arm: ArmView, drawer: ArmDrawer) -> None:
    wait_until(
        lambda: (
            arm._drawn.image is not None
            and arm._drawn._settle.remainingTime() < 0
            and not drawer.is_busy
            and not drawer._waiting
        )
    )


def _pixels(image: QImage) -> FloatArray:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)
    return raw[..., 2::-1].astype(np.float64)


# --- with the real process


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST])
def test_every_theme_is_drawn_and_differs_from_the_simple_picture(
    arm: ArmView, drawer: ArmDrawer, theme: ThemeName
) -> None:
    current_theme().apply(theme)
    _pose(arm)
    simple = _pixels(arm.grab().toImage())
    assert arm._drawn.image is None
    _settled(arm, drawer)
    drawn = _pixels(arm.grab().toImage())
    current_theme().apply(ThemeName.LIGHT)
    assert arm._drawn.image is not None
    assert arm._drawn.image.size() == QSize(*SIZE)
    assert (np.abs(drawn - simple).max(axis=2) > 8.0).mean() > 0.03
    assert (np.abs(drawn - drawn[4, 4]).max(axis=2) > 30.0).mean() > 0.05


def test_a_motion_is_drawn_with_its_volume_and_the_process_dies_with_a_line_in_the_log(
    drawer: ArmDrawer, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    view = MotionView()
    qtbot.addWidget(view)
    view.resize(360, 300)
    shown = waves(6, samples=31)
    view.set_robot(load_robot("generic-6r"), floor_height=0.0)
    view.show_motion(shown.motion.position, shown.time)
    view.show()
    wait_until(lambda: view._drawn.image is not None and not drawer.is_busy)
    assert view.detail_words == ""
    pixels = _pixels(view.grab().toImage())
    bluish = pixels[..., 2] - pixels[..., 0] > 24.0
    assert bluish[40:].mean() > 0.03
    assert drawer.pid is not None
    with qtbot.waitSignal(drawer.gave_up, timeout=LIMIT_MS), caplog.at_level(logging.ERROR):
        os.kill(drawer.pid, signal.SIGKILL)
    assert len([line for line in caplog.records if "simple picture" in line.getMessage()]) == 1
    assert view._drawn.image is None
    assert view.detail_words == "Plain picture: the detailed one cannot be drawn."
    view.show_at(3.0)
    assert not view.grab().isNull()
    assert not drawer.is_on  # it is not started again
    assert drawer._memory is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_a_killed_window_leaves_no_process_and_no_memory(tmp_path: Path, repository: Path) -> None:
    script = tmp_path / "window.py"
    script.write_text(WINDOW, encoding="utf-8")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(repository)}
    window = subprocess.Popen(
        [sys.executable, str(script)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert window.stdout is not None
        pid, memory = window.stdout.readline().split()
    finally:
        window.kill()
        window.wait()
        for pipe in (window.stdin, window.stdout):
            assert pipe is not None
            pipe.close()
    left = [Path("/proc", pid), Path("/dev/shm", memory)]
    wait_until(lambda: not any(path.exists() for path in left))


WINDOW = """
import sys

import numpy as np
from PySide6.QtWidgets import QApplication

from app.widgets.arm_drawer import ArmDrawer, use_drawer
from app.widgets.arm_view import ArmView
from core.robot.library import load_robot
from tests.waiting import wait_until

if __name__ == "__main__":
    application = QApplication([])
    drawer = ArmDrawer()
    use_drawer(drawer)
    arm = ArmView()
    arm.set_robot(load_robot("generic-6r"))
    arm.show_pose(np.zeros(6), deflection=None, full_scale=1.0)
    arm.show()
    wait_until(lambda: arm._drawn.image is not None)
    print(drawer.pid, drawer._memory.name, flush=True)
    sys.stdin.read()  # until it is killed
"""


# --- with a process that answers when it is told to


def test_the_newest_pose_is_drawn_next_and_those_between_never(fake: type[FakeProcess], arm: ArmView) -> None:
    for step in range(5):
        _pose(arm, 0.1 * step)
    (process,) = fake.made
    assert len(process.orders) == 1
    process.answer()
    wait_until(lambda: len(process.orders) == 2)
    newest = arm._drawn._newest
    assert newest is not None
    assert process.orders[1].scene.arm.key == newest.scene.arm.key
    process.answer()
    wait_until(lambda: not arm._drawn._unanswered.isValid())
    arm._drawn._settle.timeout.emit()  # nothing moves any more
    assert process.orders[2].fine
    assert not process.orders[1].fine


def test_views_take_turns(fake: type[FakeProcess], arm: ArmView, qtbot: QtBot) -> None:
    other = ArmView()
    qtbot.addWidget(other)
    other.resize(*SIZE)
    other.set_robot(load_robot("generic-6r"))
    for step in range(3):
        _pose(arm, 0.1 * step)
        _pose(other, 0.1 * step)
    (process,) = fake.made
    for count in (2, 3):
        process.answer()
        wait_until(lambda count=count: len(process.orders) == count)
    assert [order.view for order in process.orders] == [
        arm._drawn.number,
        other._drawn.number,
        arm._drawn.number,
    ]


def test_labels_belong_to_the_pose_in_the_picture(fake: type[FakeProcess], arm: ArmView) -> None:
    _pose(arm)
    fake.made[0].answer()
    wait_until(lambda: arm._drawn.image is not None)
    arm.grab()
    before = list(arm.label_places)
    _pose(arm, 0.4)
    assert arm.label_places == before
    fake.made[0].answer()
    wait_until(lambda: not arm._drawn._unanswered.isValid())
    arm.grab()
    assert arm.label_places != before


def test_slow_pictures_become_smaller_and_quick_ones_larger_again(
    fake: type[FakeProcess], arm: ArmView
) -> None:
    widths = []
    for step, seconds in enumerate([*[2.0 * SLOW_S] * 6, *[0.1 * SLOW_S] * 4]):
        _pose(arm, 0.01 * step)
        process = fake.made[0]
        count = len(process.orders)
        widths.append(process.orders[-1].scene.eye.width)
        process.answer(seconds)
        wait_until(lambda: not arm._drawn._unanswered.isValid())
        assert len(process.orders) == count
    whole, middle, small = (round(SIZE[0] * size) for size in SIZES)
    assert widths == [whole, whole, middle, middle, small, small, small, middle, whole, whole]
    image = arm._drawn.image
    assert image is not None
    assert image.width() == whole
    assert len(arm.label_places) == 6  # words keep their size


def test_a_picture_that_comes_too_late_is_not_shown(
    fake: type[FakeProcess], arm: ArmView, monkeypatch: pytest.MonkeyPatch
) -> None:
    _pose(arm)
    fake.made[0].answer()
    wait_until(lambda: arm._drawn.image is not None)
    asked = arm._drawn._newest
    assert asked is not None
    assert arm._drawn.show(asked.scene, None, asked.about) is not None
    _pose(arm, 0.5)
    newest = arm._drawn._newest
    assert newest is not None
    assert LATE_MS >= 1000
    monkeypatch.setattr(arm_drawer, "LATE_MS", -1)
    assert arm._drawn.show(newest.scene, None, newest.about) is None


def test_a_motion_is_sent_once_as_long_as_the_process_keeps_it(
    fake: type[FakeProcess], drawer: ArmDrawer, qtbot: QtBot
) -> None:
    view = MotionView()
    qtbot.addWidget(view)
    view.resize(*SIZE)
    view.set_robot(load_robot("generic-6r"))
    shown = waves(6, samples=11)

    def answered() -> bool:
        if drawer.is_busy:
            fake.made[0].answer()
        return not drawer.is_busy

    def sent() -> bool:
        """Whether the motion of the view is sent with one of the orders that follow."""
        before = len(fake.made[0].orders) if fake.made else 0
        view.grab()
        wait_until(answered)
        orders = fake.made[0].orders[before:]
        assert {order.scene.motion for order in orders} == {view._motion.number}
        return any(order.motion is not None for order in orders)

    view.show_motion(shown.motion.position, shown.time)
    first = sent()
    view.show_at(2.0)
    assert (first, sent()) == (True, False)
    motion = view._motion
    for _ in range(MOTIONS_KEPT):
        view.show_motion(shown.motion.position, shown.time)
        assert sent()
    view._motion = motion
    view.show_at(4.0)
    assert sent()


@pytest.mark.expected_log("could not be drawn")
def test_an_error_of_the_process_is_the_end_of_it(
    fake: type[FakeProcess], drawer: ArmDrawer, arm: ArmView, qtbot: QtBot
) -> None:
    _pose(arm)
    with qtbot.waitSignal(drawer.gave_up, timeout=LIMIT_MS):
        fake.made[0].on_reply(1, Failed(ValueError("no"), "a traceback"))
    _pose(arm, 0.2)
    assert len(fake.made[0].orders) == 1
    assert arm._drawn.image is None


@pytest.mark.expected_log("could not be started")
@pytest.mark.expected_log("draws arms ended with None")
def test_a_process_that_cannot_be_started_leaves_a_plain_picture_that_says_so(
    drawer: ArmDrawer, arm: ArmView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refused)
    with qtbot.waitSignal(drawer.gave_up, timeout=LIMIT_MS):
        _pose(arm)
    assert arm.detail_words == "Plain picture: the detailed one cannot be drawn."
    plain = _pixels(arm.grab().toImage())
    _pose(arm, 0.3)
    assert not np.array_equal(_pixels(arm.grab().toImage()), plain), "the arm goes on moving"


@pytest.mark.expected_log("There is no memory for drawn arms")
def test_without_shared_memory_the_picture_is_plain(
    fake: type[FakeProcess], drawer: ArmDrawer, arm: ArmView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> SharedMemory:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(arm_drawer, "SharedMemory", full)
    with qtbot.waitSignal(drawer.gave_up, timeout=LIMIT_MS):
        _pose(arm)
    assert fake.made == []
    assert "Plain picture" in arm.detail_words


def test_a_first_picture_that_takes_long_is_said_to_be_prepared(
    fake: type[FakeProcess], arm: ArmView, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm._drawn._is_due.setInterval(20)
    _pose(arm)
    assert arm.detail_words == "", "not before it takes long"
    before = _pixels(arm.grab().toImage())
    wait_until(lambda: bool(arm.detail_words))
    assert arm.detail_words == "The detailed picture is being prepared …"
    corner = np.s_[-30:, SIZE[0] // 3 :]
    assert not np.array_equal(_pixels(arm.grab().toImage())[corner], before[corner])
    fake.made[0].answer()
    wait_until(lambda: arm._drawn.image is not None)
    assert arm.detail_words == ""


def test_nothing_is_asked_without_a_drawer(qtbot: QtBot) -> None:
    use_drawer(None)
    arm = ArmView()
    qtbot.addWidget(arm)
    arm.set_robot(load_robot("generic-6r"))
    _pose(arm)
    assert arm._drawn._newest is None
    assert not arm._drawn._settle.isActive()


def test_what_was_added_first_goes_first() -> None:
    kept: Newest[int, str] = Newest(2)
    for number in (1, 2, 3):
        kept.add(number, lambda number=number: f"made {number}")
    assert kept.get(1) is None
    assert kept.add(2, lambda: "made again") == "made 2"
    assert 3 in kept


def test_an_eye_keeps_its_view_at_another_size(arm: ArmView) -> None:
    _pose(arm)
    page = arm._fitted(arm._body)
    eye = page.eye(QSize(*SIZE), 1.5)
    place = arm._scene.joints[2]
    seen = eye.matrix @ place * eye.per_metre
    point = page.point(place)
    assert (eye.foot[0] + seen[0]) / 1.5 == pytest.approx(point.x())
    assert (eye.foot[1] - seen[1]) / 1.5 == pytest.approx(point.y())
    assert replace(eye, pixel=1.0).scaled(0.5).pixel == 0.5
