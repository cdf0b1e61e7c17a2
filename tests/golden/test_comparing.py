"""The comparison itself: it overlooks another processor, another day and nothing else."""

import pytest

from tests.golden.comparing import (
    COMPUTED,
    MOVED,
    document_differences,
    document_text,
    masked,
    text_differences,
)

LINE = "Mass: 2.413 ± 0.004 kg, 8 sweeps, joint_2 good (Q-013)"


@pytest.mark.parametrize(
    "other",
    [
        LINE.replace("good", "usable"),
        LINE.replace("kg", "g"),
        LINE.replace("2.413", "2.415"),
        LINE.replace("2.413", "-2.413"),
        LINE.replace("2.413", "2.4130"),
        LINE.replace("0.004", "0.005"),
        LINE.replace("8", "9"),
        LINE.replace("joint_2", "joint_3"),
        LINE.replace("Q-013", "Q-014"),
        LINE.replace(" ± 0.004", ""),
        f"{LINE}\nOne line more",
    ],
)
def test_a_text_that_tells_something_else_is_found(other: str) -> None:
    assert text_differences(LINE, other)


def test_a_number_rounded_the_other_way_is_no_difference() -> None:
    assert not text_differences(LINE, LINE.replace("2.413", "2.414"))
    assert not text_differences("4.2 mm, 1.1e-31 J", "4.2 mm, 0 J")


def test_blanks_days_and_versions_are_no_difference() -> None:
    assert not text_differences("a   b  torsion 0.1.0", "a b torsion 1.2.0.dev3+g12ab")
    assert masked("2020-01-01T10:00:00Z") == "2020-01-01T10:00:00Z\n", "an example's own time"


DOCUMENT = {"mass": 2.413, "joints": [1.0, 0.5], "verdict": "good", "count": 3, "std": None}


@pytest.mark.parametrize(
    "other",
    [
        {**DOCUMENT, "mass": 2.41301},
        {**DOCUMENT, "mass": "2.413"},
        {**DOCUMENT, "joints": [1.0]},
        {**DOCUMENT, "joints": [0.5, 1.0]},
        {**DOCUMENT, "verdict": "usable"},
        {**DOCUMENT, "count": 4},
        {**DOCUMENT, "std": 0.0},
        {**DOCUMENT, "more": 1},
        {key: value for key, value in DOCUMENT.items() if key != "std"},
    ],
)
def test_a_document_that_tells_something_else_is_found(other: dict[str, object]) -> None:
    assert not document_differences(DOCUMENT, dict(DOCUMENT))
    assert document_differences(DOCUMENT, other)


def test_another_processor_is_no_difference_and_a_motion_may_differ_more() -> None:
    assert not document_differences({"mass": 2.413}, {"mass": 2.413 * (1.0 + 1e-7)})
    assert not document_differences({"mass": 2.413}, {"mass": 2.2}, MOVED)
    assert document_differences({"mass": 2.413}, {"mass": 2413.0}, MOVED)
    assert document_differences({"found": True}, {"found": False}, MOVED)
    assert text_differences("8 sweeps", "9 sweeps", MOVED)
    assert not text_differences("0.03 kg", "0.034 kg", MOVED)
    assert text_differences("0.03 kg", "0.034 kg", COMPUTED)


def test_of_a_volatile_key_only_its_place_is_kept() -> None:
    assert document_text({"seconds": 1.0}, ("seconds",)) == document_text({"seconds": 2.0}, ("seconds",))
    assert document_text({"seconds": 1.0}, ("seconds",)) != document_text({}, ("seconds",))
