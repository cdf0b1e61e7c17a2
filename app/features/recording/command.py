"""``torsion run record``: how long the arm is recorded, and how it moves meanwhile."""

import argparse
from typing import TYPE_CHECKING

from app.arm.procedure import RecordedMotion, RecordSettings
from app.guide.feature import RunProcedure
from app.terminal.options import add_settings, given

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from app.features.recording.procedure import RecordProcedure
    from core.monitor import Monitor


def _procedure(
    arguments: argparse.Namespace, session: "RobotSession", _monitor: "Monitor"
) -> "RecordProcedure":
    from app.features.recording.procedure import RecordProcedure

    default = RecordedMotion.SWAY if session.capabilities.can_move else RecordedMotion.STILL
    label = arguments.label or arguments.procedure
    return RecordProcedure(**{"motion": default, **given(arguments, RecordProcedure), "label": label})


RECORD = RunProcedure[None](
    "record",
    "Record the arm, standing or moving.",
    _procedure,
    first_options=lambda parser: add_settings(parser, RecordSettings),
    asks_flange=True,
)
