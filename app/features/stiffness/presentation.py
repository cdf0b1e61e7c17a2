"""Presentation of an arm's stiffness: joints with the links' share, load tests, a pose, the basis.

Window, terminal and paper render the same presentation. Joints have the names of the description.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from math import isfinite, nan, sqrt
from typing import TYPE_CHECKING

from app.errors.text import mark_text, reason_rows, reason_text
from app.features.stiffness import pose_presentation, sentences
from app.features.stiffness.sentences import triple
from app.features.tool_correction.presentation import correction_sections
from app.presentation import (
    BASIS,
    Bar,
    Cell,
    Column,
    Line,
    Presentation,
    Row,
    Rows,
    Section,
    Table,
    joint_columns,
)
from app.speech.dates import stamp_text
from app.speech.language import listed, tr
from app.speech.units import (
    DEGREE,
    MILLIMETRE,
    NEWTON,
    PER_CENT,
    PURE,
    SECOND,
    DisplayUnit,
    Value,
    expanded,
    not_determined,
    two_digits,
    write,
)
from core.quality import Verdict, is_determined
from core.robot.model import RobotModel
from core.stiffness.load_plan import LoadTestPlan
from core.stiffness.result import LoadTestResidual, ReducedJoint, ReducedStiffness, Route
from core.stiffness.spring_shares import leading_springs, link_shares

if TYPE_CHECKING:
    from core.exchange.load_tests_file import LoadTestFile
    from core.stiffness.compensation_result import CompensationResult
    from core.stiffness.deflection_map import StiffnessView


JOINTS, TESTS = "joints", "load-tests"
_STIFFNESS, _STIFFNESS_OF_SLIDE = DisplayUnit("kN·m/rad", 1e-3), DisplayUnit("kN/m", 1e-3)
_EITHER = DisplayUnit("kN·m/rad (kN/m)", 1e-3)
_SHOWN_SPRINGS = 10
_AXES = 3


def present(
    found: ReducedStiffness,
    *,
    algebra: ReducedStiffness | None = None,
    file: "LoadTestFile | None" = None,
    view: "StiffnessView | None" = None,
    corrected: "CompensationResult | None" = None,
    robot: str = "",
) -> Presentation:
    """Presentation of a reduced stiffness.

    Parameters
    ----------
    algebra, file
        For an experiment: the stiffness from the springs, and the file of its load tests.
    view
        Shift of the tool at one pose, and over the workspace.
    corrected
        Correction of the tool by this stiffness.
    robot
        Name of the arm for the title; that of the description without one.
    """
    sections = (
        joints(found),
        _error(found),
        *_links(found),
        *tests(found),
        *_file(file),
        *_beside(found, algebra),
        *([] if corrected is None else _behind(correction_sections(corrected))),
        *([] if view is None else _behind(pose_presentation.sections(view))),
        _rests_on(found),
        reasons(found),
    )
    return Presentation(
        title=tr("Stiffness of {robot}").format(robot=robot or found.robot),
        headline=sentences.headline(found),
        verdict=found.judgement.verdict,
        sections=sections,
        mark=mark_text(found.mark),
    )


def _behind(sections: Iterable[Section]) -> Iterator[Section]:
    """The sections for the appendix of a report."""
    yield from (replace(one, is_appendix=True) for one in sections)


def stiffness(si: float, std: float = nan, *, slides: bool) -> Value:
    """Stiffness of a joint with two digits, in the unit for a joint that turns or slides."""
    return two_digits(si, _STIFFNESS_OF_SLIDE if slides else _STIFFNESS, std)


def reasons(found: ReducedStiffness) -> Rows:
    """Reasons why the verdict of a joint or of the whole is not better."""
    return reason_rows([*(("", joint.judgement) for joint in found.joints), ("", found.judgement)])


def joints(found: ReducedStiffness) -> Table:
    """Table of the joints: own spring, stiffness with the links, their ratio, and the verdict."""
    unit = _EITHER if any(joint.is_prismatic for joint in found.joints) else _STIFFNESS
    columns = (
        Column("joint", tr("joint")),
        Column("own", tr("own spring"), unit),
        Column("reduced", tr("with its links"), unit),
        Column("factor", tr("times its gear"), PURE),
        Column("lever", tr("lever"), MILLIMETRE),
        Column("verdict", tr("verdict")),
    )
    lines = tuple(_joint(joint) for joint in found.joints)
    return Table(name=JOINTS, title=tr("Joints that stand for the links"), columns=columns, lines=lines)


def _joint(joint: ReducedJoint) -> Line:
    name, slides = joint.joint, joint.is_prismatic
    return Line(
        name,
        (
            tr("{joint} (held)").format(joint=name) if joint.is_held else name,
            stiffness(joint.spring, joint.spring_std, slides=slides),
            stiffness(joint.stiffness, joint.stiffness_std, slides=slides),
            Value(joint.factor),
            Value(nan if slides else joint.lever, MILLIMETRE),
            joint.judgement.verdict,
        ),
    )


def _error(found: ReducedStiffness) -> Section:
    """Rows of the shift of the tool, and of the part that a model of joints alone does not explain."""
    error = found.error
    has_model = isfinite(error.rigid_links_mean)
    words = tr("Shift of the tool, mean of {poses} load tests").format(poses=error.poses)
    if has_model:
        force = write(Value(error.force, NEWTON)).text
        words = tr("Shift of the tool under {force}, mean over all poses").format(force=force)
    rows = [
        Row("shift", words, Value(error.mean_deflection, MILLIMETRE)),
        Row("mean", tr("Left by joints that stand for the links, mean"), Value(error.mean, MILLIMETRE)),
        Row("rms", tr("Root of its mean square"), Value(error.rms, MILLIMETRE)),
        Row("largest", tr("At most"), Value(error.largest, MILLIMETRE)),
    ]
    if has_model:
        rigid = Value(error.rigid_links_mean, MILLIMETRE)
        rows.append(Row("rigid", tr("Left by joints with rigid links, mean"), rigid))
    return Rows(name="error", title=tr("Shift of the tool that joints alone leave"), rows=tuple(rows))


def _links(found: ReducedStiffness) -> Iterator[Section]:
    """Table of each link's share in each joint, and the link springs with the largest shares."""
    if not found.contributions:
        return
    shares = link_shares(found)
    named = [sentences.link_word(one.link) for one in found.contributions]
    rows = [*zip(named, shares, strict=True), (tr("the joint's own spring"), 1.0 - shares.sum(axis=0))]
    columns = (Column("link", ""), *joint_columns(found.joint_names, repeat(PURE, len(found.joints))))
    lines = tuple(
        Line("", (name, *(Value(value, PER_CENT) for value in values.tolist()))) for name, values in rows
    )
    title = tr("Share of every link, % of each joint")
    yield Table(name="links", title=title, columns=columns, lines=lines, is_appendix=True)
    by_label = {one.label: name for one, name in zip(found.contributions, named, strict=True)}
    yield Table(
        name="springs",
        title=tr("The link springs that matter most"),
        is_appendix=True,
        columns=(
            Column("spring", tr("spring")),
            Column("joint", tr("joint")),
            Column("share", tr("share of the joint"), PER_CENT),
        ),
        lines=tuple(
            Line("", (f"{by_label[one.link]}, {one.pair}", one.joint, Value(one.share, PER_CENT)))
            for one in leading_springs(found, count=_SHOWN_SPRINGS)
        ),
    )


def tests(found: ReducedStiffness) -> Iterator[Table]:
    """Table of the load tests, those with the largest unexplained shift first."""
    if not found.tests:
        return
    columns = (
        Column("test", tr("test")),
        Column("force", tr("force x; y; z, N")),
        Column("measured", tr("measured x; y; z, mm")),
        Column("predicted", tr("by the joints, mm")),
        Column("left", tr("left"), MILLIMETRE),
        Column("counts", tr("counts")),
    )
    lines = tuple(_test(test, found.noise) for test in sorted(found.tests, key=lambda test: -test.size))
    title = tr("The load tests: shift of the tool")
    yield Table(name=TESTS, title=title, columns=columns, lines=lines, is_appendix=True)


def _test(test: LoadTestResidual, noise: float) -> Line:
    force, per_si = triple(test.force, decimals=1), MILLIMETRE.per_si
    shifts = (triple(per_si * one, decimals=3) for one in (test.measured, test.predicted))
    # the noise is that of one axis, the size that of a vector with three
    left = Bar(Value(test.size, MILLIMETRE), sqrt(_AXES) * noise, Verdict.GOOD)
    counts = tr("yes") if test.is_used else tr("left out")
    return Line(test.name, (test.name, force, *shifts, left, counts), is_left_out=not test.is_used)


def _file(file: "LoadTestFile | None") -> Iterator[Section]:
    """Rows on the file of load tests: registration of its frame, lines left out, columns not used."""
    if file is None:
        return
    rows = []
    if file.registration is not None:
        label = tr("Measured frame against the base frame, rms of {points} points")
        label = label.format(points=file.registration.points)
        rows.append(Row("registration", label, Value(file.registration.rms, MILLIMETRE)))
    for one in file.left_out:
        label = tr("{name} (line {line})").format(name=one.name or tr("line"), line=one.line)
        rows.append(Row(one.reason.code, label, reason_text(one.reason)))
    if file.unused:
        rows.append(Row("unused", tr("Columns that were not used"), listed(file.unused)))
    if rows:
        yield Rows(name="file", title=tr("The file of load tests"), rows=tuple(rows), is_appendix=True)


def _beside(found: ReducedStiffness, algebra: ReducedStiffness | None) -> Iterator[Section]:
    """Table of both routes as in [Mikhel], Table 4: stiffness, error and computing time."""
    if algebra is None:
        return
    columns = (
        Column("what", ""),
        Column("algebra", tr("algebra")),
        Column("experiment", tr("experiment")),
        Column("apart", tr("apart"), PER_CENT),
        Column("stds", tr("apart in standard deviations"), PURE),
    )
    unknown = (Value(nan), Value(nan))
    lines = [_pair(*pair) for pair in zip(algebra.joints, found.joints, strict=True)]
    force = write(Value(algebra.error.force, NEWTON)).text
    words = tr("mean error under {force}").format(force=force)
    of_algebra, of_tests = (Value(one.error.mean, MILLIMETRE) for one in (algebra, found))
    nothing = Value(nan, MILLIMETRE)
    if isfinite(found.error.rigid_links_mean):  # both against the full model
        lines.append(Line("", (words, of_algebra, of_tests, *unknown)))
    else:
        lines.append(Line("", (words, of_algebra, nothing, *unknown)))
        lines.append(Line("", (tr("mean error of the load tests"), nothing, of_tests, *unknown)))
    seconds = (Value(one.seconds, SECOND) for one in (algebra, found))
    lines.append(Line("", (tr("computing"), *seconds, *unknown)))
    title = tr("Algebra and experiment side by side")
    yield Table(name="beside", title=title, columns=columns, lines=tuple(lines), is_appendix=True)


def _pair(algebra: ReducedJoint, found: ReducedJoint) -> Line:
    slides, apart, std = found.is_prismatic, found.stiffness - algebra.stiffness, found.stiffness_std
    return Line(
        found.joint,
        (
            found.joint,
            stiffness(algebra.stiffness, slides=slides),
            stiffness(found.stiffness, std, slides=slides),
            Value(apart / algebra.stiffness, PER_CENT),
            Value(abs(apart) / std if std > 0.0 else nan),
        ),
    )


def _rests_on(found: ReducedStiffness) -> Section:
    """Rows of the springs, the load tests, the tool point, the arm, and the time of the computation."""
    rows = [Row("springs", tr("Joints' own springs"), sentences.source_word(found.spring_source))]
    if found.route is Route.EXPERIMENT:
        counted, count = sum(test.is_used for test in found.tests), len(found.tests)
        words = tr("{count} of {all} of {file} counted")
        words = words.format(count=counted, all=count, file=found.source or "–")
        rows.append(Row("tests", tr("Load tests"), words))
        if isfinite(found.noise):
            label = tr("Scatter of the load tests per axis")
            rows.append(Row("noise", label, Value(found.noise, MILLIMETRE)))
    elif found.source:
        rows.append(Row("twist", tr("Twist analysis in this visit"), found.source))
    tool = tr("{place} mm in the flange frame").format(place=_tool(found.settings.tool))
    rows.append(Row("tool", tr("Tool point"), tool))
    rows.append(Row("robot", tr("Robot"), listed(filter(None, (found.robot, found.serial)))))
    worked_out = listed(filter(None, (stamp_text(found.created_at), found.software)))
    rows.append(Row("worked-out", tr("Worked out"), worked_out or "–"))
    return Rows(name=BASIS, title=tr("What the numbers rest on"), rows=tuple(rows))


def _tool(tool: Sequence[float]) -> str:
    return "; ".join(write(Value(value, MILLIMETRE)).value for value in tool)


def present_plan(plan: LoadTestPlan, robot: RobotModel) -> Presentation:
    """Presentation of a plan: its tests in order, and the uncertainty that they leave of each joint."""
    words = tr("{count} load tests of {robot}, in an order in which the arm travels little.")
    return Presentation(
        title=tr("Load tests of {robot}").format(robot=robot.title or plan.robot),
        headline=words.format(count=plan.count, robot=plan.robot),
        verdict=plan.judgement.verdict,
        sections=(_tests(plan, robot), _known(plan, robot), reason_rows([("", plan.judgement)])),
    )


def _tests(plan: LoadTestPlan, robot: RobotModel) -> Table:
    units = [MILLIMETRE if slides else DEGREE for slides in robot.is_prismatic]
    joints = joint_columns(robot.joint_names, units)
    expected = tr("expected {axis}")
    shifts = (Column(axis, expected.format(axis=axis), MILLIMETRE) for axis in "xyz")
    lines = (
        Line(
            name,
            (
                name,
                *(Value(float(at), unit, decimals=2) for at, unit in zip(pose, units, strict=True)),
                *(Value(float(one), MILLIMETRE) for one in shift),
            ),
        )
        for name, pose, shift in zip(plan.names, plan.poses, plan.shifts, strict=True)
    )
    columns = (Column("test", tr("test")), *joints, *shifts)
    return Table(name="tests", title=tr("The load tests"), columns=columns, lines=tuple(lines))


def _known(plan: LoadTestPlan, robot: RobotModel) -> Table:
    joints = zip(
        robot.joint_names, plan.compliance.tolist(), plan.relative_std.tolist(), plan.determined,
        robot.is_prismatic.tolist(), strict=True,
    )  # fmt: skip
    noise = write(Value(plan.settings.noise, MILLIMETRE)).text
    return Table(
        name="known",
        title=tr("Expected uncertainty of the joints, shifts measured to {noise}").format(noise=noise),
        columns=(
            Column("joint", tr("joint")),
            Column("stiffness", tr("expected stiffness")),
            Column("std", "±", PER_CENT),
        ),
        lines=tuple(
            Line(name, (name, stiffness(1.0 / value, slides=slides), _relative(std if known else nan)))
            for name, value, std, known, slides in joints
        ),
    )


def _relative(std: float) -> Cell:
    return Value(expanded(std), PER_CENT) if is_determined(1.0, std) else not_determined()
