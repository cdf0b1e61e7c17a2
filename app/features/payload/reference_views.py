"""The references beside sweeps of the empty arm: an earlier visit of the arm, or its model."""

from pathlib import Path

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout

from app.arm.link import RobotLink
from app.errors.text import error_text
from app.features.payload.measure_words import age_words, warmth_words
from app.jobs.task import Task
from app.speech.dates import moment_word
from app.speech.language import listed
from app.speech.units import CELSIUS
from app.speech.words import verdict_word
from app.visit.open_visit import OpenVisit
from app.visit.payload_reference import OfferedReference, ReferenceChoice, look_at_earlier_visit
from app.widgets.card import Card, SignedText, ValueCard
from app.widgets.facts import Facts
from app.widgets.file_choice import ask_for_files
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.text import Button, emphasis, paragraph
from core.payload.result import ReferenceKind
from core.quality import Verdict
from core.recording import Quantity

_NOW_S = 1.0
"""Length of the newest samples over which the temperature is averaged."""
_OLD_S = 30.0 * 86400.0
_WARM_K = 5.0
"""Age and change of temperature beyond which friction and gains may have changed."""


class EarlierVisitView(Card):
    """An earlier visit as reference: its arm, age, temperature, and whether it can be used."""

    changed = Signal()

    def __init__(self, link: RobotLink, visit: OpenVisit) -> None:
        super().__init__()
        self._link, self._visit = link, visit
        self.path = ""
        """Path of the chosen file, even where it cannot be used; empty without one."""
        self.offered: OfferedReference | None = None
        self.button = Button(self.tr("Choose a visit …"))
        self.button.clicked.connect(self._ask)
        self.state = SignedText(wrap=True)
        self.facts = Facts(
            (self.tr("Visit"), self.tr("Serial number"), self.tr("Age"), self.tr("Warmth of the joints"))
        )
        head = QHBoxLayout()
        head.addWidget(self.button)
        head.addWidget(self.state, 1)
        self.column.addLayout(head)
        self.column.addWidget(self.facts)
        self.column.addStretch(1)
        self.forget()

    @property
    def choice(self) -> ReferenceChoice | None:
        """The chosen visit as reference; None where it cannot be used."""
        found = self.offered
        if found is None:
            return None
        return ReferenceChoice(ReferenceKind.EARLIER_VISIT, found.recordings, visit=found.visit)

    def forget(self) -> None:
        """Return to the state in which no visit is chosen."""
        self.path, self.offered = "", None
        self.facts.hide()
        self.state.show_text(Glyph.NOTE, self.tr("Choose a visit in which this arm swept with nothing on."))
        self.changed.emit()

    def show_reference(self, reference: ReferenceChoice | None) -> None:
        """Show the reference in use, where it is an earlier visit and no file is chosen."""
        if reference is not None and reference.kind is ReferenceKind.EARLIER_VISIT and not self.path:
            self.look_at(Path(reference.visit))

    def look_at(self, path: Path) -> None:
        """Read whether a visit file can be the reference."""
        identity, summary = self._link.identity, self._visit.summary
        if summary is None:
            return
        self.path, self.offered = str(path), None
        self.state.show_text(Glyph.NOTE, self.tr("Looking into {visit} …").format(visit=path.stem))
        self.facts.hide()
        job = self._visit.look_beside(
            Task(
                look_at_earlier_visit,
                path=path,
                serial=identity.serial if identity is not None else summary.serial,
                joint_count=len(summary.joint_names),
            ),
            shows_failure=False,
        )
        job.succeeded.connect(lambda found: self._take(str(path), found))
        job.failed.connect(lambda error: self._refuse(str(path), error))
        self.changed.emit()

    def _ask(self) -> None:
        folder = self._visit.path.parent if self._visit.summary is not None else Path()
        ask_for_files(
            self,
            self.tr("Choose an earlier visit"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            lambda paths: self.look_at(paths[0]),
            folder=str(folder),
        )

    def _take(self, path: str, found: OfferedReference) -> None:
        if path != self.path:
            return
        self.offered = found
        now = _temperature_now(self._link)
        then, change = warmth_words(found, now)
        unit = CELSIUS.symbol if np.isfinite(found.temperature) else ""
        recordings = self.tr("{count} recordings").format(count=len(found.recordings))
        self.facts.show_facts(
            (
                (Path(found.visit).stem, "", recordings),
                (found.serial or "–", "", self.tr("the same arm") if found.serial else self.tr("not known")),
                (age_words(found.age_s), "", moment_word(found.recorded_at) or "–"),
                (then, unit, change),
            )
        )
        self.facts.show()
        self.state.show_text(*self._judged(found, now))
        self.changed.emit()

    def _judged(self, found: OfferedReference, now: float) -> tuple[Glyph, str]:
        if found.missing:
            words = self.tr("{count} of its sweeps were never finished; those with the payload count less.")
            return Glyph.WARNING, words.format(count=len(found.missing))
        if abs(now - found.temperature) > _WARM_K:
            words = self.tr("The joints are not as warm as they were. Measure now for the best result.")
            return Glyph.WARNING, words
        if found.age_s > _OLD_S:
            return Glyph.WARNING, self.tr("It is old. Gears change: measure now for the best result.")
        return Glyph.CHECK, self.tr("It can be used.")

    def _refuse(self, path: str, error: BaseException) -> None:
        if path == self.path:
            self.state.show_text(Glyph.CROSS, error_text(error).one_line)
            self.changed.emit()


class ModelView(Card):
    """The model of this visit as reference, with its verdict."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self.made = ValueCard(self.tr("Identified"))
        self.verdict = SignedText(wrap=True)
        self.column.addWidget(emphasis(self.tr("The newest model of this visit")))
        self.column.addWidget(self.made)
        self.column.addWidget(self.verdict)
        self.column.addWidget(
            paragraph(
                self.tr(
                    "The sweeps with the payload are planned again. A model made of fast motions knows "
                    "slow friction less well, so that the centre of mass is less sure."
                )
            )
        )
        self.column.addStretch(1)
        visit.changed.connect(self.show_model)
        self.show_model()

    @property
    def choice(self) -> ReferenceChoice | None:
        """The model as reference, where there is one that is complete and good enough."""
        result = self._visit.result
        if result is None or self._visit.result_is_partial:
            return None
        is_usable = result.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
        return ReferenceChoice(ReferenceKind.MODEL) if is_usable else None

    @Slot()
    def show_model(self) -> None:
        """Show the date, the recordings and the verdict of the visit's model."""
        result = self._visit.result
        self.made.setVisible(result is not None)
        if result is None:
            words = self.tr("This visit has no model. Measure now, or identify one from recordings first.")
            self.verdict.show_text(Glyph.NOTE, words)
            return
        fitted = listed(result.provenance.recordings)
        self.made.show_value(moment_word(result.provenance.created_at) or "–", "", fitted)
        verdict = result.judgement.verdict
        if self.choice is None:
            words = self.tr("{verdict}: it says too little of the empty arm. Measure now.")
            self.verdict.show_text(VERDICT_GLYPHS[verdict], words.format(verdict=verdict_word(verdict)))
        else:
            self.verdict.show_verdict(verdict)


def _temperature_now(link: RobotLink) -> float:
    """Mean temperature of all joints, K; NaN where the controller reports none."""
    acquisition = link.acquisition
    newest = acquisition.ring.newest(_NOW_S)[1] if acquisition is not None else {}
    reported = newest.get(Quantity.TEMPERATURE, np.empty(0))
    finite = reported[np.isfinite(reported)]
    return float(finite.mean()) if finite.size else float("nan")
