"""``torsion robots``: the shipped robots, one of them or a description in detail, or a new description."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.errors.text import note_text
from app.terminal.command import Context, ExitCode, OutputOption, WrongUse, be_command, present, table
from app.terminal.options import add_mounting
from core.fields import to_json_value
from core.robot.description import Service, Use, served
from core.robot.model import BASE_LINK
from core.robot.mounting import mounting_name
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from rich.console import RenderableType

    from core.robot.description import Description
    from core.robot.link_spring import Beam, LinkSpring
    from core.robot.model import RobotModel

_DEGREES = 180.0 / np.pi
_KILO = 1e3
_MILLI = 1e3
_MICRO_PER_KILO = 1e9
_SHIFTS, _TURNS = ("shift x", "y", "z"), ("turn x", "y", "z")
_USES = {
    Use.IDENTIFICATION: "identification from recordings",
    Use.MOTIONS: "planned motions",
    Use.TORQUE_CHECK: "torque check of motions",
    Use.COLLISION: "collision check",
    Use.VIRTUAL: "virtual robot, possible bodies",
    Use.STIFFNESS: "stiffness under load",
}
_SERVICES = {Service.READY: "yes", Service.ASSUMED: "with assumptions", Service.MISSING: "no"}
_MOUNTINGS = {"table": "on a table or the floor", "wall": "on a wall", "ceiling": "on the ceiling"}
_MISSING = {
    (Use.IDENTIFICATION, "drive_gain"): "drive_gain, where recordings hold currents",
    (Use.COLLISION, "capsules"): "capsules; a body is assumed from the geometry",
    (Use.STIFFNESS, "beams"): "beams; links count as rigid",
}


def served_json(robot: "RobotModel") -> list[dict[str, object]]:
    """One entry per use; keys may be added, never renamed."""
    return [
        {"use": one.use.value, "service": one.service.value, "lacks": list(one.lacks)}
        for one in served(robot)
    ]


def served_table(robot: "RobotModel") -> "RenderableType":
    """A table of what the description serves, and which keys would add to it."""
    rows = [
        (
            _USES[one.use],
            _SERVICES[one.service],
            ", ".join(_MISSING.get((one.use, key), key) for key in one.lacks),
        )
        for one in served(robot)
    ]
    return table("What the description serves", ("for", "serves", "missing in the description"), rows)


def mounting_line(robot: "RobotModel") -> list[str]:
    """A line on the mounting; none where it is the usual one."""
    name = mounting_name(robot.gravity)
    if name == "table":
        return []
    down = ", ".join(f"{part:.3g}" for part in robot.gravity / np.linalg.norm(robot.gravity))
    words = _MOUNTINGS.get(name, f"turned by {name}° about x, y, z of the room")
    return [f"Mounted {words}: gravity points along ({down}) in the base frame."]


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion robots``."""
    be_command(parser, _robots)
    parser.add_argument("name", nargs="?", metavar="NAME", help="a shipped robot or a description file")
    parser.add_argument("--tip", metavar="LINK", help="last link of a URDF or MJCF with several branches")
    add_mounting(parser)
    parser.add_argument("--new", metavar="NAME", help="write a description with this name and explained keys")
    parser.add_argument(
        "--from", dest="source", metavar="FILE", help="for --new: URDF, MJCF, DH table (CSV), TOML or a robot"
    )
    parser.add_argument(
        "--out",
        action=OutputOption,
        kind=OutputKind.TOML,
        metavar="FILE",
        help="for --new: where to; default: NAME.toml",
    )


def _robots(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.robot.library import load_robot, shipped_robots

    _check_use(arguments)
    if arguments.new is not None:
        return _new(arguments)
    if arguments.name is not None:
        described = _described(arguments, arguments.name)
        present(arguments, _document(described), *_one(described))
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


def _check_use(arguments: argparse.Namespace) -> None:
    """Refuse options that do not belong together."""
    if arguments.new is None and (arguments.source or arguments.out):
        raise WrongUse("--from and --out belong to --new NAME.")
    if arguments.new is not None and (not arguments.source or arguments.name):
        raise WrongUse(
            "A new description is written by 'torsion robots --new NAME --from FILE [--out FILE]'."
        )
    if arguments.new is not None and (not arguments.new.strip() or Path(arguments.new).name != arguments.new):
        raise WrongUse("--new takes a name such as my-arm; --out says where the file goes.")
    if (arguments.tip or arguments.mounting) and not (arguments.name or arguments.source):
        raise WrongUse("Name the robot that --tip or --mounting is for.")


def _described(arguments: argparse.Namespace, name: str) -> "Description":
    """The named robot, mounted as the option says."""
    from dataclasses import replace

    from core.robot.library import read_description
    from core.robot.mounting import mounted

    found = read_description(name, tip=arguments.tip)
    if arguments.mounting is None:
        return found
    return replace(found, robot=mounted(found.robot, arguments.mounting))


def _document(described: "Description") -> dict[str, object]:
    """The robot's own fields, and what was understood of its file."""
    from core.robot.mounting import mounting_name

    document = to_json_value(described.robot)
    assert isinstance(document, dict)
    return document | {
        "form": described.form.value,
        "mounting": mounting_name(described.robot.gravity),
        "notes": [{"code": note.code, **note.facts} for note in described.notes],
        "serves": served_json(described.robot),
    }


def _new(arguments: argparse.Namespace) -> ExitCode:
    """Write a description with its keys explained."""
    from dataclasses import replace

    from core.robot.toml_writing import commented_text
    from core.storage.output import check_output
    from core.storage.output_writer import write_whole

    described = _described(arguments, arguments.source)
    name = arguments.new.strip()
    described = replace(described, robot=replace(described.robot, name=name, title=name))
    path = arguments.out or Path(f"{name}.toml")
    check_output(path, kind=OutputKind.TOML, inputs=(Path(arguments.source),))
    if path.exists() and path.stat().st_size:  # a description is worked on by hand, unlike other results
        raise WrongUse(f"There is a file {path} already. Nothing was changed. Name another one with --out.")
    remarks = (f"Made from {Path(arguments.source).name}.", *map(note_text, described.notes))
    write_whole(path, commented_text(described.robot, remarks=remarks).encode())
    written = f"Written: {path}. Fill in what is missing, then check it with 'torsion robots {path}'."
    present(arguments, {"file": str(path), **_document(described)}, written, *_one(described)[1:])
    return ExitCode.SUCCESS


def _one(described: "Description") -> list["RenderableType"]:
    robot = described.robot
    sources = [f"{field}: {source}" for field, source in robot.sources.items()]
    locked = ["The output is locked to the frame: the motor only winds the gear up."]
    return [
        _joints(robot),
        *_link_springs(robot),
        *(locked if robot.output_locked else []),
        *mounting_line(robot),
        *map(note_text, described.notes),
        served_table(robot),
        *sources,
    ]


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
