"""Which excitation runs are refused, and which of them follow the same motion."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import NotEnoughData, TorsionError
from core.friction.models import FrictionKind
from core.monitor import NullMonitor
from core.payload.dynamic.identify import identify_payload_dynamically
from core.payload.dynamic.runs import choose_dynamic_runs, glance, motion_shift
from core.recording import Origin, Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from tests.core.payload.dynamic.dynamic_runs import BODY, ROBOT, Made, made_pair, made_run


@pytest.fixture(scope="module")
def pair() -> dict[str, Recording]:
    return made_pair()


def refused(runs: dict[str, Recording], robot: RobotModel = ROBOT, **other: object) -> TorsionError:
    chosen = {"unloaded": ["free"], "loaded": ["loaded"], "friction": FrictionKind.COULOMB_VISCOUS}
    with pytest.raises(TorsionError) as caught:
        identify_payload_dynamically(runs, robot, **{**chosen, **other})  # type: ignore[arg-type]
    return caught.value


def of_arm(run: Recording, serial: str) -> Recording:
    return replace(run, origin=Origin(serial=serial))


def without(run: Recording, quantity: Quantity) -> Recording:
    return replace(run, columns={name: column for name, column in run.columns.items() if name != quantity})


def test_runs_must_exist_once_and_in_one_role(pair: dict[str, Recording]) -> None:
    assert refused(pair, loaded=[]).code == "payload-no-loaded-recording"
    assert refused(pair, unloaded=[]).code == "payload-runs-missing"
    assert refused(pair, loaded=["other"]).code == "unknown-recording"
    assert refused(pair, unloaded=["loaded"]).code == "payload-recording-twice"
    weighed = {**pair, "free": replace(pair["free"], payload_mass=1.0)}
    assert refused(weighed).code == "gain-run-not-unloaded"
    empty = {**pair, "loaded": replace(pair["loaded"], payload_mass=0.0)}
    assert refused(empty).code == "payload-run-not-loaded"


def test_runs_of_other_arms_are_refused(pair: dict[str, Recording]) -> None:
    arms = {"free": of_arm(pair["free"], "A-1"), "loaded": of_arm(pair["loaded"], "A-2")}
    error = refused(arms)
    assert error.code == "payload-reference-other-arm"
    assert error.facts == {"file": "free", "reference": "A-1", "arm": "A-2"}
    several = {**arms, "free": pair["free"], "loaded-2": of_arm(pair["loaded"], "A-3")}
    assert refused(several, loaded=["loaded", "loaded-2"]).facts == {"arms": ("A-2", "A-3")}


def test_runs_without_the_needed_channels_are_refused(pair: dict[str, Recording]) -> None:
    blind = {**pair, "loaded": without(pair["loaded"], Quantity.POSITION)}
    assert refused(blind).code == "no-position"
    idle = {**pair, "loaded": without(pair["loaded"], Quantity.CURRENT)}
    assert refused(idle).code == "no-torque"
    assert refused(pair, load_robot("panda")).code == "joint-count-differs"
    assert refused(pair, replace(ROBOT, drive_gain=None)).code == "no-drive-gain"
    assert refused(pair, drive_gain=np.full(6, np.nan)).code == "no-drive-gain"
    assert refused(pair, drive_gain=np.ones(5)).code == "drive-gain-count"
    assert refused(pair, filter_hz=0.0).code == "setting-not-above"
    torque = {**pair["free"].columns, Quantity.TORQUE: pair["free"].columns[Quantity.CURRENT]}
    assert refused({**pair, "free": replace(pair["free"], columns=torque)}).code == "torque-sources-differ"
    short = {label: run.block(0, 40) for label, run in pair.items()}
    assert isinstance(refused(short), NotEnoughData)


def test_a_stuck_current_is_named_with_its_joint(pair: dict[str, Recording]) -> None:
    current = np.array(pair["loaded"].columns[Quantity.CURRENT])
    current[1000:, 2] = current[1000, 2]
    columns = {**pair["loaded"].columns, Quantity.CURRENT: current}
    error = refused({**pair, "loaded": replace(pair["loaded"], columns=columns)})
    assert error.code == "payload-torque-stuck"
    assert error.facts == {"joint": ROBOT.joint_names[2], "recording": "loaded"}


def test_equal_motions_are_found_for_any_clock_offset(pair: dict[str, Recording]) -> None:
    late = made_run("late", Made(body=BODY, waits_s=1.37))
    runs = {
        **pair,
        "late": replace(late, time=late.time + 500.0),
        "other": made_run("other", Made(seed=2)),
    }
    chosen = choose_dynamic_runs(
        runs, ROBOT, unloaded=["free", "other"], loaded=["loaded", "late"], monitor=NullMonitor()
    )
    assert [(run.label, run.motion) for run in chosen] == [
        ("free", 0),
        ("other", 1),
        ("loaded", 0),
        ("late", 0),
    ]
    assert chosen[2].began == pytest.approx(chosen[0].began, abs=1e-3)
    assert chosen[3].began == pytest.approx(501.37, abs=1e-3)


def test_half_a_motion_differs_and_rest_is_no_motion(pair: dict[str, Recording]) -> None:
    whole = glance(pair["free"], ROBOT, monitor=NullMonitor())
    half = glance(pair["free"].block(0, 1000), ROBOT, monitor=NullMonitor())
    assert motion_shift(whole, half) is None
    assert motion_shift(whole, whole) == pytest.approx(0.0, abs=1e-6)
    still = replace(whole, position=np.ones_like(whole.position))
    assert motion_shift(still, still) is None
