// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorslice.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr int64_t mostElements = 1'000'000;
constexpr int64_t readAtOnce = 16 * 1024; // elements: nearer than this, reading what lies between is cheaper
// A server that is asked once more takes longer than it does for as many bytes.
constexpr uint64_t remoteGapBytes = 64 * KiB, remotePieceBytes = MiB;

struct Walk {
    uint64_t start = 0; // first element
    int64_t count = 1;
    uint64_t stride = 0; // elements from one to the next
};

[[noreturn]] void fail(const Shape& shape, const std::string& what)
{
    throw Error(ErrorKind::InvalidArgument, "No slice of " + toString(shape) + ": " + what);
}

Walk walkOf(const Shape& shape, const std::vector<uint64_t>& strides, const std::optional<SliceAxis>& axis)
{
    if (!axis) {
        return {};
    }
    if (axis->dimension >= shape.size()) {
        fail(shape, "it has no dimension " + std::to_string(axis->dimension));
    }
    const int64_t size = shape[axis->dimension];
    // (count - 1) * step <= size - 1 - first, without a product that could overflow.
    const bool isInside = axis->first >= 0 && axis->first < size && axis->count >= 0 && axis->step >= 1
        && (axis->count <= 1 || axis->count - 1 <= (size - 1 - axis->first) / axis->step);
    if (!isInside) {
        fail(shape,
            std::to_string(axis->count) + " indices from " + std::to_string(axis->first) + " by "
                + std::to_string(axis->step) + " leave dimension " + std::to_string(axis->dimension));
    }
    const uint64_t stride = strides[axis->dimension];
    return {
        static_cast<uint64_t>(axis->first) * stride, axis->count, static_cast<uint64_t>(axis->step) * stride};
}

uint64_t startOf(const Shape& shape, const std::vector<uint64_t>& strides, const SliceRequest& request)
{
    if (request.index.size() != shape.size()) {
        fail(shape, std::to_string(request.index.size()) + " indices were given");
    }
    if (request.rows && request.columns && request.rows->dimension == request.columns->dimension) {
        fail(shape, "rows and columns are the same dimension");
    }
    uint64_t start = 0;
    for (size_t i = 0; i < shape.size(); ++i) {
        const bool isAxis = (request.rows && request.rows->dimension == i)
            || (request.columns && request.columns->dimension == i);
        if (isAxis) {
            continue;
        }
        if (request.index[i] < 0 || request.index[i] >= shape[i]) {
            fail(shape, "index " + std::to_string(request.index[i]) + " of dimension " + std::to_string(i));
        }
        start += static_cast<uint64_t>(request.index[i]) * strides[i];
    }
    return start;
}

struct Walks {
    uint64_t start = 0; // the element that both begin at
    Walk rows;
    Walk columns;
};

Walks walksOf(const Shape& shape, const SliceRequest& request)
{
    std::vector<uint64_t> strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;) {
        strides[i - 1] = strides[i] * static_cast<uint64_t>(shape[i]);
    }
    const uint64_t start = startOf(shape, strides, request);
    const Walk rows = walkOf(shape, strides, request.rows), columns = walkOf(shape, strides, request.columns);
    if (rows.count > 0 && columns.count > mostElements / rows.count) {
        fail(shape, "more than a million elements");
    }
    return {start + rows.start + columns.start, rows, columns};
}

uint64_t extentOf(const Walk& walk, int64_t count)
{
    return static_cast<uint64_t>(count - 1) * walk.stride;
}

// What one read brings: lines and, of each, elements of it.
struct Piece {
    int64_t lines = 1;
    int64_t elements = 1;
};

// How much is read at once, in elements, where gaps of so many lie between what is wanted: more of a server,
// as each read is a question there. Elements of a server's tensor have `remoteElementBytes`, of others 0.
uint64_t mostAcross(uint64_t gap, uint64_t remoteElementBytes)
{
    const bool isNear = remoteElementBytes > 0 && gap <= remoteGapBytes / remoteElementBytes;
    return isNear ? std::max(remotePieceBytes / remoteElementBytes, uint64_t {readAtOnce})
                  : uint64_t {readAtOnce};
}

// Lines without a gap between them are read as one; of others those that lie close together.
Piece largestPiece(const Walk& outer, const Walk& inner, uint64_t remoteElementBytes)
{
    const uint64_t line = extentOf(inner, inner.count) + 1;
    const uint64_t mostOfLine = mostAcross(std::max<uint64_t>(inner.stride, 1) - 1, remoteElementBytes);
    const bool isWhole = inner.stride <= 1 || line <= mostOfLine;
    if (!isWhole) {
        return {1, std::max<int64_t>(static_cast<int64_t>(mostOfLine / inner.stride), 1)};
    }
    const bool isDense = inner.stride == 1 && outer.stride == line;
    const uint64_t gap = outer.stride > line ? outer.stride - line : 0;
    const uint64_t most = isDense ? uint64_t {mostElements} : mostAcross(gap, remoteElementBytes);
    const uint64_t lines = line >= most ? 1 : (most - line) / std::max<uint64_t>(outer.stride, 1) + 1;
    return {std::min(static_cast<int64_t>(lines), outer.count), inner.count};
}

// Copies the elements of some lines from what was read of it.
class Collector {
public:
    Collector(HostTensor& slice, size_t elementBytes)
        : m_slice(slice)
        , m_elementBytes(elementBytes)
    {
    }

    void take(const HostTensor& part, size_t from, size_t to)
    {
        if (!part.strings.empty()) {
            m_slice.strings[to] = part.strings[from];
            return;
        }
        std::copy_n(part.bytes.begin() + static_cast<ptrdiff_t>(from * m_elementBytes), m_elementBytes,
            m_slice.bytes.begin() + static_cast<ptrdiff_t>(to * m_elementBytes));
    }

private:
    HostTensor& m_slice;
    size_t m_elementBytes;
};

} // namespace

void checkSlice(const Shape& shape, const SliceRequest& request)
{
    static_cast<void>(walksOf(shape, request));
}

HostTensor readSlice(TensorReader& reader, const SliceRequest& request, const std::stop_token& stop,
    const InspectionProgress& onProgress)
{
    const auto [start, rows, columns] = walksOf(reader.tensor().descriptor().shape, request);
    HostTensor slice;
    slice.descriptor = {reader.valueType(), {rows.count, columns.count}};
    const auto total = static_cast<size_t>(rows.count * columns.count);
    if (slice.descriptor.type == DataType::String) {
        slice.strings.resize(total);
    }
    const size_t elementBytes = bitWidth(slice.descriptor.type) / 8;
    slice.bytes.resize(total * elementBytes);
    if (total == 0) {
        return slice;
    }
    Collector collector(slice, elementBytes);

    // Along what lies closer together, so that a read brings several.
    const bool alongColumns = rows.count == 1 || (columns.count > 1 && columns.stride <= rows.stride);
    const Walk& outer = alongColumns ? rows : columns;
    const Walk& inner = alongColumns ? columns : rows;
    const int64_t width = columns.count;
    const auto place = [alongColumns, width](int64_t o, int64_t i) {
        return static_cast<size_t>(alongColumns ? o * width + i : i * width + o);
    };
    const uint64_t remoteElementBytes =
        reader.tensor().isRemote() ? std::max<uint64_t>(elementBytes, 1) : uint64_t {0};
    const Piece largest = largestPiece(outer, inner, remoteElementBytes);
    for (int64_t o = 0; o < outer.count; o += largest.lines) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Reading the values was cancelled");
        }
        const int64_t lines = std::min(largest.lines, outer.count - o);
        for (int64_t i = 0; i < inner.count; i += largest.elements) {
            const int64_t elements = std::min(largest.elements, inner.count - i);
            const uint64_t first =
                start + static_cast<uint64_t>(o) * outer.stride + static_cast<uint64_t>(i) * inner.stride;
            const HostTensor part =
                reader.read(first, extentOf(outer, lines) + extentOf(inner, elements) + 1, stop);
            for (int64_t line = 0; line < lines; ++line) {
                for (int64_t k = 0; k < elements; ++k) {
                    collector.take(part,
                        static_cast<size_t>(static_cast<uint64_t>(line) * outer.stride
                            + static_cast<uint64_t>(k) * inner.stride),
                        place(o + line, i + k));
                }
            }
            if (onProgress) {
                onProgress(static_cast<uint64_t>(o * inner.count + lines * (i + elements)), total);
            }
        }
    }
    return slice;
}

} // namespace weightless
