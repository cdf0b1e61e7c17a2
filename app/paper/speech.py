"""The words of a report in the language that is spoken while it is written."""

from app.speech.language import translate


def tr(text: str) -> str:
    """Translate a sentence; to be called when a report is written, never when a module is loaded."""
    return translate("Report", text)
