"""The maker's own client of moteus drives (``pip install moteus``) reads and moves the emulated ones."""

import asyncio
import math
import sys

import pytest

from tests.devices.moteus.rig import emulated_moteus
from tests.waiting import LIMIT_S

moteus = pytest.importorskip("moteus", reason="the package moteus is not installed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


TIMED_OUT = 11
"""The mode of a drive that heard nothing for too long."""


@pytest.fixture
def emulated():
    with emulated_moteus() as found:
        yield found


def controllers_at(port, transports):
    transport = moteus.Fdcanusb(port)
    transports.append(transport)
    resolution = moteus.QueryResolution()
    resolution.q_current = moteus.F32
    resolution._extra = {
        moteus.Register.ENCODER_0_POSITION: moteus.F32,
        moteus.Register.ENCODER_1_POSITION: moteus.F32,
        moteus.Register.ENCODER_VALIDITY: moteus.INT8,
        moteus.Register.MILLISECOND_COUNTER: moteus.INT32,
    }
    return transport, [
        moteus.Controller(id=drive, transport=transport, query_resolution=resolution) for drive in range(1, 7)
    ]


async def read_and_move(port, transports):
    transport, controllers = controllers_at(port, transports)
    asked = [controller.make_query() for controller in controllers]
    before = await transport.cycle(asked)
    mover = controllers[1]
    begun = before[1].values[moteus.Register.POSITION]
    while True:
        moved = await mover.set_position(position=math.nan, velocity=0.05, query=True)
        if moved.values[moteus.Register.POSITION] > begun + 0.003:
            break
        if moved.values[moteus.Register.MODE] == TIMED_OUT:  # this computer was busy for too long
            await mover.set_stop()
    while (silent := await mover.query()).values[moteus.Register.MODE] != TIMED_OUT:
        pass
    await mover.set_position(position=math.nan, velocity=0.05)
    still = await mover.query()
    await mover.set_stop()
    stopped = await mover.query()
    stream = moteus.Stream(mover)
    ratio = await stream.command(b"conf get motor_position.rotor_to_output_ratio", allow_any_response=True)
    return before, moved, silent, still, stopped, ratio


def test_it_reads_moves_and_sees_the_watchdog(emulated):
    transports = []
    before, moved, silent, still, stopped, ratio = asyncio.run(
        asyncio.wait_for(read_and_move(emulated.channel, transports), LIMIT_S)
    )
    for transport in transports:
        transport.close()
    register = moteus.Register
    assert [answer.id for answer in before] == [1, 2, 3, 4, 5, 6]
    for answer in before:
        assert answer.values[register.MODE] == 0
        assert 0.0 <= answer.values[register.ENCODER_0_POSITION] < 1.0
        assert answer.values[register.ENCODER_VALIDITY] == 3
    assert len({answer.values[register.MILLISECOND_COUNTER] // 1000 for answer in before}) == 6
    assert moved.values[register.MODE] == 10
    assert silent.values[register.MODE] == TIMED_OUT
    assert still.values[register.MODE] == TIMED_OUT, "left only by a stop"
    assert stopped.values[register.MODE] == 0
    assert float(ratio) == pytest.approx(1 / 36, rel=1e-6)
