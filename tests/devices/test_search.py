"""A search for controllers at this computer: those of the maker are found with what they tell."""

import ipaddress

import pytest

from core.monitor import NullMonitor
from devices.search import find_arms, network_families
from tests.devices.emulated.controllers import emulated_ur

HERE = [ipaddress.IPv4Network("127.0.0.1/32")]


class Kept(NullMonitor):
    def __init__(self):
        self.kept, self.fractions = [], []

    def keep(self, result):
        self.kept.append(result)

    def report(self, fraction, text=""):
        self.fractions.append(fraction)


@pytest.mark.parametrize(
    ("polyscope", "model", "serial"),
    [("5.11", "UR10", "20000000000"), ("3.15", "UR10", "20000000000"), ("10.11", "", "")],
)
def test_a_controller_is_found_with_what_it_tells(polyscope, model, serial):
    monitor = Kept()
    with emulated_ur(polyscope) as controller:
        found = find_arms(monitor, scheme="ur", networks=HERE, port=controller.port)
    (arm,) = found
    assert (arm.scheme, arm.address) == ("ur", "127.0.0.1")
    assert (arm.told.version, arm.told.model, arm.told.serial) == (polyscope, model, serial)
    assert monitor.kept == [found], "shown as soon as it is known"
    assert monitor.fractions[-1] == 1.0
    assert monitor.fractions == sorted(monitor.fractions)


def test_another_service_is_no_controller():
    with emulated_ur() as controller:
        dashboard = controller.port - 5
        assert find_arms(NullMonitor(), scheme="ur", networks=HERE, port=dashboard) == ()


def test_every_family_in_a_network_says_how_it_is_reached():
    for family in network_families():
        reach = family.network
        assert reach is not None
        settings = family.parse(f"{family.scheme}:10.0.0.2")
        assert (settings.host, settings.port, settings.serial) == ("10.0.0.2", reach.port, "")
        assert settings.uri == f"{family.scheme}:10.0.0.2"
        assert reach.robots
