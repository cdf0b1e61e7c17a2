"""``torsion run torque-ramps``: its options, and its result on the terminal and in JSON."""

import argparse
from typing import TYPE_CHECKING

from app.features.twist.found import TorqueRampsFound
from app.features.twist.presentation import present
from app.features.twist.report_section import twist_document
from app.guide.run_procedure import RunProcedure
from app.terminal.presentation_lines import presentation_lines
from app.terminal.setting_options import add_settings, settings_from
from core.elasticity.torque_ramp import TorqueRampSettings

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure
    from core.monitor import Monitor


def _procedure(
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
    _procedure,
    options=lambda parser: add_settings(parser, TorqueRampSettings),
    document=lambda found, _robot: {"deflection": twist_document(found.elasticity)},
    lines=lambda found, _outcome, _session: presentation_lines(present(found.elasticity)),
)
