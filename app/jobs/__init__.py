"""Long work in a worker process of its own, so that the window always answers."""
