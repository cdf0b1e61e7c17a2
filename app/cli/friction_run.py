"""``torsion run friction``: which joints are swept, how fast, and in how many poses."""

import argparse
import math
from typing import TYPE_CHECKING

from app.cli.numbers import DEGREES, NumberOption, joints, setting
from core.bounds import HEIGHT
from core.friction.sweeps.settings import SweepSettings

if TYPE_CHECKING:
    from app.procedures.friction import FrictionProcedure

_DEFAULT = SweepSettings()
_GIVEN = ("joints", "speeds", "poses", "slowest", "speed_share")


def add_friction_options(parser: argparse.ArgumentParser) -> None:
    """Add what says which sweeps are run; what is not named stays as the settings have it."""
    left_out = argparse.SUPPRESS
    parser.add_argument(
        "--joints",
        type=joints(SweepSettings, "joints"),
        default=left_out,
        metavar="N,N…",
        help="which, from 1; default: all",
    )
    parser.add_argument(
        "--speeds",
        type=setting(SweepSettings, "speeds"),
        default=left_out,
        metavar="N",
        help=f"of each joint, evenly on a logarithmic scale; default: {_DEFAULT.speeds}",
    )
    parser.add_argument(
        "--slowest",
        type=setting(SweepSettings, "slowest", si=DEGREES, unit="°/s"),
        default=left_out,
        metavar="DEG_S",
        help=f"the lowest speed; default: {math.degrees(_DEFAULT.slowest):g} °/s",
    )
    parser.add_argument(
        "--speed",
        dest="speed_share",
        type=setting(SweepSettings, "speed_share"),
        default=left_out,
        metavar="F",
        help="share of the joints' speed limits that may be used, as far as the range allows it; "
        f"default: {_DEFAULT.speed_share:g}",
    )
    parser.add_argument(
        "--poses",
        type=setting(SweepSettings, "poses"),
        default=left_out,
        metavar="N",
        help=f"of the other joints, with different loads; default: {_DEFAULT.poses}",
    )
    parser.add_argument(
        "--slow", action="store_true", help="at most 250 mm/s anywhere: nobody has to leave the cell"
    )
    parser.add_argument(
        "--quick", action="store_true", help="the short form: fewer speeds, one pose, no part of the load"
    )
    parser.add_argument(
        "--floor",
        dest="floor_height",
        type=NumberOption(HEIGHT, none="none"),
        default=0.0,
        metavar="HEIGHT|none",
        help="of the floor over the base in m; default: %(default)s",
    )


def friction_procedure(arguments: argparse.Namespace) -> "FrictionProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``SweepSettings``.
    """
    from dataclasses import replace

    from app.procedures.friction import FrictionProcedure
    from core.friction.sweeps.settings import quick

    given = {name: vars(arguments)[name] for name in _GIVEN if name in vars(arguments)}
    settings = quick(_DEFAULT) if arguments.quick else _DEFAULT
    return FrictionProcedure(
        settings=replace(settings, **given),
        slow=arguments.slow,
        floor_height=arguments.floor_height,
        label=arguments.label or arguments.procedure,
        payload_mass=arguments.payload_kg,
    )
