"""Numbers and dates without Qt, as Qt itself would write them in the same place."""

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QDate, QLocale

import app.speech
from app.look.translator import conventions_of
from app.speech import dates, words
from app.speech.dates import Conventions, current_conventions, fixed, use_conventions

PLACES = ("C", "en_US", "de_DE", "de_CH", "es_ES", "fr_FR", "en_IN", "zh_CN", "ar_EG")
NUMBERS = (0.0, 0.004, 0.5, 12.345, 999.95, 1234.5, 12345.678, 123456789.25)


@contextmanager
def writing(conventions: Conventions) -> Iterator[None]:
    before = current_conventions()
    use_conventions(conventions)
    try:
        yield
    finally:
        use_conventions(before)


def modules() -> list[str]:
    return [found.name for found in pkgutil.iter_modules(app.speech.__path__, "app.speech.")]


def test_speech_loads_no_qt() -> None:
    imported = ", ".join(modules())
    assert "app.speech.units" in imported
    code = f"import sys, {imported}; print(sorted(m for m in sys.modules if m.startswith('PySide6')))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize("name", modules())
def test_every_module_of_speech_can_be_imported_alone(name: str) -> None:
    assert importlib.import_module(name).__doc__


@pytest.mark.parametrize("place", PLACES)
def test_numbers_are_written_as_qt_writes_them(place: str) -> None:
    locale = QLocale(place)
    with writing(conventions_of(locale)):
        for number in NUMBERS:
            for decimals in (0, 1, 3):
                assert fixed(number, decimals) == locale.toString(number, "f", decimals)


def test_minus_is_a_minus_sign_and_never_stands_before_nothing() -> None:
    assert fixed(-12.345, 1) == "−12.3"
    assert fixed(-0.04, 1) == "0.0"
    assert fixed(-1234.5, 1) == "−1234.5"


def test_groups_may_differ_in_size() -> None:
    with writing(Conventions(group=",", other_groups=2)):
        assert fixed(12345678.0, 0) == "1,23,45,678"
    with writing(Conventions(",", ".", least_digits=2)):
        assert [fixed(1234.0, 0), fixed(12345.0, 1)] == ["1234", "12.345,0"]


@pytest.mark.parametrize("place", ["en_US", "de_DE", "zh_CN"])
def test_days_are_written_as_qt_writes_them(place: str) -> None:
    locale, pattern = QLocale(place), "d MMM yyyy"
    with writing(conventions_of(locale)):
        for month in range(1, 13):
            expected = locale.toString(QDate(2026, month, 21), pattern)
            assert dates.day_word(f"2026-{month:02}-21T12:00:00+00:00") == expected


def test_what_is_no_stamp_has_no_day() -> None:
    assert dates.day_word("yesterday") == dates.moment_word("") == ""


def test_a_joint_that_is_only_numbered_is_shown_by_its_number() -> None:
    said = "joint_2 needs 13 N·m. Beyond the limit: joint_6. joint_1 hardly moves, my_joint_3 and elbow do."
    shown = "Joint 2 needs 13 N·m. Beyond the limit: joint 6. Joint 1 hardly moves, my_joint_3 and elbow do."
    assert words.with_joint_numbers(said) == shown
