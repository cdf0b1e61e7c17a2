"""A model as people read it: parameters, errors of prediction, the loops of the fit, and its origin.

Worded once for window, terminal and paper. The page adds what is not in the result: out of date or part
result, and the curves along a recording.
"""

from collections.abc import Iterator, Sequence
from math import nan
from typing import TYPE_CHECKING

from app.errors.text import mark_text, reason_rows, reason_text, unseen_rows
from app.features.identification import sentences
from app.features.identification.choice import choice_sections
from app.features.identification.parameters import parameters
from app.guide.friction_figure import friction_figure, model_line
from app.presentation import (
    Cell,
    Column,
    Figure,
    Figures,
    Line,
    Presentation,
    Row,
    Rows,
    Section,
    Series,
    Table,
    joint_columns,
)
from app.speech.dates import stamp_text
from app.speech.language import tr
from app.speech.units import (
    AMPERE,
    KILOGRAM,
    NEWTON_METRE,
    PER_CENT,
    PURE,
    SECOND,
    DisplayUnit,
    Value,
    number,
    percent,
    share,
    torque_unit,
)
from app.speech.words import Glyph, Signed, feature_word, residual_word
from app.visit.report_facts import RunFacts
from core.estimation.physical_model import PhysicalModel
from core.identification.result import IdentificationResult, JointFriction, Validation
from core.identification.setup_checks.result import SetupChecks
from core.quality import Judgement

if TYPE_CHECKING:
    from core.identification.model import Prediction  # its module computes, which the window does not

ERRORS, LOOPS, LEARNER, BODIES, FITTED, RUNS, SETTINGS, SETUP, FRICTION = (
    "errors", "loops", "learner", "bodies", "fitted", "runs", "settings", "setup", "curves",
)  # fmt: skip
RMS_TORQUE, RMS_CURRENT, RELATIVE, MOVING_TORQUE = "rms-torque", "rms-current", "relative", "moving-torque"
"""Names of the lines of the errors."""
_CHECKSUM_LETTERS = 12


def present(
    result: IdentificationResult, *, joints: Sequence[str], slides: Sequence[bool] = ()
) -> Presentation:
    """Presentation of a model; ``joints`` are the names, ``slides`` is True for each joint that slides."""
    sections: tuple[Section, ...] = (
        *parameters(result),
        *errors(result.validation, joints),
        *setup_table(result.setup, joints),
        *choice_sections(result.choice),
        *_gains(result, joints),
        *_loops(result, joints, slides),
        *_learner(result),
        *_bodies(result, joints),
        fitted(result),
        settings(result),
        reason_rows(_judged(result)),
        *unseen_rows(result.unseen),
    )
    return Presentation(
        title=tr("Model of {robot}").format(robot=result.provenance.robot),
        headline=sentences.headline(result),
        verdict=result.judgement.verdict,
        sections=sections,
        circumstances=sentences.judged_on(result),
        mark=mark_text(result.provenance.shown_mark),
    )


def _judged(result: IdentificationResult) -> Iterator[tuple[str, Judgement]]:
    yield "", result.judgement
    if result.physical is not None:
        yield tr("nearest possible bodies"), result.physical.judgement


def cards(result: IdentificationResult, validation: Validation | None) -> Iterator[Row]:
    """Cards of a model: its error on one recording, and its size; each a value with a line below."""
    if validation is not None:
        moving = tr("moving: {value}").format(value=percent(validation.moving_relative_error))
        error = share(validation.total_relative_error)
        yield Row("relative", tr("Relative error"), error, remark=moving)
        torque = Value(validation.total_rms_torque, NEWTON_METRE)
        if validation.total_rms_current is None:
            yield Row("rms", tr("RMS torque residual"), torque, remark=tr("all joints together"))
        else:
            current = Value(validation.total_rms_current, AMPERE)
            line = tr("torque: {value}").format(value=f"{number(torque.si)} N·m")
            yield Row("rms", tr("RMS current residual"), current, remark=line)
    count = Value(len(result.base_parameters), decimals=0)
    line = tr("condition {value}").format(value=number(result.condition_number))
    yield Row("base", tr("Base parameters"), count, remark=line)


# How well it predicts


def errors(validations: Sequence[Validation], joints: Sequence[str]) -> Iterator[Table]:
    """Every recording against the model, joint by joint; recordings that were kept back come first."""
    if not validations:
        return
    columns = (
        Column("recording", tr("recording")),
        Column("used", tr("used to")),
        Column("samples", tr("samples"), PURE),
        Column("quantity", tr("quantity")),
        Column("all", tr("all joints"), has_units=True),
        *(Column(name, name, is_name=True, has_units=True) for name in joints),
    )
    ordered = sorted(validations, key=lambda judged: judged.used_in_fit)
    lines = tuple(line for judged in ordered for line in _judged_on(judged))
    yield Table(name=ERRORS, title=tr("How well the model predicts"), columns=columns, lines=lines)


def _judged_on(judged: Validation) -> Iterator[Line]:
    used = tr("fit") if judged.used_in_fit else tr("judge")
    count = Value(judged.sample_count, decimals=0)
    moving = judged.moving_rms_torque
    offered = (
        (RMS_TORQUE, tr("RMS torque, N·m"), PURE, judged.total_rms_torque, judged.rms_torque),
        (RMS_CURRENT, tr("RMS current, A"), PURE, judged.total_rms_current, judged.rms_current),
        (RELATIVE, tr("relative error"), PER_CENT, judged.total_relative_error, judged.relative_error),
        (MOVING_TORQUE, tr("RMS torque moving, N·m"), PURE, float((moving**2).sum() ** 0.5), moving),
    )
    for name, word, unit, total, values in offered:
        if values is not None:
            numbers = map(float, (nan if total is None else total, *values))
            cells = (share(one) if unit is PER_CENT else Value(one, unit) for one in numbers)
            yield Line(name, (judged.recording, used, count, word, *cells))


def torque(found: "Prediction", joints: Sequence[str], slides: Sequence[bool]) -> Figures:
    """Measured against modelled torque along a recording, a figure for each joint."""
    figures = []
    for place, (name, slide) in enumerate(zip(joints, slides, strict=True)):
        measured, model = found.measured[:, place], found.modelled[:, place]
        figures.append(
            Figure(
                name=name,
                title=name,
                x=Column("time", tr("Time"), SECOND),
                y=Column("torque", tr("Torque"), torque_unit(slides=slide)),
                series=(
                    Series(tr("measured"), "measured", found.time, measured),
                    Series(tr("model"), "model", found.time, model),
                ),
                summary=Row(name, "", name),
            )
        )
    title = tr("Measured against model: {recording}").format(recording=found.recording)
    return Figures(name=f"torque-{found.recording}", title=title, figures=tuple(figures))


def identified_curves(frictions: Sequence[JointFriction], *, slides: Sequence[bool]) -> Figures:
    """Friction of an identified model over speed, and the points that the excitation measured."""
    figures = tuple(identified_curve(one, slides=slides[place]) for place, one in enumerate(frictions))
    return Figures(name=FRICTION, title=tr("Friction of the model"), figures=figures)


def identified_curve(friction: JointFriction, *, slides: bool) -> Figure:
    """The same of one joint."""
    words = tr("Friction of {joint}: {count} measured points and the model's curve.")
    measured = tr("measured, mean and spread")
    series = [
        model_line(tr("model at steady speed, without load"), friction.curve_speed, friction.curve_torque),
        Series(measured, "measured", friction.point_speed, friction.point_torque, y_std=friction.point_std),
    ]
    summary = Row(friction.joint, "", words.format(joint=friction.joint, count=friction.point_speed.size))
    return friction_figure(friction.joint, series, summary, slides=slides)


def setup_table(setup: SetupChecks | None, joints: Sequence[str]) -> Iterator[Table]:
    """Error of every joint with the set-up as described and put right, where it was found to be wrong."""
    if setup is None or not setup.reasons or not setup.compares:
        return
    columns = (
        Column("setup", tr("set-up")),
        *(Column(name, name, is_name=True, has_units=True) for name in joints),
    )
    shown = ((tr("as described"), setup.unexplained), (tr("put right"), setup.corrected))
    lines = tuple(Line(word, (word, *(share(float(one)) for one in values))) for word, values in shown)
    yield Table(
        name=SETUP, title=tr("Share of the torque that stays unexplained"), columns=columns, lines=lines
    )


# The way to it


def _gains(result: IdentificationResult, joints: Sequence[str]) -> Iterator[Table]:
    if result.drive_gain is not None:
        units = [DisplayUnit("N·m/A", 1.0)] * len(joints)
        cells = tuple(_exact(one, unit) for one, unit in zip(result.drive_gain, units, strict=True))
        yield Table(
            name="gains",
            title=tr("Drive gains"),
            columns=joint_columns(joints, units),
            lines=(Line("gains", cells),),
        )


def _loops(result: IdentificationResult, joints: Sequence[str], slides: Sequence[bool]) -> Iterator[Table]:
    if not result.loops:
        return
    units = [torque_unit(slides=slide) for slide in slides or [False] * len(joints)]
    lines = tuple(
        Line(
            "",
            (
                Value(record.round, decimals=0),
                sentences.loop_word(record),
                *(_exact(one, unit) for one, unit in zip(record.residual, units, strict=True)),
                Value(record.seconds, SECOND, decimals=2),
            ),
        )
        for record in result.loops
    )
    columns = (
        Column("round", tr("round"), PURE),
        Column("loop", tr("loop")),
        *joint_columns(joints, units),
        Column("seconds", tr("time"), SECOND),
    )
    yield Table(name=LOOPS, title=tr("The three loops: what each leaves"), columns=columns, lines=lines)


def _learner(result: IdentificationResult) -> Iterator[Table]:
    model = result.residual_model
    if model is None:
        return
    lines = tuple(
        Line(
            "",
            (
                joint.joint,
                Signed(Glyph.CHECK, tr("on")) if joint.active else Signed(Glyph.EMPTY, tr("off")),
                _exact(joint.error_without, NEWTON_METRE),
                _exact(joint.error_with, NEWTON_METRE),
                " ".join(reason_text(reason) for reason in joint.judgement.reasons),
            ),
        )
        for joint in model.joints
    )
    columns = (
        Column("joint", tr("joint")),
        Column("active", ""),
        Column("without", tr("without"), NEWTON_METRE),
        Column("with", tr("with"), NEWTON_METRE),
        Column("why", tr("why")),
    )
    title = tr("Learner: {kind} on {features}; error on runs left out")
    facts = {"kind": residual_word(model.kind), "features": feature_word(model.features)}
    yield Table(name=LEARNER, title=title.format(**facts), columns=columns, lines=lines)


def _bodies(result: IdentificationResult, joints: Sequence[str]) -> Iterator[Section]:
    """Bodies of the links that can exist, and the accuracy that they cost."""
    physical = result.physical
    if physical is None or not physical.feasible:
        return
    columns = (
        Column("quantity", tr("quantity")),
        *(Column(name, name, is_name=True, has_units=True) for name in joints),
    )
    lines = tuple(_body_lines(physical))
    yield Table(name=BODIES, title=tr("Nearest possible bodies"), columns=columns, lines=lines)
    found = (sentences.cost(result), sentences.undetermined(result))
    rows = tuple(Row(f"body-{place}", "", text) for place, text in enumerate(found, start=1))
    yield Rows(name="body-cost", title=tr("What these bodies cost"), rows=rows)


def _body_lines(physical: PhysicalModel) -> Iterator[Line]:
    first = physical.standard[:, 1:4] / physical.standard[:, :1]
    rows = (
        ("mass", tr("mass, kg"), physical.standard[:, 0]),
        *((axis, tr("centre {axis}, m").format(axis=axis), first[:, at]) for at, axis in enumerate("xyz")),
        ("rotor", tr("rotor inertia, kg·m²"), physical.rotor_inertia),
        ("eigenvalue", tr("smallest eigenvalue of pseudo-inertia"), physical.min_eigenvalue),
    )
    for name, word, values in rows:
        cells: tuple[Cell, ...] = tuple(_exact(one, PURE) for one in values)
        yield Line(name, (word, *cells))


def _exact(value: float, unit: DisplayUnit) -> Value:
    """Value with four digits, where small differences matter."""
    return Value(float(value), unit, digits=4)


# What it was made from


def fitted(result: IdentificationResult) -> Table:
    """Table of the runs and rows that the model was fitted to."""
    origin = result.provenance
    lines = tuple(
        Line(
            "",
            (
                label,
                tr("{first} to {last}").format(first=first, last=last) if last else tr("all"),
                checksum[:_CHECKSUM_LETTERS] or "–",
            ),
        )
        for label, (first, last), checksum in zip(origin.recordings, origin.rows, origin.sha256, strict=True)
    )
    columns = (
        Column("recording", tr("fitted recording")),
        Column("rows", tr("rows of the file")),
        Column("checksum", tr("SHA-256 begins")),
    )
    return Table(name=FITTED, title=tr("What the model was fitted to"), columns=columns, lines=lines)


def settings(result: IdentificationResult) -> Rows:
    """Settings and conditioning of the fit, as sentences."""
    found = (
        sentences.fitted_with(result),
        sentences.conditioned(result),
        *sentences.corrections(result),
    )
    rows = tuple(Row(f"settings-{place}", "", text) for place, text in enumerate(found, start=1))
    return Rows(name=SETTINGS, title=tr("How it was fitted"), rows=rows)


def all_runs(runs: Sequence[RunFacts]) -> Table:
    """Table of every recording of the visit."""
    columns = (
        Column("recording", tr("recording")),
        Column("recorded", tr("recorded")),
        Column("seconds", tr("time"), SECOND),
        Column("samples", tr("samples"), PURE),
        Column("payload", tr("payload"), KILOGRAM),
        Column("lost", tr("lost"), PURE),
    )
    lines = tuple(
        Line(
            "",
            (
                tr("{recording} (ended early)").format(recording=run.label) if run.incomplete else run.label,
                stamp_text(run.recorded_at) or "–",
                Value(run.seconds, SECOND, decimals=1),
                Value(run.samples, decimals=0),
                tr("not stated")
                if run.payload_mass is None
                else Value(run.payload_mass, KILOGRAM, decimals=3),
                Value(run.missing, decimals=0),
            ),
        )
        for run in runs
    )
    return Table(name=RUNS, title=tr("All recordings"), columns=columns, lines=lines)
