"""What a comparison says: in words, joint by joint with the loops over each other, and over the visits."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.features.comparison.arm_change_words import Told, payload_rows, payload_told
from app.features.comparison.compared_friction import ComparedFriction
from app.features.comparison.compared_loops import BEFORE_PEN, NOW_PEN, ComparedLoops
from app.features.comparison.compared_visits import ComparedPair, ComparedVisits
from app.features.comparison.rows import change_headings, compared_joints, joint_rows
from app.features.comparison.words import changes_told, date_word, doubts_told, headline
from app.guide.joint_views import JointView
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.speech.units import DEGREE_PER_SECOND, MILLIMETRE_PER_SECOND, NEWTON, NEWTON_METRE
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card, SignedText
from app.widgets.legend import Legend
from app.widgets.plot import Plot
from app.widgets.plot_export import PlotExport
from app.widgets.rows_table import RowsTable
from app.widgets.segmented import Segmented
from app.widgets.table import Column
from app.widgets.text import Text, muted
from core.elasticity.result import HysteresisLoop

_NUMBERS, _LOOP, _FRICTION = range(3)


class ChangesView(Card):
    """What changed, in words: the headline, how far it can be trusted, and a sentence each."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._headline = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._verdict, self._about = SignedText(), muted(self.tr("The comparison itself:"))
        self._sentences: list[SignedText] = []
        self._doubts = Text(role="muted", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(GRID)
        inside = QWidget()
        inside.setProperty("role", "page")  # as clear as the card below it
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(2 * GRID)
        column.addLayout(self._list)
        column.addWidget(self._doubts)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("What changed"))
        area.setWidget(inside)
        trust = QHBoxLayout()
        trust.addWidget(self._about)
        trust.addWidget(self._verdict)
        trust.addStretch(1)
        self.column.addWidget(self._headline)
        self.column.addLayout(trust)
        self.column.addSpacing(GRID)
        self.column.addWidget(area, 1)

    @property
    def words(self) -> str:
        """All that is said, for tests and screen readers."""
        shown = [one.accessibleName() for one in self._sentences if not one.isHidden()]
        verdict = self._verdict.accessibleName()
        return " ".join((self._headline.accessibleName(), verdict, *shown, self._doubts.text()))

    def show_pair(self, found: ComparedVisits, pair: ComparedPair) -> None:
        """Show what changed since one of the visits."""
        head = headline(found, pair)
        self._headline.show_text(head.glyph, head.words)
        self._verdict.show_verdict(pair.verdict)
        self._show_sentences(changes_told(found, pair))
        self._doubts.setText("\n".join(doubts_told(pair)))

    def _show_sentences(self, told: tuple[Told, ...]) -> None:
        while len(self._sentences) < len(told):
            sentence = SignedText(wrap=True)
            self._list.addWidget(sentence)
            self._sentences.append(sentence)
        for place, sentence in enumerate(self._sentences):
            sentence.setVisible(place < len(told))
            if place < len(told):
                sentence.show_text(told[place].glyph, told[place].words)


class JointChanges(JointView):
    """One joint: a row per quantity, and loops or friction of both visits over each other."""

    def __init__(
        self,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        mark: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            visit, Legend(((BEFORE_PEN, self.tr("before")), (NOW_PEN, self.tr("now")))), parent=parent
        )
        self._found: ComparedVisits | None = None
        self._pair: ComparedPair | None = None
        self.table = RowsTable(self.tr("What changed in the joint"), row_columns(), widths=())
        self.loops = ComparedLoops(self.tr("Deflection over load, before and now"))
        self.friction = ComparedFriction(self.tr("Friction over speed, before and now"))
        self.picture = Segmented(
            self.tr("Picture"), (self.tr("Numbers"), self.tr("Loop"), self.tr("Friction"))
        )
        self.picture.chosen.connect(lambda _index: self._show_picture())
        self._no_loops = Text(
            self.tr("Neither visit has a loop of this joint."), role="muted", wrap=True, size=TextSize.BODY
        )
        self._no_friction = Text(
            self.tr("The visits swept this joint at no speed in common."), role="muted", wrap=True
        )
        export = PlotExport((self.loops, self.friction), name=self._name, mark=mark, runner=runner, bus=bus)
        self._save.clicked.connect(
            lambda: export.open_menu(self._plot, self._save.mapToGlobal(QPoint(0, self._save.height())))
        )
        row = QHBoxLayout()
        row.addWidget(self.picture)
        row.addStretch(1)
        self.column.addLayout(row)
        for widget in (self.table, self.loops, self.friction, self._no_loops, self._no_friction):
            self.column.addWidget(widget, 1)

    def show_pair(self, found: ComparedVisits, pair: ComparedPair) -> None:
        """Show what changed since one of the visits."""
        self._found, self._pair = found, pair
        self.joint.show_words([str(number + 1) for number in compared_joints(pair)])
        self._show_joint()

    @Slot()
    def _show_joint(self) -> None:
        pair, found = self._pair, self._found
        numbers = compared_joints(pair) if pair is not None else ()
        if pair is None or found is None or not 0 <= self.joint.index < len(numbers):
            self.table.rows_model.show_rows(())
            return
        number = numbers[self.joint.index]
        self.table.rows_model.show_rows(joint_rows(pair, number))
        before, slides = self._loop(found.visits[pair.before].elasticity, number)
        now, slides_now = self._loop(found.latest.elasticity, number)
        self.loops.show_loops(before, now, slides=slides or slides_now)
        swept = next(
            (one for one in (pair.friction.joints if pair.friction else ()) if one.number == number), None
        )
        does_slide = swept is not None and swept.is_prismatic
        self.friction.show_speeds(
            swept.speeds if swept is not None else None,
            speed=MILLIMETRE_PER_SECOND if does_slide else DEGREE_PER_SECOND,
            torque=NEWTON if does_slide else NEWTON_METRE,
        )
        self._show_picture()

    @property
    def _plot(self) -> Plot | ComparedLoops:
        """What is saved."""
        return self.friction if self.picture.index == _FRICTION else self.loops

    def _show_picture(self) -> None:
        shown = self.picture.index
        self._save.setEnabled(
            (shown == _LOOP and self.loops.has_loops) or (shown == _FRICTION and self.friction.has_speeds)
        )
        self.table.setVisible(shown == _NUMBERS)
        self.loops.setVisible(shown == _LOOP and self.loops.has_loops)
        self._no_loops.setVisible(shown == _LOOP and not self.loops.has_loops)
        self.friction.setVisible(shown == _FRICTION and self.friction.has_speeds)
        self._no_friction.setVisible(shown == _FRICTION and not self.friction.has_speeds)

    @staticmethod
    def _loop(found: object, number: int) -> tuple[HysteresisLoop | None, bool]:
        joints = getattr(found, "joints", ())
        joint = next((one for one in joints if one.number == number), None)
        return (None, False) if joint is None else (joint.loop, joint.is_prismatic)

    def _name(self) -> str:
        return f"changes-joint-{self.joint.index + 1}"


class PayloadChanges(Card):
    """What hung on the flange: mass and centre, before and now."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._sentences = Text(wrap=True)
        self._sentences.setAccessibleName(self.tr("What changed on the flange"))
        self._none = Text(
            self.tr("Both visits need a measured payload to compare it."), role="muted", wrap=True
        )
        self.table = RowsTable(self.tr("The payload before and now"), row_columns(), widths=())
        self.column.addWidget(self._sentences)
        self.column.addWidget(self._none)
        self.column.addWidget(self.table, 1)
        self._room = QWidget()
        self.column.addWidget(self._room, 1)

    @property
    def words(self) -> str:
        """What is said above the table, for tests and screen readers."""
        return self._sentences.text()

    def show_pair(self, found: ComparedVisits, pair: ComparedPair) -> None:
        """Show what changed since one of the visits."""
        payload = pair.payload
        is_there = payload is not None
        since = date_word(found.visits[pair.before])
        told = payload_told(payload, since) if payload is not None else ()
        self._sentences.setText("\n".join(one.words for one in told))
        self.table.rows_model.show_rows(tuple(payload_rows(payload)) if payload is not None else ())
        self._sentences.setVisible(is_there)
        self.table.setVisible(is_there)
        self._none.setVisible(not is_there)
        self._room.setVisible(not is_there)


def row_columns() -> tuple[Column, ...]:
    """The columns of what changed: a quantity, before, now, the change, the result."""
    first, *numbers, last = change_headings()
    columns = (Column(heading, is_number=True) for heading in numbers)
    return Column(first, stretches=True), *columns, Column(last)


def since_entries(found: ComparedVisits) -> list[tuple[object, str]]:
    """The earlier visits, to choose one of."""
    return [(pair.before, date_word(found.visits[pair.before])) for pair in found.pairs]
