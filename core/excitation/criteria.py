"""What a motion is worth for identification: criteria to judge it by, and their gradients."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from core.base_parameters import BaseParameters
from core.excitation.block_index import BlockNumbers
from core.excitation.friction_columns import FrictionColumns
from core.excitation.motion import Kinematics
from core.recording import FloatArray
from core.robot.model import RobotModel


class CriterionName(StrEnum):
    """By what a motion is judged; smaller is better for all."""

    COND = "cond"
    FROBENIUS = "frobenius"
    LOGDET = "logdet"
    BLOCK = "block"


@dataclass(frozen=True)
class ExcitationNumbers:
    """All criteria of one motion; infinite where its rank is short (``log_determinant`` minus infinite)."""

    condition_number: float
    frobenius: float
    log_determinant: float
    block: BlockNumbers


class Criterion:
    """One criterion of one robot; owns its buffers, so one per thread."""

    base: BaseParameters
    column_count: int
    convention: str

    def __init__(
        self,
        robot: RobotModel,
        *,
        name: CriterionName,
        friction: FrictionColumns = FrictionColumns.NONE,
        locked: Collection[int] = (),
        held: FloatArray | None = None,
        noise: FloatArray | None = None,
    ) -> None:
        raise NotImplementedError

    def value(self, motion: Kinematics) -> float:
        """The criterion itself."""
        raise NotImplementedError

    def objective(self, motion: Kinematics, *, sharpness: float) -> tuple[float, Kinematics]:
        """A smooth stand-in to minimise, and its gradient over the motion, arrays (N, n)."""
        raise NotImplementedError


def numbers(
    robot: RobotModel,
    motion: Kinematics,
    *,
    friction: FrictionColumns = FrictionColumns.NONE,
    locked: Collection[int] = (),
    held: FloatArray | None = None,
    noise: FloatArray | None = None,
) -> ExcitationNumbers:
    """All criteria of one motion."""
    raise NotImplementedError
