"""Verdicts on measured shifts, joint by joint and test by test."""

from collections.abc import Iterator, Sequence

import numpy as np

from core.elasticity.judgement import likely_stiffness
from core.errors import Fact
from core.quality import Reason, Verdict
from core.stiffness.experiment_fit import Fit
from core.stiffness.judgement import UNSEEN
from core.stiffness.result import LoadTestResidual

GOOD_STD, USABLE_STD = 0.05, 0.25
"""Relative standard deviations of a *good* and a *usable* compliance."""
OUTLYING = 4.0
"""Deviation of an outlying test, relative to the scatter of the others."""
SCATTERED = 2.0
"""Ratio of the residual scatter to the stated one that is reported."""
POOR_SHARE = 0.35
"""Share of the mean shift unexplained by joints alone that is reported."""
DESCRIBED_TIMES = 3.0
"""Times that a joint may be softer or stiffer than its description; a pound for a newton is 4.4 times."""
UNLIKELY = "load-tests-unlikely"
"""Code of a joint's reason that speaks against the whole file."""
SURE = 3.0
"""Standard deviations by which it must be so."""


def joint_reasons(names: Sequence[str], joint: int, fit: Fit) -> Iterator[Reason]:
    """Reasons why one joint's value is not better."""
    name = names[joint]
    if joint in fit.unseen:
        facts = {"lever": float(fit.levers[joint]), "needed": UNSEEN * float(fit.levers.max())}
        yield Reason("tool-does-not-see-joint", {"joint": name, **facts}, Verdict.NOT_MEASURABLE)
    elif joint in fit.unloaded:
        yield Reason("load-tests-do-not-load-joint", {"joint": name}, Verdict.NOT_MEASURABLE)
    elif joint in fit.alike:
        alike = tuple(names[other] for other in fit.alike)
        yield Reason("joints-not-told-apart", {"joints": alike}, Verdict.NOT_MEASURABLE)
    else:
        yield from _told(name, fit.compliance[joint], np.sqrt(fit.covariance[joint, joint]), fit.free_rows)


def unlikely_reasons(
    name: str, compliance: float, std: float, *, rated_torque: float, described: float
) -> Iterator[Reason]:
    """The reason against a joint far softer or stiffer than its description, or than gears of its size.

    Parameters
    ----------
    rated_torque
        Of the joint, N·m; infinite where it is not known.
    described
        Compliance of the joint with its links by the description, rad/(N·m); NaN where it is not known.
    """
    if not compliance > 0.0:
        return
    low, high = likely_stiffness(rated_torque)
    if np.isfinite(described) and described > 0.0:
        low, high = 1.0 / (DESCRIBED_TIMES * described), DESCRIBED_TIMES / described
    softest = compliance - SURE * std
    if softest * low > 1.0 or (compliance + SURE * std) * high < 1.0:
        facts: dict[str, Fact] = {"joint": name, "stiffness": 1.0 / compliance, "low": low, "high": high}
        yield Reason(UNLIKELY, facts, Verdict.REPEAT)


def _told(name: str, compliance: float, std: float, free_rows: int) -> Iterator[Reason]:
    if free_rows <= 0:
        yield Reason("load-tests-no-doubt", {"joint": name}, Verdict.REPEAT)
        return
    if not compliance > 0.0:
        verdict = Verdict.NOT_MEASURABLE if compliance + 2.0 * std > 0.0 else Verdict.REPEAT
        yield Reason("load-tests-contradict", {"joint": name}, verdict)
        return
    share = std / compliance
    if share > GOOD_STD:
        verdict = Verdict.USABLE if share <= USABLE_STD else Verdict.REPEAT
        yield Reason("load-tests-uncertain", {"joint": name, "share": float(share)}, verdict)


def test_reasons(
    residuals: Sequence[LoadTestResidual], fit: Fit, stds: Sequence[float]
) -> tuple[Reason, ...]:
    """Reasons against the tests as a whole."""
    used = [one for one in residuals if one.is_used]
    found = [
        Reason("load-test-outlying", {"name": one.name, "times": float(times)}, Verdict.USABLE)
        for one, times in zip(used, fit.outlying, strict=True)
        if times > OUTLYING
    ]
    measured = [std for std, one in zip(stds, residuals, strict=True) if one.is_used and np.isfinite(std)]
    if len(measured) == len(used) and fit.noise > SCATTERED * float(np.median(measured)):
        facts = {"noise": fit.noise, "told": float(np.median(measured))}
        found.append(Reason("load-tests-scatter", dict(facts), Verdict.USABLE))
    moved = np.mean([np.linalg.norm(one.measured) for one in used])
    share = float(np.mean([one.size for one in used]) / moved) if moved > 0.0 else float("inf")
    if share > POOR_SHARE:
        found.append(Reason("reduced-model-leaves", {"share": share}, Verdict.REPEAT))
    return tuple(found)
