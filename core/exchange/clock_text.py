"""Moments that are written as text: ISO 8601, local dates with a time of day, and a time of day alone."""

import datetime as dt
import re
from collections.abc import Iterable

import numpy as np

from core.recording import FloatArray

DATE_TIME = "date-time"
"""The unit of a clock that is written as text, in a layout and in ``--column``."""
DAY_S = 86_400.0
_TIME = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d):(?P<second>\d\d)(?:[.,:_](?P<part>\d{1,9}))?"
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
_LONGEST = 48
_PARTS = ("year", "month", "day", "first", "second_part", "last", "half")
_FIRST_DAY = dt.date(1970, 1, 1).toordinal()


def is_moment(text: str) -> bool:
    """True for a date, a time of day, or both; not for a plain number."""
    return bool(np.isfinite(moments([text])[0]))


def moments(texts: Iterable[str]) -> FloatArray:
    """Seconds (N,) since 1970 of texts with a date, else since midnight; NaN for any other text.

    A date of two numbers and a year is day before month, unless that is no date or AM or PM follows
    it. Moments with a zone are in UTC.

    >>> moments(["2024-03-05 00:00:01.5", "05.03.2024 00:00:01,5", "13:00:00"]) % 86400
    array([1.5e+00, 1.5e+00, 4.68e+04])
    """
    days: dict[tuple[str, ...], float] = {}
    return np.array([_moment(text.strip(), days) for text in texts], dtype=np.float64)


def _moment(text: str, days: dict[tuple[str, ...], float]) -> float:
    found = _MOMENT.fullmatch(text) if 6 <= len(text) <= _LONGEST else None
    if found is None:
        return float("nan")
    has_time = found["hour"] is not None
    if not has_time and found["sign"] == "":
        return float("nan")  # eight digits alone are a number
    seconds = 0.0
    if found["year"] or found["last"]:
        key = tuple(found[name] or "" for name in _PARTS)
        if key not in days:
            days[key] = _day(key)
        seconds = DAY_S * days[key]
    return seconds + (_seconds(found) if has_time else 0.0)


def _seconds(found: "re.Match[str]") -> float:
    """Seconds since midnight, in the zone of UTC where a zone is written."""
    hour, minute, second = (int(found[name]) for name in ("hour", "minute", "second"))
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


def _day(key: tuple[str, ...]) -> float:
    """Days of a date since 1970; NaN for one that is none."""
    year, month, day, first, second, last, half = key
    orders = [(year, month, day)] if year else [(last, second, first), (last, first, second)]
    for one_year, one_month, one_day in reversed(orders) if half else orders:
        name = one_month.lower()
        number = _MONTHS.get(name) or _OTHER_MONTHS.get(name) or (int(name) if name.isdigit() else 0)
        try:
            return float(dt.date(int(one_year), number, int(one_day)).toordinal() - _FIRST_DAY)
        except ValueError:
            continue
    return float("nan")


def over_midnight(time: FloatArray) -> FloatArray:
    """A clock (N,) s that counts on where a time of day without a date begins again at midnight."""
    known = np.flatnonzero(np.isfinite(time))
    if known.size < 2 or time[known].max() > DAY_S:
        return time
    step = np.diff(time[known])
    days = (step < -0.5 * DAY_S).astype(np.float64) - (step > 0.5 * DAY_S)
    whole = time.copy()
    whole[known[1:]] += DAY_S * np.cumsum(days)
    return whole
