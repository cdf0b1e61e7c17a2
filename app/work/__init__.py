"""What the worker process does for the window: file work and fits, returning small frozen objects.

Nothing in here imports Qt.
"""
