"""Every fault of a stream is reported with joint, time and size; a healthy stream gives no finding."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recording import Quantity
from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.acquisition.stream_checks import Gathered, StreamChecks, joined_blocks
from devices.controller import LinkCounters
from devices.errors import DataQualityError
from devices.samples import SampleBlock
from tests.devices.acquisition.fake_controller import FakeController, pieces, rows, still, stream, sway


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    """Six joints with motor positions at the joint side."""
    ec66 = load_robot("ec66")
    return replace(ec66, coupling=None, motor_position_at_shaft=False)


class Judged:
    """The stream checks with the findings for a stream."""

    def __init__(self, robot: RobotModel, *, rate: float = 1000.0, **settings: object) -> None:
        self.found: list[DataQualityError] = []
        self.controller = FakeController(joints=robot.joint_count, rate=rate)
        self.checks = StreamChecks(
            self.controller, robot, on_finding=self.found.append, on_note=self.found.append, **settings
        )

    def show(self, whole: SampleBlock, *, size: int = 10) -> "Judged":
        for piece in pieces(whole, size):
            self.checks(piece)
        return self

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.found]


def changed(block: SampleBlock, quantity: Quantity, change: Callable[[np.ndarray], None]) -> SampleBlock:
    column = block.columns[quantity].copy()
    change(column)
    return replace(block, columns={**block.columns, quantity: column})


@pytest.mark.parametrize("size", [10, 137])
@pytest.mark.parametrize(("rate", "motion"), [(1000.0, sway), (1000.0, still), (125.0, sway), (125.0, still)])
def test_a_healthy_stream_gives_no_finding(robot: RobotModel, size: int, rate: float, motion) -> None:
    whole = stream(int(6 * rate), joints=6, rate=rate, motion=motion)
    assert Judged(robot, rate=rate).show(whole, size=size).found == []


def test_a_healthy_stream_of_single_samples_gives_no_finding(robot: RobotModel) -> None:
    assert Judged(robot).show(stream(1500, joints=6), size=1).found == []


@pytest.mark.parametrize("jump", [3.0, -0.5, -0.001])
def test_a_clock_jump_is_found(robot: RobotModel, jump: float) -> None:
    whole = stream(2000, joints=6, motion=still)
    later = replace(whole, device_time=whole.device_time + np.where(whole.sequence >= 1003, jump, 0.0))
    (finding,) = Judged(robot).show(later).found
    assert finding.code == "clock-jump"
    assert finding.facts["jump"] == pytest.approx(jump)
    assert finding.facts["time"] == pytest.approx(3.0 + 1.002)


def test_lost_samples_alone_are_no_clock_jump(robot: RobotModel) -> None:
    whole = stream(3000, joints=6)
    kept = np.delete(np.arange(3000), np.arange(1000, 1090))
    assert Judged(robot).show(rows(whole, kept)).found == []


def test_too_many_gaps_are_found(robot: RobotModel) -> None:
    whole = stream(6000, joints=6)
    kept = whole.sequence % 500 >= 10  # 2 %
    finding = Judged(robot).show(rows(whole, kept)).found[0]
    assert finding.code == "too-many-gaps"
    assert finding.facts["missing"] == 60
    assert finding.facts["time"] == pytest.approx(3.0 + 3.0, abs=0.03)
    assert finding.facts["share"] == pytest.approx(0.02, abs=0.001)
    longer = stream(12_000, joints=6)  # than the window, which forgets gaps again
    few = longer.sequence % 1000 >= 8  # 0.8 %
    assert Judged(robot).show(rows(longer, few)).found == []


def test_one_short_gap_is_tolerated_and_a_long_one_is_found(robot: RobotModel) -> None:
    whole = stream(3000, joints=6)
    for lost, codes in ((200, []), (300, ["too-many-gaps"])):
        kept = np.delete(np.arange(3000), np.arange(1000, 1000 + lost))
        assert Judged(robot).show(rows(whole, kept)).codes == codes


def test_too_many_damaged_frames_are_found(robot: RobotModel) -> None:
    judged = Judged(robot)
    for number, piece in enumerate(pieces(stream(4000, joints=6))):
        judged.controller.counters = LinkCounters(frames=number, damaged=number // 50)
        judged.checks(piece)
    (finding,) = judged.found
    assert finding.code == "too-many-damaged-frames"
    assert (finding.facts["damaged"], finding.facts["seconds"]) == (5, 5.0)
    fewer = Judged(robot)
    for number, piece in enumerate(pieces(stream(4000, joints=6))):
        fewer.controller.counters = LinkCounters(frames=number, damaged=number // 200)
        fewer.checks(piece)
    assert fewer.found == []


@pytest.mark.parametrize("quantity", [Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION])
def test_a_stuck_encoder_is_found(robot: RobotModel, quantity: Quantity) -> None:
    def stick(column: np.ndarray) -> None:
        column[1000:, 3] = column[1000, 3]

    judged = Judged(robot).show(changed(stream(2500, joints=6), quantity, stick))
    stuck = [finding for finding in judged.found if finding.code == "stuck-channel"]
    assert [(finding.facts["joint"], finding.facts["channel"]) for finding in stuck] == [(4, quantity.value)]
    assert stuck[0].facts["seconds"] < 0.1
    assert judged.codes[0] == "stuck-channel"
    assert set(judged.codes) <= {"stuck-channel", "encoders-disagree"}


@pytest.mark.parametrize("speed", [0.02, 0.1, 0.5, 3.0])
def test_a_stuck_encoder_is_found_before_the_disagreement_it_causes(robot: RobotModel, speed: float) -> None:
    def steady(moment: np.ndarray, joints: int) -> np.ndarray:
        return speed * (moment - 3.0)[:, np.newaxis] * np.ones(joints)

    def stick(column: np.ndarray) -> None:
        column[1000:, 3] = column[1000, 3]

    whole = stream(4000, joints=6, motion=steady)
    for quantity in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION):
        for size in (10, 50):
            assert Judged(robot).show(changed(whole, quantity, stick), size=size).codes[0] == "stuck-channel"


def test_a_stuck_current_is_found(robot: RobotModel) -> None:
    def stick(column: np.ndarray) -> None:
        column[500:, 0] = 0.25

    (finding,) = Judged(robot).show(changed(stream(3000, joints=6), Quantity.CURRENT, stick)).found
    assert (finding.code, finding.facts["joint"]) == ("stuck-channel", 1)
    assert finding.facts["channel"] == "current"


def test_a_stuck_only_encoder_is_found_by_the_commanded_motion(robot: RobotModel) -> None:
    whole = stream(2500, joints=6, motion=still)
    alone = replace(whole, columns={Quantity.POSITION: whole.columns[Quantity.POSITION]})
    assert Judged(robot).show(alone).found == []
    speed = np.zeros(6)
    speed[2] = 0.1
    (finding,) = Judged(robot, commanded_speed=lambda: speed).show(alone).found
    assert (finding.code, finding.facts["joint"]) == ("stuck-channel", 3)


def test_a_glitch_is_one_finding_with_its_size(robot: RobotModel) -> None:
    def spike(column: np.ndarray) -> None:
        column[1234, 4] += 0.02

    (finding,) = Judged(robot).show(changed(stream(2000, joints=6), Quantity.LINK_POSITION, spike)).found
    assert finding.code == "encoder-glitch"
    assert (finding.facts["joint"], finding.facts["channel"]) == (5, "link_position")
    assert finding.facts["size"] == pytest.approx(0.02, rel=0.05)
    assert finding.facts["time"] == pytest.approx(3.0 + 1.234)


def test_a_glitch_of_half_a_radian_while_the_arm_stands_is_a_glitch_alone(robot: RobotModel) -> None:
    def spike(column: np.ndarray) -> None:
        column[1234:1240, 0] += 0.5

    whole = changed(stream(2500, joints=6, motion=still), Quantity.MOTOR_POSITION, spike)
    assert set(Judged(robot).show(whole).codes) == {"encoder-glitch"}


def test_a_glitch_at_a_low_sample_rate_is_found(robot: RobotModel) -> None:
    def spike(column: np.ndarray) -> None:
        column[400, 1] += 0.2

    whole = changed(stream(800, joints=6, rate=125.0), Quantity.POSITION, spike)
    (finding,) = Judged(robot, rate=125.0).show(whole, size=1).found
    assert (finding.code, finding.facts["joint"]) == ("encoder-glitch", 2)


def test_an_emergency_stop_is_no_glitch(robot: RobotModel) -> None:
    def halting(moment: np.ndarray, joints: int) -> np.ndarray:
        since = np.clip(moment - 4.0, 0.0, 3.0 / 100.0)  # from 3 rad/s at 100 rad/s²
        gone = 3.0 * np.minimum(moment - 4.0, 0.0) + 3.0 * since - 50.0 * since**2
        return gone[:, np.newaxis] * np.ones(joints)

    assert Judged(robot).show(stream(3000, joints=6, motion=halting)).found == []


def test_encoders_that_disagree_are_found(robot: RobotModel) -> None:
    def slip(column: np.ndarray) -> None:
        column[1000:, 2] += np.minimum(np.arange(1000) * 1e-4, 0.05)

    (finding,) = Judged(robot).show(changed(stream(2000, joints=6), Quantity.LINK_POSITION, slip)).found
    assert (finding.code, finding.facts["joint"]) == ("encoders-disagree", 3)
    assert finding.facts["size"] > finding.facts["bound"] == pytest.approx(0.0349)


def test_a_narrower_bound_holds_for_a_jog(robot: RobotModel) -> None:
    def slip(column: np.ndarray) -> None:
        column[:, 2] += np.linspace(0.0, 0.015, column.shape[0])

    whole = changed(stream(2000, joints=6), Quantity.LINK_POSITION, slip)
    assert Judged(robot).show(whole).found == []
    jogging = Judged(robot)
    jogging.checks.disagreement.bound = np.radians(0.5)
    (finding,) = jogging.show(whole).found
    assert finding.code == "encoders-disagree"


def test_a_swapped_sign_and_a_wrong_ratio_make_the_encoders_disagree(robot: RobotModel) -> None:
    for factor in (-1.0, 1.2):

        def turn(column: np.ndarray, factor: float = factor) -> None:
            column[:, 1] *= factor

        judged = Judged(robot).show(changed(stream(1500, joints=6), Quantity.LINK_POSITION, turn))
        assert "encoders-disagree" in judged.codes
        assert {finding.facts["joint"] for finding in judged.found} == {2}


def test_joints_without_a_link_encoder_give_no_finding(robot: RobotModel) -> None:
    def absent(column: np.ndarray) -> None:
        column[:, 3:] = np.nan

    assert Judged(robot).show(changed(stream(2000, joints=6), Quantity.LINK_POSITION, absent)).found == []


def test_a_coupled_wrist_measured_at_the_motor_shafts_gives_no_finding() -> None:
    ec66 = load_robot("ec66")
    coupling = np.diag([101.0, -101.0, 100.0, 80.0, 81.0, 51.0])
    coupling[4, 3], coupling[5, 4] = 1.0, -2.0
    robot = replace(ec66, coupling=coupling, motor_position_at_shaft=True)

    def wrist(moment: np.ndarray, joints: int) -> np.ndarray:
        position = np.zeros((moment.shape[0], joints))
        position[:, 3] = 0.5 * np.sin(np.pi * moment)  # joint 5 is at rest, its motor turns
        return position

    whole = stream(3000, joints=6, motion=wrist)
    sign = robot.reported_sign
    shaft = (whole.columns[Quantity.MOTOR_POSITION] * sign + robot.reported_zero) @ coupling.T
    found = (
        Judged(robot).show(replace(whole, columns={**whole.columns, Quantity.MOTOR_POSITION: shaft})).found
    )
    assert found == []


def test_silence_is_reported_once_and_again_after_the_stream_resumed(robot: RobotModel) -> None:
    judged = Judged(robot).show(stream(10, joints=6))
    for seconds in (0.1, 0.45, 0.55, 0.6, 2.0):
        judged.checks.on_silence(seconds)
    (finding,) = judged.found
    assert finding.code == "stream-silent"
    assert finding.facts["silence"] == pytest.approx(0.55)
    judged.show(stream(10, joints=6, first=10))
    judged.checks.on_silence(0.7)
    assert judged.codes == ["stream-silent", "stream-silent"]


def test_a_persisting_fault_is_reported_again_after_seconds_only(robot: RobotModel) -> None:
    def part(column: np.ndarray) -> None:
        column[500:, 0] += 0.1

    judged = Judged(robot).show(changed(stream(12_000, joints=6), Quantity.LINK_POSITION, part))
    assert judged.codes.count("encoders-disagree") == 3  # at 0.5, 5.5 and 10.5 s


def block(first: int, count: int, *, quantities: tuple[Quantity, ...] = (Quantity.POSITION,)) -> SampleBlock:
    numbers = np.arange(first, first + count, dtype=np.int64)
    return SampleBlock(
        sequence=numbers,
        device_time=numbers * 1e-3,
        host_time=numbers * 1e-3 + 5.0,
        columns={name: np.column_stack([numbers, -numbers]).astype(float) for name in quantities},
    )


@given(st.lists(st.integers(1, 30), min_size=1, max_size=30))
def test_every_sample_arrives_once_and_in_order(counts: list[int]) -> None:
    taken: list[SampleBlock] = []
    gathered = Gathered(taken.append, seconds=0.04)
    first = 0
    for count in counts:
        gathered(block(first, count))
        first += count
    gathered.flush()
    whole = joined_blocks(taken)
    assert whole.sequence.tolist() == list(range(first))
    assert whole.columns[Quantity.POSITION][:, 0].tolist() == list(range(first))
    assert all(piece.count >= 40 for piece in taken[:-1])
    # 41 samples span 40 ms but for rounding
    assert max(piece.count for piece in taken) <= 41 + 30


def test_waiting_blocks_are_passed_on_before_silence_is_reported() -> None:
    heard: list[object] = []
    gathered = Gathered(lambda piece: heard.append(piece.count), on_silence=heard.append)
    gathered(block(0, 10))
    assert heard == []
    gathered.on_silence(0.7)
    assert heard == [10, 0.7]


def test_a_clock_that_goes_back_is_passed_on_at_once() -> None:
    taken: list[int] = []
    gathered = Gathered(lambda piece: taken.append(piece.count))
    gathered(block(5000, 10))
    gathered(block(0, 10))
    assert taken == [20]


def test_a_quantity_that_comes_and_goes_is_left_out_of_the_joined_block() -> None:
    both = joined_blocks([block(0, 3, quantities=(Quantity.POSITION, Quantity.CURRENT)), block(3, 3)])
    assert set(both.columns) == {Quantity.POSITION}
    assert both.count == 6
