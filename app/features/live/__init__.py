"""Live diagnostics of a connected arm: charts, loops, spectra and numbers."""
