// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/blockedfilter.h"

#include <cstring>

namespace weightless {

namespace {

template <typename Element>
void transposeBlocks(std::span<const std::byte> from, std::span<std::byte> to, size_t rows, size_t columns)
{
    const size_t blockBytes = rows * columns * sizeof(Element);
    for (size_t block = 0; block + blockBytes <= from.size(); block += blockBytes) {
        const std::byte* source = from.data() + block;
        std::byte* target = to.data() + block;
        for (size_t column = 0; column < columns; ++column) {
            for (size_t row = 0; row < rows; ++row) {
                std::memcpy(target + (column * rows + row) * sizeof(Element),
                    source + (row * columns + column) * sizeof(Element), sizeof(Element));
            }
        }
    }
}

void transposeBlocks(std::span<const std::byte> from, std::span<std::byte> to, size_t rows, size_t columns,
    uint32_t elementBytes)
{
    if (elementBytes == sizeof(uint16_t)) {
        transposeBlocks<uint16_t>(from, to, rows, columns);
    } else {
        transposeBlocks<uint32_t>(from, to, rows, columns);
    }
}

} // namespace

std::optional<uint32_t> blockableTaps(const Shape& weight)
{
    constexpr size_t firstAxisOfKernel = 2;
    if (weight.size() <= firstAxisOfKernel || weight[0] <= 0 || weight[1] <= 0
        || weight[1] % filterBlockChannels != 0) {
        return std::nullopt;
    }
    const auto taps = elementCount(Shape(weight.begin() + firstAxisOfKernel, weight.end()));
    if (!taps || *taps <= 1 || *taps > mostBlockedTaps) {
        return std::nullopt;
    }
    return static_cast<uint32_t>(*taps);
}

void blockFilters(
    std::span<const std::byte> filters, std::span<std::byte> blocked, uint32_t taps, uint32_t elementBytes)
{
    transposeBlocks(filters, blocked, filterBlockChannels, taps, elementBytes);
}

void unblockFilters(
    std::span<const std::byte> blocked, std::span<std::byte> filters, uint32_t taps, uint32_t elementBytes)
{
    transposeBlocks(blocked, filters, taps, filterBlockChannels, elementBytes);
}

} // namespace weightless
