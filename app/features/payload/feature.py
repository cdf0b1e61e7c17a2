"""The declaration of the feature *payload*."""

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature


def _error_tables() -> ErrorTables:
    from app.features.payload.errors import PAYLOAD_ERRORS
    from app.features.payload.reasons import PAYLOAD_REASONS
    from app.features.payload.reference_errors import REFERENCE_ERRORS
    from app.features.payload.run_errors import PAYLOAD_RUN_ERRORS
    from app.features.payload.setting_errors import PAYLOAD_SETTING_ERRORS

    return ErrorTables(
        errors={**PAYLOAD_ERRORS, **PAYLOAD_RUN_ERRORS, **REFERENCE_ERRORS},
        device_errors=PAYLOAD_SETTING_ERRORS,
        reasons=PAYLOAD_REASONS,
    )


PAYLOAD = Feature("payload", error_tables=_error_tables)
