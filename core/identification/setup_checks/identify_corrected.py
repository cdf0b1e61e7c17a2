"""Identification that goes on with a corrected set-up, where corrections are allowed."""

from collections.abc import Collection, Mapping, Sequence

from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.identification.setup_checks.correction import Correction, corrected
from core.monitor import Monitor, PartOfMonitor
from core.recording import Recording
from core.robot.model import RobotModel


def identify_corrected(  # noqa: PLR0913  # independent settings
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    fit: Sequence[str],
    validate: Sequence[str] = (),
    settings: IdentificationSettings,
    allowed: Collection[Correction],
    resume: IdentificationResult | None = None,
    periods: Mapping[str, float] | None = None,
    monitor: Monitor,
) -> IdentificationResult:
    """Identify, and identify again with each allowed correction of a fault that was found.

    Parameters and errors as for ``identify``. A fault hides those that are checked after it, so there
    are as many corrections as are allowed.
    """
    turns = 1 + len(allowed)
    for turn in range(turns):
        result = identify(
            recordings,
            robot,
            fit=fit,
            validate=validate,
            settings=settings,
            periods=periods,
            resume=resume if turn == 0 else None,
            monitor=PartOfMonitor(monitor, first=turn / turns, last=(turn + 1) / turns),
        )
        again = corrected(settings, result.setup, allowed, joints=robot.joint_names)
        if again is None:
            return result
        settings = again
    return result
