"""How a procedure looks on a terminal: what it is about to do, and what came of it."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType

from app.errors.text import error_text, event_text, finding_text, mark_text, readiness_text, reason_text
from app.features.encoders.presentation import present as worded_check
from app.features.excitation.run_presentation import present_run
from app.features.friction.tables import friction_json, friction_lines
from app.features.payload.presentation import present
from app.features.payload.run_tables import payload_plan_lines, payload_run_json, payload_run_lines
from app.features.tool_correction.run_tables import compensate_lines, compensation_keys
from app.features.twist.load_steps_tables import load_steps_json, load_steps_lines
from app.features.twist.tables import deflection_json, deflection_lines
from app.features.verification.tables import verification_json, verification_lines
from app.terminal.output import stdout_console
from app.terminal.presentation_lines import presentation_lines
from core.exchange.export_check import check_json
from core.exchange.export_excitation_run import excitation_run_json
from core.exchange.export_payload import payload_json
from core.recording import Mark
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
    session: "RobotSession", prepared: "Prepared", lines: Sequence[ReadinessLine], *, to_stderr: bool
) -> None:
    """Print the readiness list and what will move, before it does."""
    console = Console(file=sys.stderr, markup=False, highlight=False) if to_stderr else stdout_console()
    for line in _plan_lines(session, prepared, lines):
        console.print(line)


def _plan_lines(
    session: "RobotSession", prepared: "Prepared", lines: Sequence[ReadinessLine]
) -> Iterator[RenderableType]:
    identity, mark = session.identity, session.capabilities.mark
    if mark is not Mark.NONE:
        yield mark_text(mark)
    if identity is not None:
        yield f"{identity.model}, serial number {identity.serial or 'unknown'}"
    for line in lines:
        if line.code == "cell-clear" and session.is_simulated:
            continue  # nobody confirmed anything, and nobody can be hurt
        yield f"{_SIGNS[line.state]} {readiness_text(line)}"
    for finding in prepared.findings:
        yield f"{'[NOT ALLOWED]' if finding.blocking else '[note]'} {finding_text(finding)}"
    yield from _planned_lines(session, prepared)
    box = prepared.swept_box
    if box is None:
        yield f"Nothing is moved by this program. It records for {prepared.duration:.0f} s."
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


def _planned_lines(session: "RobotSession", prepared: "Prepared") -> Iterator[RenderableType]:
    """Which joints gravity loads, or which sweeps run, before anything moves."""
    from app.features.payload.procedure import PreparedPayload
    from app.features.twist.load_steps_procedure import PreparedLoadSteps

    names, slides = session.robot.joint_names, session.robot.is_prismatic.tolist()
    if isinstance(prepared, PreparedLoadSteps) and prepared.plan is not None:
        yield from load_steps_lines(prepared.plan, joints=names, slides=slides)
    if isinstance(prepared, PreparedPayload):
        yield from payload_plan_lines(prepared, joints=names, slides=slides)


def outcome_json(outcome: "Outcome", session: "RobotSession", *, stopped_by: str) -> dict[str, object]:
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
    if outcome.check is not None:
        document["check"] = check_json(outcome.check.check)
    if outcome.excitation is not None:
        document["excitation"] = excitation_run_json(outcome.excitation)
    if outcome.verification is not None:
        document["verification"] = verification_json(outcome.verification)
    if outcome.friction is not None:
        document["friction"] = friction_json(outcome.friction)
    if outcome.load_steps is not None:
        document["load_steps"] = load_steps_json(outcome.load_steps)
    if outcome.elasticity is not None:
        document["deflection"] = deflection_json(outcome.elasticity, tool={})
    if outcome.payload_plan is not None:
        document["payload_sweeps"] = payload_run_json(outcome, outcome.payload_plan)
    if outcome.payload is not None:
        document["payload"] = payload_json(outcome.payload, reason_text=reason_text)
    return document | compensation_keys(outcome, session.robot)


def _error_json(outcome: "Outcome") -> dict[str, object] | None:
    error = outcome.error
    if error is None:
        return None
    return {"code": error.code, "text": error_text(error).one_line, "facts": dict(error.facts)}


def outcome_lines(
    outcome: "Outcome", session: "RobotSession", *, stopped_by: str
) -> Iterator[RenderableType]:
    """What came of it, in words and tables."""
    if outcome.stopped:
        yield f"Stopped{f' by {stopped_by}' if stopped_by else ''}. The arm was stopped first."
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
    yield from dict.fromkeys(line for event in outcome.events if (line := event_text(event)))
    yield from _found_lines(outcome, session)


def _found_lines(outcome: "Outcome", session: "RobotSession") -> Iterator[RenderableType]:
    """What the recordings say."""
    if outcome.payload_plan is not None:
        yield from payload_run_lines(outcome, outcome.payload_plan)
    if outcome.payload is not None:
        yield from presentation_lines(present(outcome.payload))
    if outcome.check is not None:
        slides = session.robot.is_prismatic.tolist()
        yield from presentation_lines(worded_check(outcome.check.check, slides=slides))
    if outcome.excitation is not None:
        names, slides = session.robot.joint_names, session.robot.is_prismatic.tolist()
        yield from presentation_lines(present_run(outcome.excitation, joints=names, slides=slides))
    if outcome.verification is not None:
        yield from verification_lines(outcome.verification)
    if outcome.friction is not None:
        yield from friction_lines(outcome.friction)
    yield from compensate_lines(outcome, session.robot)
    if outcome.elasticity is not None:
        yield from deflection_lines(outcome.elasticity, tool={})
    elif outcome.load_steps is not None and outcome.is_complete:
        yield (
            "What the twist says needs a model: identify one, then run torsion deflection "
            f"{session.visit} --recordings {' '.join(outcome.recordings)}."
        )
