"""``torsion run verify`` and the limits of ``torsion verify``: which motions, and what counts as passed."""

import argparse
from typing import TYPE_CHECKING

from app.cli.numbers import NumberOption, setting
from core.bounds import COUNT, DURATION, EVALUATIONS, HEIGHT, PERIOD, SEED, TOOL_SPEED
from core.identification.judgement import JOINT_ERROR_USABLE
from core.identification.verification_result import VerificationLimits, VerifiedMotion

if TYPE_CHECKING:
    from app.procedures.verify import VerifyProcedure

_MOTIONS = {
    "excitation": VerifiedMotion.EXCITATION,
    "points": VerifiedMotion.POINTS,
    "circle": VerifiedMotion.CIRCLE,
}


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the limits that every joint has to keep."""
    parser.add_argument(
        "--limit",
        nargs="+",
        type=setting(VerificationLimits, "relative_error"),
        metavar="F",
        help="largest error of a joint as a share of its torque while it moves: one for all joints, or one "
        f"each; default: {JOINT_ERROR_USABLE:g}, unless --limit-rms is given",
    )
    parser.add_argument(
        "--limit-rms",
        nargs="+",
        type=setting(VerificationLimits, "rms_torque"),
        metavar="NM",
        help="largest RMS error of a joint in N·m: one for all joints, or one each",
    )


def limits_of(arguments: argparse.Namespace, *, joints: int) -> VerificationLimits:
    """The limits that the arguments name.

    Raises
    ------
    BadRequest
        ``verification-limit-count``.
    """
    return VerificationLimits.of(joints, relative_error=arguments.limit, rms_torque=arguments.limit_rms)


def add_verify_options(parser: argparse.ArgumentParser) -> None:
    """Add what says which motions are run, and the limits."""
    parser.add_argument(
        "--motions",
        nargs="+",
        choices=tuple(_MOTIONS),
        default=list(_MOTIONS),
        help="which motions, in their order; a controller that runs no trajectories is moved from pose to "
        "pose only; default: all",
    )
    parser.add_argument(
        "--seed",
        type=NumberOption(SEED),
        default=1,
        metavar="N",
        help="which motions; the excitation never has the seed of the visit's plan; default: %(default)s",
    )
    parser.add_argument(
        "--period",
        type=NumberOption(PERIOD),
        default=10.0,
        metavar="S",
        help="length of the excitation; default: %(default)s",
    )
    parser.add_argument(
        "--seconds",
        type=NumberOption(DURATION),
        default=4.0,
        metavar="S",
        help="time to plan the excitation in; default: %(default)s",
    )
    parser.add_argument(
        "--evaluations",
        type=NumberOption(EVALUATIONS),
        metavar="N",
        help="plan with so many evaluations instead",
    )
    parser.add_argument(
        "--moves",
        type=NumberOption(COUNT),
        default=6,
        metavar="N",
        help="moves between poses; default: %(default)s",
    )
    parser.add_argument(
        "--rounds",
        type=NumberOption(COUNT),
        default=5,
        metavar="N",
        help="of the circle at full speed; default: %(default)s",
    )
    parser.add_argument(
        "--top-speed",
        type=NumberOption(TOOL_SPEED),
        default=0.5,
        metavar="M/S",
        help="of the flange on the circle at most; default: %(default)s",
    )
    parser.add_argument(
        "--floor",
        type=NumberOption(HEIGHT, none="none"),
        default=0.0,
        metavar="M|none",
        help="height of the floor over the base where the visit's plan says nothing; default: %(default)s",
    )
    add_limit_options(parser)


def verify_procedure(arguments: argparse.Namespace, *, joints: int) -> "VerifyProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        ``verification-limit-count``.
    """
    from app.procedures.verify import VerifyProcedure
    from app.work.verification_motions import VerificationMotions

    return VerifyProcedure(
        VerificationMotions(
            motions=tuple(_MOTIONS[name] for name in dict.fromkeys(arguments.motions)),
            seed=arguments.seed,
            period_s=arguments.period,
            seconds=arguments.seconds,
            evaluations=arguments.evaluations,
            moves=arguments.moves,
            rounds=arguments.rounds,
            top_speed=arguments.top_speed,
            floor_height=arguments.floor,
        ),
        limits=limits_of(arguments, joints=joints),
        label=arguments.label or arguments.procedure,
        payload_mass=arguments.payload_kg,
    )
