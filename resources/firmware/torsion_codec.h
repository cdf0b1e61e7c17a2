/* SPDX-License-Identifier: Apache-2.0
 *
 * Torsion's open protocol, version 1, for the firmware of a robot controller.
 *
 * Requests come in: torsion_decode() takes bytes one by one and gives whole frames,
 * torsion_read_request() gives what a frame asks for. Replies go out: every
 * torsion_pack_...() writes one whole frame, delimiter included, into the caller's buffer.
 *
 * C99, no allocation, no library but memcpy. Nothing here keeps a pointer to what it was
 * given beyond the next call, except the decoder to its buffer. The byte layouts are those
 * of resources/help/open-protocol.md.
 */
#ifndef TORSION_CODEC_H
#define TORSION_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORSION_PROTOCOL_VERSION 1
#define TORSION_HOST_SILENCE_MS 250 /* without a heartbeat: a motion is stopped */
#define TORSION_ABANDONED_MS 5000   /* without a heartbeat: an armed arm that stands is disarmed */
#define TORSION_STATUS_INTERVAL_MS 100

#define TORSION_HEADER_BYTES 8
#define TORSION_CHECKSUM_BYTES 4
#define TORSION_LARGEST_BODY_BYTES 16384
/* The room that a frame with a body of so many bytes takes on the line, delimiter included. */
#define TORSION_ROOM(body)                                                                \
    ((size_t)(body) + TORSION_HEADER_BYTES + TORSION_CHECKSUM_BYTES +                     \
     ((size_t)(body) + TORSION_HEADER_BYTES + TORSION_CHECKSUM_BYTES) / 254 + 2)
/* The longest request that Torsion sends has 516 bytes, or 10 + 8 a joint; simulations aside. */
#define TORSION_REQUEST_ROOM TORSION_ROOM(1024)
#define TORSION_LARGEST_ROOM TORSION_ROOM(TORSION_LARGEST_BODY_BYTES)

typedef enum {
    TORSION_HELLO = 0x01,
    TORSION_STREAM_ON = 0x02,
    TORSION_STREAM_OFF = 0x03,
    TORSION_HEARTBEAT = 0x04,
    TORSION_ARM = 0x05,
    TORSION_DISARM = 0x06,
    TORSION_POINT_TO_POINT = 0x07,
    TORSION_JOG_JOINT = 0x08,
    TORSION_TRAJECTORY_BEGIN = 0x09,
    TORSION_TRAJECTORY_CHUNK = 0x0A,
    TORSION_TRAJECTORY_COMMIT = 0x0B,
    TORSION_TRAJECTORY_RUN = 0x0C,
    TORSION_STOP = 0x0D,
    TORSION_CLEAR = 0x0E,
    TORSION_ASK_STATUS = 0x0F,
    TORSION_SIMULATE = 0x10,
    TORSION_ASK_PAYLOAD = 0x11,
    TORSION_SET_PAYLOAD = 0x12,
    TORSION_ANNOUNCEMENT = 0x81,
    TORSION_ACK = 0x82,
    TORSION_REJECT = 0x83,
    TORSION_TRAJECTORY_ACK = 0x84,
    TORSION_COMMITTED = 0x85,
    TORSION_STATUS = 0x86,
    TORSION_SAMPLES = 0x87,
    TORSION_SLOW_SAMPLES = 0x88,
    TORSION_PAYLOAD_TOLD = 0x89
} torsion_type;

typedef enum {
    TORSION_IDLE = 0,
    TORSION_ARMED = 1,
    TORSION_MOVING = 2,
    TORSION_STOPPING = 3,
    TORSION_FAULT = 4
} torsion_state;

typedef enum {
    TORSION_NO_OUTCOME = 0,
    TORSION_FINISHED = 1,
    TORSION_STOPPED = 2,
    TORSION_FAILED = 3
} torsion_outcome;

enum { /* bits of a status's flags */
    TORSION_REMOTE = 1,
    TORSION_BRAKES_RELEASED = 2,
    TORSION_EMERGENCY_STOP = 4,
    TORSION_PROTECTIVE_STOP = 8,
    TORSION_TAKES_PAYLOAD = 16 /* answers TORSION_ASK_PAYLOAD and TORSION_SET_PAYLOAD */
};

typedef enum { TORSION_FOURIER = 0, TORSION_POINTS = 1 } torsion_trajectory_kind;

/* --- Receiving ------------------------------------------------------------------------ */

typedef struct {
    uint8_t type;
    uint8_t flags;
    uint16_t seq;
    uint32_t t_us;
    const uint8_t *body; /* in the decoder's buffer, until the next byte is decoded */
    size_t body_bytes;
} torsion_frame;

/* All counters wrap. Only the counters are of use to the caller. */
typedef struct {
    uint8_t *buffer;
    size_t capacity;
    size_t length;
    bool is_skipping;
    uint32_t frames;    /* that were whole */
    uint32_t damaged;   /* pieces between two delimiters that were no whole frame */
    uint32_t oversized; /* pieces longer than the buffer */
} torsion_decoder;

/* The buffer is the caller's and stays in use: TORSION_REQUEST_ROOM bytes are enough for a
 * device that takes no simulations; more than TORSION_LARGEST_ROOM - 1 are not used. */
void torsion_decoder_init(torsion_decoder *decoder, uint8_t *buffer, size_t capacity);

/* Take one byte from the line; true when it ended a whole frame, which is then in *frame. */
bool torsion_decode(torsion_decoder *decoder, uint8_t byte, torsion_frame *frame);

typedef struct {
    torsion_type type;
    uint16_t seq; /* answers name it */
    uint32_t t_us;
    bool is_repeated; /* it was sent before under the same seq: answer again, act once */
    union {
        struct { uint16_t version; } hello;
        struct { uint16_t samples_per_frame; } stream_on;
        struct { double speed_percent; uint16_t joints; const uint8_t *target; } point_to_point;
        struct { uint16_t joint; double angle; double speed; } jog;
        struct { torsion_trajectory_kind kind; uint32_t size; uint32_t crc; } begin;
        struct { uint32_t offset; const uint8_t *content; size_t bytes; } chunk;
        struct { uint32_t token; } run;
        struct { bool abort; } stop;
        struct { const uint8_t *text; size_t bytes; } simulate; /* JSON, not looked at */
        struct { double mass_kg; bool has_center; double center_m[3]; } payload; /* in the flange's frame */
    } as;
} torsion_request;

typedef enum {
    TORSION_IS_REQUEST,
    TORSION_IS_UNKNOWN,  /* ignore it */
    TORSION_IS_MALFORMED /* a right checksum around a body that is none: ignore it, count it */
} torsion_verdict;

/* What a frame asks for. Lengths are exact and all numbers finite; whether a joint exists or
 * an angle is within limits is the caller's to say. */
torsion_verdict torsion_read_request(const torsion_frame *frame, torsion_request *request);

/* Little-endian numbers at any address. */
uint16_t torsion_u16(const uint8_t *at);
uint32_t torsion_u32(const uint8_t *at);
double torsion_f64(const uint8_t *at);

/* --- Sending --------------------------------------------------------------------------- */

typedef struct {
    uint16_t seq;  /* counts the frames of this device, wraps */
    uint32_t t_us; /* the device's clock, wraps */
} torsion_stamp;

/* Where a frame goes; every pack function returns its length, 0 where it does not fit. */
typedef struct {
    uint8_t *out;
    size_t capacity;
} torsion_room;

typedef struct {
    torsion_state state;
    uint8_t flags;
    uint32_t motion; /* motions accepted since power-on */
    float progress;  /* 0 to 1 */
    torsion_outcome outcome;
    double payload_kg; /* NAN where the controller assumes none that it could tell */
    const char *fault; /* "" for none */
    const char *facts; /* a JSON object, or "" */
} torsion_status;

size_t torsion_pack_announcement(torsion_room room, torsion_stamp stamp, const char *json);
size_t torsion_pack_ack(torsion_room room, torsion_stamp stamp, uint16_t request);
size_t torsion_pack_reject(torsion_room room, torsion_stamp stamp, uint16_t request,
                           const char *code, const char *facts);
size_t torsion_pack_trajectory_ack(torsion_room room, torsion_stamp stamp, uint32_t received);
size_t torsion_pack_committed(torsion_room room, torsion_stamp stamp, uint16_t request,
                              uint32_t token);
/* What the controller assumes on its flange; NULL in place of three numbers where it holds no centre. */
size_t torsion_pack_payload_told(torsion_room room, torsion_stamp stamp, uint16_t request,
                                 double mass_kg, const double *center_m);
size_t torsion_pack_status(torsion_room room, torsion_stamp stamp, const torsion_status *status);

/* `count` rows of `words` numbers each, as the channel table has them: i4 and f4 alike as the
 * 32 bits that they are (torsion_bits() for f4). */
size_t torsion_pack_samples(torsion_room room, torsion_stamp stamp, uint16_t first, uint16_t count,
                            const uint32_t *time_us, const uint32_t *rows, size_t words);
size_t torsion_pack_slow_samples(torsion_room room, torsion_stamp stamp, uint32_t time_us,
                                 const uint32_t *row, size_t words);
uint32_t torsion_bits(float value);

/* --- Answers to requests that come again -------------------------------------------------- */

#define TORSION_REMEMBERED 32

/* An answer that can be given again: Ack, Reject without facts, TrajectoryAck or Committed. */
typedef struct {
    uint16_t request;
    torsion_type type;
    const char *code; /* of a Reject; must outlive the answer, a literal for instance */
    uint32_t value;   /* token, or bytes received */
} torsion_answer;

typedef struct {
    torsion_answer last[TORSION_REMEMBERED];
    uint8_t count;
    uint8_t next;
} torsion_answers;

void torsion_answers_forget(torsion_answers *answers); /* at the start and at every Hello */
void torsion_answers_note(torsion_answers *answers, torsion_answer answer);
const torsion_answer *torsion_answers_find(const torsion_answers *answers, uint16_t request);
size_t torsion_pack_answer(torsion_room room, torsion_stamp stamp, const torsion_answer *answer);

/* --- Trajectories --------------------------------------------------------------------------- */

/* q(t) = q0 + sum over l of a_l / (w l) sin(w l t) - b_l / (w l) cos(w l t), w in rad/s. */
typedef struct {
    double duration_s;
    double base;
    uint16_t joints;
    uint16_t harmonics;
    const uint8_t *q0, *a, *b; /* f64 in the upload's bytes: read with torsion_f64() */
} torsion_fourier;

typedef struct {
    double period_s;
    uint16_t joints;
    uint32_t count;
    const uint8_t *positions;
} torsion_points;

/* The CRC-32 that TrajectoryBegin announced; a whole that came in pieces goes on from `crc`, 0 at first. */
uint32_t torsion_crc32(uint32_t crc, const uint8_t *content, size_t bytes);

/* False where the length or a number is wrong; what they fill in is of use only where they say true.
 * The bytes stay the caller's and in use. */
bool torsion_read_fourier(const uint8_t *content, size_t bytes, torsion_fourier *fourier);
bool torsion_read_points(const uint8_t *content, size_t bytes, torsion_points *points);
double torsion_fourier_q0(const torsion_fourier *fourier, uint16_t joint);
double torsion_fourier_a(const torsion_fourier *fourier, uint16_t joint, uint16_t harmonic); /* 1 to L */
double torsion_fourier_b(const torsion_fourier *fourier, uint16_t joint, uint16_t harmonic);
double torsion_point(const torsion_points *points, uint32_t row, uint16_t joint);

#ifdef __cplusplus
}
#endif
#endif
