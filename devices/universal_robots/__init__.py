"""Arms of Universal Robots, read over RTDE: no input recipe, no script, no remote mode."""
