"""Facts on the arms of a fleet, as they cross processes; light, so that a window can hold them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.catalogue.key_figures import FigureCode
from core.quality import Word
from core.recording import FloatArray

CARE: Mapping[FigureCode, str] = {
    FigureCode.STIFFNESS: "stiffness-lost",
    FigureCode.BACKLASH: "backlash-grown",
    FigureCode.LOOP_WIDTH: "hysteresis-grown",
    FigureCode.LOST_MOTION: "lost-motion-grown",
    FigureCode.FRICTION: "friction-up",
}

PAYLOAD_SET_WRONG = "payload-set-wrong"
"""The newest measured mass differs from the one that the controller assumed then."""


@dataclass(frozen=True)
class Care:
    """Figure of a joint or of the whole arm that is worse than usual; SI units of the figure.

    Of a payload, ``value`` is the measured mass and ``usual`` the mass set in the controller, kg.
    """

    code: str
    joint: str
    """Empty for what concerns the whole arm."""
    number: int
    """Number of the joint, from 0; −1 for the whole arm."""
    value: float
    std: float
    usual: float
    usual_std: float
    stds: float
    """Number of standard deviations it is worse than expected."""
    since: str
    """Date of the first visit that shows it."""
    before: str = ""
    """Date of the arm's own visit before that, where its own visits alone say what is usual; else empty."""


@dataclass(frozen=True)
class FleetRobot:
    """One arm: its visits, and what needs care, the clearest first."""

    robot: str
    serial: str
    visits: int
    last_visit: str
    """Date of the last one."""
    last_file: str
    verdict: str
    """``repeat`` where something needs care, ``not-measurable`` where nothing could be compared."""
    care: tuple[Care, ...]
    error: str = ""
    """Code of why a file cannot be read, else empty."""
    word: Word = Word.NOT_MEASURED
    """Word of the whole arm, as in its state; without meaning for a file that cannot be read."""


class DueBy(StrEnum):
    """Rule that sets the date of the next check."""

    CARE = "care"
    """Something needs care, so it is due at once."""
    TREND = "trend"
    """A figure reaches its limit, at its present rate, before the usual interval is over."""
    INTERVAL = "interval"
    """The usual time between visits to this arm."""
    INTERVAL_OF_MODEL = "interval-of-model"
    """The usual time between visits to arms of its model: it has too few of its own."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class NextCheck:
    """Date of the next check of an arm and its reason; ``due`` is a time stamp, empty where unknown."""

    by: DueBy
    due: str = ""
    days: float = float("nan")
    """The usual interval; NaN where unknown."""
    code: str = ""
    """Figure that reaches its limit, as ``FigureCode``."""
    joint: str = ""


@dataclass(frozen=True, eq=False)
class FollowedFigure:
    """One figure of one joint over the visits (V,) that measured it, oldest first; SI units.

    ``value`` is brought to ``temperature`` (K, NaN where that is not known). ``low`` to ``high`` has 95 %
    of visits to arms of the model, ``limit`` the value from which a visit would call for care; both NaN
    where nothing is known yet. ``line`` (V,) is the straight line through the values, empty where fewer
    than three are known.
    """

    code: FigureCode
    joint: str
    number: int
    recorded_at: tuple[str, ...]
    value: FloatArray
    std: FloatArray
    temperature: float
    usual: float
    low: float
    high: float
    arms: int
    limit: float
    line: FloatArray
    reaches: str = ""
    """Time stamp at which the line reaches the limit; empty where its slope is noise, or leads away."""


class ListedVisit(NamedTuple):
    """A visit as the catalogue lists it; ``error`` is the code of why it cannot be read, else empty.

    A tuple, because a list of many thousand is made at once.
    """

    path: str
    robot: str
    serial: str
    recorded_at: str
    operator: str
    name: str
    customer: str
    note: str
    verdict: str
    results: tuple[str, ...]
    """Kinds of results that it holds."""
    error: str = ""


class FigureRow(NamedTuple):
    """A key figure with the arm that it belongs to and the date of its visit; as ``KeyFigure``."""

    robot: str
    number: int
    code: str
    serial: str
    joint: str
    recorded_at: str
    value: float
    std: float
    temperature: float | None


@dataclass(frozen=True, eq=False)
class FollowedArm:
    """One arm over its visits: a part of their list, all that was followed, the next check."""

    robot: str
    serial: str
    visits: tuple[ListedVisit, ...]
    count: int
    """Number of all visits; ``visits`` is the part that was asked for."""
    figures: tuple[FollowedFigure, ...]
    check: NextCheck
