"""The declaration of the feature *stiffness*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.stiffness.errors import STIFFNESS_ERRORS, STIFFNESS_PROBLEMS, STIFFNESS_REASONS
    from app.features.stiffness.load_test_errors import (
        LOAD_TEST_ERRORS,
        LOAD_TEST_PROBLEMS,
        LOAD_TEST_REASONS,
    )

    return ErrorTables(
        errors={**STIFFNESS_ERRORS, **LOAD_TEST_ERRORS},
        reasons={**STIFFNESS_REASONS, **LOAD_TEST_REASONS},
        problems={**STIFFNESS_PROBLEMS, **LOAD_TEST_PROBLEMS},
    )


STIFFNESS = Feature("stiffness", error_tables=_error_tables)
