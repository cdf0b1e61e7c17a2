"""Tests with a bus are skipped by name where the optional packages are absent."""

import pytest

from tests.devices.cia402.driven import driven


@pytest.fixture
def libraries():
    pytest.importorskip("canopen", reason="canopen is not installed")
    pytest.importorskip("can", reason="python-can is not installed")


@pytest.fixture
def moved(libraries):
    """A connected arm that may be moved."""
    with driven() as found:
        found.arm.connect()
        yield found
