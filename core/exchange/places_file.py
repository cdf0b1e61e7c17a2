"""Joint positions of single places as a table that people and robot programs share.

One place a line, one column a joint, as the controller reports them: degrees, m where a joint slides. A
``#`` begins a remark; a line of names may come first.
"""

import io
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import numpy as np

from core.errors import BadFile
from core.exchange.csv_text import table_text
from core.given_file import read_given_bytes
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole

_DIGITS = "%.7f"
"""Of a degree: a thousandth of an arcsecond; of a metre, 0.1 µm."""
_REASON = "line {line} has {found} finite numbers instead of {wanted}"


def read_places(path: Path, robot: RobotModel) -> tuple[FloatArray, ...]:
    """The places of a file, (n,) rad (m) as the controller reports them.

    Raises
    ------
    BadFile
        ``places-file`` with the reason.
    OSError
        When the file cannot be read.
    """
    rows: list[FloatArray] = []
    try:
        lines = read_given_bytes(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise BadFile("places-file", file=str(path), reason="it is no text") from error
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.partition("#")[0].replace(";", ",").split(",")]
        if not any(cells) or (not rows and not _is_number(cells[0])):
            continue
        values = [float(cell) for cell in cells if _is_number(cell)]
        if len(values) != len(cells) or len(values) != robot.joint_count:
            reason = _REASON.format(line=number, found=len(values), wanted=robot.joint_count)
            raise BadFile("places-file", file=str(path), reason=reason)
        rows.append(np.where(robot.is_prismatic, values, np.radians(values)))
    if not rows:
        raise BadFile("places-file", file=str(path), reason="it has no line of numbers")
    return tuple(rows)


def write_places(
    path: Path, places: Sequence[FloatArray], robot: RobotModel, *, remarks: Sequence[str] = ()
) -> None:
    """Write places, (n,) rad (m) in the model's terms, whole or not at all.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    stream = io.StringIO()
    remarks = (*remarks, "joint positions as the controller reports them, deg (m where a joint slides)")
    stream.write(table_text([robot.joint_names], remarks=remarks))
    reported = robot.position_as_reported(np.asarray(places, dtype=np.float64).reshape(-1, robot.joint_count))
    rows = np.where(robot.is_prismatic, reported, np.degrees(reported))
    np.savetxt(stream, rows, fmt=_DIGITS, delimiter=",")
    write_whole(path, stream.getvalue().encode("utf-8"))


def _is_number(text: str) -> bool:
    """Return True if a cell holds a finite number."""
    try:
        return isfinite(float(text))
    except ValueError:
        return False
