"""The whole way from recordings to a payload: what it says of itself, what it refuses, how it stops."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.errors import BadRequest, NotIdentifiable
from core.fields import from_fields, to_fields
from core.identification.result import IdentificationResult
from core.monitor import Cancelled
from core.payload.joint_estimate import PASSES
from core.payload.result import PayloadResult, PayloadStage, ReferenceKind
from core.payload.settings import PayloadMethod, PayloadSettings
from core.quality import Verdict
from core.recording import Mark, Origin, Quantity, Recording
from tests.core.exchange.made_result import made_result
from tests.core.payload.sweep_examples import (
    EC66,
    LOADED,
    PAPER,
    THREE_STEPS,
    UNLOADED,
    WRISTS,
    MadeArm,
    both_runs,
    deviations,
    errors,
    identified,
    ways,
)
from tests.core.results_examples import same

RUN = ways(speed=20.0)


@cache
def runs() -> tuple[Recording, Recording]:
    return both_runs(MadeArm(friction=3.0, load_friction=0.02), RUN)


class Watching:
    """Keeps what it is offered, and asks to stop at one of the checks."""

    def __init__(self, *, stops_after: int = 10**9) -> None:
        self.kept: list[Any] = []
        self.fractions: list[float] = []
        self.checks = 0
        self._stops_after = stops_after

    def report(self, fraction: float, text: str = "") -> None:
        self.fractions.append(fraction)

    def keep(self, result: object) -> None:
        self.kept.append(result)

    def check(self) -> None:
        self.checks += 1
        if self.checks > self._stops_after:
            raise Cancelled


def test_preliminary_results_are_offered() -> None:
    watching = Watching()
    found = identified(*runs(), seed=1, monitor=watching)
    assert [kept.steps[-1].stage for kept in watching.kept] == list(PayloadStage)
    assert [len(kept.steps) for kept in watching.kept] == [1, 2, 3, 4]
    assert found.unseen
    assert same(watching.kept[-1], replace(found, unseen=()))  # which is said when the whole is weighed
    assert watching.fractions == sorted(watching.fractions)
    assert watching.fractions[0] >= 0.0
    assert watching.fractions[-1] <= 1.0
    for kept in watching.kept[:-1]:
        assert kept.judgement.verdict in Verdict
        assert same(from_fields(PayloadResult, to_fields(kept)), kept)


def test_identification_can_be_cancelled_within_a_pass() -> None:
    """Whatever had been found by then stays offered."""
    whole = Watching()
    identified(*runs(), seed=1, monitor=whole)
    for missing in (3, 6):  # the last two looks are when the whole is weighed, without the load and with it
        watching = Watching(stops_after=whole.checks - missing)
        with pytest.raises(Cancelled):
            identified(*runs(), seed=1, monitor=watching)
        assert [kept.steps[-1].stage for kept in watching.kept] == list(PayloadStage)[:3]
    assert whole.checks > PASSES
    watching = Watching(stops_after=0)
    with pytest.raises(Cancelled):
        identified(*runs(), seed=1, monitor=watching)
    assert not watching.kept


@pytest.mark.parametrize("settings", [PayloadSettings(), THREE_STEPS, PAPER])
def test_results_survive_being_stored(settings: PayloadSettings) -> None:
    found = identified(*runs(), seed=1, settings=settings, compliance=None)
    assert same(from_fields(PayloadResult, to_fields(found)), found)


def test_result_names_its_provenance() -> None:
    empty, loaded = runs()
    origin = Origin(serial="A1", power_on="7", recorded_at="2026-05-04T09:00:00+00:00", mark=Mark.VIRTUAL)
    found = identified(empty, replace(loaded, origin=origin), seed=1)
    assert found.robot == "ec66"
    assert (found.serial, found.power_on, found.mark) == ("A1", "7", Mark.VIRTUAL)
    assert found.recorded_at == origin.recorded_at
    assert found.recordings == (LOADED,)
    assert found.reference is not None
    assert found.reference.kind is ReferenceKind.THIS_VISIT
    assert found.reference.recordings == (UNLOADED,)
    assert found.joint_names == EC66.joint_names
    assert found.robot_seconds == pytest.approx(loaded.duration)
    assert found.software.startswith("torsion")
    assert found.created_at
    assert found.residual == pytest.approx(0.3, rel=0.05)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"settings": PayloadSettings(method=PayloadMethod.DYNAMIC)}, "payload-is-dynamic"),
        ({"loaded": []}, "payload-no-loaded-recording"),
        ({"unloaded": []}, "payload-reference-missing"),
        ({"loaded": ["another"]}, "unknown-recording"),
    ],
)
def test_requests_without_the_needed_recordings_are_refused(told: dict[str, Any], code: str) -> None:
    with pytest.raises(BadRequest) as caught:
        identified(*runs(), **told)
    assert caught.value.code == code


def test_three_steps_need_two_joints_and_their_poses() -> None:
    one_joint = PayloadSettings(method=PayloadMethod.THREE_STEP, joints=(1,))
    with pytest.raises(NotIdentifiable) as caught:
        identified(*runs(), settings=one_joint)
    assert caught.value.code == "payload-not-parallel"
    assert caught.value.facts == {"robot": "ec66"}
    only_along = both_runs(MadeArm(), ways(speed=20.0, wrists=WRISTS[2:]))
    with pytest.raises(NotIdentifiable) as caught:
        identified(*only_along, settings=THREE_STEPS)
    assert caught.value.code == "payload-not-parallel"
    assert len(identified(*only_along, seed=1).steps) == 1


def test_currents_without_a_gain_are_no_torques() -> None:
    empty, loaded = runs()
    currents = [
        replace(
            run,
            columns={
                Quantity.POSITION: run.columns[Quantity.POSITION],
                Quantity.CURRENT: run.columns[Quantity.TORQUE],
            },
        )
        for run in (empty, loaded)
    ]
    with pytest.raises(BadRequest) as caught:
        identified(*currents)
    assert caught.value.code == "no-drive-gain"


def model_of_the_arm(*, std: float, wrong: float = 0.0) -> IdentificationResult:
    """An identified model of the arm without payload: its true weight, in base parameters."""
    base = find_base_parameters(EC66, rotor_inertia=False)
    assert EC66.inertial_parameters is not None
    values = base.values(EC66.inertial_parameters.ravel())
    source = np.random.default_rng(5)
    made = made_result()
    return replace(
        made,
        friction=made.friction * 6,
        estimate=values + wrong * std * source.standard_normal(values.size),
        covariance=std**2 * np.eye(values.size),
        drive_gain=None,
        settings=replace(made.settings, friction=made.friction[0].kind),
    )


def test_a_model_replaces_the_unloaded_recording() -> None:
    loaded = runs()[1]
    found = identified(loaded, unloaded=[], reference_model=model_of_the_arm(std=1e-6), seed=1)
    assert found.reference is not None
    assert found.reference.kind is ReferenceKind.MODEL
    assert [step.stage for step in found.steps] == list(PayloadStage)
    assert abs(errors(found)[0]) < 0.05
    assert (np.abs(errors(found)) <= 5.0 * deviations(found)).all()


@pytest.mark.parametrize("wrong", [1.0, -1.0])
def test_model_uncertainty_is_part_of_the_payload_std(wrong: float) -> None:
    """An arm known to some grams times a metre hides as much of a payload."""
    loaded = runs()[1]
    sure, doubtful = (
        identified(loaded, unloaded=[], reference_model=model, seed=1)
        for model in (model_of_the_arm(std=1e-6), model_of_the_arm(std=0.02, wrong=wrong))
    )
    assert (deviations(doubtful) > 1.5 * deviations(sure)).any()
    assert (np.abs(errors(doubtful)) <= 3.5 * deviations(doubtful)).all()
