"""The choice of an arm in a network: maker, address, robot, and a search for those that are on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.features.connection.robot_field import RobotField
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.language import translate
from app.speech.quantities import NotUnderstood
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.layouts import Flow, bare_column, bare_row, captioned, clear, keep_size, row
from app.widgets.text import Button, Text, paragraph
from app.widgets.work_card import WorkCard
from core.errors import BadRequest
from devices.emulated.makers import SCHEME as EMULATED
from devices.emulated.makers import EmulatedSettings
from devices.family import Family, InNetwork, NetworkSettings
from devices.search import FoundArm, find_arms, network_families
from devices.transport.open_ports import Network

_MAKER_WIDTH = 200
_ADDRESS_WIDTH = 240
_EXAMPLE = "10.0.0.2"


class NetworkChoice(QWidget):
    """Choice of an arm in a network; its widget ``options`` belongs under *More options*."""

    changed = Signal()
    search_asked = Signal(str)
    """Carries the scheme of the family to look for."""
    end_asked = Signal()
    """The search is to end."""
    emulated_asked = Signal()
    """The emulated controller is chosen and shall be connected."""

    def __init__(self) -> None:
        super().__init__()
        self._families: dict[str, Family[Any]] = {family.scheme: family for family in network_families()}
        self._named: NetworkSettings | None = None
        """Settings of the named arm; those without a field are kept while its address is not changed."""
        self._is_emulated = False
        self.maker = Choice(self.tr("Maker"))
        keep_size(self.maker, least_width=_MAKER_WIDTH)
        titles = [
            (scheme, translate("ControllerChoice", each.title)) for scheme, each in self._families.items()
        ]
        self.maker.offer(titles)
        self.maker.picked.connect(self._maker_picked)
        self.address = CheckedField(
            self.tr("Address"),
            self._read_address,
            bounds=None,
            accepts=_EXAMPLE,
            placeholder=self.tr("e.g. {address}").format(address=_EXAMPLE),
            explanation=self.tr(
                "The pendant, or the page of the controller, shows it among the settings of the network."
            ),
        )
        keep_size(self.address, width=_ADDRESS_WIDTH)
        self.address.edit.textEdited.connect(self._typed)
        self.address.changed.connect(self.changed)
        self.find_button = Button(self.tr("Find arms"))
        self.find_button.clicked.connect(lambda: self.search_asked.emit(self.scheme))
        self.robot_field = RobotField()
        self.robot_field.changed.connect(self.changed)
        self.serial = QLineEdit()
        self.serial.setAccessibleName(self.tr("Serial number on the plate"))
        self.serial.textEdited.connect(self._typed)
        self.work = WorkCard(self.tr("Search in the network"))
        self.work.cancel_asked.connect(self.end_asked)
        self.note = paragraph()
        self.try_button = Button(self.tr("Try with an emulated controller"))
        self.try_button.clicked.connect(self._try)
        self._lay_out()
        self._take_maker()

    @property
    def scheme(self) -> str:
        """Scheme of the chosen maker's family."""
        return str(self.maker.value)

    @property
    def _reach(self) -> InNetwork:
        reach = self._families[self.scheme].network
        assert reach is not None
        return reach

    @property
    def is_understood(self) -> bool:
        """True if an address, or the emulated controller, and a robot are chosen."""
        return self.robot_field.is_understood and (self._is_emulated or self.address.is_understood)

    @property
    def lacks_address(self) -> bool:
        """True while the field of the address is empty, or has none, and no search is under way."""
        return not self._is_emulated and not self.address.is_understood and self.find_button.isEnabled()

    @property
    def uri(self) -> str:
        """Name of the chosen arm; only while ``is_understood``."""
        if self._is_emulated:
            return EmulatedSettings(f"{self.scheme}:{self._reach.emulated}").uri
        settings = self._settings_at(self.address.edit.text().strip())
        named = self._named
        if named is not None and (self._scheme_of(named), named.address) == (self.scheme, settings.address):
            settings = named
        changed: NetworkSettings = replace(settings, serial=self.serial.text().strip())  # type: ignore[type-var]
        return changed.uri

    @property
    def robot(self) -> str:
        """Name of the robot, or path of its description; empty without a choice."""
        return self._reach.emulated if self._is_emulated else self.robot_field.robot

    def names(self, uri: str) -> bool:
        """True if ``uri`` names an arm that this form can show."""
        scheme, _, rest = uri.partition(":")
        return scheme in self._families or (scheme == EMULATED and rest.partition(":")[0] in self._families)

    def show_uri(self, uri: str) -> None:
        """Show the arm of this name; raises ``BadRequest`` for one that cannot be read."""
        scheme, _, rest = uri.partition(":")
        self._is_emulated = scheme == EMULATED
        if self._is_emulated:
            scheme = rest.partition(":")[0]
        else:
            family = self._families[scheme]
            # whether the arm may be moved is asked again at every connection
            settings: NetworkSettings = family.parse(family.without_consent(uri))
            self._named = settings
            self.serial.setText(settings.serial)
            self.address.show_text(settings.address)
        self.maker.choose(scheme)
        self._take_maker()

    def show_searching(self) -> None:
        """Show that the search has begun."""
        self.work.begin(self.tr("Looking for arms in the network of this computer"))
        self._show_search(is_under_way=True)

    def show_found(self, found: Sequence[FoundArm], *, has_ended: bool) -> None:
        """Show what was found so far, each with a button that takes its address."""
        clear(self._found)
        for arm in found:
            button = Button(_found_words(arm))
            button.clicked.connect(lambda _checked=False, arm=arm: self._take_found(arm))
            self._found.addWidget(button)
        self._found_box.setVisible(bool(found))
        if has_ended:
            self._show_search(is_under_way=False)
            self.note.setText("" if found else self._nothing_words())
            self.note.setVisible(not found)

    def stop_searching(self) -> None:
        """Show that the search was ended before its time."""
        self._show_search(is_under_way=False)

    def _nothing_words(self) -> str:
        return self.tr(
            "No arm of this maker answers. It is switched off, in another network, or its service is not "
            "enabled. The address can be typed all the same."
        )

    def _show_search(self, *, is_under_way: bool) -> None:
        self.work.setVisible(is_under_way)
        self.find_button.setEnabled(not is_under_way)
        if is_under_way:
            self.note.hide()

    def _take_found(self, arm: FoundArm) -> None:
        self._is_emulated = False
        self.address.show_text(arm.address)
        self.serial.setText("")
        self._show_kind()

    def _settings_at(self, address: str) -> NetworkSettings:
        settings: NetworkSettings = self._families[self.scheme].parse(f"{self.scheme}:{address}")
        return settings

    def _read_address(self, text: str) -> object:
        address = text.strip()
        try:
            return self._settings_at(address.replace("?", " ")).address
        except BadRequest as refused:
            raise NotUnderstood(text, self.tr("Type an address such as 10.0.0.2.")) from refused

    @staticmethod
    def _scheme_of(settings: NetworkSettings) -> str:
        return settings.uri.partition(":")[0]

    @Slot()
    def _typed(self) -> None:
        """Take the address that a person types instead of an emulated controller."""
        self._is_emulated = False
        self._show_kind()

    @Slot()
    def _maker_picked(self) -> None:
        self._is_emulated = False
        self.show_found((), has_ended=False)
        self._take_maker()

    def _take_maker(self) -> None:
        reach = self._reach
        self.robot_field.offer_only(reach.robots)
        self.try_button.setVisible(bool(reach.emulated))
        self._show_kind()

    def _show_kind(self) -> None:
        self._try_words.setText(self._emulated_words())
        self.changed.emit()

    def _emulated_words(self) -> str:
        if self._is_emulated:
            return self.tr("The emulated controller is chosen: Connect starts it at this computer.")
        return self.tr("No arm at hand? This computer then plays its controller; nothing real moves.")

    @Slot()
    def _try(self) -> None:
        self._is_emulated = True
        self._show_kind()
        self.emulated_asked.emit()

    def _lay_out(self) -> None:
        self._found_box = QWidget()
        self._found = Flow(parent=self._found_box)
        self._try_words = Text(role="muted", wrap=True)
        address = bare_row(self.address, self.find_button, spacing=GRID)
        upper = row(
            captioned(self.tr("Maker"), self.maker),
            captioned(self.tr("Address"), address),
            captioned(self.tr("Robot"), self.robot_field),
        )
        lower = bare_row(self.try_button, (self._try_words, 1), spacing=2 * GRID)
        bare_column(upper, self.work, self._found_box, self.note, lower, of=self, spacing=2 * GRID)
        for widget in (self.work, self._found_box, self.note):
            widget.hide()
        self.options = row(
            captioned(
                self.tr("Serial number on the plate, where the controller does not tell it"), self.serial
            )
        )


def _found_words(arm: FoundArm) -> str:
    """An arm that was found on one line: address, type, software, serial number."""
    told = arm.told
    return " · ".join(filter(None, (arm.address, told.model, told.version, told.serial)))


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
