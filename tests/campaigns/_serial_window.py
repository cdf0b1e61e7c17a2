"""The real window on an arm behind a serial port: what the campaigns on the serial line share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from _stop_window import spin, wait_for

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, Prepared, Procedure
from app.errors.text import Message
from app.features.live.page import LivePage
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import VirtualSettings

BAUD = 2_000_000


@dataclass
class SerialStand:
    """A window connected to an emulated arm by its port, with the live page open."""

    arm: EmulatedArm
    window: Window
    link: RobotLink
    black_box: Path
    messages: list[tuple[Message, Severity]] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def samples(self) -> int:
        """How many samples the present stream has brought."""
        acquisition = self.link.acquisition
        return 0 if acquisition is None else acquisition.ring.generation

    def prepare(self, procedure: Procedure) -> Prepared:
        """Have the window's robot thread work out what a procedure would do."""
        found: list[Prepared] = []
        errors: list[object] = []

        def failed(_work: str, error: object) -> None:
            errors.append(error)

        wait_for(lambda: not self.link.is_working, "the end of other work")  # then it takes nothing on
        self.link.prepared.connect(found.append)
        self.link.failed.connect(failed)
        self.link.prepare(procedure)
        wait_for(lambda: bool(found or errors), "a preview")
        self.link.prepared.disconnect(found.append)
        self.link.failed.disconnect(failed)
        if not found:
            raise RuntimeError(f"no preview: {errors[0]!r}")
        return found[0]

    def run(self, procedure: Procedure, prepared: Prepared) -> None:
        """Let it run, as holding the button does."""
        identity = self.link.identity
        assert identity is not None
        wait_for(lambda: not self.link.is_working, "the end of other work")
        self.link.run(procedure, prepared.confirmed(clear_cell=True, serial=identity.serial))

    def settle(self) -> None:
        """Wait until nothing is under way, a fault that is over is cleared, and samples come."""
        wait_for(lambda: not self.link.is_working, "the end of the work")
        if self.link.state is LinkState.FAULT:
            self.link.clear_fault()
        wait_for(lambda: not self.link.is_working and self.link.state is LinkState.READY, "a ready arm")
        before = self.samples
        wait_for(lambda: self.samples > before, "samples")


@contextmanager
def serial_stand(
    folder: Path, settings: VirtualSettings, *, baud: int = BAUD, size: tuple[int, int] = (1280, 800)
) -> Iterator[SerialStand]:
    """The window connected to an emulated arm, its live page in front; everything ends afterwards."""
    runner = JobRunner()
    link, bus = RobotLink(runner), MessageBus()
    window = Window(runner, bus, SettingsStore(folder / "settings.json"), link=link, visits_folder=folder)
    window.resize(*size)
    window.show()
    wait_for(lambda: window.guides.recordings_page.robot.count() > 0, "the list of robots")
    with EmulatedArm.start(settings, link=folder / "arm", baud=baud) as arm:
        made = SerialStand(arm, window, link, settings.black_box or folder / "none.jsonl")
        bus.posted.connect(lambda message, severity: made.messages.append((message, severity)))
        link.ended.connect(made.outcomes.append)
        try:
            window.open_step(Step.CONNECT)
            uri = f"serial:{arm.port}?baud={baud}"
            window.on_robot.connect_page.connect_asked.emit(uri, settings.robot)
            wait_for(lambda: link.state is LinkState.READY, "a connection")
            window.open_step(Step.LIVE)
            page = window.pages[Step.LIVE]
            assert isinstance(page, LivePage)
            wait_for(lambda: bool(page.view.charts.charts), "the first charts")
            yield made
        finally:
            window.close()
            window.deleteLater()
            spin(0.1)
