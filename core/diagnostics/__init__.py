"""Live diagnostics: twist of every gear, loops, spectra, and statistics."""
