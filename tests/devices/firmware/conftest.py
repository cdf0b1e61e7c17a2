"""Tests of C code need a C compiler."""

import pytest

from tests.devices.firmware.c_codec import compiler


@pytest.fixture(autouse=True)
def _needs_a_c_compiler() -> None:
    if compiler() is None:
        pytest.skip("there is no C compiler on this computer")
