"""Planned load steps in words: loaded joints, reasons for the others, the motion under way. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

from app.arm.procedure import MotionsInTurn
from app.presentation import Column, Line, Row, Rows, Table, value_text
from app.speech.language import joined_sentences, tr
from app.speech.units import DEGREE, MILLIMETRE, PURE, Value, apart, number, seconds, speed_unit, torque_unit

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from core.elasticity.load_steps_plan import LoadStepBlock, LoadStepPlan, PoorLoad


def planned(
    plan: "LoadStepPlan | None" = None, *, joints: Sequence[str] = (), slides: Sequence[bool] = ()
) -> Table:
    """Table of the planned strokes: a line per joint that gravity loads."""
    columns = (
        Column("joint", tr("Joint")),
        Column("range", tr("Range"), PURE),
        Column("load", tr("Load by gravity"), PURE),
        Column("change", tr("changes by"), PURE),
        Column("needed", tr("needed")),
        Column("speed", tr("Speed"), PURE),
        Column("turns", tr("motor turns"), PURE),
        Column("takes", tr("Takes"), PURE),
    )
    blocks = () if plan is None else plan.blocks
    lines = (_line(block, joint=joints[block.joint], slides=slides[block.joint]) for block in blocks)
    return Table(name="load-steps", title=tr("Load steps"), columns=columns, lines=tuple(lines))


def _line(block: "LoadStepBlock", *, joint: str, slides: bool) -> Line:
    torque, place = torque_unit(slides=slides), MILLIMETRE if slides else DEGREE
    between = tr("{low} to {high} {unit}")
    low, high, least, most = (
        number(value, digits=3)
        for value in (place.shown(block.low), place.shown(block.high), block.load_low, block.load_high)
    )
    return Line(
        joint,
        (
            joint,
            between.format(low=low, high=high, unit=place.symbol),
            between.format(low=least, high=most, unit=torque.symbol),
            value_text(Value(block.load_span, torque)),
            Value(_known(block.needed), torque),
            value_text(Value(block.speed, speed_unit(slides=slides))),
            Value(_known(block.motor_turns)),
            seconds(block.seconds),
        ),
    )


def _known(number: float | None) -> float:
    return nan if number is None else number


def not_loaded(plan: "LoadStepPlan", *, joints: Sequence[str], slides: Sequence[bool]) -> Rows:
    """Reasons why joints are left out, or hardly loaded."""
    texts = [poor_load_text(poor, joint=joints[poor.joint], slides=slides[poor.joint]) for poor in plan.poor]
    if not plan.masses_known:
        texts.append(
            tr("The description has no masses: the loads are a stand-in's and say only where they change.")
        )
    rows = tuple(Row("", "", text) for text in texts)
    return Rows(name="not-loaded", title=_summary(plan), rows=rows)


def _summary(plan: "LoadStepPlan") -> str:
    """Numbers of joints that are loaded and left out, in a sentence."""
    loaded = len(plan.blocks)
    words = tr("Gravity loads one joint") if loaded == 1 else tr("Gravity loads {count} joints")
    words = words.format(count=loaded)
    left = len(plan.left_out)
    if not left:
        return tr("{loaded}; none is left out.").format(loaded=words)
    rest = tr("one is left out") if left == 1 else tr("{count} are left out")
    return tr("{loaded}; {rest}.").format(loaded=words, rest=rest.format(count=left))


def moment_words(moment: "LoadMoment", plan: "LoadStepPlan", *, joints: Sequence[str]) -> str:
    """The motion under way in words; ``joints`` are the names of all joints."""
    joint = joints[plan.blocks[moment.row].joint]
    if moment.round is None:
        return tr("To where gravity loads {joint} most").format(joint=joint)
    words = tr("{joint} goes slowly under its load, round {round} of {rounds}")
    return words.format(joint=joint, round=moment.round, rounds=plan.settings.rounds)


@dataclass(frozen=True)
class LoadMoment:
    """The row of the joint under way, and the round (from 1) where a stroke runs."""

    row: int
    round: int | None


class LoadStepsUnderWay:
    """The motions of a plan; each of its joints is a row."""

    def __init__(self, motions: "Sequence[PlannedMotion]", plan: "LoadStepPlan") -> None:
        self.plan = plan
        self._turns = MotionsInTurn(motions)

    def at(self, share: float) -> LoadMoment | None:
        """Joint and round when ``share`` of the time of all motions has passed; None without motions."""
        now = self._turns.at(share)
        if now is None:
            return None
        number = self._turns.motions[now[0]].facts.get("round")
        return LoadMoment(self._turns.row_of[now[0]], number if isinstance(number, int) else None)


_MM = 1000.0


def _obstacle(poor: "PoorLoad") -> str:
    return {
        "vertical-axis": tr(
            "{joint} turns about a vertical axis in every pose: gravity puts no torque on "
            "it, and no payload changes that. Load steps cannot measure its gear; ordinary motion may, or "
            "tilting the base."
        ),
        "slides": tr(
            "{joint} slides: gravity pulls on it equally all along its way. Load steps cannot measure it."
        ),
        "balanced": tr(
            "{joint} is loaded too little: gravity changes its torque by {span} {unit} at "
            "most, {needed} {unit} are needed."
        ),
        "no-room": tr(
            "{joint} could be loaded by {span} {unit}, but no range of it that is clear of "
            "floor, arm and boxes was found. Move the arm where it has more room."
        ),
    }[poor.obstacle.value]


def poor_load_text(poor: "PoorLoad", *, joint: str, slides: bool = False) -> str:
    """Reason why gravity does not load a joint enough, and the payload that would load it."""
    unit = "N" if slides else "N·m"
    is_little = poor.obstacle.value == "balanced"
    span = f"{poor.span:.3g}" if not is_little else apart(poor.span, poor.needed, digits=2)
    sentences = [
        _obstacle(poor).format(
            joint=joint,
            span=span,
            needed=apart(poor.needed, poor.span, digits=2),
            unit=unit,
        )
    ]
    if poor.payload_mass is not None and poor.payload_distance is not None:
        words = tr("About {mass} kg hung {distance} mm off its axis would do.")
        sentences.append(
            words.format(mass=f"{poor.payload_mass:.2g}", distance=f"{_MM * poor.payload_distance:.0f}")
        )
    if poor.is_run:
        sentences.append(tr("It runs because it was asked for."))
    return joined_sentences(*sentences)
