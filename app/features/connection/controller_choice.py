"""The choice of a controller: an arm on a serial port or in a network, a virtual one, a replay.

Options that are rarely needed are under *More options*.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.features.connection.network_choice import NetworkChoice
from app.features.connection.robot_field import RobotField
from app.features.connection.serial_choice import SerialChoice
from app.look.tokens import GRID
from app.speech.language import translate
from app.speech.units import parse_count
from app.speech.words import kind_word
from app.visit.settings import SettingsStore
from app.visit.summaries import RobotChoice
from app.widgets.captioned import captioned, row
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.file_choice import ask_for_files
from app.widgets.fold_out import FoldOut
from app.widgets.layouts import bare_column, bare_row
from app.widgets.scaled import keep_size
from app.widgets.segmented import Segmented
from app.widgets.text import Button, Text
from app.widgets.view_stack import ViewStack
from core.bounds import SEED
from core.errors import BadRequest
from devices.capabilities import ControllerKind
from devices.emulated.own_settings import SCHEME as EMULATED
from devices.families import FAMILIES, family_of
