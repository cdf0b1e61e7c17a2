"""What a visit's file holds of each product: the newest of its kind, and what that was made from."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.features.stiffness.tasks import analyse_stiffness
from app.jobs.task import Task
from app.visit.payload import PAYLOAD_PLAN
from app.visit.products import products_of
from app.visit.recordings import ENCODER_CHECK
from app.visit.run_choice import RunChoice
from app.visit.stored_products import Stored, products_in, with_products
from app.visit.tasks import create_visit, look_after_procedure, open_visit
from core.elasticity.result import ELASTICITY
from core.fields import to_json_value
from core.identification.synthetic import synthesize
from core.identification.verification_result import VERIFICATION
from core.monitor import NullMonitor
from core.payload.result import PAYLOAD
from core.recording import Recording
from core.robot.library import load_robot
from core.stiffness.compensation_result import COMPENSATION
from core.stiffness.result import STIFFNESS
from core.storage.visit import Visit
from core.workflow import Made, Product
from tests.app import payload_examples, payload_plan_examples, twist_examples, verification_examples
from tests.app.compensation_examples import compensation, reference
from tests.app.fake_robot import check
from tests.app.live_correction_examples import reduced

ROBOT = "mikhel-6"
WATCH = NullMonitor()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    create_visit(path=tmp_path / "cell.h5", robot=ROBOT, monitor=WATCH)
    return tmp_path / "cell.h5"


def test_an_empty_visit_holds_none(path: Path) -> None:
    assert open_visit(path=path, monitor=WATCH).summary.products == {}


def test_the_newest_of_each_kind_with_what_it_was_made_from(path: Path) -> None:
    twist, judged = twist_examples.elasticity(), verification_examples.verification()
    with Visit.open(path) as visit:
        for _ in range(2):
            visit.add_result(ELASTICITY, twist)
        visit.add_result(VERIFICATION, judged)
        visit.add_result(PAYLOAD, payload_examples.payload())
        found = products_in(visit)
    assert found[Product.ELASTICITY] == Made("elasticity-002", {Product.MODEL: twist.model_created_at})
    assert found[Product.VERIFICATION].made_from == {Product.MODEL: judged.model_created_at}
    assert set(found[Product.PAYLOAD].made_from) == {Product.PAYLOAD_REFERENCE}
    assert open_visit(path=path, monitor=WATCH).summary.products == found


def test_after_a_procedure_only_new_recordings_are_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = load_robot(ROBOT)
    with Visit.open(path) as visit, visit.change() as draft:
        draft.add_recording(synthesize(robot, seed=1, duration_s=2.0, label="first"))
    before = open_visit(path=path, monitor=WATCH).summary
    with Visit.open(path) as visit:
        with visit.change() as draft:
            draft.add_recording(synthesize(robot, seed=1, duration_s=2.0, label="second"))
        visit.add_result(ENCODER_CHECK, replace(check(), recording="first"))
        visit.add_result(PAYLOAD_PLAN, payload_plan_examples.plan())
    opened = open_visit(path=path, monitor=WATCH)
    assert [one.is_check for one in opened.summary.recordings] == [True, False]
    read, read_recording = [], Visit.recording

    def recording(visit: Visit, label: str) -> Recording:
        read.append(label)
        return read_recording(visit, label)

    monkeypatch.setattr(Visit, "recording", recording)
    summary, newest_plan = look_after_procedure(path=path, before=before, monitor=WATCH)
    assert read == ["second"]
    assert summary == opened.summary
    assert newest_plan is not None
    assert to_json_value(newest_plan) == to_json_value(opened.payload_plan)


def test_a_tool_is_brought_back_by_the_newest_stiffness_or_by_an_older_one(path: Path) -> None:
    robot = load_robot(ROBOT)
    places = [np.zeros(robot.joint_count)]
    stiffness = reduced(robot)
    by = replace(compensation(reference(places, robot)), stiffness_created_at=stiffness.created_at)
    with Visit.open(path) as visit:
        key = visit.add_result(STIFFNESS, stiffness)
        visit.add_result(COMPENSATION, by)
        assert products_in(visit)[Product.COMPENSATION].made_from == {Product.STIFFNESS: key}
        visit.add_result(STIFFNESS, replace(stiffness, created_at="2026-11-01T00:00:00+00:00"))
        assert products_in(visit)[Product.COMPENSATION].made_from == {Product.STIFFNESS: stiffness.created_at}


def test_the_model_that_is_shown_is_named_by_its_revision(path: Path) -> None:
    with Visit.open(path) as visit:
        visit.add_result(ELASTICITY, twist_examples.elasticity())
    summary = open_visit(path=path, monitor=WATCH).summary
    made = twist_examples.elasticity().model_created_at
    for created_at, expected in ((made, "shown"), ("another day", made)):
        found = products_of(
            summary, choice=RunChoice(), model=Made("shown"), created_at=created_at, report=None
        )
        assert found[Product.ELASTICITY].made_from == {Product.MODEL: expected}


def test_a_result_comes_with_its_key(path: Path) -> None:
    stored: Stored = with_products(WATCH, work=Task(analyse_stiffness, visit=path), visit=path)
    assert stored.products[Product.STIFFNESS].revision == "stiffness-001"
    with Visit.open(path) as visit:
        assert visit.results(STIFFNESS)[-1].key == "stiffness-001"
    assert stored.result.stiffness.shape == (6,)
