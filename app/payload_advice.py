"""What to do next once a payload is known, or is not. No Qt."""

from collections.abc import Iterator
from math import isfinite

from app.payload_words import Translate, quantity_word, untranslated
from app.speech.language import listed
from core.payload.result import QUANTITIES, PayloadResult, PayloadStage
from core.payload.settings import ComplianceSource, GainSource
from core.quality import Verdict
from devices.controller import PayloadSetting

_SAME_KG, _SAME_M = 1e-3, 1e-4
_POOR = (Verdict.REPEAT, Verdict.NOT_MEASURABLE)
_BY_GAINS = {"payload-mass-by-gains", "payload-center-by-gains"}
_STAGES = {
    "mass": PayloadStage.MASS,
    "x": PayloadStage.CENTER_XY,
    "y": PayloadStage.CENTER_XY,
    "z": PayloadStage.CENTER_Z,
}


def advice(
    found: PayloadResult, *, present: PayloadSetting | None = None, tr: Translate = untranslated
) -> Iterator[str]:
    """Sentences, the most useful first; ``present`` is what the controller has now, where that is known."""
    poor = [
        quantity
        for quantity, judged in zip(QUANTITIES, found.estimate.judgements, strict=True)
        if judged.verdict in _POOR
    ]
    no_scale = (
        found.gains is not None and found.gains.source is GainSource.UNKNOWN and not found.known_recordings
    )
    if no_scale:
        yield tr("Run the same sweeps with a load that was weighed: it gives the scale that nobody knows.")
        return
    if poor:
        yield from _repeats(found, poor, tr)
    is_wide = any(judged.verdict is not Verdict.GOOD for judged in found.estimate.judgements[1:])
    if found.compliance_source is ComplianceSource.ASSUMED and is_wide:
        yield tr(
            "Measure the stiffness of the gears (load steps), or sweep a known load, to narrow the centre."
        )
    if not poor:
        yield _writing(found, present, tr)


def is_in_controller(found: PayloadResult, present: PayloadSetting) -> bool:
    """Whether the controller has what was measured, to a gram and a tenth of a millimetre."""
    if present.center is None or abs(found.estimate.mass - present.mass) > _SAME_KG:
        return False
    pairs = zip(found.estimate.center_of_mass.tolist(), present.center, strict=True)
    return all(abs(one - other) <= _SAME_M for one, other in pairs)


def _repeats(found: PayloadResult, poor: list[str], tr: Translate) -> Iterator[str]:
    """Which orientations to sweep again, for what."""
    stages = {_STAGES[quantity] for quantity in poor} | {PayloadStage.TOGETHER}
    better = sorted({number for step in found.steps if step.stage in stages for number in step.improved_by})
    names = listed(quantity_word(quantity, tr=tr) for quantity in poor)
    if not found.sweeps:
        yield tr("Run both excitations again, longer or richer, for: {names}.").format(names=names)
    elif better:
        numbers = listed(str(number) for number in better)
        words = tr("Sweep again in orientation {numbers}; that helps most for: {names}.")
        yield words.format(numbers=numbers, names=names)
    else:
        yield tr("Sweep again, for: {names}.").format(names=names)


def _writing(found: PayloadResult, present: PayloadSetting | None, tr: Translate) -> str:
    numbers = (found.estimate.mass, *found.estimate.center_of_mass.tolist())
    if not all(isfinite(value) for value in numbers):
        return tr("Sweep all four orientations to know the rest.")
    if present is not None and is_in_controller(found, present):
        return tr("Nothing: the controller has these values.")
    if found.estimate.judgement.verdict is Verdict.GOOD:
        return tr("Set mass and centre in the controller.")
    codes = {reason.code for judged in found.estimate.judgements for reason in judged.reasons}
    if codes & _BY_GAINS:
        return tr("Identify the drive gains or sweep a load that was weighed; then set it in the controller.")
    return tr("Sweep again, slower or wider; then set it in the controller.")
