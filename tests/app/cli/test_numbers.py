"""Numbers of options: within the bounds of their setting, and no option without bounds."""

import argparse
from pathlib import Path

import pytest

from app.shell.commands.command_line import build_parser
from app.terminal.options import DEGREES, NumberOption
from core.bounds import COUNT, JOINT, PERIOD, SPEED, Bounds

WITHOUT_BOUNDS = {
    "pose": "its numbers are read by an option with bounds",
    "corners": "its numbers are read by an option with bounds",
    "rows_of": "row numbers of a file, checked against the file",
    "_sweep_key": "names a sweep by its label and numbers; an unknown one is refused",
    "_language": "a choice",
    "_mounting": "names of mountings, or angles whose size does not matter",
    "_where": "a place and a number with bounds, or an address",
    "_split": "a choice, or the name of a column",
    "_corrections": "names of corrections; an unknown one is refused",
}
"""Types of options that are no numbers with bounds of their own, with the reason."""


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "nan",
        "inf",
        "1e400",
        "-1e400",
        "0",
        "-3",
        "3601",
        "0x1",
        "1_0",
        "1,5",
        "\uff11",
        "\u00bd",
        "1" * 400,
    ],
)
def test_no_period(text):
    with pytest.raises(argparse.ArgumentTypeError, match="is no number above 0 and up to 3600 s"):
        NumberOption(PERIOD)(text)


@pytest.mark.parametrize("text", ["3.3", "3.0", "1e2", "true", "0", "1001", "-1", "9" * 5000])
def test_no_count(text):
    with pytest.raises(argparse.ArgumentTypeError, match="is no whole number from 1 to 1000") as refused:
        NumberOption(COUNT)(text)
    assert len(str(refused.value)) < 120


def test_numbers_within_bounds_in_the_unit_that_is_typed():
    assert NumberOption(PERIOD)("1.5e1") == 15.0
    assert NumberOption(COUNT)("7") == 7
    assert NumberOption(JOINT, first=1)("1") == 0
    assert NumberOption(SPEED, si=DEGREES)("180") == pytest.approx(3.14159265)
    assert NumberOption(PERIOD, none="none")("none") is None
    assert NumberOption(PERIOD, several=True)("1, 2,3") == (1.0, 2.0, 3.0)


def test_infinity_is_not_typed_even_where_there_may_be_no_limit():
    with pytest.raises(argparse.ArgumentTypeError):
        NumberOption(Bounds(lower=0.0, upper=9.0, endless=True))("inf")


def options(parser, path=""):
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from options(inner, f"{path} {name}".strip())
        else:
            yield f"{path} {'/'.join(action.option_strings) or action.dest}", action


def test_every_number_on_the_command_line_has_bounds():
    unbounded, used, bounded = [], set(), 0
    for place, action in options(build_parser()):
        name = getattr(action.type, "__name__", "")
        if isinstance(action.type, NumberOption):
            bounded += 1
        elif name in WITHOUT_BOUNDS:
            used.add(name)
        elif action.type not in (None, Path):
            unbounded.append((place, action.type))
        elif isinstance(action.default, int | float) and not isinstance(action.default, bool):
            unbounded.append((place, action.default))
    assert not unbounded
    assert bounded > 60
    assert used == set(WITHOUT_BOUNDS)


def test_a_default_lies_within_its_bounds():
    outside = [
        place
        for place, action in options(build_parser())
        if isinstance(action.type, NumberOption)
        and isinstance(action.default, int | float)
        and not action.type.bounds.holds(action.default)
    ]
    assert not outside
