// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/recurrent.h"
#include "engine/ops/kernels/recurrenttexels.h"
#include "engine/ops/product/problem.h"
#include "engine/ops/recurrent/recurrent.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <bit>

namespace weightless::ops::recurrent {

namespace {

struct StepParameters {
    uint32_t workGroups, unitGroups, hidden, batch, step, steps, reverses, gateTime, gateBatch, yTime, yBatch,
        yDirection, yFirst, writesAll, couplesGates;
    float clip, alphaF, betaF, alphaG, betaG, alphaH, betaH;
};

constexpr int64_t unitsPerGroup = 8; // as in step.glsl

uint32_t narrow(int64_t value)
{
    return static_cast<uint32_t>(value);
}

// The directions [first, first + count) of a recurrence, whose activations are the same: first everything
// that comes from the inputs, for all times in one product, then a launch for each step in time (two for a
// GRU whose candidate needs all reset gates).
class DirectionsLowering {
public:
    DirectionsLowering(
        LoweringContext& context, const Recurrence& r, int64_t first, int64_t count, const TensorRef& y)
        : m_context(context)
        , m_compose(context)
        , m_r(r)
        , m_first(first)
        , m_count(count)
        , m_y(y)
        , m_real(y.type() == DataType::Float64 ? DataType::Float64 : DataType::Float32)
        , m_unitGroups(ceilDivide(r.hidden, unitsPerGroup))
        , m_units(m_unitGroups * unitsPerGroup)
        , m_packSize(packBytes / static_cast<int64_t>(byteCount(y.type(), 1).value_or(1)))
        , m_depthLanes(lanesFor(context, narrow(m_units / m_packSize)))
    {
    }

    void lower()
    {
        m_gates = inputGates();
        m_weights = packedWeights();
        m_extras = extraNumbers();
        const TensorRef first = startStates();
        std::array<TensorRef, 2> states {first, m_context.temporary(first.descriptor)};
        const bool isInTwo = m_r.cell == Cell::Gru && !isLinear();
        const TensorRef between = isInTwo ? m_context.temporary({m_real, stateShape(3)}) : first;
        for (int64_t step = 0; step < m_r.steps; ++step) {
            const TensorRef& before = states.at(static_cast<size_t>(step % 2));
            const TensorRef& after = states.at(static_cast<size_t>((step + 1) % 2));
            if (isInTwo) {
                dispatch(StepKind::GruGates, before, between, step);
                dispatch(StepKind::GruState, between, after, step);
            } else {
                const StepKind kind = m_r.cell == Cell::Rnn ? StepKind::Rnn
                    : m_r.cell == Cell::Lstm                ? StepKind::Lstm
                                                            : StepKind::GruLinear;
                dispatch(kind, before, after, step);
            }
        }
        const TensorRef& last = states.at(static_cast<size_t>(m_r.steps % 2));
        endState(1, last, 0);
        endState(2, last, 1);
    }

private:
    static constexpr int64_t packBytes = 16;

    [[nodiscard]] static bool isForCards(const LoweringContext& context)
    {
        return !devicePolicy(context.device()).prefersEights
            || context.attributes().stringOr(product::kernelAttribute, "") == "cards";
    }

    // Invocations that share a unit's depth: on cards as many as read neighbours at once, where there are.
    static uint32_t lanesFor(const LoweringContext& context, uint32_t packs)
    {
        constexpr uint32_t mostLanes = 32;
        const uint32_t room = context.device().maxWorkGroupInvocations / unitsPerGroup;
        return isForCards(context) ? std::bit_floor(std::clamp(std::min(packs, room), 1u, mostLanes)) : 1;
    }

    [[nodiscard]] bool isLinear() const
    {
        return m_context.attributes().intOr("linear_before_reset", 0) != 0;
    }

    // Part of an input whose first dimension counts directions, from one of these on.
    TensorRef part(size_t input, const Shape& shape, int64_t direction, int64_t offset = 0)
    {
        const TensorRef whole = m_context.input(input);
        const int64_t each = whole.elements() / m_r.directions;
        return m_context.view(
            whole, {whole.type(), shape}, static_cast<uint64_t>((m_first + direction) * each + offset));
    }

    // X · W^T and the biases; a GRU whose reset gate comes after the product keeps that product's bias.
    TensorRef inputGates()
    {
        const int64_t columns = m_r.gates * m_r.hidden;
        const int64_t rows = m_r.steps * m_r.batch;
        const TensorRef x = m_compose.reshaped(m_context.input(0), {rows, m_r.features});
        const TensorRef w = part(1, {m_count * columns, m_r.features}, 0);
        TensorRef result = m_context.temporary({x.type(), {rows, m_count * columns}});
        const Attributes attributes = attributesWith("transB", int64_t {1});
        if (!m_context.hasInput(3)) {
            m_compose.addTo(result, "Gemm", {x, w}, attributes);
            return result;
        }
        const bool keeps = m_r.cell == Cell::Gru && isLinear();
        const int64_t summed = keeps ? 2 * m_r.hidden : columns;
        const TensorRef bias = m_context.temporary({x.type(), {m_count * columns}});
        for (int64_t d = 0; d < m_count; ++d) {
            const TensorRef sum =
                m_context.view(bias, {x.type(), {summed}}, static_cast<uint64_t>(d * columns));
            m_compose.addTo(sum, "Add", {part(3, {summed}, d), part(3, {summed}, d, columns)});
            if (keeps) {
                copy(part(3, {m_r.hidden}, d, summed), bias, d * columns + summed);
            }
        }
        m_compose.addTo(result, "Gemm", {x, w, bias}, attributes);
        return result;
    }

    // As step.glsl reads them, with zeros beyond the last unit; once, where they are a constant.
    TensorRef packedWeights()
    {
        const int64_t hidden = m_r.hidden;
        const int64_t matrices = m_count * m_r.gates;
        TensorRef weights = part(2, {matrices, hidden, hidden}, 0);
        if (m_units != hidden) {
            const TensorRef padded = m_context.temporary({weights.type(), {matrices, m_units, m_units}});
            dispatchFill(m_context, scalarOf(m_context, weights.type(), 0), padded);
            dispatchCopy(m_context, weights, padded,
                {.dims = {matrices, hidden, hidden},
                    .sourceStrides = {hidden * hidden, hidden, 1},
                    .targetStrides = {m_units * m_units, m_units, 1}});
            weights = padded;
        }
        TensorRef packed = m_context.temporary({weights.type(), {matrices, m_units, m_units}});
        const int64_t matrix = m_units * m_units;
        const Shape dims {m_count, m_unitGroups, m_units / m_packSize, m_r.gates, unitsPerGroup, m_packSize};
        ElementCopy order =
            packedCopy(dims, {m_r.gates * matrix, unitsPerGroup * m_units, m_packSize, matrix, m_units, 1});
        dispatchCopy(m_context, weights, packed, order);
        return packed;
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

    [[nodiscard]] Shape stateShape(int64_t parts) const { return {parts, m_count, m_r.batch, m_units}; }

    // Where these directions' states lie in initial_h, initial_c, Y_h and Y_c, and in a state of ours.
    [[nodiscard]] ElementCopy stateCopy() const
    {
        const int64_t direction = m_r.isBatchFirst ? m_r.hidden : m_r.batch * m_r.hidden;
        const int64_t row = m_r.isBatchFirst ? m_r.directions * m_r.hidden : m_r.hidden;
        return {.dims = {m_count, m_r.batch, m_r.hidden},
            .sourceStrides = {direction, row, 1},
            .targetStrides = {m_r.batch * m_units, m_units, 1},
            .sourceOffset = m_first * direction};
    }

    TensorRef startStates()
    {
        const bool isLstm = m_r.cell == Cell::Lstm;
        TensorRef states = m_context.temporary({m_real, stateShape(isLstm ? 2 : 1)});
        const bool isWhole =
            m_units == m_r.hidden && m_context.hasInput(5) && (!isLstm || m_context.hasInput(6));
        if (!isWhole) {
            dispatchFill(m_context, scalarOf(m_context, m_real, 0), states);
        }
        for (const size_t input : {size_t {5}, size_t {6}}) {
            if (m_context.hasInput(input)) {
                ElementCopy start = stateCopy();
                start.targetOffset = input == 6 ? m_count * m_r.batch * m_units : 0;
                dispatchCopy(m_context, m_compose.cast(m_context.input(input), m_real), states, start);
            }
        }
        return states;
    }

    void endState(size_t output, const TensorRef& states, uint64_t place)
    {
        if (!wantsOutput(m_context, output)) {
            return;
        }
        const Shape shape {m_count, m_r.batch, m_units};
        const auto count = static_cast<uint64_t>(m_count * m_r.batch * m_units);
        const TensorRef last =
            m_compose.cast(m_context.view(states, {m_real, shape}, place * count), m_y.type());
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
        TensorRef extras = m_context.temporary({m_real, {m_r.batch + m_count * 4 * m_r.hidden}});
        if (m_context.hasInput(4)) {
            put(m_context.input(4), extras, 0);
        } else {
            fill(extras, 0, m_r.batch, static_cast<double>(m_r.steps));
        }
        const bool hasPeepholes = m_r.cell == Cell::Lstm && m_context.hasInput(7);
        const bool hasBias = m_r.cell == Cell::Gru && isLinear() && m_context.hasInput(3);
        for (int64_t d = 0; d < m_count; ++d) {
            const int64_t place = m_r.batch + d * 4 * m_r.hidden;
            if (hasPeepholes) {
                put(part(7, {3 * m_r.hidden}, d), extras, place);
            } else {
                fill(extras, place, 3 * m_r.hidden, 0);
            }
            const int64_t biasPlace = place + 3 * m_r.hidden;
            if (hasBias) {
                put(part(3, {m_r.hidden}, d, 5 * m_r.hidden), extras, biasPlace);
            } else {
                fill(extras, biasPlace, m_r.hidden, 0);
            }
        }
        return extras;
    }

    [[nodiscard]] int64_t workGroups() const { return m_count * m_r.batch * m_unitGroups; }

    [[nodiscard]] StepParameters parametersOf(int64_t step) const
    {
        const auto& [f, g, h] = m_r.activations.at(static_cast<size_t>(m_first));
        const int64_t columns = m_count * m_r.gates * m_r.hidden;
        const int64_t row = m_r.directions * m_r.hidden;
        const int64_t direction = m_r.isBatchFirst ? m_r.hidden : m_r.batch * m_r.hidden;
        const Attributes& attributes = m_context.attributes();
        return {.workGroups = narrow(workGroups()),
            .unitGroups = narrow(m_unitGroups),
            .hidden = narrow(m_r.hidden),
            .batch = narrow(m_r.batch),
            .step = narrow(step),
            .steps = narrow(m_r.steps),
            .reverses = m_count == 2            ? 2u
                : m_r.isReverse || m_first == 1 ? 1u
                                                : 0u,
            .gateTime = narrow(m_r.isBatchFirst ? columns : m_r.batch * columns),
            .gateBatch = narrow(m_r.isBatchFirst ? m_r.steps * columns : columns),
            .yTime = narrow(m_r.isBatchFirst ? row : m_r.batch * row),
            .yBatch = narrow(m_r.isBatchFirst ? m_r.steps * row : m_r.hidden),
            .yDirection = narrow(direction),
            .yFirst = narrow(m_first * direction),
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

    // Of `steps` packs that an invocation has: cards have several reads under way.
    [[nodiscard]] uint32_t packsAtOnce(uint64_t steps) const
    {
        const uint32_t least = stepsAtOnce(m_context.device(), roundsOf(steps));
        return isForCards(m_context) ? std::max(least, static_cast<uint32_t>(std::min<uint64_t>(steps, 4)))
                                     : least;
    }

    void dispatch(StepKind kind, const TensorRef& before, const TensorRef& after, int64_t step)
    {
        const auto& [f, g, h] = m_r.activations.at(static_cast<size_t>(m_first));
        const KernelFamily& family =
            isForCards(m_context) ? kernels::recurrent() : kernels::recurrenttexels();
        const uint64_t steps =
            ceilDivide(static_cast<uint64_t>(m_units / m_packSize), uint64_t {m_depthLanes});
        const uint32_t atOnce = packsAtOnce(steps);
        const uint32_t invocations = narrow(unitsPerGroup) * m_depthLanes;
        m_context.dispatch({.kernel = &family.forTypes({m_y.type()}),
            .loopRounds = longLoopRounds(roundsOf(ceilDivide(steps, uint64_t {atOnce}))),
            .specialization = {static_cast<uint32_t>(kind), f.function, g.function, h.function, atOnce,
                invocations, m_depthLanes},
            .bindings = {{m_gates}, {m_weights}, {before}, {after, Access::Write}, {m_extras},
                {m_y, Access::Write}},
            .parameters = parameterBytes(parametersOf(step)),
            .groupCount = linearGroups(static_cast<uint64_t>(workGroups()) * invocations, invocations),
            .operations = 2 * static_cast<uint64_t>(m_count * m_r.batch * m_r.hidden)
                * static_cast<uint64_t>(m_r.hidden * m_r.gates)});
    }

    LoweringContext& m_context;
    Composer m_compose;
    const Recurrence& m_r;
    int64_t m_first;
    int64_t m_count;
    TensorRef m_y;
    DataType m_real; // of states and what else is summed up
    int64_t m_unitGroups;
    int64_t m_units; // of whole groups
    int64_t m_packSize;
    uint32_t m_depthLanes;
    TensorRef m_gates;
    TensorRef m_weights;
    TensorRef m_extras;
};

bool areSame(const Activation& a, const Activation& b)
{
    return a.function == b.function && a.alpha == b.alpha && a.beta == b.beta;
}

} // namespace

void lowerRecurrence(LoweringContext& context, const Recurrence& recurrence)
{
    // Where nobody reads Y, no memory is spent on it.
    const TensorRef y =
        context.wantsOutput(0) ? context.output(0) : context.temporary({context.input(0).type(), {1}});
    const auto& [forwards, backwards] = recurrence.activations;
    const bool isAtOnce = recurrence.directions == 2 && std::ranges::equal(forwards, backwards, areSame);
    const int64_t count = isAtOnce ? 2 : 1;
    for (int64_t first = 0; first < recurrence.directions; first += count) {
        DirectionsLowering(context, recurrence, first, count, y).lower();
    }
}

} // namespace weightless::ops::recurrent
