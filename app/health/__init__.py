"""Diagnostics of the program itself: log, crashes, memory, version, problem reports."""
