"""What was measured goes into the controller, is read back, and the old setting comes back where it must."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from app.arm.session import RobotSession
from app.errors.text import error_text
from app.features.payload.sentences import written
from app.features.payload.setting_procedure import (
    restore,
    write_measured,
)
from app.features.payload.setting_tasks import PAYLOAD_WRITE, PayloadWrite, payload_writes
from app.jobs.task import compute_here
from core.monitor import NullMonitor
from core.payload.result import PayloadEstimate, PayloadResult
from core.payload.settings import PayloadSettings
from core.quality import Judgement, Reason
from core.recording import Mark
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import ConfigurationError, MotionRejected, TransportError
from tests.app.procedures.fake_arm import SERIAL, FakeArm
from tests.app.procedures.waited_time import AlwaysThere

OLD = PayloadSetting(0.3, (0.0, 0.0, 0.01))
CENTER = (0.02, -0.01, 0.06)
ASKED = PayloadSetting(2.2, CENTER)
AT_FLANGE = PayloadSetting(0.0, (0.0, 0.0, 0.0))


def measured(*, mass=2.2, serial=SERIAL):
    estimate = PayloadEstimate(mass, np.array(CENTER), np.diag([1e-6] * 4), (Judgement.of(()),) * 4)
    return PayloadResult(
        "r", PayloadSettings(), estimate, (), serial=serial, created_at="2026-01-02T03:04:05Z"
    )


def stored(visit):
    return payload_writes(visit=visit, monitor=NullMonitor())


def test_what_was_measured_is_written_read_back_and_stored(open_session, visit):
    arm = FakeArm(payload=OLD)
    session = open_session(arm)
    assert session.controller.read_payload() == OLD
    write = write_measured(session, measured())
    assert (write.old, write.asked, write.read_back, write.present) == (OLD, ASKED, ASKED, ASKED)
    assert (write.is_kept, write.restored, write.problem) == (True, False, None)
    assert (write.serial, write.power_on) == (SERIAL, arm.power_on)
    assert write.measured_at == "2026-01-02T03:04:05Z"
    assert arm.written == [ASKED]
    assert stored(visit) == (write,)
    with Visit.open(visit) as opened:
        assert [entry.kind for entry in opened.results()] == [PAYLOAD_WRITE]


def test_a_usable_payload_is_written_once_its_reasons_were_confirmed_and_the_visit_says_so(
    open_session, visit
):
    arm = FakeArm(payload=OLD)
    session = open_session(arm)
    wide = Judgement.of((Reason("payload-mass-by-gains", {"std": 0.05, "good": 0.02}),))
    found = measured()
    found = replace(found, estimate=replace(found.estimate, judgements=(wide, *[Judgement.of(())] * 3)))
    with pytest.raises(MotionRejected) as refused:
        write_measured(session, found)
    assert refused.value.code == "payload-unconfirmed"
    assert "payload-mass-by-gains" in error_text(refused.value).title
    assert arm.written == []
    write = write_measured(session, found, confirmed=("payload-mass-by-gains",))
    assert (write.is_kept, write.confirmed, arm.written) == (True, ("payload-mass-by-gains",), [ASKED])
    assert stored(visit) == (write,)
    assert "only usable" in written(write)
    assert "usable" not in written(write_measured(session, measured()))


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ({"mass": 2.209}, True),
        ({"mass": 2.25}, False),
        ({"center": (0.02, -0.01, 0.0609)}, True),
        ({"center": (0.02, -0.0085, 0.06)}, False),
    ],
)
def test_a_controller_that_keeps_something_else_gets_its_old_setting_back(open_session, changed, kept):
    arm = FakeArm(payload=OLD)
    arm.keeps = lambda setting: setting if setting == OLD else replace(setting, **changed)
    write = write_measured(open_session(arm), measured())
    assert write.read_back == replace(ASKED, **changed)
    assert (write.is_kept, write.restored) == (kept, not kept)
    assert arm.payload == write.present == (write.read_back if kept else OLD)
    if not kept:
        assert arm.written == [ASKED, OLD]
        assert write.problem.code == "payload-not-kept"
        assert error_text(write.problem).code == "D-406"


def test_an_old_setting_that_does_not_come_back_is_said(open_session, visit):
    arm = FakeArm(payload=OLD)
    arm.keeps = lambda setting: replace(setting, mass=setting.mass + 0.5)
    write = write_measured(open_session(arm), measured())
    assert (write.restored, write.error) == (False, "payload-not-restored")
    assert write.present.mass == pytest.approx(0.8)
    assert "panel" in error_text(write.problem).action
    assert stored(visit) == (write,)


def test_a_refusal_leaves_everything_as_it_was(open_session):
    arm = FakeArm(payload=OLD)

    def refuse(_):
        raise MotionRejected("payload-outside-limits", mass=2.2, limit=2.0)

    arm.keeps = refuse
    write = write_measured(open_session(arm), measured())
    assert (write.error, write.present, write.restored) == ("payload-outside-limits", OLD, False)
    assert arm.written == [ASKED], "nothing to put back"
    assert arm.payload == OLD


def test_after_a_write_without_answer_the_old_setting_is_put_back(open_session):
    arm = FakeArm(payload=OLD)

    def keeps_once_silently(setting):
        if setting == ASKED:
            arm.payload = setting
            raise TransportError("no-answer", request="SetPayload", waited_s=0.9)
        return setting

    arm.keeps = keeps_once_silently
    write = write_measured(open_session(arm), measured())
    assert (write.error, write.restored, write.read_back, write.present) == ("no-answer", True, None, OLD)
    assert arm.payload == OLD


def test_one_click_puts_the_old_setting_back(open_session, visit):
    arm = FakeArm(payload=OLD)
    session = open_session(arm)
    write = write_measured(session, measured())
    back = restore(session, write)
    assert (back.old, back.asked, back.read_back, back.present) == (ASKED, OLD, OLD, OLD)
    assert back.is_kept
    assert back.is_restore
    assert not back.restored, "nothing had to be undone"
    assert arm.payload == OLD
    assert stored(visit) == (write, back)
    arm.keeps = lambda setting: replace(setting, mass=setting.mass + 0.5)
    failed = restore(session, write)
    assert (failed.error, failed.present.mass) == ("payload-not-restored", pytest.approx(0.8))


def test_another_arm_at_the_same_port_is_noticed_at_the_moment_of_writing(open_session):
    arm = FakeArm(payload=OLD)
    session = open_session(arm)
    write = write_measured(session, measured())
    arm.serial = "SN-0815"
    for attempt in (lambda: write_measured(session, measured()), lambda: restore(session, write)):
        with pytest.raises(MotionRejected, match="payload-other-serial"):
            attempt()
    assert arm.written == [ASKED]


def test_an_arm_that_is_not_the_visits_gets_nothing(open_session):
    arm = FakeArm(payload=OLD)
    session = open_session(arm)
    session.visit_serial = "SN-1"
    with pytest.raises(ConfigurationError, match="other-serial"):
        write_measured(session, measured())
    assert not arm.written


def test_an_armed_arm_is_disarmed_before_its_drives_balance_another_load(open_session):
    arm = FakeArm(payload=OLD)
    session = open_session(arm)
    arm.arm()
    lifecycles = []
    arm.keeps = lambda setting: lifecycles.append(arm.status.lifecycle) or setting
    assert write_measured(session, measured()).is_kept
    assert lifecycles == [Lifecycle.CONNECTED]


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (lambda arm: None, "payload-not-offered"),
        (lambda arm: setattr(arm, "_lifecycle", Lifecycle.MOVING), "already-moving"),
        (lambda arm: setattr(arm, "_lifecycle", Lifecycle.FAULT), "not-ready-for-payload"),
    ],
)
def test_what_the_state_of_the_arm_forbids(open_session, prepare, code):
    arm = FakeArm(payload=None if code == "payload-not-offered" else OLD)
    session = open_session(arm)
    prepare(arm)
    with pytest.raises(MotionRejected, match=code):
        write_measured(session, measured())
    arm._lifecycle = Lifecycle.CONNECTED
    assert not arm.written


def test_without_a_visit_nothing_is_stored(open_session):
    session = open_session(FakeArm(payload=OLD))
    session.visit = None
    assert write_measured(session, measured()).is_kept


def test_an_attempt_without_a_problem_words_nothing():
    write = PayloadWrite(OLD, ASKED)
    assert write.is_kept
    assert write.problem is None


# Through the virtual robot, its process and its bytes


@contextmanager
def virtual_session(folder, settings=""):
    robot = load_robot("ec66")
    path = folder / "visit.h5"
    Visit.create(path, robot_toml=write_toml(robot)).close()
    uri = f"virtual:ec66?seed=3&pace=fast{settings}"
    session = RobotSession(uri, robot, pulse=AlwaysThere(), compute=compute_here, visit=path)
    try:
        session.open()
        yield session
    finally:
        session.close()


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_virtual_controller_keeps_it_or_is_put_back(kind, tmp_path):
    with virtual_session(tmp_path, f"&kind={kind}") as session:
        result = measured(serial=session.identity.serial)
        write = write_measured(session, result)
        assert (write.old, write.read_back, write.error, write.mark) == (AT_FLANGE, ASKED, "", Mark.VIRTUAL)
        assert session.controller.status.payload_mass == 2.2
        session.controller.simulate("fault", name="payload-rounded")
        rounded = write_measured(session, measured(mass=1.3, serial=session.identity.serial))
        assert (rounded.read_back.mass, rounded.error) == (1.5, "payload-not-restored"), "2.2 kg became 2"
        assert rounded.present.mass == 2.0
        session.controller.simulate("release", name="payload-rounded")
        assert restore(session, write).present == AT_FLANGE
        session.controller.simulate("fault", name="payload-rounded")
        again = write_measured(session, result)
        assert (again.read_back.mass, again.restored, again.present) == (2.0, True, AT_FLANGE)
        assert session.controller.read_payload() == AT_FLANGE
        assert stored(session.visit)[-1] == again


def test_a_virtual_controller_that_is_only_read_takes_none(tmp_path):
    with virtual_session(tmp_path, "&kind=read-only") as session:
        with pytest.raises(MotionRejected, match="payload-not-offered"):
            write_measured(session, measured(serial=session.identity.serial))
        with pytest.raises(MotionRejected, match="payload-not-offered"):
            session.controller.read_payload()
