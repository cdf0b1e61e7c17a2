"""Friction measured by sweeps in sentences: one on all joints, and one on each joint. No Qt."""

from math import nan

import numpy as np

from app.presentation import value_text
from app.speech.language import joined_sentences, listed, tr
from app.speech.model_words import friction_word
from app.speech.units import torque_unit
from app.speech.values import PER_CENT, Value, parameter_value
from core.friction.sweeps.result import FrictionSweeps, JointSweeps
from core.quality import Verdict

_SHOWN_DRIFT = 2.0
"""Smallest drift that is reported, in its standard deviations."""


def sweeps_sentence(found: FrictionSweeps) -> str:
    """Verdict on the sweeps of all joints in a sentence."""
    if not any(joint.points.speed.size for joint in found.joints):
        return tr("No joint's friction was measured.")
    return {
        Verdict.GOOD: tr("The friction of all joints that were swept is known."),
        Verdict.USABLE: tr("The friction can be used, with the remarks below."),
        Verdict.REPEAT: tr("Sweep again: some joints' friction is not good enough."),
        Verdict.NOT_MEASURABLE: tr("Not every joint's friction could be measured."),
    }[found.judgement.verdict]


def joint_sentence(joint: JointSweeps) -> str:
    """Friction of one joint: at low speed, its best model, the share of the load, and the drift."""
    points = joint.points
    if points.speed.size == 0:
        return tr("{joint}: the friction was not measured.").format(joint=joint.joint)
    slowest = int(np.argmin(points.speed))
    unit = torque_unit(slides=joint.is_prismatic)
    friction = value_text(Value(float(points.torque[slowest]), unit, float(points.std[slowest])))
    turns, slides = (
        tr("{joint} needs {friction} to turn slowly."),
        tr("{joint} needs {friction} to slide slowly."),
    )
    words = slides if joint.is_prismatic else turns
    return joined_sentences(
        words.format(joint=joint.joint, friction=friction),
        "" if joint.chosen is None else tr("Best model: {model}.").format(model=friction_word(joint.chosen)),
        _load(joint),
        _drift(joint),
        _again(joint),
    )


def _again(joint: JointSweeps) -> str:
    """Which run counts where it is not simply the last one."""
    if joint.earlier:
        words = tr("Measured before, in {recordings}; the last run left it as it was.")
        return words.format(recordings=listed(joint.earlier))
    if joint.replaced:
        words = tr(
            "It was measured again: this is the latest, and the one from {recordings} no longer counts."
        )
        return words.format(recordings=listed(joint.replaced))
    return ""


def _load(joint: JointSweeps) -> str:
    if joint.load_coefficient is None:
        return ""
    share = Value(joint.load_coefficient, PER_CENT, joint.load_coefficient_std or nan)
    span = Value(joint.load_span, torque_unit(slides=joint.is_prismatic))
    words = tr("Of the load on the gear, {share} come on top; it changed by {span}.")
    return words.format(share=value_text(parameter_value(share)), span=value_text(span))


def _drift(joint: JointSweeps) -> str:
    drift, std = joint.drift, joint.drift_std
    if drift is None or std is None or abs(drift) < _SHOWN_DRIFT * std:
        return ""
    words = tr("It rose by {drift} meanwhile.") if drift > 0.0 else tr("It fell by {drift} meanwhile.")
    return words.format(drift=value_text(Value(abs(drift), torque_unit(slides=joint.is_prismatic), std)))
