"""The exit code that a verdict leads to."""

from app.terminal.command import ExitCode
from core.quality import Verdict

TRUSTED = frozenset({Verdict.GOOD, Verdict.USABLE})


def exit_code(verdict: Verdict) -> ExitCode:
    """Exit code for a verdict: success for a result that can be used."""
    return ExitCode.SUCCESS if verdict in TRUSTED else ExitCode.NOT_TRUSTWORTHY
