// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attentionheads.h"
#include "engine/ops/composed.h"
#include "engine/ops/transformer/transformer.h"

#include <algorithm>

// MultiHeadAttention, with queries, keys and values in any of the ways they come: apart, or stacked in one
// tensor, or as heads already.
namespace weightless::ops::transformer {

namespace {

enum Input : size_t { Query, Key, Value, Bias, Padding, ScoreBias, PastKey, PastValue };

// What the query and the key are made of.
enum class Form { Apart, StackedAll, StackedKeys, Heads };

struct Layout {
    Form form = Form::Apart;
    HeadSizes query;
    HeadSizes key;
    int64_t valueSize = 0; // of a head
    int64_t past = 0; // places

    [[nodiscard]] int64_t places() const { return past + key.steps; }
};

[[noreturn]] void failForms(const NodeView& node)
{
    failNode("query is " + toString(node.input(Query))
        + (node.hasInput(Key) ? ", key " + toString(node.input(Key)) : std::string())
        + (node.hasInput(Value) ? ", value " + toString(node.input(Value)) : std::string())
        + ": these do not go together");
}

void setKeys(const NodeView& node, Layout& layout)
{
    const HeadSizes& query = layout.query;
    const Shape& key = node.shape(Key);
    if (key.size() == 5 && !node.hasInput(Value)) {
        layout.form = Form::StackedKeys;
        layout.key = {query.batch, key[1], query.heads, query.size};
        layout.valueSize = query.size;
        if (key != Shape {query.batch, key[1], query.heads, 2, query.size}) {
            failForms(node);
        }
        return;
    }
    const Shape& value = node.shape(Value);
    if (key.size() == 4 && value.size() == 4) {
        layout.form = Form::Heads;
        layout.key = {query.batch, key[2], query.heads, query.size};
        layout.valueSize = value[3];
        if (key != Shape {query.batch, query.heads, key[2], query.size}
            || value != Shape {query.batch, query.heads, key[2], value[3]}) {
            failForms(node);
        }
        return;
    }
    if (key.size() != 3 || value.size() != 3 || value[2] % query.heads != 0) {
        failForms(node);
    }
    layout.key = {query.batch, key[1], query.heads, query.size};
    layout.valueSize = value[2] / query.heads;
    if (key != Shape {query.batch, key[1], query.heads * query.size}
        || value != Shape {query.batch, key[1], value[2]}) {
        failForms(node);
    }
}

Layout layoutOf(const NodeView& node)
{
    requireCountable(node);
    const Shape& query = node.shape(Query);
    const int64_t heads = node.attributes->intOr("num_heads", 0);
    Layout layout;
    if (heads < 1 || heads > (1 << 20)) {
        failNode("num_heads is " + std::to_string(heads));
    }
    if (query.size() == 5 && !node.hasInput(Key) && !node.hasInput(Value)) {
        layout.form = Form::StackedAll;
        layout.query = layout.key = {query[0], query[1], heads, query[4]};
        layout.valueSize = query[4];
        if (query != Shape {query[0], query[1], heads, 3, query[4]}) {
            failForms(node);
        }
    } else if (query.size() == 3 && query[2] % heads == 0 && node.hasInput(Key)) {
        layout.query = {query[0], query[1], heads, query[2] / heads};
        setKeys(node, layout);
    } else {
        failNode("the query is " + toString(node.input(Query)) + " for num_heads = " + std::to_string(heads)
            + ", expected [batch, steps, heads * size] with a key, or [batch, steps, heads, 3, size]");
    }
    layout.past = node.hasInput(PastKey) && node.shape(PastKey).size() == 4 ? node.shape(PastKey)[2] : 0;
    return layout;
}

void requireInput(const InferenceContext& context, size_t index, const Shape& shape)
{
    context.requireSameType(Query, index);
    if (context.shape(index) != shape) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected the shape " + toString(shape));
    }
}

// One number for each batch, or for all: exporters have such a mask where nothing is hidden, and ONNX Runtime
// does not read it.
bool hidesNothing(const Shape& mask, const HeadSizes& query)
{
    return mask == Shape {query.batch, 1} || mask == Shape {1, 1};
}

// The lengths of batches, alone, before their starts, or before what ONNX Runtime's kernels of CUDA are told
// besides.
bool areLengths(const Shape& mask, const HeadSizes& query)
{
    return mask == Shape {query.batch} || mask == Shape {2 * query.batch}
    || mask == Shape {3 * query.batch + 2};
}

void checkMasks(const InferenceContext& context, const Layout& layout)
{
    const HeadSizes& query = layout.query;
    if (context.hasInput(Padding)) {
        const Shape& mask = context.shape(Padding);
        if (context.type(Padding) != DataType::Int32) {
            context.fail("the padding mask is " + toString(context.input(Padding)) + ", expected int32");
        }
        if (!areLengths(mask, query) && !hidesNothing(mask, query)
            && mask != Shape {query.batch, layout.places()}
            && mask != Shape {query.batch, query.steps, layout.places()}) {
            context.unsupported("a padding mask of shape " + toString(mask) + " and not "
                + toString(Shape {query.batch, layout.places()}) + ", " + toString(Shape {query.batch}) + ", "
                + toString(Shape {2 * query.batch}) + " or "
                + toString(Shape {query.batch, query.steps, layout.places()}));
        }
    }
    if (context.hasInput(ScoreBias)) {
        context.requireSameType(Query, ScoreBias);
        const Shape scores {query.batch, query.heads, query.steps, layout.places()};
        if (context.shape(ScoreBias).size() != 4 || broadcast(context.shape(ScoreBias), scores) != scores) {
            context.fail("the bias of the scores is " + toString(context.input(ScoreBias)) + ", expected "
                + toString(scores));
        }
    }
}

void infer(InferenceContext& context)
{
    const DataType type = context.type(Query);
    if (!isFloat(type) || type == DataType::Float64) {
        context.fail(
            "the query is " + toString(context.input(Query)) + ", expected float32, float16 or bfloat16");
    }
    const Layout layout = layoutOf(NodeView(context));
    for (const size_t index : {Key, Value}) {
        if (context.hasInput(index)) {
            context.requireSameType(Query, index);
        }
    }
    const int64_t width = layout.query.heads * layout.query.size;
    const int64_t valueWidth = layout.query.heads * layout.valueSize;
    if (context.hasInput(Bias)) {
        if (layout.form != Form::Apart && layout.form != Form::Heads) {
            context.unsupported("a bias for queries and keys that do not come apart");
        }
        requireInput(context, Bias, {2 * width + valueWidth});
    }
    if (context.hasInput(PastKey) != context.hasInput(PastValue)) {
        context.fail("past keys and past values come together or not at all");
    }
    const HeadSizes& query = layout.query;
    if (context.hasInput(PastKey)) {
        requireInput(context, PastKey, {query.batch, query.heads, layout.past, query.size});
        requireInput(context, PastValue, {query.batch, query.heads, layout.past, layout.valueSize});
    }
    checkMasks(context, layout);
    context.setOutput(0, type, {query.batch, query.steps, valueWidth});
    context.setOutput(1, type, {query.batch, query.heads, layout.places(), query.size});
    context.setOutput(2, type, {query.batch, query.heads, layout.places(), layout.valueSize});
}

// [batch, steps, heads, size] of a tensor that has the last two as one, with the bias that begins at
// `biasAt` where there is one.
TensorRef rowsOf(LoweringContext& context, TensorRef x, const HeadSizes& sizes, int64_t biasAt)
{
    Composer compose(context);
    if (context.hasInput(Bias)) {
        const int64_t width = sizes.heads * sizes.size;
        const TensorRef bias =
            context.view(context.input(Bias), {x.type(), {width}}, static_cast<uint64_t>(biasAt));
        x = compose.add("Add", {x, bias});
    }
    return compose.reshaped(x, {sizes.batch, sizes.steps, sizes.heads, sizes.size});
}

// One of `count` tensors that are stacked next to each head: [batch, steps, heads, count, size].
TensorRef unstacked(
    LoweringContext& context, const TensorRef& x, const HeadSizes& sizes, int64_t index, int64_t count)
{
    const int64_t row = sizes.heads * count * sizes.size;
    TensorRef y = context.temporary({x.type(), {sizes.batch, sizes.heads, sizes.steps, sizes.size}});
    dispatchRotary(context, sizes, std::nullopt, x,
        {sizes.steps * row, row, count * sizes.size, index * sizes.size}, y, sizes.headsFirst());
    return y;
}

// With what came before, as the output that has it.
TensorRef joined(LoweringContext& context, const TensorRef& fresh, size_t past, size_t output, int64_t places)
{
    const bool isWanted = output < context.outputCount() && context.wantsOutput(output);
    if (!context.hasInput(past)) {
        if (isWanted) {
            context.aliasOutput(output, fresh);
        }
        return fresh;
    }
    Shape shape = fresh.shape();
    shape[2] = places;
    TensorRef y = isWanted ? context.output(output) : context.temporary({fresh.type(), shape});
    Composer(context).addTo(y, "Concat", {context.input(past), fresh}, attributesWith("axis", int64_t {2}));
    return y;
}

// [batch, places]: below the lengths that a vector begins with, and not below the starts that may stand
// behind them.
TensorRef betweenLengths(LoweringContext& context, Composer& compose, const Layout& layout)
{
    const TensorRef given = context.input(Padding);
    const int64_t batch = layout.query.batch;
    HostTensor counted = makeHostTensor({DataType::Int32, {1, layout.places()}});
    for (size_t i = 0; i < static_cast<size_t>(layout.places()); ++i) {
        setElement(counted, i, static_cast<int64_t>(i));
    }
    const TensorRef places = context.constant(std::move(counted));
    const auto isBelow = [&](int64_t first) {
        const TensorRef limits =
            context.view(given, {DataType::Int32, {batch, 1}}, static_cast<uint64_t>(first));
        return compose.add("Less", {places, limits});
    };
    const TensorRef isInside = isBelow(0);
    return given.elements() == 2 * batch
        ? compose.add("And", {isInside, compose.add("Not", {isBelow(batch)})})
        : isInside;
}

// What hides padding: a large negative number where the mask is 0, or outside of lengths.
TensorRef paddingMask(LoweringContext& context, Composer& compose, const Layout& layout)
{
    const DataType type = context.input(Query).type();
    TensorRef mask = context.input(Padding);
    const int64_t batch = layout.query.batch;
    const int64_t places = layout.places();
    int64_t steps = 1;
    if (mask.shape().size() == 1) {
        mask = betweenLengths(context, compose, layout);
    } else {
        mask = compose.add("Cast", {mask}, attributesWith("to", static_cast<int64_t>(DataType::Bool)));
        steps = mask.shape().size() == 3 ? layout.query.steps : 1;
    }
    const TensorRef seen = compose.cast(mask, type);
    const float filter = context.attributes().floatOr("mask_filter_value", -10000.0f);
    const TensorRef hidden = compose.add("Sub", {compose.number(1, type), seen});
    const TensorRef scaled = compose.add("Mul", {hidden, compose.number(static_cast<double>(filter), type)});
    return compose.reshaped(scaled, {batch, 1, steps, places});
}

bool isCausal(const LoweringContext& context)
{
    return context.attributes().intOr("unidirectional", 0) != 0;
}

// Of more or fewer keys than queries: each query sees one key more than the one before, as ONNX Runtime has
// it, and the last one all of them, so that a single one may ask a cache that the model keeps by itself.
TensorRef staircase(LoweringContext& context, const Layout& layout)
{
    const int64_t places = layout.places();
    const DataType type = context.input(Query).type();
    const double filter = type == DataType::Float16 ? -65504 : -1e30; // below what hides padding
    HostTensor hidden = makeHostTensor({type, {1, 1, layout.query.steps, places}});
    for (int64_t step = 0; step + 1 < layout.query.steps; ++step) {
        for (int64_t place = layout.past + step + 1; place < places; ++place) {
            setElement(hidden, static_cast<size_t>(step * places + place), filter);
        }
    }
    return context.constant(std::move(hidden));
}

std::optional<TensorRef> maskOf(LoweringContext& context, Composer& compose, const Layout& layout)
{
    std::optional<TensorRef> mask;
    const auto add = [&](const TensorRef& next) { mask = mask ? compose.add("Add", {*mask, next}) : next; };
    if (context.hasInput(Padding) && !hidesNothing(context.input(Padding).shape(), layout.query)) {
        add(paddingMask(context, compose, layout));
    }
    if (context.hasInput(ScoreBias)) {
        add(context.input(ScoreBias));
    }
    if (isCausal(context) && layout.key.steps != layout.query.steps && layout.query.steps > 1) {
        add(staircase(context, layout));
    }
    return mask;
}

std::optional<Causal> causalOf(const LoweringContext& context, const Layout& layout)
{
    return isCausal(context) && layout.key.steps == layout.query.steps
        ? std::optional(Causal {.steps = layout.query.steps, .before = layout.past})
        : std::nullopt;
}

// Nothing came before, and nobody wants the keys and values as heads.
bool readsKeysOnce(const LoweringContext& context)
{
    return !context.hasInput(PastKey) && !wantsOutput(context, 1) && !wantsOutput(context, 2);
}

void setOperands(LoweringContext& context, const Layout& layout, Scores& s)
{
    const HeadSizes& query = layout.query;
    const HeadSizes value {query.batch, layout.key.steps, query.heads, layout.valueSize};
    const int64_t width = query.heads * query.size;
    if (layout.form == Form::StackedAll) {
        s.q = unstacked(context, context.input(Query), query, 0, 3);
        s.k = unstacked(context, context.input(Query), query, 1, 3);
        s.v = unstacked(context, context.input(Query), query, 2, 3);
        return;
    }
    // Keys and values that are heads already have their parts of the bias in them.
    s.q = rowsOf(context, context.input(Query), query, 0);
    s.headsInside |= attention::headsOfQ;
    if (layout.form == Form::StackedKeys) {
        s.k = unstacked(context, context.input(Key), layout.key, 0, 2);
        s.v = unstacked(context, context.input(Key), value, 1, 2);
        return;
    }
    if (layout.form == Form::Heads) {
        s.k = context.input(Key);
        s.v = context.input(Value);
        return;
    }
    s.k = rowsOf(context, context.input(Key), layout.key, width);
    s.v = rowsOf(context, context.input(Value), value, 2 * width);
    if (readsKeysOnce(context)) {
        s.headsInside |= attention::headsOfK | attention::headsOfV;
        return;
    }
    Composer compose(context);
    s.k = compose.transposed(s.k, {0, 2, 1, 3});
    s.v = compose.transposed(s.v, {0, 2, 1, 3});
}

void lower(LoweringContext& context)
{
    const Layout layout = layoutOf(NodeView(context));
    const HeadSizes& query = layout.query;
    Composer compose(context);
    Scores s;
    s.headsInside = attention::headsOfY;
    setOperands(context, layout, s);
    if (!readsKeysOnce(context)) {
        s.k = joined(context, s.k, PastKey, 1, layout.places());
        s.v = joined(context, s.v, PastValue, 2, layout.places());
    }
    if (context.output(0).elements() == 0) {
        return;
    }
    s.mask = maskOf(context, compose, layout);
    s.causal = causalOf(context, layout);
    s.scale = scaleOf(context.attributes(), query.size);
    attend(context, s,
        compose.reshaped(context.output(0), {query.batch, query.steps, query.heads, layout.valueSize}));
}

} // namespace

void registerMultiHead(Registry& registry)
{
    // Without a domain of its own, Attention could not be lowered to it.
    for (const std::string_view domain : {microsoft, std::string_view("weightless")}) {
        registry.add({.name = "MultiHeadAttention",
            .maxInputs = 8,
            .maxOutputs = 3,
            .infer = infer,
            .lower = lower,
            .domain = domain});
    }
}

} // namespace weightless::ops::transformer
