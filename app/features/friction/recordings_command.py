"""``torsion friction``: friction from recordings of a visit, whichever arm or program made them."""

import argparse
from pathlib import Path

from app.terminal.command import Context, ExitCode, be_command, exit_code
from app.terminal.output import present, write_document
from app.terminal.setting_options import add_setting
from core.friction.sweeps.result import FrictionSweeps
from core.friction.sweeps.settings import SweepSettings


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
