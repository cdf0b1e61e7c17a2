"""The two-minute story on a virtual arm: its encoders, the mass of a tool, a worn gear, the report. No Qt.

Each stage is a function on a connected session, so that the window runs it on the robot's thread and the
command line in its own. All numbers come from the product's own procedures; the gears are compared with an
earlier visit of the same arm, when none of them was worn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.jobs.task import Task
from app.rehearsal.recorded_visit import LOOK_S, run_unwatched, sway
from core.identification.settings import IdentificationSettings
from core.monitor import Monitor, PartOfMonitor
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.library import load_robot
from devices.virtual.settings import Pace, VirtualSettings

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from core.catalogue.fleet import Care
    from core.comparison import ComparedVisits
    from core.elasticity.comparison_result import Change
    from core.elasticity.result import Elasticity, JointElasticity
    from core.encoders.result import EncoderCheck
    from core.payload.result import PayloadResult

ROBOT = "ec66"
WORN_JOINT = 2
"""The joint, from 0, whose gear is worn in today's visit and was not at commissioning."""
LOADED_JOINTS = (1, 2)
"""Joints, from 0, whose gears are loaded slowly: those that gravity loads most."""
TOOL_KG, TOOL_CENTER = 2.4, (0.02, 0.0, 0.08)
"""Tool on the flange, and the centre of its mass, m in the flange frame."""
GROUPS = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10), (11, 12), (13, 14), (15, 16))
"""Numbers of the sweeps with the tool, in the groups after which the payload is computed again."""
WEIGHINGS = 2
"""How often all sweeps with the tool are run at most, until its mass is known."""
JOINT_LOADS_S = (20.0, 60.0, 120.0)
"""Approximate times of the load steps of a joint, s; the longer ones while its play is not known."""
LOAD_STEPS = 2
PLAY_STD = float(np.radians(11.5 / 3600.0))
"""Standard deviation with which a play is known, rad.

The smallest gap of a worn gear, 60 arcsec, then stands out between two visits, by 3.7 standard deviations.
"""
SWAY_S = 12.0
SWAYS, KEPT_BACK = ("sway-1", "sway-2"), "sway-3"
"""Motions that a model is identified from, and the one that it is judged on."""
LOAD_RUN = "load-steps"
CURVE_POINTS = 600
"""Samples of a curve that is kept for a picture."""


@dataclass(frozen=True, eq=False)
class Checked:
    """The encoders were compared: ``time`` (M,) s and ``position`` (M, n) rad of the joints meanwhile."""

    check: "EncoderCheck"
    serial: str
    time: FloatArray
    position: FloatArray

    @property
    def is_shown(self) -> bool:
        """True if both encoders of every joint agree."""
        return self.check.judgement.verdict in _TRUSTED

    @property
    def is_well(self) -> bool:
        """True if they agree: the encoders of a virtual arm have no fault."""
        return self.is_shown


@dataclass(frozen=True)
class MassSoFar:
    """Mass after some of the sweeps, kg, with its standard deviation."""

    sweeps: int
    mass: float
    std: float


@dataclass(frozen=True, eq=False)
class Weighed:
    """Mass of the tool after each group of sweeps; ``result`` is the last one, None before the first.

    ``true_mass`` is what hangs on the virtual flange, kg; None until all sweeps are done.
    """

    steps: tuple[MassSoFar, ...] = ()
    result: "PayloadResult | None" = None
    true_mass: float | None = None

    @property
    def is_shown(self) -> bool:
        """True if the mass is known."""
        return bool(self.steps)

    @property
    def is_well(self) -> bool:
        """True if all sweeps are done, and the true mass is not outside of three standard deviations."""
        if self.true_mass is None:
            return False
        if not self.steps:
            return True  # nothing is claimed
        last = self.steps[-1]
        return abs(last.mass - self.true_mass) <= _WITHIN_STD * last.std


@dataclass(frozen=True, eq=False)
class Gears:
    """The gears at commissioning and now, and what changed beyond the uncertainty of both visits.

    ``true_play`` is the gap that was put into the worn gear of the virtual arm, rad; ``care`` as the state of
    the arm has it.
    """

    before: "Elasticity"
    now: "Elasticity"
    compared: "ComparedVisits"
    true_play: float
    care: "Sequence[Care]" = ()

    @property
    def joint(self) -> tuple["JointElasticity", "JointElasticity"]:
        """The joint with the worn gear, at commissioning and now."""
        return self.before.joints[WORN_JOINT], self.now.joints[WORN_JOINT]

    @property
    def worse(self) -> tuple[int, ...]:
        """Numbers of the joints, from 0, with more backlash than before."""
        return tuple(number for number, change in self._backlash() if change.is_worse)

    @property
    def is_shown(self) -> bool:
        """True if the worn gear was found."""
        return WORN_JOINT in self.worse

    @property
    def could_be_seen(self) -> bool:
        """True if these two visits tell a gap as wide as the true one from none."""
        change = self.change
        return change is not None and change.is_compared and change.least_seen < self.true_play

    @property
    def is_well(self) -> bool:
        """True if the worn gear was found or could not be seen, and no other one was found."""
        return set(self.worse) <= {WORN_JOINT} and (self.is_shown or not self.could_be_seen)

    @property
    def change(self) -> "Change | None":
        """The change of the play of the worn gear; None where neither visit measured it."""
        from core.elasticity.comparison_result import TwistQuantity

        twist = self.compared.pairs[0].twist
        joints = () if twist is None else twist.joints
        worn = next((joint for joint in joints if joint.number == WORN_JOINT), None)
        return None if worn is None else worn.change_of(TwistQuantity.BACKLASH)

    def _backlash(self) -> "Iterator[tuple[int, Change]]":
        from core.elasticity.comparison_result import TwistQuantity

        twist = self.compared.pairs[0].twist
        for joint, change in twist.found if twist is not None else ():
            if change.quantity is TwistQuantity.BACKLASH:
                yield joint.number, change


@dataclass(frozen=True)
class Reported:
    """The files of the report, and the lines of its first page on what was found and what changed."""

    files: tuple[Path, ...]
    lines: tuple[str, ...] = ()

    @property
    def is_shown(self) -> bool:
        """True: it was written."""
        return True

    @property
    def is_well(self) -> bool:
        """True: it was written."""
        return True


Stage = Checked | Weighed | Gears | Reported

_TRUSTED = (Verdict.GOOD, Verdict.USABLE)
_WITHIN_STD = 3.0


def arm(seed: int, *, pace: Pace, is_worn: bool, is_watched: bool = False) -> VirtualSettings:
    """Settings of the virtual arm of this seed, as it is today or as it was at commissioning.

    One that nobody watches is looked at less often, which is faster.
    """
    settings = VirtualSettings(ROBOT, seed=seed, pace=pace, worn=(WORN_JOINT,) if is_worn else ())
    return settings if is_watched else replace(settings, look_s=LOOK_S)


def check_arm(session: "RobotSession", monitor: Monitor) -> Checked:
    """Jog every joint and compare its encoders.

    Raises
    ------
    TorsionError, Cancelled
        As ``run_unwatched``.
    """
    from app.features.encoders.procedure import CheckProcedure
    from app.visit.recordings import StoredCheck

    part = PartOfMonitor(monitor, first=0.0, last=_SHARE)
    outcome = run_unwatched(session, CheckProcedure(), part, name="check")
    found = outcome.found
    assert isinstance(found, StoredCheck), "a check that ran to its end was judged"
    task = Task(curves, visit=session.visit_file, label=outcome.recordings[0])
    time, position = session.compute(task, PartOfMonitor(monitor, first=_SHARE, last=1.0))
    return Checked(found.check, found.serial, time, position)


def curves(monitor: Monitor, *, visit: Path, label: str) -> tuple[FloatArray, FloatArray]:
    """Time (M,) s from 0 and joint positions (M, n) of a recording, thinned for a picture."""
    from core.recording import Quantity
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        recording = opened.recording(label)
        time, position = (np.asarray(part) for part in (recording.time, recording.columns[Quantity.POSITION]))
    rows = np.unique(np.linspace(0, time.size - 1, CURVE_POINTS).astype(int))
    return time[rows] - time[0], position[rows]


def weigh_tool(session: "RobotSession", monitor: Monitor) -> Weighed:
    """Sweep with nothing on the flange, then with the tool; ``monitor`` is offered each mass on the way.

    The sweeps with the tool are repeated where they leave the mass unknown.

    Raises
    ------
    TorsionError, Cancelled
        As ``run_unwatched``.
    """
    from app.features.payload.procedure import PayloadProcedure
    from app.features.payload.sweep_run import PayloadFound
    from app.visit.payload import PayloadRun
    from core.payload.plan import PayloadMode, PayloadPlanSettings

    settings = PayloadPlanSettings(mode=PayloadMode.QUICK, payload_mass=TOOL_KG)
    unloaded = PayloadProcedure(settings=settings, load=PayloadRun.UNLOADED)
    session.hang_on_virtual(0.0, (0.0, 0.0, 0.0))
    part = PartOfMonitor(monitor, first=0.0, last=_UNLOADED_SHARE)
    outcome = run_unwatched(session, unloaded, part, name="payload-without")
    found = outcome.found
    assert isinstance(found, PayloadFound), "sweeps that ran to their end have a plan"
    session.hang_on_virtual(TOOL_KG, TOOL_CENTER)
    weighed = Weighed()
    groups = _groups(len(found.plan.sweeps))
    for place, numbers in enumerate(groups * WEIGHINGS):
        if place >= len(groups) and place % len(groups) == 0 and weighed.is_shown:
            break
        first, last = (
            _UNLOADED_SHARE + _LOADED_SHARE * min(at / len(groups), 1.0) for at in (place, place + 1)
        )
        loaded = replace(unloaded, load=PayloadRun.LOADED, plan=found.plan, only=numbers)
        part = PartOfMonitor(monitor, first=first, last=last)
        swept = run_unwatched(session, loaded, part, name="payload-with").found
        assert isinstance(swept, PayloadFound)
        weighed = _with_step(weighed, swept, sweeps=numbers[-1])
        monitor.keep(weighed)
    return replace(weighed, true_mass=TOOL_KG)


def _groups(sweeps: int) -> tuple[tuple[int, ...], ...]:
    """``GROUPS`` without the sweeps that the plan does not have."""
    known = (tuple(number for number in group if number <= sweeps) for group in GROUPS)
    return tuple(group for group in known if group)


def _with_step(weighed: Weighed, found: object, *, sweeps: int) -> Weighed:
    """The masses so far, with one more where the sweeps determine it."""
    from app.features.payload.sweep_run import PayloadFound

    assert isinstance(found, PayloadFound)
    result = found.result
    if result is None:
        return weighed
    estimate = result.estimate
    if estimate.judgements[0].verdict not in _TRUSTED:
        return replace(weighed, result=result)
    step = MassSoFar(sweeps, estimate.mass, estimate.mass_std)
    return replace(weighed, steps=(*weighed.steps, step), result=result)


def load_gears(session: "RobotSession", monitor: Monitor) -> "Elasticity":
    """Record motions and slow load steps with an empty flange, identify a model, and analyse the twist.

    While the play of the joint that wears is not known, longer load steps follow, as many as there are.

    Raises
    ------
    TorsionError, Cancelled
        As ``run_unwatched``, ``identify_model`` and ``analyse_twist``.
    """
    session.hang_on_virtual(0.0, (0.0, 0.0, 0.0))
    parts = _parts(monitor, (0.1, 0.2, 0.3, 1.0))
    swayed: list[str] = []
    for number, label in enumerate((*SWAYS, KEPT_BACK)):
        motion = sway(SWAY_S, seed=number, label=label)
        swayed += run_unwatched(session, motion, next(parts), name=label).recordings
    loaded: list[str] = []
    part = next(parts)
    for seconds in JOINT_LOADS_S:
        found = _load_steps(session, seconds, swayed, loaded, part)
        play = found.joints[WORN_JOINT].backlash
        if play is not None and play.std <= PLAY_STD:
            break
    return found


def _load_steps(
    session: "RobotSession", seconds: float, swayed: Sequence[str], loaded: list[str], monitor: Monitor
) -> "Elasticity":
    """Load the joints for so long, add the recording to ``loaded``, and analyse what there is."""
    from app.features.identification.tasks import identify_model
    from app.features.twist.load_steps_procedure import LoadStepsProcedure
    from app.features.twist.tasks import analyse_twist
    from core.elasticity.load_steps_plan import LoadStepSettings

    parts = _parts(monitor, (0.5, 0.7, 1.0))
    settings = LoadStepSettings(joints=LOADED_JOINTS, seconds=seconds, steps=LOAD_STEPS)
    label = f"{LOAD_RUN}-{len(loaded) + 1}" if loaded else LOAD_RUN
    steps = LoadStepsProcedure(settings=settings, payload_mass=0.0, label=label)
    loaded += run_unwatched(session, steps, next(parts), name=LOAD_RUN).recordings
    visit, fit = session.visit_file, (*swayed[:-1], *loaded)
    task = Task(
        identify_model,
        path=visit,
        fit=fit,
        validate=tuple(swayed[-1:]),
        settings=IdentificationSettings(),
    )
    session.compute(task, next(parts))
    return session.compute(Task(analyse_twist, visit=visit, fit=fit), next(parts))


def compare_gears(monitor: Monitor, *, earlier: Path, visit: Path, seed: int) -> Gears:
    """Compare the gears of two visits to the arm of ``seed``, the ``earlier`` one at commissioning.

    Raises
    ------
    BadRequest
        As ``compare_visits``.
    """
    from app.features.comparison.tasks import compare_visits
    from app.features.twist.tasks import elasticity_of_visit
    from app.visit.known_visits import gear_care

    compared = compare_visits(monitor, paths=(earlier, visit))
    before, now = (elasticity_of_visit(monitor, path=path) for path in (earlier, visit))
    assert before is not None, "its gears were analysed"
    assert now is not None, "its gears were analysed"
    care = gear_care(visit, monitor, earlier=earlier)
    return Gears(before, now, compared, true_play(seed), care)


def true_play(seed: int) -> float:
    """Gap that wear puts into the gear of ``WORN_JOINT`` of the arm of this seed, rad."""
    from devices.virtual.physics.truth import true_arm

    truth = true_arm(load_robot(ROBOT), seed, worn=(WORN_JOINT,))
    return float(truth.gear.backlash[WORN_JOINT])


def write_story_report(
    monitor: Monitor, *, earlier: Path, visit: Path, pdf: Path, json: Path, changes: Path
) -> Reported:
    """Write the report of today's visit, and a page of what changed since commissioning.

    Raises
    ------
    TorsionError, OSError
        As ``write_report`` and ``write_comparison_report``.
    """
    from json import loads as read_json

    from app.features.comparison.report import comparison_paper
    from app.features.comparison.report_tasks import write_comparison_report
    from app.features.comparison.tasks import compare_visits
    from app.features.report.tasks import write_report
    from app.visit.stored_products import newest
    from core.identification.result import IDENTIFICATION, IdentificationResult
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        model = newest(opened, IDENTIFICATION, IdentificationResult)
    assert model is not None, "the gears were analysed with a model"
    write_report(monitor, visit=visit, result=model, pdf=pdf, json=json)
    compared = compare_visits(monitor, paths=(earlier, visit))
    paper = comparison_paper(compared, compared.pairs[0])
    write_comparison_report(monitor, paper=paper, pdf=changes)
    front = read_json(json.read_text("utf-8"))["front_page"]
    found = tuple(row["text"] for row in front["found"])
    return Reported((pdf, json, changes), (*found, paper.shown.headline))


def _parts(monitor: Monitor, ends: Sequence[float]) -> Iterator[PartOfMonitor]:
    for first, last in zip((0.0, *ends), ends, strict=False):
        yield PartOfMonitor(monitor, first=first, last=last)


_SHARE = 0.95
"""Share of the progress of the check in which the arm moves."""
_UNLOADED_SHARE, _LOADED_SHARE = 0.45, 0.55
"""Shares of the weighing for the sweeps with nothing on the flange, and with the tool."""
