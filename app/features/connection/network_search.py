"""Runs the search for arms in the worker process, and shows its progress in the form."""

from PySide6.QtCore import QObject, Slot

from app.features.connection.network_choice import NetworkChoice
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from devices.search import FoundArm, find_arms
from devices.transport.open_ports import Network


class NetworkSearch(QObject):
    """One search at a time, which begins and ends on request only."""

    def __init__(self, choice: NetworkChoice, runner: JobRunner, bus: MessageBus, *, parent: QObject) -> None:
        super().__init__(parent)
        self._choice, self._runner, self._bus = choice, runner, bus
        self._job: Job[tuple[FoundArm, ...]] | None = None
        self.networks: tuple[Network, ...] | None = None
        """Networks that are looked through; None for those next to this computer. Tests set others."""
        self.port = 0
        """Port that is looked for; 0 for that of the maker."""
        choice.search_asked.connect(self._begin)
        choice.end_asked.connect(self._end)

    @Slot(str)
    def _begin(self, scheme: str) -> None:
        if self._job is not None:
            return
        self._choice.show_searching()
        job = self._runner.start(Task(find_arms, scheme=scheme, networks=self.networks, port=self.port))
        self._job = job
        job.progressed.connect(lambda fraction, _text: self._choice.work.show_progress(fraction))
        job.kept.connect(lambda found: self._choice.show_found(found, has_ended=False))
        job.succeeded.connect(lambda found: self._choice.show_found(found, has_ended=True))
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._ended)

    @Slot()
    def _end(self) -> None:
        if self._job is not None:
            self._job.cancel()

    @Slot()
    def _ended(self) -> None:
        self._job = None
        self._choice.stop_searching()
