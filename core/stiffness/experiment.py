"""The experimental route: joint compliances from measured shifts under known loads ([Mikhel] 2.4).

Every test gives three rows of ``Δt = Σ k_i J_i (J_iᵀ w)``. The error of the reduced model for elastic
links differs from pose to pose. The uncertainty therefore comes from leaving out single tests, and is
never less than from the scatter alone. If the links are known, the effect of the choice of poses is
added.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.errors import BadRequest, NotEnoughData
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict, worst
from core.recording import FloatArray, Mark
from core.robot.model import RobotModel
from core.robot.placement import shift as shifted
from core.stamp import Clock, software_name, time_stamp, utc_now
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.cartesian import full_compliance
from core.stiffness.experiment_fit import Fit, fit_compliance
from core.stiffness.experiment_judgement import UNLIKELY, joint_reasons, test_reasons, unlikely_reasons
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import joint_nodes
from core.stiffness.reduction import reduce_stiffness, reduction_error
from core.stiffness.result import (
    LoadTestResidual,
    ReducedJoint,
    ReducedStiffness,
    ReductionError,
    Route,
    SpringSource,
)
from core.stiffness.settings import StiffnessSettings


def _nothing() -> FloatArray:
    return np.zeros(3)


@dataclass(frozen=True, eq=False)
class LoadTest:
    """Shift of the tool point under a known load.

    Attributes
    ----------
    name
        Name in the file.
    position
        (n,) rad (m), the description's.
    force, moment
        (3,) N and (3,) N·m about the tool point, in the base frame.
    shift
        (3,) m in the base frame, loaded minus unloaded.
    std
        Standard deviation per axis, m; NaN if unknown.
    """

    name: str
    position: FloatArray
    force: FloatArray
    shift: FloatArray
    moment: FloatArray = field(default_factory=_nothing)
    std: float = float("nan")


# Effect of the choice of poses on an experiment: elastic links act differently at other poses.
#
# Leaving out tests cannot show it if all poses are similar, such as those that load the joints most. If
# the links' springs are known, the full model predicts the same tests without noise.


def _with_form_doubt(  # noqa: PLR0913  # the tests' parts as the fit took them
    fit: Fit,
    model: StiffnessModel,
    *,
    matrix: FloatArray,
    positions: FloatArray,
    wrenches: FloatArray,
    levers: FloatArray,
    torques: FloatArray,
    held: Sequence[int],
    settings: StiffnessSettings,
) -> Fit:
    """The fit with the difference between these poses and all poses added to its uncertainty.

    Parameters
    ----------
    model
        With the springs of its links.
    matrix, levers, torques
        As for ``fit_compliance``.
    positions, wrenches
        (m, n) rad (m) and (m, 6) N, N·m of the tests.
    """
    n = model.robot.joint_count
    full = np.einsum("kij,kj->ki", full_compliance(model, positions)[:, :3], wrenches)
    known = np.where(np.isin(np.arange(n), held), model.joint_compliance, np.nan)
    here = fit_compliance(
        matrix,
        full,
        std=np.full(len(positions), np.nan),
        known=known,
        levers=levers,
        torques=torques,
        is_prismatic=model.robot.is_prismatic,
    )
    lost = np.flatnonzero(~np.isfinite(fit.compliance)).tolist()
    kept = tuple(sorted({*held, *lost}))
    everywhere = reduce_stiffness(model, replace(settings, held=kept)).compliance
    difference = np.where(np.isfinite(fit.compliance), here.compliance - everywhere, np.nan)
    return replace(fit, covariance=fit.covariance + np.outer(difference, difference))


def identify_from_loads(  # noqa: PLR0913  # each changes the result or its record
    robot: RobotModel,
    tests: Sequence[LoadTest],
    settings: StiffnessSettings | None = None,
    *,
    model: StiffnessModel | None = None,
    leave_out: Sequence[str] = (),
    source: str = "",
    serial: str = "",
    mark: Mark = Mark.NONE,
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> ReducedStiffness:
    """The reduced stiffness from measured shifts.

    Parameters
    ----------
    robot
        The arm; only its kinematics is used.
    tests
        At the settings' tool point.
    model
        The arm's springs if known: for the factors of a correction, for joints that are held,
        and for the distance to the full model.
    leave_out
        Names of tests that are not used.

    Raises
    ------
    NotEnoughData
        ``load-tests-none``, or ``load-tests-too-few`` with what is ``needed`` and ``found``.
    BadRequest
        ``load-test-shape`` with its ``name``; ``load-test-unknown`` with the name to be left out;
        ``stiffness-held-spring-unknown`` for a held joint whose spring is unknown.
    """
    chosen = settings or StiffnessSettings()
    watched = monitor or NullMonitor()
    began = time.perf_counter()
    _check(robot, tests, leave_out)
    held = chosen.checked_held(robot.joint_count)
    own = _own_springs(robot, model)
    if held and not np.all(np.isfinite(own[list(held)])):
        names = tuple(robot.joint_names[joint] for joint in held if not np.isfinite(own[joint]))
        raise BadRequest("stiffness-held-spring-unknown", joints=names)
    used = np.array([test.name not in leave_out for test in tests])
    rows = _rows(robot, tests, chosen)
    watched.check()
    fit = fit_compliance(
        rows.matrix[used],
        np.array([test.shift for test in tests])[used],
        std=np.array([test.std for test in tests])[used],
        known=np.where(np.isin(np.arange(robot.joint_count), held), own, np.nan),
        levers=rows.levers[used],
        torques=rows.torques[used],
        is_prismatic=robot.is_prismatic,
    )
    watched.check()
    if model is not None and model.springs:
        fit = _with_form_doubt(
            fit,
            model,
            matrix=rows.matrix[used],
            positions=rows.positions[used],
            wrenches=rows.wrenches[used],
            levers=rows.levers[used],
            torques=rows.torques[used],
            held=held,
            settings=chosen,
        )
    joints = tuple(_joints(robot, model, fit, rows.levers[used], held, _described(robot, model, chosen)))
    residuals = _residuals(tests, rows.matrix, fit, used)
    error = _error(robot, model, fit, residuals, chosen)
    reasons = test_reasons(residuals, fit, [test.std for test in tests])
    said = (reason for one in joints for reason in one.judgement.reasons)
    reasons = (*reasons, *(reason for reason in said if reason.code == UNLIKELY))
    lost = [one.joint for one in joints if one.judgement.verdict is Verdict.NOT_MEASURABLE]
    if lost:
        reasons = (*reasons, Reason("reduced-joints-not-told", {"joints": tuple(lost)}, Verdict.USABLE))
    verdict = worst((*(reason.verdict for reason in reasons), _of_joints(joints)))
    return ReducedStiffness(
        robot=robot.name,
        route=Route.EXPERIMENT,
        settings=chosen,
        joints=joints,
        covariance=fit.covariance,
        usable_compliance=_usable(fit, own),
        error=error,
        spring_source=SpringSource.UNKNOWN if model is None else model.source,
        tests=residuals,
        noise=fit.noise,
        poses=int(used.sum()),
        seconds=time.perf_counter() - began,
        judgement=Judgement(verdict, reasons),
        source=source,
        serial=serial,
        software=software_name(),
        created_at=time_stamp(now),
        mark=mark,
    )


def _check(robot: RobotModel, tests: Sequence[LoadTest], leave_out: Sequence[str]) -> None:
    names = {test.name for test in tests}
    for name in leave_out:
        if name not in names:
            raise BadRequest("load-test-unknown", name=name)
    for test in tests:
        shapes = (test.position.shape, test.force.shape, test.shift.shape, test.moment.shape)
        if shapes != ((robot.joint_count,), (3,), (3,), (3,)):
            raise BadRequest("load-test-shape", name=test.name)
    counted = sum(test.name not in leave_out for test in tests)
    if not counted:
        raise NotEnoughData("load-tests-none")
    needed = -(-(robot.joint_count + 1) // 3)
    if counted < needed:
        raise NotEnoughData("load-tests-too-few", needed=needed, found=counted)


@dataclass(frozen=True, eq=False)
class _Rows:
    """``matrix`` (m, 3, n) of shift per compliance, ``levers`` and ``torques`` (m, n) of each joint.

    ``positions`` (m, n) and ``wrenches`` (m, 6) of the tests.
    """

    positions: FloatArray
    wrenches: FloatArray
    matrix: FloatArray
    levers: FloatArray
    torques: FloatArray


def _rows(robot: RobotModel, tests: Sequence[LoadTest], settings: StiffnessSettings) -> _Rows:
    q = np.array([test.position for test in tests])
    columns = spring_columns(robot, (), robot.flange @ shifted(*settings.tool), q).joint
    wrench = np.array([np.concatenate([test.force, test.moment]) for test in tests])
    torques = np.einsum("mri,mr->mi", columns, wrench)
    return _Rows(
        q,
        wrench,
        columns[:, :3] * torques[:, np.newaxis],
        np.linalg.norm(columns[:, :3], axis=1),
        np.abs(torques),
    )


def _own_springs(robot: RobotModel, model: StiffnessModel | None) -> FloatArray:
    """Own compliances (n,), NaN where unknown, rad/(N·m)."""
    return np.full(robot.joint_count, np.nan) if model is None else model.joint_compliance


def _described(robot: RobotModel, model: StiffnessModel | None, settings: StiffnessSettings) -> FloatArray:
    """Compliances (n,) of the joints with their links by the description, NaN where unknown."""
    if model is None:
        return np.full(robot.joint_count, np.nan)
    return reduce_stiffness(model, replace(settings, held=())).compliance


def _joints(
    robot: RobotModel,
    model: StiffnessModel | None,
    fit: Fit,
    levers: FloatArray,
    held: Sequence[int],
    described: FloatArray,
) -> list[ReducedJoint]:
    lever = np.sqrt(np.mean(levers**2, axis=0))
    own = _own_springs(robot, model)
    compliance_std = np.full(robot.joint_count, np.nan) if model is None else model.joint_compliance_std
    return [
        ReducedJoint(
            joint=name,
            number=joint,
            is_prismatic=bool(robot.is_prismatic[joint]),
            spring=float(1.0 / own[joint]),
            spring_std=float(compliance_std[joint] / own[joint] ** 2),
            compliance=float(fit.compliance[joint]),
            compliance_std=float(np.sqrt(fit.covariance[joint, joint])),
            lever=float(lever[joint]),
            is_held=joint in held,
            judgement=Judgement.of(
                [
                    *joint_reasons(robot.joint_names, joint, fit),
                    *unlikely_reasons(
                        name,
                        float(fit.compliance[joint]),
                        float(np.sqrt(fit.covariance[joint, joint])),
                        rated_torque=np.inf
                        if robot.is_prismatic[joint]
                        else float(robot.torque_limit[joint]),
                        described=float(described[joint]),
                    ),
                ]
            ),
        )
        for joint, name in enumerate(robot.joint_names)
    ]


def _usable(fit: Fit, own: FloatArray) -> FloatArray:
    """The fitted compliances, else the joints' own; zero where both are unknown."""
    usable = np.where(np.isfinite(fit.compliance) & (fit.compliance > 0.0), fit.compliance, own)
    return np.where(np.isfinite(usable), usable, 0.0)


def _residuals(
    tests: Sequence[LoadTest], matrix: FloatArray, fit: Fit, used: np.ndarray
) -> tuple[LoadTestResidual, ...]:
    predicted = matrix @ np.where(np.isfinite(fit.compliance), fit.compliance, 0.0)
    return tuple(
        LoadTestResidual(test.name, test.position, test.force, test.shift, said, is_used=bool(counts))
        for test, said, counts in zip(tests, predicted, used, strict=True)
    )


def _error(
    robot: RobotModel,
    model: StiffnessModel | None,
    fit: Fit,
    residuals: Sequence[LoadTestResidual],
    settings: StiffnessSettings,
) -> ReductionError:
    """Error against the full model if the links' springs are known, else of the tests themselves."""
    if model is not None and model.springs and np.all(np.isfinite(fit.compliance)):
        return reduction_error(model, fit.compliance, joint_nodes(robot, settings), settings)
    used = [one for one in residuals if one.is_used]
    sizes = np.array([one.size for one in used])
    force = float(np.mean([np.linalg.norm(one.force) for one in used]))
    return ReductionError(
        force=force,
        poses=len(used),
        mean=float(sizes.mean()),
        rms=float(np.sqrt(np.mean(sizes**2))),
        largest=float(sizes.max()),
        mean_deflection=float(np.mean([np.linalg.norm(one.measured) for one in used])),
        rigid_links_mean=float("nan"),
    )


def _of_joints(joints: Sequence[ReducedJoint]) -> Verdict:
    """The best joint's verdict; undetermined joints have their own reasons."""
    order = list(Verdict)
    return min((one.judgement.verdict for one in joints), key=order.index)
