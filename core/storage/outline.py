"""A visit file from the outside: what is in it, without reading samples and without changing anything.

A list of many visits needs a few lines of each. Files of an older schema are read as they are.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import h5py

from core.errors import BadFile
from core.recording import Mark
from core.storage.migration import check_schema
from core.storage.outlined import OutlinedResult, VisitOutline
from core.storage.text import read_text
from core.storage.visit_file import check_members, open_for_reading


def outline_of(path: Path) -> VisitOutline:
    """Look into a visit file.

    Raises
    ------
    BadFile
        ``file-missing``, ``not-a-visit``, ``visit-too-new``, ``visit-locked`` or ``file-damaged``.
    """
    with open_for_reading(path) as file:
        check_schema(file, path=str(path))
        check_members(file, path)
        try:
            return _outline(file)
        except (KeyError, ValueError, TypeError, RuntimeError, OSError) as error:
            raise BadFile("file-damaged", file=str(path), reason=str(error)) from error


def _outline(file: h5py.File) -> VisitOutline:
    origins = [_plain(group["about"]).get("origin", {}) for group in _numbered(file["recordings"])]
    newest = {str(group.attrs["kind"]): group for group in _by_number(file["results"])}
    fields = {kind: _plain(group) for kind, group in newest.items()}
    told = list(fields.values())
    marks = {str(one.get("mark", "")) for one in (*origins, *told)}
    description = tomllib.loads(read_text(file, "robot_toml"))
    return VisitOutline(
        robot=str(description.get("name", "")),
        serial=_first(*(one.get("serial") for one in (*reversed(origins), *told))),
        recorded_at=_first(
            *(one.get("recorded_at") for one in (*origins, *told)),
            *(one.get("measured_at") for one in told),
            file.attrs["created_at"],
        ),
        operator=str(file.attrs.get("operator", "")),
        marks=tuple(mark for mark in Mark if mark is not Mark.NONE and mark.value in marks),
        recordings=len(origins),
        results=tuple(
            OutlinedResult(kind, str(group.attrs["created_at"]), _verdict(fields[kind]))
            for kind, group in newest.items()
        ),
        products=tuple(_products(file)),
    )


def _numbered(parent: h5py.Group) -> Iterator[h5py.Group]:
    return (parent[name] for name in sorted(parent, key=int))


def _by_number(parent: h5py.Group) -> list[h5py.Group]:
    return sorted(parent.values(), key=lambda group: int(group.attrs["number"]))


def _plain(group: h5py.Group) -> Mapping[str, Any]:
    """The fields of a group without their arrays."""
    found = json.loads(read_text(group, "fields"))
    if not isinstance(found, dict):
        raise TypeError(f"{group.name} has no fields")
    return found


def _verdict(fields: Mapping[str, Any]) -> str:
    judgement = fields.get("judgement")
    return str(judgement.get("verdict", "")) if isinstance(judgement, dict) else ""


def _products(file: h5py.File) -> tuple[str, ...]:
    settings = file["settings"]
    if "workflow" not in settings:
        return ()
    made = _plain(settings["workflow"]).get("products")
    return tuple(made) if isinstance(made, dict) else ()


def _first(*texts: object) -> str:
    return next((str(text) for text in texts if text), "")
