"""A procedure on a terminal: its plan before it starts, and its outcome."""

import math
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType

from app.errors.text import error_text, event_text, finding_text, mark_text, readiness_text
from app.guide.run_procedure import RunProcedure
from app.terminal.output import stdout_console
from core.recording import Mark
from devices.controller import is_own
from devices.safety.readiness import ReadinessLine, ReadinessState

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.arm.session import RobotSession

_SIGNS = {
    ReadinessState.READY: "[ready]",
    ReadinessState.LIMITED: "[ready, with limits]",
    ReadinessState.NOT_READY: "[NOT READY]",
}
_MM = 1000.0


def show_plan(
    declared: RunProcedure[Any],
    session: "RobotSession",
    prepared: "Prepared",
    lines: Sequence[ReadinessLine],
    *,
    to_stderr: bool,
) -> None:
    """Print the readiness list and what will move, before it does."""
    console = Console(file=sys.stderr, markup=False, highlight=False) if to_stderr else stdout_console()
    for line in _plan_lines(declared, session, prepared, lines):
        console.print(line)


def _plan_lines(
    declared: RunProcedure[Any],
    session: "RobotSession",
    prepared: "Prepared",
    lines: Sequence[ReadinessLine],
) -> Iterator[RenderableType]:
    identity, mark = session.identity, session.capabilities.mark
    if mark is not Mark.NONE:
        yield mark_text(mark)
    if identity is not None:
        yield f"{identity.model}, serial number {identity.serial or 'unknown'}"
    for line in lines:
        if line.code == "cell-clear" and session.is_simulated:
            continue  # a simulated arm can hurt no person, so none confirms
        yield f"{_SIGNS[line.state]} {readiness_text(line)}"
    for finding in prepared.findings:
        yield f"{'[NOT ALLOWED]' if finding.blocking else '[note]'} {finding_text(finding)}"
    yield from declared.plan_lines(prepared, session.robot)
    box = prepared.swept_box
    if box is None:
        until = (
            f"for {prepared.duration:.0f} s" if math.isfinite(prepared.duration) else "until it has enough"
        )
        yield f"Nothing is moved by this program. It records {until}."
        return
    low, high = (_MM * corner for corner in box)
    spans = ", ".join(
        f"{axis} {start:.0f} to {end:.0f} mm" for axis, start, end in zip("xyz", low, high, strict=True)
    )
    yield f"The arm passes through the box {spans} (base frame)."
    count = len(prepared.motions)
    yield (
        f"{count} {'motion' if count == 1 else 'motions'}, {prepared.duration:.0f} s in all, "
        f"top speed {_MM * prepared.top_speed:.0f} mm/s."
    )


def outcome_json(
    declared: RunProcedure[Any], outcome: "Outcome", session: "RobotSession", *, stopped_by: str
) -> dict[str, object]:
    """The documented keys of ``torsion run``."""
    identity = session.identity
    document: dict[str, object] = {
        "procedure": outcome.procedure,
        "controller": session.uri,
        "serial": "" if identity is None else identity.serial,
        "power_on": "" if identity is None else identity.power_on,
        "mark": session.capabilities.mark.value,
        "visit": str(session.visit),
        "recordings": list(outcome.recordings),
        "seconds": outcome.seconds,
        "samples": outcome.samples,
        "missing_samples": outcome.missing_samples,
        "events": [
            {"time": event.time, "code": event.code, "facts": dict(event.facts)} for event in outcome.events
        ],
        "verdict": outcome.verdict.value,
        "stopped": outcome.stopped,
        "stopped_by": stopped_by,
        "error": _error_json(outcome),
    }
    found = {} if outcome.found is None else declared.document(outcome.found, session.robot)
    return {**document, **found}


def _error_json(outcome: "Outcome") -> dict[str, object] | None:
    error = outcome.error
    if error is None:
        return None
    return {"code": error.code, "text": error_text(error).one_line, "facts": dict(error.facts)}


def outcome_lines(
    declared: RunProcedure[Any], outcome: "Outcome", session: "RobotSession", *, stopped_by: str
) -> Iterator[RenderableType]:
    """Outcome of a procedure in sentences and tables."""
    if outcome.stopped:
        first = " The arm was stopped first." if session.capabilities.can_move else ""
        yield f"Stopped{f' by {stopped_by}' if stopped_by else ''}.{first}"
    if outcome.error is not None:
        yield error_text(outcome.error).one_line
    if not outcome.recordings:
        yield "Nothing was recorded."
        return
    labels = " and ".join(f"“{label}”" for label in outcome.recordings)
    yield (
        f"Recorded as {labels} in {session.visit}: {outcome.seconds:.2f} s, "
        f"{outcome.samples} samples, {outcome.missing_samples} missing."
    )
    others = (event for event in outcome.events if not is_own(event))
    yield from dict.fromkeys(line for event in others if (line := event_text(event)))
    if outcome.found is not None:
        yield from declared.lines(outcome.found, outcome, session)
