"""Arrays in, results out: everything Torsion computes. Knows no Qt and no device."""
