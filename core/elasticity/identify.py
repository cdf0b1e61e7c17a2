"""Identification of stiffness, backlash, hysteresis and ripple of every joint from both encoders.

The channels' lag is found first: a link encoder reported three milliseconds late looks like a twist
that grows with speed, and hides the real one. Offset, lag, spring, rotor, damping, gap, hysteresis and
ripple are then separated by least squares, joint by joint, against the load that the identified model
gives for each gear ([Liu] section 5; help, methods: gears).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.elasticity.joint_fit import JointFit, fit_joint
from core.elasticity.joint_parts import JointRows, part_columns
from core.elasticity.joint_result import JointContext, joint_result
from core.elasticity.judgement import OPEN_LOAD, lag_spread, whole_judgement, with_causes
from core.elasticity.result import Elasticity, JointElasticity, TwistValidation
from core.elasticity.settings import ElasticitySettings
from core.elasticity.twist_rows import RawTwist, twist_rows
from core.encoders.channel_sense import (
    ENCODER_CODES,
    LINK_REVERSED,
    MOTOR_REVERSED,
    encoder_reasons,
    with_encoders_turned,
)
from core.encoders.link_position import find_link_position
from core.encoders.result import JointLinkPosition, LinkPositionFinding
from core.errors import BadRequest, Fact, NotEnoughData
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.identification.verification import check_fresh
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import BOTH_ENCODERS, FloatArray, LinkPosition, Quantity, Recording, columns_missing
from core.robot.model import RobotModel
from core.stamp import software_name, time_stamp, utc_now

_ROWS_SHARE = 0.3
"""Share of the work for computing the rows."""


def has_both_encoders(recording: Recording) -> bool:
    """True if a recording has both motor and link encoders."""
    return all(quantity in recording.columns for quantity in BOTH_ENCODERS)


def with_link_position(joint: JointElasticity, link: JointLinkPosition) -> JointElasticity:
    """The joint's values as far as its link position allows.

    From a computed one hysteresis, backlash, ripple and lost motion would be artefacts: they are left out,
    and the stiffness stays as the controller's own constant. An unknown link position is a remark.
    """
    known = replace(joint, link_position=link.found)
    facts: dict[str, Fact] = {"joint": joint.joint, "reason": link.reason}
    if link.found is LinkPosition.COMPUTED:
        reason = Reason("twist-link-computed", facts, Verdict.NOT_MEASURABLE)
        return replace(
            known,
            backlash=None,
            hysteresis_width=None,
            hysteresis_energy=None,
            lost_motion=None,
            damping=None,
            ripple=(),
            loop=None,
            spectrum=None,
            judgement=Judgement.of((reason,)),
        )
    if link.found is LinkPosition.UNKNOWN and joint.stiffness is not None:
        reason = Reason("twist-link-unknown", facts, Verdict.GOOD)
        return replace(known, judgement=Judgement.of((*joint.judgement.reasons, reason)))
    return known


def validations(
    fits: Sequence[JointFit | None],
    recordings: Mapping[str, Recording],
    labels: Sequence[str],
    robot: RobotModel,
    model: IdentificationResult,
    *,
    settings: ElasticitySettings,
) -> tuple[TwistValidation, ...]:
    """RMS of each recording's deflection and of its residual, with its own offset removed.

    Ripple is not predicted, because the zero of the motor's angle, and with it the phase, may differ.
    """
    found = []
    for label in labels:
        rows, _ = twist_rows(
            recordings, (label,), robot, model, filter_hz=settings.filter_hz, monitor=NullMonitor()
        )
        raw_rms, left_rms = np.full((2, robot.joint_count), np.nan)
        for joint, fitted in enumerate(fits):
            own = JointRows.of(rows, joint)
            if fitted is None or not own.keep.any():
                continue
            raw_rms[joint] = float(np.std(own.deflection[own.keep]))
            left_rms[joint] = float(np.std((own.deflection - _predicted(fitted, own))[own.keep]))
        found.append(TwistValidation(label, raw_rms, left_rms))
    return tuple(found)


def _predicted(fitted: JointFit, rows: JointRows) -> FloatArray:
    """Predicted deflection (M,) without offset and ripple, rad (m)."""
    places = fitted.values.places
    columns, own = part_columns(rows, radii=places.radii, with_gap=places.gap is not None, recordings=1)
    parts = fitted.fit.coefficients[places.offsets.stop :]
    return np.asarray(columns[:, own.offsets.stop :] @ parts)


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
    apart = [_encoders_apart(own.values(), robot, joint) for joint in range(robot.joint_count)]
    if settings.turn_encoders:
        recordings = with_encoders_turned({label: recordings[label] for label in (*fit, *validate)}, robot)
        own = {label: recordings[label] for label in fit}
        left = [_encoders_apart(own.values(), robot, joint) for joint in range(robot.joint_count)]
        apart = [now or _turned(before) for before, now in zip(apart, left, strict=True)]
    rows_part = PartOfMonitor(monitor, first=0.0, last=_ROWS_SHARE)
    rows, rotors = twist_rows(own, tuple(fit), robot, model, filter_hz=settings.filter_hz, monitor=rows_part)
    raw = [RawTwist.of(recording, robot) for recording in own.values()]
    contexts = [
        JointContext(robot, joint, model, settings, rotors, rows, raw, tuple(own), apart[joint])
        for joint in range(robot.joint_count)
    ]
    fits: list[JointFit | None] = []
    for joint, context in enumerate(contexts):
        monitor.check()
        monitor.report(_ROWS_SHARE + (0.95 - _ROWS_SHARE) * joint / robot.joint_count, context.name)
        is_known = context.own.open_share <= OPEN_LOAD and not context.is_apart
        fits.append(
            fit_joint(context.own, raw, joint, settings=settings, monitor=monitor) if is_known else None
        )
    spread = lag_spread(fits)
    link = link or find_link_position(tuple(own.values()), robot)
    joints = tuple(
        with_link_position(joint_result(context, found, lag_spread=spread), known)
        for context, found, known in zip(contexts, fits, link.joints, strict=True)
    )
    causes, unseen = _set_up(own, robot, model)
    return _result(own, robot, model, joints, settings, causes, unseen).with_validation(
        validations(fits, recordings, validate, robot, model, settings=settings)
    )


def _set_up(
    own: Mapping[str, Recording], robot: RobotModel, model: IdentificationResult
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Reasons against the set-up of the model and of recordings that it was not made of; what neither shows.

    Every load is the model's: torques of a wrong size make every gear stiffer or softer by as much.
    """
    fresh = check_fresh(FittedModel.of(model, robot), model, own)
    checked = [one for one in (model.setup, fresh) if one is not None]
    causes = {reason.code: reason for one in checked for reason in one.reasons}
    unseen = {one.code: one for one in (*model.unseen, *(() if fresh is None else fresh.unseen))}
    apart = [code for code in causes if code in ENCODER_CODES]  # judged joint by joint
    return tuple(one for code, one in causes.items() if code not in apart), tuple(unseen.values())


def _encoders_apart(recordings: Iterable[Recording], robot: RobotModel, joint: int) -> tuple[Reason, ...]:
    """The first reason against the two encoders of a joint."""
    name = robot.joint_names[joint]
    reasons = (reason for one in recordings for reason in encoder_reasons(one, robot))
    return tuple(reason for reason in reasons if reason.facts["joints"] == (name,))[:1]


def _turned(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The remark on an encoder that was turned round; none where none was."""
    codes = {MOTOR_REVERSED: "motor-encoder-turned", LINK_REVERSED: "link-encoder-turned"}
    return tuple(
        Reason(codes[reason.code], {"joints": reason.facts["joints"]}, Verdict.GOOD)
        for reason in reasons
        if reason.code in codes
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
    causes: tuple[Reason, ...],
    unseen: tuple[Reason, ...],
) -> Elasticity:
    first = next(iter(own.values()))
    return Elasticity(
        robot=robot.name,
        recordings=tuple(own),
        joints=tuple(with_causes(joint, causes) for joint in joints),
        judgement=whole_judgement(joints, causes=causes),
        model_created_at=model.provenance.created_at,
        gain_std=settings.gain_std,
        temperature=_temperature(own),
        serial=first.origin.serial,
        power_on=first.origin.power_on,
        recorded_at=first.origin.recorded_at,
        software=software_name(),
        created_at=time_stamp(utc_now),
        mark=next((one.origin.mark for one in own.values() if one.origin.mark), first.origin.mark),
        unseen=unseen,
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
