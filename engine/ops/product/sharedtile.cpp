// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/sharedtile.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"

#include <algorithm>
#include <array>

namespace weightless::ops::product {

namespace {

// Times in those of a result of the largest tile on a processor that has several work groups. Smaller tiles
// read more of memory and shared memory for each result.
struct Edge {
    uint32_t edge = 0;
    double resultTime = 0;
    // By so much longer a processor takes for a work group that it runs alone: what it waits for is not
    // hidden, and 64 invocations do not reach all of its units.
    double timeAlone = 0;
};

constexpr std::array edges {Edge {128, 1.0, 1.2}, Edge {64, 1.5, 1.5}, Edge {32, 2.5, 4.0}};

uint32_t stepDepthOf(uint32_t edge)
{
    return edge == 64 ? 16 : 8;
}

// Of a step, as sharedtiles.glsl declares them: rows of quads of A and of B, and one quad more.
uint32_t bufferBytes(uint32_t edge, uint32_t sumBytes)
{
    return 2 * stepDepthOf(edge) * (edge + 4) * sumBytes;
}

SharedTile tileOf(const vulkan::DeviceTraits& device, uint32_t edge, uint32_t sumBytes)
{
    const bool hasTwo = 2 * bufferBytes(edge, sumBytes) <= device.maxSharedMemoryBytes;
    return {edge, stepDepthOf(edge) * edge / 4, hasTwo ? 2u : 1u};
}

double timeOf(const Edge& edge, uint64_t processors, const ProductSizes& sizes)
{
    const uint64_t groups =
        ceilDivide(sizes.rows, edge.edge) * ceilDivide(sizes.columns, edge.edge) * sizes.batch;
    const double atOnce = std::max(double(ceilDivide(groups, processors)), edge.timeAlone);
    return atOnce * edge.edge * edge.edge * edge.resultTime;
}

} // namespace

SharedTile sharedTileFor(const vulkan::DeviceTraits& device, const ProductSizes& sizes,
    std::optional<uint32_t> edge, uint32_t sumBytes)
{
    if (edge) {
        return tileOf(device, *edge, sumBytes);
    }
    constexpr uint32_t registersOfLargest = 160; // 64 sums and what they are made of
    const bool holdsLargest = device.mostRegisters >= registersOfLargest && sumBytes == sizeof(float);
    const auto* first = edges.begin() + (holdsLargest ? 0 : 1);
    if (bufferBytes(first->edge, sumBytes) > device.maxSharedMemoryBytes) {
        ++first;
    }
    const uint64_t processors = processorsOf(device);
    const auto* fastest = std::ranges::min_element(
        first, edges.end(), {}, [&](const Edge& candidate) { return timeOf(candidate, processors, sizes); });
    return tileOf(device, fastest->edge, sumBytes);
}

} // namespace weightless::ops::product
