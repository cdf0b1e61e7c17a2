"""What came of a run without the load, or with it, on a terminal and in JSON."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.errors.text import reason_text
from app.features.tool_correction.presentation import present
from app.terminal.presentation_lines import presentation_lines
from core.exchange.export_compensation import compensation_json, reference_json

if TYPE_CHECKING:
    from app.features.tool_correction.found import CompensationFound
    from core.robot.model import RobotModel


def compensation_keys(found: "CompensationFound", robot: "RobotModel") -> dict[str, object]:
    """The keys of both runs, as far as there are any."""
    document: dict[str, object] = {}
    if found.reference is not None:
        document["compensation_reference"] = reference_json(found.reference, robot)
    if found.result is not None:
        document["compensation"] = compensation_json(found.result, robot, reason_text=reason_text)
    return document


def compensate_lines(found: "CompensationFound", robot: "RobotModel") -> Iterator[RenderableType]:
    """The result; after a run without the load what to do next."""
    if found.result is not None:
        yield from presentation_lines(present(found.result, robot))
    elif found.reference is not None:
        count = len(found.reference.places)
        places = "One place is" if count == 1 else f"{count} places are"
        yield (
            f"{places} measured without the load. Put the load on, leave the robot switched on, and run it "
            "again with --load loaded."
        )
