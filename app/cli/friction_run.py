"""``torsion run friction``: which joints are swept, how fast, and in how many poses."""

import argparse
from typing import TYPE_CHECKING

from app.cli.setting_options import add_setting, add_settings, given, settings_from
from app.procedures.settings import FlangeSettings, FloorSettings, SweepFormSettings
from core.friction.sweeps.settings import QUICK, SweepSettings

if TYPE_CHECKING:
    from app.procedures.friction import FrictionProcedure


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
    from app.procedures.friction import FrictionProcedure

    form = SweepFormSettings(**given(arguments, SweepFormSettings))
    return FrictionProcedure(
        settings_from(arguments, QUICK if form.is_quick else SweepSettings()),
        slow=form.slow,
        label=arguments.label or arguments.procedure,
        **given(arguments, FlangeSettings),
        **given(arguments, FloorSettings),
    )
