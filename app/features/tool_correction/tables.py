"""How a compensation looks on a terminal and in JSON: how far a load bends the arm, and where to send it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from rich.console import RenderableType

from app.errors.text import reason_text
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.fields import to_json_value

if TYPE_CHECKING:
    from app.features.tool_correction.found import CompensationFound
    from core.recording import FloatArray
    from core.robot.model import RobotModel
    from core.stiffness.compensated import (
        CompensatedPlace,
        CompensationReference,
        CompensationResult,
    )

_MM = 1000.0
_COLUMNS = ("place", "before mm", "after mm", "steps", "largest change °", "end", "verdict")
_UNKNOWN_MODEL = "Nobody knows how far the reduced stiffness itself is right."


def compensation_keys(found: "CompensationFound", robot: "RobotModel") -> dict[str, object]:
    """The keys of both runs, as far as there are any."""
    document: dict[str, object] = {}
    if found.reference is not None:
        document["compensation_reference"] = reference_json(found.reference, robot)
    if found.result is not None:
        document["compensation"] = compensation_json(found.result, robot)
    return document


def compensate_lines(found: "CompensationFound", robot: "RobotModel") -> Iterator[RenderableType]:
    """What came of a run without the load, or with it."""
    if found.result is not None:
        yield from compensation_lines(found.result, robot)
    elif found.reference is not None:
        yield from reference_lines(found.reference)


def reference_json(reference: "CompensationReference", robot: "RobotModel") -> dict[str, object]:
    """The documented keys of ``compensation_reference``; rad (m), positions as the controller has them."""
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


def compensation_json(found: "CompensationResult", robot: "RobotModel") -> dict[str, object]:
    """The documented keys of ``compensation``; SI, positions as the controller reports them."""
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


def _place_json(place: "CompensatedPlace", robot: "RobotModel") -> dict[str, object]:
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


def reference_lines(reference: "CompensationReference") -> Iterator[str]:
    """What a run without the load gave."""
    count = len(reference.places)
    places = "One place is" if count == 1 else f"{count} places are"
    yield (
        f"{places} measured without the load. Put the load on, leave the robot switched on, and run it again "
        "with --load loaded."
    )


def compensation_lines(found: "CompensationResult", robot: "RobotModel") -> Iterator[RenderableType]:
    """Every place with its millimetres, then its corrected joint positions."""
    yield table(
        "The tool under load, by the reduced stiffness", _COLUMNS, [_row(one) for one in found.places]
    )
    unit = ["m" if slides else "°" for slides in robot.is_prismatic]
    columns = (
        "place",
        *(f"{name} {sign}" for name, sign in zip(found.joint_names, unit, strict=True)),
    )
    rows = [(one.number, *_shown(one.corrected, robot)) for one in found.corrected]
    yield table("Corrected positions, as the controller reports them", columns, rows)
    if np.isfinite(found.model_share):
        yield (
            f"The reduced stiffness is wrong by {100.0 * found.model_share:.0f} % of a shift on average over "
            "all poses; that much of “before” may be left beside “after”."
        )
    else:
        yield _UNKNOWN_MODEL
    yield from judgement_lines(found.judgement)


def _row(place: "CompensatedPlace") -> tuple[object, ...]:
    return (
        place.number,
        _MM * place.shift_before,
        _MM * place.shift_after,
        len(place.taken) - 1,
        float(np.degrees(np.abs(place.change).max())),
        place.end,
        place.judgement.verdict.value,
    )


def _shown(position: "FloatArray", robot: "RobotModel") -> list[str]:
    reported = robot.position_as_reported(position)
    return [f"{value:.4f}" for value in np.where(robot.is_prismatic, reported, np.degrees(reported))]
