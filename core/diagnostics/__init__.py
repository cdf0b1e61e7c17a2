"""What a technician watches live: twist of every gear, loops, spectra, and numbers that sum them up."""
