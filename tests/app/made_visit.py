"""A made-up visit and its result, put into a window as if they had been read."""

from pathlib import Path

from app.visit.open_visit import OpenVisit
from app.visit.summaries import OpenedVisit
from tests.app import examples


def open_made_visit(visit: OpenVisit, folder: Path) -> None:
    """A visit is open, with recordings and no result."""
    visit._take(OpenedVisit(examples.visit_summary(str(folder / "cell-4.h5")), None))


def put_made_result(visit: OpenVisit) -> None:
    """Its recordings were identified, and the curves are there."""
    visit.take_model(examples.result(), visit.choice)
    visit._curves = {label: examples.curves(label) for label in examples.LABELS}
    visit.changed.emit()
