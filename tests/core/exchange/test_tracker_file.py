"""Points of laser trackers: files with and without headings, units given or found, repeats, faults."""

import numpy as np
import pytest

from app.errors.tables import ERRORS, PROBLEMS
from core.errors import BadFile
from core.exchange.load_tests_file import read_load_tests
from core.exchange.tracker_file import read_tracker
from tests.core.exchange.made_load_tests import header, lines, measured, write

NAMES = ("unloaded", "loaded")


def tracker_text(taken, *, unit=1e3, head="", separator=" ", repeats=1, noise=0.0, extra=""):
    random = np.random.default_rng(8)
    places = {"u": taken.unloaded, "L": taken.unloaded + taken.shift}
    rows = [head] if head else []
    for side, points in places.items():
        for number, point in enumerate(taken.in_tracker(points), start=1):
            for _ in range(repeats):
                cells = [f"{value:.7f}" for value in unit * (point + noise * random.normal(size=3))]
                rows.append(separator.join([f"{side}{number}", *cells, *([extra] if extra else [])]))
    return "\n".join(rows) + "\n"


def loads_file(tmp_path, taken, *, last="L"):
    rows = [[*line, f"u{number}", f"{last} {number}"] for number, line in enumerate(lines(taken), start=1)]
    return write(tmp_path / "loads.csv", header(*NAMES), rows)


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ({}, " "),
        ({}, "   "),
        ({"unit": 1.0}, "\t"),
        ({"head": "Point;X [mm];Y [mm];Z [mm];Time", "extra": "12:03"}, ";"),
        ({"head": "Name,X_m,Y_m,Z_m", "unit": 1.0}, ","),
        ({"head": "x (in)\ty (in)\tz (in)", "unit": 1.0 / 0.0254}, "\t"),
        ({"extra": "3.5"}, ","),
    ],
)
def test_every_export_gives_the_same_shifts(tmp_path, text, separator):
    taken = measured()
    if text.get("head", "").startswith("x (in)"):
        rows = [line.split("\t") for line in tracker_text(taken, separator="\t", **text).splitlines()]
        body = [[*row[1:], row[0]] for row in rows[1:]]
        content = "\n".join("\t".join(row) for row in [[*rows[0], "target"], *body])
    else:
        content = tracker_text(taken, separator=separator, **text)
    tracker = tmp_path / "points.txt"
    tracker.write_text(content, "utf-8")
    file = read_load_tests(loads_file(tmp_path, taken), taken.robot, tracker=tracker)
    assert np.allclose([test.shift for test in file.tests], taken.shift, atol=2e-7)
    assert file.registration is not None
    assert file.registration.points == 12


def test_decimal_commas_between_blanks(tmp_path):
    taken = measured()
    tracker = tmp_path / "points.txt"
    tracker.write_text(tracker_text(taken).replace(".", ","), "utf-8")
    file = read_load_tests(loads_file(tmp_path, taken), taken.robot, tracker=tracker)
    assert np.allclose([test.shift for test in file.tests], taken.shift, atol=2e-7)


def test_repeats_are_averaged_and_their_scatter_is_told(tmp_path):
    taken, noise = measured(30), 4e-5
    tracker = tmp_path / "points.txt"
    tracker.write_text(tracker_text(taken, repeats=4, noise=noise), "utf-8")
    file = read_load_tests(loads_file(tmp_path, taken), taken.robot, tracker=tracker)
    of_mean = noise * np.sqrt(0.5)
    assert [test.std for test in file.tests] == pytest.approx([of_mean] * 30, rel=0.06)
    off = np.array([test.shift for test in file.tests]) - taken.shift
    assert off.std() == pytest.approx(of_mean, rel=0.25)


def test_a_single_look_tells_no_scatter(tmp_path):
    taken = measured()
    tracker = tmp_path / "points.txt"
    tracker.write_text(tracker_text(taken), "utf-8")
    tests = read_load_tests(loads_file(tmp_path, taken), taken.robot, tracker=tracker).tests
    assert np.isnan([test.std for test in tests]).all()


def test_numbers_may_name_points(tmp_path):
    path = tmp_path / "points.txt"
    path.write_text("1;A;1.5;2.5;3.5\n2;B;4;5;6\n", "utf-8")
    assert read_tracker(path).points["a"].position.tolist() == [1.5, 2.5, 3.5]
    path.write_text("7 1.5 2.5 3.5 0.01\n", "utf-8")
    assert read_tracker(path).points["7"].position.tolist() == [1.5, 2.5, 3.5]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,X [mm],Y [mm],Z [m]\nA,1,2,3\n", [("line 1", "tracker-units-differ")]),
        ("name,X [mm],Y,Z\nA,1,2,3\n", [("line 1", "tracker-units-differ")]),
        ("name,X [V],Y [V],Z [V]\nA,1,2,3\n", [("line 1", "unknown-unit")]),
        ("X,Y,Z\n1,2,3\n", [("line 1", "no-such-column")]),
        ("A 1 2 3\nB 4 5\nend\n", [("line 2", "tracker-line"), ("line 3", "tracker-line")]),
        ("name;X [mm];Y [mm];Z [mm]\nA;1;2;\n", [("line 2", "tracker-line")]),
    ],
)
def test_faults_of_an_export(tmp_path, text, expected):
    path = tmp_path / "points.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(BadFile) as refused:
        read_tracker(path)
    assert refused.value.code == "tracker-unreadable"
    found = [(problem.where, problem.code) for problem in refused.value.problems]
    assert found[: len(expected)] == expected
    assert all(code in PROBLEMS for _, code in found)


def refused_by(tmp_path, taken, tracker_content, **options):
    tracker = None
    if tracker_content is not None:
        tracker = tmp_path / "points.txt"
        tracker.write_text(tracker_content, "utf-8")
    with pytest.raises(BadFile) as refused:
        read_load_tests(loads_file(tmp_path, taken, **options), taken.robot, tracker=tracker)
    return refused.value


def test_points_that_are_not_there_or_are_two(tmp_path):
    taken = measured(4)
    missing = refused_by(tmp_path, taken, tracker_text(taken), last="M")
    assert [problem.code for problem in missing.problems] == ["point-not-in-tracker"] * 4
    assert missing.problems[0].where == "line 2, column 9 (loaded)"
    assert missing.problems[0].facts["point"] == "M 1"
    text = tracker_text(taken, unit=1.0)
    other = text.splitlines()[1].split(" ", 1)[1]
    twice = refused_by(tmp_path, taken, f"{text}u1 {other}\n")
    assert [problem.code for problem in twice.problems] == ["tracker-point-twice"]
    alone = refused_by(tmp_path, taken, None)
    assert [problem.code for problem in alone.problems] == ["tracker-needed"]


def test_a_trackers_file_that_nobody_names(tmp_path):
    taken = measured()
    tracker = tmp_path / "points.txt"
    tracker.write_text(tracker_text(taken), "utf-8")
    loads = write(tmp_path / "loads.csv", header("dx [mm]", "dy [mm]", "dz [mm]"), lines(taken, taken.shift))
    with pytest.raises(BadFile) as refused:
        read_load_tests(loads, taken.robot, tracker=tracker)
    assert [problem.code for problem in refused.value.problems] == ["tracker-not-used"]


def exchanged(text, one, other):
    return text.replace(one, "?").replace(other, one).replace("?", other)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace("[mm]", "[m]"), "registration-units"),
        (lambda text: text.replace("Y [mm];Z [mm]", "Z [mm];Y [mm]"), "registration-mirrored"),
        (
            lambda text: exchanged(text, "u2;", "u3;"),
            "registration-poor",
        ),
    ],
)
def test_a_wrong_frame_is_refused_by_name(tmp_path, change, code):
    taken = measured()
    text = tracker_text(taken, head="name;X [mm];Y [mm];Z [mm]", separator=";")
    assert refused_by(tmp_path, taken, change(text)).code == code
    assert code in ERRORS


def test_too_few_places_and_one_wrong_pose(tmp_path):
    few = measured(2)
    assert refused_by(tmp_path, few, tracker_text(few)).code == "registration-too-few"
    taken = measured()
    text = tracker_text(taken).replace("u5 ", "u5 5")  # a digit too many
    wrong = refused_by(tmp_path, taken, text)
    assert (wrong.code, wrong.facts["test"]) == ("registration-point", "P5")
