"""The virtual robot: physics, firmware and the process they live in."""
