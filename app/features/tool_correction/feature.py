"""The declaration of the feature *tool correction*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.tool_correction.errors import COMPENSATE_ERRORS, COMPENSATE_REASONS

    return ErrorTables(
        errors=COMPENSATE_ERRORS,
        reasons=COMPENSATE_REASONS,
    )


TOOL_CORRECTION = Feature("tool_correction", error_tables=_error_tables)
