/* SPDX-License-Identifier: Apache-2.0
 *
 * Throws damaged and made-up bytes at the reference codec, to be compiled with sanitizers:
 *
 *     fuzz_codec ROUNDS SEED
 *
 * Every buffer is allocated at its exact size, so that one byte too far is seen.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "torsion_codec.h"

static uint64_t state;

static uint32_t any(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

static uint8_t *exactly(size_t bytes)
{
    uint8_t *found = malloc(bytes > 0 ? bytes : 1);
    if (found == NULL)
        abort();
    return found;
}

/* Zeros, full runs and anything between. */
static uint8_t *made_up(size_t bytes)
{
    uint8_t *content = exactly(bytes);
    const uint32_t kind = any(4);
    for (size_t i = 0; i < bytes; i++)
        content[i] = (uint8_t)(kind == 0 ? 0 : kind == 1 ? 0xFF : any(256));
    return content;
}

static size_t say_something(torsion_room room)
{
    const torsion_stamp stamp = {(uint16_t)any(65536), any(UINT32_MAX)};
    uint32_t *words = (uint32_t *)(void *)made_up(4 * 256);
    const torsion_status status = {(torsion_state)any(5), (uint8_t)any(16), any(9), 0.5f,
                                   (torsion_outcome)any(4), NAN, "host-silent", "{\"a\":1}"};
    const torsion_answer answer = {3, (torsion_type)(TORSION_ACK + any(4)), "not-armed", any(9)};
    size_t said = 0;
    switch (any(7)) {
    case 0: said = torsion_pack_announcement(room, stamp, "{\"version\":1}"); break;
    case 1: said = torsion_pack_reject(room, stamp, 7, "not-armed", any(2) ? "{}" : ""); break;
    case 2: said = torsion_pack_status(room, stamp, &status); break;
    case 3: said = torsion_pack_samples(room, stamp, 5, (uint16_t)any(12), words, words + 12, any(20)); break;
    case 4: said = torsion_pack_slow_samples(room, stamp, 9, words, any(256)); break;
    case 5: said = torsion_pack_answer(room, stamp, &answer); break;
    default: said = torsion_pack_samples(room, stamp, 5, (uint16_t)any(65536), words, words, SIZE_MAX - any(9));
    }
    free(words);
    return said;
}

/* A frame of a request with a right checksum around any body: the inverse of decoding, by hand. */
static size_t ask_something(uint8_t *out, size_t bytes)
{
    uint8_t content[300];
    uint8_t *body = made_up(bytes);
    size_t size = 8, to = 1, code_at = 0;
    memset(content, 0, sizeof content);
    content[0] = (uint8_t)(1 + any(17));
    content[1] = (uint8_t)any(2);
    memcpy(content + size, body, bytes);
    size += bytes;
    const uint32_t crc = torsion_crc32(0, content, size);
    for (int shift = 0; shift < 32; shift += 8)
        content[size++] = (uint8_t)(crc >> shift);
    for (size_t i = 0; i < size; i++) {
        if (content[i] != 0)
            out[to++] = content[i];
        if (content[i] == 0 || to - code_at == 255) {
            out[code_at] = (uint8_t)(to - code_at);
            code_at = to++;
        }
    }
    out[code_at] = (uint8_t)(to - code_at);
    out[to++] = 0;
    free(body);
    return to;
}

static double look_at(const torsion_request *r)
{
    double sum = 0.0;
    if (r->type == TORSION_POINT_TO_POINT)
        for (uint16_t j = 0; j < r->as.point_to_point.joints; j++)
            sum += torsion_f64(r->as.point_to_point.target + 8 * j);
    if (r->type == TORSION_TRAJECTORY_CHUNK && r->as.chunk.bytes > 0)
        sum += r->as.chunk.content[r->as.chunk.bytes - 1];
    if (r->type == TORSION_SIMULATE && r->as.simulate.bytes > 0)
        sum += r->as.simulate.text[r->as.simulate.bytes - 1];
    return sum;
}

/* Whether one was taken; heads that say small numbers, so that some lengths fit. */
static bool read_an_upload(void)
{
    const size_t bytes = any(2) ? 20 + 8 * (size_t)any(14) : 14 + 8 * (size_t)any(14) + any(2);
    uint8_t *content = made_up(bytes);
    const double seconds = 0.5;
    torsion_fourier fourier;
    torsion_points points;
    memcpy(content, &seconds, bytes > 8 && any(8) ? 8 : 0);
    for (size_t i = 8; i < bytes && i < 14; i++)
        content[i] = i == 8 || i == 10 ? (uint8_t)any(4) : 0;
    if (bytes >= 20 && any(2)) {
        memcpy(content + 8, &seconds, 8);
        for (size_t i = 16; i < 20; i++)
            content[i] = i == 16 || i == 18 ? (uint8_t)any(4) : 0;
    }
    const bool is_fourier = torsion_read_fourier(content, bytes, &fourier);
    const bool is_points = torsion_read_points(content, bytes, &points);
    if (is_fourier)
        (void)torsion_fourier_b(&fourier, (uint16_t)(fourier.joints - 1), fourier.harmonics);
    if (is_points)
        (void)torsion_point(&points, points.count - 1, (uint16_t)(points.joints - 1));
    free(content);
    return is_fourier || is_points;
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    state = 0x9E3779B97F4A7C15u ^ strtoull(arguments[2], NULL, 10);
    const size_t capacity = 20 + any(600);
    uint8_t *buffer = exactly(capacity);
    torsion_decoder decoder;
    torsion_frame frame;
    torsion_request request;
    double sum = 0.0;
    unsigned long heard = 0, said = 0, taken = 0;
    torsion_decoder_init(&decoder, buffer, capacity);
    for (long round = strtol(arguments[1], NULL, 10); round > 0; round--) {
        const size_t room = any(1200);
        uint8_t *out = exactly(room < 400 ? 400 : room);
        const torsion_room tight = {out, room};
        size_t bytes = any(2) ? say_something(tight) : ask_something(out, any(250));
        said += bytes > 0;
        for (uint32_t hits = any(4); hits > 0 && bytes > 0; hits--)
            out[any((uint32_t)bytes)] ^= (uint8_t)(1u << any(8));
        for (size_t i = 0; i < bytes; i++)
            if (torsion_decode(&decoder, out[i], &frame)) {
                heard++;
                if (torsion_read_request(&frame, &request) == TORSION_IS_REQUEST)
                    sum += look_at(&request);
            }
        free(out);
        taken += read_an_upload();
    }
    printf("%lu said, %lu heard, %lu damaged, %lu uploads%s\n", said, heard, (unsigned long)decoder.damaged,
           taken, isnan(sum) ? ", NaN" : "");
    free(buffer);
    return 0;
}
