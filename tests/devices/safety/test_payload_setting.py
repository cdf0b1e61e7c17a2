"""Conditions for writing a controller's payload setting, and for counting it as kept."""

from dataclasses import replace

import numpy as np
import pytest

from core.payload.result import PayloadEstimate, PayloadResult
from core.payload.settings import PayloadSettings
from core.quality import Judgement, Reason, Verdict
from core.robot.model import PayloadLimit
from devices.controller import ControllerStatus, Lifecycle, PayloadSetting
from devices.errors import MotionRejected
from devices.safety.payload_setting import (
    difference,
    expect_measured,
    expect_standstill,
    is_kept,
)
from tests.devices.safety.fake_arm import SERIAL, capabilities, ec66, identity

GOOD = Judgement.of(())
DOUBTFUL = Judgement.of((Reason("payload-few-orientations", verdict=Verdict.USABLE),))
ASKED = PayloadSetting(2.0, (0.01, -0.02, 0.05))


def measured(*, mass=2.0, center=(0.01, -0.02, 0.05), judgements=(GOOD,) * 4, serial=SERIAL):
    estimate = PayloadEstimate(mass, np.array(center), np.diag([1e-6] * 4), tuple(judgements))
    return PayloadResult("ec66", PayloadSettings(), estimate, (), serial=serial)


def refusal_of(result, *, robot=None, who=None):
    with pytest.raises(MotionRejected) as refused:
        expect_measured(result, who or identity(ec66()), robot or ec66())
    return refused.value


def test_a_good_measurement_of_this_arm_may_be_written():
    assert expect_measured(measured(), identity(ec66()), ec66()) == ASKED


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("verdict", [Verdict.REPEAT, Verdict.NOT_MEASURABLE])
def test_a_quantity_to_be_repeated_is_never_written_whatever_is_confirmed(number, verdict):
    judgements = [GOOD] * 4
    judgements[number] = Judgement.of((Reason("payload-center-by-scatter", verdict=verdict),))
    result = measured(judgements=judgements)
    for confirmed in ((), ("payload-center-by-scatter",)):
        with pytest.raises(MotionRejected) as refused:
            expect_measured(result, identity(ec66()), ec66(), confirmed=confirmed)
        assert (refused.value.code, refused.value.facts) == (
            "payload-verdict",
            {"quantities": (("mass", "x", "y", "z")[number],)},
        )


@pytest.mark.parametrize("number", range(4))
def test_a_usable_payload_is_written_after_all_its_reasons_were_confirmed(number):
    judgements = [DOUBTFUL] * 4
    judgements[number] = Judgement.of((Reason("payload-mass-by-gains"),))
    result = measured(judgements=judgements)
    refusal = refusal_of(result)
    both = ("payload-few-orientations", "payload-mass-by-gains")
    assert (refusal.code, refusal.facts) == ("payload-unconfirmed", {"reasons": both})
    with pytest.raises(MotionRejected) as refused:
        expect_measured(result, identity(ec66()), ec66(), confirmed=both[:1])
    assert refused.value.facts == {"reasons": both[1:]}
    assert expect_measured(result, identity(ec66()), ec66(), confirmed=both) == ASKED


def test_reasons_against_the_whole_count_too():
    one_way = Judgement.of((Reason("payload-one-direction"),))
    usable = replace(measured(), judgement=one_way)
    assert refusal_of(usable).facts == {"reasons": ("payload-one-direction",)}
    assert expect_measured(usable, identity(ec66()), ec66(), confirmed=("payload-one-direction",)) == ASKED
    changed = Judgement.of((Reason("payload-changed", verdict=Verdict.REPEAT),))
    with pytest.raises(MotionRejected, match="payload-contradicts"):
        expect_measured(
            replace(measured(), judgement=changed), identity(ec66()), ec66(), confirmed=("payload-changed",)
        )


@pytest.mark.parametrize(
    ("changes", "quantity"),
    [
        ({"center": (0.0, 0.0, np.nan)}, "z"),
        ({"mass": np.nan}, "mass"),
        ({"mass": -0.2}, "mass"),
    ],
)
def test_an_invalid_mass_or_centre_is_not_written(changes, quantity):
    refusal = refusal_of(measured(**changes))
    assert (refusal.code, refusal.facts["quantities"]) == ("payload-verdict", (quantity,))


def test_another_arm_or_one_without_serial_number_is_refused():
    refusal = refusal_of(measured(serial="EC66-9"))
    assert (refusal.code, refusal.facts) == ("payload-other-serial", {"measured": "EC66-9", "found": SERIAL})
    assert refusal_of(measured(serial="")).code == "payload-serial-unknown"
    assert refusal_of(measured(), who=identity(ec66(), serial="")).code == "payload-serial-unknown"


def test_a_load_outside_the_diagram_is_not_written():
    refusal = refusal_of(measured(mass=5.5, center=(0.0, 0.4, 0.0)))
    assert refusal.code == "payload-outside-diagram"
    assert refusal.facts["distance"] == pytest.approx(400.0)
    assert refusal.facts["limit"] < refusal.facts["mass"] == 5.5
    drawn = replace(ec66(), payload_limit=PayloadLimit(diagram=((0.0, 2.5), (0.05, 2.5), (0.1, 1.0))))
    assert refusal_of(measured(center=(0.0, 0.0, 0.09)), robot=drawn).code == "payload-outside-diagram"
    unknown = replace(ec66(), payload_limit=PayloadLimit())
    assert expect_measured(measured(mass=50.0), identity(ec66()), unknown).mass == 50.0, (
        "the description has no limit"
    )


@pytest.mark.parametrize(
    ("lifecycle", "offers", "code"),
    [
        (Lifecycle.CONNECTED, True, None),
        (Lifecycle.ARMED, True, None),
        (Lifecycle.MOVING, True, "already-moving"),
        (Lifecycle.FAULT, True, "not-ready-for-payload"),
        (Lifecycle.LOST, True, "not-ready-for-payload"),
        (Lifecycle.CONNECTED, False, "payload-not-offered"),
    ],
)
def test_a_setting_is_written_only_at_standstill_and_where_offered(lifecycle, offers, code):
    given = ControllerStatus(lifecycle), replace(capabilities(), payload_write_back=offers)
    if code is None:
        expect_standstill(*given)
    else:
        with pytest.raises(MotionRejected, match=code):
            expect_standstill(*given)


@pytest.mark.parametrize(
    ("reported", "kept"),
    [
        (ASKED, True),
        (replace(ASKED, mass=2.0099), True),
        (replace(ASKED, mass=2.011), False),
        (replace(ASKED, mass=1.989), False),
        (replace(ASKED, center=(0.0109, -0.02, 0.05)), True),
        (replace(ASKED, center=(0.01, -0.0189, 0.05)), False),
        (replace(ASKED, center=(0.0107, -0.0193, 0.0507)), False),
        (replace(ASKED, center=None), False),
        (replace(ASKED, mass=np.nan), False),
    ],
)
def test_the_setting_read_back_must_be_the_requested_one(reported, kept):
    assert is_kept(ASKED, reported) is kept


def test_without_a_requested_centre_only_the_mass_is_compared():
    assert is_kept(PayloadSetting(1.0, None), PayloadSetting(1.0, (0.5, 0.0, 0.0)))


def test_the_difference_is_given_in_kilograms_and_millimetres():
    facts = difference(ASKED, PayloadSetting(1.5, (0.01, -0.02, 0.053)))
    assert (facts["asked"], facts["found"]) == (2.0, 1.5)
    assert facts["apart"] == pytest.approx(3.0)
    assert "apart" not in difference(ASKED, PayloadSetting(1.5, None))
