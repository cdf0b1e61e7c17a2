"""Live diagnostics."""
