/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole device for Torsion: two joints with an encoder on either side of the gear.
 *
 *     cc -O2 example_device.c example_arm.c torsion_codec.c -lm -o example_device
 *     ./example_device /dev/pts/7        serves that terminal, opens it again when it was gone
 *     ./example_device -                 serves its standard input and output
 *
 * The arm is example_arm.c and the line, at the end here, is POSIX; put your drives and your
 * serial port there. The rest is what a real device does too: one loop of 1 ms that hears
 * first, then moves, then talks, and that never waits for its host.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "example_arm.h"
#include "torsion_codec.h"

#define PERIOD_US 1000u
#ifndef HOST_SILENCE_US /* longer in trials where the host is a busy computer and nothing real moves */
#define HOST_SILENCE_US (1000 * TORSION_HOST_SILENCE_MS)
#endif
#define ABANDONED_US (1000 * TORSION_ABANDONED_MS)
#define UPLOAD_BYTES 262144
#define MOST_SAMPLES_PER_FRAME 100
#define TENTH_PERIODS 100 /* of a second: slow channels, statuses, looks for a lost terminal */
#define OUT_BYTES 65536

/* --- Who we are: every channel is one word of a row, a slow one of a row of its own ------------ */

#define FAST_WORDS 5
#define CHANNEL(j, name, quantity, unit, kind)                                                     \
    "{\"name\":\"" name j "\",\"quantity\":\"" quantity "\",\"joint\":" j ",\"unit\":\"" unit      \
    "\",\"kind\":\"" kind "\",\"scale\":"
#define CHANNELS(j, gear)                                                                          \
    CHANNEL(j, "q", "position", "rad", "f4") "1},"                                                 \
    CHANNEL(j, "motor", "motor_position", "rad", "i4")                                             \
        "0.0015339807878856412,\"counts_per_turn\":4096,\"ratio\":" gear "},"                      \
    CHANNEL(j, "link", "link_position", "rad", "i4")                                               \
        "5.992112452678286e-06,\"counts_per_turn\":1048576},"                                      \
    CHANNEL(j, "speed", "velocity", "rad/s", "f4") "1},"                                           \
    CHANNEL(j, "current", "current", "A", "f4") "1},"                                              \
    CHANNEL(j, "temperature", "temperature", "K", "f4") "1,\"rate\":10}"

static const char ANNOUNCEMENT[] =
    "{\"version\":1,\"model\":\"example-2\",\"serial\":\"E-0001\",\"firmware\":\"example 1.0\","
    "\"power_on\":\"%ld.%ld\",\"kind\":\"open\",\"joint_names\":[\"shoulder\",\"elbow\"],"
    "\"lower\":[-2,-2.5],\"upper\":[2,2.5],\"velocity\":[1.5,2],\"gear_ratio\":[101,-80],"
    "\"sample_rate\":1000,\"torque_kind\":\"motor-current\",\"drive_gain\":[11,8],"
    "\"mark\":\"virtual\",\"channels\":[" CHANNELS("0", "101") "," CHANNELS("1", "-80") "]}";

/* --- What there is: one of everything, as on a controller ---------------------------------------- */

static struct {
    torsion_state state;
    torsion_outcome outcome;
    const char *fault;
    uint32_t motions, periods, status_at; /* periods since power-on */
    bool status_is_due;
    int64_t now_us, host_heard_us, armed_us; /* by the clock: a loop that was held up must not see silence */
    double payload_kg, payload_center_m[3]; /* as it was set since power-on */
} self = {.fault = ""};

static struct {
    uint8_t content[UPLOAD_BYTES];
    bool is_begun;
    torsion_trajectory_kind kind;
    uint32_t size, crc, received;
    uint32_t token, last_token; /* token 0: not committed */
} upload;

static struct {
    bool is_on;
    uint16_t per_frame, count, first;
    uint32_t time_us[MOST_SAMPLES_PER_FRAME];
    uint32_t rows[MOST_SAMPLES_PER_FRAME * ARM_JOINTS * FAST_WORDS];
} stream;

static struct {
    const char *name;
    bool is_standard;
    int in, out;
    uint16_t seq;
    uint8_t waiting[OUT_BYTES];
    size_t waiting_bytes;
    uint8_t buffer[TORSION_REQUEST_ROOM];
    torsion_decoder decoder;
    torsion_answers answers;
} line = {.in = -1, .out = -1};

static char announcement[sizeof ANNOUNCEMENT + 64];

/* --- Talking: what does not fit is left out; the host sees that by `seq` and asks again ------------ */

static torsion_room room(void)
{
    return (torsion_room){line.waiting + line.waiting_bytes, OUT_BYTES - line.waiting_bytes};
}

/* The device's clock; it wraps, as the protocol has it. */
static uint32_t device_time_us(void) { return self.periods * PERIOD_US; }

static torsion_stamp stamp(void) { return (torsion_stamp){line.seq++, device_time_us()}; }

static void send_status(void)
{
    const torsion_status status = {
        .state = self.state,
        .flags = TORSION_REMOTE | TORSION_TAKES_PAYLOAD |
                 (self.state == TORSION_IDLE ? 0 : TORSION_BRAKES_RELEASED),
        .motion = self.motions,
        .progress = self.outcome == TORSION_NO_OUTCOME ? arm_progress() : self.outcome == TORSION_FINISHED,
        .outcome = self.outcome,
        .payload_kg = self.payload_kg,
        .fault = self.fault,
        .facts = "",
    };
    line.waiting_bytes += torsion_pack_status(room(), stamp(), &status);
    self.status_at = self.periods;
    self.status_is_due = false;
}

static void send_payload(uint16_t request)
{
    line.waiting_bytes +=
        torsion_pack_payload_told(room(), stamp(), request, self.payload_kg, self.payload_center_m);
}

static void send_samples(void)
{
    /* the stream waits for nobody, and leaves room for answers: the host sees the hole by `first` */
    if (stream.count > 0 && line.waiting_bytes < OUT_BYTES / 2)
        line.waiting_bytes += torsion_pack_samples(room(), stamp(), stream.first, stream.count,
                                                   stream.time_us, stream.rows, ARM_JOINTS * FAST_WORDS);
    stream.count = 0;
}

static void send_slow_samples(void)
{
    uint32_t row[ARM_JOINTS];
    for (int j = 0; j < ARM_JOINTS; j++)
        row[j] = torsion_bits((float)arm.temperature[j]);
    line.waiting_bytes += torsion_pack_slow_samples(room(), stamp(), device_time_us(), row, ARM_JOINTS);
}

static void take_sample(void)
{
    if (!stream.is_on)
        return;
    if (stream.count == 0)
        stream.first = (uint16_t)self.periods; /* counts the samples taken, sent or not */
    uint32_t *word = stream.rows + (size_t)stream.count * ARM_JOINTS * FAST_WORDS;
    for (int j = 0; j < ARM_JOINTS; j++) { /* in the order of the channel table */
        *word++ = torsion_bits((float)arm.position[j]);
        *word++ = (uint32_t)arm.motor_counts[j];
        *word++ = (uint32_t)arm.link_counts[j];
        *word++ = torsion_bits((float)arm.speed[j]);
        *word++ = torsion_bits((float)arm.current[j]);
    }
    stream.time_us[stream.count++] = device_time_us();
    if (stream.count == stream.per_frame)
        send_samples();
    if (self.periods % TENTH_PERIODS == 0)
        send_slow_samples();
}

/* --- States ----------------------------------------------------------------------------------------- */

static bool host_is_silent(int64_t limit_us) { return self.now_us - self.host_heard_us > limit_us; }

static void change_state(torsion_state state)
{
    self.state = state;
    self.status_is_due = true;
}

static const char *may_begin(void)
{
    if (self.state != TORSION_ARMED)
        return arm_is_moving() ? "already-moving" : "not-armed";
    return host_is_silent(HOST_SILENCE_US) ? "host-silent" : NULL;
}

/* The arm has taken a motion, or says why not. */
static const char *begun(const char *refusal)
{
    if (refusal != NULL)
        return refusal;
    self.motions++;
    self.outcome = TORSION_NO_OUTCOME;
    change_state(TORSION_MOVING);
    return NULL;
}

/* In every state: what moves comes to rest, the right to move is gone, and nothing old may run. */
static void halt(bool abort)
{
    upload.is_begun = false;
    upload.token = upload.received = 0;
    if (arm_is_moving())
        arm_stop(abort);
    if (self.state != TORSION_FAULT)
        change_state(arm_is_moving() ? TORSION_STOPPING : TORSION_IDLE);
}

static void latch(const char *fault)
{
    halt(false);
    self.fault = fault;
    change_state(TORSION_FAULT);
}

static void end_motion(void)
{
    self.outcome = arm_was_cut_short() ? TORSION_STOPPED : TORSION_FINISHED;
    if (self.state == TORSION_FAULT)
        self.outcome = TORSION_FAILED;
    else
        change_state(self.state == TORSION_STOPPING ? TORSION_IDLE : TORSION_ARMED);
    self.status_is_due = true;
}

static void one_period(void)
{
    self.periods++;
    if (self.state == TORSION_MOVING && host_is_silent(HOST_SILENCE_US))
        latch("host-silent");
    if (self.state == TORSION_ARMED && host_is_silent(ABANDONED_US) &&
        self.now_us - self.armed_us > ABANDONED_US)
        halt(false); /* left alone */
    if (arm_period())
        end_motion();
    take_sample();
    if (self.status_is_due || (arm_is_moving() && self.periods - self.status_at >= TENTH_PERIODS))
        send_status();
}

/* --- Uploads ---------------------------------------------------------------------------------------- */

static const char *begin_upload(const torsion_request *r)
{
    if (r->as.begin.size > UPLOAD_BYTES)
        return "trajectory-too-large";
    if (arm_follows_upload())
        return "already-moving"; /* along what lies there */
    if (!upload.is_begun || upload.token != 0 || upload.kind != r->as.begin.kind ||
        upload.size != r->as.begin.size || upload.crc != r->as.begin.crc)
        upload.received = 0; /* else it goes on where it was */
    upload.is_begun = true;
    upload.kind = r->as.begin.kind;
    upload.size = r->as.begin.size;
    upload.crc = r->as.begin.crc;
    upload.token = 0;
    return NULL;
}

/* Take what continues what is here, and say in any case how far that is. */
static void add_chunk(const torsion_request *r)
{
    const uint32_t offset = r->as.chunk.offset;
    const bool is_wanted = upload.is_begun && upload.token == 0 && offset <= upload.received &&
                           r->as.chunk.bytes <= upload.size - offset &&
                           r->as.chunk.bytes > upload.received - offset;
    if (is_wanted) {
        memcpy(upload.content + offset, r->as.chunk.content, r->as.chunk.bytes);
        upload.received = offset + (uint32_t)r->as.chunk.bytes;
    }
    line.waiting_bytes += torsion_pack_trajectory_ack(room(), stamp(), upload.received);
}

static const char *commit_upload(void)
{
    if (arm_is_moving())
        return "already-moving";
    if (upload.received < upload.size || !upload.is_begun)
        return upload.is_begun ? "trajectory-incomplete" : "trajectory-unknown";
    if (torsion_crc32(0, upload.content, upload.size) != upload.crc) {
        upload.received = 0; /* it can be sent once more */
        return "trajectory-damaged";
    }
    const char *refusal = arm_take_upload(upload.kind, upload.content, upload.size);
    if (refusal == NULL && upload.token == 0)
        upload.token = ++upload.last_token;
    return refusal;
}

/* --- Hearing ---------------------------------------------------------------------------------------- */

static const char *start_stream(uint16_t per_frame)
{
    if (per_frame < 1 || per_frame > MOST_SAMPLES_PER_FRAME)
        return "protocol-field";
    stream.is_on = true;
    stream.per_frame = per_frame;
    stream.count = 0;
    send_slow_samples(); /* so that the first rows have them too */
    return NULL;
}

static const char *release_brakes(void)
{
    if (self.state == TORSION_FAULT || arm_is_moving())
        return arm_is_moving() ? "already-moving" : "fault-latched";
    self.armed_us = self.now_us;
    change_state(TORSION_ARMED);
    return NULL;
}

static const char *clear_fault(void)
{
    if (self.state == TORSION_FAULT && arm_is_moving())
        return "not-at-rest";
    if (self.state == TORSION_FAULT)
        change_state(TORSION_IDLE);
    self.fault = "";
    return NULL;
}

static const char *go_to(const torsion_request *r)
{
    double target[ARM_JOINTS];
    if (r->as.point_to_point.joints != ARM_JOINTS)
        return "trajectory-joint-count";
    for (int j = 0; j < ARM_JOINTS; j++)
        target[j] = torsion_f64(r->as.point_to_point.target + 8 * j);
    return arm_go_to(target, r->as.point_to_point.speed_percent / 100.0);
}

static const char *begin_motion(const torsion_request *r)
{
    const char *refusal = may_begin();
    if (refusal != NULL)
        return refusal;
    if (r->type == TORSION_POINT_TO_POINT)
        return begun(go_to(r));
    if (r->type == TORSION_JOG_JOINT)
        return begun(arm_jog(r->as.jog.joint, r->as.jog.angle, r->as.jog.speed));
    if (upload.token == 0 || r->as.run.token != upload.token)
        return "trajectory-unknown";
    return begun(arm_run_upload());
}

/* What the drives balance by; at rest only, so that the arm does not jump. */
static const char *set_payload(const torsion_request *r)
{
    if (arm_is_moving())
        return "not-at-rest";
    if (!(r->as.payload.mass_kg >= 0.0 && r->as.payload.mass_kg <= ARM_PAYLOAD_KG))
        return "payload-outside-limits";
    self.payload_kg = r->as.payload.mass_kg;
    memcpy(self.payload_center_m, r->as.payload.center_m, sizeof self.payload_center_m);
    self.status_is_due = true;
    return NULL;
}

/* Do what is asked; NULL, or the code of the refusal. */
static const char *act(const torsion_request *r)
{
    switch (r->type) {
    case TORSION_STREAM_ON:
        return start_stream(r->as.stream_on.samples_per_frame);
    case TORSION_STREAM_OFF:
        send_samples();
        stream.is_on = false;
        return NULL;
    case TORSION_ARM:
        return release_brakes();
    case TORSION_DISARM:
    case TORSION_STOP:
        halt(r->type == TORSION_STOP && r->as.stop.abort);
        return NULL;
    case TORSION_CLEAR:
        return clear_fault();
    case TORSION_TRAJECTORY_BEGIN:
        return begin_upload(r);
    case TORSION_TRAJECTORY_COMMIT:
        return commit_upload();
    case TORSION_SET_PAYLOAD:
        return set_payload(r);
    case TORSION_SIMULATE:
        return "simulation-not-offered";
    default:
        return begin_motion(r);
    }
}

static void answer(const torsion_request *r)
{
    const torsion_answer *before = r->is_repeated ? torsion_answers_find(&line.answers, r->seq) : NULL;
    if (before != NULL) { /* acted upon already: say the same, do nothing */
        line.waiting_bytes += torsion_pack_answer(room(), stamp(), before);
        return;
    }
    torsion_answer reply = {.request = r->seq, .type = TORSION_ACK, .code = act(r)};
    if (reply.code != NULL)
        reply.type = TORSION_REJECT;
    else if (r->type == TORSION_TRAJECTORY_COMMIT)
        reply.type = TORSION_COMMITTED;
    reply.value = upload.token; /* which only Committed tells */
    torsion_answers_note(&line.answers, reply);
    line.waiting_bytes += torsion_pack_answer(room(), stamp(), &reply);
}

static void greet(const torsion_request *r)
{
    const bool is_ours = r->as.hello.version == TORSION_PROTOCOL_VERSION;
    torsion_answers_forget(&line.answers); /* this host counts its requests from 0 again */
    line.waiting_bytes +=
        is_ours ? torsion_pack_announcement(room(), stamp(), announcement)
                : torsion_pack_reject(room(), stamp(), r->seq, "protocol-version", "{\"device\":1}");
}

static void hear(const torsion_frame *frame)
{
    torsion_request request;
    if (torsion_read_request(frame, &request) != TORSION_IS_REQUEST)
        return;
    if (request.type == TORSION_HEARTBEAT)
        self.host_heard_us = self.now_us;
    else if (request.type == TORSION_HELLO)
        greet(&request);
    else if (request.type == TORSION_ASK_STATUS)
        send_status();
    else if (request.type == TORSION_ASK_PAYLOAD)
        send_payload(request.seq);
    else if (request.type == TORSION_TRAJECTORY_CHUNK)
        add_chunk(&request);
    else
        answer(&request);
}

/* --- The line: raw bytes, never waited for ------------------------------------------------------------- */

static void set_raw(int descriptor)
{
    struct termios t;
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    if (tcgetattr(descriptor, &t) != 0)
        return; /* a pipe, or not there yet */
    t.c_iflag = t.c_oflag = t.c_lflag = 0;
    t.c_cflag = (t.c_cflag & ~(tcflag_t)(CSIZE | PARENB | CSTOPB)) | CS8 | CREAD | CLOCAL;
    t.c_cc[VMIN] = 1, t.c_cc[VTIME] = 0;
    tcsetattr(descriptor, TCSANOW, &t);
}

static void open_line(void)
{
    line.is_standard = strcmp(line.name, "-") == 0;
    torsion_decoder_init(&line.decoder, line.buffer, sizeof line.buffer);
    line.in = line.is_standard ? STDIN_FILENO : open(line.name, O_RDWR | O_NOCTTY | O_NONBLOCK);
    line.out = line.is_standard ? STDOUT_FILENO : line.in;
    set_raw(line.in);
    set_raw(line.out);
}

/* The cable is out. What moves is the watchdog's; clock and samples count on for the next host. */
static void lose_line(void)
{
    torsion_decoder_init(&line.decoder, line.buffer, sizeof line.buffer);
    line.waiting_bytes = 0;
    stream.is_on = false;
    if (self.state == TORSION_ARMED)
        halt(false);
    if (!line.is_standard) {
        close(line.in);
        line.in = line.out = -1;
    }
}

static void listen_to_line(void)
{
    uint8_t bytes[4096];
    torsion_frame frame;
    ssize_t count;
    while ((count = read(line.in, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < count; i++)
            if (torsion_decode(&line.decoder, bytes[i], &frame))
                hear(&frame);
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count == 0 && line.is_standard)
        exit(EXIT_SUCCESS); /* a pipe was closed: nobody will come again */
    lose_line();
}

static void flush_line(void)
{
    const ssize_t taken = line.out < 0 ? 0 : write(line.out, line.waiting, line.waiting_bytes);
    if (taken > 0)
        memmove(line.waiting, line.waiting + taken, line.waiting_bytes -= (size_t)taken);
}

static int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int main(int count, char **arguments)
{
    line.name = count > 1 ? arguments[1] : "-";
    snprintf(announcement, sizeof announcement, ANNOUNCEMENT, (long)time(NULL), (long)getpid());
    open_line();
    int64_t due_us = clock_us();
    for (;;) {
        self.now_us = clock_us();
        if (line.in < 0 && self.periods % TENTH_PERIODS == 0)
            open_line();
        if (line.in >= 0)
            listen_to_line();
        for (; due_us <= self.now_us; due_us += PERIOD_US)
            one_period(); /* several where this computer was busy */
        flush_line();
        nanosleep(&(struct timespec){0, 500000}, NULL);
    }
}
