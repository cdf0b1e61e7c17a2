"""``torsion run check``: the two encoders of every joint."""

import argparse
from typing import TYPE_CHECKING

from app.features.encoders.presentation import present
from app.guide.feature import RunProcedure
from app.terminal.presentation_lines import presentation_lines
from core.exchange.export_procedures import check_json

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from app.features.encoders.procedure import CheckProcedure
    from app.visit.recordings import StoredCheck
    from core.monitor import Monitor


def _procedure(
    arguments: argparse.Namespace, _session: "RobotSession", _monitor: "Monitor"
) -> "CheckProcedure":
    from app.features.encoders.procedure import CheckProcedure

    return CheckProcedure(label=arguments.label or arguments.procedure)


CHECK: "RunProcedure[StoredCheck]" = RunProcedure(
    "check",
    "Jog each joint and compare its two encoders.",
    _procedure,
    document=lambda found, _robot: {"check": check_json(found.check)},
    lines=lambda found, _outcome, session: presentation_lines(
        present(found.check, slides=session.robot.is_prismatic.tolist())
    ),
)
