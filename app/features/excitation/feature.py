"""The declaration of the feature *excitation*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.excitation.errors import EXCITE_ERRORS, EXCITE_REASONS
    from app.features.excitation.trajectory_errors import (
        TRAJECTORY_ERRORS,
        TRAJECTORY_PROBLEMS,
        TRAJECTORY_REASONS,
    )

    return ErrorTables(
        errors=TRAJECTORY_ERRORS,
        device_errors=EXCITE_ERRORS,
        reasons={**EXCITE_REASONS, **TRAJECTORY_REASONS},
        problems=TRAJECTORY_PROBLEMS,
    )


EXCITATION = Feature("excitation", error_tables=_error_tables)
