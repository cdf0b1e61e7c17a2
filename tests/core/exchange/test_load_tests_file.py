"""Files of load tests: every way to write them gives the same tests, every fault is named with its place."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors.tables import DROPPED, PROBLEMS
from core.errors import BadFile
from core.exchange.load_test_columns import split_heading
from core.exchange.load_tests_file import read_load_tests
from core.exchange.tracker_file import read_tracker
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.stiffness.experiment import identify_from_loads
from core.stiffness.settings import StiffnessSettings
from tests.core.exchange.made_load_tests import header, lines, measured, write

MM = 1e3
SHIFTS = ("dx [mm]", "dy [mm]", "dz [mm]")
PLACES = tuple(f"{axis}{side} [mm]" for side in "01" for axis in "xyz")


def problems_of(path, robot=None, **options):
    with pytest.raises(BadFile) as refused:
        read_load_tests(path, robot or load_robot("mikhel-3"), **options)
    assert refused.value.code == "load-tests-unreadable"
    assert all(problem.code in {*PROBLEMS, *DROPPED} for problem in refused.value.problems)
    return [(problem.where, problem.code) for problem in refused.value.problems]


def text_file(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "loads.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("separator", "decimal", "encoding"),
    [(",", ".", "utf-8"), (";", ",", "utf-8-sig"), ("\t", ",", "utf-16"), (";", ".", "cp1252")],
)
def test_every_dialect_of_spreadsheets_gives_the_same_tests(tmp_path, separator, decimal, encoding):
    taken = measured()
    path = write(
        tmp_path / "loads.csv",
        header(*SHIFTS, "Bemerkung für später"),
        [[*line, "ok"] for line in lines(taken, MM * taken.shift)],
        separator=separator,
        decimal=decimal,
        encoding=encoding,
    )
    file = read_load_tests(path, taken.robot)
    assert [test.name for test in file.tests] == [f"P{number}" for number in range(1, 13)]
    assert np.allclose([test.position for test in file.tests], taken.q, atol=1e-10)
    assert np.allclose([test.force for test in file.tests], taken.force, atol=1e-8)
    assert np.allclose([test.shift for test in file.tests], taken.shift, atol=1e-12)
    assert np.isnan([test.std for test in file.tests]).all()
    assert (file.source, file.registration, file.left_out) == ("loads.csv", None, ())
    assert file.unused == ("Bemerkung für später",)


def test_quotes_remarks_separator_lines_and_empty_lines(tmp_path):
    text = (
        'sep=;\n# a remark\n"# another; one"\n\n'
        "NAME;q_1 [deg];q2_deg;q3 / rad;mass (kg);dX in mm;dy [µm];dz mm\n"
        '"A; B";"1,5";-20;0,5;10;0,1;-20;−0,5\n;;;;;;;\n'
    )
    test = read_load_tests(text_file(tmp_path, text), load_robot("mikhel-3")).tests[0]
    assert test.name == "A; B"
    assert test.position == pytest.approx([np.radians(1.5), np.radians(-20.0), 0.5])
    assert test.force == pytest.approx([0.0, 0.0, -98.1])
    assert test.shift == pytest.approx([1e-4, -2e-5, -5e-4])


def test_joints_are_those_the_controller_reports(tmp_path):
    robot = load_robot("kr300")
    assert np.any(robot.reported_sign < 0) or np.any(robot.reported_zero != 0.0)
    reported = [-10.0, 25.0, -30.0, 40.0, 50.0, 60.0]
    head = ",".join(f"q{number} [deg]" for number in range(1, 7))
    row = ",".join(map(str, reported))
    text = f"{head},fx [kN],fy [N],fz [N],mx [N·m],my [Nm],mz [mNm],dx [mm],dy [mm],dz [mm],std [µm]\n"
    path = text_file(tmp_path, f"{text}{row},0.2,1,2,3,4,5000,.1,.2,.3,20\n")
    test = read_load_tests(path, robot).tests[0]
    assert test.position == pytest.approx(robot.position_from_reported(np.radians([reported]))[0])
    assert test.force.tolist() == [200.0, 1.0, 2.0]
    assert test.moment == pytest.approx([3.0, 4.0, 5.0])
    assert (test.std, test.name) == (pytest.approx(2e-5), "1")


def test_joints_may_be_called_by_their_names(tmp_path):
    robot = load_robot("mikhel-3")
    head = ",".join(f"{name} [deg]" for name in robot.joint_names)
    path = text_file(tmp_path, f"{head},mass [g],dx [mm],dy [mm],dz [mm]\n1,2,3,500,.1,.2,.3\n")
    test = read_load_tests(path, robot).tests[0]
    assert np.degrees(test.position) == pytest.approx([1.0, 2.0, 3.0])
    assert test.force[2] == pytest.approx(-0.5 * 9.81)


def test_a_hung_mass_turns_about_the_tool_by_its_centre(tmp_path):
    robot, tool, center = load_robot("mikhel-3"), (0.0, 0.02, 0.01), np.array([0.1, -0.05, 0.2])
    text = (
        "q1 [deg],q2 [deg],q3 [deg],mass [kg],cx [mm],cy [mm],cz [mm],dx [mm],dy [mm],dz [mm]\n"
        "10,20,30,5,100,-50,200,.1,.1,.1\n10,20,30,5,,,,.1,.1,.1\n"
    )
    offset, direct = read_load_tests(text_file(tmp_path, text), robot, tool=tool).tests
    flange = flange_transforms(robot, np.radians([[10.0, 20.0, 30.0]]))[0]
    force = np.array([0.0, 0.0, -5.0 * 9.81])
    places = [(flange @ np.append(point, 1.0))[:3] for point in (center, tool)]
    assert offset.moment == pytest.approx(np.cross(places[0] - places[1], force))
    assert np.linalg.norm(offset.moment) > 1.0
    assert direct.moment.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("tool", [(0.0, 0.0, 0.0), (0.05, -0.1, 0.15)])
def test_places_of_a_tracker_become_shifts_of_the_base_frame(tmp_path, tool):
    taken = measured(tool=tool)
    before = MM * taken.in_tracker(taken.unloaded)
    after = MM * taken.in_tracker(taken.unloaded + taken.shift)
    path = write(tmp_path / "loads.csv", header(*PLACES), lines(taken, before, after))
    file = read_load_tests(path, taken.robot, tool=tool)
    assert file.registration is not None
    assert file.registration.rms < 1e-9
    assert np.allclose([test.shift for test in file.tests], taken.shift, atol=1e-10)


def test_an_arm_comes_back_from_noisy_tracker_points(tmp_path):
    taken = measured(40)
    random = np.random.default_rng(3)
    crooked = taken.unloaded + 5e-4 * random.normal(size=(40, 3))  # what kinematics does not know
    noise = 1e-5 * random.normal(size=(2, 40, 3))
    before = MM * (taken.in_tracker(crooked) + noise[0])
    after = MM * (taken.in_tracker(crooked + taken.shift) + noise[1])
    path = write(tmp_path / "loads.csv", header(*PLACES), lines(taken, before, after))
    file = read_load_tests(path, taken.robot)
    found = identify_from_loads(taken.robot, file.tests, StiffnessSettings())
    exact = identify_from_loads(
        taken.robot,
        read_load_tests(
            write(tmp_path / "exact.csv", header(*SHIFTS), lines(taken, MM * taken.shift)), taken.robot
        ).tests,
    )
    assert found.stiffness == pytest.approx(exact.stiffness, rel=0.01)
    assert file.registration is not None
    assert 3e-4 < file.registration.rms < 2e-3
    assert np.all(file.registration.rotation_std < 5e-4)


def test_lines_without_a_shift_or_a_load_are_left_out_and_named(tmp_path):
    text = (
        "name,q1 [deg],q2 [deg],q3 [deg],mass [kg],dx [mm],dy [mm],dz [mm]\n"
        "A,1,2,3,5,.1,.2,.3\nB,4,5,6,5,,,\nC,7,8,9,5,.1,.2,.3\n"
    )
    file = read_load_tests(text_file(tmp_path, text), load_robot("mikhel-3"))
    assert [test.name for test in file.tests] == ["A", "C"]
    assert [(left.name, left.line, left.reason.code) for left in file.left_out] == [
        ("B", 3, "load-test-unmeasured")
    ]
    text = "q1 [deg],q2 [deg],q3 [deg],fx [N],fy [N],fz [N],dx [mm],dy [mm],dz [mm]\n1,2,3,0,0,0,.1,.2,.3\n"
    with pytest.raises(BadFile) as refused:
        read_load_tests(text_file(tmp_path, text), load_robot("mikhel-3"))
    assert [problem.code for problem in refused.value.problems] == ["load-test-without-load"]


HEAD = "name,q1 [deg],q2 [deg],q3 [deg],fx [N],fy [N],fz [N],dx [mm],dy [mm],dz [mm]"
GOOD = "A,1,2,3,0,0,-100,.1,.2,.3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD.replace("q2 [deg]", "q2"), [("line 1, column 3 (q2)", "unit-missing")]),
        (HEAD.replace("[mm]", "[°]", 1), [("line 1, column 8 (dx [°])", "unknown-unit")]),
        (HEAD.replace("q3 [deg]", "q4 [deg]"), [
            ("line 1, column 4 (q4 [deg])", "wrong-joint-count"), ("line 1", "no-such-column")]),
        (HEAD.replace("fy", "fx"), [
            ("line 1, column 6 (fx [N])", "given-twice"), ("line 1", "no-such-column")]),
        (HEAD.replace("fx [N],fy [N],fz [N]", "a,b,c"), [("line 1", "load-columns-missing")]),
        (HEAD.replace("dx [mm],dy [mm],dz [mm]", "a,b,c"), [("line 1", "shift-columns-missing")]),
        (HEAD.replace("fx [N]", "mass [kg]"), [
            ("line 1", "load-told-twice"), ("line 1", "no-such-column")]),
        (HEAD.replace("dy [mm]", "y0 [mm]"), [("line 1", "no-such-column")] * 6),
        (HEAD.replace("fx [N],fy [N],fz [N]", "cx [mm],cy [mm],cz [mm]"), [("line 1", "no-such-column")]),
    ],
)  # fmt: skip
def test_faults_of_the_heading(tmp_path, text, expected):
    assert problems_of(text_file(tmp_path, f"{text}\n{GOOD}\n"))[: len(expected)] == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A,1,x,3,0,0,-100,.1,.2,.3", [("line 3, column 3 (q2 [deg])", "cell-not-a-number")]),
        ("B,1,,3,0,0,-100,.1,,.3", [
            ("line 3, column 3 (q2 [deg])", "cell-empty"), ("line 3, column 9 (dy [mm])", "cell-empty")]),
        ("B,1,2,3,0,0,-100,.1,.2,.3,9", [("line 3", "wrong-column-count")]),
        ("B,1,2,3,0,0,1e400,.1,.2,.3", [("line 3, column 7 (fz [N])", "cell-not-a-number")]),
        ("A,1,2,3,0,0,-100,.1,.2,.3", [("line 3", "load-test-name-twice")]),
        ("B,1,2,3,0,0,-100,.1,200,.3", [("line 3", "load-test-shift-too-large")]),
        ('B,1,2,3,0,0,"-100,5",.1,.2,.3', [("", "decimal-marks-mixed")]),
        ('B,1,2,3,0,0,"1.234,5",.1,.2,.3', [("line 3, column 7 (fz [N])", "cell-not-a-number")]),
    ],
)  # fmt: skip
def test_faults_of_a_line(tmp_path, line, expected):
    found = problems_of(text_file(tmp_path, f"{HEAD}\n{GOOD}\n{line}\n"))
    assert set(expected) <= set(found)
    assert len(found) <= len(expected) + 1


def test_all_faults_come_at_once(tmp_path):
    text = f"{HEAD.replace('q2 [deg]', 'q2 [furlong]')}\nA,1,2,x,0,0,-100,.1,.2,.3\nA,1,2,3,0,0,y,.1,.2,.3\n"
    assert problems_of(text_file(tmp_path, text)) == [
        ("line 1, column 3 (q2 [furlong])", "unknown-unit"),
        ("line 2, column 4 (q3 [deg])", "cell-not-a-number"),
        ("line 3", "load-test-name-twice"),
        ("line 3, column 7 (fz [N])", "cell-not-a-number"),
    ]


def test_a_mass_is_positive_and_joints_keep_to_their_limits(tmp_path):
    robot = load_robot("mikhel-6")
    joints = ",".join(f"q{number} [rad]" for number in range(1, 7))
    text = f"{joints},mass [kg],dx [mm],dy [mm],dz [mm],std [mm]\n0,40,0,0,0,0,-1,.1,.1,.1,0\n"
    assert problems_of(text_file(tmp_path, text), robot) == [
        ("line 2, column 2 (q2 [rad])", "load-test-outside-limits"),
        ("line 2, column 7 (mass [kg])", "not-positive"),
        ("line 2, column 11 (std [mm])", "not-positive"),
    ]


def test_a_shift_is_told_in_one_way(tmp_path):
    taken = measured()
    places = MM * taken.in_tracker(taken.unloaded), MM * taken.in_tracker(taken.unloaded + taken.shift)
    both = write(tmp_path / "both.csv", header(*SHIFTS, *PLACES), lines(taken, MM * taken.shift, *places))
    assert problems_of(both) == [("", "shift-told-twice")]
    rows = [[*line[:7], "", "", "", *line[7:]] for line in lines(taken, *places)]
    filled = write(tmp_path / "filled.csv", header(*SHIFTS, *PLACES), rows)
    file = read_load_tests(filled, taken.robot)
    assert np.allclose([test.shift for test in file.tests], taken.shift, atol=1e-10)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\x03\x04 rest", "sheet-is-workbook"),
        (b"\xd0\xcf\x11\xe0 rest", "sheet-is-workbook"),
        (b"", "no-usable-rows"),
        (b"# nothing\n\n", "no-usable-rows"),
        (f"{HEAD}\n".encode(), "no-usable-rows"),
        (b"name\0;q1", "not-csv"),
    ],
)
def test_what_is_no_table(tmp_path, content, code):
    path = tmp_path / "loads.csv"
    path.write_bytes(content)
    with pytest.raises(BadFile) as refused:
        read_load_tests(path, load_robot("mikhel-3"))
    assert refused.value.code == code


def test_a_missing_file_is_the_systems_matter(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_load_tests(tmp_path / "none.csv", load_robot("mikhel-3"))


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("fx [N]", ("fx", "N")), ("fx(N)", ("fx", "N")), ("fx_N", ("fx", "N")), ("F x / N", ("fx", "N")),
        ("q1 in deg", ("q1", "deg")), ("joint 1", ("joint1", "")), ("dx", ("dx", "")), ("", ("", "")),
        ("mx [N·m]", ("mx", "N·m")), ("dx [\u03bcm]", ("dx", "\u03bcm")),
    ],
)  # fmt: skip
def test_headings(heading, expected):
    assert split_heading(heading) == expected


def test_a_file_of_the_wrong_arm_does_not_register(tmp_path):
    taken = measured()
    before = MM * taken.in_tracker(taken.unloaded @ np.diag([1.2, 0.7, 1.0]))
    after = before + MM * taken.shift
    path = write(tmp_path / "loads.csv", header(*PLACES), lines(taken, before, after))
    with pytest.raises(BadFile) as refused:
        read_load_tests(path, taken.robot)
    assert refused.value.code == "registration-poor"


cells = st.one_of(
    st.sampled_from(
        ["", "1", "-2,5", "0.1", "1e400", "nan", "−3", "x", '"', "#", "1;2", "q1 [deg]", "\ufeff"]
    ),
    st.text(max_size=6),
)
tables = st.lists(st.lists(cells, max_size=12), max_size=5)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=tables, separator=st.sampled_from([",", ";", "\t", " "]), keeps_head=st.booleans())
def test_whatever_is_written_ends_in_tests_or_in_named_faults(tmp_path, table, separator, keeps_head):
    path = tmp_path / "loads.csv"
    head = [HEAD.replace(",", separator)] if keeps_head else []
    text = "\n".join([*head, *(separator.join(row) for row in table)])
    path.write_bytes(text.encode("utf-8", errors="replace"))
    for read in (lambda: read_load_tests(path, load_robot("mikhel-3")), lambda: read_tracker(path)):
        with suppress(BadFile):
            assert read() is not None
