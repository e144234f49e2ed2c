// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::recurrent {

namespace {

struct Options {
    std::string opType;
    std::string direction = "forward";
    DataType type = DataType::Float32;
    int64_t steps = 5;
    int64_t batch = 3;
    int64_t features = 2;
    int64_t hidden = 7;
    bool isBatchFirst = false;
    bool hasBias = true;
    bool hasLengths = false;
    bool hasState = false;
    bool hasPeepholes = false;
    bool isLinear = false;
    bool couplesGates = false;
    double clip = 0;
    std::vector<std::string> activations = {};
    bool hasNan = false; // in the first step of the first sequence, whose states it becomes
};

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

double activated(const std::string& name, double x)
{
    if (name == "Tanh") {
        return std::tanh(x);
    }
    if (name == "Sigmoid") {
        return sigmoid(x);
    }
    if (name == "Relu") {
        return std::max(x, 0.0);
    }
    if (name == "HardSigmoid") {
        return std::clamp(0.2 * x + 0.5, 0.0, 1.0);
    }
    return x / (1 + std::fabs(x)); // Softsign
}

// The operators' equations, one sequence and one unit after the other.
class Reference {
public:
    Reference(const Options& options, const OperatorCase& test)
        : m_options(options)
        , m_test(test)
        , m_gates(options.opType == "RNN"   ? 1
                  : options.opType == "GRU" ? 3
                                            : 4)
        , m_directions(options.direction == "bidirectional" ? 2 : 1)
    {
        const Shape state = m_options.isBatchFirst ? Shape {m_options.batch, m_directions, m_options.hidden}
                                                   : Shape {m_directions, m_options.batch, m_options.hidden};
        m_y = makeHostTensor({m_options.type,
            m_options.isBatchFirst
                ? Shape {m_options.batch, m_options.steps, m_directions, m_options.hidden}
                : Shape {m_options.steps, m_directions, m_options.batch, m_options.hidden}});
        m_last = makeHostTensor({m_options.type, state});
        m_lastCell = m_last;
    }

    std::vector<HostTensor> outputs()
    {
        for (int64_t direction = 0; direction < m_directions; ++direction) {
            for (int64_t sequence = 0; sequence < m_options.batch; ++sequence) {
                walk(direction, sequence);
            }
        }
        std::vector<HostTensor> result {m_y, m_last};
        if (m_options.opType == "LSTM") {
            result.push_back(m_lastCell);
        }
        return result;
    }

private:
    [[nodiscard]] double at(size_t input, int64_t index) const
    {
        return m_test.inputs.size() > input && m_test.inputs[input]
            ? elementAsDouble(*m_test.inputs[input], static_cast<size_t>(index))
            : 0;
    }
    [[nodiscard]] int64_t stateIndex(int64_t direction, int64_t sequence, int64_t unit) const
    {
        const int64_t row = m_options.isBatchFirst ? sequence * m_directions + direction
                                                   : direction * m_options.batch + sequence;
        return row * m_options.hidden + unit;
    }
    [[nodiscard]] double clipped(double x) const
    {
        return m_options.clip > 0 ? std::clamp(x, -m_options.clip, m_options.clip) : x;
    }
    [[nodiscard]] double activation(size_t index, double x) const
    {
        static const std::vector<std::string> gated {"Sigmoid", "Tanh", "Tanh"};
        const std::vector<std::string>& names = m_options.activations.empty()
            ? (m_options.opType == "RNN" ? std::vector<std::string> {"Tanh"} : gated)
            : m_options.activations;
        return activated(names.at(index), x);
    }
    // Bias `part` 0 belongs to the inputs, 1 to the states.
    [[nodiscard]] double bias(int64_t direction, int64_t part, int64_t gate, int64_t unit) const
    {
        return at(3, ((direction * 2 + part) * m_gates + gate) * m_options.hidden + unit);
    }
    [[nodiscard]] double fromInput(
        int64_t direction, int64_t sequence, int64_t time, int64_t gate, int64_t unit) const
    {
        const int64_t row =
            m_options.isBatchFirst ? sequence * m_options.steps + time : time * m_options.batch + sequence;
        double sum = bias(direction, 0, gate, unit);
        for (int64_t k = 0; k < m_options.features; ++k) {
            const int64_t weight =
                ((direction * m_gates + gate) * m_options.hidden + unit) * m_options.features + k;
            sum += at(0, row * m_options.features + k) * at(1, weight);
        }
        return sum;
    }
    [[nodiscard]] double fromState(
        int64_t direction, const std::vector<double>& state, int64_t gate, int64_t unit) const
    {
        double sum = bias(direction, 1, gate, unit);
        for (int64_t k = 0; k < m_options.hidden; ++k) {
            const int64_t weight =
                ((direction * m_gates + gate) * m_options.hidden + unit) * m_options.hidden + k;
            sum += state[static_cast<size_t>(k)] * at(2, weight);
        }
        return sum;
    }

    void walk(int64_t direction, int64_t sequence)
    {
        const auto units = static_cast<size_t>(m_options.hidden);
        std::vector<double> h(units);
        std::vector<double> c(units);
        for (int64_t unit = 0; unit < m_options.hidden; ++unit) {
            h[static_cast<size_t>(unit)] = at(5, stateIndex(direction, sequence, unit));
            c[static_cast<size_t>(unit)] = at(6, stateIndex(direction, sequence, unit));
        }
        const int64_t length = m_options.hasLengths ? static_cast<int64_t>(at(4, sequence)) : m_options.steps;
        const bool isReverse = m_options.direction == "reverse" || direction == 1;
        for (int64_t step = 0; step < length; ++step) {
            const int64_t time = isReverse ? length - 1 - step : step;
            h = next(direction, sequence, time, h, c);
            for (int64_t unit = 0; unit < m_options.hidden; ++unit) {
                const std::vector<int64_t> place = m_options.isBatchFirst
                    ? std::vector<int64_t> {sequence, time, direction, unit}
                    : std::vector<int64_t> {time, direction, sequence, unit};
                setElement(m_y, static_cast<size_t>(indexOf(place, m_y.descriptor.shape)),
                    h[static_cast<size_t>(unit)]);
            }
        }
        for (int64_t unit = 0; unit < m_options.hidden; ++unit) {
            const auto index = static_cast<size_t>(stateIndex(direction, sequence, unit));
            setElement(m_last, index, h[static_cast<size_t>(unit)]);
            setElement(m_lastCell, index, c[static_cast<size_t>(unit)]);
        }
    }

    std::vector<double> next(int64_t direction, int64_t sequence, int64_t time, const std::vector<double>& h,
        std::vector<double>& c) const
    {
        std::vector<double> result(h.size());
        std::vector<double> kept(h.size());
        const auto gate = [&](int64_t index, int64_t unit, double more = 0) {
            return clipped(fromInput(direction, sequence, time, index, unit)
                + fromState(direction, h, index, unit) + more);
        };
        for (int64_t unit = 0; unit < m_options.hidden; ++unit) {
            const auto u = static_cast<size_t>(unit);
            kept[u] = m_options.opType == "GRU" ? activation(0, gate(1, unit)) * h[u] : 0;
        }
        for (int64_t unit = 0; unit < m_options.hidden; ++unit) {
            const auto u = static_cast<size_t>(unit);
            if (m_options.opType == "RNN") {
                result[u] = activation(0, gate(0, unit));
            } else if (m_options.opType == "GRU") {
                const double update = activation(0, gate(0, unit));
                const double candidate = m_options.isLinear
                    ? activation(0, gate(1, unit)) * fromState(direction, h, 2, unit)
                    : fromState(direction, kept, 2, unit);
                result[u] = (1 - update)
                        * activation(1, clipped(fromInput(direction, sequence, time, 2, unit) + candidate))
                    + update * h[u];
            } else {
                const auto peephole = [&](int64_t index) {
                    return at(7, (direction * 3 + index) * m_options.hidden + unit);
                };
                const double input = activation(0, gate(0, unit, peephole(0) * c[u]));
                const double forget =
                    m_options.couplesGates ? 1 - input : activation(0, gate(2, unit, peephole(2) * c[u]));
                c[u] = forget * c[u] + input * activation(1, gate(3, unit));
                result[u] = activation(0, gate(1, unit, peephole(1) * c[u])) * activation(2, c[u]);
            }
        }
        return result;
    }

    const Options& m_options;
    const OperatorCase& m_test;
    int64_t m_gates;
    int64_t m_directions;
    HostTensor m_y;
    HostTensor m_last;
    HostTensor m_lastCell;
};

void addAttributes(OperatorCase& test, const Options& options)
{
    test.attributes.set("direction", options.direction);
    test.attributes.set("hidden_size", options.hidden);
    if (options.isBatchFirst) {
        test.attributes.set("layout", int64_t {1});
    }
    if (options.isLinear) {
        test.attributes.set("linear_before_reset", int64_t {1});
    }
    if (options.couplesGates) {
        test.attributes.set("input_forget", int64_t {1});
    }
    if (options.clip > 0) {
        test.attributes.set("clip", static_cast<float>(options.clip));
    }
    if (!options.activations.empty()) {
        std::vector<std::string> names = options.activations;
        if (options.direction == "bidirectional") {
            names.insert(names.end(), options.activations.begin(), options.activations.end());
        }
        test.attributes.set("activations", names);
    }
}

OperatorCase recurrentCase(const Options& options)
{
    OperatorCase test {.name = options.direction + ", " + toString(options.type)
            + (options.isBatchFirst ? ", layout 1" : "") + (options.hasLengths ? ", lengths" : "")
            + (options.hasState ? ", state" : "") + (options.hasPeepholes ? ", peepholes" : "")
            + (options.isLinear ? ", linear" : "") + (options.clip > 0 ? ", clip" : "")
            + (options.hasNan ? ", NaN" : ""),
        .opType = options.opType,
        .opset = 14};
    const int64_t directions = options.direction == "bidirectional" ? 2 : 1;
    const int64_t gates = options.opType == "RNN" ? 1 : options.opType == "GRU" ? 3 : 4;
    const int64_t rows = gates * options.hidden;
    const Shape x = options.isBatchFirst ? Shape {options.batch, options.steps, options.features}
                                         : Shape {options.steps, options.batch, options.features};
    const Shape state = options.isBatchFirst ? Shape {options.batch, directions, options.hidden}
                                             : Shape {directions, options.batch, options.hidden};
    test.inputs.assign(options.opType == "LSTM" ? 8 : 6, std::nullopt);
    test.inputs[0] = randomTensor(options.type, x, 1);
    if (options.hasNan) {
        setElement(*test.inputs[0], 0, std::numeric_limits<double>::quiet_NaN());
    }
    test.inputs[1] = randomTensor(options.type, {directions, rows, options.features}, 2, -1, 1);
    test.inputs[2] = randomTensor(options.type, {directions, rows, options.hidden}, 3, -0.5, 0.5);
    if (options.hasBias) {
        test.inputs[3] = randomTensor(options.type, {directions, 2 * rows}, 4, -1, 1);
    }
    if (options.hasLengths) {
        HostTensor lengths = makeHostTensor({DataType::Int32, {options.batch}});
        for (int64_t i = 0; i < options.batch; ++i) {
            setElement(lengths, static_cast<size_t>(i), options.steps - i);
        }
        test.inputs[4] = lengths;
    }
    if (options.hasState) {
        test.inputs[5] = randomTensor(options.type, state, 5, -1, 1);
    }
    if (options.opType == "LSTM" && options.hasState) {
        test.inputs[6] = randomTensor(options.type, state, 6, -1, 1);
    }
    if (options.opType == "LSTM" && options.hasPeepholes) {
        test.inputs[7] = randomTensor(options.type, {directions, 3 * options.hidden}, 7, -1, 1);
    }
    addAttributes(test, options);
    test.expected = Reference(options, test).outputs();
    test.relativeTolerance = options.type == DataType::Float32 ? 1e-3 : 3e-2;
    test.absoluteTolerance = options.type == DataType::Float32 ? 1e-5 : 3e-2;
    return test;
}

// Invocations that share a unit's depth.
void addForCards(CaseList& cases)
{
    for (const std::string opType : {"RNN", "LSTM", "GRU"}) {
        for (const DataType type :
            {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
            for (const int64_t hidden : {7, 48, 140}) {
                OperatorCase test = recurrentCase({.opType = opType,
                    .direction = "bidirectional",
                    .type = type,
                    .steps = 3,
                    .batch = 2,
                    .hidden = hidden,
                    .hasLengths = true,
                    .hasState = true,
                    .isLinear = hidden == 48});
                test.attributes.set("weightless.kernel", std::string("cards"));
                test.name += ", cards, " + std::to_string(hidden);
                cases.push_back(std::move(test));
            }
        }
    }
}

void addErrors(CaseList& cases)
{
    OperatorCase wrong = recurrentCase({.opType = "LSTM"});
    wrong.inputs[2] = randomTensor(DataType::Float32, {1, 27, 7}, 1);
    wrong.expectedError = "input 'R' is float32[1, 27, 7], expected [1, 28, 7]";
    cases.push_back(wrong);
    wrong = recurrentCase({.opType = "GRU", .activations = {"Sigmoid", "Tanh"}});
    wrong.attributes.set("activations", std::vector<std::string> {"Sigmoid", "Cosine"});
    wrong.expectedError = "'Cosine', which is no activation";
    cases.push_back(wrong);
    wrong = recurrentCase({.opType = "RNN"});
    wrong.attributes.set("direction", std::string("backwards"));
    wrong.expectedError = "attribute 'direction' is 'backwards'";
    cases.push_back(wrong);
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string opType : {"RNN", "LSTM", "GRU"}) {
        for (const std::string direction : {"forward", "reverse", "bidirectional"}) {
            for (const bool isBatchFirst : {false, true}) {
                cases.push_back(recurrentCase({.opType = opType,
                    .direction = direction,
                    .isBatchFirst = isBatchFirst,
                    .hasLengths = isBatchFirst,
                    .hasState = true,
                    .hasPeepholes = isBatchFirst,
                    .isLinear = isBatchFirst}));
            }
        }
        for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
            cases.push_back(recurrentCase(
                {.opType = opType, .direction = "bidirectional", .type = type, .hasState = true}));
        }
        cases.push_back(recurrentCase({.opType = opType, .hasBias = false}));
        cases.push_back(recurrentCase({.opType = opType, .hasLengths = true, .clip = 0.4}));
        cases.push_back(recurrentCase({.opType = opType, .clip = 0.4, .hasNan = true}));
        cases.push_back(recurrentCase({.opType = opType, .steps = 0, .hasState = true}));
        cases.push_back(recurrentCase({.opType = opType, .batch = 0}));
        cases.push_back(recurrentCase({.opType = opType, .steps = 2, .batch = 1, .hidden = 131}));
        cases.push_back(recurrentCase(
            {.opType = opType, .direction = "bidirectional", .steps = 3, .batch = 2, .hidden = 32}));
    }
    cases.push_back(recurrentCase({.opType = "LSTM",
        .direction = "bidirectional",
        .couplesGates = true,
        .activations = {"HardSigmoid", "Relu", "Softsign"}}));
    cases.push_back(recurrentCase({.opType = "GRU", .activations = {"HardSigmoid", "Softsign"}}));
    cases.push_back(recurrentCase({.opType = "RNN", .activations = {"Relu"}}));
    for (const std::string activation : {"Relu", "HardSigmoid", "Softsign"}) {
        cases.push_back(recurrentCase({.opType = "RNN", .activations = {activation}, .hasNan = true}));
    }
    addForCards(cases);
    addErrors(cases);
}

} // namespace weightless::ops::recurrent
