"""Result of the stiffness: the shift of the tool at the left, the views behind tabs at the right."""

from dataclasses import replace
from math import isfinite

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.errors.text import reason_text
from app.features.stiffness.answer_view import AnswerCard
from app.features.stiffness.compliance_bars import SPRING, ComplianceBars, JointBar, Part
from app.features.stiffness.contribution_chart import ContributionChart, Contributions
from app.features.stiffness.legend import StiffnessLegend, of_cells, of_parts
from app.features.stiffness.load_tests_view import TestsView
from app.features.stiffness.pose_views import MapView, PoseView
from app.features.stiffness.presentation import reasons, stiffness
from app.features.stiffness.sentences import cell_words, link_word, share_text
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import value_text
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import number, write
from app.visit.open_visit import OpenVisit
from app.widgets.layouts import ViewStack, stacked
from app.widgets.piece_by_piece import PieceByPiece
from app.widgets.reasons_view import ReasonsView
from app.widgets.scrolled import scrolled
from app.widgets.segmented import Segmented
from app.widgets.text import Text, muted, paragraph
from app.widgets.view_saving import PictureExport
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.model import BASE_LINK, RobotModel
from core.stiffness.deflection_map import StiffnessView
from core.stiffness.result import ReducedJoint, ReducedStiffness, Route
from core.stiffness.spring_shares import PAIR_NAMES, PAIR_PLACES, link_shares, spring_pairs, unit_scales

JOINTS, LINKS, POSE, MAP, TESTS = range(5)
_SIDE_WIDTH = 288


class StiffnessResult(QWidget):
    """Shift of the tool and views of the result; the chosen view stays chosen."""

    view_chosen = Signal(int)

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__()
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


ARM, GEOMETRY = range(2)
_REASONS_HEIGHT = 156
_SHARE_FROM, _SHORT_FROM = 0.005, 0.05
"""Smallest share of a joint, and smallest coefficient, with a number; the colour alone shows smaller ones."""


class JointsView(QWidget):
    """Bar for every joint, and the reasons why a joint is not known."""

    def __init__(self) -> None:
        super().__init__()
        self.legend = StiffnessLegend()
        self.bars = ComplianceBars(self.tr("Compliance of every joint"))
        self.reasons = ReasonsView()
        self.reasons.setProperty("role", "")
        self.reasons.setFixedHeight(_REASONS_HEIGHT)
        stacked(self, self.legend, self.bars, self.reasons)

    def show_stiffness(self, found: ReducedStiffness) -> None:
        """Show the joints of another result."""
        bars = joint_bars(found)
        named = {part.link: part.name for bar in bars for part in bar.parts}
        self.legend.show_entries(of_parts(tuple(named.items())))
        self.bars.show_bars(bars)
        rows = reasons(found).rows
        self.reasons.setVisible(bool(rows))
        self.reasons.show_lines([(str(row.value), row.verdict or Verdict.GOOD) for row in rows])


class LinksView(QWidget):
    """Contribution of every link spring to every joint, as shares of this arm or by geometry alone."""

    def __init__(self) -> None:
        super().__init__()
        self._found: ReducedStiffness | None = None
        self._robot: RobotModel | None = None
        self.kind = Segmented(self.tr("Numbers"), (self.tr("This arm"), self.tr("Geometry")))
        self.kind.chosen.connect(self._show)
        self.chart = ContributionChart(self.tr("Contribution of every link spring to every joint"))
        self._readout, self._unit = Text(wrap=True), muted()
        self._none = paragraph()
        self.chart.pointed.connect(self._readout.setText)
        head = QHBoxLayout()
        head.addWidget(StiffnessLegend(of_cells()), 1)
        head.addWidget(self._unit)
        head.addSpacing(2 * GRID)
        head.addWidget(self.kind)
        stacked(self, head, self.chart, self._none, self._readout)

    @property
    def words(self) -> str:
        """Sentence on the chosen cell, or the reason why there are no cells."""
        return self._readout.text() or self._none.text()

    def show_stiffness(self, found: ReducedStiffness, robot: RobotModel) -> None:
        """Show the links of another result for an arm."""
        self._found, self._robot = found, robot
        self._show()

    @Slot()
    def _show(self) -> None:
        found, robot = self._found, self._robot
        has = found is not None and robot is not None and bool(found.contributions)
        self.chart.setVisible(has)
        self._none.setVisible(not has)
        if found is None or robot is None or not has:
            self.chart.show_contributions(None)
            self._none.setText(self._why_none())
            return
        is_arm = self.kind.index != GEOMETRY
        percent, plain = self.tr("% of what the joint gives"), self.tr("times the spring's own, in SI units")
        self._unit.setText(percent if is_arm else plain)
        shown = _contributions(found, robot, is_arm=is_arm)
        self.chart.show_contributions(shown, summary=self._summary(shown))

    def _why_none(self) -> str:
        if self._found is not None and self._found.route is Route.EXPERIMENT:
            return self.tr("Load tests tell what joints give, not which link it is from.")
        return self.tr(
            "The description says nothing of the links. Write their tubes (beams) or springs in it."
        )

    def _summary(self, shown: Contributions) -> str:
        return self.tr("The largest: {words}").format(words=shown.cell_words(*self.chart.strongest(shown)))


def joint_bars(found: ReducedStiffness) -> tuple[JointBar, ...]:
    """Bars of all joints, each with its numbers and its sentence."""
    shares = link_shares(found)
    return tuple(_bar(found, joint, shares[:, joint.number]) for joint in found.joints)


def _bar(found: ReducedStiffness, joint: ReducedJoint, shares: FloatArray) -> JointBar:
    own = 1.0 / joint.factor if joint.factor else float("nan")
    parts = [Part(SPRING, tr("own spring"), own)] if isfinite(own) and own > 0.0 else []
    parts += [
        Part(one.link, link_word(one.link), float(share))
        for one, share in zip(found.contributions, shares, strict=True)
        if isfinite(share)
    ]
    if len(parts) == 1 and own < 1.0:  # load tests measure all links as a whole
        parts.append(Part(BASE_LINK, tr("links together"), 1.0 - own))
    whole = stiffness(joint.stiffness, joint.stiffness_std, slides=joint.is_prismatic)
    value = value_text(replace(whole, digits=None))  # shorter than in a table, to fit beside the bar
    words = f"{joint.joint}: {value}. " + listed(f"{part.name} {share_text(part.share)}" for part in parts)
    said = joined_sentences(f"{words}.", *(reason_text(one) for one in joint.judgement.reasons))
    return JointBar(joint.joint, joint.judgement.verdict, tuple(parts), value, _remark(joint), said)


def _remark(joint: ReducedJoint) -> str:
    if not isfinite(joint.spring):
        return tr("own spring not known")
    if joint.is_held:
        return tr("held at its own spring")
    own = write(stiffness(joint.spring, slides=joint.is_prismatic)).value
    return tr("own {own}, factor {factor}").format(own=own, factor=number(joint.factor))


def _contributions(found: ReducedStiffness, robot: RobotModel, *, is_arm: bool) -> Contributions:
    """Contributions as shares of every joint's compliance, or by geometry alone."""
    springs = tuple(sorted(robot.link_springs, key=lambda spring: spring.link))
    own = np.stack(
        [spring_pairs(one.compliance if is_arm else one.coefficient) for one in found.contributions]
    )
    values = own / found.compliance[np.newaxis, :, np.newaxis] if is_arm else own
    by_spring = values.transpose(2, 0, 1)
    known = np.array([joint.judgement.verdict is not Verdict.NOT_MEASURABLE for joint in found.joints])
    # an unknown joint has arbitrary numbers, which would make the colours of all others pale
    seen = by_spring[..., known] if known.any() else by_spring
    scale = np.full(len(PAIR_NAMES), float(np.abs(seen).max())) if is_arm else unit_scales(seen)

    def words(spring: int, link: int, joint: int) -> str:
        return cell_words(found, springs, names=PAIR_PLACES[spring], link=link, joint=joint)

    return Contributions(
        by_spring,
        scale,
        springs=PAIR_NAMES,
        links=tuple(link_word(one.link) for one in found.contributions),
        joints=found.joint_names,
        is_known=tuple(known.tolist()),
        unit="share" if is_arm else "1/m², 1/m or 1",
        longest_text="100" if is_arm else "−0.99",
        cell_text=_share_text if is_arm else _short_text,
        cell_words=words,
    )


def _share_text(share: float) -> str:
    """Share in whole percent; empty below half a percent."""
    return f"{round(100 * share)}".replace("-", "−") if abs(share) >= _SHARE_FROM else ""


def _short_text(value: float) -> str:
    return number(value, digits=2) if abs(value) >= _SHORT_FROM else ""
