"""The runs of a drive gain identification, and the small factors computed from each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.base_parameters import BaseParameters, find_base_parameters
from core.errors import BadRequest, NotEnoughData
from core.estimation.tsqr import BlockFactors, reduce_rows
from core.friction.models import FORMS
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.columns import ColumnPlan
from core.identification.gains.result import GainSettings
from core.identification.joint_side import check_fits_robot
from core.identification.regression_rows import RegressionRows, block_length
from core.identification.shape_search import search_shapes
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray, Quantity, Recording, columns_missing
from core.robot.inertia import moved
from core.robot.model import PARAMETERS_PER_LINK, RobotModel


@dataclass(frozen=True)
class GainRun:
    """One run: its pair, counted from 0, and the mass in kg that it carried, 0 for none."""

    recording: Recording
    pair: int
    mass: float

    @property
    def is_loaded(self) -> bool:
        """True if the run carried the payload."""
        return self.mass > 0.0


def choose_runs(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    pairs: Sequence[tuple[str, str]],
    payload_mass: float | None,
) -> tuple[GainRun, ...]:
    """The runs of ``pairs`` (unloaded, loaded), unloaded before loaded, checked.

    Raises
    ------
    BadRequest
        ``gain-pairs-missing``, ``unknown-recording``, ``recording-chosen-twice``,
        ``gain-run-not-unloaded``, ``gain-mass-unknown``, ``gain-without-current``,
        ``gain-coupled-joints``, ``gain-compensated-arm``, or a recording that does not fit
        the robot.
    """
    _check_robot(robot)
    if not pairs:
        raise BadRequest("gain-pairs-missing")
    labels = [label for pair in pairs for label in pair]
    unknown = tuple(label for label in labels if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    twice = tuple(sorted({label for label in labels if labels.count(label) > 1}))
    if twice:
        raise BadRequest("recording-chosen-twice", labels=twice)
    runs = []
    for number, (unloaded, loaded) in enumerate(pairs):
        mass = _mass(recordings[loaded], payload_mass)
        if recordings[unloaded].payload_mass:
            raise BadRequest("gain-run-not-unloaded", recording=unloaded)
        runs += [GainRun(recordings[unloaded], number, 0.0), GainRun(recordings[loaded], number, mass)]
    for run in runs:
        check_fits_robot(run.recording, robot)
        if Quantity.CURRENT not in run.recording.columns:
            has = run.recording.columns
            raise columns_missing(
                "gain-without-current", run.recording.label, has=has, needed=(Quantity.CURRENT,)
            )
    return tuple(runs)


def _check_robot(robot: RobotModel) -> None:
    if robot.is_coupled:
        raise BadRequest("gain-coupled-joints", robot=robot.name)
    if robot.compensators:
        raise BadRequest("gain-compensated-arm", robot=robot.name)


def _mass(recording: Recording, given: float | None) -> float:
    mass = recording.payload_mass if given is None else given
    if not mass:
        raise BadRequest("gain-mass-unknown", recording=recording.label)
    return mass


def payload_map(robot: RobotModel, base: BaseParameters) -> FloatArray:
    """Linear map (b, 10) from a payload's parameters at the flange to changes of the base parameters."""
    last = slice(PARAMETERS_PER_LINK * (robot.joint_count - 1), PARAMETERS_PER_LINK * robot.joint_count)
    units = np.eye(PARAMETERS_PER_LINK)
    to_last_link = np.column_stack([moved(unit, placement=robot.flange) for unit in units])
    return np.asarray(base.grouping[:, last] @ to_last_link)


def first_plan(robot: RobotModel, settings: GainSettings) -> ColumnPlan:
    """The columns before load and shapes are known."""
    form = FORMS[settings.friction]
    return ColumnPlan(
        robot=robot,
        base=find_base_parameters(robot, rotor_inertia=True),
        form=form,
        shapes=(form.shape_start,) * robot.joint_count,
    )


@dataclass(frozen=True)
class GainRows:
    """All runs as regression rows in amperes, or in N·m where ``drive_gain`` is given."""

    runs: tuple[GainRun, ...]
    robot: RobotModel
    settings: GainSettings

    def factors(
        self, plan: ColumnPlan, *, loads: Sequence[FloatArray] | None, monitor: Monitor
    ) -> tuple[BlockFactors, ...]:
        """Factors of each run, target in A; ``loads`` are the base parameters (b,) of each run.

        Raises
        ------
        NotEnoughData
            ``gain-run-without-rows`` for a run in which no joint moves, or that is too short.
        """
        found = []
        for number, run in enumerate(self.runs):
            part = PartOfMonitor(monitor, first=number / len(self.runs), last=(number + 1) / len(self.runs))
            own = plan if loads is None else plan.with_load(loads[number])
            unit = np.ones(self.robot.joint_count)
            factors = reduce_rows(self._rows((run,), own, drive_gain=unit), monitor=part)
            if not factors.factors:
                raise NotEnoughData("gain-run-without-rows", recording=run.recording.label)
            found.append(factors)
        return tuple(found)

    def shapes(
        self, plan: ColumnPlan, *, parameters: FloatArray, drive_gain: FloatArray, monitor: Monitor
    ) -> ColumnPlan:
        """``plan`` with the shapes that fit the first run best, ``parameters`` (p,) in N·m units."""
        rows = self._rows(self.runs[:1], plan, drive_gain=drive_gain)
        found = search_shapes(rows, parameters=parameters, monitor=monitor)
        return plan.with_shapes(found.shapes)

    def _rows(self, runs: Sequence[GainRun], plan: ColumnPlan, *, drive_gain: FloatArray) -> RegressionRows:
        conditioning = Conditioning(self.settings.filter_hz, drive_gain, Quantity.CURRENT)
        return RegressionRows(
            tuple(ChunkStream(run.recording, self.robot, conditioning) for run in runs),
            plan,
            block_s=self._block_s,
            moving_only=not plan.form.uses_presliding,
        )

    @property
    def _block_s(self) -> float:
        durations = [run.recording.duration for run in self.runs]
        return block_length(durations, longest_s=self.settings.block_s, cutoff_hz=self.settings.filter_hz)
