// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"
#include "engine/model/shape.h"
#include "engine/ops/devicepolicy.h"
#include "engine/vulkan/devicetraits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace weightless::ops {

class LoweringContext;
struct TensorRef;

// Most dimensions a kernel loops over. Ranks above it occur, but hardly ever stay above it once collapsed.
inline constexpr size_t maxLoopRank = 6;

// Nested loops over `dims` (outermost first) that step each operand by its own strides, in elements. A
// stride is 0 where an operand is broadcast and negative where it is walked backwards.
struct StridedLoop {
    std::vector<int64_t> dims;
    std::vector<std::vector<int64_t>> strides; // one list per operand, each as long as dims

    [[nodiscard]] int64_t elements() const;
};

// Strides of a packed row-major tensor.
[[nodiscard]] std::vector<int64_t> contiguousStrides(const Shape& shape);
// Strides that walk a tensor of shape `from`, aligned at the last dimension, as if it had shape `to`.
// `from` broadcasts to `to`.
[[nodiscard]] std::vector<int64_t> broadcastStrides(const Shape& from, const Shape& to);
// Loop over `target` with the first operand packed like it and the others broadcast to it.
[[nodiscard]] StridedLoop broadcastLoop(const Shape& target, std::span<const Shape> operands);

// The same iteration with as few dimensions as possible: size-1 dimensions are dropped and neighbours that
// every operand walks as one are merged. At least one dimension remains.
[[nodiscard]] StridedLoop collapsed(const StridedLoop& loop);

// For a copy, strides {source, target}: the same with the last dimension, which the target walks densely,
// behind the one that the source walks densely, for a kernel that transposes tiles of these. Nothing where
// they are one, or a side has fewer than `fewest` elements.
[[nodiscard]] std::optional<StridedLoop> asTransposition(const StridedLoop& loop, uint64_t fewest);

// Dimensions or strides as a kernel's parameter array. Negative values wrap, as the kernel's uint arithmetic
// does.
[[nodiscard]] std::array<uint32_t, maxLoopRank> loopParameters(std::span<const int64_t> values);

// How many neighbours of the innermost dimension one invocation handles, for shaders/stridedloop.glsl: as
// many as the device policy has, where they do not straddle the end of a short row.
[[nodiscard]] uint32_t itemsPerInvocation(const vulkan::DeviceTraits& device, const StridedLoop& loop);
// Invocations such a kernel needs.
[[nodiscard]] uint64_t invocationCount(const StridedLoop& loop, uint32_t items);

// How a kernel of shaders/quads.glsl accesses whole runs: element by element, 16 bytes at once where it finds
// that they begin at as many, or so that nobody has to ask.
enum class QuadAccess : uint32_t { None, Checked, Known };

// How such a kernel walks a loop.
struct LoopLaunch {
    uint32_t rank = 1;
    uint32_t items = 1; // of a run
    QuadAccess quads = QuadAccess::None;
    uint64_t invocations = 0;

    // Those of quads.glsl, then the kernel's own.
    [[nodiscard]] std::vector<uint32_t> specialization(std::initializer_list<uint32_t> own = {}) const;
};

// Whether every operand's runs of `items` neighbours are dense or one element, and begin at multiples of
// `items` where the operand itself does.
[[nodiscard]] bool hasWholeRuns(const StridedLoop& loop, uint32_t items);
// For operands of these types; their widest one fills 16 bytes. `atQuads`: all of them begin at as many
// (beginAtQuads()).
[[nodiscard]] LoopLaunch launchOf(
    const DevicePolicy& policy, const StridedLoop& loop, std::initializer_list<DataType> types, bool atQuads);
// The same where the loop has one dimension and all operands are dense.
[[nodiscard]] LoopLaunch flatLaunchOf(
    const DevicePolicy& policy, int64_t count, std::initializer_list<DataType> types, bool atQuads);
// A copy of strides {source, target}, which moves 16 bytes at once or single elements.
[[nodiscard]] LoopLaunch copyLaunchOf(const DevicePolicy& policy, const StridedLoop& loop, DataType type,
    int64_t sourceOffset, int64_t targetOffset, bool atQuads);

// Whether the tensors are known to begin at 16 bytes of the memory that is bound.
[[nodiscard]] bool beginAtQuads(const LoweringContext& context, std::initializer_list<TensorRef> tensors);
// Whether those are that the loop walks in runs of neighbours: one tensor per operand.
[[nodiscard]] bool beginAtQuads(
    const LoweringContext& context, const StridedLoop& loop, std::initializer_list<TensorRef> tensors);

// The device's policy; with the attribute `weightless.kernel` = `cards`, loops, copies and rows go the ways
// of graphics cards, whatever the size, so that any device can test them.
[[nodiscard]] DevicePolicy loopPolicy(const LoweringContext& context);

// Calls visit(offsets) with each operand's element offset, in row-major order.
template <typename Visitor>
void forEachOffset(const StridedLoop& loop, Visitor&& visit)
{
    const int64_t count = loop.elements();
    std::vector<int64_t> coordinates(loop.dims.size());
    std::vector<int64_t> offsets(loop.strides.size());
    for (int64_t step = 0; step < count; ++step) {
        visit(std::as_const(offsets));
        for (size_t d = loop.dims.size(); d-- > 0;) {
            const bool carries = ++coordinates[d] == loop.dims[d];
            for (size_t operand = 0; operand < offsets.size(); ++operand) {
                offsets[operand] += loop.strides[operand][d] * (carries ? 1 - loop.dims[d] : 1);
            }
            if (!carries) {
                break;
            }
            coordinates[d] = 0;
        }
    }
}

} // namespace weightless::ops
