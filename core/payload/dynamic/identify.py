"""A payload's ten parameters from excitation runs without and with it.

The arm's own base parameters and the payload's ten are fitted to all runs at once, the payload's columns
being those of the arm times what a body at the flange adds (Gaz, De Luca, "Payload estimation based on
identified coefficients of robot dynamics", IROS 2017). Each run has its own friction. Joints are weighted
by the model's residual. The result is the nearest physically possible body.

If the runs follow one motion, the difference of their torques needs no model of the arm
([Gao] eq. 29); friction that grows with load then biases the payload.

Uncertainty: the scatter between time blocks (those at the same part of one motion together), and the
uncertainty of the drive gains, propagated through the fit's derivative in each of them. The errors of the
friction model repeat with a motion and do not show in that scatter, so the difference from a fit with another
form of friction is added.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from core.estimation.estimate import Estimate
from core.estimation.least_squares import WeightedLeastSquares
from core.estimation.tsqr import reduce_rows
from core.friction.kinds import FrictionKind
from core.identification.chunks import Conditioning
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.payload.dynamic.body import possible_body
from core.payload.dynamic.difference import DifferenceRows
from core.payload.dynamic.fit import DynamicFit, derivative_by_gain, first_rows, fit_dynamically
from core.payload.dynamic.judgement import FRICTION_LEFT
from core.payload.dynamic.prediction import predict_differences, predict_runs, run_errors
from core.payload.dynamic.present import DynamicFindings, DynamicSubject, present_payload
from core.payload.dynamic.rows import PAYLOAD_COLUMNS, PayloadRows
from core.payload.dynamic.runs import choose_dynamic_runs, dynamic_conditioning
from core.payload.result import PayloadResult
from core.payload.settings import GainKnowledge, PayloadMethod, PayloadSettings
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.stamp import Clock, utc_now

_CHOOSING_SHARE = 0.05
_FITTING_SHARE = 0.75
_OTHER_FRICTION = FrictionKind.STRIBECK
DYNAMIC = PayloadSettings(method=PayloadMethod.DYNAMIC)


class DynamicRoute(StrEnum):
    """Method that compares runs without and with the payload."""

    GENERAL = "general"
    """Fits the arm's own parameters to all runs, each run with its own friction; any motions."""
    DIFFERENCE = "difference"
    """Takes the difference of the torques along the same motion ([Gao] eq. 29)."""


def identify_payload_dynamically(  # noqa: PLR0913  # independent arguments
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    unloaded: Sequence[str],
    loaded: Sequence[str],
    gains: GainKnowledge | None = None,
    settings: PayloadSettings = DYNAMIC,
    route: DynamicRoute = DynamicRoute.GENERAL,
    drive_gain: FloatArray | None = None,
    filter_hz: float = 6.0,
    friction: FrictionKind = FrictionKind.LOAD_DEPENDENT,
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> PayloadResult:
    """Mass, centre of mass and inertia of the payload on the flange.

    Parameters
    ----------
    recordings
        By label, with positions and torques or motor currents.
    robot
        The arm with nothing on its flange.
    unloaded, loaded
        Labels. All loaded runs carry the same payload. Motions may differ.
    gains
        Uncertainty of the drive gains; by default that of a data sheet for currents, none
        for torques.
    route
        ``DIFFERENCE`` needs an unloaded run of each loaded run's motion.
    drive_gain
        (n,) N·m/A, else the description's.
    filter_hz
        Cut-off of the zero-phase low-pass.

    Returns
    -------
    With ``inertia`` (10,) of a possible body, NaN in ``inertia_std`` for undetermined parameters;
    ``predictions`` of the loaded runs with the friction of an unloaded one. After each round the result
    so far is handed to ``monitor.keep``.

    Raises
    ------
    BadRequest
        ``payload-motions-differ`` with the route of differences; as ``choose_dynamic_runs`` and
        ``dynamic_conditioning``.
    NotIdentifiable
        ``payload-torque-stuck``.
    NotEnoughData, PoorExcitation
        The runs are too short, or move nothing.
    """
    watching = monitor or NullMonitor()
    choosing = PartOfMonitor(watching, first=0.0, last=_CHOOSING_SHARE)
    runs = choose_dynamic_runs(recordings, robot, unloaded=unloaded, loaded=loaded, monitor=choosing)
    conditioning = dynamic_conditioning(runs, robot, drive_gain=drive_gain, filter_hz=filter_hz)
    known = gains or _usual_gains(conditioning, robot)
    subject = DynamicSubject(robot, runs, known, settings, now)
    rows = first_rows(runs, robot, friction=friction, conditioning=conditioning)
    rest = PartOfMonitor(watching, first=_CHOOSING_SHARE, last=1.0)
    if route is DynamicRoute.DIFFERENCE:
        return present_payload(_from_differences(rows, rest), subject)
    found = _from_all_runs(rows, subject, PartOfMonitor(rest, first=0.0, last=_FITTING_SHARE))
    other = FrictionKind.LOAD_DEPENDENT if friction is _OTHER_FRICTION else _OTHER_FRICTION
    others = first_rows(runs, robot, friction=other, conditioning=conditioning)
    comparing = PartOfMonitor(rest, first=_FITTING_SHARE, last=1.0)
    apart = _apart(found.estimate, others, comparing)
    rest.report(1.0)
    return present_payload(replace(found, apart=apart), subject)


def _apart(estimate: Estimate, others: PayloadRows, monitor: Monitor) -> FloatArray:
    """Difference (10,) of the payload's parameters from a fit with another form of friction."""
    other = fit_dynamically(others, monitor=monitor, keep=lambda _: None)
    return other.estimate.estimate[PAYLOAD_COLUMNS] - estimate.estimate[PAYLOAD_COLUMNS]


def _usual_gains(conditioning: Conditioning, robot: RobotModel) -> GainKnowledge:
    if conditioning.torque_from is Quantity.CURRENT:
        return GainKnowledge.manufacturer(robot.joint_count)
    return GainKnowledge.exact(robot.joint_count)


def _from_all_runs(rows: PayloadRows, subject: DynamicSubject, monitor: Monitor) -> DynamicFindings:
    def keep(so_far: DynamicFit) -> None:
        monitor.keep(present_payload(_bare_findings(so_far), subject))

    fitting = PartOfMonitor(monitor, first=0.0, last=_FITTING_SHARE)
    done = fit_dynamically(rows, monitor=fitting, keep=keep)
    bare = _bare_findings(done)
    middle = 0.5 * (_FITTING_SHARE + 1.0)
    judging = PartOfMonitor(monitor, first=_FITTING_SHARE, last=middle)
    predicting = PartOfMonitor(monitor, first=middle, last=1.0)
    errors = run_errors(done.rows, bare.body.estimate, monitor=judging)
    predictions = predict_runs(done.rows, bare.body.estimate, monitor=predicting)
    return DynamicFindings(bare.estimate, bare.by_gain, bare.body, predictions, errors)


def _bare_findings(done: DynamicFit) -> DynamicFindings:
    return DynamicFindings(done.estimate, done.by_gain, possible_body(done.estimate))


def _from_differences(whole: PayloadRows, monitor: Monitor) -> DynamicFindings:
    rows = DifferenceRows(whole)
    reduced = reduce_rows(rows, monitor=PartOfMonitor(monitor, first=0.0, last=0.6))
    solving = PartOfMonitor(monitor, first=0.6, last=_FITTING_SHARE)
    estimate = WeightedLeastSquares().fit_reduced(reduced, monitor=solving)
    by_gain = derivative_by_gain(reduced.joint_factors(), estimate.joint_std)
    body = possible_body(estimate)
    predicting = PartOfMonitor(monitor, first=_FITTING_SHARE, last=1.0)
    predictions = predict_differences(rows, body.estimate, monitor=predicting)
    return DynamicFindings(estimate, by_gain, body, predictions, reasons=(FRICTION_LEFT,))
