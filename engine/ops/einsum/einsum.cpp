// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composer.h"
#include "engine/ops/einsum/equation.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>

namespace weightless::ops::einsum {

namespace {

// A tensor as the equation walks it: a stride for each of its labels, none twice.
struct Term {
    TensorRef tensor;
    Labels labels;
    std::vector<int64_t> strides;
};

bool contains(const Labels& labels, Label label)
{
    return std::ranges::find(labels, label) != labels.end();
}

// A diagonal steps along all its dimensions at once; a dimension that broadcasts stays where it is.
Term termOf(const TensorRef& tensor, const Labels& labels, const Equation& equation)
{
    Term term {tensor, {}, {}};
    const std::vector<int64_t> strides = contiguousStrides(tensor.shape());
    for (size_t d = 0; d < labels.size(); ++d) {
        const bool isBroadcast = tensor.shape()[d] != equation.sizes.at(labels[d]);
        const int64_t stride = isBroadcast ? 0 : strides[d];
        const auto known = std::ranges::find(term.labels, labels[d]);
        if (known == term.labels.end()) {
            term.labels.push_back(labels[d]);
            term.strides.push_back(stride);
        } else {
            term.strides[static_cast<size_t>(known - term.labels.begin())] += stride;
        }
    }
    return term;
}

// Terms are folded from the left: each step multiplies the next operand in and sums over the labels that
// nobody reads any more, as one batched matrix product.
class EinsumLowering {
public:
    EinsumLowering(LoweringContext& context, Equation equation)
        : m_context(context)
        , m_compose(context)
        , m_equation(std::move(equation))
    {
    }

    void lower()
    {
        Term term = termOf(m_context.input(0), m_equation.operands[0], m_equation);
        term = summed(term, readAfter(0));
        for (size_t i = 1; i < m_equation.operands.size(); ++i) {
            const Term next = termOf(m_context.input(i), m_equation.operands[i], m_equation);
            term = multiplied(term, next, readAfter(i));
        }
        lowerCopy(m_context, term.tensor,
            packedCopy(m_equation.shapeOf(m_equation.result), stridesOf(term, m_equation.result)));
    }

private:
    [[nodiscard]] Labels readAfter(size_t operand) const
    {
        Labels labels = m_equation.result;
        for (size_t i = operand + 1; i < m_equation.operands.size(); ++i) {
            labels.insert(labels.end(), m_equation.operands[i].begin(), m_equation.operands[i].end());
        }
        return labels;
    }

    static std::vector<int64_t> stridesOf(const Term& term, const Labels& order)
    {
        std::vector<int64_t> strides;
        for (const Label label : order) {
            const auto at = std::ranges::find(term.labels, label);
            strides.push_back(
                at == term.labels.end() ? 0 : term.strides[static_cast<size_t>(at - term.labels.begin())]);
        }
        return strides;
    }

    [[nodiscard]] int64_t sizeOf(const Labels& labels) const
    {
        int64_t size = 1;
        for (const Label label : labels) {
            size *= m_equation.sizes.at(label);
        }
        return size;
    }

    // The term's elements in this order of labels, packed, as a tensor of `shape`.
    TensorRef packed(const Term& term, const Labels& order, const Shape& shape)
    {
        const Shape dims = m_equation.shapeOf(order);
        const ElementCopy copy = packedCopy(dims, stridesOf(term, order));
        const int64_t elements = elementCount(dims).value_or(0);
        if (const auto offset = contiguousSourceOffset(copy, elements)) {
            return m_context.view(term.tensor, {term.tensor.type(), shape}, static_cast<uint64_t>(*offset));
        }
        const TensorRef target = m_context.temporary({term.tensor.type(), dims});
        dispatchCopy(m_context, term.tensor, target, copy);
        return m_compose.reshaped(target, shape);
    }

    // A product of operands that exist may have a size that none has.
    [[nodiscard]] Term packedTerm(const TensorRef& tensor, const Labels& labels) const
    {
        const Shape shape = m_equation.shapeOf(labels);
        if (!elementCount(shape)) {
            m_context.unsupported("a product of shape " + toString(shape));
        }
        return {tensor, labels, contiguousStrides(shape)};
    }

    static Labels joined(const Labels& a, const Labels& b, const Labels& c = {})
    {
        Labels all = a;
        all.insert(all.end(), b.begin(), b.end());
        all.insert(all.end(), c.begin(), c.end());
        return all;
    }

    // Without the labels that are not kept. A product with ones sums in every type that products have.
    Term summed(const Term& term, const Labels& kept)
    {
        Labels stay;
        Labels go;
        for (const Label label : term.labels) {
            (contains(kept, label) ? stay : go).push_back(label);
        }
        if (go.empty()) {
            return term;
        }
        const DataType type = term.tensor.type();
        const TensorRef rows = packed(term, joined(stay, go), {sizeOf(stay), sizeOf(go)});
        HostTensor one = makeHostTensor({type, {}});
        if (isFloat(type)) {
            setElement(one, 0, 1.0);
        } else {
            setElement(one, 0, int64_t {1});
        }
        const TensorRef ones = m_context.temporary({type, {sizeOf(go), 1}});
        dispatchFill(m_context, m_context.constant(std::move(one)), ones);
        return packedTerm(m_compose.add("MatMul", {rows, ones}), stay);
    }

    Term multiplied(const Term& givenLeft, const Term& givenRight, const Labels& kept)
    {
        const Term left = summed(givenLeft, joined(kept, givenRight.labels));
        const Term right = summed(givenRight, joined(kept, givenLeft.labels));
        Labels batch;
        Labels rows;
        Labels depth;
        Labels columns;
        for (const Label label : left.labels) {
            Labels& target = !contains(right.labels, label) ? rows : contains(kept, label) ? batch : depth;
            target.push_back(label);
        }
        std::ranges::copy_if(right.labels, std::back_inserter(columns),
            [&](Label label) { return !contains(left.labels, label); });
        const int64_t k = sizeOf(depth);
        const TensorRef a = packed(left, joined(batch, rows, depth), {sizeOf(batch), sizeOf(rows), k});
        const TensorRef b = packed(right, joined(batch, depth, columns), {sizeOf(batch), k, sizeOf(columns)});
        // Without a sum it is a product of elements, which broadcasts.
        return packedTerm(
            m_compose.add(depth.empty() ? "Mul" : "MatMul", {a, b}), joined(batch, rows, columns));
    }

    LoweringContext& m_context;
    Composer m_compose;
    Equation m_equation;
};

void infer(InferenceContext& context)
{
    for (size_t i = 1; i < context.inputCount(); ++i) {
        context.requireSameType(0, i);
    }
    const NodeView node(context);
    const Equation equation = equationOf(node);
    const DataType type = context.type(0);
    if (!isFloat(type) && !isInteger(type)) {
        context.unsupported("there are no products of " + toString(type));
    }
    context.setOutput(0, type, equation.shapeOf(equation.result));
}

void lower(LoweringContext& context)
{
    const DataType type = context.input(0).type();
    if (isFloat(type) || bitWidth(type) >= 32) {
        EinsumLowering(context, equationOf(NodeView(context))).lower();
        return;
    }
    // Products of small integers are computed in large ones, and wrap around as they would have.
    const DataType wider = isSignedInteger(type) ? DataType::Int32 : DataType::UInt32;
    Composer compose(context);
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.emplace_back(compose.cast(context.input(i), wider));
    }
    const TensorRef y = context.output(0);
    const TensorRef wide = context.temporary({wider, y.shape()});
    context.lowerAs("Einsum", inputs, context.attributes(), std::array {wide});
    compose.addTo(y, "Cast", {wide}, attributesWith("to", static_cast<int64_t>(type)));
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add(
        {.name = "Einsum", .sinceVersion = 12, .maxInputs = anyCount, .infer = infer, .lower = lower});
}

} // namespace weightless::ops::einsum
