"""``torsion robots``: the shipped robots, or one of them in detail."""

import argparse
from typing import TYPE_CHECKING

import numpy as np

from app.terminal.command import Commands, Context, ExitCode, add_command
from app.terminal.output import present, table
from core.fields import to_json_value
from core.robot.model import BASE_LINK

if TYPE_CHECKING:
    from rich.console import RenderableType

    from core.robot.beam import Beam
    from core.robot.link_spring import LinkSpring
    from core.robot.model import RobotModel

_DEGREES = 180.0 / np.pi
_KILO = 1e3
_MILLI = 1e3
_MICRO_PER_KILO = 1e9
_SHIFTS, _TURNS = ("shift x", "y", "z"), ("turn x", "y", "z")


def add_to(commands: Commands) -> None:
    """Add ``torsion robots`` to the command line."""
    parser = add_command(commands, "robots", _robots, summary="The shipped robots, or one of them.")
    parser.add_argument("name", nargs="?", metavar="NAME", help="a shipped robot or a description file")


def _robots(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.robot.library import load_robot, shipped_robots

    if arguments.name is not None:
        robot = load_robot(arguments.name)
        present(arguments, to_json_value(robot), *_one(robot))
        return ExitCode.SUCCESS
    robots = []
    for name in shipped_robots():
        context.monitor.check()
        robots.append((name, load_robot(name)))
    document = {
        "robots": [
            {"name": name, "title": robot.title, "joint_count": robot.joint_count} for name, robot in robots
        ]
    }
    rows = [(name, robot.joint_count, robot.title) for name, robot in robots]
    present(arguments, document, table("Shipped robots", ("name", "joints", ""), rows))
    return ExitCode.SUCCESS


def _one(robot: "RobotModel") -> list["RenderableType"]:
    sources = [f"{field}: {source}" for field, source in robot.sources.items()]
    locked = ["The output is locked to the frame: the motor only winds the gear up."]
    return [_joints(robot), *_link_springs(robot), *(locked if robot.output_locked else []), *sources]


def _joints(robot: "RobotModel") -> "RenderableType":
    """Table of rows and limits, and of joint stiffness where the description has it."""
    columns = ("joint", "kind", "a m", "alpha °", "d m", "offset °", "lower", "upper", "speed", "torque")
    rows: list[tuple[object, ...]] = [
        (
            joint.name,
            joint.kind.value,
            joint.a,
            joint.alpha * _DEGREES,
            joint.d,
            joint.offset * _DEGREES,
            joint.lower,
            joint.upper,
            joint.velocity,
            joint.torque,
        )
        for joint in robot.joints
    ]
    title = f"{robot.name}: {robot.title or robot.name}, limits in rad, rad/s, N·m (m, m/s, N)"
    if robot.joint_stiffness is None:
        return table(title, columns, rows)
    stiffness = robot.joint_stiffness.tolist()
    rows = [(*row, value / _KILO) for row, value in zip(rows, stiffness, strict=True)]
    return table(f"{title}, stiffness in kN·m/rad (kN/m)", (*columns, "stiffness"), rows)


def _link_springs(robot: "RobotModel") -> list["RenderableType"]:
    """Table of the links' compliance at their springs; none where the description has no springs."""
    columns = ("link of", "reckoned from", "at x m", "y m", "z m", *_SHIFTS, *_TURNS)
    rows = [_spring_row(robot, spring) for spring in robot.link_springs]
    title = "What links give, along the springs' own axes: shifts in µm/kN, turns in µrad/(kN·m)"
    return [table(title, columns, rows)] if rows else []


def _spring_row(robot: "RobotModel", spring: "LinkSpring") -> tuple[object, ...]:
    name = "base" if spring.link == BASE_LINK else robot.joint_names[spring.link]
    beam = spring.exact_beam
    kind = "given matrix" if beam is None else _tube(beam)
    gives = np.diag(spring.compliance) * _MICRO_PER_KILO
    return (name, kind, *spring.placement[:3, 3].tolist(), *gives.tolist())


def _tube(beam: "Beam") -> str:
    outer, inner = beam.outer_diameter * _MILLI, beam.inner_diameter * _MILLI
    return f"tube {beam.length:.4g} m, Ø {outer:.4g}/{inner:.4g} mm"
