"""Names of virtual robots: parsing and writing of every setting, and every error."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from devices.capabilities import ControllerKind
from devices.virtual.firmware.faults import FAULTS
from devices.virtual.settings import Pace, ScheduledFault, Stream, VirtualSettings, parse_virtual


def test_a_name_alone_is_an_open_controller_at_real_pace():
    settings = parse_virtual("virtual:ec66")
    assert settings == VirtualSettings("ec66")
    assert (settings.kind, settings.pace, settings.seed) == (ControllerKind.OPEN, Pace.REAL, 0)
    assert settings.uri == "virtual:ec66"


def test_every_setting_is_parsed():
    settings = parse_virtual(
        "virtual:ec66?kind=closed&seed=3&pace=fast&look_s=0.1&payload_kg=2.5&payload_com=0,0.01,0.05&worn=2,6"
        "&elastic_links=yes&fault=cable-pulled@2.5&fault=wrong-model,stuck-channel@0"
        "&black_box=/tmp/black%20box.jsonl&power_on=b&uptime=4290&stream=full"
    )
    assert settings == VirtualSettings(
        robot="ec66",
        kind=ControllerKind.CLOSED,
        seed=3,
        pace=Pace.FAST,
        look_s=0.1,
        payload_kg=2.5,
        payload_com=(0.0, 0.01, 0.05),
        worn=(1, 5),
        elastic_links=True,
        faults=(
            ScheduledFault("cable-pulled", 2.5),
            ScheduledFault("wrong-model"),
            ScheduledFault("stuck-channel", 0.0),
        ),
        black_box=Path("/tmp/black box.jsonl"),
        power_on="b",
        uptime=4290.0,
        stream=Stream.FULL,
    )


@pytest.mark.parametrize("path", ["/home/me/my arm.toml", r"C:\robots\arm.urdf", "arm.toml"])
def test_the_robot_may_be_a_file(path):
    assert parse_virtual(f"virtual:{path}?seed=1").robot == path


@given(
    st.builds(
        VirtualSettings,
        robot=st.sampled_from(["ec66", "a/b.toml"]),
        kind=st.sampled_from(ControllerKind),
        seed=st.integers(0, 9999),
        pace=st.sampled_from(Pace),
        look_s=st.floats(0.02, 0.1),
        payload_kg=st.floats(0.0, 1e3),
        payload_com=st.tuples(*[st.floats(-1.0, 1.0)] * 3),
        worn=st.lists(st.integers(0, 6), unique=True).map(sorted).map(tuple),
        elastic_links=st.booleans(),
        faults=st.lists(
            st.builds(ScheduledFault, st.sampled_from(sorted(FAULTS)), st.none() | st.floats(0.0, 100.0))
        ).map(tuple),
        black_box=st.sampled_from([None, Path("box&more?.jsonl"), Path("/tmp/100%.jsonl")]),
        power_on=st.text(st.characters(categories=["L", "N", "P", "Zs"])).filter(str.isprintable),
        uptime=st.floats(0.0, 1e5),
        stream=st.sampled_from(Stream),
    )
)
def test_a_name_survives_parsing_and_writing(settings):
    again = parse_virtual(settings.uri)
    assert again.uri == settings.uri
    assert [(fault.name, fault.after_motion_s) for fault in again.faults] == [
        (fault.name, fault.after_motion_s) for fault in settings.faults
    ]
    assert again == settings
    assert pickle.loads(pickle.dumps(settings)).uri == settings.uri, "it crosses the process boundary"


@pytest.mark.parametrize("uri", ["virtual:", "virtual", "replay:x", "", "virtual:?seed=1"])
def test_a_name_without_robot_is_refused(uri):
    with pytest.raises(BadRequest) as caught:
        parse_virtual(uri)
    assert caught.value.code == "unknown-controller"


def test_an_unknown_setting_is_refused_with_the_known_ones():
    with pytest.raises(BadRequest) as caught:
        parse_virtual("virtual:ec66?sped=3")
    assert caught.value.code == "controller-unknown-setting"
    assert caught.value.facts["setting"] == "sped"
    assert "seed" in caught.value.facts["known"]


@pytest.mark.parametrize(
    "query",
    [
        "kind=half-open",
        "seed=-1",
        "seed=x",
        "seed=",
        "pace=slow",
        "payload_kg=-1",
        "payload_kg=nan",
        "payload_kg=much",
        "payload_com=1,2",
        "payload_com=1,2,inf",
        "worn=0",
        "worn=",
        "worn=1,x",
        "look_s=0.2",
        "elastic_links=perhaps",
        "fault=gremlins",
        "fault=cable-pulled@soon",
        "fault=cable-pulled@-1",
        "fault=",
        "black_box=",
        "power_on=%00",
        "uptime=-1",
        "uptime=inf",
        "uptime=long",
        "stream=all",
    ],
)
def test_a_bad_value_is_refused_with_the_allowed_ones(query):
    with pytest.raises(BadRequest) as caught:
        parse_virtual(f"virtual:ec66?{query}")
    assert caught.value.code == "controller-bad-value"
    assert caught.value.facts["setting"] == query.partition("=")[0]
    assert caught.value.facts["allowed"]
