"""State of an arm: one word, one number and one thing to do for each subject of a commissioning.

The word of a result says how well it was measured; *needs care* says that it was measured well and that the
arm is worse than is usual, or set wrongly in its controller.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from core.catalogue.fleet import CARE, PAYLOAD_SET_WRONG, Care
from core.catalogue.key_figures import FigureCode, KeyFigure, key_figures
from core.elasticity.result import ELASTICITY, Elasticity
from core.encoders.result import ENCODER_CHECK, EncoderCheck
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.verification_result import VERIFICATION, Verification
from core.payload.result import PAYLOAD, PAYLOAD_WRITE, KeptSetting, PayloadResult, payload_word
from core.quality import Verdict, Word, word_of, worst_word
from core.stiffness.result import STIFFNESS, ReducedStiffness

PERCENT = 100.0
R = TypeVar("R")


class Subject(StrEnum):
    """What a state tells about, in the order in which it is measured."""

    ENCODERS = "encoders"
    FRICTION = "friction"
    GEARS = "gears"
    MODEL = "model"
    VERIFICATION = "verification"
    PAYLOAD = "payload"
    STIFFNESS = "stiffness"
    REPORT = "report"


class ToDo(StrEnum):
    """What to do about a subject."""

    NOTHING = ""
    MEASURE = "measure"
    MEASURE_AGAIN = "measure-again"
    LOOK_AT_JOINT = "look-at-joint"
    SET_PAYLOAD = "set-payload"
    SEE_REASONS = "see-reasons"
    WRITE = "write"


@dataclass(frozen=True)
class SubjectState:
    """One subject; SI units. ``value`` and ``std`` are NaN without a number.

    ``of`` is what the number is of: the name of a joint, or how many there are. ``compared`` is the number
    that it was compared with and ``compared_by`` whose it is: ``usual`` for arms of its model,
    ``earlier`` for the arm's own visits until that of ``compared_at``, ``set`` in the robot, ``limit`` of a
    verification; NaN and empty where it was compared with nothing.
    """

    subject: Subject
    word: Word
    value: float = math.nan
    std: float = math.nan
    unit: str = ""
    of: str = ""
    compared: float = math.nan
    compared_by: str = ""
    compared_at: str = ""
    date: str = ""
    to_do: ToDo = ToDo.MEASURE


@dataclass(frozen=True)
class Dated:
    """A stored result and the date of its visit."""

    result: object
    date: str


KINDS: Mapping[str, type] = {
    ENCODER_CHECK: EncoderCheck,
    FRICTION_SWEEPS: FrictionSweeps,
    ELASTICITY: Elasticity,
    IDENTIFICATION: IdentificationResult,
    VERIFICATION: Verification,
    PAYLOAD: PayloadResult,
    PAYLOAD_WRITE: KeptSetting,
    STIFFNESS: ReducedStiffness,
}
"""The kinds of stored results that make a state, and their classes."""
_SUBJECTS: Mapping[str, Subject] = {
    ENCODER_CHECK: Subject.ENCODERS,
    FRICTION_SWEEPS: Subject.FRICTION,
    ELASTICITY: Subject.GEARS,
    IDENTIFICATION: Subject.MODEL,
    VERIFICATION: Subject.VERIFICATION,
    PAYLOAD: Subject.PAYLOAD,
    STIFFNESS: Subject.STIFFNESS,
}
_SUBJECT_OF_CARE: Mapping[str, Subject] = {
    CARE[FigureCode.FRICTION]: Subject.FRICTION,
    PAYLOAD_SET_WRONG: Subject.PAYLOAD,
}


def whole_of(words: Iterable[Word]) -> Word:
    """The word of an arm: the worst of what was measured; *not measured* where nothing was."""
    measured = [word for word in words if word is not Word.NOT_MEASURED]
    return worst_word(measured) if measured else Word.NOT_MEASURED


def subject_of(care: Care) -> Subject:
    """The subject whose word a care changes."""
    return _SUBJECT_OF_CARE.get(care.code, Subject.GEARS)


def whole_word(verdicts: Mapping[str, str], care: Sequence[Care]) -> Word:
    """The word of an arm from the verdict of its newest result of each kind, as its state has it."""
    in_care = {subject_of(one) for one in care}
    return whole_of(
        word_of(Verdict(verdicts[kind]), needs_care=subject in in_care)
        for kind, subject in _SUBJECTS.items()
        if kind in verdicts
    )


def state_of(
    found: Mapping[str, Dated], *, care: Sequence[Care] = (), reported_at: str = ""
) -> tuple[SubjectState, ...]:
    """The state of an arm, subject after subject.

    Parameters
    ----------
    found
        Newest result of each of ``KINDS`` that is known.
    care
        What is worse than usual in the arms of its model, as ``core.catalogue.care`` finds it.
    reported_at
        Date of the newest report; empty without one.
    """
    states = [read(found, care) for read in _READERS]
    report = SubjectState(Subject.REPORT, Word.NOT_MEASURED, to_do=ToDo.WRITE)
    if reported_at:
        report = SubjectState(Subject.REPORT, Word.GOOD, date=reported_at, to_do=ToDo.NOTHING)
    return (*states, report)


def _encoders(found: Mapping[str, Dated], _care: Sequence[Care]) -> SubjectState:
    check = _result(found, ENCODER_CHECK, EncoderCheck)
    if check is None:
        return _never(Subject.ENCODERS)
    trusted = [joint for joint in check.joints if joint.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}]
    word = word_of(check.judgement.verdict)
    return SubjectState(
        Subject.ENCODERS, word, float(len(trusted)), unit="joints", of=str(len(check.joints)),
        date=found[ENCODER_CHECK].date, to_do=_to_do(word),
    )  # fmt: skip


def _friction(found: Mapping[str, Dated], care: Sequence[Care]) -> SubjectState:
    sweeps = _result(found, FRICTION_SWEEPS, FrictionSweeps)
    if sweeps is None:
        return _never(Subject.FRICTION)
    return _of_figures(
        Subject.FRICTION, sweeps.judgement.verdict, [FigureCode.FRICTION], care,
        figures=key_figures(None, sweeps), date=found[FRICTION_SWEEPS].date,
    )  # fmt: skip


def _gears(found: Mapping[str, Dated], care: Sequence[Care]) -> SubjectState:
    elasticity = _result(found, ELASTICITY, Elasticity)
    if elasticity is None:
        return _never(Subject.GEARS)
    codes = [FigureCode.BACKLASH, FigureCode.LOST_MOTION, FigureCode.LOOP_WIDTH, FigureCode.STIFFNESS]
    return _of_figures(
        Subject.GEARS, elasticity.judgement.verdict, codes, care,
        figures=key_figures(elasticity, None), date=found[ELASTICITY].date,
    )  # fmt: skip


def _model(found: Mapping[str, Dated], _care: Sequence[Care]) -> SubjectState:
    model = _result(found, IDENTIFICATION, IdentificationResult)
    if model is None:
        return _never(Subject.MODEL)
    word = word_of(model.judgement.verdict)
    kept_back = [one.moving_relative_error for one in model.validation if not one.used_in_fit]
    error = max(kept_back, default=math.nan)
    return SubjectState(
        Subject.MODEL, word, PERCENT * error, unit="%" if math.isfinite(error) else "",
        date=found[IDENTIFICATION].date, to_do=_to_do(word),
    )  # fmt: skip


def _verification(found: Mapping[str, Dated], _care: Sequence[Care]) -> SubjectState:
    verification = _result(found, VERIFICATION, Verification)
    if verification is None:
        return _never(Subject.VERIFICATION)
    word = word_of(verification.judgement.verdict)
    joints = [joint for recording in verification.recordings for joint in recording.joints]
    judged = [joint for joint in joints if math.isfinite(joint.relative_error)]
    if not judged:
        date = found[VERIFICATION].date
        return SubjectState(Subject.VERIFICATION, word, date=date, to_do=_to_do(word))
    worst = max(judged, key=lambda joint: joint.relative_error)
    limit = worst.relative_limit
    return SubjectState(
        Subject.VERIFICATION, word, PERCENT * worst.relative_error, unit="%", of=worst.joint,
        compared=PERCENT * limit if math.isfinite(limit) else math.nan,
        compared_by="limit" if math.isfinite(limit) else "",
        date=found[VERIFICATION].date, to_do=_to_do(word),
    )  # fmt: skip


def _payload(found: Mapping[str, Dated], care: Sequence[Care]) -> SubjectState:
    payload = _result(found, PAYLOAD, PayloadResult)
    if payload is None:
        return _never(Subject.PAYLOAD)
    estimate = payload.estimate
    told = next((one for one in care if one.code == PAYLOAD_SET_WRONG), None)
    set_mass = told.usual if told is not None else _set_mass(found, payload)
    word = payload_word(payload, set_mass)
    return SubjectState(
        Subject.PAYLOAD, word, estimate.mass, estimate.mass_std, "kg",
        compared=set_mass, compared_by="set" if math.isfinite(set_mass) else "",
        date=found[PAYLOAD].date,
        to_do=ToDo.SET_PAYLOAD if word is Word.NEEDS_CARE else _to_do(word),
    )  # fmt: skip


def _set_mass(found: Mapping[str, Dated], payload: PayloadResult) -> float:
    """Mass that the controller assumes, kg; NaN where nothing says, or where it was told for another one."""
    kept = _result(found, PAYLOAD_WRITE, KeptSetting)
    if kept is None or kept.present is None or kept.measured_at not in {"", payload.created_at}:
        return math.nan
    return kept.present.mass


def _stiffness(found: Mapping[str, Dated], _care: Sequence[Care]) -> SubjectState:
    stiffness = _result(found, STIFFNESS, ReducedStiffness)
    if stiffness is None:
        return _never(Subject.STIFFNESS)
    word = word_of(stiffness.judgement.verdict)
    known = [joint for joint in stiffness.joints if not joint.is_prismatic and joint.stiffness > 0.0]
    softest = min(known, key=lambda joint: joint.stiffness, default=None)
    date = found[STIFFNESS].date
    if softest is None:
        return SubjectState(Subject.STIFFNESS, word, date=date, to_do=_to_do(word))
    return SubjectState(
        Subject.STIFFNESS, word, softest.stiffness, softest.stiffness_std, "N·m/rad", softest.joint,
        date=date, to_do=_to_do(word),
    )  # fmt: skip


_READERS: tuple[Callable[[Mapping[str, Dated], Sequence[Care]], SubjectState], ...] = (
    _encoders,
    _friction,
    _gears,
    _model,
    _verification,
    _payload,
    _stiffness,
)
_UNITS: Mapping[FigureCode, str] = {
    FigureCode.STIFFNESS: "N·m/rad",
    FigureCode.BACKLASH: "rad",
    FigureCode.LOOP_WIDTH: "rad",
    FigureCode.LOST_MOTION: "rad",
    FigureCode.FRICTION: "N·m",
}


def _of_figures(
    subject: Subject,
    verdict: Verdict,
    codes: Sequence[FigureCode],
    care: Sequence[Care],
    *,
    figures: Sequence[KeyFigure],
    date: str,
) -> SubjectState:
    """State by figures of the joints: the one that needs care most, else the largest of the first kind."""
    worse = [(code, one) for code in codes for one in care if one.code == CARE[code]]
    if worse and (word := word_of(verdict, needs_care=True)) is Word.NEEDS_CARE:
        code, worst = max(worse, key=lambda pair: pair[1].stds)
        return SubjectState(
            subject, word, worst.value, worst.std, _UNITS[code], worst.joint,
            compared=worst.usual, compared_by="earlier" if worst.before else "usual",
            compared_at=worst.before, date=date, to_do=ToDo.LOOK_AT_JOINT,
        )  # fmt: skip
    word = word_of(verdict)
    for code in codes:
        of_code = [one for one in figures if one.code is code]
        if of_code:
            largest = max(of_code, key=lambda one: one.value)
            return SubjectState(
                subject, word, largest.value, largest.std, _UNITS[code], largest.joint,
                date=date, to_do=_to_do(word),
            )  # fmt: skip
    return SubjectState(subject, word, date=date, to_do=_to_do(word))


def _result(found: Mapping[str, Dated], kind: str, of: type[R]) -> R | None:
    dated = found.get(kind)
    return dated.result if dated is not None and isinstance(dated.result, of) else None


def _never(subject: Subject) -> SubjectState:
    return SubjectState(subject, Word.NOT_MEASURED)


def _to_do(word: Word) -> ToDo:
    return {
        Word.GOOD: ToDo.NOTHING,
        Word.USABLE: ToDo.SEE_REASONS,
        Word.NOT_MEASURED: ToDo.MEASURE,
        Word.MEASURE_AGAIN: ToDo.MEASURE_AGAIN,
        Word.NEEDS_CARE: ToDo.LOOK_AT_JOINT,
    }[word]
