"""The fields of a form, made from declared settings: caption, check, default and help."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.speech.entries import Entry, entry_of, example_of
from app.speech.language import joined_sentences, tr, translate
from app.speech.quantities import NotUnderstood, usual_unit
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.layouts import captioned
from app.widgets.text import Button, in_lines
from core.setting import Declared, declared

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)
else:
    T = TypeVar("T")


def _said(source: str) -> str:
    """Translate a text of a declaration; the extractor of sentences finds it at the declaration."""
    return translate("Settings", source) if source else ""


@dataclass(frozen=True)
class _Part:
    """The control of one setting, with functions to read and to set it."""

    control: QWidget
    value: Callable[[], Any]
    show: Callable[[Any], None]


def caption_of(one: Declared) -> str:
    """Caption of a setting."""
    return _said(one.said.caption)


def help_of(one: Declared) -> str:
    """Sentence on the effect of a setting."""
    return _said(one.said.help)


def setting_field(one: Declared, entry: Entry, *, placeholder: str = "") -> CheckedField:
    """Text field of a setting; while empty it shows the word for the default, or an example."""
    return CheckedField(
        caption_of(one),
        lambda text: entry.parse(_plain(text, one)),
        bounds=one.bounds,
        accepts=example_of(one),
        placeholder=placeholder or _said(one.said.auto),
        explanation=_explanation(one),
    )


class SettingFields(QObject, Generic[T]):
    """Controls for some fields of a settings class; the other fields keep their values in ``first``."""

    changed = Signal()
    """Emitted when a person changed a control."""
    refreshed = Signal()
    """Emitted after every change of the controls."""

    def __init__(self, first: T) -> None:
        super().__init__()
        self.first = first
        """Values at first and after a reset."""
        self.joint_count = 0
        """Number of joints of the arm; 0 while unknown."""
        self._declared = declared(type(first))
        self._parts: dict[str, _Part] = {}
        self._is_showing = False

    def field(self, name: str, *, entry: Entry | None = None, placeholder: str = "") -> CheckedField:
        """Add a text field; ``entry`` replaces the usual reader and writer."""
        one = self._declared[name]
        typed = entry or entry_of(one)
        read = Entry(lambda text: self._checked(one, typed.parse(text)), typed.show)
        field = setting_field(one, read, placeholder=placeholder)
        field.changed.connect(self.notify)

        def show(value: Any) -> None:
            text = typed.show(value)
            is_typed = field.is_understood and typed.show(field.value) == text
            if not is_typed:  # text that the user is typing is kept while it has the same value
                field.show_text(text)

        self.add(name, field, value=lambda: field.value, show=show)

        def default() -> str:
            return typed.show(getattr(self.first, name))

        field.offer_reset(
            default,
            is_default=lambda: self._is_first(name, self._parts[name]),
            meaning=lambda: default() or placeholder or _said(one.said.auto) or tr("empty"),
        )
        return field

    def choice(self, name: str, entries: Sequence[tuple[object, str]]) -> Choice:
        """Add a drop-down list of values with their words."""
        choice = Choice(self.caption(name))
        choice.offer(entries)
        words = dict(entries).get(getattr(self.first, name), "")
        usual = tr("Default: {default}.").format(default=words) if words else ""
        choice.setToolTip(in_lines(joined_sentences(help_of(self._declared[name]), usual)))
        choice.picked.connect(self.notify)
        self.add(name, choice, value=lambda: choice.value, show=choice.choose)
        return choice

    def add(
        self, name: str, control: QWidget, *, value: Callable[[], Any], show: Callable[[Any], None]
    ) -> None:
        """Take in a control of another kind; its maker calls ``notify`` when it changes."""
        self._parts[name] = _Part(control, value, show)
        show(getattr(self.first, name))

    def caption(self, name: str) -> str:
        """Caption of a setting."""
        return caption_of(self._declared[name])

    def captioned(self, name: str) -> QWidget:
        """The control of a setting below its caption."""
        return captioned(self.caption(name), self._parts[name].control)

    @property
    def is_as_first(self) -> bool:
        """True if all values are as in ``first``."""
        return all(self._is_first(name, part) for name, part in self._parts.items())

    @property
    def is_understood(self) -> bool:
        """True if every field can be read."""
        return all(
            part.control.is_understood
            for part in self._parts.values()
            if isinstance(part.control, CheckedField)
        )

    def value(self, name: str) -> Any:
        """Value of a control; that of ``first`` while it cannot be read."""
        try:
            return self._parts[name].value()
        except NotUnderstood:
            return getattr(self.first, name)

    @property
    def settings(self) -> T:
        """The settings in the controls; every field has to be readable.

        Raises
        ------
        BadRequest
            If the values contradict each other.
        """
        return replace(self.first, **{name: part.value() for name, part in self._parts.items()})

    def show(self, settings: T) -> None:
        """Show settings without emitting ``changed``."""
        self._is_showing = True
        for name, part in self._parts.items():
            part.show(getattr(settings, name))
        self._is_showing = False
        self.refreshed.emit()

    def start_from(self, first: T) -> None:
        """Replace ``first`` and show it."""
        self.first = first
        self.show(first)
        for part in self._parts.values():
            if isinstance(part.control, CheckedField):
                part.control.refresh_default()

    @Slot()
    def reset(self) -> None:
        """Show the values of ``first``."""
        self.show(self.first)
        self.changed.emit()

    @Slot()
    def notify(self) -> None:
        """Signal that a person changed a control."""
        if not self._is_showing:
            self.refreshed.emit()
            self.changed.emit()

    def _is_first(self, name: str, part: _Part) -> bool:
        try:
            return bool(np.array_equal(part.value(), getattr(self.first, name)))
        except NotUnderstood:
            return False

    def _checked(self, one: Declared, value: Any) -> Any:
        """Refuse joints that the arm does not have."""
        is_joints = one.length == 0 and one.bounds is not None and one.bounds.whole
        if is_joints and self.joint_count and any(joint >= self.joint_count for joint in value or ()):
            raise NotUnderstood(
                one.name, tr("This arm has joints 1 to {count}.").format(count=self.joint_count)
            )
        return value


def _plain(text: str, one: Declared) -> str:
    """The text, or an empty one if it is the word for the default."""
    word = _said(one.said.auto)
    return "" if word and text.strip().casefold() == word.casefold() else text


def _explanation(one: Declared) -> str:
    """The help, with the unit of a number without unit."""
    help_text = help_of(one)
    _, sign = usual_unit(one.bounds.unit if one.bounds is not None else "")
    if not sign:
        return help_text
    return tr("{help} A number alone counts in {unit}.").format(help=help_text, unit=sign)


def reset_button(*groups: SettingFields[Any]) -> Button:
    """A button that resets fields; it is visible while one of them differs from its first value."""
    button = Button(tr("Back to defaults"), role="quiet")
    button.setToolTip(tr("Sets all fields of this form to their defaults."))
    button.hide()

    def offer() -> None:
        button.setVisible(not all(group.is_as_first for group in groups))

    def reset() -> None:
        for group in groups:
            group.reset()

    for group in groups:
        group.refreshed.connect(offer)
    button.clicked.connect(reset)
    return button
