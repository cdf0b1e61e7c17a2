"""Registers of a moteus drive, the numbers in which they travel, and the modes of a drive.

Source: moteus, ``docs/protocol/registers.md``. Positions are turns of the output, velocities turns per
second, torques N·m at the output; an encoder's position is within one turn of what it measures.
"""

import math
from enum import IntEnum


class Kind(IntEnum):
    """The number formats of a register on the wire."""

    INT8 = 0
    INT16 = 1
    INT32 = 2
    FLOAT = 3


class Mode(IntEnum):
    """Modes of a drive; the others are not used here."""

    STOPPED = 0
    FAULT = 1
    POSITION = 10
    TIMED_OUT = 11
    """Its watchdog ended position mode; only a stop leaves it."""
    ZERO_VELOCITY = 12
    BRAKE = 15


class Register(IntEnum):
    """The registers that are read or written here."""

    MODE = 0x000
    POSITION = 0x001
    VELOCITY = 0x002
    TORQUE = 0x003
    Q_CURRENT = 0x004
    MOTOR_TEMPERATURE = 0x00A
    VOLTAGE = 0x00D
    TEMPERATURE = 0x00E
    FAULT = 0x00F
    COMMAND_POSITION = 0x020
    COMMAND_VELOCITY = 0x021
    STOP_POSITION = 0x026
    WATCHDOG_TIMEOUT = 0x027
    VELOCITY_LIMIT = 0x028
    ACCELERATION_LIMIT = 0x029
    ENCODER_0 = 0x050
    ENCODER_0_VELOCITY = 0x051
    ENCODER_1 = 0x052
    ENCODER_1_VELOCITY = 0x053
    ENCODER_2 = 0x054
    ENCODER_2_VELOCITY = 0x055
    ENCODER_VALIDITY = 0x058
    MILLISECOND_COUNTER = 0x070
    MODEL = 0x100
    FIRMWARE = 0x101
    MAP_VERSION = 0x102
    SERIAL_1 = 0x120
    SERIAL_2 = 0x121
    SERIAL_3 = 0x122


Steps = tuple[float, float, float]
_POSITION: Steps = (0.01, 1e-4, 1e-5)
_VELOCITY: Steps = (0.1, 2.5e-4, 1e-5)
_TORQUE: Steps = (0.5, 0.01, 0.001)
_CURRENT: Steps = (1.0, 0.1, 0.001)
_VOLTAGE: Steps = (0.5, 0.1, 0.001)
_TEMPERATURE: Steps = (1.0, 0.1, 0.001)
_TIME: Steps = (0.01, 0.001, 1e-6)
_ACCELERATION: Steps = (0.05, 0.001, 1e-5)
STEPS: dict[int, Steps] = {
    Register.POSITION: _POSITION,
    Register.VELOCITY: _VELOCITY,
    Register.TORQUE: _TORQUE,
    Register.Q_CURRENT: _CURRENT,
    Register.MOTOR_TEMPERATURE: _TEMPERATURE,
    Register.VOLTAGE: _VOLTAGE,
    Register.TEMPERATURE: _TEMPERATURE,
    Register.COMMAND_POSITION: _POSITION,
    Register.COMMAND_VELOCITY: _VELOCITY,
    Register.STOP_POSITION: _POSITION,
    Register.WATCHDOG_TIMEOUT: _TIME,
    Register.VELOCITY_LIMIT: _VELOCITY,
    Register.ACCELERATION_LIMIT: _ACCELERATION,
    Register.ENCODER_0: _POSITION,
    Register.ENCODER_0_VELOCITY: _VELOCITY,
    Register.ENCODER_1: _POSITION,
    Register.ENCODER_1_VELOCITY: _VELOCITY,
    Register.ENCODER_2: _POSITION,
    Register.ENCODER_2_VELOCITY: _VELOCITY,
}
"""Step of a register as int8, int16 and int32; one that is not listed counts in whole numbers."""
_BITS = {Kind.INT8: 8, Kind.INT16: 16, Kind.INT32: 32}


def value_of(register: int, kind: Kind, raw: float) -> float:
    """Convert a number of the wire; the most negative whole number of a scaled register is no value (NaN)."""
    if kind is Kind.FLOAT or register not in STEPS:
        return float(raw)
    if raw == -(1 << (_BITS[kind] - 1)):
        return math.nan
    return raw * STEPS[register][kind]


def raw_of(register: int, kind: Kind, value: float) -> float:
    """Convert a value to a number of the wire, limited to what the format holds; NaN as ``value_of``."""
    if kind is Kind.FLOAT:
        return value
    largest = (1 << (_BITS[kind] - 1)) - 1
    if math.isnan(value):
        return -largest - 1 if register in STEPS else 0
    scaled = value / STEPS[register][kind] if register in STEPS else value
    lowest = -largest if register in STEPS else -largest - 1
    return round(min(max(scaled, lowest), largest))
