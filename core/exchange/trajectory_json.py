"""A planned or judged excitation trajectory as a JSON document: the one place that fixes its keys.

``torsion excite --json``, the exported file and ``torsion run excite`` all write what this
file returns. SI units, model joint positions; one entry per joint, in joint order; a number
that does not exist becomes null. Keys may be added, never renamed.
"""

from collections.abc import Callable
from pathlib import Path

from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code
from core.exchange.json_text import json_text
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories import trajectory_to_fields
from core.excitation.trajectories.fourier_series import FourierSeries
from core.fields import to_fields, to_json_value
from core.stamp import software_name
from core.storage.output_writer import write_whole

PLAIN_SERIES = "series"
"""The kind of coefficients that meet no conditions at the ends; nothing can run them."""
ShortfallText = Callable[[Shortfall], str]


def shortfall_code(shortfall: Shortfall) -> str:
    """The bare code of a shortfall: the document's text where no words are supplied."""
    return shortfall.code


def excitation_json(
    plan: ExcitationPlan,
    *,
    limits: MotionLimits | None = None,
    reason_text: ReasonText = reason_code,
    shortfall_text: ShortfallText = shortfall_code,
) -> Document:
    """Everything that a plan says, ready for ``json.dumps``.

    ``peak_position``, ``peak_velocity``, ``peak_acceleration`` are the largest absolute values
    on the 5 ms grid, ``limits`` what they were judged against where that is handed in.
    """
    peaks = plan.peaks
    document: Document = {
        "robot": plan.robot,
        "condition_number": plan.condition_number,
        "base_parameter_count": plan.base_parameter_count,
        "convention": plan.convention,
        "seconds": plan.seconds,
        "evaluations": plan.evaluations,
        "history": plan.history,
        "peak_position": peaks.position,
        "peak_velocity": peaks.velocity,
        "peak_acceleration": peaks.acceleration,
        "lowest_position": peaks.lower,
        "highest_position": peaks.upper,
        "limit_use": plan.limit_use,
        "limit_use_by_joint": peaks.limit_use,
        "boundary_error": plan.boundary_error,
        "trajectory": trajectory_json(plan),
        "numbers": plan.numbers,
        "limits": limits,
        "closest": _closest(plan),
        "torque_share": plan.torque_share,
        "top_speed": plan.top_speed,
        **judgement_json(plan.judgement, reason_text=reason_text),
        "shortfalls": [
            {
                "code": shortfall.code,
                "text": shortfall_text(shortfall),
                "facts": shortfall.facts,
                "blocking": shortfall.blocking,
            }
            for shortfall in plan.shortfalls
        ],
        "settings": plan.settings,
        "software": software_name(),
    }
    ready: Document = to_json_value(document)
    return ready


def _closest(plan: ExcitationPlan) -> Document | None:
    """The two that come nearest, the distance in m and when; null where it was not computed."""
    pair = plan.closest
    if pair is None:
        return None
    return {
        "distance": pair.distance,
        "first": pair.first,
        "second": pair.second,
        "time": plan.closest_time,
    }


def trajectory_json(plan: ExcitationPlan) -> Document:
    """The coefficients with their ``kind``, as ``read_trajectory`` reads them back."""
    trajectory = plan.trajectory
    if isinstance(trajectory, FourierSeries):
        return {"kind": PLAIN_SERIES, **to_fields(trajectory)}
    return trajectory_to_fields(trajectory)


def write_excitation_json(
    plan: ExcitationPlan,
    path: Path,
    *,
    limits: MotionLimits | None = None,
    reason_text: ReasonText = reason_code,
    shortfall_text: ShortfallText = shortfall_code,
) -> None:
    """Write ``excitation_json`` to ``path``."""
    document = excitation_json(plan, limits=limits, reason_text=reason_text, shortfall_text=shortfall_text)
    write_whole(path, json_text(document).encode())
