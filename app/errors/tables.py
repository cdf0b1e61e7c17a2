"""All sentences of errors, reasons and problems by their codes: the shared ones, and those of every feature.

This room knows no feature. ``app`` hands the features' tables in, in every process of the program.
"""

from functools import cache

from app.errors.bounds import BOUNDS_ERRORS
from app.errors.core_errors import ERRORS
from app.errors.devices import DEVICE_ERRORS
from app.errors.findings import REASONS
from app.errors.handed_in import HANDED_IN, ErrorTables
from app.errors.outputs import OUTPUT_ERRORS
from app.errors.problems import DROPPED, PROBLEMS
from app.errors.recognition import RECOGNITION_ERRORS, RECOGNITION_PROBLEMS
from app.errors.sentence import united
from app.errors.visits import VISIT_ERRORS

_SHARED = ErrorTables(
    united((ERRORS, BOUNDS_ERRORS, OUTPUT_ERRORS, RECOGNITION_ERRORS, VISIT_ERRORS)),
    DEVICE_ERRORS,
    REASONS,
    united((PROBLEMS, RECOGNITION_PROBLEMS)),
)


@cache
def error_tables() -> ErrorTables:
    """Return all tables as one.

    Raises
    ------
    ValueError
        If two tables have a sentence for the same code.
    """
    parts = [_SHARED, *(tables for of_features in HANDED_IN for tables in of_features())]
    problems = united(part.problems for part in parts)
    # a file without any usable row lists why its rows were left out
    dropped = {code: sentence for code, sentence in DROPPED.items() if code not in problems}
    return ErrorTables(
        errors=united(part.errors for part in parts),
        device_errors=united(part.device_errors for part in parts),
        reasons=united(part.reasons for part in parts),
        problems=problems | dropped,
    )
