"""Identification of stiffness, backlash, hysteresis and ripple of every joint from both encoders.

The channels' lag is found first: a link encoder reported three milliseconds late looks like a twist
that grows with speed, and hides the real one. Offset, lag, spring, rotor, damping, gap, hysteresis and
ripple are then separated by least squares, joint by joint, against the load that the identified model
gives for each gear ([Liu] section 5, methods 1.4).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from core.elasticity.computed_link import with_link_position
from core.elasticity.joint_fit import JointFit, fit_joint
from core.elasticity.joint_result import JointContext, joint_result
from core.elasticity.judgement import OPEN_LOAD, lag_spread, whole_judgement
from core.elasticity.raw_twist import RawTwist
from core.elasticity.result import Elasticity, JointElasticity
from core.elasticity.settings import ElasticitySettings
from core.elasticity.twist_rows import twist_rows
from core.elasticity.validation import validations
from core.encoders.link_finding import LinkPositionFinding
from core.encoders.link_position import find_link_position
from core.errors import BadRequest, NotEnoughData
from core.identification.result import IdentificationResult
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import BOTH_ENCODERS, Quantity, Recording, columns_missing
from core.robot.model import RobotModel
from core.stamp import software_name, time_stamp, utc_now

_ROWS_SHARE = 0.3
"""Share of the work for computing the rows."""


def has_both_encoders(recording: Recording) -> bool:
    """True if a recording has both motor and link encoders."""
    return all(quantity in recording.columns for quantity in BOTH_ENCODERS)


def identify_elasticity(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    model: IdentificationResult,
    *,
    fit: Sequence[str],
    validate: Sequence[str] = (),
    settings: ElasticitySettings | None = None,
    link: LinkPositionFinding | None = None,
    monitor: Monitor | None = None,
) -> Elasticity:
    """Separate the deflection of every joint into its parts.

    Parameters
    ----------
    recordings
        By label; the named ones must be there.
    robot
        The arm of the model.
    model
        The model that gives the loads on the gears.
    fit
        Labels of the recordings that the parts are fitted to, each with an offset of its own.
    validate
        Labels of others for validation; only their offsets are fitted.
    link
        Whether the link position is measured; where None these recordings are asked. What is computed
        by the controller has no hysteresis, backlash or ripple.

    Raises
    ------
    BadRequest
        ``nothing-to-fit`` without a label, ``unknown-recording``, ``no-both-encoders`` for a recording
        without motor or link encoder; as ``joint_side``.
    NotEnoughData
        ``recording-too-short``.
    """
    settings = settings or ElasticitySettings()
    monitor = monitor or NullMonitor()
    _check(recordings, fit, validate)
    own = {label: recordings[label] for label in fit}
    rows_part = PartOfMonitor(monitor, first=0.0, last=_ROWS_SHARE)
    rows, rotors = twist_rows(own, tuple(fit), robot, model, filter_hz=settings.filter_hz, monitor=rows_part)
    raw = [RawTwist.of(recording, robot) for recording in own.values()]
    contexts = [
        JointContext(robot, joint, model, settings, rotors, rows, raw) for joint in range(robot.joint_count)
    ]
    fits: list[JointFit | None] = []
    for joint, context in enumerate(contexts):
        monitor.check()
        monitor.report(_ROWS_SHARE + (0.95 - _ROWS_SHARE) * joint / robot.joint_count, context.name)
        is_known = context.own.open_share <= OPEN_LOAD
        fits.append(
            fit_joint(context.own, raw, joint, settings=settings, monitor=monitor) if is_known else None
        )
    spread = lag_spread(fits)
    link = link or find_link_position(tuple(own.values()), robot)
    joints = tuple(
        with_link_position(joint_result(context, found, lag_spread=spread), known)
        for context, found, known in zip(contexts, fits, link.joints, strict=True)
    )
    return _result(own, robot, model, joints, settings).with_validation(
        validations(fits, recordings, validate, robot, model, settings=settings)
    )


def _check(recordings: Mapping[str, Recording], fit: Sequence[str], validate: Sequence[str]) -> None:
    if not fit:
        raise BadRequest("nothing-to-fit")
    unknown = tuple(label for label in (*fit, *validate) if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    for label in (*fit, *validate):
        if not has_both_encoders(recordings[label]):
            has = recordings[label].columns
            raise columns_missing("no-both-encoders", label, has=has, needed=BOTH_ENCODERS)
        if recordings[label].sample_count == 0:
            raise NotEnoughData("recording-too-short", recording=label)


def _result(
    own: Mapping[str, Recording],
    robot: RobotModel,
    model: IdentificationResult,
    joints: tuple[JointElasticity, ...],
    settings: ElasticitySettings,
) -> Elasticity:
    first = next(iter(own.values()))
    return Elasticity(
        robot=robot.name,
        recordings=tuple(own),
        joints=joints,
        judgement=whole_judgement(joints),
        model_created_at=model.provenance.created_at,
        gain_std=settings.gain_std,
        temperature=_temperature(own),
        serial=first.origin.serial,
        power_on=first.origin.power_on,
        recorded_at=first.origin.recorded_at,
        software=software_name(),
        created_at=time_stamp(utc_now),
        mark=next((one.origin.mark for one in own.values() if one.origin.mark), first.origin.mark),
    )


def _temperature(own: Mapping[str, Recording]) -> float | None:
    """Mean temperature over joints and recordings, K."""
    means = []
    for recording in own.values():
        if Quantity.TEMPERATURE in recording.columns:
            values = np.asarray(recording.columns[Quantity.TEMPERATURE][:])
            if np.isfinite(values).any():
                means.append(float(np.nanmean(values)))
    return float(np.mean(means)) if means else None
