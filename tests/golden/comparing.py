"""Compares what the program reports with what it reported before: words exactly, numbers within tolerance.

Words, keys, signs and the order of lines have to be the same. Numbers may differ as much as another
processor's linear algebra changes them; what depends on the day or the machine is masked first.
"""

import difflib
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_DAYS = "|".join(f"{datetime.now(UTC) - timedelta(days=ago):%Y-%m-%d}" for ago in (0, 1))
"""Today and yesterday: the example results are older, and their times are compared."""
VOLATILE = {
    "time": re.compile(
        rf"(?:{_DAYS})T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)|(?:{_DAYS}) \d\d:\d\d UTC"
        rf"|(?<=, )(?:{_DAYS})(?![ T])"
    ),
    "software": re.compile(r"\btorsion \d+\.\d+\.\d+[\w.+-]*"),
    "sha": re.compile(r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{12,64}\b"),
    "disk": re.compile(r"(?<=The disk has )[\d.,]+ [kMGT]B"),
    "computing-time": re.compile(
        r"(?P<kept>Planned in )[\d.]+(?= s)"
        r"|(?P<table>^ computing (?:s |(?=[\d.]+ s ))).*$"
        r"|(?P<step>^ \d+ (?:first fit|friction|dynamics|learned) .*) [\d.]+$",
        re.MULTILINE,
    ),
}
"""What another day, machine or version changes, by name; a named group of a pattern is kept."""


@dataclass(frozen=True)
class Closeness:
    """How far two numbers may be apart and still count as the same."""

    relative: float
    """Of the larger of both."""
    of_the_list: float
    """Of the largest number in the same list of a document."""
    absolute: float
    fewest_digits: int
    """A shown number of so many significant digits may differ in its last place; a shorter one may not."""
    least_count: int
    """Whole numbers from here on are compared as other numbers are; those below have to be equal."""


COMPUTED = Closeness(relative=1e-6, of_the_list=1e-9, absolute=1e-14, fewest_digits=3, least_count=100)
"""Another processor's linear algebra."""
MOVED = Closeness(relative=0.2, of_the_list=0.05, absolute=1e-8, fewest_digits=1, least_count=100)
"""Another processor's motion of an arm with friction, or search of one: both amplify the last bit."""
_LONGEST_DIFF = 40
_NUMBER = re.compile(r"(?<![\w.\-−+])[-−+]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w])")
_NUMBER_LIST = re.compile(r"\[\s+((?:[^\[\]{}\"]+?,\s+)*[^\[\]{}\"]+?)\s+\]")
_SPACES = re.compile(r"[ \t\u00a0]+|─+")


def masked(text: str) -> str:
    """The text with every volatile part replaced by its name, blanks and rules drawn to one sign."""
    lines = (_SPACES.sub(lambda found: "─" if "─" in found[0] else " ", line) for line in text.splitlines())
    text = "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"
    for name, pattern in VOLATILE.items():
        text = pattern.sub(lambda found, name=name: f"{_kept_part(found)}<{name}>", text)
    return text.replace(
        "<time> to <time>", "<time>"
    )  # a recording may begin in one minute and end in another


def _kept_part(found: re.Match[str]) -> str:
    return found[found.lastgroup] if found.lastgroup else ""


def text_differences(kept: str, found: str, close: Closeness = COMPUTED) -> list[str]:
    """Lines of a unified diff, or nothing where both tell the same."""
    before, after = masked(kept).splitlines(), masked(found).splitlines()
    if len(before) == len(after):
        pairs = zip(before, after, strict=True)
        after = [old if _same_line(old, new, close) else new for old, new in pairs]
    return _shortened(list(difflib.unified_diff(before, after, "kept", "found", lineterm="", n=1)))


def document_differences(kept: object, found: object, close: Closeness = COMPUTED) -> list[str]:
    """One line for each place where two parsed JSON documents differ."""
    return _shortened([f"{place or '.'}: {words}" for place, words in _differences(kept, found, close)])


def document_text(document: object, volatile: Sequence[str] = ()) -> str:
    """The document as it is kept: masked, with seven digits, a list of numbers in one line."""
    text = json.dumps(
        _masked_values(document, frozenset(volatile)), indent=1, ensure_ascii=False, sort_keys=True
    )
    return _NUMBER_LIST.sub(lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


def _masked_values(value: object, volatile: frozenset[str]) -> object:
    if isinstance(value, dict):
        return {
            key: f"<{key}>" if key in volatile else _masked_values(inner, volatile)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_masked_values(inner, volatile) for inner in value]
    if isinstance(value, str):
        return masked(value).rstrip("\n")
    if isinstance(value, float):
        return float(f"{value:.8g}")
    return value


def _differences(
    kept: object, found: object, close: Closeness, place: str = "", beside: float = 0.0
) -> Iterator[tuple[str, str]]:
    if isinstance(kept, dict) and isinstance(found, dict):
        for key in sorted(kept.keys() ^ found.keys()):
            yield f"{place}.{key}", "the key is lost" if key in kept else "the key is new"
        for key in sorted(kept.keys() & found.keys()):
            yield from _differences(kept[key], found[key], close, f"{place}.{key}")
    elif isinstance(kept, list) and isinstance(found, list):
        if len(kept) != len(found):
            yield place, f"{len(kept)} entries became {len(found)}"
            return
        largest = max((abs(value) for value in kept if isinstance(value, float)), default=0.0)
        for number, (old, new) in enumerate(zip(kept, found, strict=True)):
            yield from _differences(old, new, close, f"{place}[{number}]", largest)
    elif not _same_value(kept, found, close, beside):
        yield place, f"{kept!r} became {found!r}"


def _same_value(kept: object, found: object, close: Closeness, beside: float) -> bool:
    if isinstance(kept, str) and isinstance(found, str):
        return not text_differences(kept, found, close)
    if type(kept) is not type(found):
        return False
    if isinstance(kept, float) and isinstance(found, float):
        return _apart(kept, found) <= _allowed(kept, found, close) + close.of_the_list * beside
    if isinstance(kept, int) and isinstance(found, int) and close is not COMPUTED:
        least = min(abs(kept), abs(found))
        return kept == found or (
            least >= close.least_count and _apart(kept, found) <= _allowed(kept, found, close)
        )
    return kept == found


def _apart(kept: float, found: float) -> float:
    return 0.0 if kept == found else abs(kept - found)


def _allowed(kept: float, found: float, close: Closeness) -> float:
    return close.relative * max(abs(kept), abs(found)) + close.absolute


def _same_line(kept: str, found: str, close: Closeness) -> bool:
    """Whether all words are the same, and every number is as it was or close to it."""
    if kept == found:
        return True
    if _NUMBER.split(kept) != _NUMBER.split(found):
        return False
    pairs = zip(_NUMBER.findall(kept), _NUMBER.findall(found), strict=True)
    return all(_same_number(old, new, close) for old, new in pairs)


def _same_number(kept: str, found: str, close: Closeness) -> bool:
    if kept == found:
        return True
    old, new = (float(text.replace("−", "-")) for text in (kept, found))
    if max(abs(old), abs(new)) <= close.absolute:
        return True
    digits = min(_significant_digits(kept), _significant_digits(found))
    is_count = kept.isdecimal() and found.isdecimal() and min(old, new) < close.least_count
    if old == new or is_count or digits < close.fewest_digits:  # equal numbers: written otherwise
        return False
    last_place = 1.001 * min(_last_place(kept), _last_place(found))
    return _apart(old, new) <= _allowed(old, new, close) + last_place


def _significant_digits(number: str) -> int:
    return len(number.partition("e")[0].lstrip("-−+0.").replace(".", ""))


def _last_place(number: str) -> float:
    digits, _, power = number.partition("e")
    return float(math.pow(10.0, int(power or 0) - len(digits.partition(".")[2])))


def _shortened(lines: list[str]) -> list[str]:
    more = len(lines) - _LONGEST_DIFF
    return lines if more <= 0 else [*lines[:_LONGEST_DIFF], f"… and {more} lines more"]
