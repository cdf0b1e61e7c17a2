"""Plots of the second and the third loop: torque without friction, and the learned rest."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Slot

from app.features.identification.sentences import compensation_sentence, dynamics_sentence
from app.guide.joint_views import JointView, torque_unit
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.tokens import GRID
from app.speech.language import translate
from app.speech.units import NEWTON, SECOND, number
from app.visit.open_visit import OpenVisit
from app.visit.summaries import MeasuredAgainstModel
from app.widgets.curve import Curve
from app.widgets.legend import Legend
from app.widgets.plot import Plot
from app.widgets.plot_export import PlotExport
from app.widgets.text import paragraph
from core.identification.result import IdentificationResult
from core.recording import FloatArray

_PENS = ("measured", "model")


def _tr(text: str) -> str:
    return translate("LoopPlots", text)


@dataclass(frozen=True)
class LoopPicture:
    """Words and curves of one loop, for a joint along a recording."""

    name: str
    """Part of the names of saved files."""
    title: str
    words: tuple[str, str]
    """Names of the two curves."""
    say: Callable[[IdentificationResult, int], str]
    """Sentence above the curves of a joint, counted from 0."""
    lines: Callable[[MeasuredAgainstModel, int], tuple[FloatArray, FloatArray]]
    """The two curves of a joint, each (N,) in N·m."""


def dynamics_picture() -> LoopPicture:
    """Plot of the measured torque less friction, over the torque of gravity and inertia."""

    def lines(curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        rigid = curves.rigid[:, joint]
        # modelled − rigid is the joint's own friction
        return curves.measured[:, joint] - (curves.modelled[:, joint] - rigid), rigid

    return LoopPicture(
        name="dynamics",
        title=_tr("Torque without friction over time"),
        words=(_tr("measured, friction taken out"), _tr("gravity and inertia")),
        say=lambda result, _joint: dynamics_sentence(result),
        lines=lines,
    )


def compensation_picture() -> LoopPicture:
    """Plot of the torque that friction and dynamics leave, over that of the learner."""

    def lines(curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        learned = curves.learned[:, joint]
        return curves.measured[:, joint] - (curves.modelled[:, joint] - learned), learned

    return LoopPicture(
        name="compensation",
        title=_tr("What is left of the torque over time"),
        words=(_tr("left over"), _tr("what the learner expects")),
        say=compensation_sentence,
        lines=lines,
    )


class OverTimeView(JointView):
    """Two curves of one joint along a recording, under a sentence."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, picture: LoopPicture) -> None:
        super().__init__(visit, Legend(tuple(zip(_PENS, picture.words, strict=True))))
        self._picture = picture
        self._label = ""
        self._result: IdentificationResult | None = None
        self._shown: tuple[int, int] | None = None
        self.sentence = paragraph()
        self.sentence.setContentsMargins(GRID, 0, GRID, 0)
        self.plot = Plot(picture.title)
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self.column.addWidget(self.sentence)
        self.column.addWidget(self.plot, 1)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the sentence and the curves of another result."""
        self._result = result
        self.offer_joints(len(result.friction))
        self._show_joint()

    def show_recording(self, label: str) -> None:
        """Show the curves of a recording where they have been computed; the view beside asks for them."""
        self._label = label
        self._show_joint()

    @Slot()
    def _show_joint(self) -> None:
        joint = self.joint.index
        if self._result is None or not 0 <= joint < len(self._result.friction):
            return
        self.sentence.setText(self._picture.say(self._result, joint))
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
        lines, words = self._picture.lines(curves, joint), self._picture.words
        self.plot.show_curves(
            tuple(
                Curve(name, unit.symbol, curves.time, line, pen)
                for name, line, pen in zip(words, lines, _PENS, strict=True)
            ),
            summary=self.tr("Joint {joint} in {label}: {first}, up to {size} {unit}, and {second}.").format(
                joint=joint + 1,
                label=curves.recording,
                first=words[0],
                second=words[1],
                size=number(float(abs(lines[0]).max())),
                unit=unit.symbol,
            ),
        )

    def _name(self) -> str:
        return f"{self._label}-{self._picture.name}-joint-{self.joint.index + 1}"
