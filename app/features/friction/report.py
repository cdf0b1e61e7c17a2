"""Friction of every joint in a report: of the identified model, and measured by sweeps."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, KeepTogether

from app.features.friction.presentation import identified_curves, present
from app.paper.figure import small_plots
from app.paper.presentation_pages import chapter
from app.paper.speech import tr
from app.paper.style import HEADING, QUIET, paragraph
from core.friction.sweeps.result import FrictionSweeps
from core.identification.result import JointFriction


def friction_chapters(
    frictions: Sequence[JointFriction], sweeps: FrictionSweeps | None, *, slides: Sequence[bool]
) -> Iterator[Flowable]:
    """Curves of the model, then the sweeps or a note that there are none."""
    curves = small_plots(identified_curves(frictions, slides=slides))
    yield KeepTogether([paragraph(tr("Friction, joint by joint"), HEADING), *curves])
    if sweeps is not None:
        yield from chapter(present(sweeps), tr("Friction measured by sweeps"))
    else:
        words = tr("The joints were not swept: this friction comes from the excitation alone.")
        yield paragraph(words, QUIET)
