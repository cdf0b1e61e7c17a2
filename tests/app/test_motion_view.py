"""A motion as it is shown: volume, arm, floor, boxes, closest approach."""

import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.dimension_line import millimetres
from app.widgets.motion_view import MotionView
from core.drawing.swept_volume import ClosestApproach
from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.library import load_robot, shipped_robots
from core.robot.surroundings import Box
from tests.app.motions import CLOSEST, DURATION_S, ShownMotion, waves
from tests.app.test_light_window import HEAVY
from tests.waiting import LIMIT_MS, LIMIT_S, wait_until

SIZE = (420, 360)
STEP_LIMIT_S = 0.010
TABLE = Box("table", (0.5, -0.9, 0.0), (1.0, -0.45, 0.2))
_NONE, _LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot) -> MotionView:
    current_theme().apply(ThemeName.LIGHT)
    view = MotionView()
    qtbot.addWidget(view)
    view.resize(*SIZE)
    return view


def _show(
    view: MotionView,
    name: str = "generic-6r",
    *,
    floor_height: float | None = 0.0,
    boxes: tuple[Box, ...] = (),
    closest: ClosestApproach | None = None,
) -> ShownMotion:
    robot = load_robot(name)
    shown = waves(robot.joint_count, samples=61)
    view.set_robot(robot, floor_height=floor_height, boxes=boxes)
    view.show_motion(shown.motion.position, shown.time, closest=closest)
    return shown


def _image(view: MotionView) -> QImage:
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def _pixels(image: QImage) -> FloatArray:
    """(height, width, 3) red, green, blue."""
    raw = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)
    return raw[..., 2::-1].astype(np.float64)


def _is_bluish(pixels: FloatArray) -> FloatArray:
    return np.asarray(pixels[..., 2] - pixels[..., 0] > 24.0)


def _near(pixels: FloatArray, colour: QColor, tolerance: float = 30.0) -> FloatArray:
    wanted = [colour.red(), colour.green(), colour.blue()]
    return np.asarray(np.abs(pixels - wanted).max(axis=2) < tolerance)


MOVING = [name for name in shipped_robots() if not load_robot(name).output_locked]
"""Nothing passes anywhere on a bench whose output is locked."""


@pytest.mark.parametrize("name", MOVING)
def test_every_robot_and_all_it_passes_is_inside_the_picture(view: MotionView, name: str) -> None:
    _show(view, name)
    pixels = _pixels(_image(view))
    volume = _is_bluish(pixels)
    volume[:30] = False  # the legend
    assert 0.03 < volume.mean() < 0.6
    assert not volume[:, :3].any()
    assert not volume[:, -3:].any()
    assert not volume[-3:].any()


def test_another_moment_moves_the_arm_and_leaves_the_volume_alone(view: MotionView) -> None:
    _show(view)
    first, (key, _) = _pixels(_image(view)), view._pictures["volume"]
    view.show_at(3.3)
    second = _pixels(_image(view))
    assert view._pictures["volume"][0] == key
    assert (np.abs(first - second).max(axis=2) > 10.0).mean() > 0.01
    view.show_at(0.0)
    assert np.array_equal(_pixels(_image(view)), first)


def test_moments_before_and_after_the_motion_are_its_ends(view: MotionView) -> None:
    shown = _show(view)
    view.show_at(99.0)
    assert view.seconds == shown.time[-1]
    np.testing.assert_allclose(view.pose_at(view.seconds), shown.motion.position[-1])
    between = view.pose_at(0.5 * (shown.time[7] + shown.time[8]))
    np.testing.assert_allclose(between, shown.motion.position[7:9].mean(axis=0), atol=1e-12)


def test_a_floor_far_below_makes_room_for_itself(view: MotionView) -> None:
    _show(view, floor_height=0.0)
    _image(view)
    swept = view.swept
    assert swept is not None
    assert view._body is not None
    near = view._fitted(view._body, swept).per_metre
    _show(view, floor_height=-1.0)
    _image(view)
    page = view._fitted(view._body, swept)
    assert page.per_metre < near
    assert page.point(np.array([0.0, 0.0, -1.0])).y() < view.height()


def test_turning_shows_another_side_and_resetting_the_first(view: MotionView) -> None:
    _show(view)
    before = _pixels(_image(view))
    view._turn(0.6, 0.1)
    assert (np.abs(before - _pixels(_image(view))).max(axis=2) > 10.0).mean() > 0.05
    view.reset_view()
    assert np.array_equal(_pixels(_image(view)), before)


def test_boxes_are_seen(view: MotionView) -> None:
    _show(view)
    plain = _pixels(_image(view))
    _show(view, boxes=(TABLE,))
    assert (np.abs(_pixels(_image(view)) - plain).max(axis=2) > 8.0).mean() > 0.05


def test_words_take_the_place_of_a_motion(view: MotionView) -> None:
    _show(view)
    view.show_nothing("The arm is not moved.")
    assert view.accessibleDescription() == "The arm is not moved."
    assert not _is_bluish(_pixels(_image(view))).any()
    _show(view)
    assert view.nothing is None


def test_the_closest_approach_is_a_line_with_its_number(view: MotionView) -> None:
    _show(view, boxes=(TABLE,))
    without = _pixels(_image(view))
    assert view.gap_place.isEmpty()
    _show(view, boxes=(TABLE,), closest=CLOSEST)
    pixels = _pixels(_image(view))
    room = QRectF(view.rect())
    assert room.contains(view.gap_place)
    left, top, right, bottom = (round(edge) for edge in view.gap_place.getCoords())
    ink = _near(pixels[top:bottom, left:right], current_theme().colour("text"), 60.0)
    assert ink.sum() > 60
    assert (np.abs(pixels - without).max(axis=2) > 40.0).sum() > 300
    assert millimetres(CLOSEST.distance) == "43 mm"
    assert "Closest: link 6 and table, 43 mm after 4.0 s." in view.accessibleDescription()


def test_small_distances_have_tenths_and_touching_is_negative() -> None:
    assert millimetres(0.0034) == "3.4 mm"
    assert millimetres(-0.0121) == "−12 mm"
    assert millimetres(-0.00001) == "0.0 mm"


def test_the_number_stays_where_it_is_while_the_arm_moves(view: MotionView) -> None:
    _show(view, boxes=(TABLE,), closest=CLOSEST)
    _image(view)
    place = QRectF(view.gap_place)
    for moment in np.linspace(0.0, DURATION_S, 9).tolist():
        view.show_at(moment)
        view.grab()
        assert view.gap_place == place


def test_a_body_that_nobody_knows_is_no_line(view: MotionView) -> None:
    _show(view, closest=CLOSEST._replace(second="crane"))
    _image(view)
    assert view.gap_place.isEmpty()


def test_words_tell_size_length_and_duration(view: MotionView) -> None:
    _show(view)
    _image(view)
    swept = view.swept
    assert swept is not None
    said = view.accessibleDescription()
    assert said.startswith("The motion takes 10.0 s. The arm passes through a room of ")
    assert f"its tool goes {swept.tool_length:.1f} m." in said
    assert "Closest" not in said
    assert view.accessibleName()


def test_a_single_pose_is_an_arm_without_a_volume(view: MotionView) -> None:
    robot = load_robot("ec66")
    view.set_robot(robot, floor_height=0.0)
    view.show_motion(waves(6).motion.position[:1], np.zeros(1))
    pixels = _pixels(_image(view))
    assert not _is_bluish(pixels[40:320, 60:]).any()
    assert (pixels.mean(axis=2) < 200.0).mean() > 0.01
    assert view.accessibleDescription() == "The arm stands still."


def test_another_robot_has_no_motion_until_it_is_given_one(view: MotionView) -> None:
    _show(view)
    shown = _pixels(_image(view))
    view.set_robot(load_robot("panda"))
    empty = _pixels(_image(view))
    assert not np.array_equal(empty, shown)
    assert not _is_bluish(empty).any()
    assert view.accessibleDescription() == ""
    with pytest.raises(BadRequest):
        view.show_motion(np.zeros((5, 6)), np.arange(5.0))
    view.set_robot(None)
    assert not _is_bluish(_pixels(_image(view))).any()


def test_another_theme_colours_the_volume_anew(view: MotionView) -> None:
    _show(view)
    light = _pixels(_image(view))
    current_theme().apply(ThemeName.DARK)
    dark = _pixels(_image(view))
    current_theme().apply(ThemeName.LIGHT)
    assert np.abs(light - dark).mean() > 5.0
    assert np.array_equal(_pixels(_image(view)), light)


def test_the_window_stays_light() -> None:
    modules = "app.widgets.motion_player, app.widgets.limit_chart, app.features.excitation.search_chart"
    program = (
        f"import sys, {modules}, core.robot.library\nimport numpy as np\n"
        "from core.drawing.arm_scene import ArmBody\nfrom core.drawing.swept_volume import swept_volume\n"
        "swept_volume(ArmBody(core.robot.library.load_robot('ec66')), np.zeros((3, 6)))\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LIMIT_S
    )
    assert done.stdout.strip() == "[]"


def test_on_the_screen_the_volume_follows_the_arm_by_itself(view: MotionView, qtbot: QtBot) -> None:
    _show(view)
    whole = _is_bluish(_pixels(_image(view))).sum()
    with qtbot.waitExposed(view, timeout=LIMIT_MS):
        view.show()
    _show(view)
    view.repaint()
    assert _is_bluish(_pixels(_image(view))).sum() < 0.5 * whole
    painted: list[float] = []
    view.paintEvent = lambda event: (painted.append(0.0), MotionView.paintEvent(view, event))[1]  # type: ignore[method-assign]
    wait_until(lambda: bool(painted))
    del view.paintEvent
    assert _is_bluish(_pixels(_image(view))).sum() > 0.9 * whole
