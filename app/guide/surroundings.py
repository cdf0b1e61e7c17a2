"""The common objects of the pages of one window, and functions of the window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from app.arm.link import RobotLink
    from app.arm.live_feed import LiveFeed
    from app.jobs.messages import MessageBus
    from app.jobs.runner import JobRunner
    from app.visit.open_visit import OpenVisit
    from app.visit.settings import SettingsStore
    from app.visit.summaries import FileToImport


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Objects from which the features make their pages.

    Parameters
    ----------
    robots_listed
        Signal that carries the shipped robots (``Sequence[RobotChoice]``).
    open_step
        Goes to the step with this key if it can be opened.
    make_visit
        Makes a visit to a robot and goes on at a step; an empty name means the robot of the chosen
        controller.
    make_visit_from_files
        Makes a visit to a robot and reads these files into it.
    """

    link: "RobotLink"
    visit: "OpenVisit"
    settings: "SettingsStore"
    runner: "JobRunner"
    bus: "MessageBus"
    feed: "LiveFeed"
    robots_listed: "SignalInstance"
    open_step: Callable[[str], None]
    make_visit: Callable[[str, str], None]
    make_visit_from_files: "Callable[[str, Sequence[FileToImport]], None]"
