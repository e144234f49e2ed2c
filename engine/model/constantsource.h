// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/model/datatype.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace weightless {

// Bytes of a file. The file is opened when the constant is set, not before.
struct FileRange {
    std::shared_ptr<const FileReference> file;
    uint64_t offsetBytes = 0;
    uint64_t lengthBytes = 0;
};

// Bytes that a caller already holds.
struct MemoryRange {
    std::shared_ptr<const std::vector<std::byte>> bytes;
    uint64_t offsetBytes = 0;
    uint64_t lengthBytes = 0;
};

// Bytes of what is no file of this machine: a URL, or whatever a loader that the caller registered can read
// (engine/constants/loaders/externaldataloader.h).
struct ResourceRange {
    std::shared_ptr<const ByteSource> resource;
    uint64_t offsetBytes = 0;
    uint64_t lengthBytes = 0;
};

using SourceRange = std::variant<FileRange, MemoryRange, ResourceRange>;

// How the range encodes the elements.
enum class SourceEncoding {
    Raw, // packed little-endian elements, what the device wants
    Varint, // protobuf base-128 varints, one per element, or per byte of types below 8 bits (int32_data …)
};

// Where the bytes of a hollow constant lie, and nothing else. lengthBytes of a Raw source is the byte count
// of the constant's elements as they are stored. Without a file, bytes or resource the constant has no
// source: ConstantInfo::problem says why.
struct ConstantSource {
    SourceRange range;
    SourceEncoding encoding = SourceEncoding::Raw;
    // The type that the elements have there when it is not the constant's: they are converted while the
    // constant is set (engine/constants/conversion/elementconversion.h).
    std::optional<DataType> storedType = {};
};

[[nodiscard]] uint64_t offsetBytes(const ConstantSource& source);
[[nodiscard]] uint64_t lengthBytes(const ConstantSource& source);

[[nodiscard]] bool hasBytes(const ConstantSource& source);

// Both are parts of the same file, memory or resource.
[[nodiscard]] bool isSameContainer(const SourceRange& a, const SourceRange& b);

// A part of a range: `offsetBytes` counts from the range's own. The caller has checked that it lies inside.
[[nodiscard]] SourceRange partOf(SourceRange range, uint64_t offsetBytes, uint64_t lengthBytes);

// "weights.pb @ 4096", "memory" or "nowhere", for messages and tables. The file's name without its folder.
[[nodiscard]] std::string describe(const ConstantSource& source);

// "weights.pb", the last part of the file's or resource's name; empty for memory and for no source.
[[nodiscard]] std::string containerName(const ConstantSource& source);

} // namespace weightless
