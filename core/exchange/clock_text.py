"""Moments that are written as text: ISO 8601, local dates with a time of day, and a time of day alone."""

import datetime as dt
import re
from collections.abc import Iterable

import numpy as np

from core.recording import FloatArray

DATE_TIME = "date-time"
"""The unit of a clock that is written as text, in a layout and in ``--column``."""
MONTH_FIRST = "date-time-us"
"""The same with dates of which the month comes first, such as 03/12/2024 for the twelfth of March."""
TEXT_CLOCKS = frozenset({DATE_TIME, MONTH_FIRST})
DAY_S = 86_400.0
_HOUR_S = 3_600.0
_TIME = (
    r"(?:(?P<hour>\d{1,2}):)?(?P<minute>\d\d?):(?P<second>\d\d)(?:(?P<mark>[.,:_])(?P<part>\d{1,9}))?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?\s*(?:(?P<utc>Z|UTC)|(?P<zone>[+-]\d\d):?(?P<zone_minute>\d\d)?)?"
)
_DATE = (
    r"(?:(?P<year>\d{4})(?P<sign>[-/._]?)(?P<month>\d\d?)(?P=sign)(?P<day>\d\d?)"
    r"|(?P<first>\d\d?)[-/._ ](?P<second_part>\d\d?|[a-z]{3})[-/._ ](?P<last>\d{4}))"
)
_MOMENT = re.compile(rf"(?:{_DATE})?(?:(?<=\d)[T ,]\s*(?=\d))?(?:{_TIME})?", re.IGNORECASE)
_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_NAMES, start=1)}
_OTHER_MONTHS = {"mai": 5, "okt": 10, "dez": 12, "mär": 3}
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)[T_-](\d\d)(\d\d)(\d\d)")
_DATE_WORDS = str.maketrans({"年": "-", "月": "-", "日": " ", "时": ":", "時": ":", "分": ":", "秒": None})
_LONGEST = 48
_PARTS = ("year", "month", "day", "first", "second_part", "last", "half")
_FIRST_DAY = dt.date(1970, 1, 1).toordinal()


def is_moment(text: str) -> bool:
    """True for a date, a time of day, or both; not for a plain number."""
    return bool(np.isfinite(moments([text])[0]))


def moments(texts: Iterable[str], *, month_first: bool | None = None) -> FloatArray:
    """Seconds (N,) since 1970 of texts with a date, else since midnight; NaN for any other text.

    Of two numbers and a year, ``month_first`` says which is the month; without it all texts together tell
    (see :func:`has_month_first`). Moments with a zone are in UTC; minutes and seconds with decimals are a
    time of day without its hour.

    >>> moments(["2024-03-05 00:00:01.5", "05.03.2024 00:00:01,5", "13:00:00"]) % 86400
    array([1.5e+00, 1.5e+00, 4.68e+04])
    """
    read = [_parts(text.strip()) for text in texts]
    keys = {key for key, _ in read if any(key)}
    if month_first is None:
        month_first = _month_first(keys)
    days = {key: _day(key, month_first=month_first) for key in keys}
    return np.array([DAY_S * days.get(key, 0.0) + seconds for key, seconds in read], dtype=np.float64)


def has_month_first(texts: Iterable[str]) -> bool:
    """True for dates that are written month before day.

    All dates of a file have one order: that in which all of them are dates, and if both are, that of the
    shorter span. AM or PM decides where nothing else does; else the day comes first.
    """
    return _month_first({key for key, _ in map(_parts, texts) if any(key)})


def _month_first(keys: set[tuple[str, ...]]) -> bool:
    short = [key for key in keys if not key[0]]
    merits = {}
    for month_first in (False, True):
        days = [day for key in short if np.isfinite(day := _day(key, month_first=month_first))]
        merits[month_first] = (len(days), min(days, default=0.0) - max(days, default=0.0))
    if merits[True] == merits[False]:
        return any(key[-1] for key in short)
    return merits[True] > merits[False]


def _parts(text: str) -> tuple[tuple[str, ...], float]:
    """The date of a moment, empty texts without one, and the seconds of its day; NaN for no moment."""
    if not text.isascii() or _COMPACT.match(text):
        text = _COMPACT.sub(r"\1-\2-\3 \4:\5:\6", text.translate(_DATE_WORDS))
    found = _MOMENT.fullmatch(text) if 6 <= len(text) <= _LONGEST else None
    if found is None:
        return (), float("nan")
    has_time = found["minute"] is not None
    if not has_time and found["sign"] == "":
        return (), float("nan")  # eight digits alone are a number
    has_date = bool(found["year"] or found["last"])
    if has_time and found["hour"] is None and (has_date or found["mark"] not in {".", ","}):
        return (), float("nan")
    key = tuple(found[name] or "" for name in _PARTS) if has_date else ()
    return key, _seconds(found) if has_time else 0.0


def _seconds(found: "re.Match[str]") -> float:
    """Seconds since midnight, in the zone of UTC where a zone is written."""
    hour, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].lower() == "p" else 0)
    if hour > 24 or minute > 59 or second > 60:
        return float("nan")
    part = int(found["part"]) / 10.0 ** len(found["part"]) if found["part"] else 0.0
    zone = 0
    if found["zone"]:
        minutes = int(found["zone_minute"] or 0)
        zone = 60 * int(found["zone"]) + (-minutes if found["zone"].startswith("-") else minutes)
    return 60.0 * (60 * hour + minute - zone) + second + part


def _day(key: tuple[str, ...], *, month_first: bool) -> float:
    """Days of a date since 1970; NaN for one that is none."""
    year, month, day, first, second, last, _ = key
    if not year:
        is_name = not second.isdigit()
        year, month, day = (last, first, second) if month_first and not is_name else (last, second, first)
    name = month.lower()
    number = _MONTHS.get(name) or _OTHER_MONTHS.get(name) or (int(name) if name.isdigit() else 0)
    try:
        return float(dt.date(int(year), number, int(day)).toordinal() - _FIRST_DAY)
    except ValueError:
        return float("nan")


def over_midnight(time: FloatArray) -> FloatArray:
    """A clock (N,) s that counts on where a time of day without a date begins again at midnight.

    A clock that never reaches an hour, of minutes and seconds alone, begins again with each hour.
    """
    known = np.flatnonzero(np.isfinite(time))
    if known.size < 2 or time[known].max() > DAY_S:
        return time
    turn = DAY_S if time[known].max() > _HOUR_S else _HOUR_S
    step = np.diff(time[known])
    turns = (step < -0.5 * turn).astype(np.float64) - (step > 0.5 * turn)
    whole = time.copy()
    whole[known[1:]] += turn * np.cumsum(turns)
    return whole
