// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/segments.h"

#include "engine/base/bytes.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/http/httpresource.h"

#include <algorithm>
#include <map>

namespace weightless::http {

namespace {

// Receiving this much in vain is cheaper than another request.
constexpr uint64_t maxGapBytes = 64 * KiB;
constexpr uint64_t minSegmentBytes = 1 * MiB;
constexpr uint64_t maxSegmentBytes = 16 * MiB;

struct Piece {
    size_t tensor = 0;
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t grainBytes = 1;
};

class Planner {
public:
    Planner(std::shared_ptr<const HttpFile> file, uint64_t segmentBytes)
        : m_file(std::move(file))
        , m_segmentBytes(m_file->facts.supportsRanges ? segmentBytes : UINT64_MAX)
        , m_gapBytes(m_file->facts.supportsRanges ? maxGapBytes : UINT64_MAX)
    {
    }

    // In file order.
    void add(const Piece& piece)
    {
        for (uint64_t offset = piece.begin; offset < piece.end;) {
            if (m_segments.empty() || !continues(offset)) {
                m_segments.push_back({m_file, {}});
                m_begin = offset;
            }
            const uint64_t length = std::min(
                piece.end - offset, wholeGrains(m_segmentBytes - (offset - m_begin), piece.grainBytes));
            m_segments.back().parts.push_back({piece.tensor, offset - piece.begin, offset, length});
            offset += length;
        }
    }

    [[nodiscard]] std::vector<Segment> take() { return std::move(m_segments); }

private:
    // Constants are cut where those that are converted can be (ConstantDestination::grainBytes()).
    [[nodiscard]] static uint64_t wholeGrains(uint64_t bytes, uint64_t grainBytes)
    {
        return std::max(wholeMultiples(bytes, grainBytes), grainBytes);
    }

    // Constants that share bytes are received once each.
    [[nodiscard]] bool continues(uint64_t offset) const
    {
        const uint64_t end = m_segments.back().end();
        return offset >= end && offset - end <= m_gapBytes && offset - m_begin < m_segmentBytes;
    }

    std::shared_ptr<const HttpFile> m_file;
    uint64_t m_segmentBytes;
    uint64_t m_gapBytes;
    uint64_t m_begin = 0;
    std::vector<Segment> m_segments;
};

} // namespace

std::vector<Segment> planSegments(std::span<const ExternalTensor> tensors, unsigned connectionCount)
{
    std::vector<std::shared_ptr<const HttpFile>> files; // in the order of their first use
    std::map<const HttpFile*, std::vector<Piece>> pieces;
    uint64_t totalBytes = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
        const auto& range = std::get<ResourceRange>(tensors[i].constant->source.range);
        const auto& file = dynamic_cast<const HttpResource&>(*range.resource).file();
        auto& ofFile = pieces[file.get()];
        if (ofFile.empty()) {
            files.push_back(file);
        }
        ofFile.push_back({i, range.offsetBytes, range.offsetBytes + range.lengthBytes,
            grainBytesOf(*tensors[i].constant)});
        totalBytes += range.lengthBytes;
    }
    const uint64_t segmentBytes =
        std::clamp<uint64_t>(totalBytes / (4ull * connectionCount), minSegmentBytes, maxSegmentBytes);
    std::vector<Segment> segments;
    for (auto& file : files) {
        std::vector<Piece>& ofFile = pieces[file.get()];
        std::ranges::stable_sort(ofFile, {}, &Piece::begin);
        Planner planner(file, segmentBytes);
        std::ranges::for_each(ofFile, [&](const Piece& piece) { planner.add(piece); });
        std::ranges::move(planner.take(), std::back_inserter(segments));
    }
    const auto firstTensor = [](const Segment& segment) {
        return std::ranges::min(segment.parts, {}, &SegmentPart::tensor).tensor;
    };
    std::ranges::stable_sort(segments, {}, firstTensor); // those of one tensor stay in file order
    return segments;
}

} // namespace weightless::http
