"""The options of ``torsion excite``, and the settings of a plan that they make."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.excitation.command_values import corners, pose
from app.terminal.command import WrongUse
from app.terminal.numbers import NumberOption
from app.terminal.outputs import OutputOption
from app.terminal.setting_options import add_setting, add_settings, given
from core.bounds import COUNT, RATE
from core.errors import BadRequest
from core.excitation.settings import ExcitationSettings
from core.robot.surroundings import Box
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.robot.model import RobotModel

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
