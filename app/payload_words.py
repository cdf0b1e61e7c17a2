"""A payload in plain words: what was found, what it was compared with, and what to do next. No Qt.

The window, the report and the terminal say the same. Whoever can translate hands in ``tr``.
"""

from collections.abc import Callable, Iterator
from math import isfinite, isnan

from app.payload_reason_wording import REFUSED_SWEEPS
from app.speech.language import listed
from app.speech.unit_system import beside, other_text
from app.work.payload_setting import PayloadWrite
from core.payload.carried import carried
from core.payload.result import (
    GainCheck,
    PayloadEstimate,
    PayloadResult,
    PayloadStage,
    PayloadStep,
    Reference,
    ReferenceKind,
    RefusedSweep,
)
from core.payload.settings import ComplianceSource, Directions, GainSource, PayloadMethod, SweepKey
from core.quality import Verdict
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from devices.controller import PayloadSetting

Translate = Callable[[str], str]

SEEN_FROM_STD = 2.0
"""Times its standard deviation a difference has to be to count as seen."""
WARMER_FROM_K = 5.0
"""From here on the warmth of a reference is worth a word."""
_MM, _PER_CENT = 1e3, 100.0
_MINUTE_S, _HOUR_S, _DAY_S = 60.0, 3600.0, 86400.0


def untranslated(text: str) -> str:
    """The sentence as it stands in the program."""
    return text


def with_std(value: float, std: float) -> str:
    """A value with its ± to the same last digit: one digit of that, two where the first is a one."""
    if not isfinite(value):
        return "–"
    if not isfinite(std):
        return f"{value:.4g}"
    decimals = decimals_of(std)
    return f"{value:.{decimals}f} ± {std:.{decimals}f}".replace("-", "−")


def decimals_of(std: float) -> int:
    """How many digits behind the point a value with that standard deviation is worth."""
    if not std > 0.0:
        return 3
    first = f"{std:.1e}"
    power = int(first.split("e")[1])
    return max(0, -power + (1 if first.startswith("1") else 0))


def mass_text(found: PayloadEstimate) -> str:
    """Such as ``2.413 ± 0.004 kg``; a dash where it is not known."""
    return _told(found.mass, found.mass_std, "kg")


def center_texts(found: PayloadEstimate) -> tuple[str, str, str]:
    """x, y and z, such as ``60.2 ± 0.6 mm``."""
    pairs = zip(found.center_of_mass.tolist(), found.center_of_mass_std.tolist(), strict=True)
    x, y, z = (_told(_MM * value, _MM * std, "mm") for value, std in pairs)
    return x, y, z


def _told(value: float, std: float, unit: str) -> str:
    """With ±, and what people chose to see beside it; a dash for what is not known."""
    if not isfinite(value):
        return "–"
    return beside(f"{with_std(value, std)} {unit}", other_text(unit, value, std, write=with_std))


def _set(value: float, unit: str, *, decimals: int) -> str:
    """As a controller holds it."""
    other = other_text(unit, value, 0.0, write=lambda shown, _std: f"{shown:.3f}")
    return beside(f"{value:.{decimals}f} {unit}", other)


def quantity_word(quantity: str, *, tr: Translate = untranslated) -> str:
    """Of ``QUANTITIES``."""
    words = {
        "mass": tr("mass"),
        "x": tr("centre, x"),
        "y": tr("centre, y"),
        "z": tr("centre, z"),
    }
    return words[quantity]


def headline(
    found: PayloadResult, setting: PayloadSetting | None = None, *, tr: Translate = untranslated
) -> str:
    """What was measured, and how it compares with what the controller has set."""
    told = found.estimate
    if not isfinite(told.mass):
        return tr("The mass of the load is not known.")
    measured = tr("Load measured: {mass}").format(mass=mass_text(told))
    if setting is None:
        return f"{measured}."
    more = told.mass - setting.mass
    if abs(more) <= SEEN_FROM_STD * told.mass_std:
        return tr("{measured}, as set in the robot.").format(measured=measured)
    words = tr("{measured}, {size} kg more than set in the robot.")
    if more < 0.0:
        words = tr("{measured}, {size} kg less than set in the robot.")
    return words.format(measured=measured, size=f"{abs(more):.{decimals_of(told.mass_std)}f}")


def center_sentence(found: PayloadEstimate, *, tr: Translate = untranslated) -> str:
    """Where its centre of mass is."""
    if not any(isfinite(value) for value in found.center_of_mass.tolist()):
        return tr("Its centre of mass is not known.")
    x, y, z = center_texts(found)
    return tr("Its centre of mass, seen from the flange: x {x}, y {y}, z {z}.").format(x=x, y=y, z=z)


def stage_word(stage: PayloadStage, *, tr: Translate = untranslated) -> str:
    """What a step finds."""
    return {
        PayloadStage.MASS: tr("Mass"),
        PayloadStage.CENTER_XY: tr("Centre, x and y"),
        PayloadStage.CENTER_Z: tr("Centre, z"),
        PayloadStage.TOGETHER: tr("All together"),
    }[stage]


def step_value(step: PayloadStep, *, tr: Translate = untranslated) -> str:
    """What a step found, with ±."""
    x, y, z = center_texts(step.estimate)
    pair = tr("x {x}, y {y}").format(x=x, y=y)
    return {
        PayloadStage.MASS: mass_text(step.estimate),
        PayloadStage.CENTER_XY: pair,
        PayloadStage.CENTER_Z: z,
        PayloadStage.TOGETHER: f"{mass_text(step.estimate)}; {pair}, z {z}",
    }[step.stage]


def step_verdict(step: PayloadStep) -> Verdict:
    """Of what the step found."""
    places = {
        PayloadStage.MASS: (0,),
        PayloadStage.CENTER_XY: (1, 2),
        PayloadStage.CENTER_Z: (3,),
        PayloadStage.TOGETHER: (0, 1, 2, 3),
    }[step.stage]
    order = list(Verdict)
    verdicts = [step.estimate.judgements[place].verdict for place in places]
    return max(verdicts, key=order.index)


def method_text(found: PayloadResult, *, tr: Translate = untranslated) -> str:
    """How it was worked out, and from which ways of the sweeps."""
    method = {
        PayloadMethod.THREE_STEP: tr("three steps"),
        PayloadMethod.JOINT: tr("all sweeps together"),
        PayloadMethod.DEFLECTION: tr("twist of the gears alone"),
        PayloadMethod.DYNAMIC: tr("a pair of excitation runs"),
    }[found.method]
    if found.method is PayloadMethod.DYNAMIC:
        return method
    if found.settings.directions is Directions.FORWARD:
        return tr("{method}, one direction").format(method=method)
    return tr("{method}, both directions").format(method=method)


def sweep_name(key: SweepKey, joint_name: str, *, tr: Translate = untranslated) -> str:
    """Such as ``joint_2, orientation 3``; with its round from the second on."""
    words = tr("{joint}, orientation {orientation}")
    if key.round > 1:
        words = tr("{joint}, orientation {orientation}, round {round}")
    return words.format(joint=joint_name, orientation=key.orientation, round=key.round)


def age_text(age_s: float, *, tr: Translate = untranslated) -> str:
    """Such as ``11 minutes``; how old something is that was measured before."""
    age = abs(age_s)
    for unit, words, one in (
        (_DAY_S, tr("{count} days"), tr("1 day")),
        (_HOUR_S, tr("{count} hours"), tr("1 hour")),
        (_MINUTE_S, tr("{count} minutes"), tr("1 minute")),
    ):
        count = round(age / unit)
        if age >= unit:
            return one if count == 1 else words.format(count=count)
    return tr("less than a minute")


def reference_sentence(reference: Reference | None, *, tr: Translate = untranslated) -> str:
    """What the loaded sweeps were compared with, how old it is, and how warm the arm was."""
    if reference is None:
        return tr("Nobody said what it was compared with.")
    if reference.kind is ReferenceKind.MODEL:
        return tr("Compared with the identified model {model}.").format(model=reference.model)
    labels = listed(reference.recordings)
    words = tr("Compared with {labels} of this visit")
    if reference.kind is ReferenceKind.EARLIER_VISIT:
        words = tr("Compared with {labels} of the earlier visit {visit}")
    parts = [words.format(labels=labels, visit=reference.visit)]
    if isfinite(reference.age_s):
        later = tr("{age} before") if reference.age_s >= 0.0 else tr("{age} after")
        parts.append(later.format(age=age_text(reference.age_s, tr=tr)))
    return f"{', '.join(parts)}. {_warmth(reference, tr)}"


def _warmth(reference: Reference, tr: Translate) -> str:
    if isnan(reference.warmer_by):
        return tr("How warm the arm was is not known.")
    words = tr("The arm was {kelvin} K warmer with the load.")
    if reference.warmer_by < 0.0:
        words = tr("The arm was {kelvin} K colder with the load.")
    return words.format(kelvin=f"{abs(reference.warmer_by):.1f}")


def gains_sentences(gains: GainCheck | None, *, tr: Translate = untranslated) -> Iterator[str]:
    """Where the drive gains come from, and what the sweeps themselves say of their ratio."""
    if gains is None:
        return
    source = {
        GainSource.EXACT: tr("The torques are taken for exact."),
        GainSource.MANUFACTURER: tr("The drive gains are the manufacturer's, good to ± {std} % each."),
        GainSource.IDENTIFIED: tr("The drive gains were identified to ± {std} %."),
        GainSource.UNKNOWN: tr("Nobody knows the drive gains: the scale is that of the known load, if any."),
    }[gains.source]
    worst = max((value for value in gains.std.tolist() if isfinite(value)), default=float("nan"))
    yield source.format(std=f"{_PER_CENT * worst:.2g}")
    if isfinite(gains.ratio_found) and len(gains.joints) > 1:
        first, last = gains.joints[0] + 1, gains.joints[-1] + 1
        words = tr(
            "By the sweeps, the gain of joint {last} over that of joint {first} is {ratio} of what is told."
        )
        yield words.format(first=first, last=last, ratio=with_std(gains.ratio_found, gains.ratio_std))


def compliance_sentence(source: ComplianceSource | None, *, tr: Translate = untranslated) -> str:
    """What says where the links stand; empty where nothing had to."""
    if source is None:
        return ""
    return {
        ComplianceSource.LINK_ENCODER: tr("The link encoders say where the links stand."),
        ComplianceSource.TWIST: tr("The measured stiffness of the gears says where the links stand."),
        ComplianceSource.REFERENCE_LOAD: tr("What the known load bent says where the links stand."),
        ComplianceSource.ASSUMED: tr(
            "Nobody measured the stiffness of the gears; a typical one was taken, with a wide doubt."
        ),
    }[source]


def refused_text(refused: RefusedSweep, *, tr: Translate = untranslated) -> str:
    """Which sweeps could not be used, and why."""
    why = tr(REFUSED_SWEEPS.get(refused.code, refused.code.replace("-", " ")))
    count = tr("1 sweep") if refused.count == 1 else tr("{count} sweeps").format(count=refused.count)
    words = tr("{recording}, joint {joint}, {count}: {why}")
    return words.format(recording=refused.recording, joint=refused.joint + 1, count=count, why=why)


def setting_texts(setting: PayloadSetting | None) -> tuple[str, str, str, str]:
    """Mass, x, y and z as a controller has them; dashes for what it holds not."""
    if setting is None:
        return ("–",) * 4
    if setting.center is None:
        return _set(setting.mass, "kg", decimals=3), "–", "–", "–"
    x, y, z = (_set(_MM * one, "mm", decimals=1) for one in setting.center)
    return _set(setting.mass, "kg", decimals=3), x, y, z


def write_sentence(write: PayloadWrite, *, tr: Translate = untranslated) -> str:
    """What became of the newest change of the controller's setting."""
    if not write.error:
        return tr("The controller has kept it; it was read back.")
    if write.restored:
        return tr("The controller kept something else, so its earlier setting was put back.")
    return tr("The change did not succeed. Check the setting at the controller.")


def envelope_sentence(
    found: PayloadEstimate, envelope: PayloadEnvelope, *, tr: Translate = untranslated
) -> str:
    """How much of what may hang there the payload takes, and on whose word."""
    place = carried(found, envelope)
    whose = {
        EnvelopeSource.DIAGRAM: tr("by the maker's load diagram"),
        EnvelopeSource.LIMIT: tr("by the maker's largest mass"),
        EnvelopeSource.RATED_TORQUE: tr("by the rated torques of the wrist; no load diagram is known"),
        EnvelopeSource.UNKNOWN: "",
    }[envelope.source]
    if not isfinite(place.share) or not whose:
        return tr("Whether this load may hang there is not known.")
    words = tr("{share} % of what may hang there, {whose}.")
    if place.allowed is False:
        words = tr("More than may hang there: {share} %, {whose}.")
    elif not place.is_certain:
        words = tr(
            "{share} % of what may hang there, {whose}; the doubt reaches over the limit or it is open."
        )
    return words.format(share=f"{_PER_CENT * place.share:.0f}", whose=whose)
