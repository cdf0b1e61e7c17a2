"""The declaration of the feature *friction*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.friction.errors import FRICTION_ERRORS, FRICTION_REASONS

    return ErrorTables(
        errors=FRICTION_ERRORS,
        reasons=FRICTION_REASONS,
    )


FRICTION = Feature("friction", error_tables=_error_tables)
