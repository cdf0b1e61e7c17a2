"""What a payload's numbers rest on, and whether the arm may carry it, in words."""

from collections.abc import Iterator
from math import isfinite

from app.payload_rows import value_text
from app.speech.language import translate
from app.speech.units import MILLIMETRE, NO_BREAK, number, percent, seconds
from app.twist_words import ShownValue
from app.views.glyphs import Glyph
from app.work.load_diagram import LoadDiagram
from core.payload.result import GainCheck, PayloadPrediction, PayloadResult, Reference, ReferenceKind
from core.payload.settings import ComplianceSource, GainSource
from core.robot.load_envelope import EnvelopeSource

_SEEN_K = 0.05
"""Less is shown as nothing."""
_DAY_S, _HOUR_S, _MINUTE_S = 86400.0, 3600.0, 60.0


def _tr(text: str) -> str:
    return translate("PayloadBasis", text)


def basis_values(found: PayloadResult) -> tuple[ShownValue, ...]:
    """What the numbers rest on: reference, gains, gears, robot time."""
    shown = list(_reference_values(found.reference))
    if found.gains is not None:
        shown += _gain_values(found.gains)
    shown.append(_compliance_value(found.compliance_source))
    shown += [_prediction_value(one) for one in found.predictions]
    if isfinite(found.robot_seconds):
        shown.append(ShownValue(_tr("Robot time"), seconds(found.robot_seconds)))
    return tuple(shown)


def _reference_values(reference: Reference | None) -> Iterator[ShownValue]:
    caption = _tr("Compared with")
    if reference is None:
        yield ShownValue(caption, _tr("Nothing"))
        return
    value = {
        ReferenceKind.THIS_VISIT: _tr("Unloaded arm, this visit"),
        ReferenceKind.EARLIER_VISIT: _tr("Unloaded arm, earlier visit"),
        ReferenceKind.MODEL: _tr("The arm's model"),
    }[reference.kind]
    yield ShownValue(caption, value, "", _age(reference))
    if isfinite(reference.warmer_by):
        yield ShownValue(_tr("Joints since then"), _warmth(reference.warmer_by))


def _age(reference: Reference) -> str:
    age_s = abs(reference.age_s)
    if not isfinite(age_s):
        return ""
    if age_s < _MINUTE_S:
        return _tr("less than 1 min old")
    if age_s < _HOUR_S:
        return _tr("{count} min old").format(count=round(age_s / _MINUTE_S))
    if age_s < 2.0 * _DAY_S:
        return _tr("{count} h old").format(count=round(age_s / _HOUR_S))
    return _tr("{count} days old").format(count=round(age_s / _DAY_S))


def _warmth(kelvin: float) -> str:
    if abs(kelvin) < _SEEN_K:
        return _tr("as warm")
    words = _tr("{kelvin} K warmer") if kelvin >= 0.0 else _tr("{kelvin} K colder")
    return words.format(kelvin=number(abs(kelvin), decimals=1))


def _gain_values(gains: GainCheck) -> list[ShownValue]:
    source = {
        GainSource.EXACT: _tr("Exact"),
        GainSource.MANUFACTURER: _tr("From the data sheet"),
        GainSource.IDENTIFIED: _tr("Measured on this arm"),
        GainSource.UNKNOWN: _tr("Not known"),
    }[gains.source]
    std = max((float(one) for one in gains.std), default=0.0)
    remark = f"± {percent(std)}" if std > 0.0 and gains.source is not GainSource.UNKNOWN else ""
    shown = [ShownValue(_tr("Drive gains"), source, "", remark)]
    if isfinite(gains.ratio_found) and len(gains.joints) > 1:
        shown.append(_ratio_value(gains))
    return shown


def _ratio_value(gains: GainCheck) -> ShownValue:
    """Which the sweeps themselves tell."""
    caption = _tr("Gains, joint {last} to {first}").format(
        last=gains.joints[-1] + 1, first=gains.joints[0] + 1
    )
    known = gains.ratio_known_std
    remark = _tr("told ± {share}").format(share=percent(known)) if isfinite(known) and known > 0.0 else ""
    return ShownValue(caption, value_text(gains.ratio_found, gains.ratio_std), _tr("× as told"), remark)


def _prediction_value(told: PayloadPrediction) -> ShownValue:
    without = _tr("without it {value} {unit}").format(value=number(told.total_without), unit=told.unit)
    return ShownValue(_tr("Loaded run predicted to"), number(told.total), told.unit, without)


def _compliance_value(source: ComplianceSource | None) -> ShownValue:
    caption = _tr("Bending of the gears")
    if source is None:
        return ShownValue(caption, _tr("Not taken into account"))
    value = {
        ComplianceSource.LINK_ENCODER: _tr("Link encoders"),
        ComplianceSource.TWIST: _tr("Measured stiffness"),
        ComplianceSource.REFERENCE_LOAD: _tr("From the known load"),
        ComplianceSource.ASSUMED: _tr("Typical gear"),
    }[source]
    return ShownValue(caption, value)


def envelope_sentence(found: LoadDiagram) -> tuple[Glyph, str]:
    """Whether the arm may carry it, on whose word, and how surely."""
    by = {
        EnvelopeSource.DIAGRAM: _tr("the maker's load diagram"),
        EnvelopeSource.LIMIT: _tr("the maker's limit"),
        EnvelopeSource.RATED_TORQUE: _tr("what the rated torque of the wrist can hold"),
        EnvelopeSource.UNKNOWN: "",
    }[found.source]
    if not isfinite(found.lever + found.payload):
        return Glyph.EMPTY, _tr("The payload is not known well enough to be looked up.")
    facts = {
        "by": by,
        "share": percent(found.share) if isfinite(found.share) else "",
        "lever": f"{number(MILLIMETRE.shown(found.lever), decimals=0)}{NO_BREAK}{MILLIMETRE.symbol}",
    }
    if found.source is EnvelopeSource.UNKNOWN:
        return Glyph.NOTE, _tr("The description of this arm says nothing about what it may carry.")
    if found.allowed is None:
        return Glyph.FAIR, _tr(
            "{share} of the largest mass. Nobody says how far out it may be; here it is {lever}."
        ).format(**facts)
    if not found.is_certain:
        return Glyph.WARNING, _tr("On the edge of {by}, within its doubt: {share} at {lever}.").format(
            **facts
        )
    if found.allowed:
        return Glyph.CHECK, _tr("Inside {by}: {share} of what is allowed at {lever}.").format(**facts)
    return Glyph.CROSS, _tr("Outside {by}: more than is allowed at {lever}.").format(**facts)
