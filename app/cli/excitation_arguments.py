"""The options of ``torsion excite``, and the settings of a plan that they make."""

import argparse
import re
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.command import WrongUse
from app.cli.excitation_values import (
    corners,
    pose,
)
from app.cli.numbers import NumberOption, joints, setting
from app.cli.outputs import OutputOption
from core.bounds import COUNT, RATE
from core.errors import BadRequest
from core.excitation.settings import (
    CriterionName,
    ExcitationSettings,
    FrictionColumns,
    MethodName,
    TrajectoryKind,
)
from core.robot.surroundings import Box
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.robot.model import RobotModel

_KIND = ExcitationSettings
_DEFAULTS = _KIND()
_ON_OFF = {"on": True, "off": False}
_NEGATIVE = re.compile(r"^-\.?\d")
"""Values such as -90,0,45deg and -1,-1,0,1,1,2 are no options."""
_CHOICES: Mapping[str, type[StrEnum]] = {
    "kind": TrajectoryKind,
    "criterion": CriterionName,
    "friction": FrictionColumns,
    "method": MethodName,
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add every option; those that are not given leave no trace, so that a plan's own settings stay."""
    parser.add_argument(
        "--robot", required=True, metavar="NAME|FILE", help="a shipped robot or a description file"
    )
    add_plan_options(parser)
    _add_files(parser.add_argument_group("files"))


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    """Add those of a plan's settings, for ``settings_of``."""
    parser._negative_number_matcher = _NEGATIVE  # noqa: SLF001  argparse offers no other way
    _add_motion(parser.add_argument_group("the motion"))
    _add_room(parser.add_argument_group("what it must keep to"))
    _add_aim(parser.add_argument_group("what makes it good"))
    _add_search(parser.add_argument_group("how it is searched"))


def _add_motion(group: argparse._ArgumentGroup) -> None:
    _choice(
        group,
        "--kind",
        "fourier starts at zero, modified at --start, both at rest at the ends of every period; "
        "quintic adds a fifth-order polynomial that brings it to rest; fourier-free is a plain series, "
        "for comparisons alone",
    )
    _option(
        group,
        "--start",
        type=pose,
        metavar="Q",
        help="start pose, one number per joint: 0,-1.57,1.57,0,1.57,0 in rad, or 0,-90,90,0,90,0deg "
        "(m for joints that slide); default: all zero",
    )
    _option(
        group,
        "--harmonics",
        type=setting(_KIND, "harmonics"),
        metavar="N",
        help=f"of the series; {_default('harmonics')}",
    )
    _option(
        group,
        "--period",
        dest="period_s",
        type=setting(_KIND, "period_s"),
        metavar="S",
        help=f"in s; {_default('period_s')}",
    )
    _option(
        group,
        "--lock",
        dest="locked",
        type=joints(_KIND, "locked"),
        metavar="J,…",
        help="joints, counted from 1, that stand still at the start pose, such as 4,5,6",
    )


def _add_room(group: argparse._ArgumentGroup) -> None:
    _option(
        group,
        "--limits",
        metavar="robot|liu|FILE",
        help="joint limits: the robot's own (120 °/s² where the maker gives no acceleration), [Liu]'s, or a "
        f"TOML file with lower_deg, upper_deg, velocity_deg, acceleration_deg; {_default('limits')}",
    )
    _option(
        group,
        "--limit-share",
        type=setting(_KIND, "limit_share"),
        metavar="F",
        help="of the limits, seen from the start pose, that is made use of; a real arm errs by the rest; "
        f"{_default('limit_share')}",
    )
    _on_off(group, "--collision", "collision", "keep clear of itself, the floor and the boxes")
    _on_off(group, "--torque", "torque", "keep to the rated torques where masses and torques are known")
    _option(
        group,
        "--floor",
        dest="floor_height",
        type=setting(_KIND, "floor_height", none="none"),
        metavar="HEIGHT|none",
        help=f"of the floor over the base in m; {_default('floor_height')}",
    )
    _option(
        group,
        "--box",
        dest="boxes",
        action="append",
        type=corners,
        metavar="X0,Y0,Z0,X1,Y1,Z1[,NAME]",
        help="something that stands there, by two opposite corners in m in the base frame; may be repeated",
    )


def _add_aim(group: argparse._ArgumentGroup) -> None:
    _choice(
        group,
        "--criterion",
        "the condition number of the base regressor, the Frobenius condition number of YᵀY, −log det, or the "
        "block index",
    )
    _choice(group, "--friction-columns", "columns for friction beside the inertial ones", field="friction")
    _option(
        group,
        "--sample-step",
        dest="sample_step_s",
        type=setting(_KIND, "sample_step_s"),
        metavar="S",
        help=_default("sample_step_s"),
    )
    _option(
        group,
        "--noise",
        type=setting(_KIND, "noise", several=True),
        metavar="S,…",
        help="standard deviation of each joint's torque in N·m, by which rows are weighted",
    )


def _add_search(group: argparse._ArgumentGroup) -> None:
    _choice(
        group,
        "--method",
        "gradient descends by derivatives from many starts; the others are the papers' own, for comparison",
    )
    _option(
        group,
        "--seconds",
        type=setting(_KIND, "seconds"),
        metavar="S",
        help=f"time to search; {_default('seconds')}",
    )
    _option(
        group,
        "--evaluations",
        type=setting(_KIND, "evaluations"),
        metavar="N",
        help="end after so many evaluations of the criterion instead: the same result on every machine",
    )
    _option(
        group,
        "--seed",
        type=setting(_KIND, "seed"),
        metavar="N",
        help=f"which random starts; {_default('seed')}",
    )


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
    """What a trajectory is written as, by the ending of its file's name."""
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
    given: dict[str, Any] = {
        name: value
        for name, value in vars(arguments).items()
        if name in ExcitationSettings.__dataclass_fields__
    }
    for name, choices in _CHOICES.items():
        if name in given:
            given[name] = choices(given[name])
    for name in ("collision", "torque"):
        if name in given:
            given[name] = _ON_OFF[given[name]]
    if "boxes" in given:
        given["boxes"] = _named(given["boxes"])
    if "start" in given:
        given["start"] = given["start"].positions(robot)
    settings = replace(base or _DEFAULTS, **given)
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


def _named(boxes: list[Box]) -> tuple[Box, ...]:
    """Boxes that were given no name are numbered."""
    return tuple(
        box if box.name else replace(box, name=f"box {number}") for number, box in enumerate(boxes, start=1)
    )


def _option(group: argparse._ArgumentGroup, flag: str, **settings: Any) -> None:
    group.add_argument(flag, default=argparse.SUPPRESS, **settings)


def _choice(group: argparse._ArgumentGroup, flag: str, text: str, *, field: str = "") -> None:
    name = field or flag.removeprefix("--")
    choices = [choice.value for choice in _CHOICES[name]]
    _option(group, flag, dest=name, choices=choices, help=f"{text}; {_default(name)}")


def _on_off(group: argparse._ArgumentGroup, flag: str, field: str, text: str) -> None:
    shown = "on" if getattr(_DEFAULTS, field) else "off"
    _option(group, flag, dest=field, choices=list(_ON_OFF), help=f"{text}; default: {shown}")


def _default(field: str) -> str:
    value = getattr(_DEFAULTS, field)
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f"default: {shown}"
