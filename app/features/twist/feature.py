"""The declaration of the feature *twist*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.twist.errors import TWIST_ERRORS, TWIST_REASONS
    from app.features.twist.load_steps_errors import LOAD_STEP_ERRORS
    from app.features.twist.torque_ramps_errors import BENCH_ERRORS, BENCH_REASONS

    return ErrorTables(
        errors={**TWIST_ERRORS, **LOAD_STEP_ERRORS, **BENCH_ERRORS},
        reasons={**TWIST_REASONS, **BENCH_REASONS},
    )


TWIST = Feature("twist", error_tables=_error_tables)
