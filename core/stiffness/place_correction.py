"""The correction of one place, average by average, and its result."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from core.errors import Fact, Infeasible
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensation_result import CompensatedPlace, CorrectionTaken, ReferencePlace
from core.stiffness.correction import ControlLoop, CorrectionLimits, CorrectionStep, StepEnd, next_step
from core.stiffness.result import ReducedStiffness
from core.stiffness.standstill import Standstill

STEPS_USED_UP = "steps-used-up"
WARMED_K = 5.0
"""Temperature change between the unloaded and the loaded run that is reported, K."""
_REFUSALS = ("correction-grows", "correction-too-large")
_MM = 1e3


class CorrectionCourse:
    """The course of one place's correction under load.

    Parameters
    ----------
    reference
        The same place without the load.
    loop
        On which encoder the controller closes its loop.
    """

    def __init__(
        self,
        robot: RobotModel,
        reduced: ReducedStiffness,
        reference: ReferencePlace,
        *,
        loop: ControlLoop = ControlLoop.MOTOR,
        limits: CorrectionLimits | None = None,
    ) -> None:
        self._robot, self._reduced, self._reference, self._loop = robot, reduced, reference, loop
        self._limits = limits or CorrectionLimits()
        self._previous: CorrectionStep | None = None
        self._taken: list[CorrectionTaken] = []
        self._loaded: list[Standstill] = []
        self._reasons: list[Reason] = []
        self.end = ""
        """Reason for the end of the correction; empty before."""

    def take(self, commanded: FloatArray, mean: Standstill) -> CorrectionStep | None:
        """The next step after an average at the commanded positions; None when the correction is complete.

        Raises
        ------
        BadRequest
            As :func:`next_step`.
        """
        self._loaded.append(mean)
        deflection = mean.deflection - self._reference.deflection
        try:
            step = self._next(commanded, deflection)
        except Infeasible as refusal:
            self._refused(commanded, deflection, mean, refusal)
            return None
        is_over = step.ends is StepEnd.DONE or step.number > self._limits.steps
        if is_over:
            self.end = StepEnd.DONE.value if step.ends is StepEnd.DONE else STEPS_USED_UP
            step = replace(step, change=np.zeros_like(step.change), shift=0.0)
        self._note(
            commanded, deflection, mean, change=step.change, shift=step.shift, left=step.remaining_shift
        )
        if is_over:
            return None
        self._previous = step
        return step

    def place(self, number: int) -> CompensatedPlace:
        """The result for the place, which has this ``number`` from 1."""
        best = min(self._taken, key=lambda one: one.remaining_shift)
        return CompensatedPlace(
            number=number,
            goal=self._reference.goal,
            unloaded=self._reference.deflection,
            loaded=self._loaded[0].deflection,
            taken=tuple(self._taken),
            corrected=best.commanded,
            end=self.end,
            judgement=Judgement.of((*self._reasons, *self._doubts(number, best))),
        )

    def _next(self, commanded: FloatArray, deflection: FloatArray) -> CorrectionStep:
        taken = 0 if self._previous is None else self._previous.number
        limits = self._limits
        if taken == limits.steps:  # no further steps: only the remaining error is evaluated
            limits = replace(limits, steps=limits.steps + 1)
        return next_step(
            self._robot,
            self._reduced,
            goal=self._reference.goal,
            commanded=commanded,
            deflection=deflection,
            previous=self._previous,
            loop=self._loop,
            limits=limits,
        )

    def _refused(
        self, commanded: FloatArray, deflection: FloatArray, mean: Standstill, refusal: Infeasible
    ) -> None:
        if refusal.code not in _REFUSALS:
            raise refusal
        left = refusal.facts.get("now", refusal.facts.get("shift"))
        assert isinstance(left, float)
        self.end = refusal.code
        previous = self._previous
        if refusal.code == "correction-too-large" and previous and previous.number == self._limits.steps:
            self.end = STEPS_USED_UP
        else:
            self._reasons.append(Reason(refusal.code, dict(refusal.facts), Verdict.REPEAT))
        nothing = np.zeros_like(commanded)
        self._note(commanded, deflection, mean, change=nothing, shift=0.0, left=left / _MM)

    def _note(
        self,
        commanded: FloatArray,
        deflection: FloatArray,
        mean: Standstill,
        *,
        change: FloatArray,
        shift: float,
        left: float,
    ) -> None:
        std = np.hypot(mean.std, self._reference.std)
        number = len(self._taken)
        self._taken.append(CorrectionTaken(number, commanded, deflection, std, change, shift, left))

    def _doubts(self, number: int, best: CorrectionTaken) -> Iterator[Reason]:
        names = self._robot.joint_names
        unseen = np.flatnonzero(~np.isfinite(best.deflection))
        if unseen.size:
            lost = tuple(names[joint] for joint in unseen)
            yield Reason("correction-joints-unseen", {"joints": lost}, Verdict.USABLE)
        if self.end == STEPS_USED_UP:
            left = _MM * best.remaining_shift
            yield Reason("correction-not-settled", {"place": number, "left": left}, Verdict.USABLE)
        warmed = np.abs(self._loaded[0].temperature - self._reference.temperature)
        if np.any(warmed > WARMED_K):
            joint = int(np.nanargmax(warmed))
            warm: dict[str, Fact] = {"joint": names[joint], "kelvin": float(warmed[joint]), "place": number}
            yield Reason("correction-warmed", warm, Verdict.USABLE)


def model_share(reduced: ReducedStiffness) -> float:
    """Mean error of the reduced model relative to the shift; NaN if unknown."""
    error = reduced.error
    return error.mean / error.mean_deflection if error.mean_deflection > 0.0 else float("nan")


def whole_judgement(
    places: Sequence[CompensatedPlace], reduced: ReducedStiffness, *, missing: int
) -> Judgement:
    """The verdict on all places, with the reasons of the stiffness; ``missing`` places were not done."""
    reasons = [reason for place in places for reason in place.judgement.reasons]
    reasons += reduced.judgement.reasons
    if missing:
        reasons.append(Reason("compensation-places-left", {"missing": missing}, Verdict.USABLE))
    return Judgement.of(reasons)
