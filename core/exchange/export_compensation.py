"""A tool that was brought back under load, as JSON: the one place that fixes its keys.

SI units, positions as the controller reports them. Keys may be added, never renamed.
"""

from core.exchange.export_json import Document, ReasonText, reason_code
from core.fields import to_json_value
from core.robot.model import RobotModel
from core.stiffness.compensation_result import CompensatedPlace, CompensationReference, CompensationResult


def reference_json(reference: CompensationReference, robot: RobotModel) -> Document:
    """Describe a run without the load."""
    return {
        "recording": reference.recording,
        "power_on": reference.power_on,
        "places": [
            {
                "goal": robot.position_as_reported(place.goal).tolist(),
                "deflection": to_json_value(place.deflection),
                "deflection_std": to_json_value(place.std),
            }
            for place in reference.places
        ],
    }


def compensation_json(
    found: CompensationResult, robot: RobotModel, *, reason_text: ReasonText = reason_code
) -> Document:
    """A run with the load, place by place."""
    return {
        "recording": found.recording,
        "factor": to_json_value(found.factor),
        "tool": list(found.tool),
        "loop": found.loop.value,
        "model_share": to_json_value(found.model_share),
        "verdict": found.judgement.verdict.value,
        "reasons": [reason_text(reason) for reason in found.judgement.reasons],
        "places": [_place_json(place, robot) for place in found.places],
    }


def _place_json(place: CompensatedPlace, robot: RobotModel) -> Document:
    return {
        "number": place.number,
        "goal": robot.position_as_reported(place.goal).tolist(),
        "corrected": robot.position_as_reported(place.corrected).tolist(),
        "shift_before": place.shift_before,
        "shift_after": place.shift_after,
        "end": place.end,
        "verdict": place.judgement.verdict.value,
        "taken": [
            {
                "commanded": robot.position_as_reported(one.commanded).tolist(),
                "deflection": to_json_value(one.deflection),
                "deflection_std": to_json_value(one.std),
                "shift": one.shift,
                "remaining_shift": one.remaining_shift,
            }
            for one in place.taken
        ],
    }
