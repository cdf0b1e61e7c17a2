"""List of all features, one room for each: its procedure, tasks, words, page and command.

A feature is reached only through this list.
"""

from app.features.comparison.feature import COMPARISON
from app.features.connection.feature import CONNECTION
from app.features.encoders.feature import ENCODERS
from app.features.excitation.feature import EXCITATION
from app.features.friction.feature import FRICTION
from app.features.identification.feature import IDENTIFICATION
from app.features.live.feature import LIVE
from app.features.payload.feature import PAYLOAD
from app.features.recording.feature import RECORDING
from app.features.report.feature import REPORT
from app.features.stiffness.feature import STIFFNESS
from app.features.tool_correction.feature import TOOL_CORRECTION
from app.features.twist.feature import TWIST
from app.features.verification.feature import VERIFICATION
from app.guide.feature import Feature

FEATURES: tuple[Feature, ...] = (
    CONNECTION,
    ENCODERS,
    RECORDING,
    EXCITATION,
    IDENTIFICATION,
    VERIFICATION,
    FRICTION,
    TWIST,
    PAYLOAD,
    STIFFNESS,
    TOOL_CORRECTION,
    COMPARISON,
    REPORT,
    LIVE,
)
"""All features, in the order of the procedures of ``torsion run`` and of the report's sections."""
