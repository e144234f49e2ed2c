// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/ops/operator.h"

#include <cstdint>
#include <span>

// Operators that compute each output element from one element of each input.
namespace weightless::ops::elementwise {

void registerUnary(Registry& registry);
void registerPredicates(Registry& registry); // IsNaN, IsInf
void registerClip(Registry& registry);
void registerBinary(Registry& registry);
void registerGatedHalves(Registry& registry);
void registerSwiGlu(Registry& registry);
void registerPow(Registry& registry);
void registerVariadic(Registry& registry); // Min, Max, Sum, Mean

// Which element types a row of the tables takes.
enum class Types { Floats, SignedNumbers, Numbers, Integers, Unsigned, Bool, All };
[[nodiscard]] bool takes(Types types, DataType type);
// Fails naming the input, its type and what the operator takes.
void requireTypes(const InferenceContext& context, size_t input, Types types);

// One operation of operations.glsl over a whole tensor of a floating-point or integer type.
void dispatchUnary(LoweringContext& context, uint32_t operation, float alpha, float beta, const TensorRef& x,
    const TensorRef& y);

// An operand of a binary kernel with the shape it broadcasts from.
struct Operand {
    TensorRef tensor;
    Shape shape;
};
// result = left ∘ right with `operation` of operations.glsl. Left and right have one type, except for
// binaryPow.
void dispatchBinary(LoweringContext& context, uint32_t operation, const Operand& left, const Operand& right,
    const TensorRef& result);

// The same on the CPU.
[[nodiscard]] HostTensor binaryOnHost(uint32_t operation, const HostTensor& left, const Shape& leftShape,
    const HostTensor& right, const Shape& rightShape, const TensorDescriptor& result);

} // namespace weightless::ops::elementwise
