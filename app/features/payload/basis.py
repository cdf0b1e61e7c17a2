"""Sections beside a payload's values: their basis, the change in the controller, results of some methods."""

from collections.abc import Iterator
from math import isfinite, nan

from app.features.payload import sentences
from app.features.payload.setting_tasks import PayloadWrite
from app.presentation import BASIS, Column, Line, Row, Rows, Section, Table
from app.speech.language import listed, tr
from app.speech.units import KILOGRAM, MILLIMETRE, PURE, DisplayUnit, Value, expanded, percent, seconds
from core.payload.result import GainCheck, PayloadPrediction, PayloadResult, Reference, ReferenceKind
from core.payload.settings import ComplianceSource, GainSource
from devices.controller import PayloadSetting

SETTING = "setting"
_KILOGRAM_METRE, _INERTIA_UNIT = DisplayUnit("kg·m", 1.0), DisplayUnit("kg·m²", 1.0)
_TEN_PARAMETERS = (
    ("m", KILOGRAM),
    *((name, _KILOGRAM_METRE) for name in ("m·x", "m·y", "m·z")),
    *((name, _INERTIA_UNIT) for name in ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")),
)


def section(found: PayloadResult) -> Section:
    """Section of the basis of the numbers: reference, gains, gears, recordings and robot time."""
    rows = [*_reference(found.reference), *_gains(found.gains), _compliance(found.compliance_source)]
    rows.append(Row("recordings", tr("Recordings with the load"), listed(found.recordings) or "–"))
    if found.known_recordings:
        rows.append(Row("known", tr("Known load"), listed(found.known_recordings)))
    if found.robot_seconds > 0.0:
        rows.append(Row("robot-time", tr("Robot time"), seconds(found.robot_seconds)))
    return Rows(name=BASIS, title=tr("What the numbers rest on"), rows=tuple(rows))


def _reference(reference: Reference | None) -> Iterator[Row]:
    caption = tr("Compared with")
    if reference is None:
        yield Row("reference", caption, tr("not recorded"))
        return
    value = {
        ReferenceKind.THIS_VISIT: tr("Unloaded arm, this visit"),
        ReferenceKind.EARLIER_VISIT: tr("Unloaded arm, earlier visit"),
        ReferenceKind.MODEL: tr("The arm's model"),
    }[reference.kind]
    yield Row("reference", caption, value, remark=sentences.age(reference))
    if reference.kind is ReferenceKind.MODEL:
        yield Row("model", tr("Model"), reference.model)
        return
    yield Row(
        "unloaded", tr("Unloaded recordings"), listed(filter(None, (*reference.recordings, reference.visit)))
    )
    yield Row("warmth", tr("Joints since then"), sentences.warmth(reference.warmer_by))


def _gains(gains: GainCheck | None) -> Iterator[Row]:
    if gains is None:
        return
    source = {
        GainSource.EXACT: tr("Exact"),
        GainSource.MANUFACTURER: tr("From the data sheet"),
        GainSource.IDENTIFIED: tr("Measured on this arm"),
        GainSource.UNKNOWN: tr("Not known"),
    }[gains.source]
    std = max((one for one in gains.std.tolist() if isfinite(one)), default=0.0)
    is_known = std > 0.0 and gains.source is not GainSource.UNKNOWN
    yield Row("gains", tr("Drive gains"), source, remark=f"± {percent(expanded(std))}" if is_known else "")
    if isfinite(gains.ratio_found) and len(gains.joints) > 1:
        first, last = gains.joints[0] + 1, gains.joints[-1] + 1
        known = gains.ratio_known_std
        remark = tr("known to ± {share}").format(share=percent(expanded(known))) if known > 0.0 else ""
        label = tr("Gain of J{last} over J{first}").format(first=first, last=last)
        unit = DisplayUnit(tr("× the known"), 1.0)
        yield Row("gain-ratio", label, Value(gains.ratio_found, unit, gains.ratio_std), remark=remark)


def _compliance(source: ComplianceSource | None) -> Row:
    caption = tr("Bending of the gears")
    if source is None:
        return Row("compliance", caption, tr("Not taken into account"))
    value = {
        ComplianceSource.LINK_ENCODER: tr("Link encoders"),
        ComplianceSource.TWIST: tr("Measured stiffness"),
        ComplianceSource.REFERENCE_LOAD: tr("From the known load"),
        ComplianceSource.ASSUMED: tr("Typical gear"),
    }[source]
    remark = tr("not measured") if source is ComplianceSource.ASSUMED else ""
    return Row("compliance", caption, value, remark=remark)


def setting(change: PayloadWrite | None) -> Iterator[Section]:
    """Table of the newest change in the controller: setting before, requested and now."""
    if change is None:
        return
    settings = (change.old, change.asked, change.present)
    heads = (tr("before"), tr("asked"), tr("now"))
    labels = (tr("Mass"), tr("Centre, x"), tr("Centre, y"), tr("Centre, z"))
    yield Table(
        name=SETTING,
        title=tr("Set in the controller"),
        columns=(Column("quantity", ""), *(Column(name, name) for name in heads)),
        lines=tuple(
            Line("", (label, *(set_value(one, place) for one in settings)))
            for place, label in enumerate(labels)
        ),
        note=sentences.written(change),
    )


def set_value(one: PayloadSetting | None, place: int) -> Value:
    """A quantity of a controller's setting, to 1 g and 0.1 mm; NaN where the setting lacks it."""
    if place == 0:
        return Value(nan if one is None else one.mass, KILOGRAM, decimals=3)
    center = None if one is None else one.center
    return Value(nan if center is None else center[place - 1], MILLIMETRE, decimals=1)


def ten_parameters(found: PayloadResult) -> Iterator[Section]:
    """Mass, first moments and inertia about the flange's origin, where the method finds them."""
    if found.inertia is None:
        return
    stds = [nan] * len(_TEN_PARAMETERS) if found.inertia_std is None else found.inertia_std.tolist()
    rows = tuple(
        Row(name, name, Value(value, unit, std))
        for (name, unit), value, std in zip(_TEN_PARAMETERS, found.inertia.tolist(), stds, strict=True)
    )
    title = tr("All ten parameters at the flange")
    yield Rows(name="inertia", title=title, rows=rows, is_appendix=True)


def predictions(found: PayloadResult) -> Iterator[Section]:
    """Table of the rms errors with which loaded runs are predicted, with the payload and without."""
    if not found.predictions:
        return
    joints = (Column(f"J{number}", f"J{number}", PURE) for number in range(1, len(found.joint_names) + 1))
    yield Table(
        name="predictions",
        title=tr("How well the loaded run is predicted"),
        is_appendix=True,
        columns=(Column("recording", ""), *joints, Column("all", tr("all joints"), PURE)),
        lines=tuple(line for one in found.predictions for line in _prediction(one)),
    )


def _prediction(one: PayloadPrediction) -> Iterator[Line]:
    for words, rms, total in (
        (tr("{recording} with the payload, {unit}"), one.rms, one.total),
        (tr("{recording} without, {unit}"), one.rms_without, one.total_without),
    ):
        name = words.format(recording=one.recording, unit=one.unit)
        yield Line("", (name, *(Value(value) for value in rms.tolist()), Value(total)))
