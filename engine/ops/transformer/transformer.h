// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

#include <cstdint>
#include <optional>
#include <string_view>

// com.microsoft's attention with heads, caches and rotary positions; the products and the softmax are
// weightless.Attention (../attention).
namespace weightless::ops::transformer {

inline constexpr std::string_view microsoft = "com.microsoft";

// How rotary.comp learns a step's position: one for each, one for the first, or lengths of the sequences that
// the steps end, less one.
enum class Positions : uint32_t { Each, First, Lengths };

// InvalidArgument for dimensions whose sums and products would leave 64 bits. No tensor that exists has them.
void requireCountable(const NodeView& node);

// As kernels' parameters have numbers whose tensors exist.
[[nodiscard]] constexpr uint32_t narrowed(int64_t value)
{
    return static_cast<uint32_t>(value);
}

// Where heads lie: elements between neighbours.
struct HeadStrides {
    int64_t batch = 0;
    int64_t step = 0;
    int64_t head = 0;
    int64_t offset = 0; // of the first

    bool operator==(const HeadStrides&) const = default;
};

struct HeadSizes {
    int64_t batch = 1;
    int64_t steps = 1;
    int64_t heads = 1;
    int64_t size = 1; // of a head

    [[nodiscard]] int64_t elements() const { return batch * steps * heads * size; }
    [[nodiscard]] HeadStrides stepsFirst() const { return {steps * heads * size, heads * size, size}; }
    [[nodiscard]] HeadStrides headsFirst() const { return {steps * heads * size, size, steps * size}; }
};

struct Rotation {
    TensorRef positions; // int64, or int32 lengths
    TensorRef cosines; // [position, half of what is rotated]
    TensorRef sines;
    Positions kind = Positions::Each;
    bool isInterleaved = false;
};

// y is x rotated, or x in another order where there is no rotation.
void dispatchRotary(LoweringContext& context, const HeadSizes& sizes, const std::optional<Rotation>& rotation,
    const TensorRef& x, const HeadStrides& from, const TensorRef& y, const HeadStrides& to);

// What attention adds to the scores of `steps` steps that look at `places` places.
struct Mask {
    int64_t batch = 1;
    int64_t heads = 1;
    int64_t steps = 1;
    int64_t places = 1;
    int64_t before = 0; // places before the first step, where no lengths say
    std::optional<TensorRef> lengths {};
    std::optional<TensorRef> bias {}; // [1 or batch, 1 or heads, steps, places]
    bool isCausal = true;
    int64_t window = -1; // at most so many places are seen; below 1: all
};

[[nodiscard]] TensorRef causalMask(LoweringContext& context, const Mask& mask, DataType type);

// That steps look at places up to their own, without a mask. Rows of q are steps, again and again where heads
// share keys.
struct Causal {
    int64_t steps = 1;
    int64_t before = 0; // places before the first step, where no lengths say
    std::optional<TensorRef> lengths {};
};

// q [batch, heads, steps, size], k and v [batch, heads, places, size]; the mask broadcasts to the scores.
// Scores x become softcap * tanh(x / softcap) where it is not 0.
struct Scores {
    TensorRef q, k, v;
    std::optional<TensorRef> mask {};
    std::optional<Causal> causal {}; // not with a sink
    std::optional<TensorRef> sink {}; // [batch, heads, steps, 1]: one more score, whose share is lost
    float scale = 1;
    float softcap = 0;
    uint32_t headsInside = 0; // as attentionheads.h has them; not with a sink
};

void attend(LoweringContext& context, const Scores& scores, const TensorRef& output);

// The attribute "scale", or one over the root of a head's size.
[[nodiscard]] float scaleOf(const Attributes& attributes, int64_t headSize);

void registerRotary(Registry& registry);
void registerRotateHalf(Registry& registry);
void registerGroupQuery(Registry& registry);
void registerMultiHead(Registry& registry);
void registerSelfAttention(Registry& registry);
void registerOnnxRotary(Registry& registry);
void registerPackedAttention(Registry& registry);
void registerQuantizedAttention(Registry& registry);

} // namespace weightless::ops::transformer
