"""What the program knows of itself: log, crashes, memory, version, problem reports."""
