"""A made-up arm whose gears are each another case; for tests of the pages, the report and the pictures."""

from dataclasses import replace

import numpy as np

from core.elasticity.result import (
    Elasticity,
    HysteresisLoop,
    JointElasticity,
    Measured,
    Ripple,
    RippleCause,
    RippleSpectrum,
    TwistValidation,
)
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Mark

ROBOT = "Example 6R"
FIT, CHECK = "run-1", "run-2"
ARCSEC = np.pi / 180.0 / 3600.0
_STRENGTH = 2000
"""Samples of a loop."""


def _load(size: float) -> FloatArray:
    """N·m, to and fro with two rhythms, like a motion under gravity."""
    phase = np.linspace(0.0, 8.0 * np.pi, _STRENGTH)
    return np.asarray(size * (0.75 * np.sin(phase) + 0.25 * np.sin(2.7 * phase + 0.4)))


def _play(load: FloatArray, width: float, *, first: float = 0.0) -> FloatArray:
    """A hysteresis that follows a load ``width`` (in its unit) behind."""
    behind = np.empty_like(load)
    state = first
    for place, value in enumerate(load.tolist()):
        state = min(max(state, value - width), value + width)
        behind[place] = state
    return behind


def loop(size: float, stiffness: float, *, gap: float = 0.0, width: float = 0.0) -> HysteresisLoop:
    """The loop of a gear with backlash (rad) and hysteresis (rad wide at no load)."""
    load = _load(size)
    half_load = width * stiffness / 2.0
    wound = _play(load, half_load) if width else load
    noise = np.random.default_rng(3).normal(scale=1.2 * ARCSEC, size=load.size)
    line = load / stiffness + gap / 2.0 * np.sign(load)
    return HysteresisLoop(load, wound / stiffness + gap / 2.0 * np.tanh(wound / (0.02 * size)) + noise, line)


def spectrum(*lines: tuple[float, float]) -> RippleSpectrum:
    """Amplitudes over cycles per motor turn with such lines: (cycles, rad)."""
    cycles = np.linspace(0.0, 8.0, 900)
    floor = 0.6 * ARCSEC * (1.0 + 0.5 * np.abs(np.random.default_rng(5).normal(size=cycles.size)))
    amplitude = floor + 3.0 * ARCSEC * np.exp(-cycles / 0.15)
    for place, size in lines:
        amplitude += size * np.exp(-(((cycles - place) / 0.022) ** 2))
    return RippleSpectrum(cycles, amplitude)


def _ripple(cycles: float, arcsec: float, cause: RippleCause) -> Ripple:
    return Ripple(cycles, 0.004, arcsec * ARCSEC, 0.4 * ARCSEC, cause)


def _reason(code: str, joint: int, verdict: Verdict, **facts: float | str) -> Reason:
    return Reason(code, {"joint": f"joint_{joint + 1}", **facts}, verdict)


def good_with_ripple() -> JointElasticity:
    """Joint 2 as on a large arm: stiff, no backlash, ripple of a gear stage."""
    lines = (
        _ripple(3.095, 15.2, RippleCause.GEAR_MESH),
        _ripple(1.0, 5.1, RippleCause.MOTOR_TURN),
        _ripple(2.0, 2.8, RippleCause.WAVE_GENERATOR),
    )
    return JointElasticity(
        "joint_2",
        1,
        lag=Measured(3.02e-3, 0.08e-3),
        offset=Measured(41.0 * ARCSEC, 1.2 * ARCSEC),
        stiffness=Measured(5.8e6, 0.2e6),
        damping=Measured(1.9e4, 0.5e4),
        backlash=Measured(0.9 * ARCSEC, 1.1 * ARCSEC),
        hysteresis_width=Measured(9.0 * ARCSEC, 0.8 * ARCSEC),
        hysteresis_energy=Measured(0.31, 0.05),
        rotor_inertia=Measured(212.0, 9.0),
        ripple=lines,
        load_low=-2900.0,
        load_high=2700.0,
        rms_raw=156.0 * ARCSEC,
        rms_explained=10.8 * ARCSEC,
        loop=loop(2900.0, 5.8e6, width=9.0 * ARCSEC),
        spectrum=spectrum(*((line.cycles_per_motor_turn, line.amplitude) for line in lines)),
    )


def worn_with_backlash() -> JointElasticity:
    """Joint 3: a gap of 42 arcsec."""
    return JointElasticity(
        "joint_3",
        2,
        lag=Measured(3.05e-3, 0.1e-3),
        offset=Measured(-12.0 * ARCSEC, 2.0 * ARCSEC),
        stiffness=Measured(3.9e6, 0.3e6),
        damping=Measured(1.1e4, 0.6e4),
        backlash=Measured(42.0 * ARCSEC, 2.1 * ARCSEC),
        hysteresis_width=Measured(18.0 * ARCSEC, 1.9 * ARCSEC),
        hysteresis_energy=Measured(0.44, 0.09),
        ripple=(_ripple(2.0, 9.4, RippleCause.WAVE_GENERATOR),),
        load_low=-1500.0,
        load_high=1500.0,
        rms_raw=131.0 * ARCSEC,
        rms_explained=18.9 * ARCSEC,
        loop=loop(1500.0, 3.9e6, gap=42.0 * ARCSEC, width=18.0 * ARCSEC),
        spectrum=spectrum((2.0, 9.4 * ARCSEC)),
        judgement=Judgement.of(
            [_reason("twist-lag-windup", 2, Verdict.USABLE, lag=0.2e-3),
             _reason("twist-unexplained", 2, Verdict.REPEAT, share=0.44)]
        ),
    )  # fmt: skip


def not_measurable() -> JointElasticity:
    """Joint 1: the vertical axis."""
    return JointElasticity(
        "joint_1",
        0,
        lag=Measured(2.98e-3, 0.12e-3),
        load_low=-60.0,
        load_high=75.0,
        rms_raw=170.0 * ARCSEC,
        rms_explained=9.0 * ARCSEC,
        judgement=Judgement.of(
            [
                _reason(
                    "twist-load-too-small",
                    0,
                    Verdict.NOT_MEASURABLE,
                    load=75.0,
                    deflection=2.0 * ARCSEC,
                    noise=6.0 * ARCSEC,
                )
            ]
        ),
    )


def no_line() -> JointElasticity:
    """Joint 4: a locked output, as on a bench."""
    load = np.tile(np.concatenate([np.linspace(-40.0, 40.0, 300), np.linspace(40.0, -40.0, 300)]), 2)
    way = np.repeat([1.0, -1.0, 1.0, -1.0], 300)
    turned = np.sign(load) * np.abs(load) ** 1.35 / 9.0e4 - way * (1.0 - np.abs(load) / 40.0) * 3.1e-4
    return JointElasticity(
        "joint_4",
        3,
        hysteresis_energy=Measured(0.021, 0.002),
        lost_motion=Measured(6.2e-4, 0.3e-4),
        branch_stiffness=(1.9e4, 4.6e4),
        load_low=-40.0,
        load_high=40.0,
        rms_raw=260.0 * ARCSEC,
        rms_explained=31.0 * ARCSEC,
        loop=HysteresisLoop(load, turned, np.full(load.size, np.nan)),
        judgement=Judgement.of(
            [_reason("twist-not-a-line", 3, Verdict.USABLE, softest=1.9e4, stiffest=4.6e4)]
        ),
    )


def uncertain() -> JointElasticity:
    """Joint 5: small loads only."""
    return JointElasticity(
        "joint_5",
        4,
        lag=Measured(3.1e-3, 0.4e-3),
        stiffness=Measured(2.1e5, 0.9e5),
        hysteresis_width=Measured(14.0 * ARCSEC, 9.0 * ARCSEC),
        load_low=4.0,
        load_high=41.0,
        rms_raw=48.0 * ARCSEC,
        rms_explained=22.0 * ARCSEC,
        loop=loop(20.0, 2.1e5, width=14.0 * ARCSEC),
        judgement=Judgement.of(
            [
                _reason(
                    "twist-uncertain",
                    4,
                    Verdict.REPEAT,
                    quantity="stiffness",
                    relative=0.43,
                ),
                _reason("twist-no-load-reversal", 4, Verdict.USABLE),
                _reason("twist-too-short-for-ripple", 4, Verdict.USABLE, turns=3.0, needed=8.0),
            ]
        ),
    )


def without_link_encoder() -> JointElasticity:
    """Joint 6."""
    return JointElasticity(
        "joint_6",
        5,
        judgement=Judgement.of([_reason("twist-no-link-encoder", 5, Verdict.NOT_MEASURABLE)]),
    )


def elasticity(*joints: JointElasticity) -> Elasticity:
    """What six gears say; or those that are given."""
    found = joints or (
        not_measurable(),
        good_with_ripple(),
        worn_with_backlash(),
        no_line(),
        uncertain(),
        without_link_encoder(),
    )
    raw = np.array([joint.rms_raw for joint in found])
    explained = np.array([joint.rms_explained for joint in found])
    return Elasticity(
        ROBOT,
        (FIT,),
        found,
        Judgement.of(reason for joint in found for reason in joint.judgement.reasons),
        validation=(TwistValidation(CHECK, 1.1 * raw, 1.15 * explained),),
        model="identification-001",
        model_created_at="2026-03-01T10:42:00+00:00",
        gain_std=0.017,
        serial="R-1234",
        recorded_at="2026-03-01T10:40:00+00:00",
        software="torsion",
        created_at="2026-03-01T10:43:00+00:00",
        mark=Mark.NONE,
    )


def sliding() -> JointElasticity:
    """A linear axis as joint 1."""
    return replace(
        good_with_ripple(),
        joint="joint_1",
        number=0,
        is_prismatic=True,
        stiffness=Measured(2.4e7, 1.0e6),
        backlash=Measured(18e-6, 2e-6),
        hysteresis_width=Measured(4e-6, 1e-6),
        ripple=(),
    )
