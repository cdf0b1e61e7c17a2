"""Compiles the loops of a fresh clone ahead of their first use, in the background of the set-up.

numba stores what it compiled beside the sources, so that each loop is compiled once for a clone. Here small
pieces of the work that needs them run in the order of the demonstration. A loop that is wanted earlier is
compiled by the program that wants it; two that compile the same one store the same.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
ROBOT = "generic-6r"
_NICENESS = 10
_RUN_S = 6.0


def move_virtual_robot(folder: Path) -> None:
    """Steps of the virtual robot, its clearance, and a recording."""
    from app.shell.self_test_checks import check_virtual_robot
    from core.monitor import NullMonitor

    check_virtual_robot(folder, NullMonitor())


def plan_motion(_folder: Path) -> None:
    """Dynamics, their gradients, and distances between bodies."""
    from core.excitation.plan import plan_excitation
    from core.excitation.settings import ExcitationSettings, TrajectoryKind
    from core.robot.library import load_robot

    settings = ExcitationSettings(kind=TrajectoryKind.MODIFIED, period_s=20.0, evaluations=30)
    plan_excitation(load_robot(ROBOT), settings)


def identify_model(_folder: Path) -> None:
    """Filters, friction, and every residual learner."""
    from core.identification.identify import identify
    from core.identification.settings import FeatureKind, IdentificationSettings, ResidualKind
    from core.identification.synthetic import synthesize
    from core.robot.library import load_robot

    robot = load_robot(ROBOT)
    labels = ("first", "second")
    recordings = {label: synthesize(robot, seed=1, duration_s=_RUN_S, label=label) for label in labels}
    for residual in (ResidualKind.GMM, ResidualKind.RBF):
        identify(
            recordings, robot, fit=labels[:1], validate=labels[1:],
            settings=IdentificationSettings(residual=residual, features=FeatureKind.STATE),
        )  # fmt: skip


def draw_arm(folder: Path) -> None:
    """The picture of an arm, which the window shows."""
    from app.shell.self_test import check_drawing
    from core.monitor import NullMonitor

    check_drawing(folder, NullMonitor())


WORK: tuple[Callable[[Path], None], ...] = (move_virtual_robot, plan_motion, identify_model, draw_arm)


def main() -> None:
    """Do each piece of work; one that fails costs nothing but the time of its first use."""
    sys.path.insert(0, str(REPOSITORY))
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    for work in WORK:
        folder = tempfile.TemporaryDirectory(prefix="torsion-", ignore_cleanup_errors=True)
        with folder as name, suppress(Exception):
            work(Path(name))


if __name__ == "__main__":
    main()
