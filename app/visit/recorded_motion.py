"""Kind of motion in a recording, from the events that its procedure noted. No Qt."""

from collections.abc import Sequence

from core.recording import Event

SWEEP_BEGINS = "sweep-begins"
"""Code of the event before strokes that are measured; facts ``joint`` and ``pose`` (from 0)."""

_STAGE_BEGINS = "stage-begins"
"""Code of the event before a stage; facts ``fraction`` of full speed, of a sweep's also the ``joint``."""

_LOAD_STROKE_BEGINS = "load-stroke-begins"
"""Code of the event before a stroke under load, as ``app.features.twist.load_steps_procedure`` has it."""

_COMPENSATION_RUN = "compensation-run"
"""Code of the event with the load on the flange, as ``app.features.tool_correction.tasks`` has it."""


def is_standing(events: Sequence[Event]) -> bool:
    """True if the arm was measured at rest, from pose to pose."""
    return any(event.code == _COMPENSATION_RUN for event in events)


def is_sweeps(events: Sequence[Event]) -> bool:
    """True for friction sweeps, even if they ended while the first joint warmed up."""
    return any(
        event.code == SWEEP_BEGINS or (event.code == _STAGE_BEGINS and "joint" in event.facts)
        for event in events
    )


def is_load_steps(events: Sequence[Event]) -> bool:
    """True if joints moved slowly under gravity, for the twist of their gears."""
    return any(event.code == _LOAD_STROKE_BEGINS for event in events)


def is_ramp(events: Sequence[Event]) -> bool:
    """True if only the slower stages of a motion were run, not its full speed."""
    begun = [event.facts.get("fraction") for event in events if event.code == _STAGE_BEGINS]
    fractions = [fraction for fraction in begun if isinstance(fraction, int | float)]
    return bool(fractions) and max(fractions) < 1.0 and not is_sweeps(events)
