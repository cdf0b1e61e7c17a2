"""Words for load steps: which joint is loaded how, what is under way, and what could not be loaded."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.features.twist.load_steps_errors import poor_load_text
from app.guide.run_words import RunEnd, state_text
from app.speech.language import translate
from app.speech.units import DEGREE, MILLIMETRE, number, seconds, speed_unit, torque_unit
from app.widgets.table import Cell, Column

if TYPE_CHECKING:
    from app.features.twist.load_steps_under_way import LoadMoment
    from core.elasticity.load_steps_plan import LoadStepBlock, LoadStepPlan


def _tr(text: str) -> str:
    return translate("LoadStepWords", text)


def load_step_columns() -> tuple[Column, ...]:
    """The headings of the joints."""
    return (
        Column(_tr("Joint"), stretches=True),
        Column(_tr("State")),
        Column(_tr("Range"), is_number=True),
        Column(_tr("Load by gravity"), is_number=True),
        Column(_tr("Speed"), is_number=True),
        Column(_tr("Takes"), is_number=True),
    )


def load_step_rows(
    plan: "LoadStepPlan", *, names: Sequence[str], prismatic: Sequence[bool], now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint that is loaded; ``now`` is the one under way or run last, -1 before the first."""
    return tuple(
        (
            _tr("Joint {number}: {name}").format(number=block.joint + 1, name=names[block.joint]),
            state_text(place, now=now, end=end),
            _range(block, slides=prismatic[block.joint]),
            _load(block, slides=prismatic[block.joint]),
            _speed(block, slides=prismatic[block.joint]),
            seconds(block.seconds),
        )
        for place, block in enumerate(plan.blocks)
    )


def moment_words(moment: "LoadMoment", plan: "LoadStepPlan") -> str:
    """What the arm does now."""
    joint = plan.blocks[moment.row].joint + 1
    if moment.round is None:
        return _tr("To where gravity loads joint {joint} most").format(joint=joint)
    words = _tr("Joint {joint} goes slowly under its load, round {round} of {rounds}")
    return words.format(joint=joint, round=moment.round, rounds=plan.settings.rounds)


def plan_sentence(plan: "LoadStepPlan") -> str:
    """How many joints are loaded, and how many are not."""
    loaded = len(plan.blocks)
    words = _tr("Gravity loads one joint") if loaded == 1 else _tr("Gravity loads {count} joints")
    words = words.format(count=loaded)
    left = len(plan.left_out)
    if not left:
        return _tr("{loaded}; none is left out.").format(loaded=words)
    rest = _tr("one is left out") if left == 1 else _tr("{count} are left out")
    return _tr("{loaded}; {rest}.").format(loaded=words, rest=rest.format(count=left))


def poor_sentences(
    plan: "LoadStepPlan", *, names: Sequence[str], prismatic: Sequence[bool]
) -> tuple[str, ...]:
    """Why joints are left out, or hardly loaded, one sentence or two for each."""
    found = [
        poor_load_text(poor, joint=names[poor.joint], slides=prismatic[poor.joint]) for poor in plan.poor
    ]
    if not plan.masses_known:
        found.append(
            _tr("The description has no masses: the loads are a stand-in's and say only where they change.")
        )
    return tuple(found)


def next_words() -> str:
    """What to do with the recording where nobody knows the loads yet."""
    return _tr("How far the gears twist is said once a model is identified: go on to the step Twist then.")


def _range(block: "LoadStepBlock", *, slides: bool) -> str:
    unit = MILLIMETRE if slides else DEGREE
    low, high = (number(unit.per_si * value, digits=3) for value in (block.low, block.high))
    return _tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)


def _load(block: "LoadStepBlock", *, slides: bool) -> str:
    low, high = (number(value, digits=3) for value in (block.load_low, block.load_high))
    return _tr("{low} to {high} {unit}").format(low=low, high=high, unit=torque_unit(slides=slides).symbol)


def _speed(block: "LoadStepBlock", *, slides: bool) -> str:
    unit = speed_unit(slides=slides)
    return f"{number(unit.per_si * block.speed, digits=2)} {unit.symbol}"
