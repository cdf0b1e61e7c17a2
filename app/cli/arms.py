"""``torsion robots``: the shipped robots, or one of them in detail."""

import argparse
from typing import TYPE_CHECKING

import numpy as np

from app.cli.command import Commands, Context, ExitCode, add_command
from app.cli.output import present, table
from core.fields import to_json_value

if TYPE_CHECKING:
    from rich.console import RenderableType

    from core.robot.model import RobotModel

_DEGREES = 180.0 / np.pi


def add_to(commands: Commands) -> None:
    """Add ``robots``."""
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
    columns = ("joint", "kind", "a m", "alpha °", "d m", "offset °", "lower", "upper", "speed", "torque")
    rows = [
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
    sources = [f"{field}: {source}" for field, source in robot.sources.items()]
    locked = ["The output is locked to the frame: the motor only winds the gear up."]
    return [table(title, columns, rows), *(locked if robot.output_locked else []), *sources]
