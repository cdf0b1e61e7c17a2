"""The words of a report in the language that is spoken while it is written."""
