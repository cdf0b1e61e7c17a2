"""Starts the measurement of coverage in every Python process below the one that was asked for it.

Python imports a module of this name at its start, where ``PYTHONPATH`` has this folder. Which test file
started the process is in the environment, which the configuration of coverage reads.
"""

import coverage

coverage.process_startup()
