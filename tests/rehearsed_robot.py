"""Imported by the process of which virtual robots are copies: it has their compiled kernels loaded."""

from core.robot.library import load_robot
from devices.virtual.process import rehearse

rehearse(load_robot("ec66"))
