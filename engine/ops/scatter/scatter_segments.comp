// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "scatter/reduction.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint reduction = 0;
layout(constant_id = 1) const uint isFirst = 1; // entries are updates, at `places`; else sums that are left
layout(constant_id = 2) const uint isLast = 1; // there is one chunk

#define SUM_STORAGE T0_COMPUTE
#if T0_BYTES < 4
#define SUM_BYTES 4 // floats
#else
#define SUM_BYTES T0_BYTES
#endif
TENSOR(0, readonly, U32, keys)
TENSOR(1, readonly, I64, places)
TENSOR(2, readonly, T0, updates)
TENSOR(2, readonly, SUM, sums)
TENSOR(3, , T0, result)
TENSOR(4, writeonly, U32, keysLeft)
TENSOR(5, writeonly, SUM, sumsLeft)
// Entries are sorted by key, the slice of the result that they meet; each has `columns` elements. One invocation walks a
// chunk of them in one column. What meets in one element is reduced as far as it is in the chunk, and all of it unless it
// touches the chunk's ends: two such sums are left of each chunk, for another launch. The order depends on keys alone.
PARAMETERS(uint count; uint entries; uint chunk; uint columns;)

const uint noKey = 0xffffffffu; // an index that is out of range, or a chunk's second sum that is not there

uint column;

T0_COMPUTE entryValue(uint entry)
{
    if (isFirst != 0) {
        return LOAD(T0, updates, uint(AT(places, entry)) * push.columns + column);
    }
    return AT(sums, entry * push.columns + column);
}

void meet(uint key, T0_COMPUTE sum)
{
    const uint target = key * push.columns + column;
    STORE(T0, result, target, reduced(reduction, LOAD(T0, result, target), sum));
}

void leave(uint entry, uint key, T0_COMPUTE sum)
{
    if (column == 0) {
        AT(keysLeft, entry) = key;
    }
    AT(sumsLeft, entry * push.columns + column) = sum;
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint chunk = i / push.columns;
    column = i - chunk * push.columns;
    const uint begin = chunk * push.chunk;
    const uint end = min(begin + push.chunk, push.entries);
    uint firstKey = noKey;
    uint key = noKey;
    T0_COMPUTE sum = T0_COMPUTE(0);
    for (uint entry = begin; entry < end; ++entry) {
        const uint nextKey = AT(keys, entry);
        if (nextKey == noKey) {
            continue;
        }
        const T0_COMPUTE value = entryValue(entry);
        if (nextKey == key) {
            sum = reduced(reduction, sum, value);
            continue;
        }
        if (key != noKey) {
            if (isLast == 0 && firstKey == noKey) {
                firstKey = key;
                leave(2 * chunk, key, sum);
            } else {
                meet(key, sum);
            }
        }
        key = nextKey;
        sum = value;
    }
    if (isLast != 0) {
        if (key != noKey) {
            meet(key, sum);
        }
        return;
    }
    leave(2 * chunk + 1, key, sum);
    if (firstKey == noKey) {
        leave(2 * chunk, noKey, sum);
    }
}
