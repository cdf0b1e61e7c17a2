"""A payload in plain words: its headline, its steps as cards, its sweeps."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

from app import payload_words
from app.error_text import reason_text
from app.speech.language import listed, told_after, translate
from app.speech.unit_system import beside, other_text
from app.speech.units import (
    DEGREE,
    KILOGRAM,
    MILLIMETRE,
    NEWTON_METRE,
    DisplayUnit,
    number,
    with_std,
)
from app.words import verdict_word
from core.payload.result import (
    QUANTITIES,
    PayloadEstimate,
    PayloadResult,
    PayloadStage,
    SweepResidual,
)
from core.payload.settings import PayloadMethod, SweepKey
from core.quality import Judgement, Verdict
from core.recording import FloatArray
from devices.controller import PayloadSetting

CARDS = ((PayloadStage.MASS, (0,)), (PayloadStage.CENTER_XY, (1, 2)), (PayloadStage.CENTER_Z, (3,)))
"""The steps in the order in which they finish, and which of ``QUANTITIES`` each brings."""


def _tr(text: str) -> str:
    return translate("PayloadRows", text)


@dataclass(frozen=True)
class ShownQuantity:
    """One number on a card; no ``verdict`` while it is not measured yet."""

    name: str
    value: str
    spread: str
    unit: str
    verdict: Verdict | None
    other: str = ""
    """The same in the unit that people chose to see beside it."""

    @property
    def words(self) -> str:
        """All of it on one line, for a screen reader."""
        if self.verdict is None:
            return _tr("{name}: not measured yet.").format(name=self.name)
        value = beside(" ".join(filter(None, (self.value, self.spread, self.unit))), self.other)
        return _tr("{name}: {value}, {verdict}.").format(
            name=self.name, value=value, verdict=verdict_word(self.verdict).lower()
        )


@dataclass(frozen=True)
class ShownStep:
    """One card: its numbers, and which orientations would improve them."""

    caption: str
    quantities: tuple[ShownQuantity, ...]
    line: str

    @property
    def words(self) -> str:
        """All of it, for a screen reader."""
        return " ".join(filter(None, (*(one.words for one in self.quantities), self.line)))


def quantity_unit(place: int) -> DisplayUnit:
    """In which one of ``QUANTITIES`` is shown."""
    return KILOGRAM if place == 0 else MILLIMETRE


def quantity_word(place: int) -> str:
    """How one of ``QUANTITIES`` is called."""
    return _tr("Mass") if place == 0 else QUANTITIES[place]


def quantity_value(mass: float, center: FloatArray, place: int) -> float:
    """One of ``QUANTITIES`` in its unit on the screen."""
    return float(mass if place == 0 else center[place - 1]) * quantity_unit(place).per_si


def value_and_std(estimate: PayloadEstimate, place: int) -> tuple[float, float]:
    """One of ``QUANTITIES`` with its standard deviation, in its unit on the screen."""
    std = estimate.mass_std if place == 0 else float(estimate.center_of_mass_std[place - 1])
    value = quantity_value(estimate.mass, estimate.center_of_mass, place)
    return value, std * quantity_unit(place).per_si


def value_text(value: float, std: float) -> str:
    """With ±: one digit of that, two where the first is a one."""
    return with_std(value, std, digits=2 if f"{std:e}".startswith("1") else 1)


def enumerated(words: Iterable[str]) -> str:
    """``1, 2 and 4``."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return _tr("{first} and {last}").format(first=listed(found[:-1]), last=found[-1])


def orientation_words(numbers: Collection[int]) -> str:
    """``orientation 4`` or ``orientations 1 and 2``."""
    words = _tr("orientation {numbers}") if len(numbers) == 1 else _tr("orientations {numbers}")
    return words.format(numbers=enumerated(str(one) for one in sorted(numbers)))


def headline(
    found: PayloadResult,
    setting: PayloadSetting | None = None,
    *,
    is_partial: bool = False,
    is_saved: bool = False,
) -> str:
    """What was measured, how far it can be trusted, and whether the robot knows it."""
    if is_partial:
        known = isfinite(found.estimate.mass)
        measured = payload_words.headline(found, tr=_tr) if known else _tr("The mass is not measured yet.")
        return _tr("{measured} It is still being worked out.").format(measured=measured)
    parts = [payload_words.headline(found, setting, tr=_tr), trust_sentence(found.estimate)]
    if setting is not None and isfinite(found.estimate.mass):
        parts.append(_tr("Saved in the robot.") if is_saved else _tr("Not saved in the robot yet."))
    return told_after(*parts)


def trust_sentence(estimate: PayloadEstimate) -> str:
    """The verdicts of mass and centre in one sentence."""
    groups: dict[Verdict, list[str]] = {}
    for place, judged in enumerate(estimate.judgements):
        name = quantity_word(place) if place else _tr("mass")
        groups.setdefault(judged.verdict, []).append(name)
    if list(groups) == [Verdict.GOOD]:
        return _tr("Mass and centre are good.")
    words = _tr("{quantities} {verdict}")
    parts = [
        words.format(quantities=enumerated(names), verdict=verdict_word(verdict).lower())
        for verdict, names in groups.items()
    ]
    sentence = listed(parts)
    return _tr("{sentence}.").format(sentence=f"{sentence[:1].upper()}{sentence[1:]}")


def step_cards(found: PayloadResult | None, *, is_partial: bool = False) -> tuple[ShownStep, ...]:
    """Mass, then x and y, then z; those that are not known yet say so."""
    captions = (_tr("Mass"), _tr("Centre of mass: x and y"), _tr("Centre of mass: z"))
    return tuple(
        ShownStep(
            caption,
            tuple(_quantity(found, place, is_partial=is_partial) for place in places),
            _improve_line(found, stage, places),
        )
        for caption, (stage, places) in zip(captions, CARDS, strict=True)
    )


def _quantity(found: PayloadResult | None, place: int, *, is_partial: bool) -> ShownQuantity:
    name, unit = quantity_word(place), quantity_unit(place).symbol
    waiting = ShownQuantity(name, "–", "", "", None)
    if found is None:
        return waiting
    value, std = value_and_std(found.estimate, place)
    if not isfinite(value) and is_partial:
        return waiting
    verdict = found.estimate.judgements[place].verdict
    if not isfinite(value) or verdict is Verdict.NOT_MEASURABLE:
        return ShownQuantity(name, "–", "", "", Verdict.NOT_MEASURABLE)
    shown, _, spread = value_text(value, std).partition(" ± ")
    other = other_text(unit, value, std, write=value_text)
    return ShownQuantity(name, shown, f"± {spread}" if spread else "", unit, verdict, other)


def improving(found: PayloadResult, stage: PayloadStage) -> tuple[int, ...]:
    """Numbers of the orientations that would make a step better."""
    return next((step.improved_by for step in found.steps if step.stage is stage), ())


def improved_sweeps(found: PayloadResult) -> tuple[SweepKey, ...]:
    """Loaded sweeps that would make those steps better that are not good."""
    numbers = {
        number
        for stage, places in CARDS
        if any(found.estimate.judgements[place].verdict is not Verdict.GOOD for place in places)
        for number in improving(found, stage)
    }
    return tuple(
        sweep.key
        for sweep in found.sweeps
        if sweep.key.orientation in numbers and sweep.key.recording in found.recordings
    )


def _improve_line(found: PayloadResult | None, stage: PayloadStage, places: Sequence[int]) -> str:
    if found is None or not any(step.stage is stage for step in found.steps):
        return ""
    numbers = improving(found, stage)
    if not numbers or all(found.estimate.judgements[place].verdict is Verdict.GOOD for place in places):
        return ""
    return _tr("Better with {orientations} again").format(orientations=orientation_words(numbers))


def gravest(found: PayloadResult) -> tuple[Verdict, str] | None:
    """The gravest of what stands against the numbers, in words; None for nothing."""
    reasons = all_reasons(found).reasons
    if not reasons:
        return None
    order = list(Verdict)
    worst = max(reasons, key=lambda reason: order.index(reason.verdict))
    return worst.verdict, reason_text(worst)


def all_reasons(found: PayloadResult) -> Judgement:
    """What stands against the numbers, the sweeps and the whole, each once."""
    judged = (found.judgement, *found.estimate.judgements, *(sweep.judgement for sweep in found.sweeps))
    reasons = [reason for one in judged for reason in one.reasons]
    once = {(reason.code, repr(reason.facts)): reason for reason in reasons}
    return Judgement(found.judgement.verdict, tuple(once.values()))


def refused_sentences(found: PayloadResult) -> tuple[tuple[str, Verdict], ...]:
    """Which strokes could not be used, and why."""
    return tuple((payload_words.refused_text(one, tr=_tr), Verdict.USABLE) for one in found.refused)


def sweep_name(key: SweepKey) -> str:
    """Which sweep it is."""
    words = _tr("Joint {joint}, orientation {orientation}")
    if key.round > 1:
        words = _tr("Joint {joint}, orientation {orientation}, round {round}")
    return words.format(joint=key.joint + 1, orientation=key.orientation, round=key.round)


def range_text(sweep: SweepResidual) -> str:
    """From where to where the joint went."""
    low, high = (number(DEGREE.shown(edge), decimals=0) for edge in (sweep.low, sweep.high))
    return _tr("{low}° to {high}°").format(low=low, high=high)


def residual_unit(found: PayloadResult) -> DisplayUnit:
    """In which what is left of a sweep is shown."""
    return DEGREE if found.method is PayloadMethod.DEFLECTION else NEWTON_METRE


def worst_sweep(found: PayloadResult) -> SweepKey | None:
    """The one that leaves most beyond noise, of those that count."""
    told = [one for one in found.sweeps if one.is_used and one.expected > 0.0 and isfinite(one.rms)]
    return max(told, key=lambda one: one.rms / one.expected).key if told else None
