"""The form of a verification: its motions, the limits, and the payload."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.features.verification.presentation import motion_word
from app.features.verification.tasks import MOTIONS
from app.features.verification.words import parse_shares, parse_torques
from app.guide.procedure_form import ProcedureForm, beside
from app.look.tokens import GRID
from app.speech.quantities import NotUnderstood
from app.widgets.choice import TickBox
from app.widgets.fields import CheckedField
from app.widgets.layouts import bare_row, captioned
from app.widgets.text import Text
from core.errors import BadRequest
from core.identification.judgement import JOINT_ERROR_USABLE
from core.identification.verification_result import (
    LARGEST_ERROR,
    LARGEST_TORQUE,
    VerificationLimits,
    VerifiedMotion,
)

if TYPE_CHECKING:
    from app.features.verification.procedure import VerifyProcedure


class VerifyForm(ProcedureForm):
    """Ticks for three motions, limits of the model's error, and the payload."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._joints = 0
        self.ticks = {motion: TickBox() for motion in MOTIONS.values()}
        usual = f"{round(100 * JOINT_ERROR_USABLE)} %"
        self.limit = CheckedField(
            self.tr("Error at most, while moving"), self._shares, bounds=LARGEST_ERROR, accepts=usual
        )
        self.limit.begin_with(usual)
        self.rms = CheckedField(
            self.tr("RMS error at most"), self._torques, bounds=LARGEST_TORQUE, accepts="1.5 N·m"
        )
        self.rms.offer_emptying(self.tr("no limit"))
        self.column.setSpacing(2)
        for motion, tick in self.ticks.items():
            self.column.addWidget(self._tick_row(motion, tick))
        error, rms = self.tr("Error at most"), self.tr("RMS at most")
        self.column.addWidget(beside(captioned(error, self.limit), captioned(rms, self.rms)))
        self.column.addWidget(self.flange.captioned("payload_mass"))
        self.watch(self.limit, self.rms)
        self.end()

    @property
    def motions(self) -> tuple[VerifiedMotion, ...]:
        """Motions whose boxes are ticked, in their order."""
        return tuple(motion for motion, tick in self.ticks.items() if tick.isChecked())

    def procedure(self) -> "VerifyProcedure | None":
        """The procedure with the settings of the fields; None while one is invalid or nothing is ticked."""
        from app.features.verification.procedure import VerifyProcedure
        from core.identification.verification_result import VerificationMotions

        if not self.is_understood or not self.motions:
            return None
        limits = VerificationLimits.of(
            self._joints, relative_error=_tuple(self.limit.value), rms_torque=_tuple(self.rms.value)
        )
        wanted = VerificationMotions(motions=self.motions)
        return VerifyProcedure(wanted, limits=limits, payload_mass=self.payload_mass)

    def show_arm(self, *, joints: int, runs_trajectories: bool) -> None:
        """Fit the form to an arm; a controller without trajectories offers moves between poses only."""
        self._joints = joints
        for motion, tick in self.ticks.items():
            offered = runs_trajectories or motion is VerifiedMotion.POINTS
            if offered != tick.isEnabled() or not offered:
                tick.setEnabled(offered)
                tick.setChecked(offered)

    def _shares(self, text: str) -> object:
        return self._fitting(parse_shares(text), text)

    def _torques(self, text: str) -> object:
        return self._fitting(parse_torques(text), text)

    def _fitting(self, values: tuple[float, ...] | None, text: str) -> tuple[float, ...] | None:
        """Limits, one for all joints or one for each; any other number is refused."""
        try:
            VerificationLimits.of(self._joints or 1, relative_error=values)
        except BadRequest as wrong:
            raise NotUnderstood(text) from wrong
        return values

    def _tick_row(self, motion: VerifiedMotion, tick: TickBox) -> QWidget:
        row = QWidget()
        words = motion_word(motion)
        tick.setAccessibleName(words)
        tick.setChecked(True)
        tick.toggled.connect(self.changed)
        bare_row(tick, (Text(words), 1), of=row)
        return row


def _tuple(value: object) -> tuple[float, ...] | None:
    return value if isinstance(value, tuple) else None
