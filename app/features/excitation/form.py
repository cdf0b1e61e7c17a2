"""Form of a run: periods at full speed, and the load on the flange."""

from typing import TYPE_CHECKING

from app.arm.settings import RepeatSettings
from app.features.excitation.presentation import condition_text
from app.guide.procedure_form import ProcedureForm
from app.look.tokens import GRID
from app.speech.units import seconds
from app.widgets.arranged import fill
from app.widgets.setting_fields import SettingFields
from app.widgets.text import emphasis, paragraph

if TYPE_CHECKING:
    from app.features.excitation.procedure import ExciteProcedure
    from core.excitation.excitation_plan import ExcitationPlan


class ExciteForm(ProcedureForm):
    """The plan in two lines, and two fields whose defaults are good enough."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._plan = emphasis(self.tr("The planned motion")), paragraph()
        self._fields = SettingFields(RepeatSettings())
        self.cycles = self._fields.field("cycles")
        self.watch(self._fields)
        self.column.setSpacing(GRID)
        fields = (self._fields.captioned("cycles"), self.flange.captioned("payload_mass"))
        fill(self.column, self._title, self._plan, *fields)
        self.end()
        self.show_plan(None)

    def procedure(self, plan: str) -> "ExciteProcedure | None":
        """The run of the visit's plan with this key; None while a field cannot be read."""
        from app.features.excitation.procedure import ExciteProcedure

        if not self.is_understood:
            return None
        return ExciteProcedure(plan, cycles=self._fields.settings.cycles, payload_mass=self.payload_mass)

    def show_plan(self, plan: "ExcitationPlan | None") -> None:
        """Show period and condition number of the planned motion; None without one."""
        if plan is None:
            self._plan.setText(self.tr("None is planned yet."))
            return
        self._plan.setText(
            self.tr("{period} a period, condition number {value}.").format(
                period=seconds(plan.settings.period_s), value=condition_text(plan.condition_number)
            )
        )
