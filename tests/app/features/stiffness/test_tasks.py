"""The stiffness of an arm as a job: whose springs it takes, what it stores, and what a picture gets."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from app.features.stiffness.spring_model import known_arm
from app.features.stiffness.tasks import (
    analyse_stiffness,
    flange_load_of_visit,
    plan_stiffness_loads,
    stiffness_view,
)
from app.visit.tasks import open_visit
from core.elasticity.result import ELASTICITY
from core.errors import BadFile, BadRequest
from core.monitor import Cancelled, NullMonitor
from core.payload.result import PAYLOAD
from core.quality import Judgement, Reason, Verdict
from core.robot.library import load_robot
from core.stiffness.load_plan import HungMass, LoadPlanSettings
from core.stiffness.prediction import FlangeLoad
from core.stiffness.result import Route, SpringSource
from core.stiffness.settings import StiffnessSettings
from core.storage.visit import Visit
from core.workflow import Made, Product
from tests.app import payload_examples
from tests.app.stiffness_examples import (
    K3,
    SERIAL,
    load_file,
    poses_and_forces,
    shifts_of_all_springs,
    shifts_of_joints,
    shipped,
    twist_of,
    visit_to,
)
from tests.core.elasticity.hand_made import hidden_joint, measured_joint

WATCH = NullMonitor()


class Impatient(NullMonitor):
    """Stops the work at once."""

    def check(self):
        raise Cancelled


@pytest.fixture
def visit(tmp_path):
    """Both encoders showed the first and the third joint; the second was not loaded."""
    measured = (measured_joint(0, stiffness=1.5e5), hidden_joint(1), measured_joint(2, stiffness=8e4))
    return visit_to(shipped(), tmp_path / "visit.h5", *measured)


def kept(visit):
    """The newest stiffness that a visit keeps."""
    return open_visit(path=visit, monitor=WATCH).stiffness


def test_measured_springs_come_first_and_the_description_gives_the_rest(visit):
    found = analyse_stiffness(visit=visit, monitor=WATCH)
    assert found.springs == pytest.approx([1.5e5, 3e5, 8e4])
    assert [joint.spring_std for joint in found.joints] == pytest.approx([3e3, 0.0, 1.6e3])
    assert found.spring_source is SpringSource.TWIST
    assert found.source == "elasticity-001"
    # the links add what they add, whatever the gears are
    added = 1.0 / np.array(K3) - 1.0 / np.array([2e5, 3e5, 1e5])
    assert found.compliance == pytest.approx(1.0 / np.array([1.5e5, 3e5, 8e4]) + added, rel=1e-6)
    std = np.array([3e3 / 1.5e5**2, 0.0, 1.6e3 / 8e4**2])
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(std)


def test_a_gear_that_cannot_be_judged_counts_as_unmeasured(tmp_path):
    slips = Judgement.of([Reason("twist-slipping", {"joint": "joint_1"}, Verdict.REPEAT)])
    joints = (measured_joint(0, stiffness=1e4, judgement=slips), measured_joint(1), measured_joint(2))
    arm = known_arm(None, visit_to(shipped(), tmp_path / "v.h5", *joints))
    assert np.isnan(arm.joint_stiffness[0])
    assert arm.joint_stiffness[1:] == pytest.approx([2e4, 2e4])


def test_a_visit_keeps_it_with_where_it_is_from(visit):
    assert kept(visit) is None
    found = analyse_stiffness(visit=visit, monitor=WATCH)
    again = kept(visit)
    assert again.stiffness.tolist() == found.stiffness.tolist()
    assert (again.serial, again.source) == (SERIAL, "elasticity-001")
    assert again.software.startswith("torsion")
    assert [one.label for one in again.contributions] == ["joint_1", "joint_2", "joint_3"]
    opened = open_visit(path=visit, monitor=WATCH)
    made = opened.summary.products[Product.STIFFNESS]
    assert made == Made("stiffness-002", {Product.ELASTICITY: "elasticity-001"})
    assert opened.stiffness.stiffness.tolist() == found.stiffness.tolist()


def test_nothing_is_kept_without_storing(visit):
    analyse_stiffness(visit=visit, store=False, monitor=WATCH)
    assert kept(visit) is None


def test_springs_of_a_description_alone_name_no_twist(tmp_path):
    path = visit_to(shipped(), tmp_path / "bare.h5")
    found = analyse_stiffness(visit=path, monitor=WATCH)
    assert found.stiffness == pytest.approx(K3, rel=1e-6)
    assert (found.spring_source, found.source) == (SpringSource.DESCRIPTION, "")
    summary = open_visit(path=path, monitor=WATCH).summary
    assert summary.products[Product.STIFFNESS] == Made("stiffness-001")


def test_joints_with_unknown_springs_are_named(tmp_path):
    robot = replace(shipped(), joint_stiffness=None)
    path = visit_to(robot, tmp_path / "v.h5", hidden_joint(0), measured_joint(1), hidden_joint(2))
    with pytest.raises(BadRequest) as refused:
        analyse_stiffness(visit=path, monitor=WATCH)
    assert refused.value.code == "stiffness-springs-unknown"
    assert refused.value.facts["joints"] == ("joint_1", "joint_3")
    assert kept(path) is None


def test_no_arm_and_another_arm_are_refused(visit):
    with pytest.raises(BadRequest, match="stiffness-no-robot"):
        analyse_stiffness(monitor=WATCH)
    with pytest.raises(BadRequest, match="stiffness-other-arm"):
        analyse_stiffness(robot="mikhel-6", visit=visit, monitor=WATCH)


def test_measured_springs_for_a_better_description(visit, tmp_path):
    rigid = tmp_path / "rigid.h5"
    visit_to(
        replace(shipped(), link_springs=()), rigid, measured_joint(0), measured_joint(1), measured_joint(2)
    )
    without = analyse_stiffness(visit=rigid, store=False, monitor=WATCH)
    assert without.contributions == ()
    assert without.stiffness == pytest.approx([2e4] * 3)
    found = analyse_stiffness(robot="mikhel-3", visit=rigid, monitor=WATCH)
    assert len(found.contributions) == 3
    assert np.all(found.stiffness < without.stiffness)


def test_an_experiment_of_a_visit_without_any_spring(tmp_path):
    robot = replace(shipped(), joint_stiffness=None, link_springs=())
    path = visit_to(robot, tmp_path / "v.h5")
    q, force = poses_and_forces(robot, count=9)
    stiffness = np.array([1.1e5, 2.2e5, 0.9e5])
    loads = load_file(tmp_path / "loads.csv", q, force, shifts_of_joints(robot, stiffness, q, force))
    found = analyse_stiffness(visit=path, loads=loads, monitor=WATCH)
    assert found.route is Route.EXPERIMENT
    assert found.stiffness == pytest.approx(stiffness, rel=1e-6)
    assert found.source == "loads.csv"
    assert np.isnan(found.factor).all()
    view = stiffness_view(visit=path, monitor=WATCH)
    assert view.reduced.route is Route.EXPERIMENT
    assert (view.full, view.predicted, view.map) == (None, None, None)
    assert view.at_joints.ellipsoid.size[0] > 0.0


def test_what_is_left_out_is_shown_and_does_not_count(tmp_path):
    robot = shipped()
    q, force = poses_and_forces(robot, count=12)
    shifts = shifts_of_all_springs(robot, q, force)
    shifts[4] *= -3.0
    loads = load_file(tmp_path / "loads.csv", q, force, shifts)
    bad = analyse_stiffness(robot=robot, loads=loads, monitor=WATCH)
    good = analyse_stiffness(robot=robot, loads=loads, leave_out=["t5"], monitor=WATCH)
    assert [test.name for test in good.tests if not test.is_used] == ["t5"]
    errors = [np.abs(found.stiffness / K3 - 1.0).max() for found in (bad, good)]
    assert errors[1] < 0.1 < errors[0]
    with pytest.raises(BadRequest, match="load-test-unknown"):
        analyse_stiffness(robot=robot, loads=loads, leave_out=["t99"], monitor=WATCH)


def test_a_file_that_is_none_is_refused_and_nothing_stored(visit, tmp_path):
    rubbish = tmp_path / "loads.csv"
    rubbish.write_text("a,b\n1,2\n")
    with pytest.raises(BadFile):
        analyse_stiffness(visit=visit, loads=rubbish, monitor=WATCH)
    assert kept(visit) is None


def test_a_picture_gets_all_it_needs_through_the_worker(visit):
    analyse_stiffness(visit=visit, monitor=WATCH)
    load = FlangeLoad(10.0, (0.0, 0.0, 0.05))
    view = stiffness_view(visit=visit, pose=(0.2, 0.4, 0.6), load=load, monitor=WATCH)
    view = pickle.loads(pickle.dumps(view))
    assert view.reduced.source == "elasticity-001", "the visit's own"
    assert view.full.compliance @ view.full.stiffness == pytest.approx(np.eye(6), abs=1e-6)
    wrench = np.concatenate([[0.0, 0.0, -98.1], np.zeros(3)])
    bent = view.full.compliance[:3] @ wrench
    assert view.predicted.full == pytest.approx(bent, rel=0.05), "the moment adds a little"
    assert view.predicted.size_std > 0.0, "of the measured springs"
    assert view.map.most >= view.predicted.size
    assert view.map.radius[-1] >= np.hypot(*view.tool_point[:2]) - 0.1


def test_a_view_without_anything_asked_is_of_the_middle_and_100_n_downwards(tmp_path):
    view = stiffness_view(robot="mikhel-6", with_map=False, monitor=WATCH)
    assert view.pose == pytest.approx(np.zeros(6))
    assert view.load == pytest.approx([0.0, 0.0, -100.0])
    assert view.map is None
    assert view.predicted.full == pytest.approx(view.full.compliance[:3, 2] * -100.0)
    lying = stiffness_view(robot="mikhel-6", load=(30.0, 0.0, 0.0), with_map=False, monitor=WATCH)
    assert lying.predicted.full == pytest.approx(lying.full.compliance[:3, 0] * 30.0)
    with pytest.raises(BadRequest, match="stiffness-pose-shape"):
        stiffness_view(robot="mikhel-6", pose=(0.0, 1.0), monitor=WATCH)


def test_another_tool_is_reckoned_anew(visit):
    analyse_stiffness(visit=visit, monitor=WATCH)
    settings = StiffnessSettings(tool=(0.0, 0.0, 0.2))
    view = stiffness_view(visit=visit, settings=settings, with_map=False, monitor=WATCH)
    assert view.reduced.settings.tool == (0.0, 0.0, 0.2)
    assert np.linalg.norm(view.tool_point) > 0.0


def test_a_stopped_map_says_so():
    with pytest.raises(Cancelled):
        stiffness_view(robot="mikhel-3", monitor=Impatient())


def test_the_load_of_a_visit_that_weighed_it(tmp_path):
    path = visit_to(load_robot("ec66"), tmp_path / "v.h5")
    assert flange_load_of_visit(path=path, monitor=WATCH) is None
    found = payload_examples.payload()
    with Visit.open(path) as opened:
        opened.add_result(PAYLOAD, found)
    load = flange_load_of_visit(path=path, monitor=WATCH)
    assert load.mass == found.estimate.mass
    assert load.center == pytest.approx(found.estimate.center_of_mass)
    assert load.covariance == pytest.approx(found.estimate.covariance)


def test_planned_tests_are_written_for_the_measured_springs(visit, tmp_path):
    out = tmp_path / "plan.csv"
    plan = plan_stiffness_loads(
        visit=visit,
        settings=StiffnessSettings(tool=(0.0, 0.0, 0.05)),
        count=5,
        loads=HungMass(5.0),
        planning=LoadPlanSettings(candidates=40),
        out=out,
        monitor=WATCH,
    )
    assert plan.count == 5
    assert plan.tool == (0.0, 0.0, 0.05)
    # the second joint's spring is the description's, the third's what both encoders showed
    assert 1.0 / plan.compliance[2] == pytest.approx(8e4, rel=0.1)
    assert out.read_text().count("\ntest ") == 5


def test_the_newest_twist_gives_the_springs(visit):
    robot = shipped()
    later = twist_of(robot, measured_joint(0, stiffness=9e4), hidden_joint(1), hidden_joint(2))
    with Visit.open(visit) as opened:
        opened.add_result(ELASTICITY, later)
    found = analyse_stiffness(visit=visit, monitor=WATCH)
    assert found.springs == pytest.approx([9e4, 3e5, 1e5])
    assert found.source == "elasticity-002"
