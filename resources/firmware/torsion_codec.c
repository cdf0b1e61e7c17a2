/* SPDX-License-Identifier: Apache-2.0
 *
 * See torsion_codec.h.
 */
#include "torsion_codec.h"

#include <string.h>

/* Where `double` is no IEEE 754 number of eight bytes, positions cannot be read: compile no further. */
typedef char torsion_needs_eight_byte_doubles[sizeof(double) == 8 ? 1 : -1];
typedef char torsion_needs_four_byte_floats[sizeof(float) == 4 ? 1 : -1];

#define FULL_RUN 255u
#define FLAG_REPEATED 1u
#define MOST_CODE_BYTES 255u
#define MOST_WORDS ((size_t)(TORSION_LARGEST_BODY_BYTES - 4) / 4)

/* --- CRC-32: polynomial 0x04C11DB7 reflected, four bits at a time -------------------------- */

static const uint32_t CRC_OF_NIBBLE[16] = {
    0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
    0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
    0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu};

static uint32_t crc_with(uint32_t state, uint8_t byte)
{
    state ^= byte;
    state = (state >> 4) ^ CRC_OF_NIBBLE[state & 15u];
    return (state >> 4) ^ CRC_OF_NIBBLE[state & 15u];
}

uint32_t torsion_crc32(uint32_t crc, const uint8_t *content, size_t bytes)
{
    uint32_t state = ~crc;
    for (size_t i = 0; i < bytes; i++)
        state = crc_with(state, content[i]);
    return ~state;
}

/* --- Numbers ----------------------------------------------------------------------------------- */

uint16_t torsion_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | (uint16_t)(at[1] << 8));
}

uint32_t torsion_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t u64(const uint8_t *at)
{
    return (uint64_t)torsion_u32(at) | (uint64_t)torsion_u32(at + 4) << 32;
}

double torsion_f64(const uint8_t *at)
{
    const uint64_t bits = u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t torsion_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* By its bits: compilers told to hurry take isfinite() for true. */
static bool are_finite(const uint8_t *at, uint64_t count)
{
    const uint64_t exponent = 0x7FF0000000000000u;
    for (uint64_t i = 0; i < count; i++, at += 8)
        if ((u64(at) & exponent) == exponent)
            return false;
    return true;
}

/* --- Receiving --------------------------------------------------------------------------------- */

void torsion_decoder_init(torsion_decoder *decoder, uint8_t *buffer, size_t capacity)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->buffer = buffer;
    /* a frame without its delimiter */
    decoder->capacity = capacity < TORSION_LARGEST_ROOM ? capacity : TORSION_LARGEST_ROOM - 1;
}

/* Undo the stuffing in place: what comes out is never longer. Its length, 0 where it is damaged. */
static size_t unstuff(uint8_t *content, size_t length)
{
    size_t from = 0, to = 0;
    while (from < length) {
        const uint8_t code = content[from++];
        if (code == 0 || (size_t)(code - 1) > length - from)
            return 0;
        memmove(content + to, content + from, (size_t)(code - 1));
        from += (size_t)(code - 1);
        to += (size_t)(code - 1);
        if (code != FULL_RUN && from < length)
            content[to++] = 0;
    }
    return to;
}

static bool read_frame(uint8_t *content, size_t length, torsion_frame *frame)
{
    const size_t size = unstuff(content, length);
    if (size < TORSION_HEADER_BYTES + TORSION_CHECKSUM_BYTES ||
        size > TORSION_HEADER_BYTES + TORSION_LARGEST_BODY_BYTES + TORSION_CHECKSUM_BYTES)
        return false;
    const size_t checked = size - TORSION_CHECKSUM_BYTES;
    if (torsion_crc32(0, content, checked) != torsion_u32(content + checked))
        return false;
    frame->type = content[0];
    frame->flags = content[1];
    frame->seq = torsion_u16(content + 2);
    frame->t_us = torsion_u32(content + 4);
    frame->body = content + TORSION_HEADER_BYTES;
    frame->body_bytes = checked - TORSION_HEADER_BYTES;
    return true;
}

static void keep(torsion_decoder *decoder, uint8_t byte)
{
    if (decoder->is_skipping)
        return;
    if (decoder->length == decoder->capacity) {
        decoder->is_skipping = true;
        decoder->length = 0;
        decoder->oversized++;
        return;
    }
    decoder->buffer[decoder->length++] = byte;
}

bool torsion_decode(torsion_decoder *decoder, uint8_t byte, torsion_frame *frame)
{
    if (byte != 0) {
        keep(decoder, byte);
        return false;
    }
    const size_t length = decoder->length;
    decoder->is_skipping = false;
    decoder->length = 0;
    if (length == 0)
        return false; /* two delimiters in a row, or the end of what was skipped */
    if (!read_frame(decoder->buffer, length, frame)) {
        decoder->damaged++;
        return false;
    }
    decoder->frames++;
    return true;
}

/* --- What a frame asks for ------------------------------------------------------------------------ */

static bool read_point_to_point(const uint8_t *body, size_t bytes, torsion_request *request)
{
    if (bytes < 10)
        return false;
    const uint16_t joints = torsion_u16(body + 8);
    if (bytes != 10u + 8u * (size_t)joints || !are_finite(body, 1) || !are_finite(body + 10, joints))
        return false;
    request->as.point_to_point.speed_percent = torsion_f64(body);
    request->as.point_to_point.joints = joints;
    request->as.point_to_point.target = body + 10;
    return true;
}

static bool read_jog(const uint8_t *body, size_t bytes, torsion_request *request)
{
    if (bytes != 18 || !are_finite(body + 2, 2))
        return false;
    request->as.jog.joint = torsion_u16(body);
    request->as.jog.angle = torsion_f64(body + 2);
    request->as.jog.speed = torsion_f64(body + 10);
    return true;
}

static bool read_begin(const uint8_t *body, size_t bytes, torsion_request *request)
{
    if (bytes != 9 || body[0] > TORSION_POINTS)
        return false;
    request->as.begin.kind = body[0] == TORSION_POINTS ? TORSION_POINTS : TORSION_FOURIER;
    request->as.begin.size = torsion_u32(body + 1);
    request->as.begin.crc = torsion_u32(body + 5);
    return true;
}

static bool read_chunk(const uint8_t *body, size_t bytes, torsion_request *request)
{
    if (bytes < 4)
        return false;
    request->as.chunk.offset = torsion_u32(body);
    request->as.chunk.content = body + 4;
    request->as.chunk.bytes = bytes - 4;
    return true;
}

static bool is_nan(const uint8_t *at)
{
    return (u64(at) & 0x7FFFFFFFFFFFFFFFu) > 0x7FF0000000000000u;
}

static bool read_payload(const uint8_t *body, size_t bytes, torsion_request *request)
{
    if (bytes != 32 || !are_finite(body, 1))
        return false;
    const bool has_none = is_nan(body + 8) && is_nan(body + 16) && is_nan(body + 24);
    request->as.payload.mass_kg = torsion_f64(body);
    request->as.payload.has_center = !has_none;
    for (size_t i = 0; i < 3; i++)
        request->as.payload.center_m[i] = has_none ? 0.0 : torsion_f64(body + 8 + 8 * i);
    return has_none || are_finite(body + 8, 3);
}

static bool read_small(const uint8_t *body, size_t bytes, torsion_request *request)
{
    switch (request->type) {
    case TORSION_HELLO:
        request->as.hello.version = bytes == 2 ? torsion_u16(body) : 0;
        return bytes == 2;
    case TORSION_STREAM_ON:
        request->as.stream_on.samples_per_frame = bytes == 2 ? torsion_u16(body) : 0;
        return bytes == 2;
    case TORSION_TRAJECTORY_RUN:
        request->as.run.token = bytes == 4 ? torsion_u32(body) : 0;
        return bytes == 4;
    case TORSION_STOP:
        request->as.stop.abort = bytes == 1 && body[0] != 0;
        return bytes == 1;
    default:
        return bytes == 0;
    }
}

static bool read_body(const uint8_t *body, size_t bytes, torsion_request *request)
{
    switch (request->type) {
    case TORSION_POINT_TO_POINT:
        return read_point_to_point(body, bytes, request);
    case TORSION_JOG_JOINT:
        return read_jog(body, bytes, request);
    case TORSION_TRAJECTORY_BEGIN:
        return read_begin(body, bytes, request);
    case TORSION_TRAJECTORY_CHUNK:
        return read_chunk(body, bytes, request);
    case TORSION_SET_PAYLOAD:
        return read_payload(body, bytes, request);
    case TORSION_SIMULATE:
        request->as.simulate.text = body;
        request->as.simulate.bytes = bytes;
        return bytes >= 2;
    default:
        return read_small(body, bytes, request);
    }
}

torsion_verdict torsion_read_request(const torsion_frame *frame, torsion_request *request)
{
    if (frame->type < TORSION_HELLO || frame->type > TORSION_SET_PAYLOAD)
        return TORSION_IS_UNKNOWN;
    memset(request, 0, sizeof *request);
    request->type = (torsion_type)frame->type;
    request->seq = frame->seq;
    request->t_us = frame->t_us;
    request->is_repeated = (frame->flags & FLAG_REPEATED) != 0;
    return read_body(frame->body, frame->body_bytes, request) ? TORSION_IS_REQUEST : TORSION_IS_MALFORMED;
}

/* --- Sending: stuffed and summed up byte by byte, straight into the caller's room --------------------- */

typedef struct {
    torsion_room room;
    size_t length;
    size_t code_at; /* where the length of the present run will stand */
    uint32_t crc;
    uint8_t code;
    bool after_full_run;
    bool is_too_long;
} writer;

static void put_raw(writer *w, uint8_t byte)
{
    if (w->length < w->room.capacity)
        w->room.out[w->length++] = byte;
    else
        w->is_too_long = true;
}

static void begin_run(writer *w, bool after_full_run)
{
    w->code_at = w->length;
    w->code = 1;
    w->after_full_run = after_full_run;
    put_raw(w, 0);
}

static void end_run(writer *w)
{
    if (!w->is_too_long)
        w->room.out[w->code_at] = w->code;
}

static void put_stuffed(writer *w, uint8_t byte)
{
    if (byte == 0) {
        end_run(w);
        begin_run(w, false);
        return;
    }
    put_raw(w, byte);
    if (++w->code == FULL_RUN) {
        end_run(w);
        begin_run(w, true);
    }
}

static void put_u8(writer *w, uint8_t byte)
{
    w->crc = crc_with(w->crc, byte);
    put_stuffed(w, byte);
}

static void put_u16(writer *w, uint16_t value)
{
    put_u8(w, (uint8_t)(value & 0xFFu));
    put_u8(w, (uint8_t)(value >> 8));
}

static void put_u32(writer *w, uint32_t value)
{
    put_u16(w, (uint16_t)(value & 0xFFFFu));
    put_u16(w, (uint16_t)(value >> 16));
}

static void put_f64(writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(w, (uint32_t)(bits & 0xFFFFFFFFu));
    put_u32(w, (uint32_t)(bits >> 32));
}

static void put_text(writer *w, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        put_u8(w, (uint8_t)text[i]);
}

/* A short text with its length in front; longer codes than 255 bytes there are none. */
static void put_code(writer *w, const char *code)
{
    const size_t bytes = strlen(code);
    if (bytes > MOST_CODE_BYTES)
        w->is_too_long = true;
    put_u8(w, (uint8_t)(bytes & MOST_CODE_BYTES));
    put_text(w, code, bytes);
}

static writer begun(torsion_room room, torsion_stamp stamp, torsion_type type, size_t body_bytes)
{
    writer w = {.room = room, .crc = 0xFFFFFFFFu};
    w.is_too_long = body_bytes > TORSION_LARGEST_BODY_BYTES;
    begin_run(&w, false);
    put_u8(&w, (uint8_t)type);
    put_u8(&w, 0);
    put_u16(&w, stamp.seq);
    put_u32(&w, stamp.t_us);
    return w;
}

static size_t ended(writer *w)
{
    const uint32_t crc = ~w->crc;
    put_u32(w, crc);
    if (w->after_full_run && w->code == 1 && !w->is_too_long)
        w->length--; /* a full run at the very end needs nothing after it */
    else
        end_run(w);
    put_raw(w, 0);
    return w->is_too_long ? 0 : w->length;
}

size_t torsion_pack_announcement(torsion_room room, torsion_stamp stamp, const char *json)
{
    const size_t bytes = strlen(json);
    writer w = begun(room, stamp, TORSION_ANNOUNCEMENT, bytes);
    if (!w.is_too_long)
        put_text(&w, json, bytes);
    return ended(&w);
}

size_t torsion_pack_ack(torsion_room room, torsion_stamp stamp, uint16_t request)
{
    writer w = begun(room, stamp, TORSION_ACK, 2);
    put_u16(&w, request);
    return ended(&w);
}

size_t torsion_pack_reject(torsion_room room, torsion_stamp stamp, uint16_t request,
                           const char *code, const char *facts)
{
    const size_t facts_bytes = strlen(facts);
    writer w = begun(room, stamp, TORSION_REJECT, 3 + strlen(code) + facts_bytes);
    put_u16(&w, request);
    put_code(&w, code);
    put_text(&w, facts, facts_bytes);
    return ended(&w);
}

size_t torsion_pack_trajectory_ack(torsion_room room, torsion_stamp stamp, uint32_t received)
{
    writer w = begun(room, stamp, TORSION_TRAJECTORY_ACK, 4);
    put_u32(&w, received);
    return ended(&w);
}

size_t torsion_pack_committed(torsion_room room, torsion_stamp stamp, uint16_t request,
                              uint32_t token)
{
    writer w = begun(room, stamp, TORSION_COMMITTED, 6);
    put_u16(&w, request);
    put_u32(&w, token);
    return ended(&w);
}

size_t torsion_pack_payload_told(torsion_room room, torsion_stamp stamp, uint16_t request,
                                 double mass_kg, const double *center_m)
{
    writer w = begun(room, stamp, TORSION_PAYLOAD_TOLD, 34);
    put_u16(&w, request);
    put_f64(&w, mass_kg);
    for (size_t i = 0; i < 3; i++) {
        if (center_m != NULL) {
            put_f64(&w, center_m[i]);
        } else { /* NaN: there is none */
            put_u32(&w, 0);
            put_u32(&w, 0x7FF80000u);
        }
    }
    return ended(&w);
}

size_t torsion_pack_status(torsion_room room, torsion_stamp stamp, const torsion_status *status)
{
    const size_t facts_bytes = strlen(status->facts);
    writer w = begun(room, stamp, TORSION_STATUS, 20 + strlen(status->fault) + facts_bytes);
    put_u8(&w, (uint8_t)status->state);
    put_u8(&w, status->flags);
    put_u32(&w, status->motion);
    put_u32(&w, torsion_bits(status->progress));
    put_u8(&w, (uint8_t)status->outcome);
    put_f64(&w, status->payload_kg);
    put_code(&w, status->fault);
    put_text(&w, status->facts, facts_bytes);
    return ended(&w);
}

static void put_words(writer *w, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_u32(w, words[i]);
}

size_t torsion_pack_samples(torsion_room room, torsion_stamp stamp, uint16_t first, uint16_t count,
                            const uint32_t *time_us, const uint32_t *rows, size_t words)
{
    /* divided, so that no product overflows */
    if (count == 0 || words == 0 || words >= MOST_WORDS / count)
        return 0;
    writer w = begun(room, stamp, TORSION_SAMPLES, 4 + 4 * (size_t)count * (1 + words));
    put_u16(&w, first);
    put_u16(&w, count);
    put_words(&w, time_us, count);
    put_words(&w, rows, (size_t)count * words);
    return ended(&w);
}

size_t torsion_pack_slow_samples(torsion_room room, torsion_stamp stamp, uint32_t time_us,
                                 const uint32_t *row, size_t words)
{
    if (words == 0 || words > MOST_WORDS)
        return 0;
    writer w = begun(room, stamp, TORSION_SLOW_SAMPLES, 4 + 4 * words);
    put_u32(&w, time_us);
    put_words(&w, row, words);
    return ended(&w);
}

/* --- Answers to requests that come again ------------------------------------------------------------ */

void torsion_answers_forget(torsion_answers *answers)
{
    memset(answers, 0, sizeof *answers);
}

void torsion_answers_note(torsion_answers *answers, torsion_answer answer)
{
    answers->last[answers->next] = answer;
    answers->next = (uint8_t)((answers->next + 1u) % TORSION_REMEMBERED);
    if (answers->count < TORSION_REMEMBERED)
        answers->count++;
}

/* The newest under that number. */
const torsion_answer *torsion_answers_find(const torsion_answers *answers, uint16_t request)
{
    for (unsigned back = 1; back <= answers->count; back++) {
        const unsigned place = (answers->next + TORSION_REMEMBERED - back) % TORSION_REMEMBERED;
        if (answers->last[place].request == request)
            return &answers->last[place];
    }
    return NULL;
}

size_t torsion_pack_answer(torsion_room room, torsion_stamp stamp, const torsion_answer *answer)
{
    switch (answer->type) {
    case TORSION_ACK:
        return torsion_pack_ack(room, stamp, answer->request);
    case TORSION_REJECT:
        return torsion_pack_reject(room, stamp, answer->request, answer->code, "");
    case TORSION_TRAJECTORY_ACK:
        return torsion_pack_trajectory_ack(room, stamp, answer->value);
    case TORSION_COMMITTED:
        return torsion_pack_committed(room, stamp, answer->request, answer->value);
    default:
        return 0;
    }
}

/* --- Trajectories -------------------------------------------------------------------------------------- */

static bool is_positive_and_finite(double value)
{
    return value > 0.0 && value <= 1.7976931348623157e308;
}

bool torsion_read_fourier(const uint8_t *content, size_t bytes, torsion_fourier *fourier)
{
    const size_t head = 20;
    if (bytes < head || !are_finite(content, 2))
        return false;
    fourier->duration_s = torsion_f64(content);
    fourier->base = torsion_f64(content + 8);
    fourier->joints = torsion_u16(content + 16);
    fourier->harmonics = torsion_u16(content + 18);
    const uint64_t coefficients = (uint64_t)fourier->joints * fourier->harmonics;
    const uint64_t numbers = fourier->joints + 2 * coefficients;
    if (bytes - head != 8 * numbers || !are_finite(content + head, numbers))
        return false;
    fourier->q0 = content + head;
    fourier->a = fourier->q0 + 8 * (size_t)fourier->joints;
    fourier->b = fourier->a + 8 * (size_t)coefficients;
    return coefficients > 0 && is_positive_and_finite(fourier->duration_s) &&
           is_positive_and_finite(fourier->base);
}

bool torsion_read_points(const uint8_t *content, size_t bytes, torsion_points *points)
{
    const size_t head = 14;
    if (bytes < head || !are_finite(content, 1))
        return false;
    points->period_s = torsion_f64(content);
    points->joints = torsion_u16(content + 8);
    points->count = torsion_u32(content + 10);
    points->positions = content + head;
    const uint64_t numbers = (uint64_t)points->joints * points->count;
    if (bytes - head != 8 * numbers || !are_finite(points->positions, numbers))
        return false;
    return points->joints > 0 && points->count > 1 && is_positive_and_finite(points->period_s);
}

double torsion_fourier_q0(const torsion_fourier *fourier, uint16_t joint)
{
    return torsion_f64(fourier->q0 + 8 * (size_t)joint);
}

static size_t coefficient(const torsion_fourier *fourier, uint16_t joint, uint16_t harmonic)
{
    return 8 * ((size_t)joint * fourier->harmonics + harmonic - 1);
}

double torsion_fourier_a(const torsion_fourier *fourier, uint16_t joint, uint16_t harmonic)
{
    return torsion_f64(fourier->a + coefficient(fourier, joint, harmonic));
}

double torsion_fourier_b(const torsion_fourier *fourier, uint16_t joint, uint16_t harmonic)
{
    return torsion_f64(fourier->b + coefficient(fourier, joint, harmonic));
}

double torsion_point(const torsion_points *points, uint32_t row, uint16_t joint)
{
    return torsion_f64(points->positions + 8 * ((size_t)row * points->joints + joint));
}
