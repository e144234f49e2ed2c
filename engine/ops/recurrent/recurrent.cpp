// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/recurrent/recurrent.h"

#include "engine/base/text.h"

#include <algorithm>

namespace weightless::ops::recurrent {

namespace {

struct ActivationRow {
    std::string_view name; // lower-case: writers differ
    bool hasAlpha = false;
    bool hasBeta = false;
    float alpha = 0;
    float beta = 0;
};

// In the order of the numbers in recurrent.comp; defaults of the operators of the same name.
constexpr std::array activationRows {
    ActivationRow {"tanh"},
    ActivationRow {"sigmoid"},
    ActivationRow {"relu"},
    ActivationRow {"affine", true, true, 1.0f, 0.0f},
    ActivationRow {"leakyrelu", true, false, 0.01f},
    ActivationRow {"thresholdedrelu", true, false, 1.0f},
    ActivationRow {"scaledtanh", true, true, 1.0f, 1.0f},
    ActivationRow {"hardsigmoid", true, true, 0.2f, 0.5f},
    ActivationRow {"elu", true, false, 1.0f},
    ActivationRow {"softsign"},
    ActivationRow {"softplus"},
};

uint32_t activationNumber(const std::string& name)
{
    const auto row = std::ranges::find(activationRows, lowerCase(name), &ActivationRow::name);
    if (row == activationRows.end()) {
        failNode("attribute 'activations' has '" + name + "', which is no activation of recurrent operators");
    }
    return static_cast<uint32_t>(row - activationRows.begin());
}

std::vector<std::string> activationNames(const Attributes& attributes, Cell cell, size_t directions)
{
    if (const AttributeValue* given = attributes.find("activations")) {
        if (const auto* names = std::get_if<std::vector<std::string>>(given); names && !names->empty()) {
            return *names;
        }
    }
    std::vector<std::string> names;
    for (size_t d = 0; d < directions; ++d) {
        if (cell != Cell::Rnn) {
            names.emplace_back("Sigmoid");
        }
        names.emplace_back("Tanh");
        if (cell == Cell::Lstm) {
            names.emplace_back("Tanh");
        }
    }
    return names;
}

// activation_alpha and activation_beta are consumed in the order of the functions that take one.
void setActivations(const Attributes& attributes, Recurrence& recurrence)
{
    const auto directions = static_cast<size_t>(recurrence.directions);
    const size_t each = recurrence.cell == Cell::Rnn ? 1 : recurrence.cell == Cell::Gru ? 2 : 3;
    const std::vector<std::string> names = activationNames(attributes, recurrence.cell, directions);
    if (names.size() != each * directions) {
        failNode("attribute 'activations' has " + std::to_string(names.size()) + " functions, expected "
            + std::to_string(each * directions));
    }
    const std::vector<float> alphas = attributes.floats("activation_alpha").value_or(std::vector<float> {});
    const std::vector<float> betas = attributes.floats("activation_beta").value_or(std::vector<float> {});
    size_t alpha = 0;
    size_t beta = 0;
    for (size_t i = 0; i < names.size(); ++i) {
        Activation& activation = recurrence.activations[i / each][i % each];
        activation.function = activationNumber(names[i]);
        const ActivationRow& row = activationRows[activation.function];
        activation.alpha = row.hasAlpha && alpha < alphas.size() ? alphas[alpha++] : row.alpha;
        activation.beta = row.hasBeta && beta < betas.size() ? betas[beta++] : row.beta;
    }
}

void setDirections(const Attributes& attributes, Recurrence& recurrence)
{
    const std::string direction = attributes.stringOr("direction", "forward");
    if (direction != "forward" && direction != "reverse" && direction != "bidirectional") {
        failNode("attribute 'direction' is '" + direction + "', expected forward, reverse or bidirectional");
    }
    recurrence.isReverse = direction == "reverse";
    recurrence.directions = direction == "bidirectional" ? 2 : 1;
}

void requireShape(const NodeView& node, size_t index, const char* name, const Shape& shape)
{
    if (node.hasInput(index) && node.shape(index) != shape) {
        failNode("input '" + std::string(name) + "' is " + toString(node.input(index)) + ", expected "
            + toString(shape));
    }
}

void requireShapes(const NodeView& node, const Recurrence& r)
{
    const int64_t rows = r.gates * r.hidden;
    requireShape(node, 1, "W", {r.directions, rows, r.features});
    requireShape(node, 2, "R", {r.directions, rows, r.hidden});
    requireShape(node, 3, "B", {r.directions, 2 * rows});
    requireShape(node, 4, "sequence_lens", {r.batch});
    const Shape state =
        r.isBatchFirst ? Shape {r.batch, r.directions, r.hidden} : Shape {r.directions, r.batch, r.hidden};
    requireShape(node, 5, "initial_h", state);
    requireShape(node, 6, "initial_c", state);
    requireShape(node, 7, "P", {r.directions, 3 * r.hidden});
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (i != 4 && node.hasInput(i) && node.input(i).type != node.input(0).type) {
            failNode("input " + std::to_string(i) + " is " + toString(node.input(i)) + ", expected "
                + toString(node.input(0).type));
        }
    }
    if (node.hasInput(4) && node.input(4).type != DataType::Int32) {
        failNode("input 'sequence_lens' is " + toString(node.input(4)) + ", expected int32");
    }
}

template <Cell cell>
void infer(InferenceContext& context)
{
    if (!isFloat(context.type(0))) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor");
    }
    const Recurrence r = recurrenceOf(NodeView(context), cell);
    const Shape state =
        r.isBatchFirst ? Shape {r.batch, r.directions, r.hidden} : Shape {r.directions, r.batch, r.hidden};
    context.setOutput(0, context.type(0),
        r.isBatchFirst ? Shape {r.batch, r.steps, r.directions, r.hidden}
                       : Shape {r.steps, r.directions, r.batch, r.hidden});
    context.setOutput(1, context.type(0), state);
    context.setOutput(2, context.type(0), state);
}

template <Cell cell>
void lower(LoweringContext& context)
{
    lowerRecurrence(context, recurrenceOf(NodeView(context), cell));
}

template <Cell cell>
void add(Registry& registry, std::string_view name)
{
    for (const int64_t version : {7, 14, 22}) {
        registry.add({.name = name,
            .sinceVersion = version,
            .minInputs = 3,
            .maxInputs = cell == Cell::Lstm ? 8u : 6u,
            .maxOutputs = cell == Cell::Lstm ? 3u : 2u,
            .infer = infer<cell>,
            .lower = lower<cell>});
    }
}

} // namespace

Recurrence recurrenceOf(const NodeView& node, Cell cell)
{
    const Shape& x = node.shape(0);
    if (x.size() != 3 || node.shape(1).size() != 3 || node.shape(2).size() != 3) {
        failNode("inputs are " + toString(node.input(0)) + ", " + toString(node.input(1)) + " and "
            + toString(node.input(2)) + ", expected rank 3");
    }
    Recurrence r;
    r.cell = cell;
    r.gates = cell == Cell::Rnn ? 1 : cell == Cell::Gru ? 3 : 4;
    r.isBatchFirst = node.attributes->intOr("layout", 0) != 0;
    r.steps = x[r.isBatchFirst ? 1 : 0];
    r.batch = x[r.isBatchFirst ? 0 : 1];
    r.features = x[2];
    r.hidden = node.shape(2)[2];
    setDirections(*node.attributes, r);
    const int64_t hidden = node.attributes->intOr("hidden_size", r.hidden);
    if (hidden != r.hidden || r.hidden < 1) {
        failNode("attribute 'hidden_size' is " + std::to_string(hidden) + ", but input 'R' is "
            + toString(node.input(2)));
    }
    requireShapes(node, r);
    setActivations(*node.attributes, r);
    return r;
}

void registerOperators(Registry& registry)
{
    add<Cell::Rnn>(registry, "RNN");
    add<Cell::Lstm>(registry, "LSTM");
    add<Cell::Gru>(registry, "GRU");
}

} // namespace weightless::ops::recurrent
