// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attentionheads.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/hiddenrows.h"
#include "engine/ops/onnxattention/problem.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::onnxattention {

namespace {

class AttentionLowering {
public:
    AttentionLowering(LoweringContext& context, const AttentionProblem& problem)
        : m_context(context)
        , m_compose(context)
        , m_p(problem)
        , m_type(context.input(queryInput).type())
    {
    }

    void lower()
    {
        if (canStayPacked()) {
            attendPacked();
            return;
        }
        const TensorRef q = heads(queryInput, m_p.queryHeads, m_p.rows, m_p.depth);
        const TensorRef key = present(keyInput, pastKeyInput, m_p.depth);
        const TensorRef value = present(valueInput, pastValueInput, m_p.width);
        finishOutput(m_context, presentKeyOutput, key);
        finishOutput(m_context, presentValueOutput, value);
        if (!wantsOutput(m_context, resultOutput) && !wantsOutput(m_context, scoresOutput)) {
            return;
        }
        // Heads of the query that share keys are rows of one matrix, so that no key is repeated.
        const TensorRef rows =
            m_compose.reshaped(q, {m_p.batch, m_p.keyHeads, m_p.queriesPerKey() * m_p.rows, m_p.depth});
        const TensorRef k = m_compose.cast(key, m_type);
        const TensorRef v = m_compose.cast(value, m_type);
        if (!isPlain()) {
            finishResult(stepByStep(rows, k, v));
            return;
        }
        const TensorRef result = m_context.temporary(
            {m_type, {m_p.batch, m_p.keyHeads, m_p.queriesPerKey() * m_p.rows, m_p.width}});
        fused(rows, k, v, 0, result);
        finishResult(result);
    }

private:
    [[nodiscard]] bool isPlain() const
    {
        return !wantsOutput(m_context, scoresOutput) && m_p.keys > 0 && m_type != DataType::Float64;
    }

    // Nothing came before, every head has keys of its own, and nobody wants them as heads.
    [[nodiscard]] bool canStayPacked() const
    {
        return m_p.isPacked && isPlain() && m_p.queriesPerKey() == 1 && !m_context.hasInput(pastKeyInput)
            && !wantsOutput(m_context, presentKeyOutput) && !wantsOutput(m_context, presentValueOutput)
            && wantsOutput(m_context, resultOutput);
    }

    // Rows of all heads, as they are.
    void attendPacked()
    {
        const auto rows = [&](size_t input, int64_t steps, int64_t size) {
            const TensorRef given = m_compose.cast(m_context.input(input), m_type);
            return m_compose.reshaped(given, {m_p.batch, steps, m_p.keyHeads, size});
        };
        const TensorRef result = m_compose.reshaped(
            m_context.output(resultOutput), {m_p.batch, m_p.rows, m_p.keyHeads, m_p.width});
        fused(rows(queryInput, m_p.rows, m_p.depth), rows(keyInput, m_p.keys, m_p.depth),
            rows(valueInput, m_p.keys, m_p.width), attention::allHeads, result);
    }

    [[nodiscard]] double lowest() const { return -std::numeric_limits<double>::infinity(); }

    // [batch, heads, steps, size], whichever way the input has it.
    TensorRef heads(size_t input, int64_t count, int64_t steps, int64_t size)
    {
        const TensorRef given = m_context.input(input);
        return m_p.isPacked
            ? m_compose.transposed(m_compose.reshaped(given, {m_p.batch, steps, count, size}), {0, 2, 1, 3})
            : given;
    }

    TensorRef present(size_t input, size_t pastInput, int64_t size)
    {
        const int64_t added = m_p.keys - m_p.past;
        TensorRef now = heads(input, m_p.keyHeads, added, size);
        if (!m_context.hasInput(pastInput)) {
            return now;
        }
        const TensorRef past = m_compose.cast(m_context.input(pastInput), now.type());
        return m_compose.add("Concat", {past, now}, attributesWith("axis", int64_t {2}));
    }

    // Places of the keys, as a row.
    TensorRef keyPlaces()
    {
        HostTensor places = makeHostTensor({DataType::Int64, {m_p.keys}});
        for (int64_t i = 0; i < m_p.keys; ++i) {
            setElement(places, static_cast<size_t>(i), i);
        }
        return m_context.constant(std::move(places));
    }

    // 0 where a query may look, minus infinity elsewhere.
    TensorRef hidden(const TensorRef& mayLook)
    {
        return m_compose.add(
            "Where", {mayLook, scalarOf(m_context, m_type, 0), scalarOf(m_context, m_type, lowest())});
    }

    TensorRef givenMask()
    {
        const TensorRef given = m_context.input(maskInput);
        TensorRef mask = given.type() == DataType::Bool ? hidden(given) : m_compose.cast(given, m_type);
        if (mask.shape().empty() || mask.shape().back() == m_p.keys || mask.shape().back() == 1) {
            return mask;
        }
        Shape whole = mask.shape();
        whole.back() = m_p.keys;
        TensorRef padded = filledTensor(m_context, {m_type, whole}, lowest());
        dispatchCopy(m_context, mask, padded,
            {.dims = mask.shape(),
                .sourceStrides = contiguousStrides(mask.shape()),
                .targetStrides = contiguousStrides(whole)});
        return padded;
    }

    // The place of each row among the keys, behind what lies before the first: the cache, or what
    // nonpad_kv_seqlen says.
    TensorRef rowPlaces()
    {
        HostTensor rows = makeHostTensor({DataType::Int64, {m_p.rows, 1}});
        for (int64_t i = 0; i < m_p.rows; ++i) {
            setElement(rows, static_cast<size_t>(i), i + m_p.past);
        }
        TensorRef places = m_context.constant(std::move(rows));
        if (!m_context.hasInput(lengthsInput) || m_context.hasInput(pastKeyInput)) {
            return places;
        }
        const TensorRef before = shifted("Sub", m_context.input(lengthsInput), m_p.rows);
        return m_compose.add("Add", {places, m_compose.reshaped(before, {m_p.batch, 1, 1, 1})});
    }

    TensorRef shifted(std::string_view op, const TensorRef& places, int64_t by)
    {
        return by == 0
            ? places
            : m_compose.add(op, {places, scalarOf(m_context, DataType::Int64, static_cast<double>(by))});
    }

    // Minus infinity where the comparison holds.
    TensorRef hiddenWhere(std::string_view comparison, const TensorRef& places)
    {
        const TensorRef isHidden = m_compose.add(comparison, {keyPlaces(), places});
        return m_compose.add(
            "Where", {isHidden, scalarOf(m_context, m_type, lowest()), scalarOf(m_context, m_type, 0)});
    }

    TensorRef lengthMask()
    {
        const TensorRef lengths = m_compose.reshaped(m_context.input(lengthsInput), {m_p.batch, 1, 1, 1});
        return hidden(m_compose.add("Less", {keyPlaces(), lengths}));
    }

    // Where a row's place follows from its number alone: so many keys lie before the last that the first row
    // sees. Kernels of fused attention need no mask for that.
    [[nodiscard]] std::optional<int64_t> keysBefore() const
    {
        const int64_t ahead = m_p.isCausal ? 0 : m_p.rightWindow;
        const bool followsFromLengths = m_context.hasInput(lengthsInput) && !m_context.hasInput(pastKeyInput);
        return ahead < 0 || followsFromLengths ? std::nullopt
                                               : std::optional(std::min(m_p.past + ahead, m_p.keys));
    }

    // `hidesLater`: what is behind a query's own place is not left to a kernel.
    std::optional<TensorRef> mask(bool hidesLater)
    {
        std::optional<TensorRef> sum;
        const auto add = [&](const TensorRef& mask) {
            sum = sum ? m_compose.add("Add", {*sum, mask}) : mask;
        };
        if (m_context.hasInput(maskInput)) {
            add(givenMask());
        }
        const int64_t ahead = m_p.isCausal ? 0 : m_p.rightWindow;
        if (ahead >= 0 && hidesLater) {
            add(hiddenWhere("Greater", shifted("Add", rowPlaces(), ahead)));
        }
        if (m_p.leftWindow >= 0) {
            add(hiddenWhere("Less", shifted("Sub", rowPlaces(), m_p.leftWindow)));
        }
        if (m_context.hasInput(lengthsInput)) {
            add(lengthMask());
        }
        return sum;
    }

    // Of rank 4, for heads that are rows: [batch or 1, key heads or 1, queries per key * rows, keys].
    TensorRef maskOfRows(const TensorRef& mask)
    {
        Shape shape(4 - mask.shape().size(), 1);
        shape.insert(shape.end(), mask.shape().begin(), mask.shape().end());
        TensorRef whole = m_compose.reshaped(mask, shape);
        const int64_t each = m_p.queriesPerKey();
        if (each == 1) {
            return whole;
        }
        if (shape[1] == 1) {
            const TensorRef rows =
                expandedCopy(m_context, m_compose.reshaped(whole, {shape[0], 1, 1, shape[2], shape[3]}),
                    {shape[0], 1, each, m_p.rows, m_p.keys});
            return m_compose.reshaped(rows, {shape[0], 1, each * m_p.rows, m_p.keys});
        }
        const TensorRef rows = expandedCopy(m_context, whole, {shape[0], m_p.queryHeads, m_p.rows, m_p.keys});
        return m_compose.reshaped(rows, {shape[0], m_p.keyHeads, each * m_p.rows, m_p.keys});
    }

    // Whether a row may see no key at all, and is zeros then (onnx/onnx, pull request 8068): of a causal
    // product alone each sees the first.
    [[nodiscard]] bool mayHideRows() const
    {
        return m_context.hasInput(maskInput) || m_context.hasInput(lengthsInput) || m_p.leftWindow >= 0;
    }

    void fused(const TensorRef& q, const TensorRef& k, const TensorRef& v, uint32_t headsInside,
        const TensorRef& target)
    {
        const std::optional<int64_t> before = keysBefore();
        const std::optional<TensorRef> added = mask(!before);
        const TensorRef result = mayHideRows() ? m_context.temporary(target.descriptor) : target;
        Attributes attributes = attributesWith("scale", static_cast<float>(m_p.scale));
        attributes.set("softcap", m_p.softcap);
        attributes.set("headsInside", int64_t {headsInside});
        if (before) {
            attributes.set("causalSteps", m_p.rows);
            attributes.set("causalBefore", *before);
        }
        m_compose.addTo(
            result, "Attention", {q, k, v, added ? std::optional(maskOfRows(*added)) : added}, attributes);
        if (mayHideRows()) {
            const TensorRef whole = before ? mask(true).value() : added.value();
            dispatchZeroHiddenRows(m_context, result, maskOfRows(whole), headsInside != 0, target);
        }
    }

    void finishScores(ScoresMode mode, const TensorRef& scores)
    {
        if (m_p.scoresMode == mode) {
            finishOutput(m_context, scoresOutput, m_compose.reshaped(scores, m_p.scoresShape()));
        }
    }

    TensorRef number(double value) { return scalarOf(m_context, m_type, value); }

    TensorRef stepByStep(const TensorRef& q, const TensorRef& k, const TensorRef& v)
    {
        const TensorRef products = m_compose.add("MatMul", {q, m_compose.transposed(k, {0, 1, 3, 2})});
        TensorRef scores =
            m_compose.reshaped(m_compose.add("Mul", {products, number(m_p.scale)}), m_p.scoresShape());
        finishScores(ScoresMode::Products, scores);
        if (m_p.softcap > 0) {
            const TensorRef small = m_compose.add("Div", {scores, number(static_cast<double>(m_p.softcap))});
            scores = m_compose.add(
                "Mul", {m_compose.add("Tanh", {small}), number(static_cast<double>(m_p.softcap))});
        }
        finishScores(ScoresMode::Capped, scores);
        const std::optional<TensorRef> added = mask(true);
        if (added) {
            scores = m_compose.add("Add", {scores, *added});
        }
        finishScores(ScoresMode::Masked, scores);
        TensorRef weights = m_compose.add("Softmax", {scores}, attributesWith("axis", int64_t {3}));
        if (mayHideRows()) {
            const TensorRef seen = m_context.temporary(weights.descriptor);
            dispatchZeroHiddenRows(m_context, weights, scores, false, seen);
            weights = seen;
        }
        finishScores(ScoresMode::Softmax, weights);
        const TensorRef rows =
            m_compose.reshaped(weights, {m_p.batch, m_p.keyHeads, m_p.queriesPerKey() * m_p.rows, m_p.keys});
        return m_compose.add("MatMul", {rows, v});
    }

    void finishResult(const TensorRef& result)
    {
        const TensorRef byHead = m_compose.reshaped(result, {m_p.batch, m_p.queryHeads, m_p.rows, m_p.width});
        finishOutput(
            m_context, resultOutput, m_p.isPacked ? m_compose.transposed(byHead, {0, 2, 1, 3}) : byHead);
    }

    LoweringContext& m_context;
    Composer m_compose;
    const AttentionProblem& m_p;
    DataType m_type;
};

} // namespace

void lowerAttention(LoweringContext& context, const AttentionProblem& problem)
{
    AttentionLowering(context, problem).lower();
}

} // namespace weightless::ops::onnxattention
