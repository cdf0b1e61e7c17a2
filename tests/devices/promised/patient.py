"""Drivers and devices in processes of their own, for a computer that is busy with other things.

What these make is what the program makes; only the times after which it calls a busy computer too slow are
longer. They are functions of a module, so that the process finds them.
"""

from devices.cia402 import bus
from devices.cia402.master import be_master
from devices.driving.pulse import Pulse
from devices.franka import moving as franka_moving
from devices.franka import vendor_client
from devices.franka.controller import FrankaArm
from devices.moteus import bus as moteus_bus
from devices.moteus import drives, rounds
from devices.moteus import link as moteus_link
from devices.moteus import moving as moteus_moving
from devices.moteus.controller import MoteusArm
from devices.virtual.emulated_arm import be_emulated_arm
from devices.virtual.firmware import supervision

HEARD_S = 2.0
"""Silence of a program after which it counts as hung."""
_PATIENT_S = 600.0
ANSWERED_S = 3.0
"""Time for an answer, s."""
_FEW_CYCLES = 50
CHANGED = (
    (rounds, "LONGEST_WAIT_S"),
    (drives, "ANSWER_TIMEOUT_S"),
    (moteus_bus, "PROBE_TIMEOUT_S"),
    (moteus_link, "SILENT_S"),
    (moteus_moving, "BEGIN_TIMEOUT_S"),
    (moteus_moving, "LEAVE_TIMEOUT_S"),
    (vendor_client, "WATCHED_CYCLES"),
    (franka_moving, "WATCHED_CYCLES"),
    (franka_moving, "MOST_LATE_S"),
    (franka_moving, "LEAVE_TIMEOUT_S"),
    (franka_moving, "MOST_LOST"),
    (bus, "SDO_TIMEOUT_S"),
    (supervision, "HOST_SILENCE_S"),
)
"""What the functions below change, where they are called in the process of the test."""


class _Unhurried(Pulse):
    """The signs of life of the program, which may come late."""

    def __init__(self, pulse):
        super().__init__()
        self._heard = pulse

    def is_alive(self, limit_s=0.0):
        return self._heard.is_alive(max(limit_s, HEARD_S))


def patient_moteus(settings, *, robot, pulse):
    """The driver of moteus drives."""
    rounds.LONGEST_WAIT_S, drives.ANSWER_TIMEOUT_S = 0.1, ANSWERED_S
    moteus_bus.PROBE_TIMEOUT_S = ANSWERED_S
    moteus_link.SILENT_S = moteus_moving.BEGIN_TIMEOUT_S = moteus_moving.LEAVE_TIMEOUT_S = _PATIENT_S
    return MoteusArm(settings, robot=robot, pulse=_Unhurried(pulse))


def patient_franka(settings, *, robot, pulse):
    """The driver of a Franka arm; cycles that come late move it too."""
    vendor_client.WATCHED_CYCLES = franka_moving.WATCHED_CYCLES = _FEW_CYCLES
    franka_moving.MOST_LATE_S = franka_moving.LEAVE_TIMEOUT_S = _PATIENT_S
    franka_moving.MOST_LOST = 1.0
    return FrankaArm(settings, robot=robot, pulse=_Unhurried(pulse))


def be_patient_master(*given):
    """The master of a CANopen bus; it waits for drives that answer late."""
    bus.SDO_TIMEOUT_S = ANSWERED_S
    be_master(*given)


def be_patient_arm(*given):
    """The virtual arm at a serial line; it hears a host that is late."""
    supervision.HOST_SILENCE_S = HEARD_S
    be_emulated_arm(*given)
