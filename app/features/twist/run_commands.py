"""``torsion run load-steps`` and ``torsion run torque-ramps``: options, plan and result."""

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.arm.settings import FlangeSettings, FloorSettings
from app.features.twist.load_steps_presentation import not_loaded, planned
from app.features.twist.presentation import present
from app.features.twist.report import twist_document
from app.features.twist.results import LoadStepsFound, TorqueRampsFound
from app.guide.run_procedure import RunProcedure
from app.terminal.command import WrongUse
from app.terminal.presentation_lines import presentation_lines, section_lines
from app.terminal.setting_options import add_setting, add_settings, given, settings_from
from core.elasticity.load_steps_plan import KnownPayload, LoadStepSettings
from core.elasticity.torque_ramp import TorqueRampSettings
from core.exchange.export_load_steps import load_steps_json

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.arm.session import RobotSession
    from app.features.twist.load_steps_procedure import LoadStepsProcedure, PreparedLoadSteps
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure
    from core.monitor import Monitor
    from core.robot.model import RobotModel


def _add_options(parser: argparse.ArgumentParser) -> None:
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
        yield from presentation_lines(present(found.elasticity))
    elif outcome.is_complete:
        yield (
            "What the twist says needs a model: identify one, then run torsion deflection "
            f"{session.visit} --recordings {' '.join(outcome.recordings)}."
        )


LOAD_STEPS = RunProcedure[LoadStepsFound](
    "load-steps",
    "Load each joint slowly by gravity and record how far its gear twists.",
    _steps_procedure,
    options=_add_options,
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
    lines=lambda found, _outcome, _session: presentation_lines(present(found.elasticity)),
)
