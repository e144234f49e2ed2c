// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldataloader.h"
#include "engine/http/httpfile.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weightless::http {

// Bytes of one constant within a segment.
struct SegmentPart {
    size_t tensor = 0; // index into the tensors
    uint64_t offsetInTensor = 0;
    uint64_t offsetInFile = 0;
    uint64_t lengthBytes = 0;
};

// What one request asks for: a stretch of a file with the parts of constants in it, in file order and without
// overlap. Bytes between them are received and dropped.
struct Segment {
    std::shared_ptr<const HttpFile> file;
    std::vector<SegmentPart> parts;

    [[nodiscard]] uint64_t begin() const { return parts.front().offsetInFile; }
    [[nodiscard]] uint64_t end() const { return parts.back().offsetInFile + parts.back().lengthBytes; }
};

// Neighbours are joined and long stretches cut, so that requests are few, yet enough for every connection.
// Segments come in the order of the tensors: first the one with a part of the first. A file that is only sent
// whole becomes one segment. The tensors' sources are HttpResources.
[[nodiscard]] std::vector<Segment> planSegments(
    std::span<const ExternalTensor> tensors, unsigned connectionCount);

} // namespace weightless::http
