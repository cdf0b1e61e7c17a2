"""Starts a virtual robot in a process of its own and gives the controller that drives it."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.open_arm.pulse import Pulse
from devices.virtual.settings import VirtualSettings


def open_virtual(settings: VirtualSettings, *, robot: RobotModel, pulse: Pulse) -> Controller:
    """A controller of the virtual robot; its process starts with ``connect`` and ends with ``disconnect``."""
    raise NotImplementedError(settings, robot, pulse)
