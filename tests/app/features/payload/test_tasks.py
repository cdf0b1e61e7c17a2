"""Which recordings, reference, gains and stiffness a payload is worked out from, and what is refused."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from app.features.payload.tasks import analyse_payload, payload_of_visit
from app.visit.payload import (
    PAYLOAD_PLAN,
    PAYLOAD_RUN,
    REFERENCE_CHOICE,
    AskedReference,
    PayloadRun,
    ReferenceChoice,
    run_facts,
)
from app.visit.stored_products import newest
from core.elasticity.result import ELASTICITY
from core.errors import BadFile, BadRequest
from core.identification.gains.result import DRIVE_GAINS, DriveGains, GainScatter, GainSettings
from core.identification.result import IDENTIFICATION
from core.monitor import NullMonitor
from core.payload import identify
from core.payload.dynamic import identify as dynamic
from core.payload.result import PAYLOAD, PayloadResult, ReferenceKind
from core.payload.settings import (
    ComplianceSource,
    Directions,
    GainSource,
    KnownLoad,
    PayloadMethod,
    PayloadSettings,
    SweepKey,
)
from core.quality import Judgement
from core.recording import Event, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from tests.app import payload_examples as examples
from tests.app import twist_examples
from tests.app.payload_plans import small_plan
from tests.app.reports.report_examples import example_result

ROBOT = replace(load_robot(examples.ROBOT), drive_gain=np.full(6, 10.0))
JOINTS = ROBOT.joint_count
LOADED, UNLOADED = "payload-loaded", "payload-unloaded"
SETTINGS = {"method", "directions", "leave_out"}
NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)


def recording(label, *, mass=0.0, kelvin=300.0, minutes=0.0, serial="A", events=(), kind=None, torque=False):
    count = 50
    time = np.arange(count) * 0.008
    columns = {
        Quantity.POSITION: np.zeros((count, JOINTS)),
        Quantity.TORQUE if torque else Quantity.CURRENT: np.zeros((count, JOINTS)),
        Quantity.TEMPERATURE: np.full((count, JOINTS), kelvin),
    }
    return Recording(
        label,
        time,
        columns,
        torque_kind=TorqueKind.MOTOR_CURRENT if kind is None else kind,
        payload_mass=mass,
        origin=Origin(serial=serial, recorded_at=(NOW + timedelta(minutes=minutes)).isoformat()),
        events=tuple(events),
    )


def loaded(label=LOADED, *, minutes=20.0, kelvin=303.5, **more):
    return recording(label, mass=None, minutes=minutes, kelvin=kelvin, **more)


def make(path, *recordings, robot=ROBOT):
    with Visit.create(path, robot_toml=robot_text(robot)) as made:
        for one in recordings:
            made.add_recording(one)
    return path


@pytest.fixture
def visit(tmp_path):
    return make(tmp_path / "visit.h5", recording(UNLOADED), loaded())


@pytest.fixture
def asked(monkeypatch):
    """What the science was asked; it then finds the example."""
    calls = []

    def answer(recordings, robot, **more):
        calls.append({"recordings": dict(recordings), "robot": robot, **more})
        return examples.payload()

    monkeypatch.setattr(identify, "identify_payload", answer)
    monkeypatch.setattr(dynamic, "identify_payload_dynamically", answer)
    return calls


def analyse(visit, *, unloaded=(), reference_visit=None, use_model=False, model="", **more):
    settings = PayloadSettings(**{name: more.pop(name) for name in SETTINGS & set(more)})
    reference = AskedReference(unloaded, reference_visit, use_model, model)
    return analyse_payload(visit=visit, reference=reference, settings=settings, monitor=NullMonitor(), **more)


def refusal(visit, **more):
    with pytest.raises(BadRequest) as refused:
        analyse(visit, **more)
    return refused.value


def results(visit, kind=PAYLOAD):
    with Visit.open(visit) as opened:
        return len(opened.results(kind))


def add(visit, kind, result):
    with Visit.open(visit) as opened:
        return opened.add_result(kind, result)


def drive_gains(std=0.1, *, open_joint=None):
    gain, covariance = np.full(JOINTS, 12.0), np.diag(np.full(JOINTS, std**2))
    if open_joint is not None:
        gain[open_joint] = covariance[open_joint, open_joint] = np.nan
    return DriveGains(
        settings=GainSettings(),
        joint_names=ROBOT.joint_names,
        drive_gain=gain,
        std=np.sqrt(np.diag(covariance)),
        covariance=covariance,
        scatter=GainScatter.PAIRS,
        joints=(Judgement.of(()),) * JOINTS,
        payloads=(),
        described_gain=ROBOT.drive_gain,
        residual_std=np.ones(JOINTS),
        judgement=Judgement.of(()),
        provenance=example_result().provenance,
    )


def test_nothing_said_compares_the_visit_s_own_sweeps(visit, asked):
    found = analyse(visit)
    (call,) = asked
    assert call["unloaded"] == (UNLOADED,)
    assert call["loaded"] == (LOADED,)
    assert set(call["recordings"]) == {UNLOADED, LOADED}
    assert call["reference_model"] is None
    assert call["settings"].method is PayloadMethod.JOINT
    assert found.reference.kind is ReferenceKind.THIS_VISIT
    assert found.reference.recordings == (UNLOADED,)
    assert found.reference.age_s == pytest.approx(1200.0)
    assert found.reference.warmer_by == pytest.approx(3.5)
    with Visit.open(visit) as opened:
        assert newest(opened, PAYLOAD, PayloadResult).reference.warmer_by == pytest.approx(3.5)
    assert payload_of_visit(path=visit, monitor=NullMonitor()).estimate.mass == examples.MASS


def test_what_was_said_reaches_the_science(visit, asked):
    key, load = SweepKey(LOADED, 1, 2), KnownLoad(2.0, (0.0, 0.0, 0.1))
    with Visit.open(visit) as opened:
        opened.add_recording(recording("payload-known", mass=2.0, minutes=10.0))
    analyse(
        visit,
        method=PayloadMethod.THREE_STEP,
        directions=Directions.FORWARD,
        leave_out=(key,),
        known=(("payload-known", load),),
    )
    (call,) = asked
    assert call["settings"].method is PayloadMethod.THREE_STEP
    assert call["settings"].directions is Directions.FORWARD
    assert call["settings"].leave_out == (key,)
    assert call["known"] == (("payload-known", load),)


def test_an_earlier_visit_of_the_same_arm_is_only_read(tmp_path, asked):
    earlier = make(tmp_path / "spring.h5", recording(UNLOADED, minutes=-60.0 * 24.0, kelvin=295.0))
    now = make(tmp_path / "now.h5", loaded())
    add(earlier, DRIVE_GAINS, drive_gains())
    before = earlier.read_bytes()
    found = analyse(now, reference_visit=earlier)
    (call,) = asked
    assert call["unloaded"] == (f"spring/{UNLOADED}",)
    assert found.reference.kind is ReferenceKind.EARLIER_VISIT
    assert found.reference.visit == "spring"
    assert found.reference.recordings == (UNLOADED,)
    assert found.reference.age_s == pytest.approx(86400.0 + 1200.0)
    assert found.reference.warmer_by == pytest.approx(8.5)
    assert call["gains"].source is GainSource.IDENTIFIED, "the same arm has the same drives"
    assert earlier.read_bytes() == before


def test_a_reference_chosen_in_the_window_is_used(tmp_path, asked):
    earlier = make(tmp_path / "spring.h5", recording("before", minutes=-60.0))
    now = make(tmp_path / "now.h5", loaded())
    with Visit.open(now) as opened:
        opened.put_settings(
            REFERENCE_CHOICE,
            ReferenceChoice(ReferenceKind.EARLIER_VISIT, ("before",), visit=str(earlier)),
        )
    assert analyse(now).reference.recordings == ("before",)
    assert asked[0]["unloaded"] == ("spring/before",)


def test_another_arm_is_refused_by_name(tmp_path, asked):
    earlier = make(tmp_path / "other.h5", recording(UNLOADED, serial="B"))
    now = make(tmp_path / "now.h5", loaded(serial="A"))
    error = refusal(now, reference_visit=earlier)
    assert error.code == "payload-reference-other-arm"
    assert error.facts == {"file": "other.h5", "reference": "B", "arm": "A"}
    other_kind = make(tmp_path / "ur.h5", robot=load_robot("ur10e"))
    assert refusal(now, reference_visit=other_kind).code == "visits-of-other-robots"
    longer = replace(ROBOT, joints=(replace(ROBOT.joints[0], a=0.5), *ROBOT.joints[1:]))
    described = make(tmp_path / "longer.h5", recording(UNLOADED), robot=longer)
    assert refusal(now, reference_visit=described).code == "visit-describes-robot-otherwise"
    imported = make(tmp_path / "mixed.h5", recording(UNLOADED, serial="B"), loaded(serial="A"))
    assert refusal(imported).code == "payload-reference-other-arm"
    assert not asked


def test_without_unloaded_sweeps_the_model_serves(tmp_path, asked):
    now = make(tmp_path / "now.h5", loaded())
    assert refusal(now).code == "payload-reference-missing"
    key = add(now, IDENTIFICATION, example_result())
    found = analyse(now)
    assert found.reference.kind is ReferenceKind.MODEL
    assert found.reference.model == key
    assert asked[0]["reference_model"].provenance.recordings == ("Monday 30 s", "Monday 40 s")
    assert asked[0]["unloaded"] == ()
    assert refusal(now, use_model=True, model="identification-9").code == "unknown-result"


def test_the_model_is_taken_where_it_is_asked_for(visit, asked):
    add(visit, IDENTIFICATION, example_result())
    assert analyse(visit).reference.kind is ReferenceKind.THIS_VISIT
    assert analyse(visit, use_model=True).reference.kind is ReferenceKind.MODEL
    assert UNLOADED not in asked[1]["recordings"]


def test_gains_come_from_where_they_are_known_best(visit, asked, tmp_path):
    analyse(visit)
    add(visit, DRIVE_GAINS, drive_gains(open_joint=5))
    for source in ("", "manufacturer", "exact", "unknown"):
        analyse(visit, gains=source)
    described, identified, manufacturer, exact, unknown = asked
    assert described["gains"].source is GainSource.MANUFACTURER
    assert described["drive_gain"] is None
    assert identified["gains"].source is GainSource.IDENTIFIED
    assert identified["drive_gain"].tolist() == [12.0] * 5 + [10.0]
    std = np.sqrt(np.diag(identified["gains"].covariance))
    assert std[:5] == pytest.approx(0.1 / 12.0)
    assert std[5] == pytest.approx(0.03 / np.sqrt(3.0)), "what the runs left open is the data sheet's"
    assert manufacturer["gains"].source is GainSource.MANUFACTURER
    assert not exact["gains"].covariance.any()
    assert unknown["gains"].source is GainSource.UNKNOWN


def test_gains_that_were_not_identified_are_refused(visit, asked):
    assert refusal(visit, gains="identified").code == "payload-gains-not-identified"
    assert not asked


def test_gains_of_a_file_bring_their_uncertainty(visit, asked, tmp_path):
    full, bare, short, rubbish = (tmp_path / f"{name}.json" for name in ("full", "bare", "short", "rubbish"))
    covariance = (0.04 * np.eye(JOINTS)).tolist()
    full.write_text(json.dumps({"drive_gain": [20.0] * JOINTS, "covariance": covariance}))
    bare.write_text(json.dumps({"drive_gain": [20.0] * 5 + [None]}))
    short.write_text(json.dumps({"drive_gain": [20.0]}))
    rubbish.write_text("[1, 2")
    analyse(visit, gains=str(full))
    analyse(visit, gains=str(bare))
    told, untold = asked
    assert told["gains"].source is GainSource.IDENTIFIED
    assert np.sqrt(told["gains"].covariance[0, 0]) == pytest.approx(0.01)
    assert untold["gains"].source is GainSource.MANUFACTURER
    assert untold["drive_gain"].tolist() == [20.0] * 5 + [10.0]
    for path, code in ((short, "gains-file-size"), (rubbish, "gains-file-unreadable")):
        with pytest.raises(BadFile) as refused:
            analyse(visit, gains=str(path))
        assert refused.value.code == code


def test_sensors_are_exact_and_a_current_without_gains_is_unknown(tmp_path, asked):
    sensor = {"kind": TorqueKind.LINK_SENSOR, "torque": True}
    analyse(make(tmp_path / "sensor.h5", recording(UNLOADED, **sensor), loaded(**sensor)))
    nobody = replace(ROBOT, drive_gain=None)
    analyse(make(tmp_path / "nobody.h5", recording(UNLOADED), loaded(), robot=nobody))
    torque = {"torque": True}
    analyse(make(tmp_path / "torque.h5", recording(UNLOADED, **torque), loaded(**torque), robot=nobody))
    sources = [call["gains"].source for call in asked]
    assert sources == [GainSource.EXACT, GainSource.UNKNOWN, GainSource.MANUFACTURER]


def test_measured_stiffness_reaches_the_identification(visit, asked):
    analyse(visit)
    add(visit, ELASTICITY, twist_examples.elasticity())
    analyse(visit)
    without, known = (call["compliance"] for call in asked)
    assert without is None
    assert known.source is ComplianceSource.TWIST
    assert known.compliance[1] == pytest.approx(1.0 / 5.8e6)
    assert known.std[1] == pytest.approx(0.2e6 / 5.8e6**2)
    assert np.isnan(known.compliance[[0, 3, 5]]).all()


def test_a_visit_without_any_stiffness_knows_no_compliance(visit, asked):
    add(visit, ELASTICITY, twist_examples.elasticity(twist_examples.not_measurable()))
    analyse(visit)
    assert asked[0]["compliance"] is None


def test_excitation_runs_need_each_other(tmp_path, asked):
    path = make(tmp_path / "runs.h5", recording("empty"), loaded("full"))
    analyse(path, method=PayloadMethod.DYNAMIC, unloaded=("empty",), loaded=("full",))
    (call,) = asked
    assert call["unloaded"] == ("empty",)
    assert call["settings"].method is PayloadMethod.DYNAMIC
    add(path, IDENTIFICATION, example_result())
    error = refusal(path, method=PayloadMethod.DYNAMIC, loaded=("full",), use_model=True)
    assert error.code == "payload-runs-missing"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"loaded": ("nowhere",)}, "unknown-recording"),
        ({"unloaded": ("nowhere",)}, "unknown-recording"),
        ({"unloaded": (LOADED,)}, "payload-recording-twice"),
        ({"known": ((LOADED, KnownLoad(1.0, (0.0, 0.0, 0.0))),)}, "payload-recording-twice"),
    ],
)
def test_recordings_that_cannot_be_meant_are_refused(visit, asked, arguments, code):
    assert refusal(visit, **arguments).code == code
    assert not asked
    assert not results(visit)


def test_a_visit_with_nothing_on_the_flange_is_refused(tmp_path, asked):
    path = make(tmp_path / "visit.h5", recording(UNLOADED))
    assert refusal(path).code == "payload-no-loaded-recording"


def begun(load, plan, known=None, only=()):
    return (Event(0.0, PAYLOAD_RUN, run_facts(load, plan=plan, known=known, only=only)),)


def test_sweeps_of_the_payload_s_own_plan_are_compared(tmp_path, asked):
    """A newer reference along other sweeps says nothing of a payload that made the earlier ones."""
    path = make(tmp_path / "visit.h5")
    first, second = (
        add(path, PAYLOAD_PLAN, small_plan(ROBOT, [np.zeros(JOINTS)], parts=parts)) for parts in (1, 2)
    )
    weighed = KnownLoad(2.0, (0.0, 0.0, 0.1))
    runs = [
        recording("empty", events=begun(PayloadRun.UNLOADED, first)),
        recording("weighed", mass=2.0, events=begun(PayloadRun.KNOWN, first, weighed)),
        loaded("tool", events=begun(PayloadRun.LOADED, first)),
        loaded("tool again", events=begun(PayloadRun.LOADED, first, only=(3,))),
        recording("other sweeps", events=begun(PayloadRun.UNLOADED, second)),
    ]
    with Visit.open(path) as opened:
        for one in runs:
            opened.add_recording(one)
    analyse(path)
    (call,) = asked
    assert call["loaded"] == ("tool", "tool again")
    assert call["unloaded"] == ("empty",)
    assert call["known"] == (("weighed", weighed),)


def test_a_result_is_read_back_as_it_was(visit, asked):
    analyse(visit)
    with Visit.open(visit) as opened:
        (entry,) = opened.results(PAYLOAD)
        again = opened.result(entry.key, PayloadResult)
    assert again.estimate.covariance.tolist() == examples.covariance().tolist()
    assert [one.key for one in again.sweeps] == [one.key for one in examples.sweeps()]
