"""Choice of recordings for the twist analysis: those that are fitted, and those that check the fit."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.guide.run_list import RunList
from app.look.tokens import GRID
from app.speech.language import joined_sentences, listed
from app.visit.recorded_motion import joints_loaded_twice, replaced_load_steps
from app.visit.summaries import RecordingSummary
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import Glyph
from app.widgets.text import Text, paragraph
from app.widgets.work_card import WorkCard


def suggested_for_twist(
    recordings: Sequence[RecordingSummary],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels to fit and to check with: all runs of the bare arm, the last of several is kept to check.

    Sweeps and load steps are slow and load one gear at a time: good for a fit, but no motion to check
    it with. A check of the encoders moves too little for either. Load steps that were all run again are left
    out: the latest count.
    """
    usable = [one for one in recordings if not one.is_check]
    usable = [one for one in usable if not one.incomplete] or usable
    bare = [one for one in usable if not one.payload_mass] or usable
    replaced = replaced_load_steps([(one.label, one.load_joints) for one in bare if one.is_load_steps])
    bare = [one for one in bare if one.label not in replaced]
    judging = [one for one in bare if not (one.is_sweeps or one.is_load_steps)]
    check = judging[-1:] if len(bare) > 1 else []
    return tuple(one.label for one in bare if one not in check), tuple(one.label for one in check)


class TwistSetup(QWidget):
    """Recordings with both encoders, with suggested ticks; advice where there is no such recording."""

    changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recordings: tuple[RecordingSummary, ...] = ()
        self.runs = RunList()
        self.runs.changed.connect(self._advise)
        self._advice = SignedText(wrap=True)
        self._again = Text(role="muted", wrap=True)
        self._lacking = Card()
        self._none = SignedText(wrap=True)
        self._why_none = paragraph()
        self._lacking.column.addWidget(self._none)
        self._lacking.column.addWidget(self._why_none)
        self.work = WorkCard(self.tr("Progress of the analysis"))
        self.work.hide()
        self._lay_out()

    @property
    def has_recordings(self) -> bool:
        """True where some recording has both encoders."""
        return bool(self._recordings)

    @property
    def words(self) -> str:
        """Advice that is shown, for tests and screen readers."""
        if not self.has_recordings:
            return self._none.accessibleName()
        return joined_sentences(self._advice.accessibleName(), self._again.text())

    def show_recordings(self, recordings: Sequence[RecordingSummary]) -> None:
        """Offer the recordings with both encoders; ticks are kept while these recordings stay the same."""
        usable = tuple(one for one in recordings if one.has_twist)
        if usable != self._recordings:
            self._recordings = usable
            self.runs.show_recordings(usable)
            self.runs.tick(*suggested_for_twist(usable))
        self._card.setVisible(bool(usable))
        self._advice.setVisible(bool(usable))
        self._lacking.setVisible(not usable)
        self._say_why_none(has_recordings=bool(recordings))
        self._advise()

    def _say_why_none(self, *, has_recordings: bool) -> None:
        """Tell an arm without link encoders from one that was not recorded yet."""
        if not has_recordings:
            self._none.show_text(Glyph.WARNING, self.tr("No recording of this visit has both encoders."))
            self._why_none.setText(
                self.tr(
                    "The twist of a gear is its motor angle less its link angle, so both have to be "
                    "recorded. Record with a controller that tells both encoders, or import a file that "
                    "has them. This step may be left out."
                )
            )
            return
        self._none.show_text(Glyph.NOTE, self.tr("The recordings of this visit have one encoder per joint."))
        self._why_none.setText(
            self.tr(
                "The twist of a gear is its motor angle less its link angle. Without a link encoder, as on "
                "arms of Universal Robots, the twist, the backlash and the hysteresis of the gears stay "
                "unseen. Friction, dynamics and payload need none. If the arm has both, record with a "
                "controller that tells both encoders, or import a file that has them. This step may be left "
                "out."
            )
        )

    def tick(self, fit: Sequence[str], validate: Sequence[str]) -> None:
        """Tick the recordings of these labels."""
        self.runs.tick(fit, validate)
        self._advise()

    def show_running(self, *, is_running: bool) -> None:
        """Show the progress and lock the ticks while the analysis runs."""
        self.work.setVisible(is_running)
        self._advice.setVisible(not is_running and self.has_recordings)
        self._card.setEnabled(not is_running)

    @Slot()
    def _advise(self) -> None:
        if not self.runs.fit:
            self._advice.show_text(Glyph.FAIR, self.tr("Tick at least one recording under Fit."))
        elif not self.runs.validate:
            words = self.tr(
                "No recording is kept to check. It stays unknown whether the result holds elsewhere."
            )
            self._advice.show_text(Glyph.FAIR, words)
        else:
            self._advice.show_text(Glyph.CHECK, self.tr("Ready. The gears are judged on motion kept aside."))
        again = self._again_words()
        self._again.setText(again)
        self._again.setVisible(bool(again) and self.has_recordings)
        self.changed.emit()

    def _again_words(self) -> str:
        """Which of the load steps count where a joint was loaded more than once."""
        steps = [(one.label, one.load_joints) for one in self._recordings if one.is_load_steps]
        ticked = [run for run in steps if run[0] in self.runs.fit]
        if both := joints_loaded_twice(ticked):
            numbers = listed([f"J{joint + 1}" for joint in both])
            return self.tr("{joints}: loaded more than once, and all ticked load steps count.").format(
                joints=numbers
            )
        if replaced_load_steps(steps) and ticked:
            return self.tr(
                "Load steps were repeated: the latest count. The earlier ones stay in the visit; tick them "
                "to let them count."
            )
        return ""

    def _lay_out(self) -> None:
        self._card = Card(margin=GRID)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        inside = QWidget()
        inside.setProperty("role", "page")
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.runs)
        rows.addStretch(1)
        scroll.setWidget(inside)
        self._card.column.addWidget(scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addWidget(self._lacking)
        column.addWidget(self._card, 1)
        column.addWidget(self._advice)
        column.addWidget(self._again)
        column.addWidget(self.work)
        column.addStretch(0)
