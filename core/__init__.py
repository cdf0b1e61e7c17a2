"""All computations of Torsion: arrays in, results out; no Qt and no device."""
