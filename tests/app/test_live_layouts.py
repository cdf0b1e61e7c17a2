"""Layouts of the live page: shipped, saved for all arms, exported and imported, and what is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from app.features.live.layouts import (
    FORMAT,
    layout_from,
    plots_of,
    read_layout,
    shipped_layouts,
    write_layout,
)
from app.visit.settings import KeptLayout, settings_from
from core.errors import BadFile
from core.fields import to_fields
from tests.app.fake_robot import JOINTS
from tests.app.live_bench import LiveBench, bench, one_encoder

__all__ = ["bench", "one_encoder"]

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
TITLES = st.text("abcXYZ 减0", min_size=1, max_size=20).filter(str.strip)
LAYOUTS = st.builds(
    KeptLayout,
    TITLES,
    st.lists(st.lists(NAMES, max_size=4).map(tuple), max_size=4).map(tuple),
    st.dictionaries(NAMES, NAMES, max_size=3),
    st.just(()) | st.tuples(NAMES, NAMES),
)


@given(LAYOUTS)
def test_a_layout_is_read_as_it_was_written(layout):
    content = json.dumps({"format": FORMAT} | to_fields(layout)).encode()
    assert layout_from(content, file="x") == layout
    assert settings_from({"version": 2, "layouts": [to_fields(layout)]}).layouts == (layout,)


@given(
    st.binary(max_size=200)
    | st.recursive(st.text() | st.integers(), st.lists).map(lambda x: json.dumps(x).encode())
)
def test_any_other_content_is_refused(content):
    with pytest.raises(BadFile, match="not-a-layout"):
        layout_from(content, file="x")


@pytest.mark.expected_log("A layout in the settings cannot be used")
def test_a_stored_layout_that_cannot_be_used_is_left_out():
    stored = [to_fields(KeptLayout("x", (("twist_1",),))), 3, {"name": ""}, {"name": "y", "over": ["a"]}]
    assert settings_from({"version": 2, "layouts": stored}).layouts == (KeptLayout("x", (("twist_1",),)),)


def test_a_star_is_every_joint_that_there_is():
    layout = KeptLayout("x", (("twist_*", "none_*"), ("other",), ("torque_1", "torque_7")))
    assert plots_of(layout, ("twist_1", "twist_2", "twist_x", "torque_1")) == [
        ["twist_1", "twist_2"],
        ["torque_1"],
    ]


def shown(bench: LiveBench) -> list[list[str]]:
    return [[one.name for one in chart.signals] for chart in bench.page.view.charts.charts]


def chosen(bench: LiveBench, name: str) -> None:
    """Choose an entry of the menu."""
    dict(bench.page.view.layouts.entries())[name]()


def test_the_five_shipped_layouts_show_what_the_arm_has(bench: LiveBench) -> None:
    page = bench.watch()
    assert len(shipped_layouts()) == 5
    chosen(bench, "Friction")
    every = [f"velocity_{joint + 1}" for joint in range(JOINTS)]
    assert shown(bench)[0] == every
    assert page.view.below.loops.over == ("torque_1", "velocity_1")
    chosen(bench, "Gear check")
    assert [plot[0] for plot in shown(bench)] == ["twist_1", "torque_1", "velocity_1"]
    assert page.view.below.loops.over == ()
    chosen(bench, "Tracking")
    assert shown(bench)[0][0] == "position_1"


def test_a_layout_without_a_signal_of_this_arm_changes_nothing(one_encoder: LiveBench) -> None:
    page = one_encoder.watch()
    before = shown(one_encoder)
    page.view.show_layout(KeptLayout("other", (("twist_*",),), {"a": "twist_1"}))
    assert shown(one_encoder) == before
    assert "none of the signals of other" in page._sentence.text()


def test_a_layout_is_saved_for_all_arms_found_again_and_removed(bench: LiveBench) -> None:
    page = bench.watch()
    page.view._add_line("half = 0.5 * torque_2")
    page.view.show_plots([["twist_2"], ["half", "torque_2"]])
    page.view._draw_over("half", "velocity_2")
    chosen(bench, "Save this layout …")
    layouts = page.view.layouts
    assert layouts.name.isVisible()
    bench.qtbot.keyClicks(layouts.name, "Mine")
    bench.qtbot.keyClick(layouts.name, Qt.Key.Key_Return)
    assert not layouts.name.isVisible()
    (kept,) = page._settings.current.layouts
    assert kept == KeptLayout(
        "Mine", (("twist_2",), ("half", "torque_2")), {"half": "0.5 * torque_2"}, ("half", "velocity_2")
    )
    page.view._drop_line("half")
    chosen(bench, "Gear check")
    chosen(bench, "Mine")
    assert shown(bench) == [["twist_2"], ["half", "torque_2"]]
    assert page.view.below.loops.over == ("half", "velocity_2")
    chosen(bench, "Remove Mine")
    assert "Mine" not in dict(layouts.entries())
    assert page._settings.current.layouts == ()


def test_a_layout_travels_as_a_file(bench: LiveBench, tmp_path) -> None:
    page = bench.watch()
    page.view.show_plots([["twist_3"]])
    layout = page._shown_layout("Third")
    write_layout(layout, tmp_path / "third.json")
    assert read_layout(tmp_path / "third.json") == layout
