"""Reads samples until there are enough."""

from devices.driving.sample_queue import joined
from devices.errors import DeviceError
from tests.waiting import wait_until


def samples_of(arm, count):
    blocks = []

    def are_there():
        if (block := arm.read(0.1)) is not None:
            blocks.append(block)
        return sum(block.count for block in blocks) >= count

    wait_until(are_there, "samples of the arm")
    return joined(blocks)


def error_of_stream(arm):
    """The error that ends the stream, once all samples are read."""
    errors = []

    def has_come():
        try:
            arm.read(0.1)
        except DeviceError as error:
            errors.append(error)
        return errors

    wait_until(has_come, "the end of the stream")
    return errors[0]
