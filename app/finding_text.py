"""What a preview found, in a sentence."""

from app.error_text import code_and_facts
from devices.safety.preview import Finding


def finding_text(finding: Finding) -> str:
    """One finding about a motion."""
    return code_and_facts(finding.code, finding.facts)
