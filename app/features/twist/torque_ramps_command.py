"""``torsion run torque-ramps``: how far a locked gear is wound up, how often, and how finely."""

import argparse
from typing import TYPE_CHECKING

from app.terminal.setting_options import add_settings, settings_from
from core.elasticity.torque_ramp import TorqueRampSettings

if TYPE_CHECKING:
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure


def add_torque_ramps_options(parser: argparse.ArgumentParser) -> None:
    """Add how the gear is wound up."""
    add_settings(parser, TorqueRampSettings)


def torque_ramps_procedure(arguments: argparse.Namespace) -> "TorqueRampsProcedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``TorqueRampSettings``.
    """
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure

    return TorqueRampsProcedure(
        settings_from(arguments, TorqueRampSettings()), label=arguments.label or arguments.procedure
    )
