"""Sweeps for a payload: planned where the arm stands or taken from the reference, made into motions. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from app.work.circumstances import Circumstances
from app.work.payload_runs import PayloadRun
from core.monitor import Monitor
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.payload.plan import Coverage, PayloadPlan, PayloadPlanSettings, PayloadSweep
    from core.payload.settings import KnownLoad


class PlanSource(StrEnum):
    """Where the sweeps come from."""

    PLANNED = "planned"
    """From where the arm stands now."""
    GIVEN = "given"
    THIS_VISIT = "this-visit"
    EARLIER_VISIT = "earlier-visit"


@dataclass(frozen=True, eq=False)
class StagedSweep:
    """One sweep as motions: the slow ``approach`` to where it begins, then one or several ``moves``.

    ``coverage`` is what will be known once it is done.
    """

    sweep: "PayloadSweep"
    approach: tuple[Preview, ...]
    moves: tuple[Preview, ...]
    coverage: "Coverage"


@dataclass(frozen=True, eq=False)
class StagedPayload:
    """A plan, and those of its sweeps that will run, as motions; ``done`` were done before."""

    plan: "PayloadPlan"
    source: PlanSource
    sweeps: tuple[StagedSweep, ...]
    done: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class PayloadAsked:
    """What somebody wants swept; see ``app.procedures.payload.PayloadProcedure``."""

    settings: "PayloadPlanSettings"
    load: PayloadRun
    known: "KnownLoad | None" = None
    plan: "PayloadPlan | None" = None
    only: Sequence[int] = ()
    reference_visit: Path | None = None
    use_model: bool = False


def prepare_payload(
    *,
    circumstances: Circumstances,
    asked: PayloadAsked,
    visit: Path | None = None,
    serial: str = "",
    monitor: Monitor,
) -> StagedPayload:
    """Sweeps from where the arm stands, each motion looked at from where the one before ends.

    Parameters
    ----------
    circumstances
        Where the arm stands, and what is known about it.
    asked
        With what on the flange, how thoroughly, which sweeps, compared with what.
    visit
        Where the reference may be.
    serial
        Of the arm, against which an earlier visit is checked.

    Raises
    ------
    BadRequest
        ``payload-plan-missing``, ``payload-plan-other-arm``, ``payload-sweep-unknown``,
        ``sweep-speed-unknown``, and what ``plan_payload`` raises.
    NotIdentifiable
        As for ``plan_payload``.
    """
    raise NotImplementedError
