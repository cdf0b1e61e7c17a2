"""``torsion run payload``: with what on the flange, how thoroughly, and compared with what."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.command import WrongUse
from app.cli.numbers import DEGREES, JointsOption, NumberOption, setting
from app.cli.virtual_payload import BOTH, add_virtual_payload, check_virtual_payload, virtual_payload
from core.bounds import COUNT, HEIGHT
from core.payload.plan import LONGEST_S, PayloadMode, PayloadPlanSettings
from core.payload.settings import KnownLoad

if TYPE_CHECKING:
    from app.procedures.payload import PayloadProcedure
    from app.procedures.payload_pair import PayloadPair
    from app.procedures.procedure import Procedure

_LOADS = ("unloaded", "loaded", "known", BOTH)
_MODEL = "model"
_GIVEN = ("mode", "speed", "width", "payload_mass")
_MINUTE_S = 60.0


def add_payload_options(parser: argparse.ArgumentParser) -> None:
    """Add what says which sweeps are run; what is not named stays as the settings have it."""
    _add_loads(parser)
    _add_sweeps(parser)
    parser.add_argument(
        "--reference",
        metavar="VISIT.h5|model",
        help="what the payload is compared with: an earlier visit to this arm, whose sweeps are run again, "
        "or the identified model; default: the sweeps of this visit with nothing on the flange",
    )
    parser.add_argument(
        "--sweeps",
        type=JointsOption(COUNT, several=True),
        default=(),
        metavar="N,N…",
        help="only these of the sweeps that ran before: repeats them, or completes a run that was stopped",
    )
    parser.add_argument(
        "--floor",
        dest="floor_height",
        type=NumberOption(HEIGHT, none="none"),
        default=0.0,
        metavar="HEIGHT|none",
        help="of the floor over the base in m; default: %(default)s",
    )


def _add_loads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--load",
        choices=_LOADS,
        default="loaded",
        help="what hangs on the flange; both: on a virtual robot, first nothing and then the payload; "
        "default: %(default)s",
    )
    parser.add_argument(
        "--known-kg",
        type=setting(KnownLoad, "mass"),
        metavar="M",
        help="mass of a weighed load, with --load known",
    )
    parser.add_argument(
        "--known-com",
        type=setting(KnownLoad, "center"),
        nargs=3,
        metavar=("X", "Y", "Z"),
        help="its centre of mass in m, in the flange's directions",
    )
    add_virtual_payload(parser)
    parser.add_argument(
        "--expected-kg",
        dest="payload_mass",
        type=setting(PayloadPlanSettings, "payload_mass"),
        default=argparse.SUPPRESS,
        metavar="M",
        help="about what hangs there, for the torques beforehand; default: all that the arm may carry",
    )


def _add_sweeps(parser: argparse.ArgumentParser) -> None:
    left_out = argparse.SUPPRESS
    times = " and ".join(f"{LONGEST_S[mode] / _MINUTE_S:g} min ({mode.value})" for mode in PayloadMode)
    parser.add_argument(
        "--mode",
        type=PayloadMode,
        choices=tuple(PayloadMode),
        default=left_out,
        metavar="|".join(PayloadMode),
        help=f"at most {times} of robot time; default: {PayloadPlanSettings().mode.value}",
    )
    parser.add_argument(
        "--speed",
        type=setting(PayloadPlanSettings, "speed", si=DEGREES, unit="°/s"),
        default=left_out,
        metavar="DEG_S",
        help="of the sweeps; default: what the time allows",
    )
    parser.add_argument(
        "--width",
        type=setting(PayloadPlanSettings, "width", si=DEGREES, unit="°"),
        default=left_out,
        metavar="DEG",
        help="of the sweeps; default: the same",
    )


def payload_procedure(arguments: argparse.Namespace) -> "Procedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``PayloadPlanSettings`` and ``KnownLoad``.
    WrongUse
        Options that do not go together.
    """
    from app.procedures.payload import PayloadProcedure
    from app.work.payload_runs import PayloadRun

    given = {name: vars(arguments)[name] for name in _GIVEN if name in vars(arguments)}
    known = _known(arguments)
    check_virtual_payload(arguments)
    is_both = arguments.load == BOTH
    reference = arguments.reference
    sweeps = PayloadProcedure(
        settings=PayloadPlanSettings(**given),
        load=PayloadRun.UNLOADED if is_both else PayloadRun(arguments.load),
        known=known,
        floor_height=arguments.floor_height,
        label=arguments.label or "",
        only=arguments.sweeps,
        reference_visit=None if reference in {None, _MODEL} else Path(reference),
        use_model=reference == _MODEL,
    )
    return _pair(arguments, sweeps) if is_both else sweeps


def _pair(arguments: argparse.Namespace, sweeps: "PayloadProcedure") -> "PayloadPair":
    from app.procedures.payload_pair import PayloadPair

    if sweeps.only or arguments.reference is not None:
        raise WrongUse("--load both runs all sweeps twice, and needs no --sweeps and no --reference.")
    return PayloadPair(sweeps, *virtual_payload(arguments))


def _known(arguments: argparse.Namespace) -> KnownLoad | None:
    mass, center = arguments.known_kg, arguments.known_com
    if (arguments.load == "known", mass is None, center is None) in {
        (True, False, False),
        (False, True, True),
    }:
        return None if mass is None else KnownLoad(mass, (center[0], center[1], center[2]))
    raise WrongUse("--load known, --known-kg and --known-com go together: a load that hangs and was weighed.")
