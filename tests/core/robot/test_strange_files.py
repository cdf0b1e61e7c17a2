"""Descriptions that are written unlike most: each read as Pinocchio reads it, or refused with a way on."""

import re

import numpy as np
import pytest

from app.errors.text import note_text, problem_text
from core.errors import BadFile
from core.robot.library import load_robot, read_description
from tests.core.robot.other_readers import with_pinocchio, worst_difference
from tests.core.robot.test_urdf import ODD_CHAINS, body, chain

TOLERANCE = 1e-8
ARMS = {
    "odd": ODD_CHAINS["odd axes and frames"],
    "parallel": ODD_CHAINS["parallel and opposite axes"],
    "sliding": ODD_CHAINS["sliding joints"],
    "fixed between": ODD_CHAINS["fixed joints between"],
    "wrist": ODD_CHAINS["wrist in one point"],
    "six": [*ODD_CHAINS["odd axes and frames"], *ODD_CHAINS["wrist in one point"]],
}
each_arm = pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS)


def moving(name, parent, child, *, kind="revolute", inside=""):
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    limit = '<limit lower="-1" upper="1" velocity="1" effort="1"/>'
    return f'<joint name="{name}" type="{kind}">{ends}<axis xyz="0 1 0"/>{limit}{inside}</joint>\n'


def link(name):
    return f'<link name="{name}">{body(len(name))}</link>\n'


def frame(name, parent, *, axis=""):
    ends = f'<parent link="{parent}"/><child link="{name}"/>'
    return f'<link name="{name}"/><joint name="{name}_fix" type="fixed">{ends}{axis}</joint>\n'


def names_of(arm):
    return tuple(f"j{index}" for index, joint in enumerate(arm, start=1) if joint[0] != "fixed")


def last_of(arm):
    """The link that the last moving joint moves."""
    return f"l{max(index for index, joint in enumerate(arm, start=1) if joint[0] != 'fixed')}"


def read(tmp_path, text):
    content = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "arm.urdf").write_bytes(content)
    return read_description(tmp_path / "arm.urdf")


def facts(found, code):
    return [note.facts for note in found.notes if note.code == code]


def check(tmp_path, text, arm, *, sound=None):
    """The text is read as the arm, with the torques that Pinocchio finds in it, or in the ``sound`` one."""
    found = read(tmp_path, text)
    assert found.robot.joint_names == names_of(arm)
    (tmp_path / "sound.urdf").write_text(text if sound is None else sound)
    assert worst_difference(found.robot, with_pinocchio(tmp_path / "sound.urdf")) <= TOLERANCE
    return found


def refused(tmp_path, text):
    with pytest.raises(BadFile) as caught:
        read(tmp_path, text)
    return [(problem.where, problem.code) for problem in caught.value.problems], caught.value.problems


@each_arm
@pytest.mark.parametrize("zeros", ["0 0 0", "0.0 0 -0"])
def test_the_axis_of_a_fixed_joint_means_nothing(tmp_path, arm, zeros):
    check(tmp_path, chain(arm, extra=frame("tool", last_of(arm), axis=f'<axis xyz="{zeros}"/>')), arm)


def test_the_axis_of_a_joint_that_moves_may_not_be_zero(tmp_path):
    text = chain(ARMS["odd"]).replace('xyz="1 2 3"', 'xyz="0 0 0"')
    assert [code for _, code in refused(tmp_path, text)[0]] == ["urdf-axis-zero"]


BESIDE = {
    "a cylinder that follows": link("cylinder")
    + moving("tilt", "l1", "cylinder", inside='<mimic joint="j2"/>')
    + link("rod")
    + moving("push", "cylinder", "rod", kind="prismatic"),
    "a cylinder": link("balancer") + moving("balancer_joint", "l1", "balancer"),
    "fingers": link("left_finger")
    + moving("left_finger_joint", "LAST", "left_finger", kind="prismatic")
    + link("right_finger")
    + moving("right_finger_joint", "LAST", "right_finger", kind="prismatic"),
    "a hand without telling names": link("a1")
    + moving("a", "LAST", "a1")
    + link("b1")
    + moving("b", "LAST", "b1"),
    "wheels": link("w1") + moving("w_left", "l0", "w1") + link("w2") + moving("w_right", "l0", "w2"),
}


@each_arm
@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("tool", ["tool0", "my_flange", "ee_link"])
def test_what_moves_beside_the_arm_is_named_as_left_out(tmp_path, arm, beside, tool):
    extra = frame("camera_optical_frame", last_of(arm)) + frame(tool, last_of(arm))
    beside = beside.replace("LAST", last_of(arm))
    found = check(tmp_path, chain(arm, extra=extra + beside), arm)
    left_out = tuple(re.findall(r'<joint name="(\w+)"', beside))
    assert facts(found, "robot-held-joints") == [{"joints": left_out}]
    assert all(name in note_text(found.notes[-1]) or name in str(found.notes) for name in left_out)
    assert facts(found, "robot-tip-of")[0]["tip"] == tool


@each_arm
def test_a_tool_frame_wins_over_a_camera_and_a_camera_over_nothing(tmp_path, arm):
    deep = frame("camera_link", last_of(arm)) + frame("camera_depth_optical_frame", "camera_link")
    found = read(tmp_path, chain(arm, extra=deep + frame("gripper_base", f"l{len(arm)}")))
    assert facts(found, "robot-tip-of")[0]["tip"] == "gripper_base"
    found = read(tmp_path, chain(arm, extra=deep + frame("EE_Link", last_of(arm))))
    assert facts(found, "robot-tip-of")[0]["tip"] == "EE_Link"


@pytest.mark.parametrize("ends", [("left_tool0", "right_tool0"), ("right_tool0", "left_hand"), ("x", "y")])
def test_two_arms_are_never_chosen_between(tmp_path, ends):
    arm = ARMS["six"]
    other = chain(arm).partition("\n")[2].replace('"l', '"k').replace('name="j', 'name="i')
    other = other.removesuffix("</robot>").replace('"kink', '"link').replace('"kower', '"lower')
    other = re.sub(r'<link name="k0">.*?</link>', "", other).replace('link="k0"', 'link="l0"')
    other = other.replace("kimit", "limit")
    tools = frame(ends[0], last_of(arm)) + frame(ends[1], last_of(arm).replace("l", "k"))
    text = chain(arm, extra=other + tools)
    codes, problems = refused(tmp_path, text)
    assert codes == [("", "urdf-branches")]
    for tip in ends:
        assert tip in problems[0].facts["tips"]
        assert tip in problem_text(problems[0])
        assert load_robot(tmp_path / "arm.urdf", tip=tip).joint_count == len(arm)


def test_a_hand_on_an_arm_names_the_link_that_carries_it(tmp_path):
    arm = ARMS["six"]
    text = chain(arm, extra=BESIDE["a hand without telling names"].replace("LAST", last_of(arm)))
    _, problems = refused(tmp_path, text)
    tip = problems[0].facts["tips"][0]
    assert tip == last_of(arm)
    assert load_robot(tmp_path / "arm.urdf", tip=tip).joint_names == names_of(arm)


@each_arm
@pytest.mark.parametrize("huge", ["1e16", "inf", "1e308", "Infinity", "1e999"])
def test_a_limit_that_nothing_reaches_is_none(tmp_path, arm, huge):
    limits = f'lower="-{huge}" upper="{huge}" velocity="{huge}" effort="{huge}"'
    text = chain(arm).replace('lower="-2" upper="2" velocity="3" effort="9"', limits)
    found = read(tmp_path, text)
    for bounds in (found.robot.lower, found.robot.velocity_limit, found.robot.torque_limit):
        assert not np.isfinite(bounds).any()
    check(tmp_path, text, arm, sound=chain(arm))


def test_a_limit_that_is_no_number_is_refused(tmp_path):
    for text in ("nan", "two", "1 2"):
        codes, _ = refused(tmp_path, chain(ARMS["odd"]).replace('upper="2"', f'upper="{text}"'))
        assert {code for _, code in codes} == {"urdf-not-numbers"}


@each_arm
def test_an_undeclared_world_is_the_ground_and_another_link_is_asked_for(tmp_path, arm):
    for name in ("world", "podium"):
        text = chain(arm, extra=moving("stand", name, "l0", kind="fixed"))
        declared = text.replace("</robot>", f'<link name="{name}"/></robot>')
        if name == "world":
            found = check(tmp_path, text, arm, sound=declared)
            assert facts(found, "robot-world") == [{"link": "world"}]
        else:
            codes, problems = refused(tmp_path, text)
            assert [code for _, code in codes] == ["urdf-undeclared-link"]
            advice = re.search(r"<link .*/>", problem_text(problems[0]))[0]
            check(tmp_path, text.replace("</robot>", f"{advice}</robot>"), arm)


@each_arm
@pytest.mark.parametrize("kind", ["planar", "floating"])
def test_a_base_that_drives_or_floats_counts_as_standing_still(tmp_path, arm, kind):
    text = chain(arm, extra=link("ground") + moving("drive", "ground", "l0", kind=kind))
    found = check(tmp_path, text, arm)
    assert facts(found, "robot-free-base") == [{"joints": ("drive",)}]


def test_a_joint_of_many_freedoms_inside_the_arm_is_refused_with_the_tip_before_it(tmp_path):
    arm = ARMS["odd"]
    text = chain(arm, extra=link("x") + moving("drift", "l3", "x", kind="planar"))
    _, problems = refused(tmp_path, text)
    advised = re.search(r"--tip (\w+)", problem_text(problems[0]))[1]
    assert load_robot(tmp_path / "arm.urdf", tip=advised).joint_names == names_of(arm)


HEAD = '<?xml version="1.0" encoding="utf-8"?>'
NOT_QUITE = {
    "a blank line first": lambda text: f"\n  \n{HEAD}\n{text}",
    "a mark of the byte order": lambda text: f"\ufeff\n{HEAD}\n{text}",
    "a licence first": lambda text: f"<!-- free -- for all -->\n{HEAD}\n{text}",
    "two dashes in a comment": lambda text: text.replace("</link>", "</link><!-- a -- b --->", 1),
    "a tag in a comment": lambda text: text.replace("</link>", '</link><!-- <link name="l1"> -->', 1),
    "a bare ampersand": lambda text: text.replace("</link>", "</link><author>R & D</author>", 1),
    "an unknown entity": lambda text: text.replace("</link>", "</link><p>5&nbsp;kg</p>", 1),
    "an unknown prefix": lambda text: text.replace("</link>", '</link><gz:plug ros:name="a"/>', 1),
    "remains of xacro": lambda text: text.replace("</link>", '</link><xacro:property name="a"/>', 1),
    "sixteen bits": lambda text: text.encode("utf-16"),
    "Western letters": lambda text: f"{HEAD}\n<!-- Größe -->{text}".encode("latin-1"),
    "Western letters, declared": lambda text: (
        f'<?xml version="1.0" encoding="ISO-8859-1"?>\n<p>é</p>{text}'.replace("<p>é</p>", "<!--é-->")
    ).encode("latin-1"),
    "Chinese letters, declared": lambda text: f'<?xml version="1.0" encoding="GBK"?><!--臂-->{text}'.encode(
        "gbk"
    ),
    "Windows line ends": lambda text: f"{HEAD}\r\n{text}".replace("\n", "\r\n"),
}


@each_arm
@pytest.mark.parametrize("spoilt", NOT_QUITE.values(), ids=NOT_QUITE)
def test_xml_that_is_not_quite_right_is_read(tmp_path, arm, spoilt):
    found = check(tmp_path, spoilt(chain(arm)), arm, sound=chain(arm))
    undeclared = spoilt is NOT_QUITE["Western letters"]
    assert bool(facts(found, "xml-western-letters")) == undeclared


def test_letters_keep_their_meaning_in_names(tmp_path):
    text = chain(ARMS["odd"]).replace('"j1"', '"Gelenk_Süd"')
    for encoding in ("utf-8", "latin-1", "utf-16"):
        assert read(tmp_path, text.encode(encoding)).robot.joint_names[0] == "Gelenk_Süd"


def test_lines_of_faults_are_those_of_the_file(tmp_path):
    text = f"\n<!-- one\ntwo -->\n{HEAD}\n{chain(ARMS['odd'])}".replace('xyz="1 2 3"', 'xyz="1 2"')
    row = next(number for number, line in enumerate(text.split("\n"), start=1) if 'xyz="1 2"' in line)
    assert refused(tmp_path, text)[0] == [(f"line {row}, axis", "urdf-not-numbers")]


@each_arm
def test_text_around_the_description_is_named_and_its_removal_helps(tmp_path, arm):
    sound = chain(arm)
    codes, problems = refused(tmp_path, f"String value is: {HEAD}\n{sound}")
    assert codes == [("line 1", "xml-text-before")]
    assert "String value is:" in problem_text(problems[0])
    check(tmp_path, f"{HEAD}\n{sound}", arm)
    codes, problems = refused(tmp_path, f"{sound}\n---\n")
    assert codes == [(f"line {sound.count(chr(10)) + 2}", "xml-after-end")]
    check(tmp_path, sound, arm)


@each_arm
def test_an_element_that_is_not_closed_is_named_and_closing_it_helps(tmp_path, arm):
    cut = chain(arm).removesuffix("</robot>")
    codes, problems = refused(tmp_path, cut)
    assert [code for _, code in codes] == ["xml-not-closed"]
    missing = re.search(r"'(</.*>)'", problem_text(problems[0]))[1]
    check(tmp_path, cut + missing, arm)


def test_what_xacro_left_open_is_called_xacro(tmp_path):
    text = chain(ARMS["odd"])
    for spoilt in (
        text.replace('lower="-2"', 'lower="${-pi}"'),
        text.replace('xyz="1 2 3"', 'xyz="${x} 2 3"'),
        text.replace("</robot>", '<xacro:hand side="left"/></robot>'),
    ):
        assert {code for _, code in refused(tmp_path, spoilt)[0]} == {"urdf-xacro"}


def test_an_inertia_without_a_mass_counts_as_written_and_is_remarked(tmp_path):
    arm = ARMS["odd"]
    ghost = (
        '<link name="g"><inertial><mass value="0"/>'
        '<inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/></inertial></link>'
    )
    found = check(tmp_path, chain(arm, extra=ghost + moving("w", "l3", "g", kind="fixed")), arm)
    assert facts(found, "robot-inertia-alone") == [{"links": ("g",)}]


def test_axes_that_are_parallel_but_for_rounding_are_remarked(tmp_path):
    rounded = [("revolute", "0 0 0.3", "0 0 0", "0 0 1"), ("revolute", "0.4 0 0", "3.14159 0 0", "0 0 1")]
    found = read(tmp_path, chain(rounded))
    assert facts(found, "robot-parallel")[0]["angle"] == pytest.approx(np.pi - 3.14159, rel=1e-3)
    assert not facts(read(tmp_path, chain(ARMS["parallel"])), "robot-parallel")
