"""What came of running a trajectory on an arm."""
