/* SPDX-License-Identifier: Apache-2.0
 *
 * See example_arm.h. The drives follow their set-point with a lag of first order; the gears give
 * way under a load that depends on the pose, so that the two encoders of a joint differ.
 */
#include "example_arm.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MOTOR_COUNTS 4096 /* a turn */
#define LINK_COUNTS 1048576

static const double LOWER_RAD[ARM_JOINTS] = {-2.0, -2.5}, UPPER_RAD[ARM_JOINTS] = {2.0, 2.5};
static const double SPEED_RAD_S[ARM_JOINTS] = {1.5, 2.0};
static const double GEAR[ARM_JOINTS] = {101.0, -80.0};
static const double LOAD_NM[ARM_JOINTS] = {40.0, 12.0};            /* held when the arm is level */
static const double STIFFNESS_NM_RAD[ARM_JOINTS] = {2.0e4, 8.0e3}; /* of the gears */
static const double GAIN_NM_A[ARM_JOINTS] = {11.0, 8.0};           /* at the link side */

#define AMBIENT_K 298.0
#define WARMING_K_S 0.01
#define HOTTEST_K 308.0
#define FOLLOW_S 0.01         /* how far the drives lag behind their set-point */
#define RAMP_DOWN_S 0.3       /* a controlled stop slows the time along the path to nothing */
#define REST_RAD 1e-4         /* so close to the set-point, and the arm stands */
#define REST_SPEED_RAD_S 0.05 /* at both ends of a trajectory, over one period */
#define START_RAD 0.01        /* how far from its start a trajectory may be begun */
#define CHECK_STEP_S 4e-3
#define LONGEST_S 600.0
#define PEAK_SPEED 1.875 /* of the smooth step, times its mean */

typedef enum { STRAIGHT, SERIES, THROUGH_POINTS } path_kind;

arm_readings arm = {.temperature = {AMBIENT_K, AMBIENT_K}};
static double set_point[ARM_JOINTS];

static struct { /* the motion; its time runs slower and slower while it is stopped */
    path_kind kind;
    double duration, time, rate;
    double from[ARM_JOINTS], to[ARM_JOINTS];
    bool is_under_way, is_stopped;
} path;

static struct {
    path_kind kind;
    double duration;
    torsion_fourier fourier;
    torsion_points points;
} upload;

/* --- Paths ------------------------------------------------------------------------------------ */

static double along_series(uint16_t j, double t)
{
    const torsion_fourier *f = &upload.fourier;
    double q = torsion_fourier_q0(f, j);
    for (uint16_t l = 1; l <= f->harmonics; l++) {
        const double w = f->base * l;
        q += torsion_fourier_a(f, j, l) / w * sin(w * t) - torsion_fourier_b(f, j, l) / w * cos(w * t);
    }
    return q;
}

static double slope_at(uint16_t j, uint32_t row) /* rad a point; at rest at both ends */
{
    const torsion_points *p = &upload.points;
    if (row == 0 || row == p->count - 1)
        return 0.0;
    return (torsion_point(p, row + 1, j) - torsion_point(p, row - 1, j)) / 2.0;
}

static double through_points(uint16_t j, double t)
{
    const torsion_points *p = &upload.points;
    const double place = fmin(t / p->period_s, (double)(p->count - 1));
    const uint32_t row = place < (double)(p->count - 2) ? (uint32_t)place : p->count - 2;
    const double x = place - row, y = 1.0 - x;
    return torsion_point(p, row, j) * (1.0 + 2.0 * x) * y * y + slope_at(j, row) * x * y * y +
           torsion_point(p, row + 1, j) * (1.0 + 2.0 * y) * x * x - slope_at(j, row + 1) * y * x * x;
}

static double position_at(path_kind kind, uint16_t j, double t)
{
    if (kind == SERIES)
        return along_series(j, t);
    if (kind == THROUGH_POINTS)
        return through_points(j, t);
    const double u = path.duration > 0.0 ? fmin(t / path.duration, 1.0) : 1.0;
    return path.from[j] + (path.to[j] - path.from[j]) * u * u * u * (10.0 + u * (6.0 * u - 15.0));
}

static bool is_inside(uint16_t j, double position)
{
    return position >= LOWER_RAD[j] && position <= UPPER_RAD[j];
}

/* --- Uploads ---------------------------------------------------------------------------------- */

static bool read_upload(torsion_trajectory_kind kind, const uint8_t *content, size_t bytes)
{
    upload.kind = kind == TORSION_FOURIER ? SERIES : THROUGH_POINTS;
    if (upload.kind == SERIES) {
        if (!torsion_read_fourier(content, bytes, &upload.fourier))
            return false;
        upload.duration = upload.fourier.duration_s;
        /* the check below must not step over a whole oscillation */
        return upload.fourier.base * upload.fourier.harmonics * CHECK_STEP_S < 0.5;
    }
    if (!torsion_read_points(content, bytes, &upload.points))
        return false;
    upload.duration = upload.points.period_s * (upload.points.count - 1);
    return upload.points.period_s >= ARM_PERIOD_S;
}

static const char *check_joint(uint16_t j)
{
    const double end = upload.duration;
    const double first = position_at(upload.kind, j, 0.0), last = position_at(upload.kind, j, end);
    if (fabs(position_at(upload.kind, j, ARM_PERIOD_S) - first) > REST_SPEED_RAD_S * ARM_PERIOD_S ||
        fabs(position_at(upload.kind, j, end - ARM_PERIOD_S) - last) > REST_SPEED_RAD_S * ARM_PERIOD_S)
        return "trajectory-not-at-rest";
    double before = first;
    for (double t = 0.0; t < end + CHECK_STEP_S; t += CHECK_STEP_S) {
        const double now = position_at(upload.kind, j, fmin(t, end));
        if (!is_inside(j, now) || fabs(now - before) > SPEED_RAD_S[j] * CHECK_STEP_S)
            return "outside-limits";
        before = now;
    }
    return NULL;
}

const char *arm_take_upload(torsion_trajectory_kind kind, const uint8_t *content, size_t bytes)
{
    if (!read_upload(kind, content, bytes) || !(upload.duration >= 2.0 * ARM_PERIOD_S))
        return "trajectory-unreadable";
    if ((upload.kind == SERIES ? upload.fourier.joints : upload.points.joints) != ARM_JOINTS)
        return "trajectory-joint-count";
    if (upload.duration > LONGEST_S)
        return "trajectory-too-long";
    const char *code = NULL;
    for (uint16_t j = 0; j < ARM_JOINTS && code == NULL; j++)
        code = check_joint(j);
    return code;
}

/* --- Moving and stopping ---------------------------------------------------------------------- */

static void set_off(path_kind kind, double duration)
{
    path.kind = kind;
    path.duration = duration;
    path.time = 0.0;
    path.rate = 1.0;
    path.is_under_way = true;
    path.is_stopped = false;
}

static const char *move_straight(const double *to, const double *speed)
{
    double duration = 0.0;
    for (uint16_t j = 0; j < ARM_JOINTS; j++) {
        if (!is_inside(j, to[j]))
            return "outside-limits";
        duration = fmax(duration, PEAK_SPEED * fabs(to[j] - set_point[j]) / speed[j]);
    }
    memcpy(path.from, set_point, sizeof path.from);
    memcpy(path.to, to, sizeof path.to);
    set_off(STRAIGHT, duration);
    return NULL;
}

const char *arm_go_to(const double *target, double share_of_speed)
{
    double speed[ARM_JOINTS];
    if (!(share_of_speed > 0.0 && share_of_speed <= 1.0))
        return "speed-out-of-range";
    for (int j = 0; j < ARM_JOINTS; j++)
        speed[j] = share_of_speed * SPEED_RAD_S[j];
    return move_straight(target, speed);
}

const char *arm_jog(uint16_t joint, double angle, double speed)
{
    double to[ARM_JOINTS];
    if (joint >= ARM_JOINTS)
        return "unknown-joint";
    if (!(speed > 0.0 && speed <= SPEED_RAD_S[joint]))
        return "speed-out-of-range";
    memcpy(to, set_point, sizeof to);
    to[joint] += angle;
    const double speeds[ARM_JOINTS] = {speed, speed};
    return move_straight(to, speeds);
}

const char *arm_run_upload(void)
{
    for (uint16_t j = 0; j < ARM_JOINTS; j++)
        if (fabs(position_at(upload.kind, j, 0.0) - arm.position[j]) > START_RAD)
            return "start-pose-differs";
    set_off(upload.kind, upload.duration);
    return NULL;
}

void arm_stop(bool abort)
{
    path.is_stopped = true;
    if (abort)
        path.rate = 0.0;
}

bool arm_is_moving(void) { return path.is_under_way; }

bool arm_follows_upload(void) { return path.is_under_way && path.kind != STRAIGHT; }

float arm_progress(void)
{
    return path.duration > 0.0 ? (float)fmin(path.time / path.duration, 1.0) : 1.0f;
}

bool arm_was_cut_short(void) { return path.is_stopped && path.time < path.duration; }

static bool follow_path(void)
{
    if (path.is_stopped)
        path.rate = fmax(path.rate - ARM_PERIOD_S / RAMP_DOWN_S, 0.0);
    path.time = fmin(path.time + path.rate * ARM_PERIOD_S, path.duration);
    double behind = 0.0;
    for (uint16_t j = 0; j < ARM_JOINTS; j++) {
        set_point[j] = position_at(path.kind, j, path.time);
        behind = fmax(behind, fabs(set_point[j] - arm.position[j]));
    }
    if ((path.time < path.duration && path.rate > 0.0) || behind > REST_RAD)
        return false;
    path.is_under_way = false;
    return true;
}

bool arm_period(void)
{
    const bool ends = path.is_under_way && follow_path();
    for (int j = 0; j < ARM_JOINTS; j++) {
        arm.speed[j] = (set_point[j] - arm.position[j]) / FOLLOW_S;
        arm.position[j] += arm.speed[j] * ARM_PERIOD_S;
        const double torque = LOAD_NM[j] * cos(arm.position[j]);
        const double link = arm.position[j] - torque / STIFFNESS_NM_RAD[j];
        arm.current[j] = torque / GAIN_NM_A[j];
        arm.temperature[j] = fmin(arm.temperature[j] + WARMING_K_S * ARM_PERIOD_S, HOTTEST_K);
        arm.motor_counts[j] = (int32_t)lround(arm.position[j] * GEAR[j] * MOTOR_COUNTS / (2.0 * PI));
        arm.link_counts[j] = (int32_t)lround(link * LINK_COUNTS / (2.0 * PI));
    }
    return ends;
}
