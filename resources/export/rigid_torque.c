/* Turns a vector of the link's parent frame into the link frame, or back. */
static inline void torsion_down(int i, double c, double s, const double in[3], double out[3])
{
    const double turned = torsion_cos_alpha[i] * in[1] + torsion_sin_alpha[i] * in[2];
    const double z = torsion_cos_alpha[i] * in[2] - torsion_sin_alpha[i] * in[1];
    const double x = c * in[0] + s * turned;
    out[1] = c * turned - s * in[0];
    out[0] = x;
    out[2] = z;
}

static inline void torsion_up(int i, double c, double s, const double in[3], double out[3])
{
    const double turned = s * in[0] + c * in[1];
    const double x = c * in[0] - s * in[1];
    const double z = in[2];
    out[0] = x;
    out[1] = torsion_cos_alpha[i] * turned - torsion_sin_alpha[i] * z;
    out[2] = torsion_sin_alpha[i] * turned + torsion_cos_alpha[i] * z;
}

static inline void torsion_add_cross(const double a[3], const double b[3], double out[3])
{
    out[0] += a[1] * b[2] - a[2] * b[1];
    out[1] += a[2] * b[0] - a[0] * b[2];
    out[2] += a[0] * b[1] - a[1] * b[0];
}

/* Force and torque that a link with the parameters p needs, about its frame's origin, for a turning
   rate w, its derivative d and the acceleration f of the origin (gravity as an upward acceleration). */
static inline void torsion_link_wrench(
    const double p[10], const double w[3], const double d[3], const double f[3],
    double force[3], double moment[3])
{
    const double first[3] = {p[1], p[2], p[3]};
    const double spin[3] = {
        p[4] * w[0] + p[5] * w[1] + p[7] * w[2],
        p[5] * w[0] + p[6] * w[1] + p[8] * w[2],
        p[7] * w[0] + p[8] * w[1] + p[9] * w[2]};
    double around[3] = {0.0, 0.0, 0.0};
    int k;
    torsion_add_cross(w, first, around);
    for (k = 0; k < 3; ++k) {
        force[k] = p[0] * f[k];
    }
    torsion_add_cross(d, first, force);
    torsion_add_cross(w, around, force);
    moment[0] = p[4] * d[0] + p[5] * d[1] + p[7] * d[2];
    moment[1] = p[5] * d[0] + p[6] * d[1] + p[8] * d[2];
    moment[2] = p[7] * d[0] + p[8] * d[1] + p[9] * d[2];
    torsion_add_cross(w, spin, moment);
    torsion_add_cross(first, f, moment);
}

/* The torque in N m (N) of links (ten parameters each, one link after the other) and rotors, by the
   Newton-Euler recursion. Positions in rad (m) as the controller reports them, and their derivatives. */
static inline void torsion_newton_euler(
    const double link[10 * TORSION_JOINTS], const double rotor[TORSION_JOINTS],
    const double position[TORSION_JOINTS], const double velocity[TORSION_JOINTS],
    const double acceleration[TORSION_JOINTS], double torque[TORSION_JOINTS])
{
    double w[3] = {0.0, 0.0, 0.0}, d[3] = {0.0, 0.0, 0.0}, f[3];
    double force[TORSION_JOINTS][3], moment[TORSION_JOINTS][3], origin[TORSION_JOINTS][3];
    double cosine[TORSION_JOINTS], sine[TORSION_JOINTS];
    int i, k;
    for (k = 0; k < 3; ++k) {
        f[k] = -torsion_gravity[k];
    }
    for (i = 0; i < TORSION_JOINTS; ++i) {
        const double q = torsion_sign[i] * position[i] + torsion_zero[i];
        const double v = torsion_sign[i] * velocity[i];
        const double a = torsion_sign[i] * acceleration[i];
        const double angle = torsion_offset[i] + (torsion_slides[i] ? 0.0 : q);
        const double along = torsion_d[i] + (torsion_slides[i] ? q : 0.0);
        double turned[3] = {0.0, 0.0, 0.0};
        cosine[i] = cos(angle);
        sine[i] = sin(angle);
        origin[i][0] = torsion_a[i];
        origin[i][1] = -torsion_sin_alpha[i] * along;
        origin[i][2] = torsion_cos_alpha[i] * along;
        torsion_add_cross(w, origin[i], turned);
        torsion_add_cross(d, origin[i], f);
        torsion_add_cross(w, turned, f);
        torsion_down(i, cosine[i], sine[i], f, f);
        torsion_down(i, cosine[i], sine[i], w, w);
        torsion_down(i, cosine[i], sine[i], d, d);
        if (torsion_slides[i]) {
            f[0] += 2.0 * w[1] * v;
            f[1] -= 2.0 * w[0] * v;
            f[2] += a;
        } else {
            d[0] += w[1] * v;
            d[1] -= w[0] * v;
            d[2] += a;
            w[2] += v;
        }
        torsion_link_wrench(link + 10 * i, w, d, f, force[i], moment[i]);
    }
    for (i = TORSION_JOINTS - 1; i >= 0; --i) {
        const double own = torsion_slides[i] ? force[i][2] : moment[i][2];
        torque[i] = torsion_sign[i] * own + rotor[i] * acceleration[i];
        if (i > 0) {
            double push[3], twist[3];
            torsion_up(i, cosine[i], sine[i], force[i], push);
            torsion_up(i, cosine[i], sine[i], moment[i], twist);
            torsion_add_cross(origin[i], push, twist);
            for (k = 0; k < 3; ++k) {
                force[i - 1][k] += push[k];
                moment[i - 1][k] += twist[k];
            }
        }
    }
}

/* The rigid-body torque of the links and rotors above. */
static inline void torsion_rigid_torque(
    const double position[TORSION_JOINTS], const double velocity[TORSION_JOINTS],
    const double acceleration[TORSION_JOINTS], double torque[TORSION_JOINTS])
{
    torsion_newton_euler(
        torsion_link, torsion_rotor_inertia, position, velocity, acceleration, torque);
}

/* The rigid-body torque of base parameters, torsion_base or others of the same kind: the standard
   parameter of each column has its value, every other one is zero. */
static inline void torsion_base_torque(
    const double base[TORSION_BASE_PARAMETERS], const double position[TORSION_JOINTS],
    const double velocity[TORSION_JOINTS], const double acceleration[TORSION_JOINTS],
    double torque[TORSION_JOINTS])
{
    double standard[11 * TORSION_JOINTS] = {0.0};
    int k;
    for (k = 0; k < TORSION_BASE_PARAMETERS; ++k) {
        standard[torsion_base_column[k]] = base[k];
    }
    torsion_newton_euler(
        standard, standard + 10 * TORSION_JOINTS, position, velocity, acceleration, torque);
}

/* The columns of the regressor: torque[i] is the sum over k of
   regressor[i * TORSION_BASE_PARAMETERS + k] * base[k]. */
static inline void torsion_base_regressor(
    const double position[TORSION_JOINTS], const double velocity[TORSION_JOINTS],
    const double acceleration[TORSION_JOINTS],
    double regressor[TORSION_JOINTS * TORSION_BASE_PARAMETERS])
{
    double base[TORSION_BASE_PARAMETERS] = {0.0}, torque[TORSION_JOINTS];
    int i, k;
    for (k = 0; k < TORSION_BASE_PARAMETERS; ++k) {
        base[k] = 1.0;
        torsion_base_torque(base, position, velocity, acceleration, torque);
        base[k] = 0.0;
        for (i = 0; i < TORSION_JOINTS; ++i) {
            regressor[i * TORSION_BASE_PARAMETERS + k] = torque[i];
        }
    }
}
