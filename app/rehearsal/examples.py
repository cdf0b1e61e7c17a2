"""Example visits of one virtual arm: healthy, with a worn gear, and with a wrong payload setting. No Qt."""

import os
import signal
import sys
import tempfile
from enum import StrEnum
from functools import partial
from pathlib import Path

from app.jobs.task import Task
from app.jobs.worker import lower_priority
from app.rehearsal.recorded_visit import session_at
from app.rehearsal.story import arm, check_arm, weigh_tool
from app.rehearsal.story_run import make_visit, record_gears
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.processes import Owner
from devices.virtual.settings import Pace

SEED = 0
"""The arm of all examples; it is the arm of the story in the window."""
WRONG_KG = 1.5
"""Mass in the payload setting of the controller, kg, while the tool of the story is on the flange."""
_SCRATCH = ".torsion-example-"


class Example(StrEnum):
    """The examples; the value is the name of the file without its ending."""

    HEALTHY = "healthy-arm"
    WORN = "worn-gear"
    WRONG_PAYLOAD = "wrong-payload"

    def path(self, folder: Path) -> Path:
        """File of this example in the folder of the examples."""
        return folder / f"{self.value}.h5"


def record_example(example: Example, folder: Path, *, monitor: Monitor) -> Path:
    """Record an example at full speed; its file appears complete or not at all.

    Raises
    ------
    TorsionError, OSError
        When the virtual robot fails, or the file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=folder) as scratch:
        path = example.path(Path(scratch))
        if example is Example.WRONG_PAYLOAD:
            _record_wrong_payload(path, monitor)
        else:
            settings = arm(SEED, pace=Pace.FAST, is_worn=example is Example.WORN)
            record_gears(path, settings, monitor=monitor)
        path.replace(example.path(folder))
    return example.path(folder)


def record_in_background(owner: Owner, example: Example, folder: Path) -> None:
    """Record an example in a process of its own."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # the unfinished file is removed on the way out
    owner.follow(partial(os.kill, os.getpid(), signal.SIGTERM))
    lower_priority()
    record_example(example, folder, monitor=NullMonitor())


def _record_wrong_payload(path: Path, monitor: Monitor) -> None:
    """Weigh the tool while the controller is set to another mass, which the visit keeps."""
    from app.features.payload.setting_tasks import PayloadWrite, store_payload_write
    from core.stamp import software_name, time_stamp, utc_now
    from devices.controller import PayloadSetting

    make_visit(path)
    with session_at(path, arm(SEED, pace=Pace.FAST, is_worn=False), monitor=monitor) as session:
        check_arm(session, PartOfMonitor(monitor, first=0.0, last=0.1))
        wrong = PayloadSetting(WRONG_KG)
        session.controller.write_payload(wrong)
        weigh_tool(session, PartOfMonitor(monitor, first=0.1, last=1.0))
        identity = session.identity
        write = PayloadWrite(
            old=wrong,
            asked=wrong,
            read_back=wrong,
            present=session.controller.read_payload(),
            serial="" if identity is None else identity.serial,
            power_on="" if identity is None else identity.power_on,
            created_at=time_stamp(utc_now),
            software=software_name(),
            mark=session.capabilities.mark,
        )
        session.compute(Task(store_payload_write, visit=path, write=write), monitor)
