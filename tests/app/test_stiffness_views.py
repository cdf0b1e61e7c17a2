"""The views of the stiffness in the real window: numbers as the core has them, words, saved pictures."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.features.stiffness.answer_view import LoadKind, PoseKind
from app.features.stiffness.page import StiffnessPage
from app.features.stiffness.pose_presentation import shift
from app.features.stiffness.result_view import GEOMETRY, LINKS, MAP, POSE
from app.features.stiffness.tasks import stiffness_view
from app.presentation import value_text
from app.shell.window import Window
from app.speech.units import number
from core.monitor import NullMonitor
from core.recording import Quantity
from core.robot.library import load_robot
from core.stiffness.prediction import FlangeLoad, shift_parts
from devices.acquisition.ring import Ring
from devices.samples import SampleBlock
from tests.app import payload_examples
from tests.app.stiffness_window import opened, pick, work_out
from tests.waiting import LIMIT_MS, wait_until

BETWEEN_MS = 120
POSE_DEG = (20.0, -35.0, 60.0, 15.0, 50.0, 0.0)


@pytest.fixture
def page(window: Window, qtbot: QtBot, tmp_path: Path) -> StiffnessPage:
    """The stiffness of the six-link arm, worked out."""
    opened(window, qtbot, tmp_path / "cell.h5", "mikhel-6")
    return work_out(window, qtbot)


def _point_at(widget: QWidget, place: QPointF) -> None:
    button = Qt.MouseButton.NoButton
    none = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, place, widget.mapToGlobal(place), button, button, none)
    QCoreApplication.sendEvent(widget, event)


def _answer(window: Window, *, load: object, pose_deg: tuple[float, ...] | None = None):  # type: ignore[no-untyped-def]
    pose = None if pose_deg is None else np.radians(pose_deg)
    view = stiffness_view(
        visit=window.visit.path,
        load=load,  # type: ignore[arg-type]
        pose=pose,  # type: ignore[arg-type]
        with_map=False,
        monitor=NullMonitor(),
    )
    assert view.predicted is not None
    return view


def _shown(view) -> str:  # type: ignore[no-untyped-def]
    return value_text(shift(view).row("whole").value)


def test_the_question_of_a_technician_is_answered(window: Window, qtbot: QtBot, page: StiffnessPage) -> None:
    answer = page.result.answer
    ten = _answer(window, load=FlangeLoad(10.0))
    assert answer.words.startswith(f"10.0\u00a0kg moves the tool by {_shown(ten)}")
    parts = shift_parts(ten.predicted)
    assert f"Gears: {number(parts.gears * 1e3)}\u00a0mm" in answer.words
    assert f"Links: {number(parts.links * 1e3)}\u00a0mm" in answer.words
    answer.mass.show_text("2,4 kg")
    light = _shown(_answer(window, load=FlangeLoad(2.4)))
    wait_until(lambda: f"2.40\u00a0kg moves the tool by {light}" in answer.words)
    answer.mass.show_text("a lot")
    assert answer.question is None
    pick(answer.load, LoadKind.FORCE)
    answer.force.show_text("0 120 0 N")
    pushed = _shown(_answer(window, load=(0.0, 120.0, 0.0)))
    wait_until(lambda: f"120\u00a0N moves the tool by {pushed}" in answer.words)
    # another pose
    pick(answer.load, LoadKind.MASS)
    answer.mass.show_text("10 kg")
    pick(answer.pose, PoseKind.TYPED)
    answer.angles.show_text("20 -35 60")
    assert answer.question is None, "the arm has six joints"
    answer.angles.show_text(" ".join(f"{angle:g}" for angle in POSE_DEG))
    there = _answer(window, load=FlangeLoad(10.0), pose_deg=POSE_DEG)
    wait_until(lambda: _shown(there) in answer.words)
    page.result.show_view(POSE)
    largest = number(float(there.full.ellipsoid.size[0]) * 1e6)
    wait_until(lambda: f"Axis 1: {largest}" in page.result.pose.words)
    assert largest in page.result.pose.picture.accessibleDescription()


def test_the_worst_pose_is_that_of_the_map(window: Window, qtbot: QtBot, page: StiffnessPage) -> None:
    answer, shown = page.result.answer, page.result.map
    pick(answer.pose, PoseKind.WORST)
    wait_until(lambda: shown.found is not None)
    assert shown.found is not None
    there = _shown(
        _answer(window, load=FlangeLoad(10.0), pose_deg=tuple(np.degrees(shown.found.worst_position)))
    )
    wait_until(lambda: f"moves the tool by {there}" in answer.words)
    page.result.show_view(MAP)
    assert f"at most {number(shown.found.most * 1e3)} mm" in shown.words
    # a heavier load: neither the map nor its worst pose are known any more
    answer.mass.show_text("20 kg")
    first = shown.found
    wait_until(lambda: shown.found is not None and shown.found is not first)
    assert shown.found.most == pytest.approx(2.0 * first.most, rel=1e-6)
    picture = shown.picture
    assert picture.shown is not None
    place = picture._place(picture.shown)
    worst = picture._spot(picture.shown, place, picture.shown.worst) - QPointF(0.5, 0.0)
    assert f"{number(shown.found.most * 1e3)}\u00a0mm" in picture.words_at(worst)  # type: ignore[union-attr]
    assert "does not come there" in picture.words_at(place.topRight() + QPointF(-2, 2))
    assert picture.words_at(QPointF(0.0, 0.0)) == ""
    shown.kind.press(1)
    assert np.nanmax(picture.shown.values) < shown.found.most  # type: ignore[union-attr]
    shown.look_button.click()
    assert page.result.index == POSE


def test_cells_are_described_in_words(qtbot: QtBot, page: StiffnessPage) -> None:
    page.result.show_view(LINKS)
    links = page.result.links
    wait_until(lambda: links.chart.shown is not None)
    assert links.chart.shown is not None
    said = "Link 3, sagging along its y: gives 12\u00a0% of what joint 4 gives."
    assert links.words == f"{said} Geometry alone: 4.9/m² times kyy."
    qtbot.keyClick(links.chart, Qt.Key.Key_Right)
    assert links.chart.cell == (6, 2, 4)
    assert "joint 5" in links.words
    qtbot.keyClick(links.chart, Qt.Key.Key_Down)
    assert "gives nothing to joint 5" in links.words
    _point_at(links.chart, links.chart.place_of(15, 1, 3).center())
    assert links.chart.cell == (15, 1, 3)
    assert links.words.startswith("Link 2, turning about its x: gives 7.4\u00a0% of what joint 4 gives.")
    share = links.chart.shown.values[15, 1, 3]
    assert share == pytest.approx(0.074, abs=5e-4)
    links.kind.press(GEOMETRY)
    one = page.result.found.contributions[1]  # type: ignore[union-attr]
    assert links.chart.shown.values[15, 1, 3] == pytest.approx(one.coefficient[3, 3, 3])


def test_every_view_is_saved_as_what_it_shows(
    window: Window, qtbot: QtBot, page: StiffnessPage, tmp_path: Path
) -> None:
    page.result.show_view(MAP)
    wait_until(lambda: page.result.map.found is not None)
    wait_until(lambda: page.result.hidden_views.is_done)
    result = page.result
    pictures = {
        "joints": (result.joints.bars, "joint,own spring (share)"),
        "links": (result.links.chart, "link,spring,joint_1 (share)"),
        "pose": (result.pose.picture, "half axis,all springs (m/N)"),
        "map": (result.map.picture, "distance from the axis (m),height (m),shift of the tool (m)"),
    }
    for name, (picture, header) in pictures.items():
        for ending in ("csv", "png", "svg"):
            result.export.save(picture, tmp_path / f"{name}.{ending}")
        last = tmp_path / f"{name}.svg"
        wait_until(last.exists)
        text = (tmp_path / f"{name}.csv").read_text(encoding="utf-8")
        assert text.startswith(header)
        assert len(text.splitlines()) > 3
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert picture.accessibleName()
        assert picture.accessibleDescription()
    for picture in (page.result.joints.bars, page.result.pose.picture):
        with qtbot.waitSignal(picture.menu_asked, timeout=LIMIT_MS):
            middle = picture.rect().center()
            reason = QContextMenuEvent.Reason.Mouse
            event = QContextMenuEvent(reason, middle, picture.mapToGlobal(middle))
            picture.contextMenuEvent(event)
        menu = picture.findChild(QMenu)
        assert isinstance(menu, QMenu)
        assert len(menu.actions()) == 3
        menu.close()


def test_the_connected_arm_and_the_measured_payload_are_offered(
    window: Window, qtbot: QtBot, page: StiffnessPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = page.result.answer
    assert answer.pose.findText("The arm's pose now") < 0
    ring, robot = Ring(100), load_robot("mikhel-6")
    pose = np.radians(POSE_DEG)
    reported = robot.position_as_reported(np.tile(pose, (20, 1)))
    time = np.arange(20) / 100.0
    ring.append(SampleBlock(np.arange(20), time, time, {Quantity.POSITION: reported}))
    monkeypatch.setattr(RobotLink, "acquisition", property(lambda _: SimpleNamespace(ring=ring)))
    window.visit.payloads.result = payload_examples.payload()
    page.entered()
    pick(answer.pose, PoseKind.NOW)
    there = _answer(window, load=FlangeLoad(10.0), pose_deg=POSE_DEG)
    wait_until(lambda: _shown(there) in answer.words)
    pick(answer.load, LoadKind.PAYLOAD)
    found = payload_examples.payload().estimate
    x, y, z = found.center_of_mass
    load = FlangeLoad(found.mass, (x, y, z), found.covariance)
    there = _answer(window, load=load, pose_deg=POSE_DEG)
    assert shift_parts(there.predicted).std > 0.0, "the uncertainty of the payload"
    wait_until(lambda: _shown(there) in answer.words)
    assert "±" in answer.words
