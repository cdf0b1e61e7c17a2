"""A map of the tool's shifts over the workspace as CSV: one line for every place that the arm reaches."""

from pathlib import Path

import numpy as np

from core.exchange.csv_text import table_text
from core.stiffness.deflection_map import DeflectionMap
from core.storage.output_writer import write_whole

HEADINGS = ("radius_from_m", "radius_to_m", "height_from_m", "height_to_m", "largest_m", "mean_m", "poses")


def write_map(found: DeflectionMap, path: Path) -> None:
    """Write the map; places that no pose reaches are left away.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    rows = [
        [
            *(repr(float(edge)) for edge in found.radius[column : column + 2]),
            *(repr(float(edge)) for edge in found.height[row : row + 2]),
            repr(float(found.largest[row, column])),
            repr(float(found.mean[row, column])),
            int(found.count[row, column]),
        ]
        for row, column in zip(*np.nonzero(found.count), strict=True)
    ]
    write_whole(path, table_text((HEADINGS, *rows)).encode())
