"""Jobs that are never done, for tests of what is seen."""

from app.jobs.runner import JobRunner


class NoWorker(JobRunner):
    """Takes jobs and never starts them: for tests of what is seen."""

    def prepare(self) -> None:
        """No process."""

    def _start_next(self) -> None:
        """No job."""
