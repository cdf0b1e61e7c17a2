"""Links that give as described: tubes by the textbook, any compliance, whole arms by finite differences."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from core.robot.library import load_robot
from core.robot.link_spring import Beam, LinkSpring
from core.robot.model import BASE_LINK, Joint, RobotModel
from core.robot.placement import from_roll_pitch_yaw, inverse
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.chain import spring_sets
from devices.virtual.physics.geometry import link_placements
from devices.virtual.physics.readings import Payload
from tests.devices.virtual.physics.perfect import link_stiffness, links, perfect, sway

LOAD_KG, GRAVITY = 20.0, 9.81
LENGTH, OUTER, INNER, YOUNG, POISSON = 1.1, 0.12, 0.08, 7.0e10, 0.34
AREA = np.pi / 4.0 * (OUTER**2 - INNER**2)
SECOND_MOMENT = np.pi / 64.0 * (OUTER**4 - INNER**4)
BENDING, TORSION = YOUNG * SECOND_MOMENT, YOUNG / (1.0 + POISSON) * SECOND_MOMENT
CUBE = np.diag([0.05, 0.05, 0.05])
LIGHT = np.array([0.01, 0.0, 0.0, 0.0, 1e-4, 0.0, 1e-4, 0.0, 0.0, 1e-4])
"""A link whose own weight bends nothing."""


def one_link(*springs, gravity, flange=(0.0, 0.0, 0.0)):
    """A link that turns about z on a gear that hardly gives; springs of the link or the base."""
    placed = np.eye(4)
    placed[:3, 3] = flange
    return RobotModel(
        name="one-link",
        joints=(Joint("turn", velocity=1.0, acceleration=5.0, torque=3000.0),),
        flange=placed,
        gravity=np.asarray(gravity, dtype=float),
        joint_stiffness=np.array([1e12]),
        link_springs=springs,
        rotor_inertia=np.array([5.0]),
        inertial_parameters=LIGHT[None],
    )


def give(robot, *, center=(0.0, 0.0, 0.0), mass=LOAD_KG):
    """Displacement and rotation (6,) of the flange from the bare to the loaded arm, in the base frame."""
    start = np.zeros(robot.joint_count)
    bare, loaded = (
        VirtualArm(robot, elastic_links=True, start=start, payload=payload).flange_transform()
        for payload in (None, Payload(mass, np.array(center), CUBE))
    )
    turn = np.empty(3)
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ravel(loaded[:3, :3] @ bare[:3, :3].T))
    mujoco.mju_quat2Vel(turn, quaternion, 1.0)
    return np.concatenate([loaded[:3, 3] - bare[:3, 3], turn])


def test_a_lying_tube_sags_slopes_and_twists_as_the_textbook_says():
    tube = Beam((0, 0, 0), (LENGTH, 0, 0), OUTER, INNER, YOUNG, POISSON)
    robot = one_link(LinkSpring.of_beam(0, tube), gravity=(0, 0, -GRAVITY), flange=(LENGTH, 0, 0))
    weight, aside = LOAD_KG * GRAVITY, 0.15
    x, y, z, about_x, about_y, about_z = give(robot, center=(0.0, aside, 0.0))
    assert z == pytest.approx(-weight * LENGTH**3 / (3.0 * BENDING), rel=2e-3)
    assert about_y == pytest.approx(weight * LENGTH**2 / (2.0 * BENDING), rel=2e-3)
    assert about_x == pytest.approx(-weight * aside * LENGTH / TORSION, rel=2e-3)
    assert np.abs([x, y]).max() < 2e-3 * abs(z)
    assert abs(about_z) < 2e-3 * about_y


def test_a_standing_tube_leans_with_a_load_from_the_side():
    """And its end tips the same way: a tube mounted upside down would tip it back."""
    tube = Beam((0, 0, 0), (0, 0, LENGTH), OUTER, INNER, YOUNG, POISSON)
    robot = one_link(LinkSpring.of_beam(0, tube), gravity=(GRAVITY, 0, 0), flange=(0, 0, LENGTH))
    weight, above = LOAD_KG * GRAVITY, 0.2
    found = give(robot, center=(0.0, 0.0, above))
    moment = weight * above
    shift = weight * LENGTH**3 / 3.0 + moment * LENGTH**2 / 2.0
    slope = weight * LENGTH**2 / 2.0 + moment * LENGTH
    assert found[0] == pytest.approx(shift / BENDING, rel=2e-3)
    assert found[4] == pytest.approx(slope / BENDING, rel=2e-3)
    assert np.abs(found[[1, 3, 5]]).max() < 1e-9


def test_a_standing_tube_is_pressed_together():
    tube = Beam((0, 0, 0), (0, 0, LENGTH), OUTER, INNER, YOUNG, POISSON)
    robot = one_link(LinkSpring.of_beam(0, tube), gravity=(0, 0, -GRAVITY), flange=(0, 0, LENGTH))
    assert give(robot)[2] == pytest.approx(-LOAD_KG * GRAVITY * LENGTH / (YOUNG * AREA), rel=1e-6)


def any_compliance(seed, *, rank=6):
    """A full matrix (6, 6): everything moves with everything else; of the size of an arm's links."""
    size = np.array([4e-4, 4e-4, 4e-4, 1.2e-3, 1.2e-3, 1.2e-3])
    mixed = np.random.default_rng(seed).normal(size=(6, rank)) * size[:, None]
    return mixed @ mixed.T


def wrench_at(placement, force, point):
    """(6,) of a force through a point (both in the base frame) on springs, along their own axes."""
    turn = placement[:3, :3]
    moment = np.cross(point - placement[:3, 3], force)
    return np.concatenate([turn.T @ force, turn.T @ moment])


def flange_motion(placement, motion, flange):
    """(6,) how a point moves and turns along the base's axes when springs give ``motion`` (6,)."""
    turn = placement[:3, :3]
    shift, angle = turn @ motion[:3], turn @ motion[3:]
    return np.concatenate([shift + np.cross(angle, flange - placement[:3, 3]), angle])


@pytest.mark.parametrize("link", [0, BASE_LINK])
@pytest.mark.parametrize("seed", range(4))
def test_every_compliance_gives_as_it_says(seed, link):
    """Two sets in series, turned and shifted, of the link or of the base, under a slanting load."""
    random = np.random.default_rng(100 + seed)
    springs = [
        LinkSpring(
            link,
            from_roll_pitch_yaw(random.uniform(-0.3, 0.3, 3), rpy=random.uniform(-3.0, 3.0, 3)),
            any_compliance(10 * seed + number),
        )
        for number in range(2)
    ]
    gravity = np.array([3.0, -5.0, -8.0])
    flange, center = np.array([0.2, -0.1, 0.3]), np.array([0.05, 0.0, 0.1])
    robot = one_link(*springs, gravity=gravity, flange=flange)
    force = LOAD_KG * gravity
    expected = sum(
        flange_motion(
            each.placement, each.compliance @ wrench_at(each.placement, force, flange + center), flange
        )
        for each in springs
    )
    found = give(robot, center=center)
    assert np.linalg.norm(expected[:3]) > 2e-5
    for part in (slice(0, 3), slice(3, 6)):
        assert found[part] == pytest.approx(expected[part], abs=0.01 * np.linalg.norm(expected[part]))


def test_directions_that_give_nothing_are_no_freedoms():
    compliance = any_compliance(3)
    compliance[[1, 4]] = 0.0
    compliance[:, [1, 4]] = 0.0
    robot = one_link(LinkSpring(0, np.eye(4), compliance), gravity=(3, 5, -8))
    arm = VirtualArm(robot, elastic_links=True)
    assert arm.chain.model.nv == 2 + 4
    force = LOAD_KG * np.array([3.0, 5.0, -8.0, 0.0, 0.0, 0.0])
    expected = compliance @ force
    assert np.abs(expected[[0, 2, 3, 5]]).min() > 1e-5
    assert give(robot) == pytest.approx(expected, abs=2e-3 * np.abs(expected).max())


def test_springs_that_nothing_gives_leave_the_arm_rigid():
    robot = one_link(LinkSpring(0, np.eye(4), np.zeros((6, 6))), gravity=(0, 0, -GRAVITY))
    assert VirtualArm(robot, elastic_links=True).chain.model.nv == 2
    assert np.abs(give(robot)).max() < 1e-12


def test_a_compliance_without_inverse_gives_where_it_can_alone():
    """Of rank 2: it yields as it says, and across it hardly at all."""
    spring = LinkSpring(0, np.eye(4), any_compliance(5, rank=2))
    found = spring_sets(one_link(spring, gravity=(0, 0, 0)))[0]
    size = np.sqrt(np.diag(spring.compliance))
    difference = (found.compliance - spring.compliance) / np.outer(size, size)
    assert np.abs(difference).max() < 1e-5
    assert np.linalg.eigvalsh(found.compliance / np.outer(size, size)).min() > 0.0


@pytest.mark.parametrize("name", ["mikhel-3", "mikhel-6"])
def test_tendons_and_joints_are_the_inverse_of_the_compliance(name):
    robot = load_robot(name)
    chain = VirtualArm(robot, elastic_links=True).chain
    stiffness = link_stiffness(chain.model)
    assert len(chain.giving) == len(robot.link_springs)
    for giving, spring in zip(chain.giving, robot.link_springs, strict=True):
        block = stiffness[np.ix_(giving.places, giving.places)]
        assert block @ spring.compliance == pytest.approx(np.eye(6), abs=1e-9)
        stiffness[np.ix_(giving.places, giving.places)] = 0.0
    assert not stiffness.any()


@pytest.mark.parametrize("name", ["mikhel-3", "mikhel-6"])
def test_links_that_do_not_give_are_where_they_were(name):
    robot = load_robot(name)
    chain = VirtualArm(robot, elastic_links=True).chain
    random = np.random.default_rng(4)
    for _ in range(5):
        pose = random.uniform(-1.5, 1.5, robot.joint_count)
        chain.state.qpos[:] = 0.0
        chain.state.qpos[chain.joints[0]] = pose
        found = chain.carrier_transform() @ robot.flange
        assert found == pytest.approx(link_placements(robot, pose)[-1], abs=1e-12)


def test_a_link_lies_before_its_springs_and_all_else_behind():
    """Bare, the last link's springs carry nothing, and those before it the last link alone."""
    robot = load_robot("mikhel-3")
    arm = VirtualArm(robot, elastic_links=True, start=np.array([0.3, 0.5, 0.4]))
    chain = arm.chain
    second, third = chain.giving[1:]
    assert np.abs(chain.state.qpos[third.places]).max() < 1e-15
    assert np.abs(chain.state.qpos[second.places]).max() > 1e-6
    upwards = np.array([0.0, 0.0, 1.0])  # the weight behind the second link's springs, from its shifts
    force = link_stiffness(chain.model)[second.places] @ chain.state.qpos
    axes = link_placements(robot, links(arm))[1][:3, :3] @ robot.link_springs[1].placement[:3, :3]
    assert axes @ force[:3] @ upwards == pytest.approx(-robot.inertial_parameters[2, 0] * GRAVITY, rel=2e-3)


def reached(robot, pose, motions):
    """The flange (3,) at ``pose`` with each set of springs given ``motions`` (s, 6); by hand."""
    place = np.eye(4)
    for link in range(-1, robot.joint_count):
        if link >= 0:
            alone = replace(robot, joints=(robot.joints[link],), base=np.eye(4), flange=np.eye(4), **PLAIN)
            place = place @ link_placements(alone, pose[link : link + 1])[0]
        for spring, motion in zip(robot.link_springs, motions, strict=True):
            if spring.link == link:
                moved = from_roll_pitch_yaw(motion[:3], rpy=motion[3:])
                place = place @ spring.placement @ moved @ inverse(spring.placement)
        if link == BASE_LINK:
            place = place @ robot.base
    return (place @ robot.flange)[:3, 3]


PLAIN = {
    "joint_stiffness": None, "link_springs": (), "inertial_parameters": None, "capsules": (),
    "rotor_inertia": None, "drive_gain": None, "coupling": None, "compensators": (),
}  # fmt: skip


def ways(robot, pose, *, step=1e-5):
    """(3, n + 6 s) how the flange moves with each joint and each spring, by finite differences."""
    n, sets = robot.joint_count, len(robot.link_springs)
    columns = []
    for place in range(n + 6 * sets):
        change = np.zeros(n + 6 * sets)
        change[place] = step
        there, back = (
            reached(robot, pose + side * change[:n], side * change[n:].reshape(sets, 6)) for side in (1, -1)
        )
        columns.append((there - back) / (2.0 * step))
    return np.array(columns).T


@pytest.mark.parametrize("name", ["mikhel-3", "mikhel-6"])
def test_a_loaded_arm_gives_as_all_its_springs_together(name):
    """Links next to weightless: the weight of heavy ones turns with what gives and adds its share."""
    robot = load_robot(name)
    robot = replace(robot, inertial_parameters=1e-3 * robot.inertial_parameters)
    n, sets = robot.joint_count, len(robot.link_springs)
    compliance = np.zeros((n + 6 * sets,) * 2)
    compliance[:n, :n] = np.diag(1.0 / robot.joint_stiffness)
    for number, spring in enumerate(robot.link_springs):
        block = slice(n + 6 * number, n + 6 * number + 6)
        compliance[block, block] = spring.compliance
    force = np.array([0.0, 0.0, -10.0 * GRAVITY])
    random = np.random.default_rng(6)
    for _ in range(4):
        pose = random.uniform(-1.2, 1.2, n)
        bare, loaded = (
            VirtualArm(robot, elastic_links=True, start=pose, payload=payload).flange_transform()[:3, 3]
            for payload in (None, Payload(10.0, np.zeros(3), CUBE))
        )
        moves = ways(robot, pose)
        expected = moves @ compliance @ moves.T @ force
        assert np.linalg.norm(expected) > 1e-4
        assert np.linalg.norm(loaded - bare - expected) < 0.01 * np.linalg.norm(expected)


@pytest.mark.parametrize("name", ["mikhel-3", "mikhel-6"])
def test_a_settled_arm_stays_where_it_is(name):
    robot = load_robot(name)
    payload = Payload(10.0, np.array([0.02, 0.0, 0.1]), CUBE)
    arm = VirtualArm(robot, seed=3, elastic_links=True, payload=payload)
    before = arm.flange_transform()
    for _ in range(1000):
        arm.advance(arm.set_point, np.zeros(robot.joint_count))
    assert arm.flange_transform() == pytest.approx(before, abs=2e-6)
    assert np.abs(arm.chain.state.qvel).max() < 1e-4


def test_a_payload_bolted_on_at_standstill_ends_as_one_that_was_there():
    robot = load_robot("mikhel-6")
    payload = Payload(10.0, np.array([0.02, 0.0, 0.1]), CUBE)
    quiet = perfect(robot, gear={"damping_time_s": 5e-4}, links={"damping_time_s": 5e-4})
    made = {"imperfections": quiet, "elastic_links": True}
    arm = VirtualArm(robot, **made)
    bare, place = arm.flange_transform(), arm.set_point
    loaded = VirtualArm(robot, payload=payload, **made).flange_transform()
    assert np.linalg.norm((loaded - bare)[:3, 3]) > 5e-4
    for attached, expected in ((payload, loaded), (None, bare)):
        arm.attach(attached)
        for _ in range(2500):
            arm.advance(place, np.zeros(6))
        assert arm.flange_transform() == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("name", ["ec66", "mikhel-6"])
def test_a_rigid_arms_flange_is_where_its_joints_say(name):
    robot = load_robot(name)
    arm = VirtualArm(robot, seed=2)
    for _ in sway(arm, speed=np.full(6, 0.2), seconds=0.5):
        pass
    assert arm.flange_transform() == pytest.approx(link_placements(robot, links(arm))[-1], abs=1e-12)
