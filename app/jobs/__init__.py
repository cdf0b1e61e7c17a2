"""Long work in a separate worker process, so that the window always responds."""
