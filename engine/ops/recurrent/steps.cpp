// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/recurrent.h"
#include "engine/ops/recurrent/recurrent.h"
#include "engine/ops/stridedcopy.h"

namespace weightless::ops::recurrent {

namespace {

struct StepParameters {
    uint32_t count, hidden, step, steps, isReverse, gateTime, gateBatch, yTime, yBatch, yFirst, writesAll,
        couplesGates;
    float clip, alphaF, betaF, alphaG, betaG, alphaH, betaH;
};

uint32_t narrow(int64_t value)
{
    return static_cast<uint32_t>(value);
}

// One direction of a recurrence: first everything that comes from the inputs, for all times in one product,
// then a launch for each step in time (two for a GRU whose candidate needs all reset gates).
class DirectionLowering {
public:
    DirectionLowering(LoweringContext& context, const Recurrence& r, int64_t direction, const TensorRef& y)
        : m_context(context)
        , m_compose(context)
        , m_r(r)
        , m_direction(direction)
        , m_y(y)
        , m_real(y.type() == DataType::Float64 ? DataType::Float64 : DataType::Float32)
    {
    }

    void lower()
    {
        const TensorRef gates = inputGates();
        const TensorRef weights = m_compose.transposed(
            part(2, {m_r.gates * m_r.hidden, m_r.hidden}), {1, 0}); // once, where it is a constant
        m_state = m_context.temporary({m_real, {4, m_r.batch, m_r.hidden}});
        startState(5, 0);
        if (m_r.cell == Cell::Lstm) {
            startState(6, 2);
        }
        const TensorRef extras = extraNumbers();
        for (int64_t step = 0; step < m_r.steps; ++step) {
            if (m_r.cell == Cell::Gru && !isLinear()) {
                dispatch(StepKind::GruGates, gates, weights, extras, step);
                dispatch(StepKind::GruState, gates, weights, extras, step);
            } else {
                const StepKind kind = m_r.cell == Cell::Rnn ? StepKind::Rnn
                    : m_r.cell == Cell::Lstm                ? StepKind::Lstm
                                                            : StepKind::GruLinear;
                dispatch(kind, gates, weights, extras, step);
            }
        }
        endState(1, m_r.steps % 2);
        endState(2, 2);
    }

private:
    [[nodiscard]] bool isLinear() const
    {
        return m_context.attributes().intOr("linear_before_reset", 0) != 0;
    }

    // This direction's part of an input whose first dimension counts directions.
    TensorRef part(size_t input, const Shape& shape, int64_t offset = 0)
    {
        const TensorRef whole = m_context.input(input);
        const int64_t each = whole.elements() / m_r.directions;
        return m_context.view(
            whole, {whole.type(), shape}, static_cast<uint64_t>(m_direction * each + offset));
    }

    // X · W^T and the biases; a GRU whose reset gate comes after the product keeps that product's bias.
    TensorRef inputGates()
    {
        const int64_t columns = m_r.gates * m_r.hidden;
        const int64_t rows = m_r.steps * m_r.batch;
        const TensorRef x = m_compose.reshaped(m_context.input(0), {rows, m_r.features});
        const TensorRef w = part(1, {columns, m_r.features});
        TensorRef result = m_context.temporary({x.type(), {rows, columns}});
        const Attributes attributes = attributesWith("transB", int64_t {1});
        if (!m_context.hasInput(3)) {
            m_compose.addTo(result, "Gemm", {x, w}, attributes);
            return result;
        }
        const bool keeps = m_r.cell == Cell::Gru && isLinear();
        const int64_t summed = keeps ? 2 * m_r.hidden : columns;
        const TensorRef bias = m_context.temporary({x.type(), {columns}});
        const TensorRef sum = m_context.view(bias, {x.type(), {summed}});
        m_compose.addTo(sum, "Add", {part(3, {summed}), part(3, {summed}, columns)});
        if (keeps) {
            copy(part(3, {m_r.hidden}, summed), bias, summed);
        }
        m_compose.addTo(result, "Gemm", {x, w, bias}, attributes);
        return result;
    }

    void copy(const TensorRef& source, const TensorRef& target, int64_t offset)
    {
        dispatchCopy(m_context, source, target,
            {.dims = {source.elements()},
                .sourceStrides = {1},
                .targetStrides = {1},
                .targetOffset = offset});
    }

    void put(const TensorRef& source, const TensorRef& target, int64_t offset)
    {
        copy(m_compose.cast(source, m_real), target, offset);
    }

    void fill(const TensorRef& target, int64_t offset, int64_t count, double value)
    {
        dispatchFill(m_context, scalarOf(m_context, m_real, value),
            m_context.view(target, {m_real, {count}}, static_cast<uint64_t>(offset)));
    }

    // Where this direction's states lie in initial_h, initial_c, Y_h and Y_c.
    [[nodiscard]] ElementCopy stateCopy() const
    {
        const int64_t rowStride = m_r.isBatchFirst ? m_r.directions * m_r.hidden : m_r.hidden;
        return {.dims = {m_r.batch, m_r.hidden},
            .sourceStrides = {rowStride, 1},
            .targetStrides = {m_r.hidden, 1},
            .sourceOffset = m_direction * m_r.hidden * (m_r.isBatchFirst ? 1 : m_r.batch)};
    }

    void startState(size_t input, int64_t place)
    {
        const int64_t count = m_r.batch * m_r.hidden;
        if (!m_context.hasInput(input)) {
            fill(m_state, place * count, count, 0);
            return;
        }
        ElementCopy start = stateCopy();
        start.targetOffset = place * count;
        dispatchCopy(m_context, m_compose.cast(m_context.input(input), m_real), m_state, start);
    }

    void endState(size_t output, int64_t place)
    {
        if (!wantsOutput(m_context, output)) {
            return;
        }
        const int64_t count = m_r.batch * m_r.hidden;
        const TensorRef last = m_compose.cast(
            m_context.view(m_state, {m_real, {m_r.batch, m_r.hidden}}, static_cast<uint64_t>(place * count)),
            m_y.type());
        const ElementCopy there = stateCopy();
        dispatchCopy(m_context, last, m_context.output(output),
            {.dims = there.dims,
                .sourceStrides = there.targetStrides,
                .targetStrides = there.sourceStrides,
                .targetOffset = there.sourceOffset});
    }

    // Lengths, peepholes and the bias that a linear GRU keeps, in one tensor: a kernel sees six.
    TensorRef extraNumbers()
    {
        TensorRef extras = m_context.temporary({m_real, {m_r.batch + 4 * m_r.hidden}});
        if (m_context.hasInput(4)) {
            put(m_context.input(4), extras, 0);
        } else {
            fill(extras, 0, m_r.batch, static_cast<double>(m_r.steps));
        }
        if (m_r.cell == Cell::Lstm && m_context.hasInput(7)) {
            put(part(7, {3 * m_r.hidden}), extras, m_r.batch);
        } else {
            fill(extras, m_r.batch, 3 * m_r.hidden, 0);
        }
        const int64_t biasPlace = m_r.batch + 3 * m_r.hidden;
        if (m_r.cell == Cell::Gru && isLinear() && m_context.hasInput(3)) {
            put(part(3, {m_r.hidden}, 5 * m_r.hidden), extras, biasPlace);
        } else {
            fill(extras, biasPlace, m_r.hidden, 0);
        }
        return extras;
    }

    [[nodiscard]] StepParameters parametersOf(int64_t step) const
    {
        const auto& [f, g, h] = m_r.activations.at(static_cast<size_t>(m_direction));
        const int64_t columns = m_r.gates * m_r.hidden;
        const int64_t row = m_r.directions * m_r.hidden;
        const Attributes& attributes = m_context.attributes();
        return {.count = narrow(m_r.batch * m_r.hidden),
            .hidden = narrow(m_r.hidden),
            .step = narrow(step),
            .steps = narrow(m_r.steps),
            .isReverse = m_r.isReverse || m_direction == 1 ? 1u : 0u,
            .gateTime = narrow(m_r.isBatchFirst ? columns : m_r.batch * columns),
            .gateBatch = narrow(m_r.isBatchFirst ? m_r.steps * columns : columns),
            .yTime = narrow(m_r.isBatchFirst ? row : m_r.batch * row),
            .yBatch = narrow(m_r.isBatchFirst ? m_r.steps * row : m_r.hidden),
            .yFirst = narrow(m_direction * m_r.hidden * (m_r.isBatchFirst ? 1 : m_r.batch)),
            .writesAll = m_context.wantsOutput(0) ? 1u : 0u,
            .couplesGates = attributes.intOr("input_forget", 0) != 0 ? 1u : 0u,
            .clip = attributes.floatOr("clip", 0),
            .alphaF = f.alpha,
            .betaF = f.beta,
            .alphaG = g.alpha,
            .betaG = g.beta,
            .alphaH = h.alpha,
            .betaH = h.beta};
    }

    void dispatch(StepKind kind, const TensorRef& gates, const TensorRef& weights, const TensorRef& extras,
        int64_t step)
    {
        const auto& [f, g, h] = m_r.activations.at(static_cast<size_t>(m_direction));
        const auto hidden = static_cast<uint64_t>(m_r.hidden);
        const auto count = static_cast<uint64_t>(m_r.batch) * hidden;
        const uint32_t atOnce = stepsAtOnce(m_context.device(), roundsOf(hidden));
        m_context.dispatch({.kernel = &kernels::recurrent().forTypes({m_y.type()}),
            .loopRounds = longLoopRounds(roundsOf((hidden + atOnce - 1) / atOnce)),
            .specialization = {static_cast<uint32_t>(kind), f.function, g.function, h.function, atOnce},
            .bindings = {{gates, Access::Read}, {weights, Access::Read}, {m_state, Access::ReadWrite},
                {extras, Access::Read}, {m_y, Access::Write}},
            .parameters = parameterBytes(parametersOf(step)),
            .groupCount = linearGroups(count),
            .operations = 2 * count * hidden * static_cast<uint64_t>(m_r.gates)});
    }

    LoweringContext& m_context;
    Composer m_compose;
    const Recurrence& m_r;
    int64_t m_direction;
    TensorRef m_y;
    DataType m_real; // of states and what else is summed up
    TensorRef m_state;
};

} // namespace

void lowerRecurrence(LoweringContext& context, const Recurrence& recurrence)
{
    // Where nobody reads Y, no memory is spent on it.
    const TensorRef y =
        context.wantsOutput(0) ? context.output(0) : context.temporary({context.input(0).type(), {1}});
    for (int64_t direction = 0; direction < recurrence.directions; ++direction) {
        DirectionLowering(context, recurrence, direction, y).lower();
    }
}

} // namespace weightless::ops::recurrent
