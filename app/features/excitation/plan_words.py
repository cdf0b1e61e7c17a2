"""Words for the settings of a planned motion: kinds, criteria, methods, limits, start poses."""

import numpy as np
import numpy.typing as npt

from app.speech.language import listed, translate
from app.speech.units import DEGREE, MILLIMETRE, NO_BREAK, number
from core.excitation.settings import CriterionName, FrictionColumns, MethodName, TrajectoryKind
from core.recording import FloatArray


def _tr(text: str) -> str:
    return translate("PlanWords", text)


def kind_word(kind: TrajectoryKind) -> str:
    """Name of a kind of motion: its start and its parts."""
    return {
        TrajectoryKind.MODIFIED: _tr("From the present pose: waves"),
        TrajectoryKind.QUINTIC: _tr("From the present pose: waves and a polynomial"),
        TrajectoryKind.FOURIER: _tr("From the zero pose: waves"),
        TrajectoryKind.FREE: _tr("Waves that never rest (virtual robot only)"),
    }[kind]


def criterion_word(criterion: CriterionName) -> str:
    """Name of a criterion for a good motion."""
    return {
        CriterionName.COND: _tr("Condition number"),
        CriterionName.FROBENIUS: _tr("Frobenius condition number"),
        CriterionName.LOGDET: _tr("Volume of the ± (log det)"),
        CriterionName.BLOCK: _tr("Block index: inertia, speed, gravity"),
    }[criterion]


def columns_word(columns: FrictionColumns) -> str:
    """Name of the regressor's columns: inertia alone, or friction too."""
    return {
        FrictionColumns.NONE: _tr("Inertia alone"),
        FrictionColumns.COULOMB_VISCOUS: _tr("Inertia and friction"),
    }[columns]


def method_word(method: MethodName) -> str:
    """Name of a method of search."""
    return {
        MethodName.GRADIENT: _tr("Gradient, exact (best)"),
        MethodName.INTERIOR_POINT: _tr("Interior point, differences"),
        MethodName.GENETIC: _tr("Genetic"),
        MethodName.PATTERN: _tr("Random starts, pattern search"),
    }[method]


def limits_word(name: str) -> str:
    """Name of a set of limits."""
    known = {"robot": _tr("The robot's own"), "liu": _tr("Those of Liu (2023)")}
    return known.get(name, name)


def pose_text(pose: FloatArray, *, slides: "npt.NDArray[np.bool_]") -> str:
    """Joint positions (n,) on one line, those that slide in mm."""
    shown = [
        f"{number(round(float(value) * MILLIMETRE.per_si) + 0.0, decimals=0)}{NO_BREAK}mm"
        if slide
        else f"{number(round(float(value) * DEGREE.per_si) + 0.0, decimals=0)}°"
        for value, slide in zip(pose, slides, strict=True)
    ]
    return listed(shown)
