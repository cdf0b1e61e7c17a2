"""The declaration of a feature: what the rest of the program may know of it.

References are functions that import when they are called: a declaration is read at every start, and
loads neither Qt nor NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass

from app.errors.handed_in import ErrorTables


@dataclass(frozen=True)
class Feature:
    """One feature of the program.

    Parameters
    ----------
    name
        The name of its folder.
    error_tables
        The sentences of its errors, reasons and problems.
    """

    name: str
    error_tables: Callable[[], ErrorTables] = ErrorTables
