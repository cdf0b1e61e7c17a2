"""How thoroughly a payload is measured, what is expected on the flange, and how fast the joints sweep."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.pages.procedure_form import ProcedureForm
from app.speech.quantities import ANGLE, SPEED, read_place, read_positive
from app.tokens import GRID
from app.views.captioned import captioned
from app.views.choice import Choice
from app.views.fields import CheckedField
from app.work.payload_runs import PayloadRun
from core.bounds import PLACE
from core.bounds import SPEED as JOINT_SPEED
from core.errors import BadRequest
from core.payload.plan import WIDTH, PayloadMode, PayloadPlan, PayloadPlanSettings
from core.payload.result import ReferenceKind
from core.payload.settings import KnownLoad

if TYPE_CHECKING:
    from app.procedures.payload import PayloadProcedure
    from app.work.reference_choice import ReferenceChoice


class PayloadForm(ProcedureForm):
    """Defaults that are good enough; with the payload, what hangs there may be one that was weighed."""

    def __init__(self, load: PayloadRun, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._load, self._is_planned = load, False
        self.mode = Choice(self.tr("How thoroughly"))
        self.mode.offer(
            (
                (PayloadMode.THOROUGH, self.tr("Thorough, up to 6 min")),
                (PayloadMode.QUICK, self.tr("Quick, up to 2.5 min")),
            )
        )
        self.mode.choose(PayloadMode.THOROUGH)
        self.hangs = Choice(self.tr("What hangs on the flange"))
        self.hangs.offer(
            (
                (PayloadRun.LOADED, self.tr("What is to be measured")),
                (PayloadRun.KNOWN, self.tr("A load that was weighed")),
            )
        )
        self.center = CheckedField(
            self.tr("Centre of the weighed load from the flange"),
            read_place,
            bounds=PLACE,
            accepts="40 30 80 mm",
        )
        self.sweep_speed = CheckedField(
            self.tr("Speed of the sweeps"), _speed_or_none, bounds=JOINT_SPEED, accepts=self.tr("auto")
        )
        self.sweep_width = CheckedField(
            self.tr("Range of the sweeps"), _angle_or_none, bounds=WIDTH, accepts=self.tr("auto")
        )
        self.sweep_speed.edit.setToolTip(self.tr("In °/s; empty for what suits the arm."))
        self.sweep_width.edit.setToolTip(self.tr("In °; empty for what suits the arm."))
        for choice in (self.mode, self.hangs):
            choice.picked.connect(self.changed)
        self.hangs.picked.connect(self._show_load)
        self.watch((self.center, self.sweep_speed, self.sweep_width))
        self._lay_out()
        self._show_load()

    @property
    def load(self) -> PayloadRun:
        """What is on the flange while it sweeps."""
        if self._load is PayloadRun.UNLOADED:
            return self._load
        return PayloadRun.KNOWN if self.hangs.value is PayloadRun.KNOWN else PayloadRun.LOADED

    def show_plan(self, plan: PayloadPlan | None) -> None:
        """The sweeps are those of a plan that is there already; None where new ones are planned."""
        if plan is not None:
            self.mode.choose(plan.settings.mode)
        self._is_planned = plan is not None
        self.mode.setEnabled(plan is None)
        words = self.tr("The sweeps are those of the reference.") if plan is not None else ""
        self.mode.setToolTip(words)
        self._show_load()

    def procedure(
        self, reference: "ReferenceChoice | None" = None, *, only: tuple[int, ...] = ()
    ) -> "PayloadProcedure | None":
        """The sweeps as the fields say; None while one of them cannot be read, or says too little."""
        from app.procedures.payload import PayloadProcedure

        if not self.is_understood:
            return None
        known = self._known()
        if self.load is PayloadRun.KNOWN and known is None:
            return None
        earlier = ""
        if reference is not None and reference.kind is ReferenceKind.EARLIER_VISIT:
            earlier = reference.visit
        try:
            settings = self._settings()
        except BadRequest:
            return None
        return PayloadProcedure(
            settings,
            load=self.load,
            known=known,
            only=only,
            reference_visit=Path(earlier) if earlier else None,
            use_model=reference is not None and reference.kind is ReferenceKind.MODEL,
        )

    def _settings(self) -> PayloadPlanSettings:
        mode, speed, width = self.mode.value, self.sweep_speed.value, self.sweep_width.value
        assert isinstance(mode, PayloadMode)
        return PayloadPlanSettings(
            mode=mode,
            speed=speed if isinstance(speed, float) else None,
            width=width if isinstance(width, float) else None,
            payload_mass=self.payload_mass or 0.0,
        )

    def _known(self) -> KnownLoad | None:
        mass, center = self.payload_mass, self.center.value
        if self.load is not PayloadRun.KNOWN or not mass or not isinstance(center, tuple):
            return None
        return KnownLoad(mass, (center[0], center[1], center[2]))

    def _show_load(self) -> None:
        self._center.setVisible(self.load is PayloadRun.KNOWN)
        self._beside.setVisible(self.load is not PayloadRun.KNOWN and not self._is_planned)

    def _lay_out(self) -> None:
        self.column.setSpacing(2)
        self.column.addWidget(captioned(self.tr("How thoroughly"), self.mode))
        hangs = captioned(self.tr("On the flange"), self.hangs)
        hangs.setVisible(self._load is not PayloadRun.UNLOADED)
        self.column.addWidget(hangs)
        is_empty = self._load is PayloadRun.UNLOADED
        words = self.tr("Payload that will be measured") if is_empty else self.tr("Mass, as far as known")
        self.column.addWidget(captioned(words, self.payload))
        self._center = captioned(self.tr("Centre of its mass x y z"), self.center)
        self.column.addWidget(self._center)
        self._beside = QWidget()
        row = QHBoxLayout(self._beside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(captioned(self.tr("Speed, °/s"), self.sweep_speed))
        row.addWidget(captioned(self.tr("Range, °"), self.sweep_width))
        self.column.addWidget(self._beside)
        self.column.addStretch(1)


def _speed_or_none(text: str) -> float | None:
    return read_positive(text, SPEED) if text.strip() else None


def _angle_or_none(text: str) -> float | None:
    return read_positive(text, ANGLE) if text.strip() else None
