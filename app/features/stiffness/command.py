"""``torsion stiffness``: the stiffness of the whole arm, joint by joint, and the shift of its tool."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.terminal.command import (
    TRUSTED,
    Context,
    ExitCode,
    OutputOption,
    WrongUse,
    be_command,
    present,
    write_document,
)
from app.terminal.options import MILLIMETRES, NumberOption, Pose, add_setting, given, settings_from
from core.bounds import COUNT, FORCE, JOINT, MASS, NOISE, PLACE, POSITION, PUSH, Mass, Place, check_bounds
from core.monitor import Cancelled
from core.quality import Verdict
from core.setting import required_setting
from core.stiffness.load_plan import LoadPlanSettings
from core.stiffness.result import ReducedStiffness, Route
from core.stiffness.settings import StiffnessSettings
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from app.features.stiffness.spring_model import KnownArm
    from core.exchange.load_tests_file import LoadTestFile
    from core.robot.model import RobotModel
    from core.stiffness.deflection_map import StiffnessView
    from core.stiffness.load_plan import Loads
    from core.stiffness.prediction import FlangeLoad
    from core.stiffness.settings import StiffnessSettings


_UNSEEN = "tool-does-not-see-joint"
"""Reason of a joint that hardly moves the tool: its number is not needed at the tool."""

_PLACE = NumberOption(PLACE, si=MILLIMETRES, unit="mm")
_VIEW = frozenset({"pose", "force", "mass", "payload_visit", "map"})
"""Options that ask for the shift of the tool at a pose or under a load."""


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
    from app.features.stiffness.spring_model import known_arm

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
    from core.exchange.export_stiffness import stiffness_json
    from core.exchange.export_stiffness_view import load_file_json, view_json, write_map

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


@dataclass(frozen=True)
class HungLoad:
    """Typed mass on the flange in kg, and its centre in m in the flange frame."""

    mass: Mass = required_setting("Mass on the flange.", option="payload-kg")
    center: tuple[Place, Place, Place] = required_setting(
        "Its centre of mass in the flange frame.", option="payload-com"
    )

    def __post_init__(self) -> None:
        """Refuse a mass or a centre beyond its bounds."""
        check_bounds(self)


def add_arm(parser: argparse.ArgumentParser) -> None:
    """Add the options of the arm, of its tool point and of its springs."""
    parser.add_argument("--robot", metavar="NAME|FILE", help="a shipped robot or a description with springs")
    parser.add_argument(
        "--visit",
        type=Path,
        metavar="VISIT.h5",
        help="its newest twist analysis gives the joints' springs, and it keeps the result; without --robot "
        "its arm is meant",
    )
    add_setting(parser, StiffnessSettings, "tool", type=_PLACE)
    add_setting(parser, StiffnessSettings, "turn_length")
    add_setting(parser, StiffnessSettings, "held", nargs="+", type=NumberOption(JOINT, first=1), metavar="J")


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """Add the options of measured load tests."""
    parser.add_argument(
        "--loads",
        "--experiment",
        dest="loads",
        type=Path,
        metavar="FILE",
        help="measured shifts of the tool under known loads (CSV): joints are found from these",
    )
    parser.add_argument(
        "--tracker", type=Path, metavar="FILE", help="what a laser tracker saw of them, in its own frame"
    )
    parser.add_argument(
        "--leave-out", nargs="+", default=[], metavar="NAME", help="load tests that do not count"
    )


def add_pose(parser: argparse.ArgumentParser) -> None:
    """Add the options of a pose, of a load, and of the map over the workspace."""
    parser.add_argument(
        "--pose",
        nargs="+",
        type=NumberOption(POSITION, unit="° (m)"),
        metavar="DEG",
        help="joint positions in degrees (m where a joint slides) at which the tool is looked at",
    )
    parser.add_argument(
        "--force",
        nargs=3,
        type=NumberOption(PUSH),
        metavar=("X", "Y", "Z"),
        help="force on the tool point in the base frame, N",
    )
    add_setting(parser, HungLoad, "mass")
    add_setting(parser, HungLoad, "center", type=_PLACE)
    parser.add_argument(
        "--payload-visit",
        type=Path,
        metavar="VISIT.h5",
        help="take the payload that this visit found, with its uncertainty",
    )
    parser.add_argument(
        "--map",
        action=OutputOption,
        kind=OutputKind.CSV,
        metavar="FILE.csv",
        help="how far the tool moves under the load over the workspace, by distance and height",
    )


def add_plan(parser: argparse.ArgumentParser) -> None:
    """Add the options of a plan of load tests."""
    parser.add_argument(
        "--plan",
        type=NumberOption(COUNT),
        metavar="N",
        help="plan the N load tests that determine the joints best",
    )
    parser.add_argument(
        "--load-kg", type=NumberOption(MASS), metavar="M", help="mass that will hang on the tool point"
    )
    parser.add_argument(
        "--push-n",
        type=NumberOption(FORCE),
        metavar="F",
        help="instead of a mass: a push of F N on the tool point along x, y or z of the base",
    )
    add_setting(
        parser, LoadPlanSettings, "noise", type=NumberOption(NOISE, si=MILLIMETRES, unit="mm"), metavar="MM"
    )
    parser.add_argument(
        "--out",
        action=OutputOption,
        kind=OutputKind.CSV,
        metavar="FILE.csv",
        help="where the plan is written, to be filled in",
    )


def check(arguments: argparse.Namespace) -> None:
    """Refuse arguments that contradict one another, before any file is read.

    Raises
    ------
    WrongUse
        With what goes together, or does not.
    """
    for sentence in _contradictions(_typed(arguments)):
        raise WrongUse(sentence)


def _contradictions(typed: set[str]) -> Iterator[str]:
    if not typed & {"robot", "visit"}:
        yield "Name an arm: --robot NAME or FILE, or a --visit."
    if "tracker" in typed and "loads" not in typed:
        yield "--tracker says where the points of --loads were. Name both."
    if "leave_out" in typed and "loads" not in typed:
        yield "--leave-out names tests of --loads. Name their file."
    if len(typed & {"mass", "center"}) == 1:
        yield "--payload-kg and --payload-com go together: what mass, what centre."
    if len(typed & {"force", "mass", "payload_visit"}) > 1:
        yield "--force, --payload-kg and --payload-visit each say what loads the tool. Name one."
    if "plan" in typed and len(typed & {"load_kg", "push_n"}) != 1:
        yield "--plan needs what loads the tool: either --load-kg or --push-n."
    if typed & {"load_kg", "push_n"} and "plan" not in typed:
        yield "--load-kg and --push-n are loads of a --plan. Say how many tests."
    if "out" in typed and "plan" not in typed:
        yield "--out is where a --plan goes. Say how many tests."
    if "plan" in typed and typed & {"loads", *_VIEW}:
        yield "--plan is for tests that are still to be made. Leave --loads, --pose, --map and the load away."


def settings_of(arguments: argparse.Namespace, robot: "RobotModel") -> StiffnessSettings:
    """Return the typed settings.

    Raises
    ------
    WrongUse
        Where a held joint is not one of the arm.
    """
    settings = settings_from(arguments, StiffnessSettings())
    held = tuple(sorted(set(settings.held)))
    if any(joint >= robot.joint_count for joint in held):
        raise WrongUse(f"--hold names joint {max(held) + 1}; {robot.name} has {robot.joint_count}.")
    return replace(settings, held=held)


def pose_of(arguments: argparse.Namespace, robot: "RobotModel") -> tuple[float, ...] | None:
    """Return the typed pose in rad and m; None without one.

    Raises
    ------
    WrongUse
        Where it has not one number per joint.
    """
    if arguments.pose is None:
        return None
    if len(arguments.pose) != robot.joint_count:
        raise WrongUse(
            f"--pose has {len(arguments.pose)} numbers; {robot.name} has {robot.joint_count} joints."
        )
    return Pose(tuple(arguments.pose), is_degrees=True).positions(robot)


def hung_load(arguments: argparse.Namespace) -> HungLoad | None:
    """Return the typed payload; None without one."""
    load = given(arguments, HungLoad)
    return HungLoad(**load) if load else None


def planned_loads(arguments: argparse.Namespace) -> "Loads":
    """Return the loads of the tests of a plan: a mass or pushes."""
    from core.stiffness.load_plan import HungMass, Pushes

    return Pushes(arguments.push_n) if arguments.load_kg is None else HungMass(arguments.load_kg)


def wants_view(arguments: argparse.Namespace) -> bool:
    """Return whether the arguments ask for the shift of the tool at a pose or under a load."""
    return bool(_typed(arguments) & _VIEW)


def _typed(arguments: argparse.Namespace) -> set[str]:
    return {name for name, value in vars(arguments).items() if value not in (None, [], "")}
