"""The words of a report in the language that is spoken while it is written."""

from app.speech.language import translate


def tr(text: str) -> str:
    """The sentence; asked for when a report is written, never when a module is read."""
    return translate("Report", text)
