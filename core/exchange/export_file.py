"""The formats that a model can be written in."""

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
