"""View of the connected controller: identity, channels, missing ones; a field for a typed serial number."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.speech.language import listed, tr
from app.speech.units import number
from app.speech.words import reported_words
from app.widgets.glyphs import Glyph
from app.widgets.layouts import SignedText, bare_column, bare_row, clear, keep_size
from app.widgets.text import Button, emphasis, paragraph
from core.recording import Mark, Quantity
from devices.capabilities import Capabilities, ControllerKind
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource

_SERIAL_WIDTH = 240


def fact_lines(facts: ControllerFacts) -> tuple[tuple[Glyph, str], ...]:
    """Lines on the controller, its channels by their kind, and what is missing with its remedy."""
    return (
        (Glyph.CHECK, _identity(facts)),
        *_channels(facts),
        *_typed_serial(facts),
        *((Glyph.NOTE, missing_words(missing)) for missing in facts.missing),
    )


def _identity(facts: ControllerFacts) -> str:
    words = tr("{what}: {rate} samples a second.")
    what = ", ".join(filter(None, (facts.model, facts.software)))
    return words.format(what=what, rate=number(facts.rate, decimals=0))


def _channels(facts: ControllerFacts) -> Iterator[tuple[Glyph, str]]:
    sentences = {
        ChannelKind.MEASURED: tr("Measured: {channels}."),
        ChannelKind.CONVERTED: tr("Computed by the controller from what it measures: {channels}."),
        ChannelKind.REFERENCE: tr("What the controller aims at: {channels}."),
        ChannelKind.UNKNOWN: tr(
            "How the maker makes it is unknown: {channels}. Identification takes it as a torque of the"
            " motors, with the friction of the gears in it."
        ),
        ChannelKind.MODEL: tr("From the controller's own model, never a measurement: {channels}."),
    }
    for kind, sentence in sentences.items():
        channels = [channel for channel in facts.channels if channel.kind is kind]
        if kind is ChannelKind.UNKNOWN:
            places = [channel for channel in channels if channel.quantity is not Quantity.TORQUE]
            channels = [channel for channel in channels if channel.quantity is Quantity.TORQUE]
            if places:
                words = tr("The maker does not say whether it is measured or estimated: {channels}.")
                yield Glyph.NOTE, words.format(channels=_named(places))
        if channels:
            is_doubtful = kind in {ChannelKind.MODEL, ChannelKind.UNKNOWN}
            glyph = Glyph.NOTE if is_doubtful else Glyph.CHECK
            yield glyph, sentence.format(channels=_named(channels))


def _named(channels: Iterable[Channel]) -> str:
    return listed([f"{_quantity_word(channel.quantity)} ({channel.field})" for channel in channels])


def _typed_serial(facts: ControllerFacts) -> Iterator[tuple[Glyph, str]]:
    if facts.serial_source is SerialSource.TYPED:
        yield Glyph.FAIR, tr("The serial number was typed; the controller does not confirm it.")


def _quantity_word(quantity: Quantity) -> str:
    words = {
        Quantity.POSITION: tr("position"),
        Quantity.MOTOR_POSITION: tr("motor position"),
        Quantity.LINK_POSITION: tr("link position"),
        Quantity.VELOCITY: tr("velocity"),
        Quantity.MOTOR_VELOCITY: tr("motor velocity"),
        Quantity.CURRENT: tr("current"),
        Quantity.TORQUE: tr("torque"),
        Quantity.CURRENT_REFERENCE: tr("current"),
        Quantity.TORQUE_REFERENCE: tr("torque"),
        Quantity.TEMPERATURE: tr("temperature"),
    }
    return words.get(quantity, str(quantity))


def missing_words(missing: Missing) -> str:
    """Sentence on something missing: its name, the reason, and the place where it is enabled."""
    sentence = {
        "ur-serial-dashboard-off": tr(
            "PolyScope {version} does not tell its serial number while its Dashboard Server is off. At the "
            "pendant: menu, Settings, Security, Services, enable Dashboard Server."
        ),
        "ur-serial-dashboard-silent": tr(
            "The dashboard of PolyScope {version} does not answer, so the serial number is not told. It "
            "needs no setting at the pendant: look for a firewall that closes port 29999."
        ),
        "ur-serial-dashboard-old": tr(
            "PolyScope {version} does not tell its serial number; from 3.12 and 5.6 on it does."
        ),
        "ur-serial-web-off": tr(
            "PolyScope X {version} does not tell its serial number while its Robot API is off. At the "
            "pendant: Settings, Security, Services, enable it."
        ),
        "ur-serial-web-old": tr(
            "PolyScope X {version} does not tell its serial number; from 10.14 on it does."
        ),
        "ur-torque-never": tr(
            "PolyScope 3 sends no torque. Friction and dynamics are identified from the current."
        ),
        "ur-torque-newer": tr(
            "PolyScope {version} sends no torque from the measured current; from {needed} on it does. "
            "Friction and dynamics are identified from the current."
        ),
        "cs-serial-silent": tr(
            "The dashboard does not tell the serial number: look at the pendant for what closes port 29999."
        ),
        "ec-no-serial": tr(
            "No request asks the controller for its serial number. Type the one on the plate."
        ),
        "ec-torque-newton-metre": tr(
            "The maker does not say what the torque is given in. It is taken as N·m; a known load shows it."
        ),
        "ec-torque-per-mille": tr(
            "The torque is taken as thousandths of the rated torque of the description, as the address says."
        ),
        "ec-torque-factor": tr(
            "The torque at standstill is {factor} times the weight of the description. It seems to be given "
            "in something else: compare it with a known load, and name it behind the address."
        ),
        "ec-link-computed": tr(
            "The controller computes the position of a joint from that of its motor: twist, play and "
            "hysteresis of the gears stay unseen."
        ),
        "franka-serial": tr(
            "The interface tells no serial number. Type the one on the plate of the arm, so that visits of "
            "one arm belong together."
        ),
        "franka-no-model": tr(
            "Version {version} of the interface tells no model of the arm; from {needed} on it does. Check "
            "that the chosen robot is this one."
        ),
        "franka-geometry": tr(
            "The flange of the chosen robot is up to {apart_mm} mm away from the one that the controller "
            "tells."
        ),
        "franka-link-position": tr(
            "The maker calls the joint position estimated. Torsion finds out in the first slow motion "
            "whether it is measured; until then nothing is said about hysteresis and play."
        ),
        "field-not-sent": tr("The controller does not send {field}."),
        "rate-lower": tr("It sends {rate} samples a second; {asked} were asked for."),
        "one-encoder": tr(
            "It shows one encoder per joint: twist, play and hysteresis of the gears stay unseen."
        ),
    }[missing.code]
    facts = {
        name: number(fact, decimals=1 if name == "factor" else 0) if isinstance(fact, float | int) else fact
        for name, fact in missing.facts.items()
    }
    return sentence.format(**facts)


class ControllerView(QWidget):
    """Lines on a controller that describes itself; hidden for one that does not."""

    serial_given = Signal(str)
    """Carries the serial number that a person read on the plate."""

    def __init__(self) -> None:
        super().__init__()
        self._box = QWidget()
        self._lines = QVBoxLayout(self._box)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(GRID)
        self.serial = QLineEdit()
        self.serial.setAccessibleName(self.tr("Serial number on the plate"))
        keep_size(self.serial, width=_SERIAL_WIDTH)
        self.serial.textChanged.connect(self._typed)
        self.use_button = Button(self.tr("Use this number"))
        self.use_button.clicked.connect(self._give)
        self._asking = QWidget()
        words = paragraph(
            self.tr(
                "The controller tells no serial number. Type the one on the plate; it is connected again."
            )
        )
        bare_column(words, bare_row(self.serial, self.use_button, None), of=self._asking)
        heading = emphasis(self.tr("What the controller gives"))
        bare_column(heading, self._box, self._asking, of=self, spacing=GRID)
        self._typed()
        self.hide()

    @property
    def words(self) -> tuple[str, ...]:
        """The shown lines, for tests and screen readers."""
        found = []
        for place in range(self._lines.count()):
            item = self._lines.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None:
                found.append(widget.accessibleName())
        return tuple(found)

    @property
    def asks_for_serial(self) -> bool:
        """True while the field for the serial number is shown."""
        return not self._asking.isHidden()

    def show_facts(self, facts: ControllerFacts | None) -> None:
        """Show the facts of a connection; None hides the view."""
        self.setVisible(facts is not None)
        if facts is None:
            return
        clear(self._lines)
        for glyph, words in fact_lines(facts):
            line = SignedText(wrap=True)
            line.show_text(glyph, words)
            self._lines.addWidget(line)
        self._asking.setVisible(facts.serial_source is SerialSource.NONE)

    @Slot()
    def _typed(self) -> None:
        self.use_button.setEnabled(bool(self.serial.text().strip()))

    @Slot()
    def _give(self) -> None:
        self.serial_given.emit(self.serial.text().strip())


def capability_lines(capabilities: Capabilities) -> tuple[tuple[Glyph, str], ...]:
    """Lines on the reported signals, the accepted motions, and the effect of a failure of this computer."""
    return (
        (Glyph.CHECK if capabilities.has_link_encoders else Glyph.FAIR, reported_words(capabilities)),
        (Glyph.CHECK if capabilities.can_move else Glyph.NOTE, _moves(capabilities)),
        silence_line(capabilities),
    )


def unknown_abilities_line() -> tuple[Glyph, str]:
    """Line for an arm on a port or in a network, whose abilities are unknown before it has answered."""
    return Glyph.NOTE, tr("Its abilities are known after connecting. Connecting only reads.")


def silence_line(capabilities: Capabilities) -> tuple[Glyph, str]:
    """Line on the behaviour of a moving arm if this computer fails."""
    if not capabilities.can_move:
        return Glyph.CHECK, tr("If this computer fails, nothing happens: the arm is only read.")
    if capabilities.stops_when_host_silent:
        return Glyph.CHECK, tr("If this computer fails, the arm decelerates and stops by itself.")
    return Glyph.WARNING, tr(
        "If this computer fails, the arm finishes the move it is in. Moves are short and slow, one at a time."
    )


def _moves(capabilities: Capabilities) -> str:
    if capabilities.mark is Mark.REPLAY:
        return tr("Plays what was recorded; nothing moves.")
    return {
        ControllerKind.OPEN: tr("Takes whole trajectories, jogs, and moves to a pose."),
        ControllerKind.CLOSED: tr("Moves from pose to pose at a percentage of its speed."),
        ControllerKind.READ_ONLY: tr("Takes no motion from outside; it is only read."),
    }[capabilities.kind]
