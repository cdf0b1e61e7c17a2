"""``torsion run excite``: runs the plan of a file, of the visit, or one made from the present pose."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.settings import FlangeSettings, RepeatSettings
from app.features.excitation.command_arguments import add_plan_options, settings_of
from app.features.excitation.run_presentation import present_run
from app.guide.run_procedure import RunProcedure
from app.terminal.command import WrongUse
from app.terminal.presentation_lines import presentation_lines
from app.terminal.setting_options import add_settings, given
from core.exchange.export_excitation_run import excitation_run_json
from core.excitation.runs.excitation_run import ExcitationRun
from core.excitation.settings import RUN_SHARE, ExcitationSettings, TrajectoryKind

if TYPE_CHECKING:  # plans bring the compiled kernels along
    from app.arm.session import RobotSession
    from app.features.excitation.procedure import ExciteProcedure
    from core.excitation.excitation_plan import ExcitationPlan
    from core.monitor import Monitor

_PLAN_FILE = ".json"


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the motion, and for the number of its periods."""
    parser.add_argument(
        "--plan",
        metavar="FILE.json|KEY",
        help="what torsion excite wrote, coefficients as its --evaluate reads them, or the key of a plan in "
        "the visit; without one, a motion is planned from where the arm stands by the settings below",
    )
    add_settings(parser, RepeatSettings)
    add_plan_options(parser)


def _procedure(
    arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor"
) -> "ExciteProcedure":
    """Procedure by the arguments; plans the motion where no plan is named.

    Raises
    ------
    WrongUse
        The plan is not in the visit, or there is no visit yet.
    BadFile, BadRequest, Infeasible
        A file that holds no plan, or settings that cannot be met.
    Cancelled
        When stopped while it was being planned.
    """
    from app.features.excitation.procedure import ExciteProcedure, check_controller

    check_controller(session)
    return ExciteProcedure(
        plan=_plan(arguments, session, monitor),
        label=arguments.label or arguments.procedure,
        **given(arguments, RepeatSettings),
        **given(arguments, FlangeSettings),
    )


def _plan(
    arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor"
) -> "ExcitationPlan | str":
    named = arguments.plan
    if named is None:
        return _planned(arguments, session, monitor)
    if named.lower().endswith(_PLAN_FILE):
        return _read(Path(named), arguments, session)
    _check_key(named, arguments.into)
    return str(named)


def _planned(arguments: argparse.Namespace, session: "RobotSession", monitor: "Monitor") -> "ExcitationPlan":
    """Plan a motion from the present pose, unless the options name another start pose or kind."""
    from core.excitation.plan import plan_excitation

    here = tuple(session.standing_pose().tolist())
    base = ExcitationSettings(kind=TrajectoryKind.MODIFIED, start=here, limit_share=RUN_SHARE)
    settings = settings_of(arguments, session.robot, base=base)
    if settings.kind is TrajectoryKind.FOURIER and "start" not in vars(arguments):
        settings = replace(settings, start=None)
    return plan_excitation(session.robot, settings, monitor=monitor)


def _read(path: Path, arguments: argparse.Namespace, session: "RobotSession") -> "ExcitationPlan":
    from core.exchange.trajectory_file import read_trajectory
    from core.excitation.evaluate import evaluate_trajectory

    given = read_trajectory(path, joints=session.robot.joint_count)
    settings = settings_of(arguments, session.robot, base=given.judging_settings)
    return evaluate_trajectory(session.robot, given.trajectory, settings)


def _check_key(key: str, visit: Path) -> None:
    from app.visit.stored_runs import EXCITATION_PLAN
    from core.storage.visit import Visit

    if not visit.exists():
        raise WrongUse(f"There is no visit {visit} that could hold the plan {key}. Nothing has moved.")
    with Visit.open(visit, recover=False) as opened:
        known = [entry.key for entry in opened.results(EXCITATION_PLAN)]
    if key not in known:
        listed = ", ".join(known) or "none"
        raise WrongUse(f"{visit} holds no plan {key}. It has: {listed}. Nothing has moved.")


EXCITE = RunProcedure[ExcitationRun](
    "excite",
    "Run an excitation trajectory: slowly first, then period by period.",
    _procedure,
    options=_add_options,
    asks_flange=True,
    document=lambda found, _robot: {"excitation": excitation_run_json(found)},
    lines=lambda found, _outcome, session: presentation_lines(
        present_run(found, joints=session.robot.joint_names, slides=session.robot.is_prismatic.tolist())
    ),
)
