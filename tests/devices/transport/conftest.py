"""What Windows does not have is not collected there."""

import sys

collect_ignore = ["test_pseudo_terminal.py"] if sys.platform == "win32" else []
