"""Layouts of the live page by name: which signals are on which plot. No Qt.

Five are shipped; others are kept with the settings, for all arms, and travel as files. A name such as
``twist_*`` stands for the signal of every joint.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from app.speech.language import tr
from app.visit.settings import KeptLayout
from core.errors import BadFile
from core.exchange.json_text import json_text
from core.fields import from_fields, to_fields
from core.given_file import parse_given_json, read_given_bytes
from core.storage.output_writer import write_whole

FORMAT = "torsion-live-layout"
EVERY_JOINT = "*"


def shipped_layouts() -> tuple[KeptLayout, ...]:
    """The layouts that every arm has, with names in the language of the window."""
    return (
        KeptLayout(tr("Gear check"), (("twist_*",), ("torque_*",), ("velocity_*",))),
        KeptLayout(tr("Friction"), (("velocity_*",), ("torque_*",)), over=("torque_1", "velocity_1")),
        KeptLayout(tr("Tracking"), (("position_*",), ("velocity_*",), ("current_*", "current_reference_*"))),
        KeptLayout(tr("Temperature"), (("temperature_*",), ("current_*",), ("torque_*",))),
        KeptLayout(tr("Torque against model"), (("torque_*", "model_*"), ("residual_*",), ("velocity_*",))),
    )


def plots_of(layout: KeptLayout, offered: Collection[str]) -> list[list[str]]:
    """The names on each plot of a layout that are ``offered``; plots without one are left out."""
    plots = [[one for name in plot for one in _expanded(name, offered)] for plot in layout.plots]
    return [plot for plot in plots if plot]


def _expanded(name: str, offered: Collection[str]) -> Iterable[str]:
    if not name.endswith(EVERY_JOINT):
        return (name,) if name in offered else ()
    kind = name.removesuffix(EVERY_JOINT)
    return (one for one in offered if one.startswith(kind) and one[len(kind) :].isdigit())


def with_layout(kept: Iterable[KeptLayout], layout: KeptLayout) -> tuple[KeptLayout, ...]:
    """The kept layouts with this one, in place of an older one of its name."""
    return (*(one for one in kept if one.name != layout.name), layout)


def write_layout(layout: KeptLayout, path: Path) -> None:
    """Write a layout into a file for other computers.

    Raises
    ------
    NotWritten
        As ``write_whole``.
    """
    write_whole(path, json_text({"format": FORMAT} | to_fields(layout)).encode())


def read_layout(path: Path) -> KeptLayout:
    """Read a layout that ``write_layout`` wrote.

    Raises
    ------
    BadFile
        ``not-a-layout`` for another file, or as ``read_given_bytes``.
    """
    return layout_from(read_given_bytes(path), file=path.name)


def layout_from(content: bytes, *, file: str) -> KeptLayout:
    """Read the content of a file; raises as ``read_layout``."""
    try:
        document = parse_given_json(content.decode(), file=file)
        if not isinstance(document, Mapping) or document.get("format") != FORMAT:
            raise BadFile("not-a-layout", file=file)
        return from_fields(KeptLayout, document)
    except (BadFile, UnicodeDecodeError, json.JSONDecodeError, ValueError) as error:
        raise BadFile("not-a-layout", file=file) from error
