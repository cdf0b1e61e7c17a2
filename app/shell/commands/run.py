"""``torsion run``: a guided procedure on a controller; its plan is shown before anything moves."""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType

from app import features
from app.arm.procedure import FlangeSettings
from app.errors.text import error_text, event_text, finding_text, mark_text, readiness_text
from app.guide.feature import RunProcedure
from app.health.memory import set_aside_what_stays
from app.terminal.command import (
    Context,
    ExitCode,
    Parser,
    VisitOption,
    WrongUse,
    add_command,
    json_on_stdout,
    present,
    say,
    stdout_console,
    write_document,
)
from app.terminal.options import add_settings
from app.terminal.serving import Server, ask, serving
from core.errors import NotWritten
from core.recording import Mark
from devices.controller import is_own
from devices.errors import ConfigurationError
from devices.families import patterns
from devices.family import CONSENTED
from devices.safety.readiness import ReadinessLine, ReadinessState

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.arm.session import RobotSession
    from core.robot.model import RobotModel


_CLEAR_CELL = "clear"

_SIGNS = {
    ReadinessState.READY: "[ready]",
    ReadinessState.LIMITED: "[ready, with limits]",
    ReadinessState.NOT_READY: "[NOT READY]",
}
_MM = 1000.0


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion run``."""
    procedures = parser.add_subparsers(
        title="procedures", metavar="PROCEDURE", dest="procedure", required=True, parser_class=Parser
    )
    for declared in _procedures():
        procedure = add_command(procedures, declared.name, _run, summary=declared.summary)
        procedure.set_defaults(declared=declared)
        declared.first_options(procedure)
        _add_common(procedure)
        declared.options(procedure)
        if declared.asks_flange:
            add_settings(procedure, FlangeSettings)


def _procedures() -> Iterator[RunProcedure[Any]]:
    return (procedure for feature in features.FEATURES for procedure in feature.procedures())


def _add_common(parser: argparse.ArgumentParser) -> None:
    *others, last = patterns()
    named = f"{', '.join(others)} or {last}; torsion ports lists what may follow"
    parser.add_argument("--controller", required=True, metavar="URI", help=named)
    parser.add_argument("--robot", metavar="NAME|FILE", help="default: the visit's, or the controller's")
    parser.add_argument(
        "--into", required=True, action=VisitOption, metavar="VISIT.h5", help="made where it is missing"
    )
    parser.add_argument("--label", metavar="TEXT", help="of the recording; default: the procedure's name")
    parser.add_argument(
        "--confirm",
        metavar="SERIAL",
        help="serial number of a real arm or of one on a port, instead of typing it",
    )
    parser.add_argument(
        "--clear-cell",
        action="store_true",
        help="nobody is inside the fence, the guards are closed: for motions above 250 mm/s",
    )


def _run(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from devices.driving.pulse import Pulse

    declared: RunProcedure[Any] = arguments.declared
    declared.check(arguments)
    pulse = Pulse()
    with serving(pulse, context.monitor) as server:
        session = server.do(lambda: session_of(arguments, pulse, context))
        server.stop_arm = session.stop
        try:
            outcome = _carried_out(arguments, session, server, context)
        finally:
            server.do(session.close)
    document = outcome_json(declared, outcome, session, stopped_by=server.stopped_by)
    try:
        if outcome.found is not None:
            declared.write(arguments, outcome.found, session.robot)
        write_document(arguments, document)
    except NotWritten:  # what was recorded is in the visit all the same, and worth saying
        say(arguments, *outcome_lines(declared, outcome, session, stopped_by=server.stopped_by))
        raise
    present(arguments, document, *outcome_lines(declared, outcome, session, stopped_by=server.stopped_by))
    return _exit_code(outcome)


def _carried_out(
    arguments: argparse.Namespace, session: "RobotSession", server: Server, context: Context
) -> "Outcome":
    """Connect, plan, ask, and run the procedure."""
    _refuse_unattended(arguments, session)
    monitor = context.monitor
    connect(arguments, session, server, context)
    if (wrong := session.mismatch) is not None:
        raise wrong
    declared: RunProcedure[Any] = arguments.declared
    procedure = server.do(lambda: declared.make(arguments, session, monitor))
    prepared = server.do(lambda: procedure.prepare(session, monitor))
    prepared = _agreed(arguments, session, prepared)
    server.do(lambda: make_visit(arguments.into, session))
    monitor.check()
    set_aside_what_stays()
    return server.do(lambda: procedure.run(session, prepared, monitor))


def connect(arguments: argparse.Namespace, session: "RobotSession", server: Server, context: Context) -> None:
    """Connect to the controller; refuse another arm than the named one and the visit's."""
    try:
        server.do(lambda: session.open(context.monitor))
    except ConfigurationError as error:
        if error.code != "other-serial":
            raise
        raise WrongUse(error_text(error).one_line) from error
    _check_visit(arguments.into, session)


def session_of(arguments: argparse.Namespace, pulse: object, context: Context) -> "RobotSession":
    """A session with the named controller and the robot of the visit; not open yet."""
    from app.arm.session import RobotSession
    from app.jobs.task import compute_here
    from devices.connection import open_controller
    from devices.driving.pulse import Pulse

    assert isinstance(pulse, Pulse)
    context.monitor.check()
    robot = _robot(arguments)
    return RobotSession(
        arguments.controller,
        robot,
        pulse=pulse,
        compute=compute_here,
        visit=arguments.into,
        open_with=open_controller,
    )


def _robot(arguments: argparse.Namespace) -> "RobotModel":
    """Robot of the visit where there is one; it has to be the named one."""
    from app.visit.recordings import robot_of
    from core.robot.library import load_robot
    from core.storage.visit import Visit
    from devices.connection import described_robot

    meant = load_robot(arguments.robot) if arguments.robot else described_robot(arguments.controller)
    if not arguments.into.exists():
        return meant
    with Visit.open(arguments.into) as visit:
        robot = robot_of(visit)
    if (robot.name, robot.joint_names) != (meant.name, meant.joint_names):
        raise WrongUse(
            f"{arguments.into} is a visit to the robot {robot.name}, not {meant.name}. Nothing was changed. "
            "Name another visit or the same robot."
        )
    return robot


def _refuse_unattended(arguments: argparse.Namespace, session: "RobotSession") -> None:
    """Refuse a real arm without a terminal, unless its serial number is given or it is only read."""
    if session.is_simulated or not _can_move(arguments, session):
        return
    if arguments.confirm is not None or sys.stdin.isatty():
        return
    raise WrongUse(
        "A real arm is started only by somebody who names it. Run this in a terminal and type its serial "
        "number, or give it with --confirm SERIAL. Nothing has moved."
    )


def _can_move(arguments: argparse.Namespace, session: "RobotSession") -> bool:
    """True if the controller takes motions and this procedure may ask for some."""
    declared: RunProcedure[Any] = arguments.declared
    return session.capabilities.can_move and not declared.only_reads(arguments)


def _check_visit(path: Path, session: "RobotSession") -> None:
    """Refuse another arm than the visit's."""
    identity, serial = session.identity, session.visit_serial
    if identity is not None and serial and identity.serial and identity.serial != serial:
        raise WrongUse(
            f"{path} is a visit to the arm {serial}; {identity.serial} answered. Nothing was changed. "
            "Name another visit or connect to the right arm."
        )


def make_visit(path: Path, session: "RobotSession") -> None:
    """Make the visit if it is missing."""
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    if not path.exists():
        Visit.create(path, robot_toml=write_toml(session.described)).close()


def _agreed(arguments: argparse.Namespace, session: "RobotSession", prepared: "Prepared") -> "Prepared":
    """Show all that will happen; a real arm needs its serial number, a fast motion a clear cell.

    Raises
    ------
    WrongUse
        The serial number is not the arm's.
    MotionRejected
        ``preview-not-allowed`` or ``not-ready``.
    """
    from devices.errors import MotionRejected
    from devices.safety.readiness import ReadinessState

    identity = session.identity
    assert identity is not None
    clear = session.is_simulated or arguments.clear_cell
    lines = session.readiness(top_speed=prepared.top_speed, clear_cell_confirmed=clear)
    show_plan(arguments.declared, session, prepared, lines, to_stderr=json_on_stdout(arguments))
    if not prepared.allowed:
        raise MotionRejected(
            "preview-not-allowed", findings=tuple(item.code for item in prepared.findings if item.blocking)
        )
    if session.is_simulated:
        _expect_right_name(arguments, identity.serial)
        serial = identity.serial
    else:
        serial = _confirmed_serial(
            arguments, identity.serial, moves=prepared.moves, can_move=_can_move(arguments, session)
        )
        if prepared.moves and CONSENTED in arguments.controller:
            say(
                arguments,
                f"{CONSENTED} with the serial number {serial} stands for the window's first trial.",
            )
        clear = clear or _asked_for_clear_cell(prepared)
        lines = session.readiness(top_speed=prepared.top_speed, clear_cell_confirmed=clear)
    bad = tuple(line.code for line in lines if line.state is ReadinessState.NOT_READY)
    if bad and prepared.moves:
        raise MotionRejected("not-ready", lines=bad)
    return prepared.confirmed(clear_cell=clear, serial=serial)


def _asked_for_clear_cell(prepared: "Prepared") -> bool:
    if not prepared.needs_clear_cell or not sys.stdin.isatty():
        return False
    question = (
        "The arm will move faster than 250 mm/s. When nobody is inside the fence, the guards are closed and "
        f"the robot is in automatic mode, type {_CLEAR_CELL}: "
    )
    return ask(question).lower() == _CLEAR_CELL


def _confirmed_serial(arguments: argparse.Namespace, serial: str, *, moves: bool, can_move: bool) -> str:
    """Serial number that a person confirmed; an arm without one may be read, but never moved.

    For an arm whose controller takes no motion nothing is asked.
    """
    _expect_right_name(arguments, serial)
    if not serial and moves:
        raise WrongUse(
            "The controller reports no serial number, so nobody can confirm which arm is meant. Nothing has "
            "moved. Give the controller a serial number in its firmware; --motion still records without one."
        )
    if arguments.confirm is not None or not serial or not can_move:
        return serial
    typed = ask("Type the serial number of the arm to start it: ")
    if typed != serial:
        raise WrongUse(f"{typed or 'Nothing'} is not the serial number of this arm. Nothing has moved.")
    return typed


def _expect_right_name(arguments: argparse.Namespace, serial: str) -> None:
    """Refuse a given serial number that is not the arm's, for any arm."""
    if arguments.confirm is not None and arguments.confirm != serial:
        named = arguments.confirm or "Nothing"
        raise WrongUse(f"{named} is not the serial number of this arm. Nothing has moved.")


def _exit_code(outcome: "Outcome") -> ExitCode:
    from app.terminal.command import exit_code

    if not outcome.is_complete:
        return ExitCode.NOT_TRUSTWORTHY
    return exit_code(outcome.verdict)


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
