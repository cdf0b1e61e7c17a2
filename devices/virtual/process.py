"""The process of a virtual robot: built from its settings, connected to its host over loopback."""

import contextlib
import os
import sys
import time

import numpy as np

from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.transport.tcp import TcpTransport
from devices.virtual.black_box import BlackBox, Notebook
from devices.virtual.device import SteppedDevice
from devices.virtual.firmware.control import Device
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.identity import Badge, serial_number
from devices.virtual.firmware.plant import solid_payload
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.settings import FIRST_POWER_ON, VirtualSettings

SWITCH_INTERVAL_S = 0.001
"""Longest time that the physics may delay the receiving thread, s."""
NICE_STEP = -5


def serve(port: int, token: str, settings: VirtualSettings) -> None:
    """Run a virtual robot: connect to the host that listens on ``port`` and serve it until it is gone.

    The target of a spawned process.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    robot = load_robot(settings.robot)
    with BlackBox(settings.black_box) as black_box:
        faults = FaultBoard(settings.faults)
        firmware = build_firmware(settings, robot, faults=faults, notebook=black_box, waits_for_host=True)
        transport = TcpTransport.connect(port, token=token, send_buffer_bytes=None)
        SteppedDevice(firmware, transport, faults=faults, notebook=black_box, seed=settings.seed).run()


def build_firmware(
    settings: VirtualSettings,
    robot: RobotModel,
    *,
    faults: FaultBoard,
    notebook: Notebook,
    waits_for_host: bool = False,
) -> Firmware:
    """Build the firmware and the physics of the settings.

    With ``waits_for_host`` the watchdog measures the host's silence in simulated time.
    """
    power_on = settings.power_on or FIRST_POWER_ON
    rehearse(robot)
    arm = VirtualArm(
        robot,
        seed=settings.seed,
        payload=solid_payload(settings.payload_kg, center_of_mass=np.array(settings.payload_com)),
        worn=settings.worn,
        elastic_links=settings.elastic_links,
        power_on=power_on,
    )
    badge = Badge(serial_number(robot.name, settings.seed), power_on)
    device = Device(
        robot=robot,
        badge=badge,
        notebook=notebook,
        kind=settings.kind,
        stream=settings.stream,
        uptime=settings.uptime,
        faults=faults,
        clock=(lambda: arm.time) if waits_for_host else time.monotonic,
    )
    return Firmware(arm, device)


def rehearse(robot: RobotModel) -> None:
    """Run one period of a second arm, so that kernels are compiled before a host waits for an answer.

    The first compilation takes many seconds, in which no thread of this process runs.
    """
    arm = VirtualArm(robot, seed=0)
    arm.run(arm.set_point[None], np.zeros((1, robot.joint_count)))
    arm.sense()


def step_forward() -> None:
    """Raise the priority where the system allows it: a device must not wait for other programs."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):  # only privileged users may
            os.nice(NICE_STEP)
