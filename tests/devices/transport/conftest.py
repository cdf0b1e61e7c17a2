"""Tests that need POSIX are not collected on Windows."""

import sys

collect_ignore = ["test_pseudo_terminal.py"] if sys.platform == "win32" else []
