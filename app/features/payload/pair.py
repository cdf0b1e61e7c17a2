"""A payload from beginning to end on a virtual robot: sweeps without it, then the same with it."""

from dataclasses import dataclass, replace
from typing import ClassVar

from app.arm.procedure import Outcome, Prepared
from app.arm.session import RobotSession
from app.features.payload.procedure import NAME, PayloadProcedure, PreparedPayload
from app.visit.payload_runs import PayloadRun
from core.monitor import Monitor, PartOfMonitor
from core.recording import Mark
from devices.errors import MotionRejected


@dataclass(frozen=True)
class PayloadPair:
    """``sweeps`` with nothing on the flange, then with ``mass`` kg at ``center`` (3,) m in its frame."""

    name: ClassVar[str] = NAME
    sweeps: PayloadProcedure
    mass: float
    center: tuple[float, float, float]

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedPayload:
        """Prepare the sweeps without the payload; those with it are prepared once it hangs.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` for any arm that is not virtual.
        BadRequest, NotIdentifiable
            As for ``PayloadProcedure.prepare``.
        """
        if session.capabilities.mark is not Mark.VIRTUAL:
            raise MotionRejected("simulation-not-offered", action="attach")
        return self._with(PayloadRun.UNLOADED).prepare(session, monitor)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Run the sweeps without, then with the payload; the second only after a complete first run."""
        assert isinstance(prepared, PreparedPayload)
        first = PartOfMonitor(monitor, first=0.0, last=0.5)
        without = self._with(PayloadRun.UNLOADED).run(session, prepared, first)
        if not without.is_complete:
            return without
        session.hang_on_virtual(self.mass, self.center)
        loaded = replace(self._with(PayloadRun.LOADED), plan=prepared.plan)
        following = PartOfMonitor(monitor, first=0.5, last=1.0)
        again = loaded.prepare(session, following).confirmed(
            clear_cell=prepared.clear_cell_confirmed, serial=prepared.serial_confirmed
        )
        return loaded.run(session, again, following).after(without)

    def _with(self, load: PayloadRun) -> PayloadProcedure:
        label = f"{self.sweeps.label}-{load.value}" if self.sweeps.label else ""
        return replace(self.sweeps, load=load, label=label)
