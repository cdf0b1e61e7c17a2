"""``torsion run torque-ramps``: how far a locked gear is wound up, how often, and how finely."""

import argparse
import math
from typing import TYPE_CHECKING

from app.cli.numbers import DEGREES, setting
from core.elasticity.torque_ramp import TorqueRampSettings

if TYPE_CHECKING:
    from app.procedures.torque_ramps import TorqueRampsProcedure

_DEFAULT = TorqueRampSettings()
_GIVEN = ("torque_share", "rounds", "steps", "most_wind", "speed")


def add_torque_ramps_options(parser: argparse.ArgumentParser) -> None:
    """Add what says how the gear is wound up; what is not named stays as the settings have it."""
    left_out = argparse.SUPPRESS
    parser.add_argument(
        "--torque",
        dest="torque_share",
        type=setting(TorqueRampSettings, "torque_share"),
        default=left_out,
        metavar="F",
        help=f"share of the rated torque, both ways; default: {_DEFAULT.torque_share:g}",
    )
    parser.add_argument(
        "--rounds",
        type=setting(TorqueRampSettings, "rounds"),
        default=left_out,
        metavar="N",
        help=f"how often down and up again; default: {_DEFAULT.rounds}",
    )
    parser.add_argument(
        "--steps",
        type=setting(TorqueRampSettings, "steps"),
        default=left_out,
        metavar="N",
        help=f"from end to end where the gear is stiffest; default: {_DEFAULT.steps}",
    )
    parser.add_argument(
        "--wind",
        dest="most_wind",
        type=setting(TorqueRampSettings, "most_wind", si=DEGREES, unit="°"),
        default=left_out,
        metavar="DEG",
        help="how far the motor may go to either side, as an angle at the output; default: "
        f"{math.degrees(_DEFAULT.most_wind):g}°",
    )
    parser.add_argument(
        "--speed",
        type=setting(TorqueRampSettings, "speed", si=DEGREES, unit="°/s"),
        default=left_out,
        metavar="DEG_S",
        help=f"of the steps; default: {math.degrees(_DEFAULT.speed):g} °/s",
    )


def torque_ramps_procedure(arguments: argparse.Namespace) -> "TorqueRampsProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``TorqueRampSettings``.
    """
    from dataclasses import replace

    from app.procedures.torque_ramps import TorqueRampsProcedure

    given = {name: vars(arguments)[name] for name in _GIVEN if name in vars(arguments)}
    return TorqueRampsProcedure(
        settings=replace(_DEFAULT, **given), label=arguments.label or arguments.procedure
    )
