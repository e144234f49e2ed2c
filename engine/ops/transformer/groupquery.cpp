// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/stridedcopy.h"
#include "engine/ops/transformer/cache.h"

#include <algorithm>

// GroupQueryAttention: several heads of queries share one of keys and values, which are kept from run to run.
// The heads of a group are rows of one product, so that no key is repeated.
namespace weightless::ops::transformer {

namespace {

enum Input : size_t {
    Query,
    Key,
    Value,
    PastKey,
    PastValue,
    Lengths,
    TotalLength,
    Cosines,
    Sines,
    PositionIds,
    Bias,
    Sink,
    KeyScale,
    ValueScale,
    QueryNorm,
    KeyNorm
};

struct Layout {
    HeadSizes query;
    HeadSizes key; // and value
    bool isPacked = false; // all three in the query
    int64_t pastPlaces = 0;
    int64_t group = 1; // heads of queries for each of keys
};

Layout layoutOf(const NodeView& node)
{
    requireCountable(node);
    const int64_t heads = node.attributes->intOr("num_heads", 0);
    const int64_t keyHeads = node.attributes->intOr("kv_num_heads", 0);
    constexpr int64_t mostHeads = 1 << 20;
    if (heads < 1 || heads > mostHeads || keyHeads < 1 || heads % keyHeads != 0) {
        failNode("num_heads is " + std::to_string(heads) + " and kv_num_heads " + std::to_string(keyHeads)
            + ", expected a multiple of it");
    }
    const Shape& query = node.shape(Query);
    Layout layout;
    layout.isPacked = !node.hasInput(Key);
    layout.group = heads / keyHeads;
    const int64_t allHeads = layout.isPacked ? heads + 2 * keyHeads : heads;
    if (query.size() != 3 || query[2] % allHeads != 0) {
        failNode("the query is " + toString(node.input(Query)) + ", expected [batch, steps, "
            + std::to_string(allHeads) + " heads]");
    }
    const int64_t size = query[2] / allHeads;
    layout.query = {query[0], query[1], heads, size};
    layout.key = {query[0], query[1], keyHeads, size};
    layout.pastPlaces =
        node.hasInput(PastKey) && node.shape(PastKey).size() == 4 ? node.shape(PastKey)[2] : 0;
    return layout;
}

// What no case is known of, or what nothing here computes: refused rather than ignored.
void refuseUnknown(const InferenceContext& context)
{
    const Attributes& attributes = context.attributes();
    if (attributes.intOr("sliding_window_cache", 0) != 0) {
        context.unsupported("sliding_window_cache: caches that forget");
    }
    if (context.hasInput(KeyScale) || context.hasInput(ValueScale)) {
        context.unsupported("quantized caches");
    }
    if (attributes.stringOr("k_quant_type", "NONE") != "NONE"
        || attributes.stringOr("v_quant_type", "NONE") != "NONE") {
        context.unsupported("quantized caches");
    }
}

void requireInput(const InferenceContext& context, size_t index, const Shape& shape, const char* what)
{
    context.requireSameType(Query, index);
    if (context.shape(index) != shape) {
        context.fail(std::string("the ") + what + " are " + toString(context.input(index)) + ", expected "
            + toString(shape));
    }
}

void checkKeys(const InferenceContext& context, const Layout& layout)
{
    const HeadSizes& key = layout.key;
    if (context.hasInput(Value) == layout.isPacked) {
        context.fail("key and value come together or not at all");
    }
    if (!layout.isPacked) {
        const Shape shape {key.batch, key.steps, key.heads * key.size};
        requireInput(context, Key, shape, "keys");
        requireInput(context, Value, shape, "values");
    }
    if (context.hasInput(PastKey) != context.hasInput(PastValue)) {
        context.fail("past keys and past values come together or not at all");
    }
    if (context.hasInput(PastKey)) {
        const Shape shape {key.batch, key.heads, layout.pastPlaces, key.size};
        requireInput(context, PastKey, shape, "past keys");
        requireInput(context, PastValue, shape, "past values");
    }
}

void checkRotary(const InferenceContext& context, const Layout& layout)
{
    if (context.attributes().intOr("do_rotary", 0) == 0) {
        return;
    }
    const Shape& table = context.shape(Cosines);
    if (table.size() != 2 || 2 * table[1] > layout.query.size || table[0] < 1) {
        context.fail("the cosines are " + toString(context.input(Cosines)) + ", expected at most half of "
            + std::to_string(layout.query.size));
    }
    requireInput(context, Cosines, table, "cosines");
    requireInput(context, Sines, table, "sines");
    const Shape positions {layout.query.batch, layout.query.steps};
    if (context.hasInput(PositionIds)
        && (context.type(PositionIds) != DataType::Int64 || context.shape(PositionIds) != positions)) {
        context.fail("the positions are " + toString(context.input(PositionIds)) + ", expected int64"
            + toString(positions));
    }
}

void checkNormsAndSink(const InferenceContext& context, const Layout& layout)
{
    if (context.hasInput(Sink)) {
        requireInput(context, Sink, {layout.query.heads}, "sinks");
    }
    if (context.hasInput(QueryNorm) != context.hasInput(KeyNorm)) {
        context.fail("the norms of queries and keys come together or not at all");
    }
    for (const size_t norm : {size_t {QueryNorm}, size_t {KeyNorm}}) {
        if (context.hasInput(norm)) {
            requireInput(context, norm, {layout.query.size}, "scales of a norm");
        }
    }
    const int64_t causal = context.attributes().intOr("causal", 1);
    const int64_t window = context.attributes().intOr("local_window_size", -1);
    if ((causal != 0 && causal != 1) || (causal == 0 && window > 0)) {
        context.fail("causal is " + std::to_string(causal) + " and local_window_size "
            + std::to_string(window) + ", expected 1, or 0 and none");
    }
}

// Places of the caches that leave: those that came, unless the sequence has outgrown them.
int64_t placesOf(const NodeView& node, const Layout& layout)
{
    if (layout.pastPlaces == 0) {
        return layout.key.steps;
    }
    const std::vector<int64_t> total = node.ints(TotalLength, "total_sequence_length");
    const int64_t most = layout.pastPlaces + layout.key.steps;
    if (total.size() != 1 || total[0] < layout.key.steps || total[0] > most) {
        failNode("total_sequence_length is " + toString(total) + ", expected one number from "
            + std::to_string(layout.key.steps) + ", what is new, to " + std::to_string(most)
            + ", what the past has besides");
    }
    return std::max(layout.pastPlaces, total[0]);
}

void infer(InferenceContext& context)
{
    if (!isFloat(context.type(Query)) || context.type(Query) == DataType::Float64) {
        context.fail(
            "the query is " + toString(context.input(Query)) + ", expected float32, float16 or bfloat16");
    }
    refuseUnknown(context);
    const Layout layout = layoutOf(NodeView(context));
    if (layout.query.steps == 0) {
        context.fail("the query is " + toString(context.input(Query)) + ", which has no steps");
    }
    checkKeys(context, layout);
    checkRotary(context, layout);
    checkNormsAndSink(context, layout);
    if (context.type(Lengths) != DataType::Int32
        || elementCount(context.shape(Lengths)) != layout.query.batch) {
        context.fail("seqlens_k is " + toString(context.input(Lengths)) + ", expected int32 for each of "
            + std::to_string(layout.query.batch) + " sequences");
    }
    const int64_t places = placesOf(NodeView(context), layout);
    if (context.hasInput(Bias)) {
        context.requireSameType(Query, Bias);
        const Shape scores {layout.query.batch, layout.query.heads, layout.query.steps, places};
        const Shape& bias = context.shape(Bias);
        if (bias.size() != 4 || bias[2] != scores[2] || bias[3] != places
            || broadcast(bias, scores) != scores) {
            context.fail("the bias is " + toString(context.input(Bias)) + ", expected " + toString(scores));
        }
    }
    const HeadSizes& query = layout.query;
    const Shape cache {layout.key.batch, layout.key.heads, places, layout.key.size};
    context.setOutput(0, context.type(Query), {query.batch, query.steps, query.heads * query.size});
    context.setOutput(1, context.type(Query), cache);
    context.setOutput(2, context.type(Query), cache);
}

// The cache that came with what is new, as the output that has it or in scratch memory.
TensorRef appended(LoweringContext& context, const Layout& layout, int64_t places, size_t past, size_t output,
    const NewHeads& heads)
{
    const HeadSizes& key = layout.key;
    const bool isWanted = output < context.outputCount() && context.wantsOutput(output);
    const DataType type = heads.tensor.type();
    const TensorRef y = isWanted ? context.output(output)
                                 : context.temporary({type, {key.batch, key.heads, places, key.size}});
    const bool hasPast = layout.pastPlaces > 0;
    dispatchAppend(context, key, heads, hasPast ? std::optional(context.input(past)) : std::nullopt,
        context.input(Lengths), y);
    return y;
}

std::optional<Rotation> rotationOf(const LoweringContext& context)
{
    if (context.attributes().intOr("do_rotary", 0) == 0) {
        return std::nullopt;
    }
    const bool hasPositions = context.hasInput(PositionIds);
    return Rotation {.positions = context.input(hasPositions ? PositionIds : Lengths),
        .cosines = context.input(Cosines),
        .sines = context.input(Sines),
        .kind = hasPositions ? Positions::Each : Positions::Lengths,
        .isInterleaved = context.attributes().intOr("rotary_interleaved", 0) != 0};
}

// Where heads from `first` on lie among all of a packed query.
HeadStrides packedStrides(const Layout& layout, int64_t first)
{
    const int64_t row = (layout.query.heads + 2 * layout.key.heads) * layout.key.size;
    return {layout.key.steps * row, row, layout.key.size, first * layout.key.size};
}

// A score of each head that no key has, for each of its rows.
std::optional<TensorRef> sinkOf(LoweringContext& context, const Layout& layout, DataType type)
{
    const bool isSmooth = context.attributes().intOr("smooth_softmax", 0) > 0;
    if (!context.hasInput(Sink) && !isSmooth) {
        return std::nullopt;
    }
    const HeadSizes& query = layout.query;
    const Shape each {query.batch, layout.key.heads, layout.group, query.steps, 1};
    const TensorRef sink = context.temporary({type, each});
    if (context.hasInput(Sink)) {
        dispatchCopy(context, context.input(Sink), sink, packedCopy(each, {0, layout.group, 1, 0, 0}));
    } else {
        dispatchFill(context, Composer(context).number(0, type), sink);
    }
    return context.view(sink, {type, {query.batch, layout.key.heads, layout.group * query.steps, 1}});
}

// Queries or keys wherever they lie, each head normalised where the node has norms.
struct Heads {
    TensorRef tensor;
    HeadStrides strides;
};

Heads normalized(LoweringContext& context, const Heads& heads, const HeadSizes& sizes, size_t norm)
{
    if (!context.hasInput(norm)) {
        return heads;
    }
    const TensorRef ordered =
        context.temporary({heads.tensor.type(), {sizes.batch, sizes.steps, sizes.heads, sizes.size}});
    dispatchRotary(context, sizes, std::nullopt, heads.tensor, heads.strides, ordered, sizes.stepsFirst());
    const float epsilon = context.attributes().floatOr("qk_norm_epsilon", 1e-6f);
    const TensorRef y = Composer(context).add(
        "SimplifiedLayerNormalization", {ordered, context.input(norm)}, attributesWith("epsilon", epsilon));
    return {y, sizes.stepsFirst()};
}

// [batch, heads, steps, size], rotated where there is a rotation. The heads of one step lie so already.
TensorRef headsFirst(LoweringContext& context, const HeadSizes& sizes,
    const std::optional<Rotation>& rotation, const Heads& heads)
{
    const TensorDescriptor descriptor {
        heads.tensor.type(), {sizes.batch, sizes.heads, sizes.steps, sizes.size}};
    if (!rotation && sizes.steps == 1 && heads.strides == sizes.stepsFirst()) {
        return context.view(heads.tensor, descriptor);
    }
    TensorRef y = context.temporary(descriptor);
    dispatchRotary(context, sizes, rotation, heads.tensor, heads.strides, y, sizes.headsFirst());
    return y;
}

// What a step may look at: up to its own place, or all places that the sequence has; as a mask where there is
// a window, a bias or a sink as well.
void setVisible(LoweringContext& context, const Layout& layout, Scores& scores)
{
    const HeadSizes& query = layout.query;
    const DataType type = scores.q.type();
    const bool isCausal = context.attributes().intOr("causal", 1) != 0;
    const bool hasBias = context.hasInput(Bias);
    const int64_t window = context.attributes().intOr("local_window_size", -1);
    if (!hasBias && window < 1 && !scores.sink) {
        // What all steps see together is what a single one would see.
        scores.causal = {.steps = isCausal ? query.steps : 1, .lengths = context.input(Lengths)};
        return;
    }
    const int64_t places = scores.k.shape()[2];
    const TensorRef each = causalMask(context,
        {.batch = query.batch,
            .heads = hasBias ? query.heads : layout.group,
            .steps = query.steps,
            .places = places,
            .lengths = context.input(Lengths),
            .bias = hasBias ? std::optional(context.input(Bias)) : std::nullopt,
            .isCausal = isCausal,
            .window = window},
        type);
    const Shape shape {query.batch, hasBias ? layout.key.heads : 1, layout.group * query.steps, places};
    scores.mask = context.view(each, {type, shape});
}

void lowerAttention(LoweringContext& context, const Layout& layout, const TensorRef& q, const TensorRef& k,
    const TensorRef& v)
{
    const HeadSizes& query = layout.query;
    // Heads that share keys are rows of one matrix.
    const int64_t rows = layout.group * query.steps;
    const Shape grouped {query.batch, layout.key.heads, rows, query.size};
    Scores scores {.q = context.view(q, {q.type(), grouped}),
        .k = k,
        .v = v,
        .sink = sinkOf(context, layout, q.type()),
        .scale = scaleOf(context.attributes(), query.size),
        .softcap = context.attributes().floatOr("softcap", 0.0f)};
    setVisible(context, layout, scores);
    const TensorRef output = context.output(0);
    if (query.steps == 1) {
        attend(context, scores, context.view(output, {q.type(), grouped}));
        return;
    }
    const TensorRef byHead = context.temporary({q.type(), grouped});
    attend(context, scores, byHead);
    dispatchRotary(context, query, std::nullopt, byHead, query.headsFirst(), output, query.stepsFirst());
}

void lower(LoweringContext& context)
{
    const Layout layout = layoutOf(NodeView(context));
    const HeadSizes& query = layout.query;
    const HeadSizes& key = layout.key;
    if (query.elements() == 0) {
        return;
    }
    const DataType type = context.input(Query).type();
    const int64_t places = placesOf(NodeView(context), layout);
    const auto rotation = rotationOf(context);
    const Heads queries = normalized(context,
        {context.input(Query), layout.isPacked ? packedStrides(layout, 0) : query.stepsFirst()}, query,
        QueryNorm);
    const TensorRef q = headsFirst(context, query, rotation, queries);
    const Heads keys = normalized(context,
        {context.input(layout.isPacked ? Query : Key),
            layout.isPacked ? packedStrides(layout, query.heads) : key.stepsFirst()},
        key, KeyNorm);
    NewHeads freshKeys {keys.tensor, keys.strides, rotation};
    if (rotation && rotation->kind != Positions::Lengths) { // which alone are places of the cache
        const TensorRef rotated = context.temporary({type, {key.elements()}});
        dispatchRotary(context, key, rotation, keys.tensor, keys.strides, rotated, key.stepsFirst());
        freshKeys = {rotated, key.stepsFirst()};
    }
    const NewHeads freshValues {context.input(layout.isPacked ? Query : Value),
        layout.isPacked ? packedStrides(layout, query.heads + key.heads) : key.stepsFirst()};
    const TensorRef k = appended(context, layout, places, PastKey, 1, freshKeys);
    const TensorRef v = appended(context, layout, places, PastValue, 2, freshValues);
    lowerAttention(context, layout, q, k, v);
}

} // namespace

void registerGroupQuery(Registry& registry)
{
    registry.add({.name = "GroupQueryAttention",
        .minInputs = 7,
        .maxInputs = 16,
        .maxOutputs = 3,
        .infer = infer,
        .lower = lower,
        .domain = microsoft});
}

} // namespace weightless::ops::transformer
