"""Presentation of the shift of the tool at one pose under one load, and over the workspace."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from app.errors.text import reason_rows
from app.features.stiffness import sentences
from app.features.stiffness.sentences import triple
from app.presentation import Column, Line, Row, Rows, Section, Table, joint_columns, value_text
from app.speech.language import tr
from app.speech.units import DEGREE, MILLIMETRE, PURE, DisplayUnit, Value, number, two_digits
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.prediction import shift_parts

if TYPE_CHECKING:
    from core.stiffness.deflection_map import DeflectionMap, StiffnessView
    from core.stiffness.prediction import PredictedShift

SHIFT, PRINCIPAL, MATRIX = "shift", "principal", "matrix"
_MICROMETRE_PER_NEWTON = DisplayUnit("µm/N", 1e6)
_NEWTON_PER_MICROMETRE, _PER_THOUSAND = DisplayUnit("N/µm", 1e-6), DisplayUnit("", 1e-3)
_AXIS_NAMES = ("x", "y", "z", "α", "β", "γ")
_TURNS_FROM = 3


def sections(view: "StiffnessView") -> Iterator[Section]:
    """Sections on the shift of the tool, then its stiffness at the pose, then the workspace."""
    yield _pose(view)
    yield shift(view)
    if view.predicted is not None:
        yield _axes(view.predicted, sentences.load_place(view.load))
        yield from shift_reasons(view.predicted)
    yield principal(view)
    yield directions(view)
    yield matrix(view)
    if view.map is not None:
        title = tr("Over the workspace")
        yield Rows(name="map", title=title, rows=(Row("worst", "", worst_place(view.map, view.robot)),))


def _pose(view: "StiffnessView") -> Table:
    units = [MILLIMETRE if slides else DEGREE for slides in view.robot.is_prismatic]
    return Table(
        name="pose",
        title=tr("The pose"),
        columns=joint_columns(view.robot.joint_names, units),
        lines=(Line("", tuple(Value(float(at), unit) for at, unit in zip(view.pose, units, strict=True))),),
    )


def shift(view: "StiffnessView") -> Rows:
    """Rows of the shift of the tool under the load, and of the parts from gears and links."""
    label = tr("{load} moves the tool by").format(load=sentences.load_word(view.load))
    if view.predicted is None:
        words = tr("The joints' own springs are not known, so the shift cannot be predicted.")
        rows = [Row("whole", label, "–"), Row("unknown", "", words)]
    else:
        parts = shift_parts(view.predicted)
        rows = [Row("whole", label, Value(parts.whole, MILLIMETRE, parts.std))]
        if view.robot.link_springs:
            rows += [
                Row("gears", tr("Gears"), Value(parts.gears, MILLIMETRE)),
                Row("links", tr("Links"), Value(parts.links, MILLIMETRE)),
                Row("reduced", tr("Joints that stand for links"), Value(parts.reduced, MILLIMETRE)),
            ]
    return Rows(name=SHIFT, title=tr("Shift of the tool at this pose"), rows=tuple(rows))


def shift_reasons(found: "PredictedShift") -> Iterator[Rows]:
    """Reasons against a predicted shift; nothing where there are none."""
    rows = reason_rows([("", found.judgement)]).rows
    if rows:
        yield Rows(name="shift-reasons", title=tr("Reasons against this shift"), rows=rows)


def _axes(found: "PredictedShift", load: str) -> Table:
    lines = (
        (tr("all springs"), found.full, found.std),
        (tr("joints that stand for links"), found.reduced, None),
        (tr("joints with rigid links"), found.joints_only, None),
    )
    return Table(
        name="shift-axes",
        title=tr("The same under {load}, along the axes of the base frame").format(load=load),
        columns=(Column("by", ""), *(Column(name, name, MILLIMETRE, is_name=True) for name in "xyz")),
        lines=tuple(Line("", (name, *_along(values, std))) for name, values, std in lines),
    )


def _along(values: FloatArray, std: FloatArray | None) -> Iterator[Value]:
    spread = np.full_like(values, np.nan) if std is None else std
    for value, one in zip(values.tolist(), spread.tolist(), strict=True):
        yield two_digits(value, MILLIMETRE, one)


def principal(view: "StiffnessView") -> Rows:
    """Rows of the shift by 1 N along the three axes of the ellipsoid, and of the stiffness there."""
    best = view.full or view.at_joints
    named = [(tr("Axis {number}"), best)]
    if view.full is not None:
        named.append((tr("Axis {number}, joints alone"), view.at_joints))
    rows = []
    for place in range(len("xyz")):
        for label, one in named:
            size = float(one.ellipsoid.size[place])
            stiff = Value(1.0 / size if size > 0.0 else np.nan, _NEWTON_PER_MICROMETRE)
            caption = label.format(number=place + 1)
            rows.append(Row("", caption, Value(size, _MICROMETRE_PER_NEWTON), remark=value_text(stiff)))
    title = tr("How far 1 N moves the tool, along the directions in which it gives most and least")
    return Rows(name=PRINCIPAL, title=title, rows=tuple(rows))


def directions(view: "StiffnessView") -> Table:
    """Table of the directions of the ellipsoids' axes in the base frame."""
    named = [(tr("all springs"), view.full), (tr("joints alone"), view.at_joints)]
    known = [(name, one.ellipsoid) for name, one in named if one is not None]
    lines = (
        (
            tr("Axis {number}").format(number=place + 1),
            *(triple(one.directions[:, place]) for _, one in known),
        )
        for place in range(3)
    )
    return Table(
        name="directions",
        title=tr("Directions of these axes in the base frame, x; y; z"),
        columns=(Column("axis", ""), *(Column(name, name) for name, _ in known)),
        lines=tuple(Line("", cells) for cells in lines),
    )


def matrix(view: "StiffnessView") -> Table:
    """Table of the stiffness matrix of the tool: forces and moments for a shift or a turn."""
    stiffness = (view.full or view.at_joints).stiffness.tolist()

    def cell(row: int, column: int) -> Value:
        is_shift = max(row, column) < _TURNS_FROM
        return Value(stiffness[row][column], _NEWTON_PER_MICROMETRE if is_shift else _PER_THOUSAND)

    return Table(
        name=MATRIX,
        title=tr("Stiffness of the tool at this pose, by all springs")
        if view.full is not None
        else tr("Stiffness of the tool at this pose, by joints alone"),
        columns=(Column("per", ""), *(Column(name, name, PURE, is_name=True) for name in _AXIS_NAMES)),
        lines=tuple(
            Line("", (name, *(cell(row, column) for column in range(len(_AXIS_NAMES)))))
            for row, name in enumerate(_AXIS_NAMES)
        ),
        note=tr(
            "Forces and moments along and about x, y, z of the base that a shift or a turn takes: forces in "
            "N/µm and kN/rad, moments in kN·m/m and kN·m/rad."
        ),
    )


def worst_place(found: "DeflectionMap", robot: RobotModel) -> str:
    """Mean and largest shift over the workspace, and the place of the largest, in a sentence."""
    words = tr(
        "The load moves the tool {mean} mm on average over {poses} poses, and at most {most} mm: {radius} mm "
        "from the axis, {height} mm high, joints at {pose} (° and mm)."
    )
    radius, height = (number(float(one) * MILLIMETRE.per_si, decimals=0) for one in found.worst)
    return words.format(
        mean=number(found.average * MILLIMETRE.per_si),
        most=number(found.most * MILLIMETRE.per_si),
        poses=found.poses,
        radius=radius,
        height=height,
        pose=sentences.pose_text(robot, found.worst_position),
    )
