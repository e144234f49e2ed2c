// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"

#include <cstdint>

namespace weightless::ops::scatter {

void registerScatterElements(Registry& registry); // and Scatter, its name before opset 11
void registerScatterND(Registry& registry);

// As in reduction.glsl.
enum class Reduction : uint32_t { Replace, Add, Mul, Min, Max };
// The attribute; InvalidArgument when it has another value.
[[nodiscard]] Reduction reductionOf(const NodeView& node);

// target = data, before updates are written into it.
void copyData(LoweringContext& context);

// Whether `updates` that may meet in one element are worth sorting, where `lines` of invocations would walk
// as many each. With the attribute `weightless.kernel` = `sorted` they are.
[[nodiscard]] bool suitsSorting(const LoweringContext& context, uint64_t updates, uint64_t lines);

// Output 0 meets input 2, whose slices of `columns` elements belong where `keys`, one for each, say: a slice
// of the output, or 2^32 - 1 for none. In an order of their own, which is always the same.
void reduceSorted(LoweringContext& context, Reduction reduction, const TensorRef& keys, uint64_t columns);

// Element `to` of `result` meets element `from` of `updates`.
void updateOnHost(Reduction reduction, HostTensor& result, size_t to, const HostTensor& updates, size_t from);

// Lowers a reduction of a type that has no kernel through one that holds all of its values; what wraps around
// there wraps around here, too. False where there is a kernel.
[[nodiscard]] bool lowerWidened(LoweringContext& context, std::string_view opType, Reduction reduction);

// Kernels that move bits serve every type; reductions need the type itself.
[[nodiscard]] const vulkan::KernelCode& kernelFor(
    const KernelFamily& family, Reduction reduction, DataType type, DataType indexType);

} // namespace weightless::ops::scatter
