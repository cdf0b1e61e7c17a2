"""The declaration of the feature *identification*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.identification.errors import IDENTIFICATION_ERRORS
    from app.features.identification.learning_errors import COMPENSATION_ERRORS, COMPENSATION_REASONS

    return ErrorTables(
        errors={**IDENTIFICATION_ERRORS, **COMPENSATION_ERRORS},
        reasons=COMPENSATION_REASONS,
    )


IDENTIFICATION = Feature("identification", error_tables=_error_tables)
