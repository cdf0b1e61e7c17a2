"""``torsion stiffness``: what the whole arm gives, joint by joint, and what that means at the tool."""

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.features.stiffness.command_arguments import (
    add_arm,
    add_experiment,
    add_plan,
    add_pose,
    check,
    hung_load,
    looks_at_pose,
    planned_loads,
    pose_of,
    settings_of,
)
from app.terminal.command import Commands, Context, ExitCode, WrongUse, add_command
from app.terminal.output import present, write_document
from app.terminal.setting_options import settings_from
from app.terminal.trust import TRUSTED
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
"""A joint that hardly moves the tool: nothing is missing at the tool without its number."""


def add_to(commands: Commands) -> None:
    """Add ``stiffness``."""
    parser = add_command(
        commands,
        "stiffness",
        _stiffness,
        summary="Stiffness of the whole arm, links reckoned into its joints; load tests, maps, predictions.",
    )
    add_arm(parser)
    add_experiment(parser)
    add_pose(parser)
    add_plan(parser)


def exit_code(found: ReducedStiffness) -> ExitCode:
    """Success for a model that can be used; an experiment has to tell every joint that moves the tool."""
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
class _Asked:
    """The arm and what is wanted of it, once everything that was typed fits it."""

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
    asked = _Asked(arguments, arm, settings, pose_of(arguments, arm.robot), _load(arguments, context))
    return _found(asked, context)


def _found(asked: _Asked, context: Context) -> ExitCode:
    from app.errors.text import reason_text
    from app.features.stiffness.around import Around
    from app.features.stiffness.presentation import present as worded
    from app.features.stiffness.tasks import keep_stiffness
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.export_stiffness import stiffness_json
    from core.exchange.export_stiffness_view import load_file_json, view_json

    found = _analysed(asked, context)
    algebra, file = _beside(asked, context)
    view, finished = _looked_at(asked, found, context)
    if view is not None and view.map is not None:
        _write_map(asked, view)
    document = {
        **stiffness_json(found, reason_text=reason_text),
        "algebra": None if algebra is None else stiffness_json(algebra, reason_text=reason_text),
        **load_file_json(file),
        **view_json(view, reason_text=reason_text),
        "finished": finished,
    }
    write_document(asked.arguments, document)
    if asked.arguments.visit is not None:
        keep_stiffness(asked.arguments.visit, found)
    shown = worded(found, Around(algebra, file, view))
    present(asked.arguments, document, *presentation_lines(shown))
    return exit_code(found) if finished else ExitCode.NOT_TRUSTWORTHY


def _analysed(asked: _Asked, context: Context) -> ReducedStiffness:
    from app.features.stiffness.tasks import analyse_stiffness

    return analyse_stiffness(
        robot=asked.arm.robot,
        settings=asked.settings,
        visit=asked.arguments.visit,
        loads=asked.arguments.loads,
        tracker=asked.arguments.tracker,
        leave_out=asked.arguments.leave_out,
        store=False,  # not before what the command writes is written
        monitor=context.monitor,
    )


def _beside(asked: _Asked, context: Context) -> "tuple[ReducedStiffness | None, LoadTestFile | None]":
    """Of an experiment: what the algebra says where all springs are known, and the file it is from."""
    from app.features.stiffness.tasks import analyse_stiffness, load_tests

    if asked.arguments.loads is None:
        return None, None
    file = load_tests(
        asked.arm, asked.arguments.loads, tracker=asked.arguments.tracker, settings=asked.settings
    )
    if not asked.arm.robot.link_springs or asked.arm.model_if_known(asked.settings.tool) is None:
        return None, file
    algebra = analyse_stiffness(
        robot=asked.arm.robot,
        settings=asked.settings,
        visit=asked.arguments.visit,
        store=False,
        monitor=context.monitor,
    )
    return algebra, file


def _looked_at(
    asked: _Asked, found: ReducedStiffness, context: Context
) -> "tuple[StiffnessView | None, bool]":
    """What it means at a pose, where that was asked; when stopped, nothing and ``False``."""
    from app.features.stiffness.tasks import stiffness_view

    if not looks_at_pose(asked.arguments):
        return None, True
    try:
        view = stiffness_view(
            robot=asked.arm.robot,
            visit=asked.arguments.visit,
            settings=asked.settings,
            pose=asked.pose,
            load=asked.load,
            reduced=found,
            with_map=asked.arguments.map is not None,
            monitor=context.monitor,
        )
    except Cancelled:
        return None, False
    if asked.arguments.map is not None and view.map is None:
        asked.arm.model(asked.settings.tool)  # says whose spring is missing
    return view, True


def _write_map(asked: _Asked, view: "StiffnessView") -> None:
    from core.exchange.deflection_map_csv import write_map

    if view.map is not None:
        write_map(view.map, asked.arguments.map)


def _load(arguments: argparse.Namespace, context: Context) -> "FlangeLoad | tuple[float, ...] | None":
    """What loads the tool: a force, a mass that was typed, or what a visit found on the flange."""
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
    from app.features.stiffness.plan_presentation import present_plan
    from app.features.stiffness.plans import plan_stiffness_loads
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
