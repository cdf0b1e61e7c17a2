"""The pictures of the second and the third loop: torque without friction, and what the learner takes."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.jobs.runner import JobRunner
from app.loop_words import compensation_sentence, dynamics_sentence
from app.messages import MessageBus
from app.pages.result_plots import JointView, torque_unit
from app.tokens import GRID
from app.units import NEWTON, SECOND, number
from app.views.legend import Legend
from app.views.plot import Curve, Plot
from app.views.plot_export import PlotExport
from app.views.text import paragraph
from app.visit import OpenVisit
from app.work.summaries import MeasuredAgainstModel
from core.identification.result import IdentificationResult
from core.recording import FloatArray


class OverTimeView(JointView):
    """Two curves of one joint along a recording, under a sentence."""

    _export_name = ""
    """What this view is called in the names of saved files."""

    def __init__(
        self,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        title: str,
        words: tuple[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(visit, Legend((("measured", words[0]), ("model", words[1]))), parent=parent)
        self._words = words
        self._label = ""
        self._result: IdentificationResult | None = None
        self._shown: tuple[int, int] | None = None
        self.sentence = paragraph()
        self.sentence.setContentsMargins(GRID, 0, GRID, 0)
        self.plot = Plot(title)
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self.column.addWidget(self.sentence)
        self.column.addWidget(self.plot, 1)

    def show_result(self, result: IdentificationResult) -> None:
        """Show another result."""
        self._result = result
        self.offer_joints(len(result.friction))
        self._show_joint()

    def show_recording(self, label: str) -> None:
        """Show the curves of a recording where they have been computed; somebody else asks for them."""
        self._label = label
        self._show_joint()

    @Slot()
    def _show_joint(self) -> None:
        joint = self.joint.index
        if self._result is None or not 0 <= joint < len(self._result.friction):
            return
        self.sentence.setText(self._say(self._result, joint))
        curves = self._visit.curves(self._label)
        if curves is None:
            self._shown = None
            self.plot.show_curves(())
            return
        if self._shown == (id(curves), joint):
            return
        self._shown = (id(curves), joint)
        unit = torque_unit(self._visit, joint)
        quantity = self.tr("Force") if unit is NEWTON else self.tr("Torque")
        self.plot.label_axes(self.tr("Time"), SECOND.symbol, quantity, unit.symbol)
        lines = self._lines(curves, joint)
        self.plot.show_curves(
            tuple(
                Curve(words, unit.symbol, curves.time, line, pen)
                for words, line, pen in zip(self._words, lines, ("measured", "model"), strict=True)
            ),
            summary=self.tr("Joint {joint} in {label}: {first}, up to {size} {unit}, and {second}.").format(
                joint=joint + 1,
                label=curves.recording,
                first=self._words[0],
                second=self._words[1],
                size=number(float(abs(lines[0]).max())),
                unit=unit.symbol,
            ),
        )

    def _say(self, result: IdentificationResult, joint: int) -> str:
        raise NotImplementedError

    def _lines(self, curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        raise NotImplementedError

    def _name(self) -> str:
        return (
            f"{self._label}-{type(self).__name__.removesuffix('View').lower()}-joint-{self.joint.index + 1}"
        )


class DynamicsView(OverTimeView):
    """Measured torque with the friction taken out, over what gravity and inertia ask for."""

    _export_name = "dynamics"

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            visit,
            runner,
            bus,
            title=self.tr("Torque without friction over time"),
            words=(self.tr("measured, friction taken out"), self.tr("gravity and inertia")),
            parent=parent,
        )

    def _say(self, result: IdentificationResult, joint: int) -> str:  # noqa: ARG002  # one for all joints
        return dynamics_sentence(result)

    def _lines(self, curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        rigid = curves.rigid[:, joint]
        return curves.measured[:, joint] - (curves.modelled[:, joint] - rigid), rigid


class CompensationView(OverTimeView):
    """What friction and dynamics leave, and what the learner makes of it."""

    _export_name = "learned"

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            visit,
            runner,
            bus,
            title=self.tr("What is left of the torque over time"),
            words=(self.tr("left over"), self.tr("what the learner expects")),
            parent=parent,
        )

    def _say(self, result: IdentificationResult, joint: int) -> str:
        return compensation_sentence(result, joint)

    def _lines(self, curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        learned = curves.learned[:, joint]
        return curves.measured[:, joint] - (curves.modelled[:, joint] - learned), learned
