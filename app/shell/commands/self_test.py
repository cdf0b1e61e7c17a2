"""``torsion self-test``: the program checks itself on this computer, without a robot."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.errors.text import error_text
from app.health.log_file import log_path
from app.shell.self_test import Check, Finding, run_self_test
from app.shell.self_test_checks import Wrong
from app.terminal.command import Context, ExitCode, be_command, present
from core.errors import TorsionError
from core.stamp import software_name


@dataclass(frozen=True)
class _Line:
    """Words of a check: its name, its result, and the action after a failure."""

    name: str
    found: str
    action: str


_INSTALL_AGAIN = "Install Torsion again; a file of it is missing or damaged."
_LINES = {
    Check.RESOURCES: _Line(
        "Files of the program", "{files} files, {robots} robots, {languages} languages", _INSTALL_AGAIN
    ),
    Check.FOLDERS: _Line(
        "Folders of this user",
        "visits go to {visits}",
        "Make room on the disk, or let this user write there.",
    ),
    Check.KERNELS: _Line(
        "Compiled loops", "a known torque is met within {difference_nm:.1e} N·m", _INSTALL_AGAIN
    ),
    Check.DRAWING: _Line(
        "Picture of an arm",
        "drawn; the arm covers {arm_percent} % of it, its volume {volume_percent} %",
        _INSTALL_AGAIN,
    ),
    Check.SOLVERS: _Line("Solvers", "known answers are met", _INSTALL_AGAIN),
    Check.STORAGE: _Line(
        "Recording to disk",
        "read back bit for bit; forced to the disk in {sync_ms} ms",
        "Make room on the disk of temporary files, and look whether it is sound.",
    ),
    Check.WORKER: _Line(
        "Worker process",
        "answered after {start_s} s, stopped within {cancel_ms} ms",
        "Look whether a virus scanner holds up or ends programs that Torsion starts.",
    ),
    Check.VIRTUAL_ROBOT: _Line(
        "Virtual robot",
        "{samples} samples while every joint moved",
        "Look whether a virus scanner or firewall forbids Torsion to talk to itself on this computer.",
    ),
    Check.REPORT: _Line("Report", "a PDF of {bytes} bytes", _INSTALL_AGAIN),
    Check.WINDOW: _Line(
        "Window",
        "built and painted in {built_s} s ({platform})",
        "On Linux install the libraries of the display that the log file names; else install Torsion again.",
    ),
}


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion self-test``."""
    be_command(parser, _self_test)


def _self_test(arguments: argparse.Namespace, context: Context) -> ExitCode:
    findings = tuple(run_self_test(context.monitor))
    passed = all(finding.passed for finding in findings)
    document = {
        "software": software_name(),
        "passed": passed,
        "checks": [_document(finding) for finding in findings],
    }
    present(arguments, document, *lines(findings))
    return ExitCode.SUCCESS if passed else ExitCode.NOT_TRUSTWORTHY


def lines(findings: Sequence[Finding]) -> tuple[str, ...]:
    """One line for every check, and a last one for all."""
    failed = sum(not finding.passed for finding in findings)
    last = (
        f"{failed} of {len(findings)} checks failed. The log file has more: {log_path()}"
        if failed
        else f"All {len(findings)} checks passed: {software_name()} works on this computer."
    )
    return (*map(_line, findings), last)


def _line(finding: Finding) -> str:
    words = _LINES[finding.check]
    if finding.passed:
        return f"ok   {words.name}: {words.found.format(**finding.facts)}."
    return f"NOT  {words.name}: {_reason(finding)} {words.action}"


def _reason(finding: Finding) -> str:
    error = finding.error
    if isinstance(error, Wrong):
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    if isinstance(error, TorsionError | OSError):
        return error_text(error).one_line
    return f"{type(error).__name__}: {error}."


def _document(finding: Finding) -> dict[str, Any]:
    document = {
        "check": finding.check.value,
        "passed": finding.passed,
        "seconds": round(finding.seconds, 3),
        "facts": dict(finding.facts),
    }
    if not finding.passed:
        document |= {"reason": _reason(finding), "action": _LINES[finding.check].action}
    return document
