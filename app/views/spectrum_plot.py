"""How strongly a signal ripples at which frequency, or how often per motor turn."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.views.plot import Plot


class SpectrumMode(IntEnum):
    """What the horizontal axis counts; the value is the place in the row of buttons."""

    FREQUENCY = 0
    MOTOR_TURNS = 1


class SpectrumPlot(Plot):
    """The spectra of the chosen joints in their colours; peaks carry their place and height."""


class SpectrumView(QWidget):
    """Modes and legend above, the spectra or words below; ``plot`` is what is exported."""

    mode_changed = Signal(int)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = SpectrumPlot(self.tr("Spectrum"))

    @property
    def mode(self) -> SpectrumMode:
        """Which spectrum is asked for."""
        return SpectrumMode.FREQUENCY

    def show_spectra(
        self, spectra: Mapping[int, Any], *, signal: str, slides: bool = False, is_stale: bool = False
    ) -> None:
        """Show the spectra of some joints, counted from 0, of one ``core.diagnostics.signals.Signal``."""

    def show_too_little(self, turns: float, *, joint: int) -> None:
        """Say how far the joint's motor turned, and that it is not enough."""
