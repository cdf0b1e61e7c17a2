"""Days and moments as a person reads them, in the language that is spoken; local time."""

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from app.language import translate
from core.signals.trend_line import moment_of


def _tr(text: str) -> str:
    return translate("Dates", text)


def day_word(stamp: str) -> str:
    """The day of a stamp, such as ``21 Nov 2026``; empty for what is no stamp."""
    moment = moment_of(stamp)
    return "" if moment is None else QLocale().toString(_local(moment).date(), _tr("d MMM yyyy"))


def moment_word(stamp: str) -> str:
    """Day and time of a stamp, such as ``21 Nov 2026, 14:03``; empty for what is no stamp."""
    moment = moment_of(stamp)
    return "" if moment is None else QLocale().toString(_local(moment), _tr("d MMM yyyy, HH:mm"))


def _local(moment: datetime) -> QDateTime:
    local = moment.astimezone()
    return QDateTime(QDate(local.year, local.month, local.day), QTime(local.hour, local.minute, local.second))
