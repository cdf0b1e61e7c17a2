"""What a preview found, in a sentence."""

from app.error_text import finding_text

__all__ = ["finding_text"]
