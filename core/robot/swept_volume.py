"""What an arm passes through on its way: its capsules at every moment, thinned to what can be seen."""

from typing import NamedTuple


class ClosestApproach(NamedTuple):
    """When two bodies come nearest: their names as in ``core.robot.collision``, and how near.

    Names are ``base``, ``link N`` (from 1), ``floor`` and those of the boxes.
    """

    time: float
    """s"""
    first: str
    second: str
    distance: float
    """m, negative inside"""
