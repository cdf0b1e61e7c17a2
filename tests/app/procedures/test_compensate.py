"""Compensation on the ideal arm with gears that bend: places without and with a load, and every refusal."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.arm.procedure import Outcome
from app.arm.staged_run import APPROACH
from app.features.tool_correction.at_places import CORRECTION, PLACE_DONE, PreparedCompensation
from app.features.tool_correction.procedure import ARRIVAL, CompensateProcedure
from app.features.tool_correction.tasks import ARRIVAL_RAD, AVERAGED, stored_compensation
from core.errors import BadRequest, Infeasible, TorsionError
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import FloatArray, Mark, Quantity
from core.robot.library import load_robot
from core.stiffness.compensation_result import CompensationReference, CompensationRun, ReferencePlace
from core.stiffness.correction import lifting_direction
from core.stiffness.model import stiffness_model
from core.stiffness.prediction import tool_shift_of_turns
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.motion import MoveTo
from devices.samples import SampleBlock
from tests.app.procedures.fake_arm import ROBOT, SERIAL, FakeArm

ARM = load_robot(ROBOT)
SPRINGS = np.array([4e4, 3e4, 1e4])
MODEL = stiffness_model(ARM, joint_stiffness=SPRINGS)
REDUCED = reduce_stiffness(MODEL, StiffnessSettings(error_poses=100))
PLACES = tuple(
    ARM.position_as_reported(place) for place in (np.array([0.2, 0.5, -0.7]), np.array([-0.1, 0.3, -0.5]))
)
PROCEDURE = CompensateProcedure(PLACES, reduced=REDUCED, floor_height=-2.0)
LOADED = replace(PROCEDURE, places=(), load=CompensationRun.LOADED)
WEIGHT = np.array([0.0, 0.0, -150.0])
STEP_RAD = np.radians(0.2)

Force = Callable[[FloatArray], FloatArray]


class BendingArm(FakeArm):
    """Gears that bend under a force on the tool, which may depend on where the motors are."""

    def __init__(self, **settings: object) -> None:
        super().__init__(mark=Mark.VIRTUAL, **settings)  # type: ignore[arg-type]
        self.force: Force = lambda position: np.zeros(3)
        self.drift = 0.0
        """rad/s of the first joint while it stands."""

    def read(self, timeout: float) -> SampleBlock | None:
        block = super().read(timeout)
        if block is None:
            return None
        columns = dict(block.columns)
        moved = columns[Quantity.POSITION] + self.drift * block.device_time[:, np.newaxis] * np.eye(3)[0]
        at = self.robot.position_from_reported(moved)
        force = self.force(at[-1])
        twist = np.array([self.twist(place, force) for place in (at[0], at[-1])])
        share = np.linspace(0.0, 1.0, at.shape[0])[:, np.newaxis]
        between = twist[0] + share * (twist[1] - twist[0])
        columns[Quantity.POSITION] = columns[Quantity.MOTOR_POSITION] = moved
        columns[Quantity.LINK_POSITION] = moved - 0.001 - between * self.robot.reported_sign
        return replace(block, columns=columns)

    def twist(self, position: FloatArray, force: FloatArray) -> FloatArray:
        """(n,) motor less link."""
        columns = MODEL.columns(position[np.newaxis]).joint[0]
        return -MODEL.joint_compliance * (columns[:3].T @ force)


def run(session, procedure, monitor=None) -> tuple[PreparedCompensation, Outcome]:
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    return prepared, procedure.run(session, prepared, monitor or NullMonitor())


def measured(power_on: str = "monday", serial: str = SERIAL) -> CompensationReference:
    """A run without the load as the ideal arm would give it."""
    goals = [ARM.position_from_reported(place) for place in PLACES]
    places = tuple(
        ReferencePlace(
            goal,
            goal - ARRIVAL_RAD * lifting_direction(ARM, goal),
            0.001 * ARM.reported_sign,
            np.full(3, 1e-9),
            np.full(3, np.nan),
        )
        for goal in goals
    )
    return CompensationReference(ROBOT, places, "compensate-unloaded", serial, power_on)


class StopsWhen(NullMonitor):
    """A person asks to stop once something is under way."""

    def __init__(self, word: str) -> None:
        self._word, self._now = word, False

    def report(self, fraction: float, text: str = "") -> None:
        self._now = self._now or text.startswith(self._word)

    def check(self) -> None:
        if self._now:
            raise Cancelled


def notes(visit: Path, label: str, code: str) -> list[dict]:
    with Visit.open(visit) as opened:
        return [dict(event.facts) for event in opened.recording(label).events if event.code == code]


def test_without_and_with_the_load_and_the_tool_is_back(open_session, visit) -> None:
    arm = BendingArm()
    session = open_session(arm)
    prepared, without = run(session, PROCEDURE)
    assert without.is_complete, without.error
    assert without.verdict is Verdict.GOOD
    known = without.found.reference
    assert known is not None
    assert (known.power_on, known.serial, known.mark) == ("monday", SERIAL, Mark.VIRTUAL)
    for place, goal, staged in zip(known.places, PLACES, prepared.places, strict=True):
        assert place.goal == pytest.approx(ARM.position_from_reported(goal))
        assert place.deflection == pytest.approx(0.001 * ARM.reported_sign, abs=1e-9)
        came = (place.goal - place.before) * lifting_direction(ARM, place.goal)
        assert came == pytest.approx(np.full(3, ARRIVAL_RAD)), "against the weight"
        assert isinstance(staged.arrival.plan, MoveTo)
    arm.force = lambda position: WEIGHT
    _, found = run(session, LOADED)
    assert found.is_complete, found.error
    assert found.recordings == ("compensate-loaded",)
    result = found.found.result
    assert result is not None
    assert result.reference.recording == "compensate-unloaded"
    for place in result.places:
        bent = tool_shift_of_turns(ARM, place.goal, -arm.twist(place.goal, WEIGHT), tool=(0.0, 0.0, 0.0))
        assert place.shift_before == pytest.approx(np.linalg.norm(bent), rel=0.01)
        assert place.shift_before > 2e-4
        assert place.shift_after < 3e-5
        moved = place.corrected - arm.twist(place.corrected, WEIGHT)
        assert moved == pytest.approx(place.goal, abs=2e-5), "the links are where they were"
        assert place.end == "done"
    with Visit.open(visit) as opened:
        recording = opened.recording("compensate-loaded")
        position = np.asarray(recording.columns[Quantity.POSITION][:])
    assert ARM.position_from_reported(position[-1]) == pytest.approx(result.places[-1].corrected, abs=1e-6)
    stored = stored_compensation(path=visit, monitor=NullMonitor())
    assert stored.result is not None
    assert stored.reference is not None
    assert stored.result.places[1].corrected == pytest.approx(result.places[1].corrected)
    assert [note["place"] for note in notes(visit, "compensate-loaded", PLACE_DONE)] == [1, 2]
    assert len(notes(visit, "compensate-unloaded", AVERAGED)) == 2


def test_a_correction_in_several_steps_stays_within_each(open_session, visit) -> None:
    arm = BendingArm()
    session = open_session(arm)
    goal = measured().places[0].goal
    force = WEIGHT * (2.5 * STEP_RAD / np.abs(arm.twist(goal, WEIGHT)).max())
    arm.force = lambda position: force
    one = replace(measured(), places=measured().places[:1])
    _, outcome = run(session, replace(LOADED, reference=one))
    assert outcome.is_complete, outcome.error
    assert outcome.found.result is not None
    (place,) = outcome.found.result.places
    commanded = [taken.commanded for taken in place.taken]
    assert len(commanded) == 4
    for before, after in pairwise(commanded):
        assert np.abs(after - before).max() <= STEP_RAD * (1.0 + 1e-9)
    corrections = notes(visit, "compensate-loaded", f"{CORRECTION}-begins")
    assert [note["step"] for note in corrections] == [1, 2, 3]
    assert all(note["shift"] <= 5e-3 for note in corrections)
    assert place.shift_after < 0.05 * place.shift_before


def test_what_grows_or_is_too_large_is_reported_and_the_next_place_is_tried(open_session) -> None:
    arm = BendingArm()
    session = open_session(arm)
    first, second = measured().places

    def force(position: FloatArray) -> FloatArray:
        if np.abs(position - second.goal).max() < 0.05:
            return 12.0 * WEIGHT
        return WEIGHT * (1.0 + min(3e3 * np.abs(position - first.goal).max(), 3.0))

    arm.force = force
    _, outcome = run(session, replace(LOADED, reference=measured()))
    assert outcome.is_complete, outcome.error
    found = outcome.found.result
    assert found is not None
    grew, large = found.places
    assert (grew.end, large.end) == ("correction-grows", "correction-too-large")
    assert grew.corrected == pytest.approx(first.goal)
    assert len(large.taken) == 1
    assert found.corrected == ()
    assert outcome.verdict is Verdict.REPEAT


@pytest.mark.parametrize(
    ("procedure", "code"),
    [
        (replace(LOADED, reference=measured(power_on="tuesday")), "compensation-other-power-on"),
        (replace(LOADED, reference=measured(serial="SN-1")), "compensation-other-arm"),
        (LOADED, "compensation-no-reference"),
        (replace(LOADED, reference=measured(), places=PLACES[:1]), "compensation-other-places"),
        (replace(PROCEDURE, places=()), "compensation-no-places"),
        (replace(PROCEDURE, places=(np.zeros(4),)), "compensation-place-shape"),
        (replace(PROCEDURE, places=(np.array([0.0, 3.2, 0.0]),)), "compensation-place-limits"),
        (replace(PROCEDURE, reduced=None), "stiffness-springs-unknown"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_moves(open_session, procedure, code) -> None:
    arm = BendingArm()
    session = open_session(arm)
    with pytest.raises(BadRequest) as refused:
        procedure.prepare(session, NullMonitor())
    assert refused.value.code == code
    assert session.standing_pose() == pytest.approx([0.1, 0.4, -0.6])


def test_a_place_without_room_is_named(open_session) -> None:
    session = open_session(BendingArm())
    with pytest.raises(Infeasible) as refused:
        replace(PROCEDURE, floor_height=5.0).prepare(session, NullMonitor())
    assert refused.value.code == "compensation-place-not-reached"
    assert refused.value.facts["place"] == 1
    assert refused.value.facts["findings"]


def test_an_arm_that_reports_no_twist_or_takes_no_motion_is_refused(open_session) -> None:
    blind, still = BendingArm(), BendingArm(kind=ControllerKind.READ_ONLY)
    reported = tuple(one for one in blind.capabilities.quantities if one is not Quantity.LINK_POSITION)
    blind.capabilities = replace(blind.capabilities, quantities=reported)
    for arm, code in ((blind, "controller-tells-no-twist"), (still, "controller-does-not-move")):
        with pytest.raises(BadRequest, match=code):
            PROCEDURE.prepare(open_session(arm), NullMonitor())


@pytest.mark.parametrize(("word", "moves"), [(APPROACH, [APPROACH]), ("averaging", [APPROACH, ARRIVAL])])
def test_half_a_run_without_the_load_is_no_reference(
    open_session, visit, word: str, moves: Sequence[str]
) -> None:
    session = open_session(BendingArm())
    _, outcome = run(session, PROCEDURE, StopsWhen(word))
    assert outcome.stopped
    assert outcome.verdict is Verdict.REPEAT
    assert outcome.found is None
    assert stored_compensation(path=visit, monitor=NullMonitor()).reference is None
    begun = [event.code for event in outcome.events if event.code.endswith("-begins")]
    assert [code.removesuffix("-begins") for code in begun] == list(moves)


def test_places_that_were_corrected_before_a_stop_are_kept(open_session, visit) -> None:
    arm = BendingArm()
    session = open_session(arm)
    arm.force = lambda position: WEIGHT
    _, outcome = run(session, replace(LOADED, reference=measured()), StopsWhen(f"{APPROACH} 2"))
    assert outcome.stopped
    found = stored_compensation(path=visit, monitor=NullMonitor()).result
    assert found is not None
    assert [place.number for place in found.places] == [1]
    assert "compensation-places-left" in {reason.code for reason in found.judgement.reasons}


def test_an_arm_that_does_not_stand_is_not_averaged(open_session, visit) -> None:
    arm = BendingArm()
    session = open_session(arm)
    arm.drift = 4e-4
    _, outcome = run(session, replace(PROCEDURE, places=PLACES[:1]))
    assert outcome.error is not None
    assert outcome.error.code == "standstill-moved"
    assert arm.stops, "the arm was commanded to stop"
    assert stored_compensation(path=visit, monitor=NullMonitor()).reference is None


def test_a_lost_link_ends_it_and_what_was_recorded_is_kept(open_session, visit) -> None:
    arm = BendingArm()
    session = open_session(arm)
    arm.lose_link_after = arm.time + 6.0
    _, outcome = run(session, PROCEDURE)
    error: TorsionError | None = outcome.error
    assert error is not None
    assert error.code == "link-lost"
    with Visit.open(visit) as opened:
        assert opened.recording("compensate-unloaded").incomplete == "link-lost"
