"""The words on the pages of a report."""

from pathlib import Path

from tests.app.reports.pdf_text import page_texts


def paper_words(path: Path) -> str:
    """Every piece of text in a line of its own, in the order in which it is drawn."""
    return "\n".join("\n".join((f"=== page {n}", *page)) for n, page in enumerate(page_texts(path), start=1))
