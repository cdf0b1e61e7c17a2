"""States from status words, clocks of drives, and names of arms; no bus is needed."""

import numpy as np
import pytest

from core.errors import BadRequest
from devices.cia402.drive_map import POSITION, STATUS_WORD, DriveMap, EncoderMap, Homing, Side, read_object
from devices.cia402.eds import expect_described
from devices.cia402.intake import DriveClocks
from devices.cia402.settings import parse_cia402
from devices.cia402.states import DriveState, state_of, word_towards_enabled
from devices.errors import ConfigurationError
from tests.devices.cia402.mutated import check_case, layout_in


@pytest.mark.parametrize(
    ("word", "state"),
    [
        (0x0000, DriveState.NOT_READY),
        (0x0250, DriveState.DISABLED),
        (0x0231, DriveState.READY),
        (0x0233, DriveState.SWITCHED_ON),
        (0x1637, DriveState.ENABLED),
        (0x0217, DriveState.QUICK_STOP),
        (0x021F, DriveState.REACTING),
        (0x0218, DriveState.FAULT),
    ],
)
def test_each_state_is_read_from_its_word(word, state):
    assert state_of(word) is state


def test_the_way_up_goes_by_single_steps_and_out_of_no_fault():
    way = [DriveState.DISABLED, DriveState.READY, DriveState.SWITCHED_ON]
    assert [word_towards_enabled(state) for state in way] == [0x06, 0x07, 0x0F]
    assert word_towards_enabled(DriveState.FAULT) is None


def test_clocks_that_began_and_run_differently_are_aligned_as_well_as_their_samples_were_taken():
    clocks, random = DriveClocks(3), np.random.default_rng(0)
    rate, start = np.array([1.0, 1.00005, 0.99995]), np.array([4294.0, 20.0, 150.0])
    for time in np.arange(0.0, 5.0, 0.01):
        age = random.uniform(0.0, 1e-3, 3)  # each drive's own control period
        ticks = 1e6 * (start + (time - age) * rate)
        clocks.take(tuple(int(tick) % 2**32 for tick in ticks))  # the first one wraps on the way
    assert 0.4e-3 < clocks.alignment < 0.8e-3


def test_the_name_of_an_arm_is_read_and_written():
    uri = "cia402:slcan:/dev/ttyACM0?map=arm.toml&rate=250&bitrate=500000&motion=allowed"
    assert parse_cia402(uri).uri == uri
    assert parse_cia402("cia402:slcan:socket://127.0.0.1:5?map=a%20b.toml").map.name == "a b.toml"
    uri = "cia402:socketcan:can0?eds=drive.eds&nodes=1-3,7,5&write=arm.toml"
    assert parse_cia402(uri).uri == uri
    assert parse_cia402(uri).nodes == (1, 2, 3, 7, 5)


@pytest.mark.parametrize(
    "uri",
    [
        *("cia402:can0?map=a.toml", "cia402:slcan:?map=a.toml", "cia402:socketcan:can0", "cia402:x:y?map="),
        *("cia402:x:y?eds=a.eds", "cia402:x:y?nodes=1-6", "cia402:x:y?map=a.toml&eds=a.eds&nodes=1"),
        *("cia402:x:y?map=a.toml&nodes=1-6", "cia402:x:y?map=a.toml&write=b.toml"),
        *(
            f"cia402:x:y?eds=a.eds&nodes={nodes}"
            for nodes in ("", "0-3", "3-1", "1,1", "1-127", "a", "1-6-9")
        ),
    ],
)
def test_a_name_without_channel_or_table_is_refused(uri):
    with pytest.raises(BadRequest, match="controller-bad-value"):
        parse_cia402(uri)


EDS = """[FileInfo]
FileName=drive.eds
[DeviceInfo]
[OptionalObjects]
SupportedObjects=2
1=0x6041
2=0x6064
[6041]
ParameterName=Status word
ObjectType=0x7
DataType=0x0006
AccessType=ro
[6064]
ParameterName=Position
ObjectType=0x7
DataType=0x0004
AccessType=ro
"""


def test_an_object_that_is_not_in_the_eds_file_is_refused(tmp_path):
    eds = tmp_path / "drive.eds"
    eds.write_text(EDS)
    encoder = EncoderMap(POSITION, 4096.0, 100.0, 1, Side.MOTOR)
    drive = DriveMap(3, encoder, None, None, None, Homing.ABSOLUTE, eds)
    expect_described(drive, [STATUS_WORD, POSITION])
    with pytest.raises(ConfigurationError, match="cia402-not-in-eds") as raised:
        expect_described(drive, [STATUS_WORD, read_object("0x60E4:1")])
    assert raised.value.facts == {"node": 3, "object": "0x60E4:1"}


def test_damaged_streams(tmp_path):
    layout = layout_in(tmp_path)
    assert sum(check_case(seed, layout) for seed in range(400)) > 20_000
