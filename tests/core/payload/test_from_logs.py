"""A payload from logs whose motion decides by which method, and recordings told apart by their torques."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest, NotEnoughData
from core.payload.dynamic import identify
from core.payload.from_logs import identify_payload_from_logs
from core.payload.methods import Drives, PayloadOfLogs, ToldBy
from core.payload.settings import GainKnowledge, PayloadMethod
from core.recording import Recording
from tests.core.payload.dynamic.dynamic_runs import GAIN, MASS, ROBOT, made_pair
from tests.core.payload.sweep_examples import (
    EC66,
    GAO_LOAD,
    RIGID,
    Hung,
    MadeArm,
    both_runs,
    noisy,
    sweep,
    ways,
)

ARM = MadeArm(friction=4.0, load_friction=0.02)
EXACT = Drives(GainKnowledge.exact(6), compliance=RIGID)


def of_sweeps(*recordings: Recording) -> PayloadOfLogs:
    named = {one.label: noisy(one, seed=2) for one in recordings}
    return identify_payload_from_logs(named, EC66, drives=EXACT)


@pytest.fixture(scope="module")
def swept() -> tuple[Recording, Recording]:
    return both_runs(ARM, ways())


def test_sweeps_are_preferred_and_loads_told_apart_by_torque(swept: tuple[Recording, Recording]) -> None:
    empty, loaded = swept
    found = of_sweeps(loaded, empty)
    assert (found.told_by, found.unloaded, found.loaded) == (ToldBy.TORQUE, (empty.label,), (loaded.label,))
    assert found.result.method is PayloadMethod.JOINT
    assert [one.is_chosen for one in found.tried] == [True]
    estimate = found.result.estimate
    assert estimate.mass == pytest.approx(GAO_LOAD.mass, rel=0.01)
    assert abs(estimate.mass - GAO_LOAD.mass) < 3.0 * estimate.mass_std


def test_a_weighed_mass_of_zero_tells_the_reference(swept: tuple[Recording, Recording]) -> None:
    empty, loaded = swept
    found = of_sweeps(loaded, replace(empty, payload_mass=0.0))
    assert (found.told_by, found.unloaded) == (ToldBy.WEIGHED, (empty.label,))
    assert found.result.estimate.mass == pytest.approx(GAO_LOAD.mass, rel=0.01)


def test_the_whole_motion_serves_where_no_joint_moves_alone() -> None:
    pair = {label: replace(one, payload_mass=None) for label, one in reversed(made_pair().items())}
    drives = Drives(GainKnowledge.exact(6), GAIN)
    found = identify_payload_from_logs(pair, ROBOT, drives=drives)
    assert (found.told_by, found.unloaded) == (ToldBy.TORQUE, ("free",))
    assert found.result.method is PayloadMethod.DYNAMIC
    assert [(one.method, one.code, one.is_chosen) for one in found.tried] == [
        (PayloadMethod.JOINT, "payload-no-sweeps", False),
        (PayloadMethod.DYNAMIC, "", True),
    ]
    estimate = found.result.estimate
    assert estimate.mass == pytest.approx(MASS, rel=0.01)
    assert abs(estimate.mass - MASS) < 3.0 * estimate.mass_std
    with pytest.raises(NotEnoughData) as refused:
        identify_payload_from_logs(pair, ROBOT, unloaded=("free",), drives=drives, joints=(1, 2))
    assert refused.value.code == "payload-no-sweeps"


def test_loads_that_make_no_two_groups_are_refused(swept: tuple[Recording, Recording]) -> None:
    empty, loaded = swept
    half = Hung(0.5 * GAO_LOAD.mass, GAO_LOAD.center)
    between = sweep(ARM, ways(), label="payload-between", load=half)
    with pytest.raises(BadRequest) as refused:
        of_sweeps(empty, loaded, between)
    assert refused.value.code == "payload-loads-alike"
    with pytest.raises(BadRequest) as alone:
        of_sweeps(loaded)
    assert alone.value.code == "payload-reference-missing"


def test_what_another_friction_form_finds_is_in_the_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = made_pair()
    monkeypatch.setattr(identify, "_apart", lambda *_: 0.5 * np.eye(10)[0])
    found = identify.identify_payload_dynamically(
        pair, ROBOT, unloaded=["free"], loaded=["loaded"], gains=GainKnowledge.exact(6), drive_gain=GAIN
    )
    assert found.estimate.mass_std == pytest.approx(0.5, rel=0.01)
