"""``torsion excite`` and ``torsion run excite``: a motion designed or judged, written into files, and run.

Every function raises ``argparse.ArgumentTypeError`` with the mistake.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.arm.procedure import FlangeSettings, RepeatSettings
from app.errors.text import error_text, reason_text, shortfall_text
from app.features.excitation.run_presentation import present_run
from app.guide.feature import RunProcedure
from app.terminal.command import Context, ExitCode, OutputOption, WrongUse, be_command, exit_code, present
from app.terminal.options import NumberOption, Pose, add_setting, add_settings, given, shown
from app.terminal.presentation_lines import presentation_lines
from app.terminal.progress import until_stopped
from core.bounds import COUNT, HEIGHT, POSITION, RATE
from core.errors import BadRequest
from core.exchange.export_procedures import excitation_run_json
from core.excitation.runs.excitation_run import ExcitationRun
from core.excitation.settings import RUN_SHARE, ExcitationSettings, TrajectoryKind
from core.robot.surroundings import Box
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from app.features.excitation.procedure import ExciteProcedure
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.limits.motion_limits import MotionLimits
    from core.monitor import Monitor
    from core.robot.model import RobotModel


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion excite``."""
    be_command(parser, _excite)
    add_options(parser)


def _excite(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.excitation.presentation import present as worded
    from core.exchange.trajectory_json import excitation_json
    from core.excitation.demands.feasibility import demanded_limits
    from core.robot.library import load_robot

    robot = load_robot(arguments.robot)
    _check_exports(arguments.export, robot)
    plan, finished = (_judged if arguments.evaluate else _planned)(arguments, robot, context)
    limits = demanded_limits(robot, plan.settings)
    failures = _export(arguments, plan, robot, limits)
    document = excitation_json(plan, limits=limits, reason_text=reason_text, shortfall_text=shortfall_text)
    document["finished"] = finished
    document["files"] = [str(path) for path in arguments.export if path not in failures]
    document["not_written"] = {str(path): text for path, text in failures.items()}
    present(
        arguments,
        document,
        *([] if finished else ["Stopped. This is the best so far."]),
        *presentation_lines(
            worded(plan, limits, joints=robot.joint_names, slides=robot.is_prismatic.tolist())
        ),
        *(f"Written: {path}" for path in document["files"]),
        *failures.values(),
    )
    return exit_code(plan.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def _planned(
    arguments: argparse.Namespace, robot: "RobotModel", context: Context
) -> "tuple[ExcitationPlan, bool]":
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.plan import plan_excitation

    settings = settings_of(arguments, robot)
    return until_stopped(
        context.monitor,
        ExcitationPlan,
        lambda: plan_excitation(robot, settings, monitor=context.monitor),
    )


def _judged(
    arguments: argparse.Namespace, robot: "RobotModel", context: Context
) -> "tuple[ExcitationPlan, bool]":
    """The trajectory of a file, judged by its own settings and what the arguments say instead."""
    from core.exchange.trajectory_file import read_trajectory
    from core.excitation.evaluate import evaluate_trajectory

    given = read_trajectory(arguments.evaluate, joints=robot.joint_count)
    context.monitor.check()
    settings = settings_of(arguments, robot, base=given.judging_settings)
    return evaluate_trajectory(robot, given.trajectory, settings), True


def _check_exports(paths: list[Path], robot: "RobotModel") -> None:
    """Refuse files that could not be written, before any work is done."""
    from core.exchange.export_trajectory import TrajectoryFormat, trajectory_format
    from core.exchange.urscript import check_robot

    for path in paths:
        if trajectory_format(path) is TrajectoryFormat.URSCRIPT:
            check_robot(robot)


def _export(
    arguments: argparse.Namespace, plan: "ExcitationPlan", robot: "RobotModel", limits: "MotionLimits"
) -> dict[Path, str]:
    """Write every file; the reason, by its path, for each that may not be written."""
    from core.exchange.export_trajectory import export_trajectory

    failures: dict[Path, str] = {}
    for path in arguments.export:
        try:
            export_trajectory(
                plan,
                robot,
                path=path,
                limits=limits,
                cycles=arguments.cycles,
                rate_hz=arguments.rate_hz,
                reason_text=reason_text,
                shortfall_text=shortfall_text,
            )
        except BadRequest as refusal:  # a motion that may not be run; the result is worth showing still
            failures[path] = error_text(refusal).one_line
    return failures


_PLAN_FILE = ".json"


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the motion, and for the number of its periods."""
    parser.add_argument(
        "--plan",
        metavar="FILE.json|KEY",
        help="what torsion excite wrote, coefficients as its --evaluate reads them, or the key of a plan in "
        "the visit; without one, a motion is planned from where the arm stands by the settings below",
    )
    add_settings(parser, RepeatSettings)
    add_plan_options(parser)


def _procedure(
    arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor"
) -> "ExciteProcedure":
    """Procedure by the arguments; plans the motion where no plan is named.

    Raises
    ------
    WrongUse
        The plan is not in the visit, or there is no visit yet.
    BadFile, BadRequest, Infeasible
        A file that holds no plan, or settings that cannot be met.
    Cancelled
        When stopped while it was being planned.
    """
    from app.features.excitation.procedure import ExciteProcedure, check_controller

    check_controller(session)
    return ExciteProcedure(
        plan=_plan(arguments, session, monitor),
        label=arguments.label or arguments.procedure,
        **given(arguments, RepeatSettings),
        **given(arguments, FlangeSettings),
    )


def _plan(
    arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor"
) -> "ExcitationPlan | str":
    named = arguments.plan
    if named is None:
        return _planned_from_pose(arguments, session, monitor)
    if named.lower().endswith(_PLAN_FILE):
        return _read(Path(named), arguments, session)
    _check_key(named, arguments.into)
    return str(named)


def _planned_from_pose(
    arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor"
) -> "ExcitationPlan":
    """Plan a motion from the present pose, unless the options name another start pose or kind."""
    from core.excitation.plan import plan_excitation

    here = tuple(session.standing_pose().tolist())
    base = ExcitationSettings(kind=TrajectoryKind.MODIFIED, start=here, limit_share=RUN_SHARE)
    settings = settings_of(arguments, session.robot, base=base)
    if settings.kind is TrajectoryKind.FOURIER and "start" not in vars(arguments):
        settings = replace(settings, start=None)
    return plan_excitation(session.robot, settings, monitor=monitor)


def _read(path: Path, arguments: argparse.Namespace, session: "RobotSession") -> "ExcitationPlan":
    from core.exchange.trajectory_file import read_trajectory
    from core.excitation.evaluate import evaluate_trajectory

    given = read_trajectory(path, joints=session.robot.joint_count)
    settings = settings_of(arguments, session.robot, base=given.judging_settings)
    return evaluate_trajectory(session.robot, given.trajectory, settings)


def _check_key(key: str, visit: Path) -> None:
    from app.visit.stored_products import EXCITATION_PLAN
    from core.storage.visit import Visit

    if not visit.exists():
        raise WrongUse(f"There is no visit {visit} that could hold the plan {key}. Nothing has moved.")
    with Visit.open(visit, recover=False) as opened:
        known = [entry.key for entry in opened.results(EXCITATION_PLAN)]
    if key not in known:
        listed = ", ".join(known) or "none"
        raise WrongUse(f"{visit} holds no plan {key}. It has: {listed}. Nothing has moved.")


EXCITE = RunProcedure[ExcitationRun](
    "excite",
    "Run an excitation trajectory: slowly first, then period by period.",
    _procedure,
    options=_add_options,
    asks_flange=True,
    document=lambda found, _robot: {"excitation": excitation_run_json(found)},
    lines=lambda found, _outcome, session: presentation_lines(
        present_run(found, joints=session.robot.joint_names, slides=session.robot.is_prismatic.tolist())
    ),
)


_KIND = ExcitationSettings


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add every option; those that are not given leave no trace, so that a plan's own settings stay."""
    parser.add_argument(
        "--robot", required=True, metavar="NAME|FILE", help="a shipped robot or a description file"
    )
    add_plan_options(parser)
    _add_files(parser.add_argument_group("files"))


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a plan's settings, which ``settings_of`` reads."""
    motion = parser.add_argument_group("the motion")
    kinds = (
        "fourier starts with all joints at zero, modified at the start pose, both at rest at the ends of "
        "every period; quintic adds a fifth-order polynomial that brings it to rest; fourier-free is a "
        "plain series, for comparisons alone"
    )
    add_setting(motion, _KIND, "kind", more=kinds)
    add_settings(motion, _KIND, "harmonics", "period_s")
    add_setting(motion, _KIND, "start", type=pose, metavar="Q")
    add_setting(motion, _KIND, "locked", metavar="J,…")
    room = parser.add_argument_group("what it must keep to")
    add_settings(room, _KIND, "limit_share", "collision", "torque")
    limits = "robot, [Liu]'s, or a TOML file with lower_deg, upper_deg, velocity_deg, acceleration_deg"
    add_setting(room, _KIND, "limits", metavar="robot|liu|FILE", more=limits)
    add_setting(room, _KIND, "floor_height", metavar="HEIGHT|none")
    add_setting(room, _KIND, "keep_off", metavar="M")
    add_setting(
        room,
        _KIND,
        "boxes",
        action="append",
        type=corners,
        metavar="X0,Y0,Z0,X1,Y1,Z1[,NAME]",
        help="box to keep out of, by two opposite corners in m in the base frame; may be repeated",
    )
    aim = parser.add_argument_group("what makes it good")
    criteria = (
        "the condition number of the base regressor, the Frobenius condition number of YᵀY, −log det, or "
        "the block index"
    )
    add_setting(aim, _KIND, "criterion", more=criteria)
    add_settings(aim, _KIND, "friction", "sample_step_s")
    add_setting(aim, _KIND, "noise", metavar="S,…")
    search = parser.add_argument_group("how it is searched")
    add_settings(search, _KIND, "method", "seconds", "evaluations", "seed")


def _add_files(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--evaluate",
        type=Path,
        metavar="FILE",
        help="judge the trajectory of a JSON file instead: a, b (rad/s), q0 (rad), one list per joint, and "
        "period_s. Nothing is searched; a file of this program brings its own settings, options go first",
    )
    group.add_argument(
        "--export",
        action=OutputOption,
        append=True,
        kind=_exported_kind,
        default=[],
        metavar="FILE",
        help="write the trajectory: .csv over time, .json coefficients, .script a program for Universal "
        "Robots; may be repeated",
    )
    group.add_argument(
        "--cycles",
        type=NumberOption(COUNT),
        default=1,
        metavar="N",
        help="periods one after the other in .csv and .script; default: %(default)s",
    )
    group.add_argument(
        "--rate-hz",
        type=NumberOption(RATE),
        default=100.0,
        metavar="F",
        help="rows per second of a .csv; default: %(default)s",
    )


def _exported_kind(_arguments: argparse.Namespace, path: Path) -> OutputKind:
    """Format of a trajectory file, by the ending of its name."""
    kinds = {".csv": OutputKind.CSV, ".json": OutputKind.JSON, ".script": OutputKind.URSCRIPT}
    if path.suffix.lower() not in kinds:
        raise BadRequest("trajectory-file-ending", file=str(path), endings=tuple(kinds))
    return kinds[path.suffix.lower()]


def settings_of(
    arguments: argparse.Namespace, robot: "RobotModel", *, base: ExcitationSettings | None = None
) -> ExcitationSettings:
    """The settings ``base``, or else the defaults, with what the arguments say instead.

    Raises
    ------
    WrongUse
        Where a list does not have one number per joint, or names a joint that is not there.
    BadRequest
        What ``ExcitationSettings`` refuses.
    """
    named = given(arguments, ExcitationSettings)
    if "boxes" in named:
        named["boxes"] = _named(named["boxes"])
    if "start" in named:
        named["start"] = named["start"].positions(robot)
    settings = replace(base or ExcitationSettings(), **named)
    _check_joints(settings, robot)
    return settings


def _check_joints(settings: ExcitationSettings, robot: "RobotModel") -> None:
    count = robot.joint_count
    for option, values in (("--start", settings.start), ("--noise", settings.noise)):
        if values is not None and len(values) != count:
            raise WrongUse(f"{option} has {len(values)} numbers; {robot.name} has {count} joints.")
    beyond = [str(joint + 1) for joint in settings.locked if joint >= count]
    if beyond:
        raise WrongUse(f"--lock names joint {', '.join(beyond)}; {robot.name} has {count} joints.")


def _named(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Boxes with a name each; those without one are numbered."""
    return tuple(
        box if box.name else replace(box, name=f"box {number}") for number, box in enumerate(boxes, start=1)
    )


_DEGREES = ("deg", "°")
_POSE = NumberOption(POSITION, several=True)
_CORNER = NumberOption(HEIGHT)


def pose(text: str) -> Pose:
    """Numbers in rad, or in degrees with the unit at the end."""
    unit = next((unit for unit in _DEGREES if text.endswith(unit)), "")
    return Pose(_POSE(text.removesuffix(unit)), is_degrees=bool(unit))


def corners(text: str) -> Box:
    """A box by two opposite corners in m, and its name where one is given."""
    parts = [part.strip() for part in text.split(",", maxsplit=6)]
    if len(parts) < 6:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no box; write two corners, such as 0.4,-0.5,0,1.2,0.5,0.8"
        )
    first, second = np.array([_CORNER(part) for part in parts[:6]]).reshape(2, 3)
    low, high = np.minimum(first, second), np.maximum(first, second)
    if not np.all(high > low):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no box; its corners have to differ along x, y and z"
        )
    return Box("".join(parts[6:]), (low[0], low[1], low[2]), (high[0], high[1], high[2]))
