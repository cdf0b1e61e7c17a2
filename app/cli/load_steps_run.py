"""``torsion run load-steps``: which joints gravity loads, how slowly, and with what on the flange."""

import argparse
from typing import TYPE_CHECKING

from app.cli.command import WrongUse
from app.cli.numbers import DEGREES, NumberOption, joints, setting
from core.bounds import HEIGHT
from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings

if TYPE_CHECKING:
    from app.procedures.load_steps import LoadStepsProcedure

_DEFAULT = LoadStepSettings()
_GIVEN = ("joints", "speed", "seconds", "rounds", "steps")


def add_load_steps_options(parser: argparse.ArgumentParser) -> None:
    """Add what says which strokes are run; what is not named stays as the settings have it."""
    left_out = argparse.SUPPRESS
    parser.add_argument(
        "--joints",
        type=joints(LoadStepSettings, "joints"),
        default=left_out,
        metavar="N,N…",
        help="which, from 1; these run in any case. Default: all that gravity loads enough",
    )
    parser.add_argument(
        "--payload-com",
        type=setting(KnownPayload, "center"),
        nargs=3,
        metavar=("X", "Y", "Z"),
        help="centre of the payload's mass in m, in the flange's directions; it counts as load then",
    )
    parser.add_argument(
        "--speed",
        type=setting(LoadStepSettings, "speed", si=DEGREES, unit="°/s"),
        default=left_out,
        metavar="DEG_S",
        help="of the strokes; default: four cycles per motor turn at 5 Hz, 4 °/s at most",
    )
    parser.add_argument(
        "--seconds",
        type=setting(LoadStepSettings, "seconds"),
        default=left_out,
        metavar="S",
        help=f"about how long a joint takes; default: {_DEFAULT.seconds:g}",
    )
    parser.add_argument(
        "--rounds",
        type=setting(LoadStepSettings, "rounds"),
        default=left_out,
        metavar="N",
        help=f"how often there and back; default: {_DEFAULT.rounds}",
    )
    parser.add_argument(
        "--steps",
        type=setting(LoadStepSettings, "steps"),
        default=left_out,
        metavar="N",
        help=f"standstills of each stroke; default: {_DEFAULT.steps}",
    )
    parser.add_argument(
        "--floor",
        dest="floor_height",
        type=NumberOption(HEIGHT, none="none"),
        default=0.0,
        metavar="HEIGHT|none",
        help="of the floor over the base in m; default: %(default)s",
    )


def load_steps_procedure(arguments: argparse.Namespace) -> "LoadStepsProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``LoadStepSettings`` and ``KnownPayload``.
    WrongUse
        A centre of mass without a mass.
    """
    from dataclasses import replace

    from app.procedures.load_steps import LoadStepsProcedure

    given = {name: vars(arguments)[name] for name in _GIVEN if name in vars(arguments)}
    return LoadStepsProcedure(
        settings=replace(_DEFAULT, **given),
        payload=_payload(arguments),
        payload_mass=arguments.payload_kg,
        floor_height=arguments.floor_height,
        label=arguments.label or arguments.procedure,
    )


def _payload(arguments: argparse.Namespace) -> KnownPayload | None:
    center, mass = arguments.payload_com, arguments.payload_kg
    if center is None:
        return None
    if mass is None:
        raise WrongUse("--payload-com says where the mass hangs; say how much with --payload-kg as well.")
    return KnownPayload(mass, (center[0], center[1], center[2]))
