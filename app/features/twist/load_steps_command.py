"""``torsion run load-steps``: which joints gravity loads, how slowly, and with what on the flange."""

import argparse
from typing import TYPE_CHECKING

from app.arm.settings import FlangeSettings, FloorSettings
from app.terminal.command import WrongUse
from app.terminal.setting_options import add_setting, add_settings, given, settings_from
from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings

if TYPE_CHECKING:
    from app.features.twist.load_steps_procedure import LoadStepsProcedure


def add_load_steps_options(parser: argparse.ArgumentParser) -> None:
    """Add which strokes are run, and around what."""
    add_settings(parser, LoadStepSettings)
    add_settings(parser, KnownPayload)
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def load_steps_procedure(arguments: argparse.Namespace) -> "LoadStepsProcedure":
    """The procedure that the arguments ask for.

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
