"""``torsion stiffness``: the stiffness of the whole arm, joint by joint, and the shift of its tool."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.stiffness.command_arguments import (
    add_arm,
    add_experiment,
    add_plan,
    add_pose,
    check,
    hung_load,
    planned_loads,
    pose_of,
    settings_of,
    wants_view,
)
from app.terminal.command import TRUSTED, Context, ExitCode, WrongUse, be_command
from app.terminal.output import present, write_document
from app.terminal.setting_options import settings_from
from core.monitor import Cancelled
from core.quality import Verdict
from core.stiffness.load_plan import LoadPlanSettings
from core.stiffness.result import ReducedStiffness, Route

if TYPE_CHECKING:  # these bring the visit and the kinematics along
    from app.features.stiffness.springs import KnownArm
    from core.exchange.load_tests_file import LoadTestFile
    from core.stiffness.prediction import FlangeLoad
    from core.stiffness.settings import StiffnessSettings
    from core.stiffness.view import StiffnessView

_UNSEEN = "tool-does-not-see-joint"
"""Reason of a joint that hardly moves the tool: its number is not needed at the tool."""


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion stiffness``."""
    be_command(parser, _stiffness)
    add_arm(parser)
    add_experiment(parser)
    add_pose(parser)
    add_plan(parser)


def exit_code(found: ReducedStiffness) -> ExitCode:
    """Exit code: success for a usable model; load tests must determine every joint that moves the tool."""
    lost = [
        joint
        for joint in found.joints
        if joint.judgement.verdict is Verdict.NOT_MEASURABLE
        and any(reason.code != _UNSEEN for reason in joint.judgement.reasons)
    ]
    is_trusted = found.judgement.verdict in TRUSTED and any(
        joint.judgement.verdict in TRUSTED for joint in found.joints
    )
    if not is_trusted or (found.route is Route.EXPERIMENT and lost):
        return ExitCode.NOT_TRUSTWORTHY
    return ExitCode.SUCCESS


@dataclass(frozen=True, eq=False)
class _Request:
    """The arm and the arguments, once they have been checked against it."""

    arguments: argparse.Namespace
    arm: "KnownArm"
    settings: "StiffnessSettings"
    pose: tuple[float, ...] | None
    load: "FlangeLoad | tuple[float, ...] | None"


def _stiffness(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.stiffness.springs import known_arm

    check(arguments)
    arm = known_arm(arguments.robot, arguments.visit)
    settings = settings_of(arguments, arm.robot)
    if arguments.plan is not None:
        return _planned(arguments, arm, settings, context)
    request = _Request(arguments, arm, settings, pose_of(arguments, arm.robot), _load(arguments, context))
    return _found(request, context)


def _found(request: _Request, context: Context) -> ExitCode:
    from app.errors.text import reason_text
    from app.features.stiffness.presentation import present as worded
    from app.features.stiffness.tasks import keep_stiffness
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.deflection_map_csv import write_map
    from core.exchange.export_stiffness import stiffness_json
    from core.exchange.export_stiffness_view import load_file_json, view_json

    found = _analysed(request, context, loads=request.arguments.loads)
    algebra, file = _beside(request, context)
    view, finished = _view(request, found, context)
    if view is not None and view.map is not None:
        write_map(view.map, request.arguments.map)
    document = {
        **stiffness_json(found, reason_text=reason_text),
        "algebra": None if algebra is None else stiffness_json(algebra, reason_text=reason_text),
        **load_file_json(file),
        **view_json(view, reason_text=reason_text),
        "finished": finished,
    }
    write_document(request.arguments, document)
    if request.arguments.visit is not None:
        keep_stiffness(request.arguments.visit, found)
    shown = worded(found, algebra=algebra, file=file, view=view)
    present(request.arguments, document, *presentation_lines(shown))
    return exit_code(found) if finished else ExitCode.NOT_TRUSTWORTHY


def _analysed(request: _Request, context: Context, *, loads: Path | None) -> ReducedStiffness:
    from app.features.stiffness.tasks import analyse_stiffness

    return analyse_stiffness(
        robot=request.arm.robot,
        settings=request.settings,
        visit=request.arguments.visit,
        loads=loads,
        tracker=request.arguments.tracker,
        leave_out=request.arguments.leave_out,
        store=False,  # not before what the command writes is written
        monitor=context.monitor,
    )


def _beside(request: _Request, context: Context) -> "tuple[ReducedStiffness | None, LoadTestFile | None]":
    """For an experiment: the stiffness from the springs where all are known, and the file of its tests."""
    from core.exchange.load_tests_file import read_load_tests

    if request.arguments.loads is None:
        return None, None
    file = read_load_tests(
        request.arguments.loads,
        request.arm.robot,
        tracker=request.arguments.tracker,
        tool=request.settings.tool,
    )
    if not request.arm.robot.link_springs or request.arm.model_if_known(request.settings.tool) is None:
        return None, file
    return _analysed(request, context, loads=None), file


def _view(
    request: _Request, found: ReducedStiffness, context: Context
) -> "tuple[StiffnessView | None, bool]":
    """Shift of the tool at a pose where the arguments ask for it, and ``True``; when stopped, ``False``."""
    from app.features.stiffness.tasks import stiffness_view

    if not wants_view(request.arguments):
        return None, True
    try:
        view = stiffness_view(
            robot=request.arm.robot,
            visit=request.arguments.visit,
            settings=request.settings,
            pose=request.pose,
            load=request.load,
            reduced=found,
            with_map=request.arguments.map is not None,
            monitor=context.monitor,
        )
    except Cancelled:
        return None, False
    if request.arguments.map is not None and view.map is None:
        request.arm.model(request.settings.tool)  # raises with the joints whose spring is unknown
    return view, True


def _load(arguments: argparse.Namespace, context: Context) -> "FlangeLoad | tuple[float, ...] | None":
    """Load on the tool: a typed force, a typed mass, or the payload of a visit; None without any."""
    from core.stiffness.prediction import FlangeLoad

    if arguments.force is not None:
        return tuple(arguments.force)
    typed = hung_load(arguments)
    if typed is not None:
        return FlangeLoad(typed.mass, typed.center)
    if arguments.payload_visit is None:
        return None
    from app.features.stiffness.tasks import flange_load_of_visit

    found = flange_load_of_visit(path=arguments.payload_visit, monitor=context.monitor)
    if found is None:
        raise WrongUse(
            f"{arguments.payload_visit} holds no payload that is known. Run `torsion payload` on it first."
        )
    return found


def _planned(
    arguments: argparse.Namespace, arm: "KnownArm", settings: "StiffnessSettings", context: Context
) -> ExitCode:
    from app.errors.text import reason_text
    from app.features.stiffness.presentation import present_plan
    from app.features.stiffness.tasks import plan_stiffness_loads
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.export_stiffness_view import load_plan_json

    plan = plan_stiffness_loads(
        robot=arm.robot,
        visit=arguments.visit,
        settings=settings,
        count=arguments.plan,
        loads=planned_loads(arguments),
        planning=settings_from(arguments, LoadPlanSettings()),
        out=arguments.out,
        monitor=context.monitor,
    )
    lines = [*presentation_lines(present_plan(plan, arm.robot))]
    if arguments.out is not None:
        lines.append(f"Written to {arguments.out}. Fill in the shifts, then name the file after --loads.")
    present(arguments, load_plan_json(plan, reason_text=reason_text), *lines)
    return ExitCode.SUCCESS if plan.judgement.verdict in TRUSTED else ExitCode.NOT_TRUSTWORTHY
