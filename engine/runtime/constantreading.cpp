// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/model/blockedfilter.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicecopy.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"

#include <algorithm>
#include <optional>

namespace weightless {

namespace {

// Bytes with the values of 4-bit integers of the model (weightstype.h).
bool isUnpacked(const ConstantInfo& loaded, const ConstantInfo& declared)
{
    return bitWidth(declared.descriptor.type) == 4 && storedTypeOf(loaded) == declared.descriptor.type;
}

// Two in a byte, the first in its low half.
void pack(std::span<const std::byte> values, std::span<std::byte> packed)
{
    for (size_t i = 0; i < values.size(); ++i) {
        const std::byte low = values[i] & std::byte {0xf};
        packed[i / 2] = i % 2 == 0 ? low : packed[i / 2] | low << 4;
    }
}

// The constant itself, or the only one that looks the same.
std::optional<size_t> indexOf(const ConstantStore& constants, const ConstantInfo& info)
{
    for (size_t i = 0; i < constants.count(); ++i) {
        if (&constants.added(i) == &info) {
            return i;
        }
    }
    std::optional<size_t> found;
    for (size_t i = 0; i < constants.count(); ++i) {
        const ConstantInfo& each = constants.info(i);
        if (each.name == info.name && each.descriptor.shape == info.descriptor.shape
            && (each.descriptor.type == info.descriptor.type || isUnpacked(each, info))) {
            if (found) {
                return std::nullopt; // in two sub-graphs, say
            }
            found = i;
        }
    }
    return found;
}

// `sizeBytes`: of the constant, as it is asked for.
void requireInside(const ConstantInfo& info, uint64_t sizeBytes, uint64_t offsetBytes, uint64_t lengthBytes)
{
    if (offsetBytes > sizeBytes || lengthBytes > sizeBytes - offsetBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "Constant '" + info.name + "' has " + std::to_string(sizeBytes) + " bytes; "
                + std::to_string(lengthBytes) + " bytes at " + std::to_string(offsetBytes)
                + " are not all inside");
    }
}

void readDevice(const GraphInternals& graph, const ConstantStorage& storage, uint64_t offsetBytes,
    std::span<std::byte> destination)
{
    graph.constants->settle();
    downloadBytes(
        graph.context->internals()->device, storage.range.part(offsetBytes, destination.size()), destination);
}

// Filters as the file has them, some whole blocks at a time.
void readBlocked(const GraphInternals& graph, const ConstantInfo& info, const ConstantStorage& storage,
    uint64_t offsetBytes, std::span<std::byte> destination)
{
    const uint32_t elementBytes = bitWidth(info.descriptor.type) / 8;
    const uint64_t blockBytes = filterBlockElements(info.blockedTaps) * elementBytes;
    std::vector<std::byte> blocked(std::min(wholeMultiples(256 * KiB, blockBytes), info.sizeBytes));
    std::vector<std::byte> filters(blocked.size());
    while (!destination.empty()) {
        const uint64_t begin = wholeMultiples(offsetBytes, blockBytes);
        const uint64_t count = std::min<uint64_t>(blocked.size(), info.sizeBytes - begin);
        readDevice(graph, storage, begin, std::span(blocked).first(count));
        unblockFilters(std::span(blocked).first(count), filters, info.blockedTaps, elementBytes);
        const auto part = std::span(filters).first(count).subspan(offsetBytes - begin);
        const uint64_t taken = std::min(part.size(), destination.size());
        std::ranges::copy(part.first(taken), destination.begin());
        destination = destination.subspan(taken);
        offsetBytes += taken;
    }
}

} // namespace

void Graph::readConstant(size_t index, uint64_t offsetBytes, std::span<std::byte> destination) const
{
    const ConstantInfo& info = constant(index);
    requireInside(info, info.sizeBytes, offsetBytes, destination.size());
    const ConstantStorage storage = m_internals->constants->storage(index);
    if (destination.empty()) {
        return;
    }
    if (info.blockedTaps > 1) {
        readBlocked(*m_internals, info, storage, offsetBytes, destination);
        return;
    }
    if (storage.mapping) {
        // The file that is still open, not its pages: those may be gone, which no reader survives.
        storage.mapping->file().checkContentUnchanged();
        const auto& range = std::get<FileRange>(info.source.range);
        storage.mapping->file().readAt(range.offsetBytes + offsetBytes, destination);
        return;
    }
    readDevice(*m_internals, storage, offsetBytes, destination);
}

void Graph::readPacked(size_t index, uint64_t offsetBytes, std::span<std::byte> destination) const
{
    requireInside(constant(index), ceilDivide(constant(index).sizeBytes, 2), offsetBytes, destination.size());
    std::vector<std::byte> values(std::min<uint64_t>(2 * destination.size(), 256 * KiB));
    uint64_t element = 2 * offsetBytes;
    while (!destination.empty()) {
        const uint64_t count =
            std::min({uint64_t {values.size()}, 2 * destination.size(), constant(index).sizeBytes - element});
        const auto part = std::span(values).first(count);
        readConstant(index, element, part);
        pack(part, destination);
        destination = destination.subspan(ceilDivide(count, 2));
        element += count;
    }
}

std::function<void(std::span<std::byte>)> Graph::constantBytes(const ConstantInfo& info) const
{
    const auto index = indexOf(*m_internals->constants, info);
    if (!index || !m_internals->constants->isOnDevice(*index)) {
        return {};
    }
    if (isUnpacked(constant(*index), info)) {
        return [this, index = *index, offset = uint64_t {0}](std::span<std::byte> next) mutable {
            readPacked(index, offset, next);
            offset += next.size();
        };
    }
    return [this, index = *index, offset = uint64_t {0}](std::span<std::byte> next) mutable {
        readConstant(index, offset, next);
        offset += next.size();
    };
}

} // namespace weightless
