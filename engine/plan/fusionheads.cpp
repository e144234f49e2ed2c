// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionheads.h"

#include "engine/ops/attentionheads.h"

#include <algorithm>
#include <array>

namespace weightless::plan {

namespace {

using Perm = std::vector<int64_t>;

const Perm innerHeads {0, 2, 1, 3}; // heads out of rows, or into them

class HeadsMatch {
public:
    HeadsMatch(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& replaced, const DataflowNode& attention)
        : m_dataflow(dataflow)
        , m_specialization(specialization)
        , m_uses(uses)
        , m_replaced(replaced)
        , m_attention(attention)
    {
    }

    [[nodiscard]] std::optional<InnerHeads> match() const
    {
        const bool isFoldedBatch = shapeOf(*m_attention.inputs[0]).size() == 3;
        InnerHeads result {m_attention, {}};
        uint32_t taken = 0;
        if (!isFoldedBatch || !hasMaskPerMatrix()) {
            taken = takeInputs(result.node, isFoldedBatch) | takeResult(result, isFoldedBatch);
        }
        if (isFoldedBatch && (taken != ops::attention::allHeads || !isSplitAlike(result.node))) {
            result = {m_attention, {}};
            taken = 0;
            turnKey(result.node);
        }
        if ((taken & (ops::attention::headsOfK | ops::attention::headsOfV)) == 0) {
            takeSharedHeads(result.node);
        }
        if (taken == 0 && result.node.inputs == m_attention.inputs) {
            return std::nullopt;
        }
        result.node.attributes.set("headsInside", int64_t {taken});
        return result;
    }

private:
    [[nodiscard]] const Shape& shapeOf(ValueId value) const
    {
        return m_specialization.descriptors[value].shape;
    }

    // Of those that read the value, the only one that needs its elements: a Shape is known without.
    [[nodiscard]] std::optional<size_t> soleReader(ValueId value) const
    {
        std::optional<size_t> sole;
        for (const size_t reader : m_uses.readers(value)) {
            const bool isKnown = std::ranges::all_of(m_dataflow.nodes[reader].outputs,
                [&](ValueId output) { return m_specialization.known[output] != nullptr; });
            if (!isKnown && sole) {
                return std::nullopt;
            }
            sole = isKnown ? sole : std::optional(reader);
        }
        return m_uses.isOutput(value) ? std::nullopt : sole;
    }

    // The node of that operator that makes the value for one reader.
    [[nodiscard]] const DataflowNode* producerOf(ValueId value, std::string_view opType) const
    {
        const DataflowNode* producer = m_uses.producer(value);
        const bool isWanted = producer != nullptr && isOnnx(*producer, opType) && soleReader(value)
            && !m_replaced[static_cast<size_t>(producer - m_dataflow.nodes.data())];
        return isWanted ? producer : nullptr;
    }

    [[nodiscard]] static bool isTranspose(const DataflowNode& node, const Perm& perm)
    {
        return isOnnx(node, "Transpose") && node.attributes.ints("perm") == perm;
    }

    // What a Transpose makes the value of.
    [[nodiscard]] std::optional<ValueId> before(ValueId value, const Perm& perm) const
    {
        const DataflowNode* transpose = producerOf(value, "Transpose");
        return transpose != nullptr && isTranspose(*transpose, perm) ? transpose->inputs[0] : std::nullopt;
    }

    // [batch, heads, rows, columns] beside the same in one dimension less.
    [[nodiscard]] static bool isFolded(const Shape& heads, const Shape& folded)
    {
        return heads.size() == 4 && folded.size() == 3 && heads[0] * heads[1] == folded[0]
            && heads[2] == folded[1] && heads[3] == folded[2];
    }

    // One number says nothing of the two that it was: 6 matrices are 2 batches of 3 heads, or 3 of 2.
    [[nodiscard]] bool isSplitAlike(const DataflowNode& node) const
    {
        const Shape& y = shapeOf(node.outputs[0]);
        return std::ranges::all_of(std::array<size_t, 3> {0, 1, 2}, [&](size_t i) {
            const Shape& x = shapeOf(*node.inputs[i]);
            return x[0] == y[0] && x[2] == y[2];
        });
    }

    // A key whose batch and heads are one dimension for as long as it is turned round, so that one Transpose
    // serves all ranks.
    [[nodiscard]] std::optional<ValueId> turnedInOneBatch(ValueId key) const
    {
        const DataflowNode* split = producerOf(key, "Reshape");
        const auto folded = split != nullptr ? before(*split->inputs[0], {0, 2, 1}) : std::nullopt;
        const DataflowNode* fold = folded ? producerOf(*folded, "Reshape") : nullptr;
        if (fold == nullptr) {
            return std::nullopt;
        }
        Shape turned = shapeOf(key);
        std::swap(turned[turned.size() - 2], turned[turned.size() - 1]);
        const bool isWhole = shapeOf(*fold->inputs[0]) == turned
            && shapeOf(*folded)[1] == turned[turned.size() - 2]
            && shapeOf(*folded)[2] == turned[turned.size() - 1];
        return isWhole ? fold->inputs[0] : std::nullopt;
    }

    // The key as it was before a Transpose exchanged its last two dimensions.
    void turnKey(DataflowNode& node) const
    {
        if (node.attributes.intOr("kTransposed", 0) == 0) {
            return;
        }
        auto source = before(*node.inputs[1], {0, 1, 3, 2});
        source = source ? source : before(*node.inputs[1], {0, 2, 1});
        source = source ? source : turnedInOneBatch(*node.inputs[1]);
        if (source) {
            node.inputs[1] = source;
            node.attributes.set("kTransposed", int64_t {0});
        }
    }

    // [batch, heads, keys, columns] where that is what Expand makes of fewer heads, each for several in a
    // row.
    [[nodiscard]] std::optional<ValueId> withoutRepeats(ValueId value) const
    {
        const DataflowNode* merge = producerOf(value, "Reshape");
        const DataflowNode* expand = merge != nullptr ? producerOf(*merge->inputs[0], "Expand") : nullptr;
        const DataflowNode* split = expand != nullptr ? m_uses.producer(*expand->inputs[0]) : nullptr;
        if (split == nullptr || !(isOnnx(*split, "Unsqueeze") || isOnnx(*split, "Reshape"))) {
            return std::nullopt;
        }
        const Shape& heads = shapeOf(*split->inputs[0]);
        const Shape& repeated = shapeOf(expand->outputs[0]);
        if (heads.size() != 4 || repeated.size() != 5) {
            return std::nullopt;
        }
        const int64_t times = repeated[2];
        const bool isRepeat = shapeOf(*expand->inputs[0]) == Shape {heads[0], heads[1], 1, heads[2], heads[3]}
            && repeated == Shape {heads[0], heads[1], times, heads[2], heads[3]}
            && shapeOf(value) == Shape {heads[0], heads[1] * times, heads[2], heads[3]};
        return isRepeat ? split->inputs[0] : std::nullopt;
    }

    // Of one row per head, as a decoder's query is; a mask would have to be repeated for more.
    void takeSharedHeads(DataflowNode& node) const
    {
        const bool isOneRow = shapeOf(node.outputs[0]).size() == 4 && shapeOf(*m_attention.inputs[0])[2] == 1;
        const auto key = isOneRow && node.attributes.intOr("kTransposed", 0) == 0
            ? withoutRepeats(*node.inputs[1])
            : std::nullopt;
        const auto value = key ? withoutRepeats(*node.inputs[2]) : std::nullopt;
        if (value && shapeOf(*key)[1] == shapeOf(*value)[1]) {
            node.inputs[1] = key;
            node.inputs[2] = value;
        }
    }

    [[nodiscard]] std::optional<ValueId> withInnerHeads(ValueId value, bool isFoldedBatch) const
    {
        if (!isFoldedBatch) {
            return before(value, innerHeads);
        }
        const DataflowNode* fold = producerOf(value, "Reshape");
        return fold != nullptr && isFolded(shapeOf(*fold->inputs[0]), shapeOf(value))
            ? before(*fold->inputs[0], innerHeads)
            : std::nullopt;
    }

    [[nodiscard]] std::optional<ValueId> keyWithInnerHeads(DataflowNode& node, bool isFoldedBatch) const
    {
        turnKey(node);
        if (node.attributes.intOr("kTransposed", 0) == 0) {
            return withInnerHeads(*node.inputs[1], isFoldedBatch);
        }
        const auto source = before(*node.inputs[1], {0, 2, 3, 1});
        if (source) {
            node.attributes.set("kTransposed", int64_t {0});
        }
        return source;
    }

    // Which of them.
    [[nodiscard]] uint32_t takeInputs(DataflowNode& node, bool isFoldedBatch) const
    {
        const std::array sources {withInnerHeads(*node.inputs[0], isFoldedBatch),
            keyWithInnerHeads(node, isFoldedBatch), withInnerHeads(*node.inputs[2], isFoldedBatch)};
        constexpr std::array heads {
            ops::attention::headsOfQ, ops::attention::headsOfK, ops::attention::headsOfV};
        uint32_t taken = 0;
        for (size_t i = 0; i < sources.size(); ++i) {
            node.inputs[i] = sources[i] ? sources[i] : node.inputs[i];
            taken |= sources[i] ? heads[i] : 0;
        }
        return taken;
    }

    [[nodiscard]] uint32_t takeResult(InnerHeads& result, bool isFoldedBatch) const
    {
        std::optional<size_t> reader = soleReader(m_attention.outputs[0]);
        if (reader && isFoldedBatch) {
            const DataflowNode& reshape = m_dataflow.nodes[*reader];
            if (!isOnnx(reshape, "Reshape")
                || !isFolded(shapeOf(reshape.outputs[0]), shapeOf(m_attention.outputs[0]))) {
                return 0;
            }
            result.replaced.push_back(*reader);
            reader = soleReader(reshape.outputs[0]);
        }
        if (!reader || !isTranspose(m_dataflow.nodes[*reader], innerHeads)) {
            result.replaced.clear();
            return 0;
        }
        result.replaced.push_back(*reader);
        result.node.outputs = m_dataflow.nodes[*reader].outputs;
        return ops::attention::headsOfY;
    }

    [[nodiscard]] bool hasMaskPerMatrix() const
    {
        if (m_attention.inputs.size() < 4 || !m_attention.inputs[3]) {
            return false;
        }
        const Shape& mask = shapeOf(*m_attention.inputs[3]);
        return mask.size() > 2 && mask[mask.size() - 3] != 1;
    }

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
    const UseMap& m_uses;
    const std::vector<bool>& m_replaced;
    const DataflowNode& m_attention;
};

} // namespace

std::optional<InnerHeads> matchInnerHeads(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& replaced, const DataflowNode& node)
{
    if (node.op->domain != "weightless" || node.op->name != "Attention") {
        return std::nullopt;
    }
    return HeadsMatch(dataflow, specialization, uses, replaced, node).match();
}

} // namespace weightless::plan
