"""``torsion run friction``: its options, and its result on the terminal and in JSON."""

import argparse
from typing import TYPE_CHECKING

from app.arm.settings import FlangeSettings, FloorSettings, SweepFormSettings
from app.features.friction.presentation import present
from app.guide.run_procedure import RunProcedure
from app.terminal.presentation_lines import presentation_lines
from app.terminal.setting_options import add_setting, add_settings, given, settings_from
from core.exchange.export_sweeps import sweeps_json
from core.friction.sweeps.result import FrictionSweeps
from core.friction.sweeps.settings import QUICK, SweepSettings

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from app.features.friction.procedure import FrictionProcedure
    from core.monitor import Monitor


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the sweeps and of the floor."""
    add_settings(parser, SweepSettings)
    add_settings(parser, SweepFormSettings)
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def _procedure(
    arguments: argparse.Namespace, _session: "RobotSession", _monitor: "Monitor"
) -> "FrictionProcedure":
    """Return the procedure with the settings of the arguments.

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


FRICTION_RUN = RunProcedure[FrictionSweeps](
    "friction",
    "Sweep each joint both ways at steady speeds and measure its friction.",
    _procedure,
    options=_add_options,
    asks_flange=True,
    document=lambda found, _robot: {"friction": sweeps_json(found)},
    lines=lambda found, _outcome, _session: presentation_lines(present(found)),
)
