"""Every kind of dirt in a text table is found, dropped, counted, and placed; clean rows stay as they are."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadFile, BadRequest
from core.exchange.import_recording import import_recording
from core.recording import Dropped, Quantity, Recording, TorqueKind
from tests.core.exchange.ur10e_rows import lines_of, moving_arm, write_lines


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run one.csv"


def imported(file: Path, lines: list[str], *, end: str = "\n", **options: object) -> Recording:
    return import_recording(write_lines(file, lines, end=end), layout="ur10e-31", **options)


def test_a_clean_file_comes_in_as_it_is(file: Path) -> None:
    table = moving_arm()
    now = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)
    recording = imported(file, lines_of(table), payload_mass=2.5, joint_count=6, now=lambda: now)
    assert recording.dropped == ()
    assert recording.label == "run one"
    assert recording.torque_kind is TorqueKind.MOTOR_CURRENT
    assert recording.payload_mass == 2.5
    np.testing.assert_array_equal(recording.time, table[:, 0])
    first = {
        Quantity.POSITION: 1,
        Quantity.VELOCITY: 7,
        Quantity.CURRENT: 13,
        Quantity.CURRENT_REFERENCE: 19,
        Quantity.TORQUE_REFERENCE: 25,
    }
    assert set(recording.columns) == set(first)
    for quantity, column in first.items():
        np.testing.assert_array_equal(recording.columns[quantity][:], table[:, column : column + 6])
    origin = recording.origin
    assert (origin.file, origin.layout) == ("run one.csv", "ur10e-31")
    assert origin.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    assert (origin.first_row, origin.last_row) == (1, 60)
    assert origin.imported_at == "2024-05-06T07:08:09+00:00"
    assert origin.software.startswith("torsion")


def test_the_short_form_is_chosen_by_the_file_itself(file: Path) -> None:
    recording = imported(file, lines_of(moving_arm()[:, :19]))
    assert set(recording.columns) == {Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT}
    assert recording.sample_count == 60


def spoil_cell(row: int, column: int, text: str) -> list[str]:
    lines = lines_of(moving_arm())
    cells = lines[row - 1].split(",")
    cells[column] = text
    lines[row - 1] = ",".join(cells)
    return lines


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("abc", "not-a-number"),
        ("", "not-a-number"),
        ("\x00", "not-a-number"),
        ("nan", "not-finite"),
        ("-inf", "not-finite"),
        ("1e400", "not-finite"),
        ("-1e180", "impossible-value"),
        ("253.0", "impossible-value"),
    ],
)
@pytest.mark.parametrize("row", [1, 30, 60])
def test_one_bad_cell_costs_its_row_alone(file: Path, text: str, code: str, row: int) -> None:
    recording = imported(file, spoil_cell(row, 8, text))
    assert recording.dropped == (Dropped(code, 1, row),)
    np.testing.assert_array_equal(recording.time, np.delete(moving_arm()[:, 0], row - 1))


@pytest.mark.parametrize("bad", ["1,2,3", "", "garbage", ",".join(["1"] * 32)])
def test_a_row_of_another_width_is_dropped(file: Path, bad: str) -> None:
    lines = lines_of(moving_arm())
    lines.insert(20, bad)
    recording = imported(file, lines)
    assert recording.dropped == (Dropped("wrong-column-count", 1, 21, "columns=31"),)
    assert recording.sample_count == 60


def test_most_rows_decide_the_width_not_the_first(file: Path) -> None:
    recording = imported(file, [*lines_of(moving_arm()[:10, :19]), *lines_of(moving_arm()[10:])])
    assert recording.dropped == (Dropped("wrong-column-count", 10, 1, "columns=31"),)


@pytest.mark.parametrize("row", [1, 2, 30, 59, 60])
@pytest.mark.parametrize("value", [0.0, -2.5])
def test_believable_numbers_out_of_place_are_found(file: Path, row: int, value: float) -> None:
    table = moving_arm()
    table[row - 1, 1:] = value
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("position-jump", 1, row),)


def test_a_burst_of_garbage_is_dropped_whole(file: Path) -> None:
    table = moving_arm()
    table[20:25, 1:7] = np.random.default_rng(3).uniform(-3, 3, size=(5, 6))
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("position-jump", 5, 21),)


def test_a_jump_that_lasts_is_remarked_and_keeps_its_rows(file: Path) -> None:
    table = moving_arm()
    table[30:, 2] -= 2.0
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("position-step", 0, 31),)
    assert recording.sample_count == 60


def test_an_angle_that_begins_again_after_a_turn_goes_on_and_is_remarked(file: Path) -> None:
    table = moving_arm()
    whole = imported(file, lines_of(table)).columns[Quantity.POSITION]
    table[30:, 2] -= 2 * np.pi
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("angle-counted-on", 0, 31, "quantity=position"),)
    np.testing.assert_allclose(recording.columns[Quantity.POSITION], whole, atol=1e-4)


def test_a_pause_of_the_logger_is_no_jump(file: Path) -> None:
    table = np.delete(moving_arm(200), slice(50, 120), axis=0)
    assert imported(file, lines_of(table)).dropped == ()


def test_rows_cut_off_at_the_start_are_not_believed(file: Path) -> None:
    table = moving_arm()
    table[1:9, 3] = 300.0
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("impossible-value", 8, 2), Dropped("isolated", 1, 1))


def test_repeated_stamps_keep_the_first_row(file: Path) -> None:
    table = moving_arm()
    table[10:13, 0] = table[10, 0]
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("duplicate-time", 2, 12),)
    np.testing.assert_array_equal(recording.time, np.delete(table[:, 0], [11, 12]))


@pytest.mark.parametrize("stamp", [-5.0, 0.0, 9e9])
@pytest.mark.parametrize("row", [2, 30, 59])
def test_one_wrong_stamp_costs_one_row(file: Path, stamp: float, row: int) -> None:
    table = moving_arm()
    table[row - 1, 0] = stamp
    recording = imported(file, lines_of(table))
    assert recording.dropped == (Dropped("time-not-increasing", 1, row),)


def test_exchanged_rows_cost_one_of_them(file: Path) -> None:
    table = moving_arm()
    table[[20, 21]] = table[[21, 20]]
    recording = imported(file, lines_of(table))
    assert [(entry.code, entry.rows) for entry in recording.dropped] == [("time-not-increasing", 1)]


def test_of_two_clocks_the_longer_is_kept(file: Path) -> None:
    first, second = moving_arm(25), moving_arm(60)
    recording = imported(file, lines_of(np.concatenate([first, second])))
    assert recording.dropped == (Dropped("clock-restart", 25, 1),)
    np.testing.assert_array_equal(recording.time, second[:, 0])


def test_a_last_row_cut_short_is_named_so(file: Path) -> None:
    lines = lines_of(moving_arm())
    lines[-1] = lines[-1][:50]
    recording = imported(file, lines, end="")
    assert recording.dropped == (Dropped("truncated-last-row", 1, 60),)


def test_a_last_number_cut_short_is_noticed(file: Path) -> None:
    lines = lines_of(moving_arm())
    lines[-1] = lines[-1][:-2]
    assert imported(file, lines, end="").dropped == (Dropped("truncated-last-row", 1, 60),)
    assert imported(file, lines, end="\n").dropped == ()


def test_a_whole_last_row_without_line_end_is_kept(file: Path) -> None:
    assert imported(file, lines_of(moving_arm()), end="").dropped == ()


@pytest.mark.parametrize("end", ["\n\n\n", "\r\n"])
def test_blank_ends_are_no_rows(file: Path, end: str) -> None:
    recording = imported(file, lines_of(moving_arm()), end=end)
    assert recording.dropped == ()
    assert recording.origin.last_row == 60


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines_of(moving_arm())).encode())
    recording = import_recording(file, layout="ur10e-31")
    assert recording.dropped == ()
    assert recording.sample_count == 60


def test_rows_are_counted_in_the_file_before_cleaning(file: Path) -> None:
    lines = lines_of(moving_arm())
    lines[9] = "bad"
    lines[14] = "worse"
    recording = imported(file, lines, rows=(12, 40))
    np.testing.assert_array_equal(recording.time, np.delete(moving_arm()[:, 0], 14)[11:39])
    assert recording.dropped == (Dropped("wrong-column-count", 1, 15, "columns=31"),)
    assert (recording.origin.first_row, recording.origin.last_row) == (12, 40)


@pytest.mark.parametrize("rows", [(0, 5), (5, 4), (1, 61), (61, 61)])
def test_rows_that_are_not_in_the_file_are_refused(file: Path, rows: tuple[int, int]) -> None:
    with pytest.raises(BadRequest) as caught:
        imported(file, lines_of(moving_arm()), rows=rows)
    assert caught.value.code == "rows-outside-file"
    assert caught.value.facts["available"] == 60


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_an_empty_file_has_no_usable_rows(file: Path, content: str) -> None:
    file.write_text(content, encoding="utf-8")
    with pytest.raises(BadFile, match="no-usable-rows"):
        import_recording(file, layout="ur10e-31")


def test_all_reasons_are_given_when_nothing_is_left(file: Path) -> None:
    lines = [",".join(["x"] * 31), ",".join(["nan"] * 31), ",".join(["9e99"] * 31), "short"]
    with pytest.raises(BadFile) as caught:
        imported(file, lines)
    assert caught.value.code == "no-usable-rows"
    assert {(problem.where, problem.code) for problem in caught.value.problems} == {
        ("row 1", "not-a-number"),
        ("row 2", "not-finite"),
        ("row 3", "impossible-value"),
        ("row 4", "wrong-column-count"),
    }


def test_a_file_of_another_width_does_not_fit(file: Path) -> None:
    with pytest.raises(BadFile) as caught:
        imported(file, ["1,2,3", "4,5,6"])
    assert caught.value.code == "layout-does-not-fit"
    assert caught.value.facts["columns"] == 3
    assert caught.value.facts["expected"] == (31, 19)


def test_a_binary_file_is_refused(file: Path) -> None:
    file.write_bytes(np.random.default_rng(0).bytes(5000))
    with pytest.raises(BadFile):
        import_recording(file, layout="ur10e-31")


def test_a_missing_file_and_another_arm_are_refused(file: Path) -> None:
    with pytest.raises(BadFile, match="file-missing"):
        import_recording(file, layout="ur10e-31")
    with pytest.raises(BadFile) as caught:
        imported(file, lines_of(moving_arm()), joint_count=7)
    assert caught.value.code == "wrong-joint-count"
    assert len(caught.value.problems) == 5


@given(st.sets(st.integers(1, 60), max_size=20), st.sampled_from(["x", "nan", "1e99"]))
def test_exactly_the_spoilt_rows_are_missing(
    tmp_path_factory: pytest.TempPathFactory, spoilt: set[int], text: str
) -> None:
    table = moving_arm(90)
    lines = lines_of(table)
    for row in spoilt:
        lines[row - 1] = ",".join([lines[row - 1].rsplit(",", 1)[0], text])
    recording = imported(tmp_path_factory.mktemp("spoilt") / "a.csv", lines)
    kept = np.isin(table[:, 0], recording.time)
    lost = set((np.flatnonzero(~kept) + 1).tolist())
    isolated = sum(entry.rows for entry in recording.dropped if entry.code == "isolated")
    assert spoilt <= lost
    assert len(lost) == len(spoilt) + isolated
    np.testing.assert_array_equal(recording.columns[Quantity.CURRENT][:], table[kept, 13:19])
