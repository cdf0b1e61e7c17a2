"""Recordings in place of an arm: from a page to the page of recordings, and back with the chosen ones."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Slot

from app.features.identification.recordings_page import RecordingsPage
from app.guide.page import Page
from app.guide.recording_source import RecordingSource
from app.shell.sides import Side, Sides
from app.visit.steps import Step

_STEPS: Mapping[str, Step] = {
    "friction": Step.FRICTION,
    "payload": Step.PAYLOAD,
    "deflection": Step.TWIST,
}
"""Steps that show what a recording can serve."""


class FedWindow(Protocol):
    """The window, as far as the recordings need it."""

    pages: dict[Step, Page]
    sides: Sides

    @property
    def step(self) -> Step | None:
        """The open step; None without one."""

    def close_side(self) -> None:
        """Go back from a page beside the guides."""

    def open_step(self, step: Step) -> None:
        """Open the page of a step."""


class Feeding(QObject):
    """Answers *From a recording …* of every page, and the buttons for what a recording can serve."""

    def __init__(self, window: FedWindow, recordings: RecordingsPage, *, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._recordings = window, recordings
        for page in window.pages.values():
            if page.source is not None:
                page.source.asked.connect(lambda source=page.source: self.choose_for(source))
        recordings.used.connect(self._use)
        recordings.served.connect(self._serve)
        window.sides.changed.connect(self._side_changed)

    @property
    def source(self) -> RecordingSource | None:
        """Source of recordings of the page in front; None where it takes no recordings now."""
        step = self._window.step
        source = None if step is None else self._window.pages[step].source
        return source if source is not None and source.is_possible else None

    def choose_for(self, source: RecordingSource, files: Sequence[Path] = ()) -> None:
        """Open the page of recordings for a page, with files that wait for their import."""
        self._recordings.model.show_waiting(())
        self._recordings.feed(source)
        if files:
            self._recordings.add_files(files)
        self._window.sides.open(Side.RECORDINGS)

    @Slot(object)
    def _use(self, labels: Sequence[str]) -> None:
        fed = self._recordings.fed
        self._window.close_side()
        if fed is not None:
            fed.take(labels)

    @Slot(str, object)
    def _serve(self, use: str, labels: Sequence[str]) -> None:
        step = _STEPS[use]
        self._window.open_step(step)
        source = self._window.pages[step].source
        if source is not None:
            source.take(labels)

    @Slot()
    def _side_changed(self) -> None:
        if self._window.sides.current is None and self._recordings.fed is not None:
            self._recordings.feed(None)
