"""Verdicts on a reduced stiffness: each joint, and the whole model."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray
from core.stiffness.result import ReducedJoint, ReductionError

UNSEEN = 0.02
"""Lever relative to the longest below which the tool point does not determine a joint.

Such a joint moves the tool, per load on the tool, by less than 1/2500 of the other's motion, so its
value absorbs the errors of other joints.
"""
MOSTLY_LINKS = 2.0
"""Ratio of a joint's compliance to its own spring's from which its links dominate."""
GOOD_ERROR, USABLE_ERROR = 0.15, 0.35
"""Residual of the joint model relative to the mean shift for *good* and *usable*."""


def joint_judgement(
    name: str,
    *,
    joint: int,
    lever: FloatArray,
    is_prismatic: npt.NDArray[np.bool_],
    compliance: float,
    own: float,
    alike: Sequence[str] = (),
) -> Judgement:
    """The verdict on one joint's value from the algebra.

    Parameters
    ----------
    lever
        (n,) m of all joints, 1 for a slide.
    own
        rad/(N·m) of the joint's own spring.
    alike
        Joints with the same effect on the tool in every pose, including this one.
    """
    reasons = list(unseen_reasons(name, joint=joint, lever=lever, is_prismatic=is_prismatic))
    if alike:
        reasons.append(Reason("joints-not-told-apart", {"joints": tuple(alike)}, Verdict.NOT_MEASURABLE))
    if not compliance > 0.0:
        reasons.append(Reason("reduced-compliance-negative", {"joint": name}, Verdict.NOT_MEASURABLE))
    elif not reasons and compliance > MOSTLY_LINKS * own:
        share = 1.0 - own / compliance
        reasons.append(Reason("stiffness-stands-for-links", {"joint": name, "share": share}, Verdict.USABLE))
    return Judgement.of(reasons)


def unseen_reasons(
    name: str, *, joint: int, lever: FloatArray, is_prismatic: npt.NDArray[np.bool_]
) -> Iterator[Reason]:
    """Reason that the tool point does not determine a joint; ``needed`` is the smallest lever, m."""
    needed = UNSEEN * float(lever.max(initial=0.0))
    if not is_prismatic[joint] and lever[joint] <= needed:
        facts: dict[str, Fact] = {"joint": name, "lever": float(lever[joint]), "needed": needed}
        yield Reason("tool-does-not-see-joint", facts, Verdict.NOT_MEASURABLE)


def whole_judgement(joints: Iterable[ReducedJoint], error: ReductionError, *, has_links: bool) -> Judgement:
    """The verdict on the whole model, from its total error rather than from unimportant single joints."""
    reasons = []
    if not has_links:
        reasons.append(Reason("stiffness-no-links", {}, Verdict.USABLE))
    share = error.mean / error.mean_deflection if error.mean_deflection > 0.0 else float("nan")
    if share > GOOD_ERROR:
        verdict = Verdict.REPEAT if share > USABLE_ERROR else Verdict.USABLE
        facts = {"share": share, "error": error.mean, "force": error.force}
        reasons.append(Reason("reduced-model-poor", dict(facts), verdict))
    lost = [one.joint for one in joints if one.judgement.verdict is Verdict.NOT_MEASURABLE]
    if lost:
        reasons.append(Reason("reduced-joints-not-told", {"joints": tuple(lost)}, Verdict.USABLE))
    return Judgement.of(reasons)
