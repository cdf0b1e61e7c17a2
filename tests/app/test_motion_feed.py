"""The motion view of a page while the arm moves: pose, joint, curve, what comes next; stale and ended."""

import math
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.staged_run import APPROACH, STAGE
from app.guide.motion_names import coming_words
from app.visit.steps import GuideName, Step
from core.recording import Quantity
from core.robot.surroundings import ClosestPair
from devices.samples import SampleBlock
from tests.app import fake_robot
from tests.app.robot_bench import Bench
from tests.waiting import wait_until

POSE = 0.25


def _motions() -> tuple[PlannedMotion, ...]:
    near = replace(
        fake_robot.preview(top_speed=0.2),
        lowest=0.210,
        closest=ClosestPair(0.048, "link 4", "floor", 3),
        closest_time=1.0,
        floor_height=0.0,
    )
    far = replace(near, lowest=0.5, closest=ClosestPair(0.3, "link 4", "floor", 3))
    return (
        PlannedMotion(APPROACH, far, {"move": 1}),
        PlannedMotion("sweep", near, {"joint": 1}),
        PlannedMotion("sweep", far, {"joint": 1}),
        PlannedMotion(APPROACH, far, {"move": 1}),
        PlannedMotion("sweep", far, {"joint": 3}),
    )


class Sweeps(fake_robot.FakeProcedure):
    """Prepares those motions."""

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        count = session.safe.stop_count
        planned = tuple(
            replace(motion, preview=replace(motion.preview, stop_count=count)) for motion in _motions()
        )
        return Prepared(self.name, planned, 100.0, session.connection_count, count)


@pytest.fixture
def moving(bench: Bench) -> Bench:
    """A bench whose arm begins to move on the page of the recording."""
    bench.window.guide = GuideName.ON_ROBOT
    bench.procedure = Sweeps()
    bench.connect()
    return bench


def _start(bench: Bench):
    page = bench.open(Step.RECORD)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: bench.link.state is LinkState.MOVING)
    return page


def _stream(bench: Bench, pose: float, *, first: int) -> None:
    block = fake_robot.samples(first, 10)
    columns = {**block.columns, Quantity.POSITION: np.full((10, fake_robot.JOINTS), pose)}
    assert bench.session.acquisition is not None
    bench.session.acquisition.ring.append(
        SampleBlock(block.sequence, block.device_time, block.host_time, columns)
    )


def test_what_matters_for_safety_is_written_beside_the_picture(moving: Bench) -> None:
    motion = moving.open(Step.RECORD).motion
    facts = motion.fact_words.replace("\xa0", " ")
    assert "Lowest point: 210 mm over the floor" in facts, "the lowest of all motions"
    assert "Closest approach: 48 mm, link 4 to floor" in facts
    assert "J1 17°" in facts
    assert "100.0 s, at most 200 mm/s" in motion.words
    assert motion.picture.swept is not None
    assert motion.picture.pose is None, "the arm stands at the begin of the motion"


def test_the_arm_moves_in_the_picture_with_what_is_done_and_what_comes_next(moving: Bench) -> None:
    page = _start(moving)
    motion, picture = page.run.moving, page.run.moving.picture
    assert not page.form.isVisible(), "the picture has its place while the arm moves"
    wait_until(lambda: motion.coming_words == "Next: joint 2.")
    moving.session.under_way = page.run._feed._motions[1]
    _stream(moving, POSE, first=50)
    wait_until(lambda: picture.pose is not None and bool(np.allclose(picture.pose, POSE)))
    assert picture.joint == 1
    assert not picture.is_stale
    assert motion.coming_words == "Next: joint 4."
    assert motion.curve.caption.text() == "Joint 2 · Torque"
    assert motion.curve.isVisible()
    wait_until(lambda: bool(motion.curve.plot.curves))
    moving.link.progressed.emit(0.25, "")
    assert moving.window.footer.rectangle.progress.words.text() == "Moving · 1 min 15 s left"
    assert motion.steps_words == "0 of 2 motions done"
    moving.session.under_way = page.run._feed._motions[4]
    wait_until(lambda: picture.joint == 3)
    assert motion.coming_words == "This is the last motion."
    moving.procedure.finish.set()
    moving.quiet()


def test_a_silent_stream_is_seen_and_the_last_state_stays_after_the_end(moving: Bench, qtbot: QtBot) -> None:
    page = _start(moving)
    motion, picture = page.run.moving, page.run.moving.picture
    _stream(moving, POSE, first=50)
    wait_until(lambda: picture.pose is not None)
    moving.session.acquisition.ring.fall_silent()
    wait_until(lambda: picture.is_stale)
    assert motion.curve.state.accessibleName().startswith("No data since ")
    _stream(moving, 2 * POSE, first=60)
    wait_until(lambda: not picture.is_stale)
    moving.procedure.outcome = Outcome("record", ("record",))
    moving.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    picture = page.motion.picture
    assert picture.pose is not None
    assert np.allclose(picture.pose, 2 * POSE)
    assert picture.swept is not None
    assert not page.form.isHidden()
    page.run.look_again()
    wait_until(lambda: page.run.is_prepared)
    assert picture.pose is None, "the next motion has a picture of its own"


def test_a_lost_link_leaves_the_last_pose_veiled(moving: Bench, qtbot: QtBot) -> None:
    page = _start(moving)
    picture = page.run.moving.picture
    _stream(moving, POSE, first=50)
    wait_until(lambda: picture.pose is not None)
    moving.session.is_away.set()
    moving.session.lose()
    moving.session.acquisition.ring.fall_silent()
    wait_until(lambda: picture.is_stale)
    moving.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    assert picture.is_stale
    moving.session.is_away.clear()


def test_stages_are_named_by_their_speed_and_ways_there_are_left_out() -> None:
    made = fake_robot.preview()
    stages = (
        PlannedMotion(APPROACH, made, {"move": 1}),
        PlannedMotion(STAGE, made, {"stage": 1, "fraction": 0.2, "cycles": 1}),
        PlannedMotion(STAGE, made, {"stage": 2, "fraction": 1.0, "cycles": 3}),
    )
    assert coming_words(stages, stages[0], joints=()) == "Next: Rehearsal, slowly."
    assert coming_words(stages, stages[1], joints=()).endswith("Next: Full speed, 3 times.")
    assert coming_words(stages, None, joints=()) == ""
    tour = tuple(PlannedMotion("move", made, {"move": number}) for number in (1, 2))
    assert coming_words(tour, tour[0], joints=()).endswith("Next: move 2.")
    assert math.isnan(made.lowest)
