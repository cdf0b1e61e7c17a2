"""The self-test passes where all is well, and says of each fault what it is and what to do."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.shell import self_test, self_test_checks
from app.shell.commands import self_test as command
from app.shell.commands.command_line import run
from app.shell.self_test import CHECKS, Check, Finding, run_self_test
from app.shell.self_test_checks import KNOWN_STATE, KNOWN_TORQUE, Wrong
from core.drawing.ray_cast import Caster
from core.errors import BadFile
from core.monitor import Cancelled, NullMonitor
from core.robot.library import load_robot
from tests.app import job_functions

WITHOUT_PROCESSES = (
    Check.RESOURCES, Check.FOLDERS, Check.KERNELS, Check.SOLVERS, Check.STORAGE, Check.REPORT,
)  # fmt: skip


def _found(**checks) -> dict[Check, Finding]:
    chosen = {Check[name]: look for name, look in checks.items()}
    return {finding.check: finding for finding in run_self_test(NullMonitor(), checks=chosen)}


@pytest.mark.parametrize("check", WITHOUT_PROCESSES)
def test_a_check_passes_and_has_words(check: Check) -> None:
    (finding,) = run_self_test(NullMonitor(), checks={check: CHECKS[check]})
    assert finding.error is None
    assert finding.passed
    assert command._line(finding).startswith("ok ")


def test_every_check_is_carried_out_and_worded() -> None:
    assert set(CHECKS) == set(Check) == set(command._LINES)


def test_the_known_torque_is_what_pinocchio_computes() -> None:
    pytest.importorskip("pinocchio")
    from tests.core.robot.oracles import Pinocchio

    q, v, a = (np.array([row]) for row in KNOWN_STATE)
    torque = Pinocchio(load_robot("generic-6r")).torque(q, v, a)[0]
    assert torque == pytest.approx(KNOWN_TORQUE, abs=1e-10)


def test_a_wrong_kernel_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.robot import dynamics

    true = dynamics.inverse_dynamics
    monkeypatch.setattr(dynamics, "inverse_dynamics", lambda *given: true(*given) * (1.0 + 1e-7))
    finding = _found(KERNELS=self_test_checks.check_kernels)[Check.KERNELS]
    assert not finding.passed
    assert "off by 2.33e-05 N·m" in command._line(finding)


def test_a_missing_folder_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(self_test_checks.resources, "path", lambda name: tmp_path / name)
    finding = _found(RESOURCES=self_test_checks.check_resources)[Check.RESOURCES]
    assert "resources/export is missing or empty" in command._line(finding)
    assert "Install Torsion again" in command._line(finding)


def test_an_arm_that_is_not_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert float(self_test.check_drawing(Path(), NullMonitor())["arm_percent"]) > 5.0
    monkeypatch.setattr(Caster, "draw", lambda *_: True)
    finding = _found(DRAWING=self_test.check_drawing)[Check.DRAWING]
    assert "An arm covers 0.0% of its picture" in command._line(finding)


def test_the_worker_answers_and_stops() -> None:
    facts = self_test.check_worker(Path(), NullMonitor())
    assert float(facts["start_s"]) > 0.0
    assert float(facts["cancel_ms"]) > 0.0


def test_a_worker_that_says_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "answer", job_functions.miscount)
    with pytest.raises(Wrong, match="result=43"):
        self_test.check_worker(Path(), NullMonitor())


def test_the_rest_is_checked_after_a_failure() -> None:
    def broken(_folder: Path, _monitor: object) -> dict[str, int]:
        raise BadFile("file-missing", file="cell.h5")

    found = _found(RESOURCES=broken, STORAGE=self_test_checks.check_storage)
    assert not found[Check.RESOURCES].passed
    assert found[Check.STORAGE].passed
    lines = command.lines(tuple(found.values()))
    assert lines[0].startswith("NOT  Files of the program: ")
    assert lines[-1].startswith("1 of 2 checks failed.")


def test_it_can_be_stopped() -> None:
    class Stopping(NullMonitor):
        def check(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        list(run_self_test(Stopping()))


def test_the_command_answers_programs_and_tells_failure_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    passed = Finding(Check.STORAGE, passed=True, seconds=0.1, facts={"sync_ms": 3.0})
    failed = Finding(Check.WINDOW, passed=False, seconds=0.1, error=Wrong("the window stayed empty"))
    monkeypatch.setattr(command, "run_self_test", lambda _monitor: iter([passed]))
    assert run(["self-test", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["passed"] is True
    monkeypatch.setattr(command, "run_self_test", lambda _monitor: iter([passed, failed]))
    assert run(["self-test"]) == 1
    said = capsys.readouterr().out
    assert "ok   Recording to disk" in said
    assert "NOT  Window: The window stayed empty." in said


def test_the_command_carries_out_the_checks_that_write_files(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Outputs of a command wait for its end; the folder of the checks is gone by then."""
    checks = {check: CHECKS[check] for check in WITHOUT_PROCESSES}
    monkeypatch.setattr(command, "run_self_test", lambda monitor: run_self_test(monitor, checks=checks))
    assert run(["self-test"]) == 0, capsys.readouterr().err
    assert f"All {len(checks)} checks passed" in capsys.readouterr().out


def test_the_window_is_built_in_a_process_of_its_own(tmp_path: Path) -> None:
    facts = self_test.check_window(tmp_path, NullMonitor())
    assert facts["platform"] == "offscreen"
