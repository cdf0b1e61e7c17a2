"""Quality of a network for moving an arm over it: round trips, and delays of packages.

The limits follow from what a motion depends on. The heartbeat is sent every 50 ms, and the program in
the controller stops the arm when none has come for 250 ms: a delay of more than half of that time
stops motions for no reason. A STOP travels for half a round trip, in which an arm at 250 mm/s moves on.
"""

from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

GOOD_DELAY_S = 0.05
"""One heartbeat: no more than one comes late."""
MOST_DELAY_S = 0.125
"""Half of the time after which the controller misses the heartbeat."""
GOOD_ROUND_TRIP_S = 0.02
"""The arm moves by 2.5 mm at 250 mm/s while a STOP travels."""
MOST_ROUND_TRIP_S = 0.1
"""Likewise 12.5 mm; about as far as it takes to stop."""
LEAST_PACKAGES = 50
LEAST_ROUND_TRIPS = 5


@dataclass(frozen=True)
class NetworkQuality:
    """Round trips and delays in s; a delay is that of a package behind the fastest one."""

    round_trip: float
    """The median."""
    worst_round_trip: float
    usual_delay: float
    """Not exceeded by 99 % of the packages."""
    worst_delay: float
    judgement: Judgement
    needs_cycle: bool = False
    """True if a motion needs more than this: an answer in every cycle."""


def network_quality(
    *, device_time: FloatArray, host_time: FloatArray, round_trips: FloatArray
) -> NetworkQuality:
    """Judge a network by some seconds of a stream.

    Parameters
    ----------
    device_time, host_time
        Times of the samples by the controller's clock and of their arrival, s, shape (N,).
    round_trips
        Durations of single questions with their answers, s, shape (M,).
    """
    delays = package_delays(device_time, host_time)
    trips = np.asarray(round_trips, dtype=np.float64)
    if delays.size < LEAST_PACKAGES or trips.size < LEAST_ROUND_TRIPS:
        reason = Reason("network-not-measured", {}, Verdict.NOT_MEASURABLE)
        return NetworkQuality(np.nan, np.nan, np.nan, np.nan, Judgement.of([reason]))
    worst_trip, worst_delay = float(trips.max()), float(delays.max())
    reasons = [
        *_reason("network-delay", "network-delay-refused", worst_delay, good=GOOD_DELAY_S, most=MOST_DELAY_S),
        *_reason(
            "network-round-trip",
            "network-round-trip-refused",
            worst_trip,
            good=GOOD_ROUND_TRIP_S,
            most=MOST_ROUND_TRIP_S,
        ),
    ]
    return NetworkQuality(
        round_trip=float(np.median(trips)),
        worst_round_trip=worst_trip,
        usual_delay=float(np.quantile(delays, 0.99)),
        worst_delay=worst_delay,
        judgement=Judgement.of(reasons),
    )


def package_delays(device_time: FloatArray, host_time: FloatArray) -> FloatArray:
    """Delays behind the fastest sample, s; of each read its oldest sample counts, which waited longest.

    What this program itself gathers before it reads, about 10 ms, is a part of it. The drift of the
    two clocks against each other is below 1 ms in 10 s and is not removed.
    """
    host, device = np.asarray(host_time, dtype=np.float64), np.asarray(device_time, dtype=np.float64)
    if not host.size:
        return np.empty(0)
    ages = host - device
    is_oldest = np.insert(np.diff(host) > 0.0, 0, values=True)  # samples of one read share its time
    return np.asarray(ages[is_oldest] - ages.min())


def _reason(code: str, refused: str, value: float, *, good: float, most: float) -> list[Reason]:
    if value <= good:
        return []
    facts: dict[str, Fact] = {"value": value, "good": good, "most": most}
    return [Reason(code, facts, Verdict.USABLE) if value <= most else Reason(refused, facts, Verdict.REPEAT)]
