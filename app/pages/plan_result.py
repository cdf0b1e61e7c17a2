"""A planned motion to look at: how good it is, where the arm goes, and every joint against its limits."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.error_text import reason_text, shortfall_text
from app.plan_words import body_word, condition_text, plan_sentence
from app.tokens import GRID
from app.units import MILLIMETRE, MILLIMETRE_PER_SECOND, number, seconds
from app.views.card import Card, SignedText, ValueCard
from app.views.glyphs import VERDICT_GLYPHS
from app.views.limit_chart import LimitChart
from app.views.motion_player import MotionPlayer
from app.views.search_chart import SearchChart
from app.views.segmented import Segmented
from app.views.text import Button
from app.words import verdict_word
from app.work.plans import ShownPlan

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan

ENDINGS = (".csv", ".json", ".script")
_KINDS = {".csv": "CSV", ".json": "JSON", ".script": "URScript"}
_MOTION, _JOINTS, _SEARCH = range(3)
_WIDE_FROM = 1180
"""px from which the joints stand beside the motion instead of behind it."""
_QUANTITIES = 3


class PlanResult(QWidget):
    """Verdict and cards above; the motion and its joints below."""

    again_asked = Signal()
    save_asked = Signal(str)
    """The ending of the file."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = SignedText(wrap=True)
        self.again_button = Button(self.tr("Plan again"))
        self.again_button.clicked.connect(self.again_asked)
        self.save_buttons = [self._save_button(ending) for ending in ENDINGS]
        self._condition = ValueCard(self.tr("Condition number"))
        self._duration = ValueCard(self.tr("One period"))
        self._speed = ValueCard(self.tr("Top speed"))
        self._approach = ValueCard(self.tr("Closest approach"))
        self._limit = ValueCard(self.tr("Limits used"))
        self._torque = ValueCard(self.tr("Torque"))
        self.player, self.limits = MotionPlayer(), LimitChart()
        self.player.moment_changed.connect(self.limits.show_at)
        self.search = SearchChart(self.tr("How the search went"))
        self.tabs = Segmented(self.tr("View"))
        self.tabs.chosen.connect(lambda _place: self._show_tab())
        self._lay_out()

    @property
    def cards(self) -> tuple[ValueCard, ...]:
        """The numbers, from left to right."""
        return self._condition, self._duration, self._speed, self._approach, self._limit, self._torque

    @property
    def words(self) -> str:
        """The verdict and what is to be said about it, for tests."""
        return self._verdict.accessibleName()

    def show_plan(self, shown: ShownPlan, *, early: bool, mark: str) -> None:
        """Show a plan; ``early`` says that its search was stopped."""
        plan = shown.plan
        self._show_verdict(plan, early=early)
        self._show_cards(shown)
        settings = plan.settings
        boxes = settings.boxes if settings.collision else ()
        self.player.set_robot(shown.robot, floor_height=settings.floor_height, boxes=boxes)
        self.player.set_mark(mark)
        self.player.show_motion(shown.motion.position, shown.time, closest=shown.approach)
        self.limits.show_motion(
            shown.time,
            shown.motion,
            limits=shown.limits,
            limit_use=plan.peaks.limit_use,
            slides=shown.robot.is_prismatic,
        )
        self.search.show_history(plan.history, seconds=plan.seconds)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Room for both beside each other, or one behind the other."""
        super().resizeEvent(event)
        self._arrange()

    def _show_verdict(self, plan: "ExcitationPlan", *, early: bool) -> None:
        verdict = plan.judgement.verdict
        sentence = plan_sentence(verdict)
        if early:
            sentence += " " + self.tr("It is the best until the search was stopped.")
        short = [shortfall_text(shortfall) for shortfall in plan.shortfalls]
        reasons = [reason_text(reason) for reason in plan.judgement.reasons]
        said = list(dict.fromkeys([*short, *reasons]))
        more = [self.tr("And {count} more remarks.").format(count=len(said) - 1)] if said[1:] else []
        self._verdict.show_text(VERDICT_GLYPHS[verdict], " ".join([sentence, *said[:1], *more]))
        self._verdict.setToolTip("\n".join(said))

    def _show_cards(self, shown: ShownPlan) -> None:
        plan = shown.plan
        verdict = verdict_word(plan.judgement.verdict)
        parameters = self.tr("{count} parameters").format(count=plan.base_parameter_count)
        self._condition.show_value(condition_text(plan.condition_number), verdict, parameters)
        self._condition.setToolTip(plan.convention)
        period, count = plan.settings.period_s, plan.settings.harmonics
        waves = self.tr("{count} harmonics").format(count=count)
        self._duration.show_value(number(period, decimals=1), "s", waves)
        speed = number(plan.top_speed * MILLIMETRE_PER_SECOND.per_si, decimals=0)
        self._speed.show_value(speed, "mm/s", self.tr("at full speed"))
        self._show_approach(shown)
        self._show_limit_use(shown)
        self._show_torque(plan)

    def _show_approach(self, shown: ShownPlan) -> None:
        near = shown.approach
        if near is None:
            self._approach.show_value("–", "", self.tr("not looked at"))
            return
        self._approach.show_value(
            number(near.distance * MILLIMETRE.per_si, decimals=0),
            "mm",
            self.tr("{first} – {second}").format(first=body_word(near.first), second=body_word(near.second)),
        )
        self._approach.setToolTip(self.tr("At {time}.").format(time=seconds(near.time)))

    def _show_limit_use(self, shown: ShownPlan) -> None:
        use = shown.plan.peaks.limit_use
        joint, quantity = divmod(int(np.argmax(use)), _QUANTITIES)
        what = (self.tr("position"), self.tr("speed"), self.tr("acceleration"))[quantity]
        self._limit.show_value(
            number(100.0 * shown.plan.limit_use, decimals=1),
            "%",
            self.tr("{what}, joint {joint}").format(what=what, joint=joint + 1),
        )

    def _show_torque(self, plan: "ExcitationPlan") -> None:
        share = plan.torque_share
        if not np.any(np.isfinite(share)):
            self._torque.show_value("–", "", self.tr("not known"))
            return
        joint = int(np.nanargmax(share))
        shown = number(100.0 * float(share[joint]), decimals=0)
        self._torque.show_value(shown, "%", self.tr("of rated, joint {joint}").format(joint=joint + 1))

    def _save_button(self, ending: str) -> Button:
        button = Button(self.tr("Save as {kind} …").format(kind=_KINDS[ending]))
        button.clicked.connect(lambda: self.save_asked.emit(ending))
        return button

    @property
    def is_wide(self) -> bool:
        """Whether the joints stand beside the motion."""
        return self.width() >= _WIDE_FROM

    def _arrange(self) -> None:
        """Put the joints beside the motion, or behind it."""
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID + 4)
        column.addWidget(self._verdict)
        cards = QGridLayout()
        cards.setSpacing(GRID)
        for place, card in enumerate(self.cards):
            cards.addWidget(card, 0, place)
            cards.setColumnStretch(place, 1)
        column.addLayout(cards)
        tools = QHBoxLayout()
        tools.setSpacing(GRID)
        tools.addWidget(self.tabs)
        tools.addStretch(1)
        for button in (*self.save_buttons, self.again_button):
            tools.addWidget(button)
        column.addLayout(tools)
        self._views = QStackedWidget()
        self._beside = QWidget()
        beside = QHBoxLayout(self._beside)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(2 * GRID)
        motion_card, self._joints_card, self._search_card = (
            _card(view) for view in (self.player, self.limits, self.search)
        )
        beside.addWidget(motion_card, 1)
        self._narrow = (self._beside, self._joints_card, self._search_card)
        for view in self._narrow:
            self._views.addWidget(view)
        column.addWidget(self._views, 1)


def _card(view: QWidget) -> Card:
    card = Card(margin=GRID)
    card.column.addWidget(view)
    return card
