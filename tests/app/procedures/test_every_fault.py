"""Every fault of the virtual robot, through the whole product: a sentence, and an arm that stands."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.arm.procedure import Outcome, Procedure, RecordedMotion
from app.arm.session import RobotSession
from app.errors.text import error_text, reason_text
from app.features.encoders.procedure import CheckProcedure
from app.features.recording.procedure import RecordProcedure
from app.jobs.task import compute_here
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.errors import DeviceError
from devices.virtual.firmware.faults import FAULTS
from tests.app.procedures.waited_time import AlwaysThere

ROBOT = "szabo-3r"

WHILE_MOVING = {
    "emergency-stop": {"emergency-stop"},
    "protective-stop": {"protective-stop"},
    "cable-pulled": {"link-lost"},
    "silent-host": {"host-silent"},
    "frozen-peer": {"no-answer", "stream-silent", "silent-while-moving"},
    "dropped-frames": {"too-many-gaps"},
    "corrupted-frames": {"too-many-damaged-frames", "too-many-gaps"},
    "clock-jump": {"clock-jump"},
    "encoder-glitch": {"encoder-glitch"},
    "stuck-channel": {"stuck-channel", "encoders-disagree"},
}
"""The codes that may end a recording with the fault in its midst."""
FROM_POWER_ON = {
    "swapped-sign": {"encoder-sign-swapped", "jog-twist", "encoders-disagree"},
    "wrong-ratio": {"encoder-ratio-wrong"},
    "turned-offset": {"encoder-turned"},
}
"""What the check of the encoders finds, of which one must be named."""


ELSEWHERE = {"wrong-model", "payload-rounded"}
"""The last one shows when a payload setting is written: see ``test_payload_setting``."""


def test_no_fault_is_forgotten():
    assert {*WHILE_MOVING, *FROM_POWER_ON, *ELSEWHERE} == set(FAULTS)


@pytest.mark.parametrize("fault", WHILE_MOVING)
@pytest.mark.expected_log("")
def test_a_fault_in_motion(fault, tmp_path):
    procedure = RecordProcedure(8.0, RecordedMotion.SWAY)
    with _session(tmp_path, f"pace=fast&fault={fault}@0.5") as session:
        outcome = _carried_out(session, procedure)
        assert outcome.error is not None
        assert outcome.error.code in WHILE_MOVING[fault]
        _assert_worded(outcome.error)
    _assert_stands(tmp_path / "black-box.jsonl")
    with Visit.open(tmp_path / "cell.h5") as visit:
        (label,) = visit.labels
        assert visit.recording(label).incomplete, "what was measured is kept, and says that it ended early"


@pytest.mark.thorough
@pytest.mark.parametrize("fault", FROM_POWER_ON)
def test_a_fault_of_the_encoders(fault, tmp_path):
    if fault == "turned-offset":  # shows against the offsets of an earlier check
        with _session(tmp_path, "pace=fast&power_on=first") as session:
            assert not _carried_out(session, CheckProcedure()).found.check.faults
    with _session(tmp_path, f"pace=fast&power_on=second&fault={fault}") as session:
        outcome = _carried_out(session, CheckProcedure())
    check = outcome.found
    reasons = (
        []
        if check is None
        else [reason for joint in check.check.joints for reason in joint.judgement.reasons]
    )
    found = {reason.code for reason in reasons} | ({outcome.error.code} if outcome.error else set())
    assert found & FROM_POWER_ON[fault], found
    for reason in reasons:
        assert reason_text(reason).endswith(")"), "a sentence with its short code"
    _assert_stands(tmp_path / "black-box.jsonl")


def test_another_model_than_described(tmp_path):
    with pytest.raises(DeviceError) as caught, _session(tmp_path, "fault=wrong-model") as session:
        _carried_out(session, CheckProcedure())
    _assert_worded(caught.value)
    notes = _notes(tmp_path / "black-box.jsonl")
    assert not [note for note in notes if note["event"] == "motion-begins"], "nothing has moved"


@contextmanager
def _session(folder: Path, settings: str) -> Iterator[RobotSession]:
    """A virtual robot with a fault, and a person who is there all the time."""
    uri = f"virtual:{ROBOT}?black_box={folder / 'black-box.jsonl'}&{settings}"
    session = RobotSession(
        uri, load_robot(ROBOT), pulse=AlwaysThere(), compute=compute_here, visit=folder / "cell.h5"
    )
    try:
        session.open()
        yield session
    finally:
        session.close()


def _carried_out(session: RobotSession, procedure: Procedure) -> Outcome:
    if not session.visit.exists():
        from core.robot.toml_format import write_toml

        Visit.create(session.visit, robot_toml=write_toml(session.described)).close()
    prepared = procedure.prepare(session, NullMonitor())
    assert prepared.allowed
    return procedure.run(session, prepared.confirmed(serial=session.identity.serial), NullMonitor())


def _assert_worded(error: BaseException) -> None:
    message = error_text(error)
    assert message.title
    assert message.meaning
    assert message.action
    assert message.code.startswith(("D-", "F-"))


def _assert_stands(black_box: Path) -> None:
    """By the device's own notes, every motion that began has ended."""
    notes = _notes(black_box)
    begun = [note["motion"] for note in notes if note["event"] == "motion-begins"]
    ended = [note["motion"] for note in notes if note["event"] == "motion-ends"]
    assert begun
    assert begun == ended


def _notes(black_box: Path) -> list[dict]:
    return [json.loads(line) for line in black_box.read_text("utf-8").splitlines()]
