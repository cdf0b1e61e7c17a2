/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference codec flattened for a caller in another language: bytes in, one fixed record a
 * frame out, many pieces of a stream in one call.
 */
#include "torsion_codec.h"

typedef struct {
    uint8_t type, flags, verdict, is_repeated;
    uint16_t seq;
    uint16_t has_center; /* of a payload */
    uint32_t t_us;
    uint32_t body_bytes;
    uint32_t body_crc;
    uint32_t list_bytes;
    double fields[4]; /* the numbers of a request, in the order of its body */
    const uint8_t *list; /* targets, content of a chunk, or text: until the next byte is decoded */
} flat_frame;

typedef struct {
    uint32_t frames, damaged, oversized;
    uint32_t pending; /* bytes of a frame that has not ended */
    uint32_t found;   /* frames since the beginning of this call */
} flat_counts;

static void flatten_request(const torsion_request *r, flat_frame *flat)
{
    flat->is_repeated = r->is_repeated;
    switch (r->type) {
    case TORSION_HELLO:
        flat->fields[0] = r->as.hello.version;
        break;
    case TORSION_STREAM_ON:
        flat->fields[0] = r->as.stream_on.samples_per_frame;
        break;
    case TORSION_POINT_TO_POINT:
        flat->fields[0] = r->as.point_to_point.speed_percent;
        flat->fields[1] = r->as.point_to_point.joints;
        flat->list = r->as.point_to_point.target;
        flat->list_bytes = 8u * r->as.point_to_point.joints;
        break;
    case TORSION_JOG_JOINT:
        flat->fields[0] = r->as.jog.joint;
        flat->fields[1] = r->as.jog.angle;
        flat->fields[2] = r->as.jog.speed;
        break;
    case TORSION_TRAJECTORY_BEGIN:
        flat->fields[0] = r->as.begin.kind;
        flat->fields[1] = r->as.begin.size;
        flat->fields[2] = r->as.begin.crc;
        break;
    case TORSION_TRAJECTORY_CHUNK:
        flat->fields[0] = r->as.chunk.offset;
        flat->list = r->as.chunk.content;
        flat->list_bytes = (uint32_t)r->as.chunk.bytes;
        break;
    case TORSION_TRAJECTORY_RUN:
        flat->fields[0] = r->as.run.token;
        break;
    case TORSION_STOP:
        flat->fields[0] = r->as.stop.abort;
        break;
    case TORSION_SET_PAYLOAD:
        flat->fields[0] = r->as.payload.mass_kg;
        for (int i = 0; i < 3; i++)
            flat->fields[1 + i] = r->as.payload.center_m[i];
        flat->has_center = r->as.payload.has_center;
        break;
    case TORSION_SIMULATE:
        flat->list = r->as.simulate.text;
        flat->list_bytes = (uint32_t)r->as.simulate.bytes;
        break;
    default:
        break;
    }
}

static void flatten(const torsion_frame *frame, flat_frame *flat)
{
    torsion_request request;
    *flat = (flat_frame){.type = frame->type, .flags = frame->flags, .seq = frame->seq, .t_us = frame->t_us};
    flat->body_bytes = (uint32_t)frame->body_bytes;
    flat->body_crc = torsion_crc32(0, frame->body, frame->body_bytes);
    flat->verdict = (uint8_t)torsion_read_request(frame, &request);
    if (flat->verdict == TORSION_IS_REQUEST)
        flatten_request(&request, flat);
}

/* Feed the pieces of `content` that end at `ends`, one after the other; how many frames there were,
 * of which at most `capacity` are in `flat`, and in `counts` how things stood after each piece. */
size_t flat_feed(torsion_decoder *decoder, const uint8_t *content, const size_t *ends, size_t pieces,
                 flat_frame *flat, size_t capacity, flat_counts *counts)
{
    torsion_frame frame;
    size_t found = 0, at = 0;
    for (size_t piece = 0; piece < pieces; piece++) {
        for (; at < ends[piece]; at++)
            if (torsion_decode(decoder, content[at], &frame) && found++ < capacity)
                flatten(&frame, &flat[found - 1]);
        counts[piece] = (flat_counts){decoder->frames, decoder->damaged, decoder->oversized,
                                      (uint32_t)decoder->length, (uint32_t)found};
    }
    return found;
}

size_t flat_decoder_size(void) { return sizeof(torsion_decoder); }
