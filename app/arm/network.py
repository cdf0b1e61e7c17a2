"""Measures the network to a connected arm, while its samples arrive. No Qt."""

from dataclasses import replace

import numpy as np

from app.arm.session import RobotSession
from core.monitor import Monitor
from devices.errors import TransportError
from devices.families import family_of
from devices.family import NetworkSettings
from devices.safety.network_quality import NetworkQuality, network_quality
from devices.transport.dialing import round_trips

COUNT, PAUSE_S = 20, 0.2
SECONDS = COUNT * PAUSE_S
"""Length of the measurement."""


def measure_network(session: RobotSession, monitor: Monitor) -> NetworkQuality:
    """Measure round trips for some seconds, and judge them with the packages of the same time.

    Raises
    ------
    TransportError
        ``address-silent``; ``not-connected`` without a stream.
    """
    family = family_of(session.uri)
    settings: NetworkSettings = family.parse(session.uri)
    assert family.network is not None
    port = family.network.open_port or settings.port
    trips: list[float] = []
    for trip in round_trips(settings.host, port, count=COUNT, pause_s=PAUSE_S):
        monitor.check()
        trips.append(trip)
        monitor.report(len(trips) / COUNT)
    acquisition = session.acquisition
    if acquisition is None:
        raise TransportError("not-connected", uri=session.uri)
    block = acquisition.ring.newest_block(SECONDS)
    found = network_quality(
        device_time=block.device_time, host_time=block.host_time, round_trips=np.asarray(trips)
    )
    return replace(found, needs_cycle=family.network.needs_cycle)
