/* Carries on the mean speed of the last seconds, seconds after the last call. Begin with zeros. */
static inline void torsion_stirring(
    const double velocity[TORSION_JOINTS], double seconds, double stirred[TORSION_JOINTS])
{
    int i;
    for (i = 0; i < TORSION_JOINTS; ++i) {
        stirred[i] += seconds / TORSION_STIRRING_S * (fabs(velocity[i]) - stirred[i]);
    }
}
