"""``torsion deflection`` (one visit or a batch), and ``torsion run`` with load steps and torque ramps."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.arm.procedure import FlangeSettings, FloorSettings
from app.features.twist import presentation
from app.features.twist.load_steps_presentation import not_loaded, planned
from app.features.twist.report import twist_document
from app.features.twist.results import LoadStepsFound, TorqueRampsFound
from app.guide.feature import BatchWork, RunProcedure
from app.terminal.command import TRUSTED, Context, ExitCode, WrongUse, be_command, present, write_document
from app.terminal.options import add_setting, add_settings, given, settings_from
from app.terminal.presentation_lines import presentation_lines, section_lines
from core.elasticity.load_steps_plan import KnownPayload, LoadStepSettings
from core.elasticity.result import ELASTICITY, Elasticity
from core.elasticity.settings import ElasticitySettings
from core.elasticity.torque_ramp import TorqueRampSettings
from core.exchange.export_procedures import load_steps_json
from core.monitor import Cancelled

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.arm.session import RobotSession
    from app.features.twist.load_steps_procedure import LoadStepsProcedure, PreparedLoadSteps
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure
    from core.batch.work import Made, VisitWork
    from core.elasticity.tool_shift import ToolShift
    from core.monitor import Monitor
    from core.robot.model import RobotModel


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion deflection``."""
    be_command(parser, _deflection)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--recordings", nargs="+", required=True, metavar="LABEL")
    parser.add_argument(
        "--validate",
        nargs="+",
        default=[],
        metavar="LABEL",
        help="recordings whose twist is not fitted, to judge what was found",
    )
    parser.add_argument(
        "--model",
        default="",
        metavar="KEY",
        help="which identified model gives the loads; default: the last one, or a new one",
    )
    add_settings(parser, ElasticitySettings)
    parser.add_argument(
        "--correct",
        choices=["encoder-sign"],
        help="turn round an encoder that counts backwards, where it is known which one does",
    )


def exit_code(found: Elasticity) -> ExitCode:
    """Exit code of a result: success where at least one joint can be trusted."""
    trusted = any(joint.judgement.verdict in TRUSTED for joint in found.joints)
    return ExitCode.SUCCESS if trusted else ExitCode.NOT_TRUSTWORTHY


def _deflection(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.errors.text import reason_text
    from app.features.twist.presentation import present as gears
    from app.features.twist.results import tool_twists
    from app.features.twist.tasks import tool_shifts
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.export_deflection import deflection_json

    labels = (*arguments.recordings, *arguments.validate)
    tool: dict[str, ToolShift] = {}

    def document(found: Elasticity, *, finished: bool) -> dict[str, object]:
        return {**deflection_json(found, tool=tool, reason_text=reason_text), "finished": finished}

    def prepare(found: Elasticity) -> None:
        shifts = tool_shifts(path=arguments.visit, elasticity=found, labels=labels, monitor=context.monitor)
        tool.update(shifts)
        write_document(arguments, document(found, finished=True))

    found, finished = _found(arguments, prepare, context)
    present(
        arguments, document(found, finished=finished), *presentation_lines(gears(found, tool_twists(tool)))
    )
    return exit_code(found) if finished else ExitCode.NOT_TRUSTWORTHY


def _found(
    arguments: argparse.Namespace, prepare: Callable[[Elasticity], None], context: Context
) -> tuple[Elasticity, bool]:
    """Result of the analysis and ``True``; when stopped, the best result so far and ``False``."""
    from app.features.twist.tasks import analyse_twist

    try:
        found = analyse_twist(
            visit=arguments.visit,
            fit=arguments.recordings,
            validate=arguments.validate,
            model=arguments.model,
            settings=settings_from(arguments, ElasticitySettings(turn_encoders=bool(arguments.correct))),
            before_storing=prepare,
            monitor=context.monitor,
        )
    except Cancelled:
        if isinstance(context.monitor.best, Elasticity):
            return context.monitor.best, False
        raise
    return found, True


def deflection_batch() -> BatchWork:
    """The work of this feature on many visits."""
    return BatchWork("deflection", "Analyse the twist of the gears again, with the newest models.",
                     _add_options, _work)  # fmt: skip


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_settings(parser, ElasticitySettings)


def _work(arguments: argparse.Namespace) -> "VisitWork":
    return partial(twist_again, settings=settings_from(arguments, ElasticitySettings()))


def twist_again(path: Path, *, settings: ElasticitySettings) -> "Made":
    """The twist of the recordings of the newest analysis, or of all that have both encoders.

    Raises
    ------
    BadRequest
        ``batch-no-model`` for a visit without a model, which gives the loads of the gears; as
        ``found_twist``.
    """
    from app.features.twist.tasks import newest_elasticity, twist_again_in, twist_recordings
    from core.batch.work import Made
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        before = newest_elasticity(visit)
        fit, validate = twist_recordings(visit) or visit.labels, tuple[str, ...]()
        if before is not None:
            fit = tuple(label for label in before.recordings if label in visit.labels) or fit
            validate = tuple(one.recording for one in before.validation if one.recording in visit.labels)
        found = twist_again_in(visit, fit=fit, validate=validate, settings=settings)
    return Made(ELASTICITY, found, found.judgement.verdict)


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the strokes, of the payload and of the floor."""
    add_settings(parser, LoadStepSettings)
    add_settings(parser, KnownPayload)
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def _steps_procedure(
    arguments: argparse.Namespace, _session: "RobotSession", _monitor: "Monitor"
) -> "LoadStepsProcedure":
    """Return the procedure with the settings of the arguments.

    Raises
    ------
    BadRequest
        As ``LoadStepSettings`` and ``KnownPayload``.
    WrongUse
        A centre of mass without a mass.
    """
    from app.features.twist.load_steps_procedure import LoadStepsProcedure

    flange = given(arguments, FlangeSettings)
    return LoadStepsProcedure(
        settings_from(arguments, LoadStepSettings()),
        payload=_payload(arguments, **flange),
        label=arguments.label or arguments.procedure,
        **flange,
        **given(arguments, FloorSettings),
    )


def _payload(arguments: argparse.Namespace, *, payload_mass: float | None = None) -> KnownPayload | None:
    place = given(arguments, KnownPayload)
    if not place:
        return None
    if payload_mass is None:
        raise WrongUse("--payload-com says where the mass hangs; say how much with --payload-kg as well.")
    return KnownPayload(payload_mass, **place)


def _plan_lines(prepared: "PreparedLoadSteps", robot: "RobotModel") -> Iterator[RenderableType]:
    if prepared.plan is not None:
        slides = robot.is_prismatic.tolist()
        for part in (planned, not_loaded):
            yield from section_lines(part(prepared.plan, joints=robot.joint_names, slides=slides))


def _document(found: LoadStepsFound, _robot: "RobotModel") -> Mapping[str, object]:
    twist = {} if found.elasticity is None else {"deflection": twist_document(found.elasticity)}
    return {"load_steps": load_steps_json(found.plan), **twist}


def _lines(found: LoadStepsFound, outcome: "Outcome", session: "RobotSession") -> Iterator[RenderableType]:
    if found.elasticity is not None:
        yield from presentation_lines(presentation.present(found.elasticity))
    elif outcome.is_complete:
        yield (
            "What the twist says needs a model: identify one, then run torsion deflection "
            f"{session.visit} --recordings {' '.join(outcome.recordings)}."
        )


LOAD_STEPS = RunProcedure[LoadStepsFound](
    "load-steps",
    "Load each joint slowly by gravity and record how far its gear twists.",
    _steps_procedure,
    options=_add_run_options,
    asks_flange=True,
    plan_lines=_plan_lines,
    document=_document,
    lines=_lines,
)


def _ramps_procedure(
    arguments: argparse.Namespace, _session: "RobotSession", _monitor: "Monitor"
) -> "TorqueRampsProcedure":
    """Return the procedure with the settings of the arguments.

    Raises
    ------
    BadRequest
        As ``TorqueRampSettings``.
    """
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure

    return TorqueRampsProcedure(
        settings_from(arguments, TorqueRampSettings()), label=arguments.label or arguments.procedure
    )


TORQUE_RAMPS = RunProcedure[TorqueRampsFound](
    "torque-ramps",
    "Wind a gear whose output is locked up and down, and judge its loops.",
    _ramps_procedure,
    options=lambda parser: add_settings(parser, TorqueRampSettings),
    document=lambda found, _robot: {"deflection": twist_document(found.elasticity)},
    lines=lambda found, _outcome, _session: presentation_lines(presentation.present(found.elasticity)),
)
