"""The network is judged by round trips and by the delays of packages, with the limits that a motion sets."""

import socket

import numpy as np
import pytest

from core.quality import Verdict
from devices.errors import TransportError
from devices.safety.network_quality import (
    GOOD_DELAY_S,
    GOOD_ROUND_TRIP_S,
    MOST_DELAY_S,
    MOST_ROUND_TRIP_S,
    network_quality,
    package_delays,
)
from devices.transport import dialing as trips_of
from devices.transport.dialing import round_trip, round_trips
from devices.universal_robots.script import LEAST_BEATS_HZ

COUNT = 200


def _stream(*, late: float = 0.0, shift: float = 1000.0):
    """Packages every 10 ms, of which one comes late."""
    device = np.arange(COUNT) * 0.01
    host = device + shift
    host[COUNT // 2] += late
    return device, np.maximum.accumulate(host)


def _judged(*, late: float = 0.0, trip: float = 0.001, shift: float = 1000.0):
    device, host = _stream(late=late, shift=shift)
    trips = np.full(20, 0.001)
    trips[7] = trip
    return network_quality(device_time=device, host_time=host, round_trips=trips)


def test_a_cable_is_good_and_its_figures_are_those_of_the_stream():
    found = _judged(late=0.004, trip=0.002)
    assert found.judgement.verdict is Verdict.GOOD
    assert found.round_trip == pytest.approx(0.001)
    assert found.worst_round_trip == pytest.approx(0.002)
    assert found.worst_delay == pytest.approx(0.004)
    assert found.usual_delay < found.worst_delay


@pytest.mark.parametrize("shift", [0.0, -1e6, 1e6])
def test_the_clocks_need_not_agree(shift):
    assert _judged(late=0.03, shift=shift).worst_delay == pytest.approx(0.03, abs=1e-6)


@pytest.mark.parametrize(
    ("late", "trip", "verdict", "codes"),
    [
        (0.9 * GOOD_DELAY_S, 0.9 * GOOD_ROUND_TRIP_S, Verdict.GOOD, []),
        (1.1 * GOOD_DELAY_S, 0.001, Verdict.USABLE, ["network-delay"]),
        (1.1 * MOST_DELAY_S, 0.001, Verdict.REPEAT, ["network-delay-refused"]),
        (0.0, 1.1 * GOOD_ROUND_TRIP_S, Verdict.USABLE, ["network-round-trip"]),
        (0.0, 1.1 * MOST_ROUND_TRIP_S, Verdict.REPEAT, ["network-round-trip-refused"]),
        (1.0, 1.0, Verdict.REPEAT, ["network-delay-refused", "network-round-trip-refused"]),
    ],
)
def test_one_late_package_or_answer_decides(late, trip, verdict, codes):
    judgement = _judged(late=late, trip=trip).judgement
    assert judgement.verdict is verdict
    assert [reason.code for reason in judgement.reasons] == codes


def test_of_each_read_the_oldest_sample_counts():
    device = np.arange(6) * 0.01
    host = np.repeat([5.02, 5.06], 3)
    assert package_delays(device, host) == pytest.approx([0.02, 0.03]), "the oldest waited longest"


def test_too_little_is_no_verdict():
    device, host = _stream()
    for kept, trips in ((10, 20), (COUNT, 2)):
        found = network_quality(
            device_time=device[:kept], host_time=host[:kept], round_trips=np.full(trips, 0.001)
        )
        assert found.judgement.verdict is Verdict.NOT_MEASURABLE
    assert network_quality(
        device_time=np.empty(0), host_time=np.empty(0), round_trips=np.empty(0)
    ).judgement.verdict is Verdict.NOT_MEASURABLE  # fmt: skip


def test_the_limit_is_half_of_what_the_controller_waits_for_a_heartbeat():
    assert pytest.approx(0.5 / LEAST_BEATS_HZ) == MOST_DELAY_S


def test_round_trips_of_open_and_closed_ports():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        found = list(round_trips("127.0.0.1", port, count=3, pause_s=0.0))
    assert len(found) == 3
    assert all(0.0 < trip < trips_of.TIMEOUT_S for trip in found)
    assert round_trip("127.0.0.1", port) > 0.0, "a refusal is an answer too"


def test_an_address_without_an_answer_is_silent(monkeypatch):
    def silent(*_arguments, **_others):
        raise TimeoutError

    monkeypatch.setattr(trips_of.socket, "create_connection", silent)
    with pytest.raises(TransportError, match="address-silent"):
        round_trip("127.0.0.9", 9)
