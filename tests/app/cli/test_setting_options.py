"""Options made of declared settings: what they take, what they refuse, and what stays as it was."""

import argparse
from dataclasses import dataclass
from enum import StrEnum

import pytest

from app.terminal.command import Parser, WrongUse
from app.terminal.options import NumberOption, add_setting, add_settings, settings_from
from core.bounds import PLACE, Count, Height, JointNumber, Place, Speed, check_bounds
from core.setting import required_setting, setting


class Form(StrEnum):
    QUICK = "quick"
    THOROUGH = "thorough"


@dataclass(frozen=True)
class Settings:
    rounds: Count = required_setting("Number of rounds.")
    form: Form = setting(Form.THOROUGH, "Form of the sweeps.")
    speed: Speed | None = setting(None, "Speed of 100 % of the joints.", auto="what the time allows")
    slowest: Speed = setting(0.5, "Lowest speed.", option="low")
    floor: Height | None = setting(0.0, "Height of the floor.")
    joints: tuple[JointNumber, ...] | None = setting(None, "Joints, numbered from 1.", auto="all")
    tool: tuple[Place, Place, Place] = setting((0.0, 0.0, 0.0), "RGB of nothing.", auto="the flange")
    collision: bool = setting(True, "Keep clear.")
    slow: bool = setting(False, "Slowly.")
    seed: int = 0

    def __post_init__(self) -> None:
        check_bounds(self)


def made(*words):
    parser = Parser(prog="torsion")
    add_settings(parser, Settings)
    return settings_from(parser.parse_args([*words]), Settings(1, form=Form.QUICK, seed=7))


def test_what_is_not_given_stays_as_it_was():
    assert made("3") == Settings(3, form=Form.QUICK, seed=7)


def test_what_is_given_is_read_in_the_unit_that_people_type():
    found = made(
        *("3", "--form", "thorough", "--speed", "180", "--low", "90", "--floor", "none", "--joints", "3,1"),
        *("--tool", "0.1", "-0.2", "0", "--collision", "off", "--slow"),
    )
    assert found.speed == pytest.approx(3.14159265)
    assert found.slowest == pytest.approx(1.57079633)
    assert (found.form, found.floor, found.joints) == (Form.THOROUGH, None, (0, 2))
    assert (found.tool, found.collision, found.slow) == ((0.1, -0.2, 0.0), False, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("3", "--speed", "fast"), r"--speed: 'fast' is no number above 0 and up to 5729.5.* °/s"),
        (("3", "--low", "7000"), r"--low: '7000' is no number above 0 and up to 5729.5.* °/s"),
        (("3", "--low", "-2kg"), r"--low: '-2kg' is no number above 0"),
        (("3", "--form", "slow"), r"--form: 'slow' is not one of 'quick', 'thorough'"),
        (("3", "--joints", "0"), r"--joints: '0' is no whole number from 1 to 64"),
        (("0",), r"ROUNDS: '0' is no whole number from 1 to 1000"),
        (("3", "--collision", "yes"), r"--collision: 'yes' is not one of 'on', 'off'"),
        ((), r"missing: ROUNDS"),
    ],
)
def test_what_is_wrong_is_one_line_with_the_option_and_what_it_takes(words, sentence):
    with pytest.raises(WrongUse, match=sentence) as refused:
        made(*words)
    assert "\n" not in str(refused.value)


def help_of(*names, **particular):
    parser = argparse.ArgumentParser(formatter_class=lambda prog: argparse.HelpFormatter(prog, width=200))
    for name in names:
        add_setting(parser, Settings, name, **particular)
    return " ".join(parser.format_help().split())


def test_the_help_says_what_it_does_and_what_holds_otherwise():
    assert "--form {quick,thorough} form of the sweeps; default: thorough" in help_of("form")
    told = "--speed DEG_S speed of 100 % of the joints, in °/s; default: what the time allows"
    assert told in help_of("speed")
    assert "--low DEG_S lowest speed; default: 28.6479 °/s" in help_of("slowest")
    assert "--floor M|none height of the floor; default: 0 m" in help_of("floor")
    assert "--collision {on,off} keep clear; default: on" in help_of("collision")
    assert "--slow slowly" in help_of("slow")
    assert "--tool X Y Z RGB of nothing, in m; default: the flange" in help_of("tool")
    in_mm = NumberOption(PLACE, si=1e-3, unit="mm")
    assert "RGB of nothing, in mm; default" in help_of("tool", type=in_mm)
    assert "ROUNDS number of rounds" in help_of("rounds")
