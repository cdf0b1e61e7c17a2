"""The choice of runs without and with a load on the flange, as pages on pairs of runs have it."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.guide.calculation import WorkSetup
from app.guide.primary_action import Primary, helping
from app.guide.run_list import RunList, RunUses
from app.look.tokens import GRID
from app.visit.summaries import RecordingSummary
from app.widgets.glyphs import Glyph
from app.widgets.layouts import SignedText, in_card, in_column
from app.widgets.scrolled import scrolled_page


def can_be_paired(recording: RecordingSummary) -> bool:
    """True for a run at the motion's full speed that ended as planned."""
    return recording.makes_model and not recording.is_ramp and not recording.incomplete


def suggested_pairs(recordings: Sequence[RecordingSummary]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels without and with a load: the newest runs that state a load, and as many that state none."""
    loaded = [one.label for one in recordings if one.payload_mass]
    bare = [one.label for one in recordings if not one.payload_mass]
    count = min(len(loaded), len(bare))
    return tuple(bare[len(bare) - count :]), tuple(loaded[len(loaded) - count :])


class PairedRuns(WorkSetup):
    """Runs with the ticks *Without* and *With*, advice on them, and the progress of the work with them.

    ``advice`` gives a sign and a sentence on the present ticks; ``above`` is shown above the list.
    """

    def __init__(self, advice: Callable[[], tuple[Glyph, str]], *above: QWidget, work: str) -> None:
        super().__init__(work)
        self._recordings: tuple[RecordingSummary, ...] = ()
        self._advice_on, self._advice = advice, SignedText(wrap=True)
        self.runs = RunList(
            RunUses(
                (self.tr("Without"), self.tr("With")),
                (self.tr("{label} without the load"), self.tr("{label} with the load")),
            )
        )
        self.runs.changed.connect(self.advise)
        self._above = above
        self._card = in_card(scrolled_page(self.runs))
        in_column(*above, (self._card, 1), self._advice, self.work, of=self, spacing=2 * GRID)

    @property
    def words(self) -> str:
        """The advice, for tests and screen readers."""
        return self._advice.accessibleName()

    @property
    def unloaded(self) -> tuple[str, ...]:
        """Labels of the runs without the load."""
        return self.runs.fit

    @property
    def loaded(self) -> tuple[str, ...]:
        """Labels of the runs with the load."""
        return self.runs.validate

    @property
    def help_now(self) -> Primary | None:
        """What leads to a run of each kind, and as many of one as of the other; None where they are there."""
        if not self.has_runs or (self.is_pair and len(self.unloaded) == len(self.loaded)):
            return None
        is_bare = len(self.unloaded) <= len(self.loaded)
        words = self.tr("Tick a run without the load") if is_bare else self.tr("Tick a run with the load")
        return helping(words, partial(self.runs.point_to, fit=is_bare))

    @property
    def is_pair(self) -> bool:
        """True with at least one run of each kind."""
        return bool(self.unloaded) and bool(self.loaded)

    @property
    def has_runs(self) -> bool:
        """True where the visit has two runs or more."""
        return len(self._recordings) > 1

    def show_recordings(self, recordings: Sequence[RecordingSummary]) -> None:
        """Offer the runs among these; ticks are kept while the runs stay the same."""
        usable = tuple(one for one in recordings if can_be_paired(one))
        if usable != self._recordings:
            self._recordings = usable
            self.runs.show_recordings(usable)
            self.runs.tick(*suggested_pairs(usable))
        self._card.setVisible(bool(usable))
        self.advise()

    def show_running(self, *, is_running: bool) -> None:
        """Show the progress and lock the ticks while the work runs."""
        super().show_running(is_running=is_running)
        self._advice.setVisible(not is_running)
        for part in (self._card, *self._above):
            part.setEnabled(not is_running)

    @Slot()
    def advise(self) -> None:
        """Show the advice on the present ticks."""
        self._advice.show_text(*self._advice_on())
        self.changed.emit()
