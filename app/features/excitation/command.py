"""``torsion excite``: an excitation trajectory designed or judged, shown, and written into files."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import error_text, reason_text, shortfall_text
from app.features.excitation.command_arguments import add_options, settings_of
from app.terminal.command import Context, ExitCode, be_command
from app.terminal.output import present
from app.terminal.progress import until_stopped
from app.terminal.trust import exit_code
from core.errors import BadRequest

if TYPE_CHECKING:  # robots and plans bring the compiled kernels along
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.limits.motion_limits import MotionLimits
    from core.robot.model import RobotModel


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion excite``."""
    be_command(parser, _excite)
    add_options(parser)


def _excite(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.excitation.presentation import present as worded
    from app.terminal.presentation_lines import presentation_lines
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
