"""View of a planned motion: verdict, path of the arm, and every joint against its limits."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.errors.text import reason_text, shortfall_text
from app.features.excitation.plan_tasks import ShownPlan
from app.features.excitation.presentation import (
    APPROACH,
    CONDITION,
    LIMITS,
    MOMENT,
    PERIOD,
    SPEED,
    TORQUE,
    headline,
    numbers,
)
from app.features.excitation.search_chart import SearchChart
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import value_text
from app.widgets.arranged import in_card, in_column, in_row
from app.widgets.card import SignedText
from app.widgets.facts import Facts
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.limit_chart import LimitChart
from app.widgets.menu_button import MenuButton
from app.widgets.motion_player import MotionPlayer
from app.widgets.piece_by_piece import TURN_MS
from app.widgets.popups import Entry
from app.widgets.segmented import Segmented
from app.widgets.text import Button
from app.widgets.view_stack import ViewStack

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
        self._mark = ""
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

    def show_plan(self, shown: ShownPlan, *, early: bool, mark: str) -> None:
        """Show a plan; ``early`` says that its search was stopped."""
        plan = shown.plan
        self._show_verdict(plan, early=early)
        rows = numbers(plan)
        when = next((value_text(row.value) for row in rows.rows if row.name == MOMENT), "")
        shown_rows = [rows.row(name) for name in _FACTS]
        self.facts.show_rows(shown_rows, hints=(plan.convention, "", "", when))
        self._shown, self._mark = shown, mark
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
        self.player.set_mark(self._mark)
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
        sentence = headline(verdict)
        if early:
            sentence += " " + self.tr("It is the best until the search was stopped.")
        short = [shortfall_text(shortfall) for shortfall in plan.shortfalls]
        reasons = [reason_text(reason) for reason in plan.judgement.reasons]
        said = list(dict.fromkeys([*short, *reasons]))
        more = [self.tr("And {count} more remarks.").format(count=len(said) - 1)] if said[1:] else []
        self._verdict.show_text(VERDICT_GLYPHS[verdict], " ".join([sentence, *said[:1], *more]))
        self._verdict.setToolTip("\n".join(said))

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
