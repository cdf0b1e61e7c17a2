"""Fields made of declared settings: checked while they are typed, with a reason, put back by one button."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.features.friction.page import FrictionForm
from app.features.identification.choose_page import IdentificationOptions
from app.speech.entries import entry_of, example_of
from app.speech.language import speaking
from app.speech.quantities import NotUnderstood
from app.widgets.fields import CheckedField
from app.widgets.setting_fields import SettingFields, reset_button
from core.excitation.settings import ExcitationSettings
from core.friction.sweeps.settings import SweepSettings
from core.identification.settings import CHOSEN_BY_DATA, IdentificationSettings
from core.payload.plan import PayloadMode, PayloadPlanSettings
from core.setting import declared
from core.stiffness.settings import StiffnessSettings
from tests.waiting import LIMIT_MS


def entry(kind, name):
    return entry_of(declared(kind)[name])


@pytest.mark.parametrize(
    ("kind", "name", "text", "value"),
    [
        (ExcitationSettings, "floor_height", "-300", -0.3),
        (ExcitationSettings, "floor_height", "0,4 m", 0.4),
        (ExcitationSettings, "floor_height", "", None),
        (ExcitationSettings, "period_s", "1 min", 60.0),
        (ExcitationSettings, "harmonics", "5", 5),
        (ExcitationSettings, "locked", "4-6", (3, 4, 5)),
        (ExcitationSettings, "locked", "", ()),
        (PayloadPlanSettings, "speed", "10", math.radians(10.0)),
        (PayloadPlanSettings, "speed", "", None),
        (StiffnessSettings, "tool", "0 0 150 mm", (0.0, 0.0, 0.15)),
        (StiffnessSettings, "tool", "", (0.0, 0.0, 0.0)),
        (IdentificationSettings, "filter_hz", "0.5 kHz", 500.0),
        (IdentificationSettings, "drive_gain", "7; 8 9,", np.array([7.0, 8.0, 9.0])),
    ],
)
def test_a_setting_is_read_and_written_back(kind, name, text, value):
    typed = entry(kind, name)
    found = typed.parse(text)
    again = typed.parse(typed.show(found))
    if value is None:
        assert found is again is None
    else:
        assert np.allclose(np.asarray(found, dtype=float), value)
        assert np.allclose(np.asarray(again, dtype=float), value)


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        (ExcitationSettings, "floor_height", "on the ground"),
        (ExcitationSettings, "period_s", ""),
        (ExcitationSettings, "harmonics", "2.5"),
        (StiffnessSettings, "tool", "1 2"),
        (IdentificationSettings, "filter_hz", "6 kg"),
        (IdentificationSettings, "drive_gain", "seven"),
    ],
)
def test_what_cannot_be_read_is_refused(kind, name, text):
    with pytest.raises(NotUnderstood):
        entry(kind, name).parse(text)


def test_an_example_is_the_default_unless_it_says_too_little():
    assert example_of(declared(ExcitationSettings)["period_s"]) == "20 s"
    assert example_of(declared(PayloadPlanSettings)["speed"]) == "7.5 °/s"


@pytest.fixture
def sweeps(qtbot):
    fields = SettingFields(SweepSettings())
    fields.shown = QWidget()
    qtbot.addWidget(fields.shown)
    for made in (fields.field("joints"), fields.field("speeds")):
        made.setParent(fields.shown)
    return fields


def test_a_field_says_what_it_takes_while_it_is_typed(sweeps):
    speeds = sweeps._parts["speeds"].control
    assert speeds.edit.accessibleName() == "Speeds"
    assert speeds.edit.accessibleDescription().startswith("Number of speeds of each joint")
    speeds.show_text("2")
    assert not sweeps.is_understood
    assert speeds.note == "Type a whole number from 3 to 100."
    assert speeds.edit.accessibleDescription() == speeds.note
    speeds.show_text("two")
    assert speeds.note == "Type 7."
    speeds.show_text("9")
    assert sweeps.is_understood
    assert not speeds.note
    assert sweeps.settings == SweepSettings(speeds=9)


def test_joints_that_the_arm_does_not_have_are_refused(sweeps):
    sweeps.joint_count = 6
    joints = sweeps._parts["joints"].control
    joints.show_text("2 7")
    assert joints.note == "This arm has joints 1 to 6."
    joints.show_text("All")
    assert sweeps.settings.joints is None
    joints.show_text("6")
    assert sweeps.settings.joints == (5,)


def test_one_button_puts_everything_back_and_is_seen_only_then(qtbot, sweeps):
    button, speeds = reset_button(sweeps), sweeps._parts["speeds"].control
    button.setParent(sweeps.shown)
    assert button.isHidden()
    speeds.show_text("nine")
    assert not button.isHidden()
    with qtbot.waitSignal(sweeps.changed, timeout=LIMIT_MS):
        button.click()
    assert speeds.edit.text() == "7"
    assert button.isHidden()
    assert sweeps.settings == SweepSettings()


def test_showing_settings_tells_nobody_and_leaves_what_means_the_same(qtbot, sweeps):
    joints = sweeps._parts["joints"].control
    joints.show_text("1-3")
    with qtbot.assertNotEmitted(sweeps.changed):
        sweeps.show(SweepSettings(joints=(0, 1, 2), speeds=11))
    assert joints.edit.text() == "1-3", "as it was typed"
    assert sweeps._parts["speeds"].control.edit.text() == "11"


def test_bounds_are_told_in_the_unit_that_a_number_alone_counts_in(qtbot):
    fields = SettingFields(PayloadPlanSettings())
    speed = fields.field("speed")
    qtbot.addWidget(speed)
    speed.show_text("-3")
    assert speed.note == "Type a number above 0, 5729.58 °/s at most."
    assert "counts in °/s" in speed.edit.toolTip()


def test_a_choice_says_what_it_is_for_in_the_language_that_is_spoken(qtbot):
    with speaking("zh_CN"):
        fields = SettingFields(PayloadPlanSettings())
        mode = fields.choice("mode", ((PayloadMode.QUICK, "q"), (PayloadMode.THOROUGH, "t")))
        qtbot.addWidget(mode)
        assert mode.value is PayloadMode.THOROUGH
        assert mode.accessibleName() != "How thoroughly"
        assert "90" in mode.toolTip()
        assert "Robot" not in mode.toolTip()


def test_the_form_that_is_picked_gives_the_numbers_and_keeps_the_joints(qtbot):
    form = FrictionForm()
    qtbot.addWidget(form)
    form.joints.show_text("2")
    form.form.setCurrentIndex(1)
    form.form.picked.emit()
    made = form.procedure()
    assert made is not None
    assert (made.settings.speeds, made.settings.poses, made.settings.joints) == (4, 1, (1,))


def test_every_option_of_an_identification_is_shown_and_read_back(qtbot):
    options = IdentificationOptions()
    qtbot.addWidget(options)
    wanted = IdentificationSettings(
        filter_hz=8.5,
        moving_only=True,
        physical=True,
        rotor_inertia=False,
        drive_gain=np.array([7.0, 8.0]),
    )
    options.show_settings(wanted)
    found = options.settings
    assert found is not None
    assert found.drive_gain is not None
    assert (found.filter_hz, found.moving_only, found.physical) == (8.5, True, True)
    assert found.rotor_inertia is False
    assert found.drive_gain.tolist() == [7.0, 8.0]
    assert not found.auto_filter
    assert not found.auto_friction
    options._fields._parts["filter_hz"].control.show_text("8 kg")
    assert options.settings is None
    options._fields._parts["filter_hz"].control.show_text("")
    assert options.settings is not None
    assert options.settings.auto_filter
    options.show_settings(CHOSEN_BY_DATA)
    assert options.settings == CHOSEN_BY_DATA


def test_a_field_says_its_default_and_goes_back_to_it(qtbot):
    fields = SettingFields(ExcitationSettings())
    period = fields.field("period_s")
    shown = QWidget()
    QVBoxLayout(shown).addWidget(period)
    qtbot.addWidget(shown)
    with qtbot.waitActive(shown, timeout=LIMIT_MS):
        shown.show()
        shown.activateWindow()
    period.edit.setFocus()
    assert "Default: 20 s." in period.edit.toolTip().replace("\n", " ")
    assert not period.reset_button.isVisible()
    period.edit.setText("0:70")  # which cannot be read
    assert period.reset_button.isVisible()
    period.edit.setText("30 s")
    assert period.reset_button.accessibleName() == "Reset Period"
    qtbot.keyClick(period.edit, Qt.Key.Key_Tab)
    assert period.reset_button.hasFocus(), "the keyboard comes there"
    with qtbot.waitSignal(fields.changed, timeout=LIMIT_MS):
        qtbot.keyClick(period.reset_button, Qt.Key.Key_Space)
    assert fields.settings.period_s == 20.0
    assert not period.reset_button.isVisible()
    assert period.edit.hasFocus()


def test_the_default_may_be_a_word_or_depend_on_the_arm(qtbot):
    fields = SettingFields(PayloadPlanSettings())
    speed = fields.field("speed")
    qtbot.addWidget(speed)
    assert "Default: " in speed.edit.toolTip()
    fields.start_from(PayloadPlanSettings(speed=0.1))
    assert "Default: 5.72958 °/s." in speed.edit.toolTip().replace("\n", " ").replace("\u00a0", " ")


def test_a_field_whose_default_is_nothing_is_emptied(qtbot):
    options = IdentificationOptions()
    qtbot.addWidget(options)
    options.show()
    options.show_settings(CHOSEN_BY_DATA)
    field = next(
        one for one in options.findChildren(CheckedField) if one.edit.placeholderText() == "Chosen by data"
    )
    field.edit.setText("7 Hz")
    assert field.reset_button.isVisible()
    field.reset_button.click()
    assert field.edit.text() == ""
    assert options.settings.auto_filter


def test_every_field_that_begins_with_a_value_goes_back_to_it(still_window):
    fields = [field for field in still_window.findChildren(CheckedField) if field.edit.text()]
    assert len(fields) > 10
    for field in fields:
        before = field.edit.text()
        assert field.reset_button.isHidden(), field.edit.accessibleName()
        field.show_text("77.125")
        assert not field.reset_button.isHidden(), field.edit.accessibleName()
        field.reset_button.click()
        assert field.edit.text() == before
        assert before in field.edit.toolTip(), field.edit.accessibleName()
