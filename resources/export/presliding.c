/* Carries the wound-up contacts on: step is how far each position moved since the last call, in
   rad (m), from positions low-passed as in the fit. Begin with zeros. */
static inline void torsion_presliding(const double step[TORSION_JOINTS], double state[TORSION_JOINTS])
{
    int i;
    for (i = 0; i < TORSION_JOINTS; ++i) {
        const double moved = torsion_sign[i] * step[i];
        const double end = moved > 0.0 ? 1.0 : moved < 0.0 ? -1.0 : state[i];
        state[i] = end + (state[i] - end) * exp(-fabs(moved) / torsion_presliding_distance[i]);
    }
}
