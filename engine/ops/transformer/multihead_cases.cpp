// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::ops::transformer {

namespace {

enum class Form { Apart, StackedAll, StackedKeys, Heads };
enum class Padding { None, Lengths, Places, Steps };

struct Options {
    DataType type = DataType::Float32;
    Form form = Form::Apart;
    int64_t steps = 3;
    int64_t keySteps = 3;
    int64_t size = 8;
    int64_t valueSize = 8;
    int64_t past = 0;
    bool hasBias = false;
    bool hasScoreBias = false;
    bool isCausal = false;
    Padding padding = Padding::None;
    float scale = 0;
};

constexpr int64_t batches = 2;
constexpr int64_t heads = 3;

std::string nameOf(const Options& o)
{
    constexpr std::array forms {"apart", "stacked", "stacked keys", "heads"};
    std::string name = toString(o.type) + " " + forms[static_cast<size_t>(o.form)];
    name += ", " + std::to_string(o.steps) + " at " + std::to_string(o.keySteps) + " after "
        + std::to_string(o.past);
    name += (o.hasBias ? ", bias" : "") + std::string(o.hasScoreBias ? ", score bias" : "");
    return name + (o.isCausal ? ", causal" : "") + ", padding " + std::to_string(static_cast<int>(o.padding));
}

// Heads as [batch][head][step][element], and the tensors that hold them in the operator's way.
using Values = std::vector<double>;

Values randomHeads(const Options& o, int64_t steps, int64_t size, uint64_t seed)
{
    return elementsOf(
        randomTensor(o.type, {batches * heads * steps * size}, seed), 0, batches * heads * steps * size);
}

size_t headIndex(int64_t b, int64_t h, int64_t s, int64_t i, int64_t steps, int64_t size)
{
    return static_cast<size_t>(((b * heads + h) * steps + s) * size + i);
}

// [batch, step, head, count, element] with each of the tensors at its place among `count`.
HostTensor stacked(
    DataType type, const std::vector<const Values*>& parts, int64_t steps, int64_t size, Shape shape)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    const auto count = static_cast<int64_t>(parts.size());
    for (int64_t at = 0; at < batches * steps * heads * count * size; ++at) {
        const int64_t i = at % size;
        const int64_t part = at / size % count;
        const int64_t h = at / size / count % heads;
        const int64_t s = at / size / count / heads % steps;
        const int64_t b = at / size / count / heads / steps;
        setElement(tensor, static_cast<size_t>(at),
            (*parts[static_cast<size_t>(part)])[headIndex(b, h, s, i, steps, size)]);
    }
    return tensor;
}

HostTensor headsFirst(DataType type, const Values& values, int64_t steps, int64_t size)
{
    return tensorOf(type, {batches, heads, steps, size}, values);
}

void addBias(Values& values, const HostTensor& bias, int64_t first, int64_t steps, int64_t size)
{
    for (size_t at = 0; at < values.size(); ++at) {
        const auto index = static_cast<int64_t>(at);
        const int64_t h = index / size / steps % heads;
        values[at] += elementAsDouble(bias, static_cast<size_t>(first + h * size + index % size));
    }
}

Values joined(const Values& past, const Values& fresh, int64_t pastSteps, int64_t steps, int64_t size)
{
    Values all;
    for (int64_t matrix = 0; matrix < batches * heads; ++matrix) {
        const auto from = [&](const Values& values, int64_t count) {
            all.insert(all.end(), values.begin() + matrix * count * size,
                values.begin() + (matrix + 1) * count * size);
        };
        from(past, pastSteps);
        from(fresh, steps);
    }
    return all;
}

class Reference {
public:
    explicit Reference(const Options& options)
        : o(options)
        , m_places(o.past + o.keySteps)
        , m_q(randomHeads(o, o.steps, o.size, 1))
        , m_k(randomHeads(o, o.keySteps, o.size, 2))
        , m_v(randomHeads(o, o.keySteps, o.valueSize, 3))
        , m_pastK(randomHeads(o, o.past, o.size, 4))
        , m_pastV(randomHeads(o, o.past, o.valueSize, 5))
        , m_bias(randomTensor(o.type, {heads * (2 * o.size + o.valueSize)}, 6))
        , m_scoreBias(randomTensor(o.type, {1, heads, o.steps, m_places}, 7))
    {
    }

    OperatorCase make()
    {
        OperatorCase test = transformerCase(nameOf(o), "MultiHeadAttention", o.type);
        setInputs(test);
        if (o.hasBias) {
            addBias(m_q, m_bias, 0, o.steps, o.size);
        }
        if (o.hasBias && o.form != Form::Heads) {
            addBias(m_k, m_bias, heads * o.size, o.keySteps, o.size);
            addBias(m_v, m_bias, 2 * heads * o.size, o.keySteps, o.valueSize);
        }
        m_k = joined(m_pastK, m_k, o.past, o.keySteps, o.size);
        m_v = joined(m_pastV, m_v, o.past, o.keySteps, o.valueSize);
        HostTensor y = makeHostTensor({o.type, {batches, o.steps, heads * o.valueSize}});
        for (int64_t b = 0; b < batches; ++b) {
            for (int64_t s = 0; s < o.steps; ++s) {
                for (int64_t h = 0; h < heads; ++h) {
                    const std::vector<double> result = attend(b, h, s);
                    for (int64_t i = 0; i < o.valueSize; ++i) {
                        setElement(y, static_cast<size_t>(((b * o.steps + s) * heads + h) * o.valueSize + i),
                            result[static_cast<size_t>(i)]);
                    }
                }
            }
        }
        test.expected = {std::move(y), headsFirst(o.type, m_k, m_places, o.size),
            headsFirst(o.type, m_v, m_places, o.valueSize)};
        return test;
    }

private:
    [[nodiscard]] bool isPadding(int64_t b, int64_t s, int64_t place) const
    {
        return o.padding == Padding::Lengths ? place >= m_places - b
            : o.padding == Padding::Places   ? (place + b) % 3 == 0
            : o.padding == Padding::Steps    ? (place + b + s) % 3 == 0
                                             : false;
    }

    std::vector<double> attend(int64_t b, int64_t h, int64_t s)
    {
        const auto slice = [&](const Values& values, int64_t step, int64_t steps, int64_t size) {
            const auto first = values.begin() + static_cast<ptrdiff_t>(headIndex(b, h, step, 0, steps, size));
            return std::vector<double>(first, first + size);
        };
        std::vector<Place> places;
        for (int64_t p = 0; p < m_places; ++p) {
            const bool seesAll = o.keySteps != o.steps && s + 1 == o.steps;
            if (o.isCausal && !seesAll && p > o.past + s) {
                continue;
            }
            const auto at = static_cast<size_t>((h * o.steps + s) * m_places + p);
            places.push_back({slice(m_k, p, m_places, o.size), slice(m_v, p, m_places, o.valueSize),
                (o.hasScoreBias ? elementAsDouble(m_scoreBias, at) : 0)
                    + (isPadding(b, s, p) ? -10000.0 : 0)});
        }
        const double scale =
            o.scale != 0 ? static_cast<double>(o.scale) : 1 / std::sqrt(static_cast<double>(o.size));
        return attended(slice(m_q, s, o.steps, o.size), places, scale);
    }

    [[nodiscard]] std::optional<HostTensor> paddingTensor() const
    {
        if (o.padding == Padding::None) {
            return std::nullopt;
        }
        if (o.padding == Padding::Lengths) {
            return tensorOf(DataType::Int32, {batches},
                {static_cast<double>(m_places), static_cast<double>(m_places - 1)});
        }
        const int64_t steps = o.padding == Padding::Steps ? o.steps : 1;
        const Shape shape =
            o.padding == Padding::Steps ? Shape {batches, steps, m_places} : Shape {batches, m_places};
        HostTensor mask = makeHostTensor({DataType::Int32, shape});
        for (int64_t at = 0; at < batches * steps * m_places; ++at) {
            const bool isHidden = isPadding(at / m_places / steps, at / m_places % steps, at % m_places);
            setElement(mask, static_cast<size_t>(at), int64_t {isHidden ? 0 : 1});
        }
        return mask;
    }

    void setInputs(OperatorCase& test) const
    {
        std::optional<HostTensor> key;
        std::optional<HostTensor> value;
        HostTensor query = stacked(o.type, {&m_q}, o.steps, o.size, {batches, o.steps, heads * o.size});
        if (o.form == Form::StackedAll) {
            query =
                stacked(o.type, {&m_q, &m_k, &m_v}, o.steps, o.size, {batches, o.steps, heads, 3, o.size});
        } else if (o.form == Form::StackedKeys) {
            key = stacked(o.type, {&m_k, &m_v}, o.keySteps, o.size, {batches, o.keySteps, heads, 2, o.size});
        } else if (o.form == Form::Heads) {
            key = headsFirst(o.type, m_k, o.keySteps, o.size);
            value = headsFirst(o.type, m_v, o.keySteps, o.valueSize);
        } else {
            key = stacked(o.type, {&m_k}, o.keySteps, o.size, {batches, o.keySteps, heads * o.size});
            value =
                stacked(o.type, {&m_v}, o.keySteps, o.valueSize, {batches, o.keySteps, heads * o.valueSize});
        }
        const auto given = [](bool has, const HostTensor& tensor) {
            return has ? std::optional(tensor) : std::nullopt;
        };
        test.inputs = {query, key, value, given(o.hasBias, m_bias), paddingTensor(),
            given(o.hasScoreBias, m_scoreBias),
            given(o.past > 0, headsFirst(o.type, m_pastK, o.past, o.size)),
            given(o.past > 0, headsFirst(o.type, m_pastV, o.past, o.valueSize))};
        while (!test.inputs.back()) {
            test.inputs.pop_back();
        }
        test.attributes.set("num_heads", heads);
        test.attributes.set("unidirectional", int64_t {o.isCausal ? 1 : 0});
        if (o.scale != 0) {
            test.attributes.set("scale", o.scale);
        }
    }

    Options o;
    int64_t m_places;
    Values m_q, m_k, m_v, m_pastK, m_pastV;
    HostTensor m_bias, m_scoreBias;
};

OperatorCase headCase(const Options& options)
{
    return Reference(options).make();
}

} // namespace

void addMultiHeadCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(headCase({.type = type, .hasBias = true}));
        cases.push_back(headCase({.type = type, .form = Form::StackedAll}));
    }
    cases.push_back(headCase({.keySteps = 5, .valueSize = 7, .hasBias = true, .scale = 0.5f}));
    cases.push_back(headCase({.form = Form::StackedKeys, .keySteps = 5}));
    cases.push_back(headCase({.form = Form::Heads, .keySteps = 5, .valueSize = 6}));
    cases.push_back(headCase({.form = Form::Heads, .keySteps = 5, .valueSize = 6, .hasBias = true}));
    cases.push_back(headCase({.form = Form::Heads, .steps = 1, .keySteps = 5, .hasBias = true}));
    cases.push_back(headCase({.past = 4, .hasBias = true}));
    cases.push_back(headCase({.past = 4, .isCausal = true}));
    cases.push_back(headCase({.keySteps = 5, .isCausal = true}));
    cases.push_back(headCase({.keySteps = 5, .isCausal = true, .padding = Padding::Places}));
    cases.push_back(headCase({.steps = 1, .keySteps = 5, .isCausal = true}));
    cases.push_back(headCase({.steps = 4, .keySteps = 2, .past = 1, .isCausal = true}));
    cases.push_back(headCase({.steps = 1, .keySteps = 1, .past = 6, .hasScoreBias = true}));
    cases.push_back(headCase({.hasScoreBias = true, .padding = Padding::Places}));
    cases.push_back(headCase({.padding = Padding::Lengths}));
    OperatorCase offsets = headCase({.padding = Padding::Lengths});
    offsets.name += ", and offsets";
    offsets.inputs[4] = tensorOf(DataType::Int32, {8}, {3, 2, 0, 3, 6, 0, 3, 5});
    cases.push_back(offsets);
    cases.push_back(headCase({.isCausal = true, .padding = Padding::Steps}));
    cases.push_back(headCase({.type = DataType::Float16, .past = 2, .padding = Padding::Places}));
    OperatorCase wrong = headCase({});
    wrong.attributes.set("num_heads", int64_t {5});
    wrong.expectedError = "num_heads = 5";
    cases.push_back(wrong);
    wrong = headCase({.padding = Padding::Places});
    wrong.inputs[4] = tensorOf(DataType::Int32, {7}, {1, 1, 1, 1, 1, 1, 1});
    wrong.expectedError = "a padding mask of shape [7]";
    cases.push_back(wrong);
    wrong = headCase({.form = Form::StackedKeys});
    wrong.inputs.resize(3);
    wrong.inputs.emplace_back(randomTensor(DataType::Float32, {heads * 3 * 8}, 1));
    wrong.expectedError = "do not come apart";
    cases.push_back(wrong);
}

} // namespace weightless::ops::transformer
