"""The sentences about a payload that are more than a label and a value."""

from collections.abc import Iterable, Iterator
from math import isfinite

from app.features.payload.setting_tasks import PayloadWrite
from app.speech.language import enumerated, joined_sentences, listed, tr
from app.speech.units import KILOGRAM, MILLIMETRE, Value, number, percent, write
from app.speech.words import quantity_word, verdict_word
from core.payload.result import (
    QUANTITIES,
    PayloadResult,
    PayloadStage,
    Reference,
    compare_with_permitted_load,
    is_set_wrong,
)
from core.payload.settings import ComplianceSource, Directions, GainSource, PayloadMethod
from core.quality import Verdict
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from devices.controller import PayloadSetting

_SAME_KG, _SAME_M = 1e-3, 1e-4
"""To a gram and a tenth of a millimetre a controller has what was measured."""
_DAY_S, _HOUR_S, _MINUTE_S = 86400.0, 3600.0, 60.0
_SEEN_K = 0.05
"""A smaller change of temperature is shown as none."""
_POOR = (Verdict.REPEAT, Verdict.NOT_MEASURABLE)
_BY_GAINS = {"payload-mass-by-gains", "payload-center-by-gains"}
_STAGES = {
    "mass": PayloadStage.MASS,
    "x": PayloadStage.CENTER_XY,
    "y": PayloadStage.CENTER_XY,
    "z": PayloadStage.CENTER_Z,
}


def headline(found: PayloadResult, setting: PayloadSetting | None, *, is_partial: bool) -> str:
    """The mass, how it compares with the controller's ``setting``, and which quantities are good."""
    if is_partial and not isfinite(found.estimate.mass):
        measured = tr("The mass is not measured yet.")
    else:
        measured = _measured(found, None if is_partial else setting)
    if is_partial:
        return tr("{measured} It is still being worked out.").format(measured=measured)
    return joined_sentences(measured, _trust(found))


def answer(found: PayloadResult, setting: PayloadSetting | None) -> str:
    """The answer in one line: how the mass is set in the robot, else the mass."""
    mass = Value(found.estimate.mass, KILOGRAM, found.estimate.mass_std)
    if not isfinite(mass.si):
        return tr("The mass is not known")
    if found.estimate.judgements[0].verdict in _POOR:
        return tr("Measure the payload again")
    if setting is None:
        return tr("The payload is {mass} kg").format(mass=write(mass).value)
    more = mass.si - setting.mass
    if not is_set_wrong(found.estimate, setting.mass):
        return tr("The payload is set right") if _is_set(found, setting) else tr("The mass is set right")
    words = tr("The payload is set {size} kg too light")
    if more < 0.0:
        words = tr("The payload is set {size} kg too heavy")
    return words.format(size=write(Value(abs(more), KILOGRAM, mass.std)).value)


def _measured(found: PayloadResult, setting: PayloadSetting | None) -> str:
    mass = Value(found.estimate.mass, KILOGRAM, found.estimate.mass_std)
    if not isfinite(mass.si):
        return tr("The mass of the load is not known.")
    measured = tr("Load measured: {mass}").format(mass=write(mass).text)
    if setting is None:
        return tr("{sentence}.").format(sentence=measured)
    more = mass.si - setting.mass
    if not is_set_wrong(found.estimate, setting.mass):
        return tr("{measured}, as set in the robot.").format(measured=measured)
    words = tr("{measured}, {size} kg more than set in the robot.")
    if more < 0.0:
        words = tr("{measured}, {size} kg less than set in the robot.")
    return words.format(measured=measured, size=write(Value(abs(more), KILOGRAM, mass.std)).value)


def _trust(found: PayloadResult) -> str:
    """The verdicts of mass and centre in one sentence."""
    groups: dict[Verdict, list[str]] = {}
    for quantity, judged in zip(QUANTITIES, found.estimate.judgements, strict=True):
        groups.setdefault(judged.verdict, []).append(tr("mass") if quantity == "mass" else quantity)
    if list(groups) == [Verdict.GOOD]:
        return tr("Mass and centre are good.")
    words = tr("{quantities}: {verdict}")
    sentence = tr("; ").join(
        words.format(quantities=enumerated(names), verdict=verdict_word(verdict).lower())
        for verdict, names in groups.items()
    )
    return tr("{sentence}.").format(sentence=f"{sentence[:1].upper()}{sentence[1:]}")


def method_word(method: PayloadMethod) -> str:
    """Name of a method."""
    return {
        PayloadMethod.THREE_STEP: tr("three steps"),
        PayloadMethod.JOINT: tr("all sweeps together"),
        PayloadMethod.DEFLECTION: tr("twist of the gears alone"),
        PayloadMethod.DYNAMIC: tr("a pair of excitation runs"),
    }[method]


def method(found: PayloadResult) -> str:
    """Method of the payload, and the directions of the sweeps that count."""
    words = method_word(found.method)
    if found.method is PayloadMethod.DYNAMIC:
        return words
    if found.settings.directions is Directions.FORWARD:
        return tr("{method}, one direction").format(method=words)
    return tr("{method}, both directions").format(method=words)


def stage_word(stage: PayloadStage) -> str:
    """Name of a step: the quantities that it finds."""
    return {
        PayloadStage.MASS: tr("Mass"),
        PayloadStage.CENTER_XY: tr("Centre, x and y"),
        PayloadStage.CENTER_Z: tr("Centre, z"),
        PayloadStage.TOGETHER: tr("All together"),
    }[stage]


def better_with(orientations: Iterable[int]) -> str:
    """Advice to repeat the orientations that would improve a quantity; empty for none."""
    numbers = sorted(set(orientations))
    if not numbers:
        return ""
    words = tr("wrist position {numbers}") if len(numbers) == 1 else tr("wrist positions {numbers}")
    named = words.format(numbers=enumerated(str(one) for one in numbers))
    return tr("Better with {orientations} again").format(orientations=named)


def age(reference: Reference) -> str:
    """Age of the reference, or the time by which it is newer than the payload; empty where unknown."""
    seconds = abs(reference.age_s)
    if not isfinite(seconds):
        return ""
    if seconds < _MINUTE_S:
        return tr("less than 1 min old")
    words = (tr("{count} min old"), tr("{count} min later"))
    unit = _MINUTE_S
    if seconds >= 2.0 * _DAY_S:
        words, unit = (tr("{count} days old"), tr("{count} days later")), _DAY_S
    elif seconds >= _HOUR_S:
        words, unit = (tr("{count} h old"), tr("{count} h later")), _HOUR_S
    return words[reference.age_s < 0.0].format(count=round(seconds / unit))


def warmth(kelvin: float) -> str:
    """Temperature difference of the joints with the load against the reference, K, in words."""
    if not isfinite(kelvin):
        return tr("not known")
    if abs(kelvin) < _SEEN_K:
        return tr("as warm")
    words = tr("{kelvin} K warmer") if kelvin >= 0.0 else tr("{kelvin} K colder")
    return words.format(kelvin=number(abs(kelvin), decimals=1))


def envelope(found: PayloadResult, allowed: PayloadEnvelope) -> tuple[str, Verdict | None]:
    """Verdict on the payload against the arm's load limits, with their source."""
    place = compare_with_permitted_load(found.estimate, allowed)
    if not isfinite(place.distance + found.estimate.mass):
        return tr("The payload is not known well enough to be looked up."), None
    if allowed.source is EnvelopeSource.UNKNOWN:
        return tr("The description of this arm says nothing about what it may carry."), None
    facts = {
        "by": {
            EnvelopeSource.DIAGRAM: tr("the maker's load diagram"),
            EnvelopeSource.LIMIT: tr("the maker's limit"),
            EnvelopeSource.RATED_TORQUE: tr("what the rated torque of the wrist can hold"),
        }[allowed.source],
        "share": percent(place.share) if isfinite(place.share) else "",
        "lever": write(Value(place.distance, MILLIMETRE, decimals=0)).text,
    }
    if place.allowed is None:
        words = tr("{share} of the largest mass. The maker gives no distance for it; here it is {lever}.")
        return words.format(**facts), Verdict.USABLE
    if not place.is_certain:
        words = tr("On the edge of {by}, within its uncertainty: {share} at {lever}.")
        return words.format(**facts), Verdict.REPEAT
    if place.allowed:
        return tr("Inside {by}: {share} of what is allowed at {lever}.").format(**facts), Verdict.GOOD
    return tr("Outside {by}: more than is allowed at {lever}.").format(**facts), Verdict.NOT_MEASURABLE


def written(change: PayloadWrite) -> str:
    """The result of the newest change of the controller's setting."""
    if not change.error and change.confirmed:
        return tr(
            "The controller has kept it; it was read back. The payload was only usable: its reasons were "
            "read and confirmed before it was written."
        )
    if not change.error:
        return tr("The controller has kept it; it was read back.")
    if change.restored:
        return tr("The controller kept something else, so its earlier setting was put back.")
    return tr("The change did not succeed. Check the setting at the controller.")


def next_steps(found: PayloadResult, present: PayloadSetting | None) -> Iterator[str]:
    """Next things to do, the most useful first; ``present`` is the controller's setting, where known."""
    judged = tuple(zip(QUANTITIES, found.estimate.judgements, strict=True))
    poor = [quantity for quantity, one in judged if one.verdict in _POOR]
    if found.gains is not None and found.gains.source is GainSource.UNKNOWN and not found.known_recordings:
        yield tr("Run the same sweeps with a load that was weighed: it gives the unknown scale.")
        return
    if poor:
        yield _repeat(found, poor)
    is_wide = any(one.verdict is not Verdict.GOOD for _, one in judged[1:])
    if found.compliance_source is ComplianceSource.ASSUMED and is_wide:
        yield tr(
            "Measure the stiffness of the gears (load steps), or sweep a known load, to narrow the centre."
        )
    if not poor:
        yield _set_it(found, present)


def _repeat(found: PayloadResult, poor: list[str]) -> str:
    stages = {_STAGES[quantity] for quantity in poor} | {PayloadStage.TOGETHER}
    better = sorted({number for step in found.steps if step.stage in stages for number in step.improved_by})
    names = listed(quantity_word(quantity) for quantity in poor)
    if not found.sweeps:
        return tr("Run both excitations again, longer or richer, for: {names}.").format(names=names)
    if better:
        words = tr("Sweep again in wrist position {numbers}; that helps most for: {names}.")
        return words.format(numbers=listed(str(one) for one in better), names=names)
    return tr("Sweep again, for: {names}.").format(names=names)


def _set_it(found: PayloadResult, present: PayloadSetting | None) -> str:
    if not all(isfinite(value) for value in (found.estimate.mass, *found.estimate.center_of_mass.tolist())):
        return tr("Sweep all four wrist positions to know the rest.")
    if present is not None and _is_set(found, present):
        return tr("Nothing: the controller has these values.")
    if found.estimate.judgement.verdict is Verdict.GOOD:
        return tr("Set mass and centre in the controller.")
    codes = {reason.code for one in found.estimate.judgements for reason in one.reasons}
    if codes & _BY_GAINS:
        return tr("Identify the drive gains or sweep a load that was weighed; then set it in the controller.")
    return tr("Sweep again, slower or wider; then set it in the controller.")


def _is_set(found: PayloadResult, present: PayloadSetting) -> bool:
    if present.center is None or abs(found.estimate.mass - present.mass) > _SAME_KG:
        return False
    pairs = zip(found.estimate.center_of_mass.tolist(), present.center, strict=True)
    return all(abs(one - other) <= _SAME_M for one, other in pairs)
