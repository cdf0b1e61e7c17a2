"""``torsion run payload``: load on the flange, settings of the sweeps, and the reference."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.arm.settings import FloorSettings
from app.errors.text import reason_text
from app.features.payload.found import PayloadFound
from app.features.payload.presentation import present
from app.features.payload.run_tables import payload_plan_lines, payload_run_json, payload_run_lines
from app.guide.run_procedure import RunProcedure
from app.terminal.command import WrongUse
from app.terminal.numbers import JointsOption
from app.terminal.presentation_lines import presentation_lines
from app.terminal.setting_options import add_setting, add_settings, given, settings_from
from app.terminal.virtual_payload import BOTH, add_virtual_payload, check_virtual_payload, virtual_payload
from core.bounds import COUNT
from core.exchange.export_payload import payload_json
from core.payload.plan import PayloadMode, PayloadPlanSettings
from core.payload.settings import KnownLoad
from core.setting import declared

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.payload.pair import PayloadPair
    from app.features.payload.procedure import PayloadProcedure
    from core.monitor import Monitor
    from core.robot.model import RobotModel

_LOADS = ("unloaded", "loaded", "known", BOTH)
_MODEL = "model"


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add options for the load on the flange, the sweeps, the reference and the floor."""
    _add_loads(parser)
    add_settings(parser, PayloadPlanSettings, "payload_mass", "tool_length", "speed", "width")
    add_setting(parser, PayloadPlanSettings, "mode", metavar="|".join(PayloadMode))
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
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def _add_loads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--load",
        choices=_LOADS,
        default="loaded",
        help="what hangs on the flange; both: on a virtual robot, first nothing and then the payload; "
        "default: %(default)s",
    )
    add_settings(parser, KnownLoad)
    add_virtual_payload(parser)


def _procedure(arguments: argparse.Namespace, _session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``PayloadPlanSettings`` and ``KnownLoad``.
    WrongUse
        Options that do not go together.
    """
    from app.features.payload.procedure import PayloadProcedure
    from app.visit.payload_reference import AskedReference
    from app.visit.payload_runs import PayloadRun

    known = _known(arguments)
    check_virtual_payload(arguments)
    is_both = arguments.load == BOTH
    reference = arguments.reference
    sweeps = PayloadProcedure(
        settings=settings_from(arguments, PayloadPlanSettings()),
        load=PayloadRun.UNLOADED if is_both else PayloadRun(arguments.load),
        known=known,
        label=arguments.label or "",
        only=arguments.sweeps,
        reference=AskedReference(
            visit=None if reference in {None, _MODEL} else Path(reference), use_model=reference == _MODEL
        ),
        **given(arguments, FloorSettings),
    )
    return _pair(arguments, sweeps) if is_both else sweeps


def _pair(arguments: argparse.Namespace, sweeps: "PayloadProcedure") -> "PayloadPair":
    from app.features.payload.pair import PayloadPair

    if sweeps.only or arguments.reference is not None:
        raise WrongUse("--load both runs all sweeps twice, and needs no --sweeps and no --reference.")
    return PayloadPair(sweeps, *virtual_payload(arguments))


def _known(arguments: argparse.Namespace) -> KnownLoad | None:
    load = given(arguments, KnownLoad)
    if arguments.load == "known" and len(load) == len(declared(KnownLoad)):
        return KnownLoad(**load)
    if arguments.load == "known" or load:
        raise WrongUse(
            "--load known, --known-kg and --known-com go together: a load that hangs and was weighed."
        )
    return None


def _document(found: PayloadFound, _robot: "RobotModel") -> Mapping[str, object]:
    result = found.result
    weighed = {} if result is None else {"payload": payload_json(result, reason_text=reason_text)}
    return {"payload_sweeps": payload_run_json(found), **weighed}


def _lines(found: PayloadFound, _outcome: "Outcome", _session: "RobotSession") -> Iterator[RenderableType]:
    yield from payload_run_lines(found)
    if found.result is not None:
        yield from presentation_lines(present(found.result))


PAYLOAD_RUN = RunProcedure[PayloadFound](
    "payload",
    "Sweep two joints slowly there and back, without and with the payload, and weigh it.",
    _procedure,
    options=_add_options,
    plan_lines=payload_plan_lines,
    document=_document,
    lines=_lines,
)
