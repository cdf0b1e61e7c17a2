"""A fitted model applied to a recording: predicted and measured torque, by chunks or along all of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import numpy as np

from core.base_parameters import find_base_parameters
from core.friction.models import FORMS
from core.identification.chunks import ChunkStream, Conditioning, MotionChunk
from core.identification.columns import ColumnPlan, JointColumns
from core.identification.joint_side import check_fits_robot
from core.identification.regression_rows import EDGE_CUTOFF_PERIODS, conditioned_chunks
from core.identification.residual_rows import learned_torque
from core.identification.result import IdentificationResult
from core.learning.residual_model import ResidualModel
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel


@dataclass(frozen=True)
class Comparison:
    """One chunk of measured and expected torque, low-passed, (m, joints) in N·m.

    ``velocity`` is low-passed at the cut-off too. Both torques are the motors', the
    gravity compensator's share not included.
    """

    time: FloatArray
    position: FloatArray
    velocity: FloatArray
    measured: FloatArray
    modelled: FloatArray
    rigid: FloatArray
    """The part of ``modelled`` without the joint's own friction."""
    learned: FloatArray
    """The part of ``modelled`` from the residual learner; zeros without one."""
    to_edge_s: FloatArray
    """Seconds from each sample to the nearer end of its segment, (m,)."""

    def away_from_ends(self, filter_hz: float) -> "Comparison":
        """The samples that a fit with this cut-off would use.

        Next to the ends of a segment a filter has only half of its samples, and the acceleration of an arm
        in motion is wrong there.
        """
        kept = self.to_edge_s >= EDGE_CUTOFF_PERIODS / filter_hz
        return Comparison(*(getattr(self, one.name)[kept] for one in fields(self)))


@dataclass(frozen=True)
class FittedModel:
    """Columns with their parameters (p,) and the conditioning they were fitted under."""

    plan: ColumnPlan
    parameters: FloatArray
    conditioning: Conditioning
    residual: ResidualModel | None = None

    @classmethod
    def of(cls, result: IdentificationResult, robot: RobotModel) -> "FittedModel":
        """The model that an identification found for this robot."""
        robot = result.settings.mounted(robot)
        plan = ColumnPlan(
            robot=robot,
            base=find_base_parameters(
                robot, rotor_inertia=result.with_rotor_inertia, route=result.settings.grouping
            ),
            form=FORMS[result.settings.friction],
            shapes=tuple(friction.shape_constants for friction in result.friction),
            load_parameters=result.load_parameters,
            top_speed=result.top_speed,
        )
        conditioning = Conditioning(
            result.settings.filter_hz,
            result.drive_gain,
            use_velocity=not result.settings.velocity_from_position,
            torque_lag=result.settings.late,
            coupled=result.settings.readings,
        )
        return cls(plan, result.estimate, conditioning, result.residual_model)

    def compare(self, recording: Recording, *, monitor: Monitor) -> Iterator[Comparison]:
        """Measured beside expected torque along a recording, chunk by chunk, all samples.

        Raises
        ------
        BadRequest, NotEnoughData
            As ``joint_side`` and ``ChunkStream``.
        """
        stream = ChunkStream(recording, self.plan.robot, self.conditioning)
        learned = learned_torque(
            self.residual,
            stream,
            self.plan,
            self.parameters,
            monitor=PartOfMonitor(monitor, first=0.0, last=0.0),
        )
        for chunk, presliding, low_pass in conditioned_chunks(stream, self.plan, monitor=monitor):
            columns = self.plan.columns(chunk, presliding=presliding)
            rigid = np.column_stack([self._torque(part, rigid_only=True) for part in columns])
            whole = np.column_stack([self._torque(part, rigid_only=False) for part in columns])
            extra = (
                np.zeros_like(whole) if learned is None else learned.along(chunk, low_pass, plan=self.plan)
            )
            yield self._comparison(chunk, low_pass.apply, rigid=rigid, whole=whole, learned=extra)

    def _torque(self, part: JointColumns, *, rigid_only: bool) -> FloatArray:
        keep = part.places < self.plan.coupling_places.stop if rigid_only else slice(None)
        return np.asarray(part.values[:, keep] @ self.parameters[part.places[keep]])

    @staticmethod
    def _comparison(
        chunk: MotionChunk,
        low_pass: Callable[[FloatArray], FloatArray],
        *,
        rigid: FloatArray,
        whole: FloatArray,
        learned: FloatArray,
    ) -> Comparison:
        inside = chunk.inside
        compensator = low_pass(chunk.compensator)[inside]
        return Comparison(
            time=chunk.time[inside],
            position=chunk.slow_position[inside],
            velocity=low_pass(chunk.velocity)[inside],
            measured=low_pass(chunk.torque)[inside] - compensator,
            modelled=(low_pass(whole) + learned)[inside] - compensator,
            rigid=low_pass(rigid)[inside] - compensator,
            learned=learned[inside],
            to_edge_s=chunk.to_edge_s[inside],
        )


@dataclass(frozen=True)
class Prediction:
    """Torques along a recording on the uniform clock, low-passed at the fit's cut-off.

    ``time`` (N,) s from the recording's first sample; ``position``, ``velocity``, ``measured``,
    ``modelled`` (N, joints) in rad, rad/s and N·m. ``rigid`` is the part of ``modelled`` without the
    joint's own friction, ``learned`` the residual learner's part.
    """

    recording: str
    time: FloatArray
    position: FloatArray
    velocity: FloatArray
    measured: FloatArray
    modelled: FloatArray
    rigid: FloatArray
    learned: FloatArray


def predict(
    result: IdentificationResult,
    robot: RobotModel,
    recording: Recording,
    *,
    monitor: Monitor | None = None,
) -> Prediction:
    """The torque a model expects along a recording; raises as ``verify``."""
    check_fits_robot(recording, robot)
    model = FittedModel.of(result, robot)
    parts = list(model.compare(recording, monitor=monitor or NullMonitor()))
    return Prediction(
        recording=recording.label,
        time=np.concatenate([part.time for part in parts]) - float(recording.time[0]),
        position=np.concatenate([part.position for part in parts]),
        velocity=np.concatenate([part.velocity for part in parts]),
        measured=np.concatenate([part.measured for part in parts]),
        modelled=np.concatenate([part.modelled for part in parts]),
        rigid=np.concatenate([part.rigid for part in parts]),
        learned=np.concatenate([part.learned for part in parts]),
    )
