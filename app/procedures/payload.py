"""Payload: two joints sweep slowly there and back with the flange held in several ways.

One recording holds all of it; each sweep is an event of it. The sweeps with the payload are those of
the reference without it. Once the payload's are done, it is worked out at once.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.procedures.procedure import Outcome, Prepared
from app.procedures.session import RobotSession
from app.work.payload_runs import PayloadRun
from core.monitor import Monitor
from core.payload.plan import PayloadPlan, PayloadPlanSettings
from core.payload.settings import KnownLoad

if TYPE_CHECKING:
    from app.work.payload_sweeps import StagedPayload

NAME = "payload"


@dataclass(frozen=True, eq=False)
class PreparedPayload(Prepared):
    """The sweeps; ``ends_sweep`` has the place in ``staged.sweeps`` by that of a sweep's last motion."""

    staged: "StagedPayload | None" = None
    ends_sweep: dict[int, int] = field(default_factory=dict)

    @property
    def plan(self) -> PayloadPlan:
        """All sweeps, also those that do not run this time."""
        assert self.staged is not None
        return self.staged.plan


@dataclass(frozen=True)
class PayloadProcedure:
    """Sweep with nothing, with the payload, or with a weighed load on the flange.

    Without a ``plan`` the payload's sweeps are those of ``reference_visit``, else of this visit; with
    ``use_model``, or where there are none, new ones are planned. ``only`` repeats single sweeps by their
    numbers, or completes a run that was stopped. ``label`` empty: ``payload-loaded`` and so on.
    """

    settings: PayloadPlanSettings = field(default_factory=PayloadPlanSettings)
    load: PayloadRun = PayloadRun.LOADED
    known: KnownLoad | None = None
    floor_height: float | None = 0.0
    label: str = ""
    plan: PayloadPlan | None = None
    only: tuple[int, ...] = ()
    reference_visit: Path | None = None
    use_model: bool = False

    @property
    def name(self) -> str:
        """``payload``."""
        return NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedPayload:
        """Plan or take over the sweeps, and work out every motion."""
        raise NotImplementedError

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Sweep after sweep, then what they say."""
        raise NotImplementedError
