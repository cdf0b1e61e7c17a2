"""What the window learns from a visit file about the twist: which recordings, the newest result, the tool."""

from pathlib import Path

import numpy as np
import pytest

from app.features.twist.results import tool_twist_of_visit
from app.features.twist.tasks import elasticity_of_visit
from app.visit.tasks import open_visit
from core.elasticity.result import ELASTICITY
from core.monitor import NullMonitor
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from core.workflow import Product
from tests.app import twist_examples
from tests.app.twist_examples import ARCSEC, CHECK, FIT

ROBOT = "generic-6r"
SAMPLES = 200


def recording(label: str, *, has_link: bool) -> Recording:
    """Every motor 100 arcsec to and fro around its link; the arm is stretched out."""
    time = np.linspace(0.0, 2.0, SAMPLES)
    robot = load_robot(ROBOT)
    link = np.zeros((SAMPLES, robot.joint_count))
    turned = np.zeros_like(link)
    turned[:, 1] = 100.0 * ARCSEC * np.sin(np.pi * time)
    shaft = (link + turned) @ robot.coupling_matrix.T
    motor = shaft if robot.motor_position_at_shaft else shaft / robot.gear_ratio
    columns = {Quantity.POSITION: link, Quantity.MOTOR_POSITION: motor}
    if has_link:
        columns[Quantity.LINK_POSITION] = link
    return Recording(label, time, columns)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot(ROBOT))) as visit:
        visit.add_recording(recording(FIT, has_link=True))
        visit.add_recording(recording("motors", has_link=False))
    return path


def test_a_visit_without_it_says_nothing(path: Path) -> None:
    summary = open_visit(path=path, monitor=NullMonitor()).summary
    assert {one.label: one.has_twist for one in summary.recordings} == {FIT: True, "motors": False}
    assert dict(summary.products) == {}
    assert elasticity_of_visit(path=path, monitor=NullMonitor()) is None
    assert tool_twist_of_visit(path=path, monitor=NullMonitor()) == ()


def test_the_newest_one_is_found_again(path: Path) -> None:
    found = twist_examples.elasticity()
    with Visit.open(path) as visit:
        key = visit.add_result(ELASTICITY, found)
    summary = open_visit(path=path, monitor=NullMonitor()).summary
    assert summary.key(Product.ELASTICITY) == key
    assert summary.made_from(Product.ELASTICITY, Product.MODEL) == found.model_created_at
    again = elasticity_of_visit(path=path, monitor=NullMonitor())
    assert again is not None
    assert again.joints[1].stiffness == found.joints[1].stiffness
    assert again.joints[3].branch_stiffness == found.joints[3].branch_stiffness
    np.testing.assert_array_equal(again.joints[2].loop.load, found.joints[2].loop.load)  # type: ignore[union-attr]


def test_the_tool_moves_with_the_twist(path: Path) -> None:
    with Visit.open(path) as visit:
        visit.add_result(ELASTICITY, twist_examples.elasticity())
    (twist,) = tool_twist_of_visit(path=path, monitor=NullMonitor())
    assert twist.recording == FIT, f"{CHECK} is not in the visit any more"
    # 100 arcsec around joint 2 with the arm's reach of about a metre: half a millimetre
    assert 0.2e-3 < twist.largest < 1.5e-3
    assert twist.rms < twist.largest
