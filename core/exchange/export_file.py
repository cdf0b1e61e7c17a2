"""The formats that a model, and the signals of a recording, can be written in."""

from enum import StrEnum


class ExportKind(StrEnum):
    """The formats that an identified model can be written in."""

    JSON = "json"
    CSV = "csv"
    MAT = "mat"
    URDF = "urdf"
    MJCF = "mjcf"
    C = "c"

    @property
    def ending(self) -> str:
        """The usual ending of a file of this format."""
        return {ExportKind.MJCF: "xml", ExportKind.C: "h"}.get(self, self.value)


PROVABLE = (ExportKind.MJCF, ExportKind.URDF)
"""Formats that a simulator reads."""


class SignalFile(StrEnum):
    """The formats that the signals of a recording can be written in."""

    CSV = "csv"
    PARQUET = "parquet"
    MCAP = "mcap"
