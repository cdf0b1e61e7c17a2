"""Result of the stiffness: the shift of the tool at the left, the views behind tabs at the right."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.stiffness.answer_view import AnswerCard
from app.features.stiffness.joint_views import JointsView, LinksView
from app.features.stiffness.load_tests_view import TestsView
from app.features.stiffness.pose_views import MapView, PoseView
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.picture_export import PictureExport
from app.widgets.piece_by_piece import PieceByPiece
from app.widgets.scrolled import scrolled
from app.widgets.segmented import Segmented
from app.widgets.stacked import stacked
from app.widgets.view_stack import ViewStack
from core.robot.model import RobotModel
from core.stiffness.result import ReducedStiffness
from core.stiffness.view import StiffnessView

JOINTS, LINKS, POSE, MAP, TESTS = range(5)
_SIDE_WIDTH = 288


class StiffnessResult(QWidget):
    """Shift of the tool and views of the result; the chosen view stays chosen."""

    view_chosen = Signal(int)

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.found: ReducedStiffness | None = None
        self.robot: RobotModel | None = None
        self.view: StiffnessView | None = None
        self.hidden_views = PieceByPiece(self)
        self.answer = AnswerCard()
        self.joints, self.links, self.pose = JointsView(), LinksView(), PoseView()
        self.map, self.tests = MapView(), TestsView()
        self.map.pose_asked.connect(self._look_at)
        self.tabs = Segmented(self.tr("View"))
        self.tabs.chosen.connect(self.show_view)
        pictures = (self.joints.bars, self.links.chart, self.pose.picture, self.map.picture)
        self.export = PictureExport(pictures, name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._lay_out()
        self._name_tabs(has_tests=False)
        self.show_view(JOINTS)

    @property
    def index(self) -> int:
        """Number of the view in front."""
        return self._views.currentIndex()

    def show_stiffness(self, found: ReducedStiffness) -> None:
        """Show another result: the joints at once, the views behind other tabs one after the other."""
        self.found = found
        self._name_tabs(has_tests=bool(found.tests))
        if not found.tests and self.index == TESTS:
            self.show_view(JOINTS)
        self.joints.show_stiffness(found)
        self.hidden_views.clear()
        self.hidden_views.add(self._show_links, lambda: self.tests.show_stiffness(found))

    def show_answer(self, view: StiffnessView) -> None:
        """Show the shift under one load at one pose."""
        if self.robot is None:  # a visit has one arm: its drawing is kept as long as the visit is open
            self.robot = view.robot
            self.hidden_views.add(self._show_links)
        self.view = view
        self.answer.show_view(view)
        self.hidden_views.add(self._show_pose)

    def forget(self) -> None:
        """Clear the result: another visit is open."""
        self.found = self.robot = self.view = None
        self.hidden_views.clear()
        self.map.show_map(None, None)

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring one of the views to the front."""
        self.tabs.choose(index)
        self._views.setCurrentIndex(index)
        self._side.setVisible(index in {JOINTS, POSE, MAP})
        self.view_chosen.emit(index)

    def _show_links(self) -> None:
        if self.found is not None and self.robot is not None:
            self.links.show_stiffness(self.found, self.robot)

    def _show_pose(self) -> None:
        if self.view is not None and self.robot is not None:
            self.pose.show_view(self.view, self.robot)

    @Slot(object)
    def _look_at(self, pose: object) -> None:
        self.answer.choose_pose(pose)  # type: ignore[arg-type]  # a Qt signal of any object
        self.show_view(POSE)

    def _name_tabs(self, *, has_tests: bool) -> None:
        words = [self.tr("Joints"), self.tr("Links"), self.tr("At a pose"), self.tr("Map")]
        if has_tests:
            words.append(self.tr("Tests"))
        self.tabs.show_words(words)

    def _name(self) -> str:
        return ("stiffness-joints", "stiffness-links", "stiffness-pose", "stiffness-map", "stiffness")[
            self.index
        ]

    @Slot()
    def _take_width(self) -> None:
        """Grow with the words, but by half of what they do: the views need the rest."""
        self._side.setFixedWidth(round(_SIDE_WIDTH * (1.0 + max(current_theme().scale, 1.0)) / 2.0))

    def _lay_out(self) -> None:
        self._views = ViewStack()
        for view in (self.joints, self.links, self.pose, self.map, self.tests):
            self._views.addWidget(view)
        self._side = scrolled(self.answer)
        current_theme().changed.connect(self._take_width)
        self._take_width()
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self._side)
        row.addWidget(self._views, 1)
        head = QHBoxLayout()
        head.addWidget(self.tabs)
        head.addStretch(1)
        stacked(self, head, row)
