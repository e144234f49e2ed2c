// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/linear_attention.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedcopy.h"
#include "engine/ops/turns.h"

#include <cmath>

namespace weightless::ops::linearattention {

namespace {

enum Input : size_t { queryInput, keyInput, valueInput, pastInput, decayInput, betaInput, eraseInput };

struct LinearAttention {
    int64_t batch = 0;
    int64_t steps = 0;
    int64_t queryHeads = 0;
    int64_t heads = 0;
    int64_t depth = 0;
    int64_t width = 0;
    bool isGated = false;
    bool isCorrected = false;
    float scale = 1;

    [[nodiscard]] Shape stateShape() const { return {batch, heads, depth, width}; }
};

struct LinearAttentionParameters {
    uint32_t count, steps, heads, queriesPerKey, depth, width, betaFirst, eraseFirst, first, walked;
    float scale;
};

void setRule(const Attributes& attributes, LinearAttention& a)
{
    const std::string rule = attributes.stringOr("update_rule", "gated_delta");
    if (rule != "linear" && rule != "gated" && rule != "delta" && rule != "gated_delta") {
        failNode("attribute 'update_rule' is '" + rule + "', expected linear, gated, delta or gated_delta");
    }
    a.isGated = rule == "gated" || rule == "gated_delta";
    a.isCorrected = rule == "delta" || rule == "gated_delta";
}

void requireGate(const NodeView& node, const LinearAttention& a, size_t input, const char* name,
    bool isNeeded, std::initializer_list<int64_t> lasts)
{
    if (node.hasInput(input) != isNeeded) {
        failNode("input '" + std::string(name) + "' is " + (isNeeded ? "missing" : "given")
            + " where the update rule says otherwise");
    }
    if (!isNeeded) {
        return;
    }
    bool fits = false;
    for (const int64_t last : lasts) {
        fits = fits || node.shape(input) == Shape {a.batch, a.steps, last};
    }
    if (!fits || !isFloat(node.input(input).type)) {
        failNode("input '" + std::string(name) + "' is " + toString(node.input(input)) + ", expected ["
            + std::to_string(a.batch) + ", " + std::to_string(a.steps) + ", " + std::to_string(*lasts.begin())
            + "]");
    }
}

LinearAttention attentionOf(const NodeView& node)
{
    const Shape& q = node.shape(queryInput);
    const Shape& k = node.shape(keyInput);
    const Shape& v = node.shape(valueInput);
    LinearAttention a;
    a.queryHeads = node.attributes->intOr("q_num_heads", 0);
    a.heads = node.attributes->intOr("kv_num_heads", 0);
    if (a.heads < 1 || a.queryHeads < 1 || a.queryHeads % a.heads != 0) {
        failNode(std::to_string(a.queryHeads) + " heads of the query and " + std::to_string(a.heads)
            + " of the keys (attributes 'q_num_heads' and 'kv_num_heads') do not go together");
    }
    if (q.size() == 3 && v.size() == 3) {
        a.batch = q[0];
        a.steps = q[1];
        a.depth = q[2] / a.queryHeads;
        a.width = v[2] / a.heads;
    }
    if (q != Shape {a.batch, a.steps, a.queryHeads * a.depth}
        || k != Shape {a.batch, a.steps, a.heads * a.depth}
        || v != Shape {a.batch, a.steps, a.heads * a.width}) {
        failNode("query " + toString(node.input(queryInput)) + ", key " + toString(node.input(keyInput))
            + " and value " + toString(node.input(valueInput)) + " do not go together in "
            + std::to_string(a.queryHeads) + " and " + std::to_string(a.heads) + " heads");
    }
    setRule(*node.attributes, a);
    if (node.hasInput(pastInput) && node.shape(pastInput) != a.stateShape()) {
        failNode(
            "past_state is " + toString(node.input(pastInput)) + ", expected " + toString(a.stateShape()));
    }
    requireGate(node, a, decayInput, "decay", a.isGated, {a.heads, a.heads * a.depth});
    requireGate(node, a, betaInput, "beta", a.isCorrected, {a.heads, 1});
    requireGate(
        node, a, eraseInput, "erase_gate", a.isCorrected && node.hasInput(eraseInput), {a.heads * a.depth});
    const float given = node.attributes->floatOr("scale", 0);
    a.scale = given != 0 || a.depth == 0 ? given : 1 / std::sqrt(static_cast<float>(a.depth));
    return a;
}

void infer(InferenceContext& context)
{
    context.requireSameType(queryInput, keyInput);
    context.requireSameType(queryInput, valueInput);
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    const int64_t states = context.attributes().intOr("state_window", 0); // com.microsoft's alone
    if (states != 0) {
        context.unsupported("attribute 'state_window' is " + std::to_string(states)
            + ", and the state after the last step is kept alone");
    }
    const LinearAttention a = attentionOf(NodeView(context));
    context.setOutput(0, context.type(0), {a.batch, a.steps, a.queryHeads * a.width});
    context.setOutput(
        1, context.hasInput(pastInput) ? context.type(pastInput) : context.type(0), a.stateShape());
}

// Decay, beta and the gates of what is erased, in one tensor: a kernel sees six.
class Gates {
public:
    Gates(LoweringContext& context, const LinearAttention& a)
        : m_context(context)
        , m_compose(context)
    {
        for (const size_t input : {decayInput, betaInput, eraseInput}) {
            m_firsts.push_back(m_count);
            m_count += context.hasInput(input) ? context.input(input).elements() : 0;
        }
        tensor = context.temporary({DataType::Float32, {std::max<int64_t>(m_count, 1)}});
        for (const size_t input : {decayInput, betaInput, eraseInput}) {
            put(input);
        }
        const auto lastOf = [&](size_t input) {
            return context.hasInput(input) ? context.input(input).shape()[2] : 0;
        };
        decays = !a.isGated ? 0 : lastOf(decayInput) == a.heads ? 1 : 2;
        corrects = !a.isCorrected ? 0 : lastOf(betaInput) == a.heads ? 2 : 1;
        erases = a.isCorrected && context.hasInput(eraseInput) ? 1 : 0;
    }

    [[nodiscard]] uint32_t first(size_t input) const
    {
        return static_cast<uint32_t>(m_firsts.at(input - decayInput));
    }

    TensorRef tensor;
    uint32_t decays = 0;
    uint32_t corrects = 0;
    uint32_t erases = 0;

private:
    void put(size_t input)
    {
        if (!m_context.hasInput(input)) {
            return;
        }
        const TensorRef given = m_compose.cast(m_context.input(input), DataType::Float32);
        dispatchCopy(m_context, given, tensor,
            {.dims = {given.elements()},
                .sourceStrides = {1},
                .targetStrides = {1},
                .targetOffset = static_cast<int64_t>(first(input))});
    }

    LoweringContext& m_context;
    Composer m_compose;
    std::vector<int64_t> m_firsts;
    int64_t m_count = 0;
};

// A state of this call's own, in fp32.
TensorRef startedState(LoweringContext& context, const LinearAttention& a)
{
    if (!context.hasInput(pastInput)) {
        return filledTensor(context, {DataType::Float32, a.stateShape()}, 0);
    }
    const TensorRef past = Composer(context).cast(context.input(pastInput), DataType::Float32);
    TensorRef state = context.temporary(past.descriptor);
    dispatchCopy(context, past, state, packedCopy(past.shape(), contiguousStrides(past.shape())));
    return state;
}

// What of a tensor passes through memory while so many of its steps are walked.
TensorBinding partOf(const TensorRef& tensor, Access access, const LinearAttention& a, uint64_t walked)
{
    const uint64_t bytes = ceilDivide(static_cast<uint64_t>(tensor.elements()) * bitWidth(tensor.type()), 8);
    return {.tensor = tensor,
        .access = access,
        .mostBytes = ceilDivide(bytes, static_cast<uint64_t>(a.steps)) * walked};
}

void lower(LoweringContext& context)
{
    const LinearAttention a = attentionOf(NodeView(context));
    const TensorRef state = startedState(context, a);
    const Gates gates(context, a);
    const TensorRef x = context.input(queryInput);
    const TensorRef y = context.output(0);
    const auto count = static_cast<uint64_t>(a.batch * a.heads * a.width);
    const auto queries = static_cast<uint64_t>(a.queryHeads / a.heads);
    const auto narrow = [](int64_t value) { return static_cast<uint32_t>(value); };
    LinearAttentionParameters parameters {.count = static_cast<uint32_t>(count),
        .steps = narrow(a.steps),
        .heads = narrow(a.heads),
        .queriesPerKey = static_cast<uint32_t>(queries),
        .depth = narrow(a.depth),
        .width = narrow(a.width),
        .betaFirst = gates.first(betaInput),
        .eraseFirst = gates.first(eraseInput),
        .first = 0,
        .walked = 0,
        .scale = a.scale};
    const uint64_t inside = roundsOf(queries, roundsOf(static_cast<uint64_t>(a.depth)))
        + 2 * roundsOf(static_cast<uint64_t>(a.depth));
    const DevicePolicy policy = devicePolicy(context.device());
    forEachTurn(
        context.device(), static_cast<uint64_t>(a.steps), inside + 1, [&](uint64_t first, uint64_t walked) {
            const auto part = [&](const TensorRef& tensor, Access access = Access::Read) {
                return partOf(tensor, access, a, walked);
            };
            parameters.first = static_cast<uint32_t>(first);
            parameters.walked = static_cast<uint32_t>(walked);
            context.dispatch({.kernel = &kernels::linear_attention().forTypes({x.type()}),
                .loopRounds = longLoopRounds(roundsOf(walked, inside)),
                .specialization = {gates.decays, gates.corrects, gates.erases},
                .bindings = {part(x), part(context.input(keyInput)), part(context.input(valueInput)),
                    part(gates.tensor), {state, Access::ReadWrite}, part(y, Access::Write)},
                .parameters = parameterBytes(parameters),
                .groupCount = linearGroups(count),
                .operations = operationsInTurn(policy, 4 * count, walked * (inside + 1))});
        });
    finishOutput(context, 1, state);
}

} // namespace

void registerOperators(Registry& registry)
{
    const Operator standard {.name = "LinearAttention",
        .sinceVersion = 27,
        .minInputs = 3,
        .maxInputs = 7,
        .maxOutputs = 2,
        .infer = infer,
        .lower = lower};
    registry.add(standard);
    Operator contributed = standard; // as exporters wrote it before ai.onnx had it
    contributed.sinceVersion = 1;
    contributed.maxInputs = 6;
    contributed.domain = "com.microsoft";
    registry.add(contributed);
}

} // namespace weightless::ops::linearattention
