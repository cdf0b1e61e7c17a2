"""A whole compensation on a virtual robot: places without the load, then the same places with it."""

from dataclasses import dataclass, replace
from typing import ClassVar

from app.arm.procedure import Outcome, Prepared
from app.arm.session import RobotSession
from app.features.tool_correction.at_places import PreparedCompensation
from app.features.tool_correction.procedure import NAME, CompensateProcedure
from app.features.tool_correction.result import CompensationFound
from core.monitor import Monitor, PartOfMonitor
from core.recording import Mark
from core.stiffness.compensation_result import CompensationRun
from devices.errors import MotionRejected


@dataclass(frozen=True)
class CompensatePair:
    """Procedure ``there`` without a load, then with ``mass`` kg at ``center`` (3,) m in the flange frame."""

    name: ClassVar[str] = NAME
    there: CompensateProcedure
    mass: float
    center: tuple[float, float, float]

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedCompensation:
        """Plan the ways without the load; those with it are planned once it hangs.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` for any arm that is not virtual.
        TorsionError
            As for ``CompensateProcedure.prepare``.
        """
        if session.capabilities.mark is not Mark.VIRTUAL:
            raise MotionRejected("simulation-not-offered", action="attach")
        return self._with(CompensationRun.UNLOADED).prepare(session, monitor)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Carry out both runs; the second only where the first was complete."""
        assert isinstance(prepared, PreparedCompensation)
        first = PartOfMonitor(monitor, first=0.0, last=0.4)
        without = self._with(CompensationRun.UNLOADED).run(session, prepared, first)
        if not without.is_complete:
            return without
        session.hang_on_virtual(self.mass, self.center)
        measured = without.found
        assert isinstance(measured, CompensationFound)
        loaded = replace(
            self._with(CompensationRun.LOADED),
            reference=measured.reference,
            reduced=prepared.reduced,
            payload_mass=self.mass,
        )
        following = PartOfMonitor(monitor, first=0.4, last=1.0)
        again = loaded.prepare(session, following).confirmed(
            clear_cell=prepared.clear_cell_confirmed, serial=prepared.serial_confirmed
        )
        outcome = loaded.run(session, again, following).after(without)
        corrected = outcome.found.result if isinstance(outcome.found, CompensationFound) else None
        return replace(outcome, found=CompensationFound(measured.reference, corrected))

    def _with(self, load: CompensationRun) -> CompensateProcedure:
        label = f"{self.there.label}-{load.value}" if self.there.label else ""
        return replace(self.there, load=load, label=label)
