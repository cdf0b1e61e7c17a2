"""How tasks are used, for mypy to judge: each line that ends in REFUSED has to be an error, no other line.

Never imported. ``test_lint.py`` gives it to mypy together with the product.
"""

from pathlib import Path

from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task, compute_here
from app.jobs.written_files import write_bytes
from app.visit.summaries import RobotChoice
from app.visit.tasks import describe_robot
from core.monitor import NullMonitor


def right(runner: JobRunner, path: Path) -> RobotChoice:
    job: Job[None] = runner.start(Task(write_bytes, path=path, content=b""))
    job.succeeded.connect(lambda _nothing: None)
    found: RobotChoice = compute_here(Task(describe_robot, path="arm.toml"), NullMonitor())
    return found


def wrong(runner: JobRunner, path: Path) -> int:
    Task(write_bytes, path="a.csv", content=b"")  # REFUSED
    Task(write_bytes, path=path)  # REFUSED
    Task(write_bytes, path=path, content=b"", mode=1)  # REFUSED
    found: int = compute_here(Task(describe_robot, path="arm.toml"), NullMonitor())  # REFUSED
    runner.start(Task(describe_robot, path="arm.toml")).succeeded.connect(takes_a_number)  # REFUSED
    runner.start("app.jobs.written_files:write_bytes")  # REFUSED
    return found


def takes_a_number(number: int) -> None: ...
