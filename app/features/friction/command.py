"""``torsion run friction``: its options and its result; ``torsion friction`` on recordings."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.procedure import FlangeSettings, FloorSettings, SweepFormSettings
from app.features.friction import presentation
from app.guide.feature import RunProcedure
from app.terminal.command import Context, ExitCode, be_command, exit_code, present, write_document
from app.terminal.options import add_setting, add_settings, given, settings_from
from app.terminal.presentation_lines import presentation_lines
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
    lines=lambda found, _outcome, _session: presentation_lines(presentation.present(found)),
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion friction``."""
    be_command(parser, _friction)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument(
        "--recordings",
        nargs="+",
        required=True,
        metavar="LABEL",
        help="recordings with slow strokes, which are found by their motion; moves to another place are "
        "left out",
    )
    add_setting(
        parser,
        SweepSettings,
        "joints",
        help="only these joints, numbered from 1; default: all that were swept",
    )


def _friction(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.friction.presentation import present as present_friction
    from app.features.friction.tasks import measure_friction
    from app.terminal.presentation_lines import presentation_lines
    from app.visit.recordings import named_recordings, robot_of
    from core.exchange.export_sweeps import sweeps_json
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        robot = robot_of(visit)
        named_recordings(visit, arguments.recordings)
    asked = SweepSettings(joints=getattr(arguments, "joints", None))
    joints = None if asked.joints is None else asked.checked_joints(robot.joint_count)

    def document(found: FrictionSweeps) -> dict[str, object]:
        return {"visit": str(arguments.visit), "friction": sweeps_json(found)}

    found = measure_friction(
        context.monitor,
        visit=arguments.visit,
        labels=arguments.recordings,
        robot=robot,
        joints=joints,
        before_storing=lambda found: write_document(arguments, document(found)),
    )
    present(arguments, document(found), *presentation_lines(present_friction(found)))
    return exit_code(found.judgement.verdict)
