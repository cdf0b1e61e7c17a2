"""Plots of one joint at a time: a joint chooser, and torque measured against the model."""

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QStackedLayout, QWidget

from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.tokens import GRID
from app.speech import units
from app.speech.units import NEWTON, SECOND, DisplayUnit, number
from app.visit.open_visit import OpenVisit
from app.visit.summaries import MeasuredAgainstModel
from app.widgets.layouts import Card, bare_row
from app.widgets.legend import Curve, Legend
from app.widgets.plot import Plot
from app.widgets.segmented import Segmented
from app.widgets.text import Button, muted
from app.widgets.view_saving import PlotExport


def torque_unit(visit: OpenVisit, joint: int) -> DisplayUnit:
    """Display unit of a joint's torque, or of its force if it slides."""
    return units.torque_unit(slides=visit.summary is not None and visit.summary.prismatic[joint])


class JointView(Card):
    """A card with a chooser of joints, a legend, and *Save view* above the plots."""

    def __init__(self, visit: OpenVisit, legend: Legend) -> None:
        super().__init__(margin=GRID)
        self._visit = visit
        self.joint = Segmented(self.tr("Joint"))
        self.joint.chosen.connect(lambda _index: self._show_joint())
        self._save = Button(self.tr("Save view …"), role="quiet")
        self._joint_word = muted(self.tr("Joint"))
        self._chooser = QWidget()
        row = bare_row(self._joint_word, self.joint, None, legend, self._save, of=self._chooser)
        row.setContentsMargins(GRID, 0, 0, 0)
        self.column.addWidget(self._chooser)

    def offer_joints(self, count: int) -> None:
        """Offer the joints 1 to ``count``."""
        self.joint.show_words([str(number + 1) for number in range(count)])

    def _export_by_button(self, export: PlotExport, plot: Plot) -> None:
        self._save.clicked.connect(
            lambda: export.open_menu(plot, self._save.mapToGlobal(QPoint(0, self._save.height())))
        )

    def _show_joint(self) -> None:
        raise NotImplementedError


class MeasuredView(JointView):
    """Measured and modelled torque over time, and the residual below."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(visit, Legend((("measured", self.tr("measured")), ("model", self.tr("model")))))
        self._label = ""
        self._asked: object = None
        self._shown: tuple[int, int] | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(self._show_residual)
        self.torque = Plot(self.tr("Measured and modelled torque over time"))
        self.residual = Plot(self.tr("Residual over time"))
        self.residual.box.setXLink(self.torque.box)
        self.torque.axis("bottom").setStyle(showValues=False)
        export = PlotExport(
            (self.torque, self.residual), name=self._name, mark=visit.mark_word, runner=runner, bus=bus
        )
        self._export_by_button(export, self.torque)
        self._waiting = muted(self.tr("Computing the model along this recording …"))
        plots = QWidget()
        self._stack = QStackedLayout(plots)  # without a parent it would show its first card as a window
        self._lay_out(plots)

    def show_recording(self, label: str) -> None:
        """Show a recording; its curves are computed if they are missing."""
        self._label = label
        curves = self._visit.curves(label)
        if curves is None:
            self._stack.setCurrentIndex(1)
            if self._asked != (label, id(self._visit.result)):
                self._asked = (label, id(self._visit.result))
                self._visit.ask_for_curves(label)
            return
        self._asked = None
        self._stack.setCurrentIndex(0)
        self.offer_joints(curves.measured.shape[1])
        self._show_joint()

    def _show_joint(self) -> None:
        curves, joint = self._visit.curves(self._label), self.joint.index
        if curves is None or joint < 0 or self._shown == (id(curves), joint):
            return
        self._shown = (id(curves), joint)
        unit = torque_unit(self._visit, joint)
        quantity = self.tr("Force") if unit is NEWTON else self.tr("Torque")
        self.torque.label_axes("", SECOND.symbol, quantity, unit.symbol, stacked=True)
        self.torque.x_label = (self.tr("Time"), SECOND.symbol)
        measured, modelled = curves.measured[:, joint], curves.modelled[:, joint]
        self.torque.show_curves(
            (
                Curve(self.tr("measured"), unit.symbol, curves.time, measured, "measured"),
                Curve(self.tr("model"), unit.symbol, curves.time, modelled, "model"),
            ),
            summary=self._summary(curves, joint, unit),
        )
        self._turn.start()  # the residual in another turn of the event loop, so that no turn takes long

    def _show_residual(self) -> None:
        curves, joint = self._visit.curves(self._label), self.joint.index
        if curves is None or joint < 0:
            return
        unit = torque_unit(self._visit, joint)
        self.residual.label_axes(
            self.tr("Time"), SECOND.symbol, self.tr("Residual"), unit.symbol, stacked=True
        )
        rest = curves.measured[:, joint] - curves.modelled[:, joint]
        words = self.tr("measured minus model")
        self.residual.show_curves((Curve(words, unit.symbol, curves.time, rest, "measured"),))

    def _summary(self, curves: MeasuredAgainstModel, joint: int, unit: DisplayUnit) -> str:
        return self.tr(
            "Joint {joint} in {label}: measured {low} to {high} {unit}, the model dashed over it."
        ).format(
            joint=joint + 1,
            label=curves.recording,
            low=number(float(curves.measured[:, joint].min())),
            high=number(float(curves.measured[:, joint].max())),
            unit=unit.symbol,
        )

    def _name(self) -> str:
        return f"{self._label}-joint-{self.joint.index + 1}"

    def _lay_out(self, plots: QWidget) -> None:
        inside = Card(margin=0)
        inside.setProperty("role", "")
        inside.column.addWidget(self.torque, 3)
        inside.column.addWidget(self.residual, 2)
        waiting = Card(margin=2 * GRID)
        waiting.setProperty("role", "")
        waiting.column.addWidget(self._waiting)
        waiting.column.addStretch(1)
        self._stack.addWidget(inside)
        self._stack.addWidget(waiting)
        self.column.addWidget(plots, 1)
