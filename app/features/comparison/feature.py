"""The declaration of the feature *comparison*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.comparison.errors import COMPARISON_ERRORS, COMPARISON_REASONS

    return ErrorTables(
        errors=COMPARISON_ERRORS,
        reasons=COMPARISON_REASONS,
    )


COMPARISON = Feature("comparison", error_tables=_error_tables)
