"""The plots of a result: measured against model with the residual, and friction over speed."""

from app.features.identification.sentences import friction_sentence
from app.guide.joint_views import JointView, torque_unit
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.tokens import GRID
from app.speech.units import (
    DEGREE_PER_SECOND,
    MILLIMETRE_PER_SECOND,
    NEWTON,
    with_std,
)
from app.visit.open_visit import OpenVisit
from app.widgets.friction_plot import FrictionPlot
from app.widgets.legend import Legend
from app.widgets.plot_export import PlotExport
from app.widgets.text import Text, paragraph
from core.identification.result import IdentificationResult, JointFriction, Parameter


class FrictionView(JointView):
    """Friction over speed, and the coefficients with their ±."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            visit,
            Legend(
                (("measured", self.tr("measured, with ±")), ("model", self.tr("model"))), dots=("measured",)
            ),
        )
        self._friction: tuple[JointFriction, ...] = ()
        self.plot = FrictionPlot(self.tr("Friction over speed"))
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self._sentence = paragraph()
        self._sentence.setContentsMargins(GRID, 0, GRID, 0)
        self._coefficients = Text(role="muted", wrap=True)
        self._coefficients.setContentsMargins(GRID, 0, GRID, 0)
        self.column.addWidget(self._sentence)
        self.column.addWidget(self.plot, 1)
        self.column.addWidget(self._coefficients)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the friction of another result."""
        self._friction = result.friction
        self.offer_joints(len(result.friction))
        self._show_joint()

    def _show_joint(self) -> None:
        joint = self.joint.index
        if not 0 <= joint < len(self._friction):
            return
        friction = self._friction[joint]
        torque = torque_unit(self._visit, joint)
        speed = MILLIMETRE_PER_SECOND if torque is NEWTON else DEGREE_PER_SECOND
        self.plot.show_friction(friction, speed=speed, torque=torque)
        self._sentence.setText(friction_sentence(friction, unit=torque.symbol))
        self._coefficients.setText("     ".join(_coefficient(friction, one) for one in friction.coefficients))

    def _name(self) -> str:
        return f"friction-joint-{self.joint.index + 1}"


def _coefficient(friction: JointFriction, found: Parameter) -> str:
    """A coefficient on one line; the joint is named by the chooser above."""
    name = found.expression.removesuffix(f" of {friction.joint}")
    unit = found.unit.removeprefix("1")
    return f"{name} {with_std(found.value, found.std)} {unit}".strip().replace(" ", "\N{NO-BREAK SPACE}")
