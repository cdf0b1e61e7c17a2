"""Identification: from recordings to a model of an arm.

Three loops ([Liu] section 5; see ``three_loops``) find the friction's shapes, the linear parameters,
and the part of the residual that the twist explains; then the model is validated.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.base_parameters import find_base_parameters
from core.errors import BadRequest
from core.friction.form import FrictionForm
from core.friction.forms import FORMS
from core.identification.choosing.choose import choose
from core.identification.choosing.result import Choice
from core.identification.chunks import CHUNK_SAMPLES, ChunkStream, Conditioning
from core.identification.columns import ColumnPlan
from core.identification.fit import Fit
from core.identification.friction_curves import friction_points, top_speeds
from core.identification.joint_side import check_fits_robot, is_behind_gear, torque_source
from core.identification.physical_fit import described_mass_bounds, physical_model, with_bodies
from core.identification.presentation import Findings, present
from core.identification.recorded_periods import with_periods
from core.identification.regression_rows import RegressionRows
from core.identification.remembered import remembered, remembering
from core.identification.result import IdentificationResult
from core.identification.resuming import Start, start_from
from core.identification.settings import FeatureKind, GainSource, IdentificationSettings, ResidualKind
from core.identification.setup_checks.check import check_setup
from core.identification.setup_checks.sums import CheckedModel
from core.identification.systematic.estimate import systematic_errors
from core.identification.three_loops import run_loops
from core.identification.torque_uncertainty import torque_uncertainty
from core.identification.verify import validate_model
from core.monitor import Monitor, NamedMonitor, NullMonitor, PartOfMonitor
from core.recording import Quantity, Recording
from core.robot.locked_output import expect_free_output
from core.robot.model import RobotModel

_UNCERTAINTY = ("systematic errors", "uncertainty", "uncertainty on motion kept back")
_CHOOSING_SHARE = 0.25
"""Share of the work taken by choosing friction model and cut-off by data; fitting begins after it."""
_FITTING_SHARE = 0.75
"""Share of the work taken by fitting; validation takes the rest."""
_JUDGING_END = 0.95
"""Progress after validation; the rest is for physically possible parameters, if wanted."""


@remembering()
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
    conditioning = replace(conditioning, torque_lag=chosen.late)
    chosen, choice, watching = _settled(
        _first_rows(fitted, robot, chosen, conditioning, chunk_samples=chunk_samples),
        chosen,
        resume=resume,
        monitor=watching,
    )
    conditioning = replace(conditioning, filter_hz=chosen.filter_hz)
    rows = _first_rows(fitted, robot, chosen, conditioning, chunk_samples=chunk_samples)
    rows = with_periods(rows, periods or {}, settings=chosen, monitor=watching)
    start = Start() if resume is None else start_from(resume, fitted, chosen)
    done = run_loops(
        start.rows(rows),
        settings=chosen,
        conditioning=conditioning,
        start=start,
        monitor=PartOfMonitor(watching, first=0.0, last=_FITTING_SHARE),
        keep=lambda so_far: watching.keep(present(so_far, fitted, chosen, gain_source, choice=choice)),
    )
    end = _JUDGING_END if chosen.physical else 1.0
    done = _with_top_speed(done, PartOfMonitor(watching, first=_FITTING_SHARE, last=_FITTING_SHARE))
    judging = PartOfMonitor(watching, first=_FITTING_SHARE, last=end)
    of_data_sheet = gain_source is GainSource.MANUFACTURER
    findings = _judge(done, fitted, held_back, gains_of_data_sheet=of_data_sheet, monitor=judging)
    found = present(done, fitted, chosen, gain_source, findings, choice=choice)
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
        remembered(
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

    A resumed fit keeps what it was begun with.
    """
    if not (settings.auto_friction or settings.auto_filter):
        return settings, None, monitor
    choice, rest = None if resume is None else resume.choice, monitor
    if choice is None:
        part = PartOfMonitor(monitor, first=0.0, last=_CHOOSING_SHARE)
        choice = choose(rows, settings, monitor=NamedMonitor(part, "choice of friction and filter"))
        rest = PartOfMonitor(monitor, first=_CHOOSING_SHARE, last=1.0)
    settled = replace(settings, friction=choice.friction, filter_hz=choice.filter_hz)
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


def _judge(
    done: Fit,
    fitted: Sequence[Recording],
    held_back: Sequence[Recording],
    *,
    gains_of_data_sheet: bool,
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
            used_in_fit=index < len(fitted),
            monitor=next(stages),
        )
        for index, recording in enumerate(everything)
    ]
    points = friction_points(done.model, fitted, monitor=next(stages))
    systematic = systematic_errors(
        done.rows, done.estimate, gains_of_data_sheet=gains_of_data_sheet, monitor=next(stages)
    )
    # only the scatter is reduced by a motion that excites more; the rest shows on motion kept back
    inside = torque_uncertainty(done.rows, done.estimate, monitor=next(stages))
    outside = inside
    if held_back:
        streams = tuple(ChunkStream(recording, done.robot, done.conditioning) for recording in held_back)
        kept_back = replace(done.rows, streams=streams)
        outside = torque_uncertainty(kept_back, done.estimate, monitor=next(stages))
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
