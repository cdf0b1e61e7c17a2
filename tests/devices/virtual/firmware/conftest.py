"""A firmware at its bench, one period after it was switched on."""

import pytest

from tests.devices.virtual.firmware.fake_plant import Bench


@pytest.fixture
def bench():
    bench = Bench()
    bench.run(1)
    return bench
