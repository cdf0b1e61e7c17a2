"""How a planned motion is run: how often at full speed, and what hangs on the flange."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.pages.procedure_form import ProcedureForm
from app.plan_entries import parse_from_one
from app.plan_words import condition_text
from app.speech.units import seconds
from app.tokens import GRID
from app.views.captioned import captioned
from app.views.fields import CheckedField
from app.views.text import emphasis, paragraph
from core.bounds import COUNT

if TYPE_CHECKING:
    from app.procedures.excite import ExciteProcedure
    from core.excitation.excitation_plan import ExcitationPlan

FIRST_CYCLES = 5


class ExciteForm(ProcedureForm):
    """The plan in two lines, and two fields with defaults that are good enough."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title, self._plan = emphasis(self.tr("The planned motion")), paragraph()
        self.cycles = CheckedField(
            self.tr("Periods at full speed"), parse_from_one, bounds=COUNT, accepts=str(FIRST_CYCLES)
        )
        self.cycles.show_text(str(FIRST_CYCLES))
        self.watch((self.cycles,))
        self.column.setSpacing(GRID)
        self.column.addWidget(self._title)
        self.column.addWidget(self._plan)
        self.column.addWidget(captioned(self.tr("Periods at full speed"), self.cycles))
        self.column.addWidget(captioned(self.tr("Payload"), self.payload))
        self.column.addStretch(1)
        self.show_plan(None)

    def procedure(self, plan: str) -> "ExciteProcedure | None":
        """The run of the visit's plan with this key; None while a field cannot be read."""
        from app.procedures.excite import ExciteProcedure

        if not self.is_understood:
            return None
        cycles = int(str(self.cycles.value))
        return ExciteProcedure(plan, cycles=cycles, payload_mass=self.payload_mass)

    def show_plan(self, plan: "ExcitationPlan | None") -> None:
        """Say which motion it is."""
        if plan is None:
            self._plan.setText(self.tr("None is planned yet."))
            return
        self._plan.setText(
            self.tr("{period} a period, condition number {value}.").format(
                period=seconds(plan.settings.period_s), value=condition_text(plan.condition_number)
            )
        )
