"""The form of payload sweeps: thoroughness, load on the flange, speed and width of the sweeps."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.guide.procedure_form import ProcedureForm, beside
from app.look.tokens import GRID
from app.speech.entries import place_or_none
from app.visit.payload import AskedReference, PayloadRun
from app.widgets.choice import Choice
from app.widgets.layouts import captioned
from app.widgets.setting_fields import SettingFields, caption_of, setting_field
from core.errors import BadRequest
from core.payload.plan import PayloadMode, PayloadPlan, PayloadPlanSettings
from core.payload.result import ReferenceKind
from core.payload.settings import KnownLoad
from core.setting import declared

if TYPE_CHECKING:
    from app.features.payload.procedure import PayloadProcedure
    from app.visit.payload import ReferenceChoice

_CENTER = declared(KnownLoad)["center"]


class PayloadForm(ProcedureForm):
    """Settings of payload sweeps with defaults; the loaded form also offers a load that was weighed."""

    def __init__(self, load: PayloadRun) -> None:
        super().__init__(margin=GRID)
        self._load, self._is_planned = load, False
        self._fields = SettingFields(PayloadPlanSettings())
        self.mode = self._fields.choice(
            "mode",
            (
                (PayloadMode.THOROUGH, self.tr("Thorough, up to 6 min")),
                (PayloadMode.QUICK, self.tr("Quick, up to 90 s")),
            ),
        )
        self._mode_help = self.mode.toolTip()
        self.hangs = Choice(self.tr("What hangs on the flange"))
        self.hangs.offer(
            (
                (PayloadRun.LOADED, self.tr("Payload to measure")),
                (PayloadRun.KNOWN, self.tr("A load that was weighed")),
            )
        )
        self.center = setting_field(_CENTER, place_or_none())
        self.center.offer_emptying(self.tr("unknown"))
        self.sweep_speed = self._fields.field("speed", placeholder=self.tr("auto"))
        self.sweep_width = self._fields.field("width", placeholder=self.tr("auto"))
        self.tool_length = self._fields.field("tool_length")
        self.hangs.picked.connect(self.changed)
        self.hangs.picked.connect(self._show_load)
        self.watch(self.center, self._fields)
        self._lay_out()
        self._show_load()

    @property
    def load(self) -> PayloadRun:
        """Load that is on the flange during the sweeps."""
        if self._load is PayloadRun.UNLOADED:
            return self._load
        return PayloadRun.KNOWN if self.hangs.value is PayloadRun.KNOWN else PayloadRun.LOADED

    def show_plan(self, plan: PayloadPlan | None) -> None:
        """Lock the settings to those of an existing plan; None where new sweeps are planned."""
        if plan is not None:
            self.mode.choose(plan.settings.mode)
        self._is_planned = plan is not None
        self.mode.setEnabled(plan is None)
        words = self.tr("The sweeps are those of the empty arm.")
        self.mode.setToolTip(words if plan is not None else self._mode_help)
        self._show_load()

    def procedure(
        self, reference: "ReferenceChoice | None" = None, *, only: tuple[int, ...] = ()
    ) -> "PayloadProcedure | None":
        """The procedure with the settings of the fields; None while one is invalid or missing."""
        from app.features.payload.procedure import PayloadProcedure

        if not self.is_understood:
            return None
        known = self._known()
        if self.load is PayloadRun.KNOWN and known is None:
            return None
        asked = AskedReference()
        if reference is not None and reference.kind is ReferenceKind.EARLIER_VISIT:
            asked = AskedReference(visit=Path(reference.visit))
        elif reference is not None and reference.kind is ReferenceKind.MODEL:
            asked = AskedReference(use_model=True)
        try:
            settings = replace(self._fields.settings, payload_mass=self.payload_mass or 0.0)
        except BadRequest:
            return None
        return PayloadProcedure(
            settings, load=self.load, known=known, only=only, reference=asked, weighs_meanwhile=True
        )

    def _known(self) -> KnownLoad | None:
        mass, center = self.payload_mass, self.center.value
        if self.load is not PayloadRun.KNOWN or not mass or not isinstance(center, tuple):
            return None
        return KnownLoad(mass, center)

    def _show_load(self) -> None:
        self._center.setVisible(self.load is PayloadRun.KNOWN)
        self._beside.setVisible(self.load is not PayloadRun.KNOWN and not self._is_planned)

    def _lay_out(self) -> None:
        self.column.setSpacing(2)
        self.column.addWidget(self._fields.captioned("mode"))
        hangs = captioned(self.tr("On the flange"), self.hangs)
        is_empty = self._load is PayloadRun.UNLOADED
        if is_empty:
            hangs.hide()
        self.column.addWidget(hangs)
        words = self.tr("Payload that will be measured") if is_empty else self.tr("Mass, as far as known")
        self.column.addWidget(captioned(words, self.payload))
        self._center = captioned(caption_of(_CENTER), self.center)
        self.column.addWidget(self._center)
        self.column.addWidget(self._fields.captioned("tool_length"))
        self._beside = beside(self._fields.captioned("speed"), self._fields.captioned("width"))
        self.column.addWidget(self._beside)
        self.end()
