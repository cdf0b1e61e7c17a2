"""The recordings of a visit as a table and as JSON, for the commands that fill a visit and look into it."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

from app.errors.text import dropped_text
from app.terminal.command import table
from core.exchange.samples import SOME_LEFT_OUT, left_out, remarks
from core.fields import to_json_value
from core.recording import Mark, Recording


def _file_rows(recording: Recording) -> str | None:
    """Rows of the file that were read; None for a recording from no file."""
    origin = recording.origin
    return f"{origin.first_row}:{origin.last_row}" if origin.first_row else None


def recording_lines(title: str, recordings: Sequence[Recording]) -> list[RenderableType]:
    """A table of the recordings, and a sentence for whatever was left out of them."""
    lines: list[RenderableType] = [_recording_table(title, recordings)]
    for recording in recordings:
        if SOME_LEFT_OUT in remarks(recording.dropped, recording.sample_count):
            lost = sum(left_out(recording.dropped).values())
            share = 100.0 * lost / (lost + recording.sample_count)
            lines.append(f"{recording.label}: {share:.2g} % of the rows were left out.")
        lines += [f"{recording.label}: {dropped_text(dropped)}" for dropped in recording.dropped]
    return lines


def _recording_table(title: str, recordings: Sequence[Recording]) -> RenderableType:
    rows = [
        (
            recording.label,
            recording.sample_count,
            recording.duration,
            _file_rows(recording),
            recording.torque_kind.value,
            recording.payload_mass,
            sum(dropped.rows for dropped in recording.dropped),
            _source(recording),
        )
        for recording in recordings
    ]
    columns = ("recording", "samples", "s", "rows", "torque from", "payload kg", "left out", "source")
    return table(title, columns, rows)


def _source(recording: Recording) -> str:
    if recording.origin.synthetic_seed is not None:
        return f"SYNTHETIC, seed {recording.origin.synthetic_seed}"
    if recording.origin.mark is not Mark.NONE:
        return f"{recording.origin.mark.name}, {recording.origin.device}"
    if recording.origin.device:
        return recording.origin.device
    return Path(recording.origin.file).name


def recording_json(recording: Recording) -> dict[str, object]:
    """A recording of a visit, with the keys of the command line's promise."""
    return {
        "label": recording.label,
        "sample_count": recording.sample_count,
        "duration": recording.duration,
        "joint_count": recording.joint_count,
        "quantities": [quantity.value for quantity in recording.columns],
        "torque_kind": recording.torque_kind.value,
        "payload_mass": recording.payload_mass,
        "synthetic": recording.origin.synthetic_seed is not None,
        "mark": recording.origin.mark.value,
        "incomplete": recording.incomplete,
        "missing_samples": sum(hole.missing for hole in recording.missing),
        "events": [to_json_value(event) for event in recording.events],
        "origin": to_json_value(recording.origin),
        "left_out": left_out(recording.dropped),
        "remarks": list(remarks(recording.dropped, recording.sample_count)),
        "dropped": [
            {**to_json_value(dropped), "text": dropped_text(dropped)} for dropped in recording.dropped
        ],
    }
