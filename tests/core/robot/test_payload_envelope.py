"""Permitted mass by distance: from the maker's diagram, from limits, and from wrist ratings."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.library import load_robot, shipped_robots
from core.robot.model import UNLIMITED, PayloadLimit
from core.robot.payload_envelope import EnvelopeSource, payload_envelope

GRAVITY = 9.81
DIAGRAM = ((0.1, 5.0), (0.2, 5.0), (0.4, 1.0))


def limited(name="ec66", **limits):
    return replace(load_robot(name), payload_limit=PayloadLimit(**limits))


def random_centers(count, distance, random):
    ways = random.normal(size=(count, 3))
    return distance * ways / np.linalg.norm(ways, axis=1, keepdims=True)


def held(robot, q, centers, mass):
    """Holding torque (N, n) in N·m with gravity normal to the axis, the worst case of any mounting."""
    links, flange = link_transforms(robot, q), flange_transforms(robot, q)
    place = flange[:, :3, 3] + np.einsum("nij,nj->ni", flange[:, :3, :3], centers)
    lever = np.cross(links[:, :, :3, 2], place[:, np.newaxis] - links[:, :, :3, 3])
    return mass * GRAVITY * np.linalg.norm(lever, axis=2)


@pytest.mark.parametrize("name", ["ec66", "panda", "ur10e", "lwr4"])
@pytest.mark.parametrize("distance", [0.05, 0.3, 0.6])
def test_the_envelope_is_the_mass_the_wrist_ratings_allow(name, distance):
    robot, random = load_robot(name), np.random.default_rng(4)
    envelope = payload_envelope(robot)
    assert envelope.source is EnvelopeSource.RATED_TORQUE
    mass = envelope.largest_mass(distance)
    assert 0.0 < mass <= robot.payload_limit.mass
    q = random.uniform(-np.pi, np.pi, size=(40_000, robot.joint_count))
    share = (held(robot, q, random_centers(len(q), distance, random), mass) / robot.torque_limit)[:, -3:]
    assert share.max() <= 1.0 + 1e-9
    assert mass == robot.payload_limit.mass or share.max() > 0.98


def test_the_published_arm_holds_its_rated_load_only_near_the_flange():
    """EC66: 28 N·m at joint 4, whose axis the flange leaves by up to √(98² + 89²) mm."""
    envelope = payload_envelope(load_robot("ec66"))
    lever = np.hypot(0.098, 0.089)
    limit = 28.0 / (GRAVITY * 6.0) - lever
    assert envelope.largest_mass(limit - 0.02) == 6.0
    assert envelope.largest_mass(0.6) == pytest.approx(28.0 / (GRAVITY * (lever + 0.6)), rel=2e-3)
    assert envelope.allows(6.0, (0.0, 0.0, limit - 0.02)) is True
    assert envelope.allows(6.0, (0.0, 0.0, limit + 0.03)) is False
    assert envelope.allows(6.1, (0.0, 0.0, 0.0)) is False
    assert envelope.share(3.0, (0.0, 0.1, 0.0)) == pytest.approx(0.5)
    assert envelope.allows(0.01, (0.0, 0.0, 3.0)) is False, "no flange carries anything so far away"


def test_a_load_diagram_overrides_other_limits():
    envelope = payload_envelope(limited(mass=4.0, distance=0.3, diagram=DIAGRAM))
    assert envelope.source is EnvelopeSource.DIAGRAM
    assert envelope.distance.tolist() == [0.0, 0.1, 0.2, 0.4]
    assert envelope.mass.tolist() == [4.0, 4.0, 4.0, 1.0], "never above the largest mass"
    alone = payload_envelope(limited(diagram=DIAGRAM))
    assert alone.largest_mass(0.0) == 5.0
    assert alone.largest_mass(0.3) == pytest.approx(3.0)
    assert alone.allows(3.01, (0.3, 0.0, 0.0)) is False
    assert alone.allows(2.99, (0.0, -0.3, 0.0)) is True
    assert alone.allows(0.1, (0.0, 0.0, 0.41)) is False


def test_mass_and_distance_limit_give_a_constant_curve():
    envelope = payload_envelope(limited(mass=3.0, distance=0.2))
    assert envelope.source is EnvelopeSource.LIMIT
    assert envelope.allows(3.0, (0.0, 0.0, 0.2)) is True
    assert envelope.allows(3.0, (0.0, 0.0, 0.2001)) is False
    assert np.isinf(envelope.share(1.0, (0.0, 0.0, 0.3)))


def test_a_mass_limit_alone_refuses_heavier_loads_and_permits_none():
    envelope = payload_envelope(load_robot("kr300"))
    assert (envelope.source, envelope.mass.tolist()) == (EnvelopeSource.LIMIT, [300.0])
    assert envelope.allows(300.1, (0.0, 0.0, 0.0)) is False
    assert envelope.allows(200.0, (0.0, 0.0, 0.1)) is None
    assert envelope.share(150.0, (0.0, 0.0, 0.1)) == pytest.approx(0.5)


def test_an_unknown_limit_gives_no_verdict():
    envelope = payload_envelope(load_robot("generic-6r"))
    assert (envelope.source, envelope.distance.size) == (EnvelopeSource.UNKNOWN, 0)
    assert envelope.allows(1.0, (0.0, 0.0, 0.0)) is None
    assert np.isnan(envelope.share(1.0, (0.0, 0.0, 0.0)))


@pytest.mark.parametrize("name", shipped_robots())
def test_permitted_mass_never_rises_with_distance(name):
    envelope = payload_envelope(load_robot(name))
    assert np.all(np.diff(envelope.mass) <= 0.0)
    assert not envelope.mass.flags.writeable
    assert np.all(np.isfinite(envelope.mass))


ARM = load_robot("ec66")


@given(st.dictionaries(st.integers(0, 2000), st.floats(0.1, 50.0), min_size=2, max_size=6))
def test_every_corner_of_a_diagram_is_allowed_and_nothing_above(points):
    distances = [millimetres / 1000.0 for millimetres in sorted(points)]
    masses = sorted(points.values(), reverse=True)
    diagram = tuple(zip(distances, masses, strict=True))
    envelope = payload_envelope(replace(ARM, payload_limit=PayloadLimit(diagram=diagram)))
    for distance, mass in diagram:
        assert envelope.allows(mass * (1 - 1e-9), (distance, 0.0, 0.0)) is True
        assert envelope.allows(mass * (1 + 1e-9), (distance, 0.0, 0.0)) is False


@pytest.mark.parametrize(
    "points",
    [
        ((0.1, 5.0),),
        ((0.1, 5.0), (0.1, 4.0)),
        ((0.2, 5.0), (0.1, 4.0)),
        ((0.1, 4.0), (0.2, 5.0)),
        ((-0.1, 4.0), (0.2, 3.0)),
        ((0.1, 4.0), (0.2, -1.0)),
        ((0.1, 0.0), (0.2, 0.0)),
        ((0.1, UNLIMITED), (0.2, 1.0)),
        ((0.1, 4.0, 0.0), (0.2, 1.0, 0.0)),
    ],
)
def test_invalid_load_diagrams_are_refused(points):
    with pytest.raises(BadRequest, match="payload-diagram"):
        PayloadLimit(diagram=points)
