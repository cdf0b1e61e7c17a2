"""``torsion run``: a guided procedure on a controller, with everything said before anything moves."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.settings import FlangeSettings, RecordedMotion, RecordSettings
from app.features.excitation.run_command import add_excite_options, excite_procedure
from app.features.friction.command import add_friction_options, friction_procedure
from app.features.payload.run_command import add_payload_options, payload_procedure
from app.features.tool_correction.command import (
    add_compensate_options,
    check_compensate,
    compensate_procedure,
    write_corrected,
)
from app.features.twist.load_steps_command import add_load_steps_options, load_steps_procedure
from app.features.twist.torque_ramps_command import add_torque_ramps_options, torque_ramps_procedure
from app.features.verification.command import add_verify_options, verify_procedure
from app.terminal.command import Commands, Context, ExitCode, Parser, WrongUse, add_command
from app.terminal.output import json_on_stdout, present, say, write_document
from app.terminal.outputs import VisitOption
from app.terminal.serving import Server, ask, serving
from app.terminal.setting_options import add_settings, given
from core.errors import NotWritten
from devices.families import patterns

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure
    from app.arm.session import RobotSession
    from core.monitor import Monitor
    from core.robot.model import RobotModel

_CLEAR_CELL = "clear"


def add_to(commands: Commands) -> None:
    """Add ``run`` with its procedures."""
    summary = "A guided procedure on a controller. This moves an arm."
    parser = commands.add_parser("run", help=summary, description=summary)
    procedures = parser.add_subparsers(
        title="procedures", metavar="PROCEDURE", dest="procedure", required=True, parser_class=Parser
    )
    check = add_command(procedures, "check", _run, summary="Jog each joint and compare its two encoders.")
    record = add_command(procedures, "record", _run, summary="Record the arm, standing or moving.")
    add_settings(record, RecordSettings)
    excite = add_command(
        procedures,
        "excite",
        _run,
        summary="Run an excitation trajectory: slowly first, then period by period.",
    )
    verify = add_command(
        procedures,
        "verify",
        _run,
        summary="Run motions that the visit's model has not seen, and judge it on them.",
    )
    friction = add_command(
        procedures,
        "friction",
        _run,
        summary="Sweep each joint both ways at steady speeds and measure its friction.",
    )
    load_steps = add_command(
        procedures,
        "load-steps",
        _run,
        summary="Load each joint slowly by gravity and record how far its gear twists.",
    )
    torque_ramps = add_command(
        procedures,
        "torque-ramps",
        _run,
        summary="Wind a gear whose output is locked up and down, and judge its loops.",
    )
    payload = add_command(
        procedures,
        "payload",
        _run,
        summary="Sweep two joints slowly there and back, without and with the payload, and weigh it.",
    )
    compensate = add_command(
        procedures,
        "compensate",
        _run,
        summary="Average the gears' twist at places without and with a load, and correct the tool there.",
    )
    moving = (check, record, excite, verify, friction, load_steps, torque_ramps, payload, compensate)
    for procedure in moving:
        _add_common(procedure)
    add_excite_options(excite)
    add_verify_options(verify)
    add_friction_options(friction)
    add_load_steps_options(load_steps)
    add_torque_ramps_options(torque_ramps)
    add_payload_options(payload)
    add_compensate_options(compensate)
    for procedure in (record, excite, verify, friction, load_steps):
        add_settings(procedure, FlangeSettings)


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
    from app.shell.commands.procedure_tables import outcome_json, outcome_lines
    from devices.driving.pulse import Pulse

    if arguments.procedure == "compensate":
        check_compensate(arguments)
    pulse = Pulse()
    with serving(pulse, context.monitor) as server:
        session = server.do(lambda: _session(arguments, pulse, context))
        server.stop_arm = session.stop
        try:
            outcome = _carried_out(arguments, session, server, context)
        finally:
            server.do(session.close)
    document = outcome_json(outcome, session, stopped_by=server.stopped_by)
    try:
        write_corrected(arguments, outcome, session)
        write_document(arguments, document)
    except NotWritten:  # what was recorded is in the visit all the same, and worth saying
        say(arguments, *outcome_lines(outcome, session, stopped_by=server.stopped_by))
        raise
    present(arguments, document, *outcome_lines(outcome, session, stopped_by=server.stopped_by))
    return _exit_code(outcome)


def _carried_out(
    arguments: argparse.Namespace, session: "RobotSession", server: Server, context: Context
) -> "Outcome":
    """Connect, plan, ask, do."""
    _refuse_unattended(arguments, session)
    monitor = context.monitor
    server.do(lambda: session.open(monitor))
    _check_visit(arguments.into, session)
    if (wrong := session.mismatch) is not None:
        raise wrong
    procedure = server.do(lambda: _procedure(arguments, session, context.monitor))
    prepared = server.do(lambda: procedure.prepare(session, monitor))
    prepared = _agreed(arguments, session, prepared)
    server.do(lambda: _make_visit(arguments.into, session))
    monitor.check()
    server.look_through_memory()
    return server.do(lambda: procedure.run(session, prepared, monitor))


def _session(arguments: argparse.Namespace, pulse: object, context: Context) -> "RobotSession":
    from app.arm.compute import compute_here
    from app.arm.session import RobotSession
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
    """The visit's robot where there is a visit; it has to be the one that is meant."""
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
    """A real arm starts only when somebody says which one it is."""
    if session.is_simulated or arguments.confirm is not None or sys.stdin.isatty():
        return
    raise WrongUse(
        "A real arm is started only by somebody who names it. Run this in a terminal and type its serial "
        "number, or give it with --confirm SERIAL. Nothing has moved."
    )


def _check_visit(path: Path, session: "RobotSession") -> None:
    """Refuse another arm than the visit's."""
    identity, serial = session.identity, session.visit_serial
    if identity is not None and serial and identity.serial and identity.serial != serial:
        raise WrongUse(
            f"{path} is a visit to the arm {serial}; {identity.serial} answered. Nothing was changed. "
            "Name another visit or connect to the right arm."
        )


def _make_visit(path: Path, session: "RobotSession") -> None:
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    if not path.exists():
        Visit.create(path, robot_toml=write_toml(session.described)).close()


def _procedure(arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor") -> "Procedure":
    from app.features.encoders.procedure import CheckProcedure
    from app.features.recording.procedure import RecordProcedure

    label = arguments.label or arguments.procedure
    if arguments.procedure == "check":
        return CheckProcedure(label=label)
    if arguments.procedure == "compensate":
        return compensate_procedure(arguments, session, monitor)
    if arguments.procedure == "excite":
        return excite_procedure(arguments, session, monitor)
    if arguments.procedure == "verify":
        return verify_procedure(arguments, joints=session.robot.joint_count)
    if make := _BY_ARGUMENTS.get(arguments.procedure):
        return make(arguments)
    default = RecordedMotion.SWAY if session.capabilities.can_move else RecordedMotion.STILL
    return RecordProcedure(
        **{"motion": default, **given(arguments, RecordProcedure), "label": label},
    )


_BY_ARGUMENTS: "Mapping[str, Callable[[argparse.Namespace], Procedure]]" = {
    "friction": friction_procedure,
    "load-steps": load_steps_procedure,
    "payload": payload_procedure,
    "torque-ramps": torque_ramps_procedure,
}


def _agreed(arguments: argparse.Namespace, session: "RobotSession", prepared: "Prepared") -> "Prepared":
    """Show all that will happen; a real arm needs its serial number, a fast motion a clear cell.

    Raises
    ------
    WrongUse
        The serial number is not the arm's.
    MotionRejected
        ``preview-not-allowed`` or ``not-ready``.
    """
    from app.shell.commands.procedure_tables import show_plan
    from devices.errors import MotionRejected
    from devices.safety.readiness import ReadinessState

    identity = session.identity
    assert identity is not None
    clear = session.is_simulated or arguments.clear_cell
    lines = session.readiness(top_speed=prepared.top_speed, clear_cell_confirmed=clear)
    show_plan(session, prepared, lines, to_stderr=json_on_stdout(arguments))
    if not prepared.allowed:
        raise MotionRejected(
            "preview-not-allowed", findings=tuple(item.code for item in prepared.findings if item.blocking)
        )
    if session.is_simulated:
        _expect_right_name(arguments, identity.serial)
        serial = identity.serial
    else:
        serial = _confirmed_serial(arguments, identity.serial, moves=prepared.moves)
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


def _confirmed_serial(arguments: argparse.Namespace, serial: str, *, moves: bool) -> str:
    """What a person has confirmed; an arm without a number may be read, but it is never moved."""
    _expect_right_name(arguments, serial)
    if not serial and moves:
        raise WrongUse(
            "The controller reports no serial number, so nobody can confirm which arm is meant. Nothing has "
            "moved. Give the controller a serial number in its firmware; --motion still records without one."
        )
    if arguments.confirm is not None or not serial:
        return serial
    typed = ask("Type the serial number of the arm to start it: ")
    if typed != serial:
        raise WrongUse(f"{typed or 'Nothing'} is not the serial number of this arm. Nothing has moved.")
    return typed


def _expect_right_name(arguments: argparse.Namespace, serial: str) -> None:
    """A number that was given is the arm's, whatever arm it is."""
    if arguments.confirm is not None and arguments.confirm != serial:
        named = arguments.confirm or "Nothing"
        raise WrongUse(f"{named} is not the serial number of this arm. Nothing has moved.")


def _exit_code(outcome: "Outcome") -> ExitCode:
    from app.terminal.trust import exit_code

    if not outcome.is_complete:
        return ExitCode.NOT_TRUSTWORTHY
    return exit_code(outcome.verdict)
