"""``torsion run compensate``: its options, and its result on the terminal and in JSON."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import RenderableType

from app.arm.procedure import FlangeSettings, FloorSettings, LoopSettings, ToolSettings
from app.errors.text import reason_text
from app.features.tool_correction.presentation import present
from app.features.tool_correction.result import CompensationFound
from app.guide.feature import RunProcedure
from app.terminal.command import OutputOption, WrongUse
from app.terminal.options import (
    BOTH,
    MILLIMETRES,
    NumberOption,
    add_setting,
    add_settings,
    add_virtual_payload,
    check_virtual_payload,
    given,
    settings_from,
    virtual_payload,
)
from app.terminal.presentation_lines import presentation_lines
from core.bounds import PLACE, POSITION
from core.exchange.export_compensation import compensation_json, reference_json
from core.monitor import NullMonitor
from core.stiffness.compensation_result import CompensationRun
from core.stiffness.correction import ControlLoop
from core.stiffness.settings import StiffnessSettings
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.tool_correction.procedure import CompensateProcedure
    from app.features.tool_correction.virtual_correction import CompensatePair
    from core.monitor import Monitor
    from core.recording import FloatArray
    from core.robot.model import RobotModel
    from core.stiffness.result import ReducedStiffness

_DESCRIPTION = "robot"


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the run, the places, the stiffness and the floor."""
    parser.add_argument(
        "--load",
        choices=(*CompensationRun, BOTH),
        default=CompensationRun.UNLOADED.value,
        help="what hangs on the flange; both: on a virtual robot, first nothing and then the payload; "
        "default: %(default)s",
    )
    add_virtual_payload(parser)
    add_settings(parser, FlangeSettings)
    _add_places(parser)
    parser.add_argument(
        "--reduced",
        metavar="VISIT.h5|robot",
        help="the stiffness that is used: the newest of a visit, or that of the description; "
        "default: the newest of this visit, else that of the description",
    )
    add_setting(
        parser,
        StiffnessSettings,
        "tool",
        type=NumberOption(PLACE, si=MILLIMETRES, unit="mm"),
        help="the point that is brought back, in the flange frame, mm; default: that of the stiffness",
    )
    add_setting(parser, LoopSettings, "loop", metavar="|".join(ControlLoop))
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--place",
        dest="typed",
        nargs="+",
        type=NumberOption(POSITION, unit="° (m)"),
        action="append",
        default=[],
        metavar="DEG",
        help="a place: joint positions as the controller reports them, in degrees (m where a joint slides); "
        "may be given several times. With --load loaded, those of the run without the load by default",
    )
    parser.add_argument("--places", type=Path, metavar="FILE.csv", help="places from a file, one a line")
    parser.add_argument(
        "--corrected",
        action=OutputOption,
        kind=OutputKind.CSV,
        metavar="FILE.csv",
        help="where the corrected places are written",
    )


def _procedure(arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor") -> "Procedure":
    """Return the procedure with the settings of the arguments.

    Raises
    ------
    BadFile
        ``places-file``.
    BadRequest
        As ``app.features.stiffness.tasks.analyse_stiffness``.
    WrongUse
        For a place with another number of joints.
    """
    from app.features.tool_correction.procedure import CompensateProcedure

    is_both = arguments.load == BOTH
    procedure = CompensateProcedure(
        places=_places(arguments, session.robot),
        load=CompensationRun.UNLOADED if is_both else CompensationRun(arguments.load),
        reduced=_reduced(arguments, session.described, monitor),
        label=arguments.label or "",
        **given(arguments, FlangeSettings),
        **given(arguments, LoopSettings),
        **given(arguments, ToolSettings),
        **given(arguments, FloorSettings),
    )
    return _pair(arguments, procedure) if is_both else procedure


def _write_corrected(arguments: argparse.Namespace, found: CompensationFound, robot: "RobotModel") -> None:
    """Write the usable corrected places, where the arguments name a file.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.features.tool_correction.tasks import write_corrected_table

    into, result = arguments.corrected, found.result
    if into is not None and result is not None and result.corrected:
        write_corrected_table(path=into, found=result, robot=robot, monitor=NullMonitor())


def _pair(arguments: argparse.Namespace, procedure: "CompensateProcedure") -> "CompensatePair":
    from app.features.tool_correction.virtual_correction import CompensatePair

    return CompensatePair(procedure, *virtual_payload(arguments))


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together before anything is connected.

    Raises
    ------
    WrongUse
        With what goes together.
    """
    check_virtual_payload(arguments)
    if arguments.typed and arguments.places is not None:
        raise WrongUse("--place and --places each say where. Name one of them.")
    if arguments.load != CompensationRun.LOADED and not (arguments.typed or arguments.places):
        raise WrongUse("Say at which places: --place DEG …, once for each, or --places FILE.csv.")
    if arguments.corrected is not None and arguments.load == CompensationRun.UNLOADED:
        raise WrongUse("--corrected needs a run with the load.")


def _places(arguments: argparse.Namespace, robot: "RobotModel") -> "tuple[FloatArray, ...]":
    from core.exchange.places_file import read_places

    if arguments.places is not None:
        return read_places(arguments.places, robot)
    n = robot.joint_count
    for place in arguments.typed:
        if len(place) != n:
            raise WrongUse(f"--place has {len(place)} numbers; the arm has {n} joints.")
    return tuple(np.where(robot.is_prismatic, place, np.radians(place)) for place in arguments.typed)


def _reduced(
    arguments: argparse.Namespace, robot: "RobotModel", monitor: "Monitor"
) -> "ReducedStiffness | None":
    """Stiffness that the arguments name; None for that of the visit."""
    from app.features.stiffness.tasks import analyse_stiffness
    from app.features.tool_correction.tasks import stiffness_for

    if arguments.reduced is None:
        return None
    if arguments.reduced != _DESCRIPTION:
        return stiffness_for(
            robot=robot,
            visit=Path(arguments.reduced),
            tool=given(arguments, ToolSettings).get("tool"),
            monitor=monitor,
        )
    return analyse_stiffness(
        robot=robot, settings=settings_from(arguments, StiffnessSettings()), store=False, monitor=monitor
    )


def _document(found: CompensationFound, robot: "RobotModel") -> Mapping[str, object]:
    document: dict[str, object] = {}
    if found.reference is not None:
        document["compensation_reference"] = reference_json(found.reference, robot)
    if found.result is not None:
        document["compensation"] = compensation_json(found.result, robot, reason_text=reason_text)
    return document


def _lines(
    found: CompensationFound, _outcome: "Outcome", session: "RobotSession"
) -> Iterator[RenderableType]:
    if found.result is not None:
        yield from presentation_lines(present(found.result, session.robot))
    elif found.reference is not None:
        count = len(found.reference.places)
        places = "One place is" if count == 1 else f"{count} places are"
        yield (
            f"{places} measured without the load. Put the load on, leave the robot switched on, and run it "
            "again with --load loaded."
        )


COMPENSATE = RunProcedure[CompensationFound](
    "compensate",
    "Average the gears' twist at places without and with a load, and correct the tool there.",
    _procedure,
    options=_add_options,
    check=_check,
    document=_document,
    lines=_lines,
    write=_write_corrected,
)
