"""Figures of friction over speed: the line of a model, and the axes. No Qt."""

from collections.abc import Sequence

import numpy as np

from app.presentation import Column, Figure, Role, Row, Series
from app.speech.language import tr
from app.speech.units import speed_unit, torque_unit
from core.recording import FloatArray


def model_line(label: str, speed: FloatArray, torque: FloatArray, *, role: Role = "model") -> Series:
    """Curve of a model, with a gap at zero speed."""
    # friction jumps there: a line through the jump would look like a measured slope
    moving = speed != 0.0
    speed, torque = speed[moving], torque[moving]
    jumps = np.flatnonzero(np.diff(np.sign(speed))) + 1
    return Series(label, role, np.insert(speed, jumps, np.nan), np.insert(torque, jumps, np.nan))


def friction_figure(joint: str, series: Sequence[Series], summary: Row, *, slides: bool) -> Figure:
    """Figure of one joint; speeds in rad/s and torques in N·m, or m/s and N of a joint that slides."""
    x = Column("speed", tr("Speed"), speed_unit(slides=slides))
    y = Column("friction", tr("Friction"), torque_unit(slides=slides))
    return Figure(name=joint, title=joint, x=x, y=y, series=tuple(series), summary=summary)
