"""Identification: from recordings to a model of an arm.

Three loops ([Liu] section 5; see ``three_loops``) find the friction's shapes, the linear parameters,
and the part of the residual that the twist explains; then the model is validated.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base_parameters import find_base_parameters
from core.bounds import PERIOD, check_value
from core.errors import BadRequest
from core.estimation import Estimate
from core.friction.form import FrictionForm
from core.friction.models import FORMS
from core.identification.choosing.choose import choose, late_velocity
from core.identification.choosing.result import Choice
from core.identification.chunks import (
    CHUNK_SAMPLES,
    MOTION_BANDWIDTH,
    ChunkStream,
    Conditioning,
    from_pass_cache,
    pass_cache,
)
from core.identification.columns import ColumnPlan
from core.identification.joint_side import check_fits_robot, is_behind_gear, torque_source
from core.identification.measurement_noise import MeasurementNoise, measure_noise, measured_within
from core.identification.periodic_motion import fit_periodic_motion
from core.identification.physical_fit import described_mass_bounds, physical_model, with_bodies
from core.identification.regression_rows import RegressionRows, block_length
from core.identification.repeated_period import find_repeated_period
from core.identification.result import IdentificationResult
from core.identification.result_of_fit import Findings, Fit, assemble_result, friction_points, top_speeds
from core.identification.settings import (
    EstimatorKind,
    FeatureKind,
    GainSource,
    IdentificationSettings,
    ResidualKind,
)
from core.identification.setup_checks.check import check_setup
from core.identification.setup_checks.sums import CheckedModel
from core.identification.systematic.estimate import systematic_errors
from core.identification.three_loops import Start, run_loops, start_from
from core.identification.verification import validate_model
from core.monitor import Monitor, NamedMonitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel, expect_free_output

_UNCERTAINTY = ("systematic errors", "uncertainty", "uncertainty on motion kept back")
_CHOOSING_SHARE = 0.25
"""Share of the work taken by choosing friction model and cut-off by data; fitting begins after it."""
_FITTING_SHARE = 0.75
"""Share of the work taken by fitting; validation takes the rest."""
_JUDGING_END = 0.95
"""Progress after validation; the rest is for physically possible parameters, if wanted."""
_FEWEST_SAMPLES = 10
"""Smallest number of samples in a period."""
_ROW_STEP = 7
"""Row step: every seventh row is enough, because neighbours differ little."""


def _with_periods(
    rows: RegressionRows,
    periods: Mapping[str, float],
    *,
    settings: IdentificationSettings,
    monitor: Monitor,
) -> RegressionRows:
    """Rows with the spans in which their motion repeats.

    Time blocks are then parts of the period, so that model errors, which repeat in every
    period, count once. For maximum likelihood, motions come from the basis of their period,
    and the noise is measured.

    Parameters
    ----------
    periods
        Period in s by label of a recording; it is searched for in the others.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_value`` for a period; ``period-too-short`` for one that the samples cannot
        show, ``unknown-recording`` for one of a
        recording that is not there; ``ml-needs-periods`` as ``measure_noise``.
    """
    known = tuple(stream.recording.label for stream in rows.streams)
    for label, period_s in periods.items():
        if label not in known:
            raise BadRequest("unknown-recording", labels=(label,), known=known)
        check_value("period", period_s, PERIOD)
    for stream in rows.streams:
        _check_period(stream.recording, periods.get(stream.recording.label))
    streams = [
        replace(
            stream,
            repeats=find_repeated_period(
                stream.recording,
                stream.robot,
                period_s=periods.get(stream.recording.label),
                monitor=monitor,
            ),
        )
        for stream in rows.streams
    ]
    noise: tuple[MeasurementNoise, ...] = ()
    if settings.estimator is EstimatorKind.ML:
        noise = tuple(_noise(stream) for stream in streams)
        streams = [_on_basis(stream) for stream in streams]
    block_s = block_length(
        [
            stream.recording.duration if stream.repeats is None else stream.repeats.period_s
            for stream in streams
        ],
        longest_s=settings.block_s,
        cutoff_hz=settings.filter_hz,
    )
    return replace(rows, streams=tuple(streams), noise=noise, block_s=block_s)


def _check_period(recording: Recording, period_s: float | None) -> None:
    """Raise an error for a period with too few samples to be resolved."""
    shortest = _FEWEST_SAMPLES * recording.duration / max(recording.sample_count - 1, 1)
    if period_s is not None and period_s < shortest:
        raise BadRequest(
            "period-too-short", recording=recording.label, period_s=period_s, shortest_s=shortest
        )


def _noise(stream: ChunkStream) -> MeasurementNoise:
    return measure_noise(stream.recording, stream.robot, stream.repeats, conditioning=stream.conditioning)


def _on_basis(stream: ChunkStream) -> ChunkStream:
    assert stream.repeats is not None, "noise was measured, so there are periods"
    time, (position, _) = measured_within(
        stream.recording, stream.robot, stream.repeats, conditioning=stream.conditioning
    )
    highest = MOTION_BANDWIDTH * stream.conditioning.filter_hz
    return replace(stream, periodic=fit_periodic_motion(time, position, stream.repeats, highest_hz=highest))


@pass_cache()
def identify(  # noqa: PLR0913  # independent settings
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    fit: Sequence[str],
    validate: Sequence[str] = (),
    settings: IdentificationSettings | None = None,
    resume: IdentificationResult | None = None,
    periods: Mapping[str, float] | None = None,
    chunk_samples: int = CHUNK_SAMPLES,
    monitor: Monitor | None = None,
) -> IdentificationResult:
    """Identify friction and dynamics of an arm from its recordings.

    Parameters
    ----------
    recordings
        By label; in memory or in a file, which is then read chunk by chunk.
    fit, validate
        Labels of the recordings to fit and of those kept for validation.
    resume
        A result of the same fit that was stopped early: the loops go on from its last round.
    periods
        Period in s by label of recordings to fit; it is searched for in the others.
    chunk_samples
        Samples processed at once; more need more memory and change nothing else.

    Returns
    -------
    The model with covariance, validation, provenance and verdict. After every pass the
    result so far is handed to ``monitor.keep``.

    Raises
    ------
    BadRequest
        ``output-locked``, ``nothing-to-fit``, ``unknown-recording``, ``recording-chosen-twice``,
        ``fit-and-validate-overlap``, ``torque-sources-differ``, ``no-drive-gain``,
        ``resume-differs``, ``friction-shape-count``, ``friction-shape-without-model``,
        ``no-deflection``, ``no-described-masses``, ``ml-needs-periods`` for maximum likelihood without
        repeated periods, or a recording that does not fit the robot.
    NotEnoughData, PoorExcitation
        The recordings are too short, or move nothing.
    """
    expect_free_output(robot)
    chosen = (settings or IdentificationSettings()).with_usual
    watching = monitor or NullMonitor()
    robot = chosen.mounted(robot)
    fitted, held_back = _choose(recordings, fit, validate)
    fitted, held_back = _in_memory(fitted), _in_memory(held_back)
    for recording in (*fitted, *held_back):
        check_fits_robot(recording, robot)
    _check_learner([*fitted, *held_back], chosen)
    conditioning, gain_source = _conditioning([*fitted, *held_back], robot, chosen)
    conditioning = replace(
        conditioning,
        torque_lag=chosen.late,
        coupled=chosen.readings,
        use_velocity=not chosen.velocity_from_position,
    )
    chosen, choice, watching = _settled(
        _first_rows(fitted, robot, chosen, conditioning, chunk_samples=chunk_samples),
        chosen,
        resume=resume,
        monitor=watching,
    )
    conditioning = replace(
        conditioning, filter_hz=chosen.filter_hz, use_velocity=not chosen.velocity_from_position
    )
    rows = _first_rows(fitted, robot, chosen, conditioning, chunk_samples=chunk_samples)
    rows = _with_periods(rows, periods or {}, settings=chosen, monitor=watching)
    start = Start() if resume is None else start_from(resume, fitted, chosen)
    done = run_loops(
        start.rows(rows),
        settings=chosen,
        conditioning=conditioning,
        start=start,
        monitor=PartOfMonitor(watching, first=0.0, last=_FITTING_SHARE),
        keep=lambda so_far: watching.keep(
            assemble_result(so_far, fitted, chosen, gain_source, choice=choice)
        ),
    )
    end = _JUDGING_END if chosen.physical else 1.0
    done = _with_top_speed(done, PartOfMonitor(watching, first=_FITTING_SHARE, last=_FITTING_SHARE))
    judging = PartOfMonitor(watching, first=_FITTING_SHARE, last=end)
    findings = _judge(
        done,
        fitted,
        held_back,
        gains_of_data_sheet=gain_source is GainSource.MANUFACTURER,
        noisy_from_hz=None if choice is None else choice.noisy_from_hz,
        monitor=judging,
    )
    found = assemble_result(done, fitted, chosen, gain_source, findings, choice=choice)
    if not chosen.physical:
        return found
    watching.keep(found)
    bodies = physical_model(
        done,
        held_back,
        validation=findings.validation,
        mass_bounds=described_mass_bounds(robot, tolerance=chosen.mass_tolerance),
        monitor=NamedMonitor(PartOfMonitor(watching, first=_JUDGING_END, last=1.0), "possible bodies"),
    )
    return replace(found, physical=bodies, judgement=with_bodies(found.judgement, bodies))


def _choose(
    recordings: Mapping[str, Recording], fit: Sequence[str], validate: Sequence[str]
) -> tuple[list[Recording], list[Recording]]:
    if not fit:
        raise BadRequest("nothing-to-fit")
    unknown = tuple(label for label in (*fit, *validate) if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    # a run counted twice would reduce the standard deviations without new information
    twice = tuple({label for labels in (fit, validate) for label in labels if labels.count(label) > 1})
    if twice:
        raise BadRequest("recording-chosen-twice", labels=tuple(sorted(twice)))
    both = tuple(label for label in fit if label in validate)
    if both:
        raise BadRequest("fit-and-validate-overlap", labels=both)
    return [recordings[label] for label in fit], [recordings[label] for label in validate]


def _in_memory(recordings: Sequence[Recording]) -> list[Recording]:
    """The recordings, short ones read once for all passes."""
    return [
        from_pass_cache(
            id(one),
            lambda one=one: one.block(0, one.sample_count),  # type: ignore[misc]
            made_from=one,
            size_bytes=8 * one.sample_count * one.joint_count * (len(one.columns) + 2),
        )
        or one
        for one in recordings
    ]


def _check_learner(recordings: Sequence[Recording], settings: IdentificationSettings) -> None:
    """Check before the long work that the signals for the residual learner were recorded."""
    if settings.residual is ResidualKind.NONE or settings.features is FeatureKind.STATE:
        return
    for recording in recordings:
        if not {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= set(recording.columns):
            raise BadRequest("no-deflection", features=settings.features.value, recording=recording.label)


def _conditioning(
    recordings: Sequence[Recording], robot: RobotModel, settings: IdentificationSettings
) -> tuple[Conditioning, GainSource]:
    sources = {torque_source(recording) for recording in recordings}
    if len(sources) > 1:
        raise BadRequest("torque-sources-differ", sources=tuple(sorted(sources)))
    torque_from = sources.pop()
    if torque_from is not Quantity.CURRENT:
        return Conditioning(settings.filter_hz, None, torque_from), GainSource.NOT_NEEDED
    if settings.drive_gain is not None:
        if settings.drive_gain.shape != (robot.joint_count,):
            raise BadRequest(
                "drive-gain-count", given=int(settings.drive_gain.size), joints=robot.joint_count
            )
        return Conditioning(settings.filter_hz, settings.drive_gain, torque_from), settings.drive_gain_source
    if robot.drive_gain is None:
        raise BadRequest("no-drive-gain", robot=robot.name, recording=recordings[0].label)
    return Conditioning(settings.filter_hz, robot.drive_gain, torque_from), GainSource.MANUFACTURER


def _settled(
    rows: RegressionRows,
    settings: IdentificationSettings,
    *,
    resume: IdentificationResult | None,
    monitor: Monitor,
) -> tuple[IdentificationSettings, Choice | None, Monitor]:
    """The settings with a friction model and a cut-off, their choice by data, and the monitor of the rest.

    Where recorded velocities are late, they are taken from the positions. A resumed fit keeps what it was
    begun with.
    """
    if not (settings.auto_friction or settings.auto_filter):
        return settings, None, monitor
    choice, rest = None if resume is None else resume.choice, monitor
    if choice is None:
        late = None if settings.velocity_from_position else late_velocity(rows.streams)
        if late is not None:
            rows = replace(
                rows, streams=tuple(stream.with_velocity(recorded=False) for stream in rows.streams)
            )
        part = PartOfMonitor(monitor, first=0.0, last=_CHOOSING_SHARE)
        choice = choose(rows, settings, monitor=NamedMonitor(part, "choice of friction and filter"))
        choice = replace(choice, velocity_late_s=late)
        rest = PartOfMonitor(monitor, first=_CHOOSING_SHARE, last=1.0)
    settled = replace(
        settings,
        friction=choice.friction,
        filter_hz=choice.filter_hz,
        velocity_from_position=settings.velocity_from_position or choice.velocity_late_s is not None,
    )
    return settled, choice, rest


def _first_rows(
    fitted: Sequence[Recording],
    robot: RobotModel,
    settings: IdentificationSettings,
    conditioning: Conditioning,
    *,
    chunk_samples: int,
) -> RegressionRows:
    form = _shaped(FORMS[settings.friction], settings)
    # a sensor behind the gear does not feel the rotor
    behind_gear = any(is_behind_gear(recording, robot) for recording in fitted)
    with_rotor = settings.rotor_inertia and not behind_gear
    plan = ColumnPlan(
        robot=robot,
        base=find_base_parameters(robot, rotor_inertia=with_rotor, route=settings.grouping),
        form=form,
        shapes=(form.shape_start,) * robot.joint_count,
    )
    moving_only = not form.uses_presliding if settings.moving_only is None else settings.moving_only
    streams = tuple(
        ChunkStream(recording, robot, conditioning, chunk_samples=chunk_samples) for recording in fitted
    )
    return RegressionRows(streams, plan, block_s=settings.block_s, moving_only=moving_only)


def _shaped(form: FrictionForm, settings: IdentificationSettings) -> FrictionForm:
    """The friction model with given shape constants instead of those that are searched."""
    given = settings.friction_shape
    if given is None:
        return form
    if settings.auto_friction:
        raise BadRequest("friction-shape-without-model")
    names = tuple(form.shape_start)
    if len(given) != len(names):
        raise BadRequest("friction-shape-count", friction=form.name, given=len(given), names=names)
    return replace(form, shape_start=dict(zip(names, given, strict=True)), shape_candidates=())


def _with_top_speed(done: Fit, monitor: Monitor) -> Fit:
    """The fit with each joint's top speed, beyond which friction is not extrapolated."""
    plan = done.rows.plan.with_top_speed(top_speeds(done.rows.streams, monitor=monitor))
    return replace(done, rows=replace(done.rows, plan=plan))


# The effect of the parameters' uncertainty on the torque: the measure of sufficient excitation.
#
# A parameter with a wide interval may still be known well enough, if everything in that interval gives
# the same torque. Parameters and the motion as a whole are therefore judged by the torque uncertainty
# from their covariance.


@dataclass(frozen=True)
class TorqueUncertainty:
    """Torque uncertainty from the parameters along a motion.

    ``relative`` is its RMS over the RMS of the measured torque, every joint divided by its
    residual's standard deviation; ``of_parameter`` (p,) is each parameter's own share,
    its standard deviation times the RMS of its column, in residual standard deviations.
    """

    relative: float
    of_parameter: FloatArray


def _torque_uncertainty(rows: RegressionRows, estimate: Estimate, *, monitor: Monitor) -> TorqueUncertainty:
    """One pass over ``rows``, of a motion fitted or held back.

    Columns that the fit could not determine are left out; they are named elsewhere.
    """
    determined = np.isfinite(estimate.std)
    spread = _square_root(estimate.covariance[np.ix_(determined, determined)])
    # a joint that was never fitted, because it stood still, has no deviation and does not count
    std = estimate.joint_std
    weight = np.divide(1.0, std, out=np.zeros_like(std), where=std > 0.0)
    open_torque, torque, count = 0.0, 0.0, 0
    columns = np.zeros(estimate.estimate.shape[0])
    # of the measured torque; what a learner explains also belongs to the runs of the fit only
    for block in replace(rows, learned=()).blocks(monitor):
        regressor = block.regressor[::_ROW_STEP] * weight[:, np.newaxis]
        target = block.target[::_ROW_STEP] * weight
        count += target.size
        torque += float(np.sum(target**2))
        columns += np.einsum("ijk,ijk->k", regressor, regressor)
        open_torque += float(np.sum((regressor[..., determined] @ spread) ** 2))
    parameter_std = np.where(determined, estimate.std, np.inf)
    rms = np.sqrt(columns / max(count, 1))
    with np.errstate(invalid="ignore"):
        of_parameter = np.where(rms > 0.0, parameter_std * rms, np.inf)
    return TorqueUncertainty(float(np.sqrt(open_torque / torque)) if torque > 0.0 else np.inf, of_parameter)


def _square_root(covariance: FloatArray) -> FloatArray:
    """S with S Sᵀ = covariance; a jackknife covariance may be singular, so Cholesky would fail."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def _judge(
    done: Fit,
    fitted: Sequence[Recording],
    held_back: Sequence[Recording],
    *,
    gains_of_data_sheet: bool,
    noisy_from_hz: float | None,
    monitor: Monitor,
) -> Findings:
    everything = [*fitted, *held_back]
    stages = _stages(
        monitor, [*(recording.label for recording in everything), "friction", *_UNCERTAINTY, "set-up"]
    )
    validation = [
        validate_model(
            done.model,
            recording,
            joint_std=done.estimate.joint_std,
            used_in_fit=index < len(fitted)
            or any(one.origin.shares_rows(recording.origin) for one in fitted),
            monitor=next(stages),
        )
        for index, recording in enumerate(everything)
    ]
    points = friction_points(done.model, fitted, monitor=next(stages))
    systematic = systematic_errors(
        done.rows,
        done.estimate,
        gains_of_data_sheet=gains_of_data_sheet,
        noisy_from_hz=noisy_from_hz,
        monitor=next(stages),
    )
    # only the scatter is reduced by a motion that excites more; the rest shows on motion kept back
    inside = _torque_uncertainty(done.rows, done.estimate, monitor=next(stages))
    outside = inside
    if held_back:
        streams = tuple(ChunkStream(recording, done.robot, done.conditioning) for recording in held_back)
        kept_back = replace(done.rows, streams=streams)
        outside = _torque_uncertainty(kept_back, done.estimate, monitor=next(stages))
    setup = check_setup(
        CheckedModel.of(
            done.rows.plan,
            done.estimate.estimate[: done.rows.plan.base_count],
            joint_std=done.estimate.joint_std,
        ),
        done.rows,
        torque_from=done.conditioning.torque_from,
        monitor=next(stages),
    )
    effects = inside.of_parameter * systematic.widening(done.estimate.std)
    return Findings(tuple(validation), points, effects, outside.relative, setup, systematic)


def _stages(monitor: Monitor, names: Sequence[str]) -> Iterator[Monitor]:
    for index, name in enumerate(names):
        part = PartOfMonitor(monitor, first=index / len(names), last=(index + 1) / len(names))
        yield NamedMonitor(part, name)
