"""Views of planning: before it the start pose or what hinders, then the search, then the planned motion."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from app.errors.text import error_text, problem_text, reason_text, shortfall_text
from app.features.excitation.plan_form import Surroundings
from app.features.excitation.presentation import (
    APPROACH,
    CONDITION,
    LIMITS,
    MOMENT,
    PERIOD,
    SPEED,
    TORQUE,
    condition_text,
    headline,
    numbers,
    too_near,
)
from app.features.excitation.search_chart import SearchChart
from app.features.excitation.tasks import ShownPlan
from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.presentation import value_text
from app.speech.units import seconds
from app.widgets.facts import Facts
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, SignedText, ViewStack, fill, in_card, in_column, in_row
from app.widgets.limit_chart import LimitChart
from app.widgets.motion_player import MotionPlayer
from app.widgets.motion_view import MotionView
from app.widgets.piece_by_piece import TURN_MS
from app.widgets.popups import Entry
from app.widgets.segmented import Segmented
from app.widgets.text import BOLD, Button, MenuButton, Text, emphasis, muted, paragraph
from core.errors import Infeasible
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan


_KINDS = {".csv": "CSV", ".json": "JSON", ".script": "URScript"}
_MOTION, _JOINTS, _SEARCH = range(3)
_WIDE_FROM = 1180
"""Width, px, from which the joints are beside the motion instead of behind it."""
_CARDS_FROM, _CARDS_FROM_HEIGHT = 940, 480
"""Width and height, px, from which there is room for cards."""
_FACTS = (CONDITION, PERIOD, SPEED, APPROACH, LIMITS, TORQUE)


class PlanResult(QWidget):
    """Verdict and cards above; the motion and its joints below."""

    again_asked = Signal()
    save_asked = Signal(str)
    """Emitted with the ending of the file."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: ShownPlan | None = None
        # the arm and the charts once every page has followed the new plan and this one is laid out
        self._draw_soon = QTimer(self, singleShot=True, interval=TURN_MS)
        self._draw_soon.timeout.connect(self._draw)
        self._verdict = SignedText(wrap=True)
        self.again_button = Button(self.tr("Plan again"))
        self.again_button.clicked.connect(self.again_asked)
        self.save_button = MenuButton(self.tr("Save as …"), self._save_entries)
        self.facts = Facts(("",) * len(_FACTS))
        self.player, self.limits = MotionPlayer(), LimitChart()
        self.player.view.setMinimumSize(0, 0)  # it takes what the numbers leave
        self.player.moment_changed.connect(self.limits.show_at)
        self.search = SearchChart(self.tr("How the search went"))
        self.tabs = Segmented(self.tr("View"))
        self.tabs.chosen.connect(lambda _place: self._show_tab())
        self._lay_out()

    @property
    def words(self) -> str:
        """The verdict with its remarks, for tests."""
        return self._verdict.accessibleName()

    def show_plan(self, shown: ShownPlan, *, early: bool) -> None:
        """Show a plan; ``early`` says that its search was stopped."""
        plan = shown.plan
        self._show_verdict(plan, early=early)
        rows = numbers(plan)
        when = next((value_text(row.value) for row in rows.rows if row.name == MOMENT), "")
        shown_rows = [rows.row(name) for name in _FACTS]
        self.facts.show_rows(shown_rows, hints=(plan.convention, "", "", when))
        self._shown = shown
        self._draw_soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay motion and joints out for another width."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _draw(self) -> None:
        """Show the motion, its joints, and how it was found."""
        if self._shown is None:
            return
        shown, plan = self._shown, self._shown.plan
        boxes = plan.settings.boxes if plan.settings.collision else ()
        self.player.set_robot(shown.robot, floor_height=plan.settings.floor_height, boxes=boxes)
        self.player.show_motion(shown.motion.position, shown.time, closest=shown.approach)
        self.limits.show_motion(
            shown.time,
            shown.motion,
            limits=shown.limits,
            limit_use=plan.peaks.limit_use,
            slides=shown.robot.is_prismatic,
        )
        self.search.show_history(plan.history, seconds=plan.seconds)

    def _show_verdict(self, plan: "ExcitationPlan", *, early: bool) -> None:
        verdict = plan.judgement.verdict
        sign, sentence = VERDICT_GLYPHS[verdict], headline(verdict)
        if (near := too_near(plan)) and verdict in {Verdict.GOOD, Verdict.USABLE}:
            # good speaks of the data only: it is not said beside a warning
            sign, sentence = Glyph.WARNING, near
        if early:
            sentence += " " + self.tr("It is the best until the search was stopped.")
        short = [shortfall_text(shortfall) for shortfall in plan.shortfalls]
        reasons = [reason_text(reason) for reason in plan.judgement.reasons]
        said = list(dict.fromkeys([*short, *reasons]))
        more = [self.tr("And {count} more remarks.").format(count=len(said) - 1)] if said[1:] else []
        self._verdict.show_text(sign, " ".join([sentence, *said[:1], *more]))
        self._verdict.setToolTip("\n".join([headline(verdict), *said]))

    def _save_entries(self) -> Sequence[Entry]:
        words = self.tr("Save as {kind} …")
        return [
            (words.format(kind=kind), partial(self.save_asked.emit, ending))
            for ending, kind in _KINDS.items()
        ]

    @property
    def is_wide(self) -> bool:
        """True if the joints are beside the motion, not behind it."""
        return self.width() >= current_theme().scaled(_WIDE_FROM)

    def _arrange(self) -> None:
        """Put the joints beside the motion, or behind it; less of everything where there is little room."""
        cards_from = current_theme().scaled(_CARDS_FROM)
        self.facts.show_roomy(roomy=self.width() >= cards_from and self.height() >= _CARDS_FROM_HEIGHT)
        wide = self.is_wide
        if wide != (self._joints_card.parentWidget() is self._beside):
            if wide:
                self._views.removeWidget(self._joints_card)
                self._beside.layout().addWidget(self._joints_card, 1)  # type: ignore[union-attr,call-arg]
            else:
                self._views.insertWidget(_JOINTS, self._joints_card)
            self._joints_card.show()
        words = (self.tr("Motion"), self.tr("Joints"), self.tr("Search"))
        self.tabs.show_words((self.tr("Motion and joints"), words[_SEARCH]) if wide else words)
        self._show_tab()

    def _show_tab(self) -> None:
        card = (self._beside, self._search_card) if self.is_wide else self._narrow
        self._views.setCurrentWidget(card[min(max(self.tabs.index, 0), len(card) - 1)])

    def _lay_out(self) -> None:
        tools = in_row(self.tabs, 1, self.save_button, self.again_button, spacing=GRID)
        self._beside = QWidget()
        in_row((in_card(self.player), 1), of=self._beside, spacing=2 * GRID)
        self._joints_card, self._search_card = in_card(self.limits), in_card(self.search)
        self._narrow = (self._beside, self._joints_card, self._search_card)
        self._views = ViewStack()
        for view in self._narrow:
            self._views.addWidget(view)
        parts = (self._verdict, self.facts, tools)
        in_column(*parts, (self._views, 1), of=self, spacing=GRID + 4)


_STEPS = 1000
_NOTHING = np.empty((0, 2))


class PlanSearch(Card):
    """Best condition number as number and as curve over time, progress, and *Cancel*."""

    cancel_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 1.0
        self._best: ExcitationPlan | None = None
        self._doing, self._value, self._left = emphasis(), Text(), muted()
        self.chart = SearchChart(self.tr("Best condition number so far"))
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the planning"))
        self.cancel_button = Button(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.cancel_asked)
        self._lay_out()

    @property
    def words(self) -> str:
        """All sentences of the view, for tests and screen readers."""
        return f"{self._doing.text()} {self._value.text()} {self._left.text()}"

    @property
    def fraction(self) -> float:
        """Share of the search that is done, 0 to 1."""
        return self.progress.value() / _STEPS

    def begin(self, seconds: float) -> None:
        """Show a search that begins, and takes about ``seconds``."""
        self._seconds, self._best = seconds, None
        self._doing.setText(self.tr("Searching for the best motion"))
        self._value.setText(self.tr("Nothing found yet."))
        self.cancel_button.setEnabled(True)
        self.cancel_button.set_text(self.tr("Cancel"))
        self.show_progress(0.0)

    def show_progress(self, fraction: float) -> None:
        """Show the share of the search that is done, 0 to 1."""
        self.progress.setValue(round(fraction * _STEPS))
        left = seconds(self._seconds * (1.0 - fraction))
        self._left.setText(self.tr("about {left} left").format(left=left))
        history = _NOTHING if self._best is None else self._best.history
        self.chart.show_history(history, seconds=self._seconds * fraction)

    def show_best(self, plan: "ExcitationPlan") -> None:
        """Show the best plan so far, which *Cancel* would keep."""
        self._best = plan
        value = condition_text(plan.condition_number)
        self._value.setText(self.tr("Condition number {value} so far").format(value=value))
        self.cancel_button.set_text(self.tr("Stop and keep the best"))

    def show_saving(self) -> None:
        """Show that the search is over and the plan is being stored."""
        self.progress.setValue(_STEPS)
        self._doing.setText(self.tr("Saving the plan"))
        self._left.setText("")
        self.cancel_button.setEnabled(False)

    def _lay_out(self) -> None:
        right = (self.cancel_button, 0, Qt.AlignmentFlag.AlignRight)
        fill(self.column, self._doing, self._value, (self.chart, 1), self.progress, self._left, right)


_PICTURE, _PROBLEMS = 0, 1


class PlanOutlook(Card):
    """The arm at the start pose, or the reasons why nothing can be planned."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self.view = MotionView()
        self.view.setMinimumSize(0, 0)  # it takes what the form leaves
        self._title = Text(size=TextSize.EMPHASIS, weight=BOLD, wrap=True)
        self._advice = paragraph()
        self._lines: list[SignedText] = []
        self._shown: tuple[object, ...] = ()
        self._stack = ViewStack()
        self._lay_out()

    @property
    def lines(self) -> tuple[str, ...]:
        """Reasons against a motion, for tests and screen readers."""
        return tuple(line.accessibleName() for line in self._lines)

    @property
    def words(self) -> str:
        """The sentence above the lines; empty while the arm is shown."""
        return self._title.text() if self._stack.currentIndex() == _PROBLEMS else ""

    def show_start(self, robot: RobotModel, pose: FloatArray, *, surroundings: Surroundings) -> None:
        """Draw the arm at ``pose`` (n,); reasons against a motion stay until ``show_picture``."""
        shown = (id(robot), pose.tobytes(), surroundings)
        if shown == self._shown:
            return
        self._shown = shown
        self.view.set_robot(robot, floor_height=surroundings.floor_height, boxes=surroundings.boxes)
        self.view.show_motion(pose[np.newaxis], np.zeros(1))

    def show_picture(self) -> None:
        """Show the arm in place of the reasons."""
        self._stack.setCurrentIndex(_PICTURE)

    def show_error(self, error: BaseException) -> None:
        """Show why nothing was planned: problems line by line, and the advice."""
        message = error_text(error)
        if isinstance(error, Infeasible) and error.problems:
            self.show_problems(message.title, [problem_text(problem) for problem in error.problems])
            self._advice.setText(message.action)
        else:
            self.show_problems(message.title, [message.meaning] if message.meaning else [])
            self._advice.setText(f"{message.action} ({message.code})" if message.code else message.action)

    def show_problems(self, title: str, lines: Sequence[str]) -> None:
        """Show a sentence with lines below it."""
        self._title.setText(title)
        self._advice.setText("")
        while self._lines:
            line = self._lines.pop()
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        for place, words in enumerate(lines, 1):
            line = SignedText(wrap=True)
            line.show_text(Glyph.CROSS, words[:1].upper() + words[1:])
            self._lines.append(line)
            self._column.insertWidget(place, line)
        self._stack.setCurrentIndex(_PROBLEMS)

    def _lay_out(self) -> None:
        problems = QWidget()
        margins = (GRID, GRID, GRID, GRID)
        self._column = in_column(self._title, self._advice, 1, of=problems, spacing=GRID + 4, margins=margins)
        for view in (self.view, problems):
            self._stack.addWidget(view)
        self.column.addWidget(self._stack, 1)
