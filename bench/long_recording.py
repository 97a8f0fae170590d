"""Makes a recording as long as one likes of a short one, as its writer would have made it, with holes for most events."""

import os
import struct

PAGE, SMALLEST, LARGEST, SHORTEST, LONGEST = 4096, 256 << 10, 4 << 20, 1 << 20, 64 << 20
RING_FLAG, RING_CHUNK = 1, 16 << 20
MOST = 2**64 - 1
ENTER, LEAVE, STATE, PROCESS, SITE, CLOCK, INDEX = 0x01, 0x02, 0x80, 0x82, 0x84, 0x85, 0x86


def chunks(recording):
    at = PAGE
    while recording[at : at + 8] == b"CHUNK2R\n":
        size, _, kind = struct.unpack_from("<QQQ", recording, at + 8)
        yield kind, recording[at + 32 : at + size]
        at += size


def records(chunk):
    at = 0
    while at + 8 <= len(chunk) and (head := struct.unpack_from("<Q", chunk, at)[0]):
        words = head >> 8 & 0xFFFFFF if head & 0xFF >= STATE else 1 + (head & 0xFF >= 0x40)
        yield head & 0xFF, head >> 32, chunk[at + 8 : at + 8 * words]
        at += 8 * words


def lengthen(source, to, size, is_ring=False, chunks_per_second=400, regions_per_chunk=50):
    """Two threads record by turns. The last second has 2 * 400 * 50 events, the file the given size at least."""
    recording = source.read_bytes()
    definitions = [chunk for kind, chunk in chunks(recording) if kind == 1]
    known = [record for chunk in definitions for record in records(chunk)]
    began = next(struct.unpack_from("<q", fields)[0] for kind, _, fields in known if kind == PROCESS)
    rate = next(struct.unpack_from("<q", fields, 16)[0] for kind, _, fields in known if kind == CLOCK)
    site = next(number for kind, number, _ in known if kind == SITE)
    step = int(1e9 * 2**40 / rate) // chunks_per_second
    regions = []
    for i in range(regions_per_chunk):
        time = i * (step // regions_per_chunk)
        regions += [ENTER | site << 8 | time << 32, LEAVE | site << 8 | time + 100 << 32]
    regions = struct.pack(f"<{len(regions)}Q", *regions)
    file = os.open(to, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)
    end, serial, latest, indexed, newest = PAGE, 0, 0, 0, {}

    def add(length, kind, content):
        nonlocal end, serial
        serial += 1
        os.pwrite(file, b"CHUNK2R\n" + struct.pack("<QQQ", length, serial, kind) + content, end)
        end += length
        return end - length

    for chunk in definitions:
        defined = add(len(chunk) + 32, 1, chunk)
    now = began + step
    while end < size:
        thread = 10 + serial % 2
        state = struct.pack("<QqII8sq", STATE | 5 << 8 | thread << 32, now, 8, 1, b"th01:hot", began)
        grown = SMALLEST
        while grown < LARGEST and grown < end // 4096:
            grown *= 2
        newest[thread] = add(RING_CHUNK if is_ring else grown, 2, state + regions)
        now += step
        if not is_ring and end - indexed >= min(max(end // 16, SHORTEST), LONGEST):
            words = [INDEX | 6 + len(newest) << 8, now, latest, len(definitions), defined, *newest.values()]
            check = 0
            for word in words:
                check = (check ^ word) * 0x9E3779B97F4A7C15 & MOST
            latest = add(PAGE, 3, struct.pack(f"<{len(words) + 1}Q", *words, check))
            indexed = end
    os.ftruncate(file, end)
    os.pwrite(file, recording[:20] + struct.pack("<I", RING_FLAG * is_ring) + recording[24:64] + struct.pack("<Q", latest), 0)
    os.close(file)
