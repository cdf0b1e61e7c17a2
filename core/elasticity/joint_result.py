"""The result of a joint: its parts as values with uncertainty, a verdict, and plot data."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.elasticity.joint_fit import JointFit
from core.elasticity.joint_parts import IntArray, JointRows, PartValues
from core.elasticity.judgement import (
    LATE_S,
    MOST_LAG_STD_S,
    MOST_STIFFNESS,
    OCTAVE_WIDTH,
    OPEN_LOAD,
    OPEN_LOOP,
    POOR_MODEL,
    SURE,
    TOLD_SPREAD_S,
    UNEXPLAINED,
    closing_doubt,
    load_unknown_reason,
    no_stiffness_reason,
    ripple_reason,
    slip_reason,
    stiffness_reasons,
)
from core.elasticity.result import HysteresisLoop, JointElasticity, Measured
from core.elasticity.settings import ElasticitySettings
from core.elasticity.twist_rows import KnownRotors, RawTwist, TwistRows
from core.errors import Fact
from core.identification.result import IdentificationResult
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel

LOOP_POINTS = 1500
BOTH_SIDES = 0.2
"""Smallest ratio of the loads in both directions for a load of both signs."""
MIXED = 0.5
"""Share of the residual rms that may be mixed into a gap or an offset, because it is slow."""


@dataclass(frozen=True, eq=False)
class JointContext:
    """The inputs from which a joint's values were computed."""

    robot: RobotModel
    number: int
    model: IdentificationResult
    settings: ElasticitySettings
    rotors: KnownRotors
    rows: Sequence[TwistRows]
    raw: Sequence[RawTwist]
    labels: tuple[str, ...] = ()
    encoders: tuple[Reason, ...] = ()
    """Reasons about the pair of encoders: one that is not *good* says that their difference is no twist."""

    @property
    def is_apart(self) -> bool:
        """True if the encoders do not belong together."""
        return any(reason.verdict is not Verdict.GOOD for reason in self.encoders)

    @property
    def name(self) -> str:
        """Name of the joint."""
        return self.robot.joint_names[self.number]

    @cached_property
    def own(self) -> JointRows:
        """The joint's rows of all stretches."""
        return JointRows.of(self.rows, self.number)

    @property
    def has_link_encoder(self) -> bool:
        """True if any sample contains a deflection of the joint."""
        return any(np.isfinite(rows.deflection[:, self.number]).any() for rows in self.rows)

    @property
    def model_error(self) -> float:
        """Relative error of the torque model on this joint in the worst recording; NaN if unknown."""
        errors = [found.relative_error[self.number] for found in self.model.validation]
        known = [float(error) for error in errors if np.isfinite(error)]
        return max(known, default=float("nan"))


def joint_result(context: JointContext, found: JointFit | None, *, lag_spread: float) -> JointElasticity:
    """The values of one joint with their verdict."""
    plain = JointElasticity(
        context.name, context.number, is_prismatic=bool(context.robot.is_prismatic[context.number])
    )
    if context.is_apart:
        return _judged(plain, context.encoders)
    if found is None:
        return _judged(plain, [_hindrance(context)])
    if found.ratio is not None:
        facts: dict[str, Fact] = {
            "joints": (context.name,), "recording": ", ".join(context.labels), "ratio": found.ratio
        }  # fmt: skip
        return _judged(plain, [Reason("encoder-ratio", facts, Verdict.REPEAT)])
    stiffness = _stiffness(context, found)
    return _told(context, found, stiffness, lag_spread=lag_spread)


def _hindrance(context: JointContext) -> Reason:
    """Reason why a joint has no fit."""
    if context.has_link_encoder and context.own.open_share > OPEN_LOAD:
        return load_unknown_reason(context.name, context.own.open_share)
    code = "twist-too-short" if context.has_link_encoder else "twist-no-link-encoder"
    return Reason(code, {"joint": context.name}, Verdict.NOT_MEASURABLE)


def _judged(joint: JointElasticity, reasons: Sequence[Reason]) -> JointElasticity:
    return replace(joint, judgement=Judgement.of(reasons))


def _stiffness(context: JointContext, found: JointFit) -> Measured | None:
    """Stiffness with its total uncertainty, N·m/rad; None if it is not significant."""
    place = found.values.places.load
    compliance = found.measured(lambda _, row: float(row[place]))
    if not compliance.value > SURE * compliance.std or _may_hide_a_gap(found):
        return None
    value = 1.0 / compliance.value
    relative = compliance.std / compliance.value
    closing = closing_doubt(found.values.load_span, value)
    if context.robot.is_prismatic[context.number]:
        closing = 0.0
    if closing > OPEN_LOOP:
        return None
    whole = float(np.sqrt(relative**2 + closing**2 + context.settings.gain_std**2))
    return Measured(value, whole * value, closing * value) if whole <= MOST_STIFFNESS else None


def _may_hide_a_gap(found: JointFit) -> bool:
    """True if loads of both signs occur, too few or too small to separate a gap from a soft spring."""
    low, high = found.rows.load_range
    both = low < 0.0 < high and min(-low, high) > BOTH_SIDES * max(-low, high)
    return both and found.values.places.gap is None


def _told(
    context: JointContext, found: JointFit, stiffness: Measured | None, *, lag_spread: float
) -> JointElasticity:
    rows = found.rows
    kept = rows.keep & np.isfinite(found.explained)
    low, high = rows.load_range
    lag = found.measured(PartValues.lag)
    places = found.values.places
    ripple = found.ripple
    known = stiffness is not None
    looped = known and _has_loop(found)
    mixed = MIXED * _rms(found.fit.residual)
    return JointElasticity(
        joint=context.name,
        number=context.number,
        is_prismatic=bool(context.robot.is_prismatic[context.number]),
        lag=Measured(lag.value, float(np.hypot(lag.std, lag_spread))) if lag.std <= MOST_LAG_STD_S else None,
        offset=_doubted(
            found.measured(lambda _, row: float(row[places.offsets][0])),
            float(np.hypot(mixed, 0.5 * OCTAVE_WIDTH)),
        ),
        stiffness=stiffness,
        damping=_if_sure(_where(known and places.load_rate in found.fit.free, found, PartValues.damping)),
        backlash=_at_least_nothing(
            _doubted(_where(known and places.gap is not None, found, PartValues.backlash), mixed)
        ),
        hysteresis_width=_doubted(_where(looped, found, PartValues.hysteresis_width), OCTAVE_WIDTH),
        hysteresis_energy=_doubted(
            _where(looped, found, PartValues.hysteresis_energy), OCTAVE_WIDTH * (high - low)
        ),
        rotor_inertia=_rotor(context, found) if known else None,
        ripple=() if ripple is None else ripple.lines,
        load_low=low,
        load_high=high,
        rms_raw=_rms(_centred(rows.deflection, rows.recording)[kept]),
        rms_explained=_rms((rows.deflection - found.explained)[kept]),
        loop=_loop(found, stiffness),
        spectrum=None if ripple is None else ripple.spectrum,
        judgement=Judgement.of(_reasons(context, found, stiffness, lag_spread=lag_spread)),
    )


def _reasons(
    context: JointContext, found: JointFit, stiffness: Measured | None, *, lag_spread: float
) -> Iterator[Reason]:
    name = context.name
    yield from context.encoders
    if stiffness is None:
        missed = float(context.model.residual_std[context.number])
        yield no_stiffness_reason(name, found, residual_std=missed)
    else:
        prismatic = bool(context.robot.is_prismatic[context.number])
        yield from stiffness_reasons(
            name,
            stiffness,
            load_span=found.values.load_span,
            prismatic=prismatic,
            rated_torque=float(context.robot.torque_limit[context.number]),
        )
        if found.values.places.gap is None:
            yield Reason("twist-no-load-reversal", {"joint": name}, Verdict.GOOD)
        share = _rms(found.fit.residual) / max(
            _rms(_centred(found.cleaned, found.rows.recording)[found.used]), 1e-12
        )
        if share > UNEXPLAINED:
            yield Reason("twist-unexplained", {"joint": name, "share": share}, Verdict.USABLE)
        if context.model_error > POOR_MODEL:
            yield Reason(
                "twist-model-poor", {"joint": name, "relative_error": context.model_error}, Verdict.USABLE
            )
    slip = slip_reason(name, found)
    if slip is not None:
        yield slip
    lag = found.measured(PartValues.lag)
    if lag.std <= MOST_LAG_STD_S and abs(lag.value) > LATE_S:
        yield Reason("twist-link-late", {"joint": name, "lag_s": lag.value}, Verdict.USABLE)
    if lag_spread > TOLD_SPREAD_S:
        yield Reason("twist-lag-windup", {"joint": name, "lag": lag_spread}, Verdict.GOOD)
    ratio_known = any(np.isfinite(own.turns[:, context.number]).any() for own in context.raw)
    ripple = ripple_reason(name, found, ratio_known=ratio_known)
    if ripple is not None:
        yield ripple


def _where(
    known: object, found: JointFit, value_of: Callable[[PartValues, FloatArray], float]
) -> Measured | None:
    return found.measured(value_of) if known else None


def _if_sure(measured: Measured | None) -> Measured | None:
    """The value, or None if it is hardly more than noise."""
    return measured if measured is not None and measured.value > SURE * measured.std else None


def _doubted(measured: Measured | None, form: float) -> Measured | None:
    """The value with the uncertainty from the fitted form added."""
    return None if measured is None else Measured(measured.value, float(np.hypot(measured.std, form)), form)


def _at_least_nothing(gap: Measured | None) -> Measured | None:
    return None if gap is None else replace(gap, value=max(gap.value, 0.0) + 0.0)


def _has_loop(found: JointFit) -> bool:
    plays = found.values.places.plays
    return bool(np.any(found.fit.coefficients[plays] < 0.0))


def _rotor(context: JointContext, found: JointFit) -> Measured:
    """Total rotor inertia, kg·m², including the part removed from the load."""
    beyond = found.measured(PartValues.rotor_inertia)
    return Measured(beyond.value + float(context.rotors.inertia[context.number]), beyond.std)


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(np.square(values)))) if values.size else float("nan")


def _centred(values: FloatArray, recording: IntArray) -> FloatArray:
    """Values minus the mean of their recording."""
    centred = values.astype(np.float64).copy()
    for number in np.unique(recording):
        at = recording == number
        centred[at] -= np.nanmean(centred[at])
    return centred


def _loop(found: JointFit, stiffness: Measured | None) -> HysteresisLoop:
    """The stretch with the widest load range, decimated."""
    rows = found.rows
    spans = [span for span in rows.spans if rows.keep[span].any()]
    widest = max(spans, key=lambda span: float(np.ptp(rows.load[span][rows.keep[span]])))
    kept = np.flatnonzero(rows.keep[widest]) + widest.start
    kept = kept[:: max(1, kept.size // LOOP_POINTS)]
    load, deflection = rows.load[kept].copy(), found.cleaned[kept].copy()
    broken = (
        np.flatnonzero(np.diff(kept) > 2 * np.median(np.diff(kept))) if kept.size > 1 else np.empty(0, int)
    )
    load = np.insert(load, broken + 1, np.nan)
    deflection = np.insert(deflection, broken + 1, np.nan)
    if stiffness is None:
        return HysteresisLoop(load, deflection, np.full_like(load, np.nan))
    gap = found.values.backlash(found.fit.coefficients)
    return HysteresisLoop(load, deflection, load / stiffness.value + 0.5 * max(gap, 0.0) * np.sign(load))
