"""The gears worded once: what is said of each, that JSON has every number shown, and that no Qt is loaded."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import reason_text
from app.features.twist.load_steps_presentation import not_loaded, planned
from app.features.twist.presentation import LOOPS, RIPPLE, present
from app.features.twist.quantities import GEARS, joint_values
from app.features.twist.results import tool_twists
from app.features.twist.sentences import joint_sentence
from app.presentation import Presentation, Table, cell_text, value_text
from app.speech.language import Language, speaking
from app.speech.units import NO_BREAK
from core.elasticity.identify import with_link_position
from core.elasticity.load_steps import plan_load_steps
from core.elasticity.load_steps_plan import LoadStepPlan
from core.elasticity.result import Elasticity, JointElasticity
from core.elasticity.tool_shift import ToolShift
from core.encoders.result import JointLinkPosition
from core.exchange.export_deflection import deflection_json
from core.exchange.export_procedures import load_steps_json
from core.exchange.json_text import json_text
from core.excitation.limits.motion_limits import motion_limits
from core.quality import Verdict
from core.recording import LinkPosition
from core.robot.library import load_robot
from tests.app import twist_examples as examples
from tests.app.shown_numbers import not_in_document, numbers, shown_values

SHIFT = np.array([[3e-4, 0.0, 0.0], [0.0, 8e-4, 0.0]])
TOOL = {"run-1": ToolShift(np.array([0.0, 1.0]), SHIFT, np.linalg.norm(SHIFT, axis=1), (1, 2))}
HOME = np.radians([0.0, 50.0, 60.0, -20.0, -35.0, -40.0])
SENTENCES = (
    "joint_1 cannot be judged by this motion: 75 N·m of load hardly twist its gear.",
    "joint_2: 5.8 ± 0.4 MN·m/rad. No play seen. The loop is 0.15 ± 0.03 arcmin wide. "
    "Ripple 0.253 ± 0.013 arcmin, 3.10 times per motor turn: gear mesh.",
    "joint_3: 3.9 ± 0.6 MN·m/rad. Play 0.70 ± 0.07 arcmin.",
    "joint_4: its loop is no line: 19.0 to 46.0 kN·m/rad from branch to branch. "
    "Lost motion 2.1 ± 0.2 arcmin.",
    "joint_5: 210 ± 180 kN·m/rad. Play not measured. No hysteresis seen.",
    "joint_6 has no link encoder",
)


def sliding_too() -> Elasticity:
    return examples.elasticity(examples.sliding(), examples.good_with_ripple())


def plain(text: str) -> str:
    return text.replace(NO_BREAK, " ")


def table(shown: Presentation, name: str) -> Table:
    found = shown.table(name)
    assert found is not None
    return found


def texts(found: Table) -> dict[str, list[str]]:
    """The cells of each line by the first of them; a verdict by its word."""
    lines = {}
    for line in found.lines:
        first, *others = (
            cell.value if isinstance(cell, Verdict) else plain(cell_text(cell, column))
            for cell, column in zip(line.cells, found.columns, strict=True)
        )
        lines[first] = others
    return lines


@pytest.mark.parametrize("make", [examples.elasticity, sliding_too])
def test_the_document_has_every_number_that_is_shown(make: type[Elasticity]) -> None:
    found = replace(make(), temperature=301.5)
    document = json.loads(json_text(deflection_json(found, tool=TOOL, reason_text=reason_text)))
    shown = present(found, tool_twists(TOOL))
    assert len(list(shown_values(shown))) > 20
    assert not_in_document(shown, document) == []


def test_every_gear_has_its_sentence() -> None:
    loops = present(examples.elasticity()).figures(LOOPS)
    assert loops is not None
    for figure, words in zip(loops.figures, SENTENCES, strict=True):
        assert plain(value_text(figure.summary.value)).startswith(words)
    assert [len(figure.series) for figure in loops.figures] == [0, 2, 2, 1, 2, 0], "a locked loop has no line"


def test_a_joint_is_called_by_its_number_or_by_a_name_that_says_more() -> None:
    worn = examples.worn_with_backlash()
    assert joint_sentence(worn).startswith("joint_3: ")
    elbow = replace(
        worn,
        joint="elbow",
        judgement=replace(
            worn.judgement,
            reasons=tuple(
                replace(one, facts={**one.facts, "joint": "elbow"}) for one in worn.judgement.reasons
            ),
        ),
    )
    assert joint_sentence(elbow).startswith("elbow: ")
    reasons = [value_text(row.value) for row in present(examples.elasticity(elbow)).reasons]
    assert "what the gear of elbow twists" in reasons[0]
    other = replace(worn, joint="joint_0")
    assert joint_sentence(other).startswith("joint_0: "), "it counts from another number"


def test_the_table_has_every_quantity() -> None:
    lines = texts(table(present(examples.elasticity()), GEARS))
    assert lines["Stiffness, MN·m/rad"] == ["–", "5.8 ± 0.4", "3.9 ± 0.6", "–", "0.21 ± 0.18", "–"]
    assert lines["Softest branch, kN·m/rad"][3] == "19.0"
    assert lines["Gear play, arcmin"][2] == "0.70 ± 0.07"
    assert lines["Ripple per motor turn"][1] == "3.095 ± 0.008"
    assert lines["Lag of the link encoder, ms"][0] == "3.0 ± 0.2"
    assert lines["Rotor inertia, kg·m²"][1] == "212 ± 18"
    assert lines["Most load, N·m"][:2] == ["75.0", "2700"]
    assert lines["Twist, rms, arcmin"][1] == "2.60"
    assert lines["Verdict"][:3] == ["not-measurable", "good", "repeat"]
    assert len(lines) == 18


def test_linear_axes_have_their_own_units() -> None:
    shown = present(sliding_too())
    lines = texts(table(shown, GEARS))
    assert lines["Stiffness, MN·m/rad"] == ["24 ± 2 MN/m", "5.8 ± 0.4"]
    assert lines["Gear play, arcmin"] == ["18 ± 4 µm", "0.02 ± 0.04"]
    loops = shown.figures(LOOPS)
    assert loops is not None
    assert [one.x.head for one in loops.figures] == ["Force, kN", "Load, kN·m"]


def test_values_of_a_joint_that_do_not_stand_out_say_how_large_they_may_be() -> None:
    values = joint_values(examples.good_with_ripple(), tool_twists(TOOL)[0])
    assert (values.row("backlash").value, plain(values.row("backlash").remark)) == (
        "none seen",
        "below 0.0517 arcmin",
    )
    assert values.row("stiffness").remark == "−2.9 to 2.7 kN·m"
    assert plain(values.row("width").remark) == "0.31 ± 0.10 J"
    assert values.row("left").remark == "of 2.60"
    assert plain(value_text(values.row("moved").value)) == "0.800 mm"
    assert plain(values.row("moved").remark) == "rms 0.604 mm"


def test_a_joint_shows_what_was_measured_of_it() -> None:
    def names(joint: JointElasticity) -> list[str]:
        return [row.name for row in joint_values(joint).rows]

    assert names(examples.good_with_ripple()) == ["stiffness", "backlash", "width", "ripple", "lag", "left"]
    assert names(examples.no_line()) == ["softest", "stiffest", "lost-motion", "energy", "left"]
    assert names(examples.not_measurable()) == ["load-low", "load-high", "lag", "left"]
    assert names(examples.without_link_encoder()) == ["load-low", "load-high"]
    assert {row.remark for row in joint_values(examples.without_link_encoder()).rows} == {"not measured"}
    quiet = joint_values(replace(examples.good_with_ripple(), ripple=()))
    assert quiet.row("ripple").value == "none seen"
    assert joint_values(examples.uncertain()).row("ripple").remark == "not measured"


def test_ripple_has_a_likely_cause_and_reasons_stand_once_the_gravest_first() -> None:
    shown = present(examples.elasticity())
    assert [line.cells[2] for line in table(shown, RIPPLE).lines] == [
        "gear mesh",
        "motor turn",
        "wave generator",
        "wave generator",
    ]
    assert len(shown.reasons) == 8
    assert shown.reasons[0].verdict is Verdict.NOT_MEASURABLE
    assert len({row.value for row in shown.reasons}) == 8


def test_it_is_said_whose_model_gave_the_loads() -> None:
    found = examples.elasticity()

    def loads(model_made: str) -> str:
        basis = present(found, model_made=model_made).rows("basis")
        assert basis is not None
        return value_text(basis.row("loads").value)

    assert loads(found.model_created_at) == "those of this model"
    assert loads("2026-04-01T00:00:00+00:00") == "those of another model of this visit"
    assert "2026-03-01" in loads("")


def test_it_is_said_in_chinese_too() -> None:
    with speaking(Language.CHINESE):
        shown = present(examples.elasticity())
    assert shown.headline.startswith("6 个")
    assert shown.sections[0].title != "The gears"


@pytest.fixture(scope="module")
def plan() -> LoadStepPlan:
    arm = load_robot("ec66")
    return plan_load_steps(arm, motion_limits(arm, start=HOME), start=HOME)


def test_load_steps_say_which_joints_gravity_loads_and_which_not(plan: LoadStepPlan) -> None:
    joints = [f"joint_{number}" for number in range(1, 7)]
    steps = planned(plan, joints=joints, slides=[False] * 6)
    assert list(texts(steps)) == [f"joint_{n}" for n in (2, 3, 4)]
    document = json.loads(json_text(load_steps_json(plan)))
    shown = Presentation("", "", Verdict.GOOD, (steps,))
    assert len(list(shown_values(shown))) == 6
    assert not_in_document(shown, document) == []
    assert plan.blocks[0].seconds in set(numbers(document))
    whole = not_loaded(plan, joints=joints, slides=[False] * 6)
    assert whole.title == "Gravity loads 3 joints; 3 are left out."
    assert len(whole.rows) == 3
    none = not_loaded(replace(plan, poor=()), joints=joints, slides=[False] * 6)
    assert (none.title, none.rows) == ("Gravity loads 3 joints; none is left out.", ())
    one = replace(plan, blocks=plan.blocks[:1], poor=plan.poor[:1])
    assert not_loaded(one, joints=joints, slides=[False] * 6).title == (
        "Gravity loads one joint; one is left out."
    )


def test_wording_the_gears_loads_no_qt() -> None:
    code = (
        "import sys, app.features.twist.presentation, app.features.twist.load_steps_presentation, "
        "app.features.friction.presentation, app.features.friction.planned_sweeps; "
        "print(sorted(m for m in sys.modules if m.startswith('PySide6')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_gear_whose_link_position_is_computed_shows_the_controllers_constant_and_no_judgement():
    link = JointLinkPosition("joint_3", LinkPosition.COMPUTED, "follows-torque")
    computed = with_link_position(examples.worn_with_backlash(), link)
    assert "The controller computes the link position of joint_3" in plain(joint_sentence(computed))
    names = [row.name for row in joint_values(computed).rows]
    assert "constant" in names
    assert not {"stiffness", "backlash", "width"} & set(names)
    shown = table(present(examples.elasticity(computed)), GEARS)
    assert [line.name for line in shown.lines if line.name in {"stiffness", "constant", "backlash"}] == [
        "constant"
    ]


def test_a_gear_of_which_nobody_knows_keeps_its_values_with_a_remark():
    link = JointLinkPosition("joint_3", LinkPosition.UNKNOWN, "not-told-apart")
    joint = examples.worn_with_backlash()
    unknown = with_link_position(joint, link)
    assert unknown.judgement.verdict is joint.judgement.verdict
    assert unknown.judgement.reasons[-1].code == "twist-link-unknown"
    assert unknown.backlash == joint.backlash
