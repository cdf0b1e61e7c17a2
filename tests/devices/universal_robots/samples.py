"""Reads samples until there are enough."""

import time

from devices.driving.sample_queue import joined
from devices.errors import DeviceError
from tests.devices.emulated.controllers import PATIENCE_S


def samples_of(arm, count):
    blocks, deadline = [], time.monotonic() + PATIENCE_S
    while sum(block.count for block in blocks) < count:
        assert time.monotonic() < deadline, "too few samples came"
        block = arm.read(0.1)
        if block is not None:
            blocks.append(block)
    return joined(blocks)


def error_of_stream(arm):
    """The error that ends the stream, once all samples are read."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            arm.read(0.1)
        except DeviceError as error:
            return error
    raise AssertionError("the stream goes on")
