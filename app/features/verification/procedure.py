"""Verification: motions that no model was fitted to, each recorded by itself, and the model judged on them.

A second excitation, moves from pose to pose, and [Wu]'s circle; on a controller that runs no
trajectories the moves alone. Every recording is stored in the visit; the model is judged after all motions.
"""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

from app.arm.procedure import FlangeSettings, Outcome, PlannedMotion, Prepared
from app.arm.session import RobotSession
from app.arm.staged_run import REPEAT, continued, planned_motions, run_staged, seconds_of_run
from app.features.verification.motions import VerificationPart, stage_verification
from app.features.verification.tasks import judge_verification, label_of
from app.jobs.task import Task
from core.errors import BadRequest, Fact, TorsionError
from core.identification.verification_result import VerificationLimits, VerificationMotions, VerifiedMotion
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray
from devices.capabilities import MotionKind
from devices.errors import ConfigurationError

NAME = "verify"
VERIFIED_ON = "verification-motion"
"""Code of the event that names the motion; facts ``motion``, ``seed``, of a circle ``speed``."""


@dataclass(frozen=True, eq=False)
class PreparedPart:
    """One motion: the label of its recording, its parts, and the torques of inertia (points, n), N·m."""

    motion: VerifiedMotion
    label: str
    motions: tuple[PlannedMotion, ...]
    inertial: FloatArray | None
    facts: dict[str, Fact] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Duration of the motion with its rests, s."""
        return seconds_of_run(self.motions)


@dataclass(frozen=True, eq=False)
class PreparedVerification(Prepared):
    """All motions of a verification, part by part; ``motions`` has those of all parts."""

    parts: tuple[PreparedPart, ...] = ()


@dataclass(frozen=True)
class PartBegins:
    """Report to the monitor that a part of the verification begins.

    ``motions_before`` counts the motions of the parts before it.
    """

    motion: VerifiedMotion
    motions_before: int


@dataclass(frozen=True, eq=False)
class VerifyProcedure(FlangeSettings):
    """Run the ``wanted`` motions and judge the visit's newest model against ``limits``.

    ``rehearse`` may be False for arms that are not real: then full speed comes at once.
    """

    name: ClassVar[str] = NAME
    wanted: VerificationMotions = field(default_factory=VerificationMotions)
    limits: VerificationLimits | None = None
    label: str = NAME
    rehearse: bool = True

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedVerification:
        """Plan the motions and preview them.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``, ``no-motion-to-verify``, ``no-model-to-verify``,
            ``verification-limit-count``; as ``app.features.verification.motions.stage_verification``.
        ConfigurationError
            ``no-visit``.
        """
        self._check(session)
        count, connection = session.safe.stop_count, session.connection_count
        found = session.compute(
            Task(
                stage_verification,
                circumstances=session.circumstances(),
                visit=session.visit_file,
                wanted=self.wanted,
                rehearse=self.rehearse or not session.is_simulated,
            ),
            monitor,
        )
        parts = tuple(self._part(part) for part in found)
        motions = tuple(planned for part in parts for planned in part.motions)
        seconds = sum(part.seconds for part in parts)
        return PreparedVerification(NAME, motions, seconds, connection, count, parts=parts)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Run one part after the other, then judge the model."""
        assert isinstance(prepared, PreparedVerification)
        whole, passed, before = prepared.duration, 0.0, 0
        outcome: Outcome | None = None
        judged: dict[str, VerifiedMotion] = {}
        for part in prepared.parts:
            monitor.keep(PartBegins(part.motion, before))
            watched = PartOfMonitor(monitor, first=passed / whole, last=(passed + part.seconds) / whole)
            outcome = continued(outcome, partial(self._run, session, prepared, part, watched))
            if not outcome.is_complete or session.stop_asked:
                return replace(outcome, stopped=outcome.stopped or session.stop_asked)
            judged[outcome.recordings[-1]] = part.motion  # its ramp came before it
            passed, before = passed + part.seconds, before + len(part.motions)
        assert outcome is not None
        return self._judged(session, judged, outcome)

    def _run(
        self, session: RobotSession, prepared: PreparedVerification, part: PreparedPart, monitor: Monitor
    ) -> Outcome:
        facts: dict[str, Fact] = {"motion": part.motion.value, **part.facts}
        return run_staged(
            session,
            replace(prepared, motions=part.motions, inertial=part.inertial),
            label=part.label,
            note=(VERIFIED_ON, facts),
            payload_mass=self.payload_mass,
            monitor=monitor,
        )

    def _judged(self, session: RobotSession, motions: dict[str, VerifiedMotion], outcome: Outcome) -> Outcome:
        """The outcome with the verification on the recordings at full speed."""
        try:
            found = session.compute(
                Task(judge_verification, visit=session.visit_file, motions=motions, limits=self.limits),
                NullMonitor(),
            )
        except TorsionError as error:
            return replace(outcome, error=error)
        return replace(outcome, found=found)

    def _check(self, session: RobotSession) -> None:
        joints = session.robot.joint_count
        session.expect_motion()
        only_moves = MotionKind.TRAJECTORY not in session.capabilities.motions
        if not self.wanted.motions or (only_moves and VerifiedMotion.POINTS not in self.wanted.motions):
            raise BadRequest("no-motion-to-verify", controller=session.uri)
        if self.limits is not None and len(self.limits.relative_error) != joints:
            found = len(self.limits.relative_error)
            raise BadRequest("verification-limit-count", found=found, expected=joints)
        if session.visit is None or not session.visit.exists():
            raise ConfigurationError("no-visit")

    def _part(self, part: VerificationPart) -> PreparedPart:
        label = label_of(part.motion, label=self.label)
        facts = dict(part.facts)
        if part.staged is None:
            moves = enumerate(part.tour, 1)
            tour = tuple(PlannedMotion(REPEAT, move, {"move": number}) for number, move in moves)
            return PreparedPart(part.motion, label, tour, None, facts)
        motions = tuple(planned_motions(part.staged))
        return PreparedPart(part.motion, label, motions, part.staged.inertial, facts)
