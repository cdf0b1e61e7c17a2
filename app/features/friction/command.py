"""``torsion run friction``: which joints are swept, how fast, and in how many poses."""

import argparse
from typing import TYPE_CHECKING

from app.arm.settings import FlangeSettings, FloorSettings, SweepFormSettings
from app.terminal.setting_options import add_setting, add_settings, given, settings_from
from core.friction.sweeps.settings import QUICK, SweepSettings

if TYPE_CHECKING:
    from app.features.friction.procedure import FrictionProcedure


def add_friction_options(parser: argparse.ArgumentParser) -> None:
    """Add which sweeps are run, and around what."""
    add_settings(parser, SweepSettings)
    add_settings(parser, SweepFormSettings)
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def friction_procedure(arguments: argparse.Namespace) -> "FrictionProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``SweepSettings``.
    """
    from app.features.friction.procedure import FrictionProcedure

    form = SweepFormSettings(**given(arguments, SweepFormSettings))
    return FrictionProcedure(
        settings_from(arguments, QUICK if form.is_quick else SweepSettings()),
        slow=form.slow,
        label=arguments.label or arguments.procedure,
        **given(arguments, FlangeSettings),
        **given(arguments, FloorSettings),
    )
