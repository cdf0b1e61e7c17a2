"""Reads a visit as the program does, to the end, and says what came of it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import BadFile, TorsionError
from core.fields import to_fields
from core.monitor import NullMonitor
from core.recording import MissingSamples
from core.storage.outline_reading import outline_of
from core.storage.rescue import rescue
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import example_recording

Content = Mapping[str, Any]
"""By the place of what was read."""


@dataclass
class Found:
    """The outcome of opening and reading one file."""

    refused: str = ""
    """Code with which it was not opened at all."""
    content: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    """Code of each place that could not be read."""
    damage: tuple[str, ...] = ()
    journals: tuple[str, ...] = ()
    """Codes of journals beside it: of one that is kept, or of the loss in one that was adopted."""
    rescued: dict[str, Any] | None = None

    @property
    def is_noticed(self) -> bool:
        """True if damage was reported."""
        return bool(self.refused or self.errors or self.damage or self.journals)


def make_visit(path: Path, *, result: object) -> None:
    """A small visit with everything in it, and one result."""
    run = example_recording("run")
    with Visit.create(path, robot_toml='name = "arm"') as visit:
        visit.set_operator("A. Person")
        visit.add_recording(replace(run, host_time=run.time + 7.0, missing=(MissingSamples(3, 2, "clock"),)))
        visit.add_recording(example_recording("again", seed=1))
        visit.add_result("identification", result)
        visit.put_settings("origin", run.origin)


def content_of(visit: Visit, errors: dict[str, str]) -> dict[str, Any]:
    """Everything in a visit; the code of what cannot be read goes into ``errors``."""
    found: dict[str, Any] = {"created_at": visit.created_at, "operator": visit.operator}

    def attempt(place: str, read: Any) -> None:
        try:
            found[place] = read()
        except TorsionError as error:
            errors[place] = error.code

    attempt("robot", lambda: visit.robot_toml)
    for label in visit.labels:
        attempt(f"recording {label}", lambda label=label: _recording(visit, label))
        attempt(f"gaps {label}", lambda label=label: visit.gaps(label))
    for row in visit.rows_of_results():
        head = {"kind": row.kind, "number": row.number, "created_at": row.created_at}
        attempt(
            f"result {row.key}",
            lambda row=row, head=head: {**head, "fields": visit.fields_of_result(row.key)},
        )
    for name in visit.settings_names:
        attempt(f"settings {name}", lambda name=name: visit.fields_of_settings(name))
    return found


def _recording(visit: Visit, label: str) -> dict[str, Any]:
    recording = visit.recording(label)
    return to_fields(recording.block(0, recording.sample_count))


def read_to_the_end(path: Path, scratch: Path) -> Found:
    """Open, list, read, change the file if it is damaged, and rescue it; raises only unexpected errors."""
    found = Found()
    before = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    try:
        outline_of(path)
    except TorsionError as error:
        found.errors["outline"] = error.code
    try:
        with Visit.open(path) as visit:
            found.damage = tuple(problem.code for problem in visit.damage)
            found.content = content_of(visit, found.errors)
            found.journals = tuple(error.code for error in visit.left_behind) + tuple(
                "rows lost" for one in visit.recovered if one.kept_as or one.lost_tail_bytes or one.incomplete
            )
            if visit.damage:
                _must_not_change(visit)
    except TorsionError as error:
        found.refused = error.code
    if found.damage and path.read_bytes() != before:
        raise AssertionError("a damaged visit was written")
    if (found.refused or found.damage or found.errors) and not path.is_symlink():
        found.rescued = _rescued(path, scratch)
    return found


def _must_not_change(visit: Visit) -> None:
    with pytest.raises(BadFile, match="visit-read-only"):
        visit.set_operator("Somebody")


def _rescued(path: Path, scratch: Path) -> dict[str, Any] | None:
    scratch.unlink(missing_ok=True)
    try:
        rescue(path, into=scratch, monitor=NullMonitor())
    except TorsionError:
        assert not scratch.exists()
        return None
    errors: dict[str, str] = {}
    with Visit.open(scratch) as visit:
        assert not visit.damage
        content = content_of(visit, errors)
    assert not errors, errors
    scratch.unlink()
    return content


def differences(found: Content, truth: Content, *, is_rescued: bool = False) -> list[str]:
    """Places of which something else was read than was stored, and places that were never there.

    What is rescued may lack columns of a recording, the robot, and who made the visit when.
    """
    return [
        place for place, value in found.items() if not _is_true(place, value, truth, is_rescued=is_rescued)
    ]


def _is_true(place: str, value: Any, truth: Content, *, is_rescued: bool) -> bool:
    if place == "gaps live":  # follows from the rows that are left
        return True
    if place not in truth:
        return False
    known = truth[place]
    if place in _OF_JOURNAL:
        return _are_rows_of(value, known)
    if is_rescued:
        if place == "created_at" or (place in {"operator", "robot"} and value == ""):
            return True
        if place.startswith("recording "):
            value = {**value, "columns": {**known["columns"], **value["columns"]}}
    return alike(value, known)


_OF_JOURNAL = {"recording live"}
"""A recording of which damage may cost rows."""


def _are_rows_of(value: Any, known: Any) -> bool:
    """True if every row of a recording is a row of the other one, in the same order."""
    places = np.searchsorted(known["time"], value["time"])
    if places.size and (
        places.max() >= known["time"].size or not np.array_equal(known["time"][places], value["time"])
    ):
        return False
    about = ("label", "torque_kind", "payload_mass", "origin")
    return (
        alike(value["host_time"], known["host_time"][places])
        and value["columns"].keys() == known["columns"].keys()
        and all(alike(column, known["columns"][name][places]) for name, column in value["columns"].items())
        and all(alike(value[name], known[name]) for name in about)
    )


def alike(one: Any, other: Any) -> bool:
    """True if both are equal to the last bit."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return type(one) is type(other) and (one == other or (is_nan(one) and is_nan(other)))


def is_nan(value: Any) -> bool:
    """True if the value is a float and NaN."""
    return isinstance(value, float) and math.isnan(value)
