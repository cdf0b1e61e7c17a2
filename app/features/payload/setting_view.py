"""The view of the robot's own payload setting: write the measured payload, read back, restore."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.arm.hold import Moment, moment_now
from app.arm.link import RobotLink
from app.features.payload.basis import set_value
from app.features.payload.presentation import own_reasons, quantity, values
from app.jobs.messages import MessageBus, Severity
from app.look.theme import current_theme
from app.look.tokens import CARD_RADIUS, GRID
from app.presentation import reason_line, value_text
from app.speech.language import translate
from app.speech.units import NO_BREAK, beside, number, write
from app.widgets.choice import TickBox
from app.widgets.glyphs import Glyph
from app.widgets.hold_button import HoldButton
from app.widgets.layouts import SignedText, bare_row, in_card, in_column, in_row, keep_least
from app.widgets.painting import smooth_painter
from app.widgets.scrolled import PageRoom
from app.widgets.table import Cell, Column, RowsTable
from app.widgets.text import Button, muted, paragraph
from core.payload.result import QUANTITIES, PayloadEstimate, PayloadResult
from core.quality import Verdict
from devices.controller import PayloadSetting

if TYPE_CHECKING:
    from app.features.payload.setting_tasks import PayloadWrite


READ, WRITE, RESTORE = "read-payload", "write-payload", "restore-payload"


_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class SettingPart(QWidget):
    """Table of old and new, and buttons to write it; none of them moves the arm."""

    was_read = Signal()
    """The controller has reported its setting."""
    changed = Signal()
    """The known setting of the controller is different now."""

    def __init__(self, link: RobotLink, bus: MessageBus) -> None:
        super().__init__()
        self._link, self._bus = link, bus
        self._found: PayloadResult | None = None
        self._is_final = False
        self.setting: PayloadSetting | None = None
        """Setting that the controller reported last; None where unknown."""
        self.written: PayloadWrite | None = None
        """The last attempt in this session with the robot."""
        self.table = SettingTable(self.tr("Old and new setting"))
        self.write_button = WriteButton(self.tr("Hold 1 s to set it in the robot"))
        self.write_button.held.connect(self._write)
        self.read_button = Button(self.tr("Read back"))
        self.read_button.clicked.connect(self.read)
        self.reasons = ReadReasons()
        self.reasons.changed.connect(self._show)
        self.restore_button = WriteButton(self.tr("Hold 1 s to restore the old setting"))
        self.restore_button.held.connect(self._restore)
        self._state, self._old = SignedText(wrap=True), muted()
        self._lay_out()
        link.answered.connect(self._take_answer)
        link.failed.connect(self._take_failure)
        link.state_changed.connect(self._show)
        link.busy_changed.connect(self._show)
        link.closed.connect(self._forget)
        self._show()

    @property
    def is_saved(self) -> bool:
        """True if the controller has confirmed the payload that was measured last."""
        written, found = self.written, self._found
        if written is None or found is None or not written.is_kept or written.is_restore:
            return False
        return written.measured_at == found.created_at and self.setting == written.present

    @property
    def words(self) -> str:
        """Words about writing, for tests and screen readers."""
        return self._state.accessibleName()

    def show_payload(self, found: PayloadResult | None, *, is_final: bool) -> None:
        """Show another result beside the setting; only a final one can be written."""
        self._found, self._is_final = found, is_final
        self.reasons.show_payload(found if is_final else None)
        self._show()

    @Slot()
    def read(self) -> None:
        """Read the setting from the controller."""
        self._link.ask(READ, lambda session, _monitor: session.controller.read_payload())

    def take_writes(self, writes: "Sequence[PayloadWrite]") -> None:
        """Offer to restore the last of a visit's attempts while the robot still has its setting."""
        identity = self._link.identity
        if self.written is not None or not writes or identity is None:
            return
        last = writes[-1]
        still_there = self.setting is not None and self.setting == last.present
        if still_there and last.is_kept and not last.is_restore and last.serial == identity.serial:
            self.written = last
            self._show()
            self.changed.emit()

    @property
    def can_ask(self) -> bool:
        """True while the controller can be read and written: connected, idle and not moving."""
        return self._link.is_connected and not self._link.is_working and not self._link.may_move

    @Slot()
    def _write(self) -> None:
        from app.features.payload.setting_procedure import write_measured

        found, read = self._found, self.reasons.confirmed
        if found is not None and not self._obstacle():
            self._bus.clear()
            self._link.ask(
                WRITE,
                lambda session, monitor: write_measured(session, found, confirmed=read, monitor=monitor),
            )

    @Slot()
    def _restore(self) -> None:
        from app.features.payload.setting_procedure import restore

        written = self.written
        if written is not None:
            self._bus.clear()
            self._link.ask(RESTORE, lambda session, monitor: restore(session, written, monitor=monitor))

    @Slot(str, object)
    def _take_answer(self, work: str, answer: object) -> None:
        if work == READ:
            self.setting = answer  # type: ignore[assignment]
            self.was_read.emit()
        elif work in {WRITE, RESTORE}:
            self._take_write(answer)  # type: ignore[arg-type]
        else:
            return
        self._show()
        self.changed.emit()

    def _take_write(self, write: "PayloadWrite") -> None:
        self.setting = write.present
        if write.problem is not None:
            self._bus.show_error(write.problem)
        else:
            words = self.tr("Saved in the robot and read back: {mass} kg.")
            if write.is_restore:
                words = self.tr("The old setting is back in the robot: {mass} kg.")
            mass = number(write.asked.mass, decimals=3)
            self._bus.show(words.format(mass=mass), severity=Severity.GOOD)
        if not write.is_restore:
            self.written = write
        elif write.is_kept:
            self.written = None

    @Slot(str, object)
    def _take_failure(self, work: str, error: BaseException) -> None:
        if work in {WRITE, RESTORE} or (work == READ and self.isVisible()):
            self._bus.show_error(error)
            self._show()

    @Slot()
    def _forget(self) -> None:
        """Forget the setting: another controller may be connected next."""
        self.setting, self.written = None, None
        self._show()
        self.changed.emit()

    @Slot()
    def _show(self) -> None:
        self.table.show_setting(self.setting, self._found.estimate if self._found is not None else None)
        obstacle = self._obstacle()
        offered = (
            (self.write_button, not obstacle and self.can_ask and not self.is_saved),
            (self.read_button, self.can_ask),
            (self.restore_button, self.can_ask and self.written is not None),
        )
        for button, is_offered in offered:
            button.setEnabled(is_offered)
            button.setVisible(is_offered)
        old = "" if self.written is None else number(self.written.old.mass, decimals=3)
        self._old.setText(self.tr("It was {mass} kg before.").format(mass=old) if old else "")
        if obstacle:
            self._state.show_text(Glyph.NOTE, obstacle)
        elif self.is_saved:
            self._state.show_text(Glyph.CHECK, self.tr("The robot has what was measured."))
        else:
            words = self.tr("Not saved in the robot yet. Nothing moves; it can be undone.")
            self._state.show_text(Glyph.EMPTY, words)

    def _obstacle(self) -> str:
        """Reason why the measured payload cannot be written; empty where it can."""
        if not self._link.is_connected or self._link.session is None:
            return self.tr("No robot is connected. Connect it on the first step to write what was measured.")
        if not self._link.session.capabilities.payload_write_back:
            return self.tr("This controller takes no payload setting from here. Enter it on its own panel.")
        if self._found is None or not self._is_final:
            return self.tr("There is nothing to write before the payload is measured.")
        if self._found.overall.verdict not in {Verdict.GOOD, Verdict.USABLE}:
            return self.tr("Only a payload that is good or usable is written. It can be copied.")
        if not self.reasons.is_read:
            return self.tr("Tick that you have read the limits.")
        if self._link.may_move:
            return self.tr("The arm may move now. Wait until it is at rest.")
        return ""

    def _lay_out(self) -> None:
        """Lay out what scrolls where there is little room above the buttons, which stay in sight."""
        above = QWidget()
        above.setProperty("role", "page")
        in_column((self.table, 1), self.reasons, of=above, spacing=GRID)
        below = in_row((self._state, 1), self._old, self.read_button, spacing=GRID)
        card = in_card(
            (PageRoom(above), 1), below, in_row(self.write_button, self.restore_button, spacing=GRID)
        )
        in_column((card, 1), of=self)


class ReadReasons(QWidget):
    """Sentences and a tick box; hidden where there is nothing to confirm."""

    changed = Signal()
    """The box was ticked or unticked."""

    def __init__(self) -> None:
        super().__init__()
        self._found: PayloadResult | None = None
        self._words = paragraph()
        self.tick = TickBox()
        self.tick.setAccessibleName(self.tr("I have read this."))
        self.tick.toggled.connect(self._ticked)
        row = bare_row(self.tick, (self._words, 1), of=self)
        row.setAlignment(self.tick, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def words(self) -> str:
        """The reasons, for tests and screen readers."""
        return self._words.text()

    @property
    def is_read(self) -> bool:
        """True where nothing has to be confirmed, or it was."""
        return self.isHidden() or self.tick.isChecked()

    @property
    def confirmed(self) -> tuple[str, ...]:
        """Codes of the reasons that are shown and confirmed."""
        if self._found is None or not self.tick.isChecked():
            return ()
        return tuple(reason.code for reason in self._found.overall.reasons)

    def show_payload(self, found: PayloadResult | None) -> None:
        """Show the reasons of a usable payload; another payload has to be confirmed again."""
        if found is not self._found:
            self._found = found
            self.tick.setChecked(False)
        lines = [] if found is None else [reason_line(row) for row in own_reasons(found).rows]
        self._words.setText(self.tr("I have read: {reasons}").format(reasons="\n\n".join(lines)))
        self.setVisible(found is not None and found.overall.verdict is Verdict.USABLE)

    @Slot()
    def _ticked(self) -> None:
        self.changed.emit()


_ROW_HEIGHTS = (38, 60)
_NAME_WIDTH, _RIM = 88, 4


class SettingTable(RowsTable):
    """A row per quantity; an unknown value is a dash."""

    def __init__(self, name: str) -> None:
        super().__init__(name, (), widths=())
        self._columns = (
            Column(""),
            Column(self.tr("Set now"), is_number=True, stretches=True),
            Column(self.tr("Measured"), is_number=True, stretches=True),
        )
        keep_least(self, height=_ROW_HEIGHTS[0] * (len(QUANTITIES) + 1) + _RIM)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # what is around it scrolls
        self.show_setting(None, None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the rows as high as the view allows with all of them visible."""
        super().resizeEvent(event)
        least, most = (current_theme().scaled(height) for height in _ROW_HEIGHTS)
        height = self.viewport().height() // len(QUANTITIES)
        self.verticalHeader().setDefaultSectionSize(min(max(height, least), most))

    def show_setting(self, setting: PayloadSetting | None, measured: PayloadEstimate | None) -> None:
        """Show the controller's setting beside the measured payload; None where unknown."""
        rows = tuple(_row(setting, measured, place) for place in range(len(QUANTITIES)))
        self.rows_model.show_rows(rows, columns=self._columns)
        self.fit_columns(self._columns, widths=(_NAME_WIDTH,))
        spoken = self.tr("{name}: {old} set, {new} measured.")
        words = (spoken.format(name=row[0], old=row[1], new=row[2]) for row in rows)
        self.setAccessibleDescription(" ".join(words))


def _row(setting: PayloadSetting | None, measured: PayloadEstimate | None, place: int) -> tuple[Cell, ...]:
    old = set_value(setting, place)
    label = values(None).rows[place].label
    if measured is None:
        return label, value_text(old), "–"
    new = write(quantity(measured, place))  # its ± stands above
    return label, value_text(old), beside(f"{new.value}{NO_BREAK}{new.unit}", new.other)


class WriteButton(HoldButton):
    """A wide hold button that can also be held with the space bar or Enter."""

    def __init__(self, text: str, *, clock: Callable[[], Moment] = moment_now) -> None:
        how = translate(
            "WriteButton", "Hold for one second with the pointer, a finger, the space bar or Enter."
        )
        super().__init__(text, how=how, clock=clock)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start to count; a repeated key event belongs to the same press."""
        if event.key() not in _KEYS:
            event.ignore()
        elif self.is_held and not event.isAutoRepeat():
            self.cancel()  # a second press without a release in between
        elif not event.isAutoRepeat() and self.hasFocus() and not event.modifiers() & ~_KEYPAD:
            self._begin()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Cancel the hold."""
        if event.key() not in _KEYS:
            event.ignore()
        elif not event.isAutoRepeat():
            self.cancel()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancel the hold, because the release of the key would go to another widget."""
        super().focusOutEvent(event)
        self.cancel()

    def paintEvent(self, event: object) -> None:
        """Paint a ring for the focus too."""
        super().paintEvent(event)
        if self.hasFocus():
            with smooth_painter(self) as painter:
                painter.setPen(QPen(current_theme().colour("text"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 4, -4, -4), CARD_RADIUS, CARD_RADIUS)
