"""What ``torsion stiffness`` takes: the arm, load tests, a pose with a load, a plan; and what contradicts."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.terminal.command import WrongUse
from app.terminal.numbers import MILLIMETRES, NumberOption
from app.terminal.outputs import OutputOption
from app.terminal.setting_options import add_setting, given, settings_from
from app.terminal.values import Pose
from core.bounds import COUNT, FORCE, JOINT, MASS, NOISE, PLACE, POSITION, PUSH, Mass, Place, check_bounds
from core.setting import required_setting
from core.stiffness.load_plan import LoadPlanSettings
from core.stiffness.settings import StiffnessSettings
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.stiffness.load_plan import Loads

_PLACE = NumberOption(PLACE, si=MILLIMETRES, unit="mm")
_XYZ = ("X", "Y", "Z")
_LOOKS = frozenset({"pose", "force", "mass", "payload_visit", "map"})
"""Options that ask what the stiffness means at a pose, or under a load."""


@dataclass(frozen=True)
class HungLoad:
    """What hangs on the flange as somebody typed it: kg, and m in the flange frame."""

    mass: Mass = required_setting("Mass on the flange.", option="payload-kg")
    center: tuple[Place, Place, Place] = required_setting(
        "Its centre of mass in the flange frame.", option="payload-com"
    )

    def __post_init__(self) -> None:
        """Refuse what hangs nowhere."""
        check_bounds(self)


def add_arm(parser: argparse.ArgumentParser) -> None:
    """Which arm, and where it is looked at."""
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
    """Measured shifts under known loads."""
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
    """A pose, a load there, and a map over the workspace."""
    parser.add_argument(
        "--pose",
        nargs="+",
        type=NumberOption(POSITION, unit="° (m)"),
        metavar="DEG",
        help="joint positions in degrees (m where a joint slides) at which the tool is looked at",
    )
    _add_vector(parser, "--force", NumberOption(PUSH), "force on the tool point in the base frame, N")
    add_setting(parser, HungLoad, "mass")
    add_setting(parser, HungLoad, "center", type=_PLACE)
    parser.add_argument(
        "--payload-visit",
        type=Path,
        metavar="VISIT.h5",
        help="take the payload that this visit found, with its doubt",
    )
    parser.add_argument(
        "--map",
        action=OutputOption,
        kind=OutputKind.CSV,
        metavar="FILE.csv",
        help="how far the tool moves under the load over the workspace, by distance and height",
    )


def add_plan(parser: argparse.ArgumentParser) -> None:
    """Load tests that are still to be made."""
    parser.add_argument(
        "--plan", type=NumberOption(COUNT), metavar="N", help="plan N load tests that tell most of the joints"
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
    """Refuse what contradicts itself before anything is read.

    Raises
    ------
    WrongUse
        With what goes together, or does not.
    """
    for sentence in _contradictions(_told(arguments)):
        raise WrongUse(sentence)


def _contradictions(told: set[str]) -> Iterator[str]:
    if not told & {"robot", "visit"}:
        yield "Name an arm: --robot NAME or FILE, or a --visit."
    if "tracker" in told and "loads" not in told:
        yield "--tracker says where the points of --loads were. Name both."
    if "leave_out" in told and "loads" not in told:
        yield "--leave-out names tests of --loads. Name their file."
    if len(told & {"mass", "center"}) == 1:
        yield "--payload-kg and --payload-com go together: what mass, what centre."
    if len(told & {"force", "mass", "payload_visit"}) > 1:
        yield "--force, --payload-kg and --payload-visit each say what loads the tool. Name one."
    if "plan" in told and len(told & {"load_kg", "push_n"}) != 1:
        yield "--plan needs what loads the tool: either --load-kg or --push-n."
    if told & {"load_kg", "push_n"} and "plan" not in told:
        yield "--load-kg and --push-n are loads of a --plan. Say how many tests."
    if "out" in told and "plan" not in told:
        yield "--out is where a --plan goes. Say how many tests."
    if "plan" in told and told & {"loads", *_LOOKS}:
        yield "--plan is for tests that are still to be made. Leave --loads, --pose, --map and the load away."


def settings_of(arguments: argparse.Namespace, robot: "RobotModel") -> StiffnessSettings:
    """The settings that were typed.

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
    """The pose in rad and m; None where none was typed.

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
    """The payload that was typed."""
    load = given(arguments, HungLoad)
    return HungLoad(**load) if load else None


def planned_loads(arguments: argparse.Namespace) -> "Loads":
    """What loads the tool in the tests of a plan."""
    from core.stiffness.load_plan import HungMass, Pushes

    return Pushes(arguments.push_n) if arguments.load_kg is None else HungMass(arguments.load_kg)


def looks_at_pose(arguments: argparse.Namespace) -> bool:
    """Whether something was asked about one pose, or about the load on the arm."""
    return bool(_told(arguments) & _LOOKS)


def _told(arguments: argparse.Namespace) -> set[str]:
    return {name for name, value in vars(arguments).items() if value not in (None, [], "")}


def _add_vector(parser: argparse.ArgumentParser, name: str, kind: NumberOption, text: str) -> None:
    parser.add_argument(name, nargs=3, type=kind, metavar=_XYZ, help=text)
