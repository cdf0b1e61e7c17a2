/* SPDX-License-Identifier: Apache-2.0
 *
 * The arm behind example_device.c: two joints, their encoders, and the paths they follow. It
 * stands for your drives and your interpolator. Codes of refusals are those of the protocol.
 */
#ifndef EXAMPLE_ARM_H
#define EXAMPLE_ARM_H

#include "torsion_codec.h"

#define ARM_JOINTS 2
#define ARM_PERIOD_S 1e-3
#define ARM_PAYLOAD_KG 5.0 /* the most it may carry */

typedef struct {
    double position[ARM_JOINTS];    /* rad, of the motor behind its gear */
    double speed[ARM_JOINTS];       /* rad/s */
    double current[ARM_JOINTS];     /* A */
    double temperature[ARM_JOINTS]; /* K */
    int32_t motor_counts[ARM_JOINTS];
    int32_t link_counts[ARM_JOINTS];
} arm_readings;

extern arm_readings arm;

/* Each gives NULL, or the code of the refusal. */
const char *arm_go_to(const double *target, double share_of_speed);
const char *arm_jog(uint16_t joint, double angle, double speed);
const char *arm_take_upload(torsion_trajectory_kind kind, const uint8_t *content, size_t bytes);
const char *arm_run_upload(void); /* its bytes stay in use while the arm follows them */

void arm_stop(bool abort);
bool arm_is_moving(void);
bool arm_follows_upload(void);
float arm_progress(void);

/* Let one period pass; true when a motion ended in it. */
bool arm_period(void);
bool arm_was_cut_short(void);

#endif
