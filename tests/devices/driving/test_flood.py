"""A device that sends more samples than announced is detected."""

import pytest

from devices.driving.flood import Flood
from devices.errors import ProtocolError


def test_far_more_samples_than_announced_end_the_connection():
    flood = Flood(1000.0)
    for second in range(600):  # a clock that is a third too fast is no flood, nor is what was held up
        flood.expect_bearable(1333, host_time=float(second))
    flood.expect_bearable(5000, host_time=600.0)
    with pytest.raises(ProtocolError, match="stream-too-fast"):
        flood.expect_bearable(1_000_000, host_time=601.0)
