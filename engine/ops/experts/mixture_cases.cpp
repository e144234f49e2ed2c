// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/mixturecases.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace weightless::ops::experts {

namespace {

std::string nameOf(const MixtureOptions& o)
{
    std::string name = toString(o.type) + toString(o.tokens) + " of " + std::to_string(o.hidden) + ", "
        + std::to_string(o.k) + " of " + std::to_string(o.experts) + " experts of " + std::to_string(o.width)
        + ", " + o.activation;
    name += o.activation == "swiglu" ? " " + std::to_string(o.fusion) : "";
    name += o.isPacked ? ", " + std::to_string(o.bits) + " bits in "
            + (o.blockSize == 0 ? "rows" : "blocks of " + std::to_string(o.blockSize))
                       : "";
    name += std::string(o.hasZeros ? ", zero points" : "") + (o.hasThird ? ", fc3" : "");
    name += std::string(o.hasBias ? "" : ", no biases") + (o.isNormalized ? "" : ", not normalized");
    name += std::string(o.isSparse ? ", sparse mixer" : "") + (o.isGiven ? ", weights given" : "");
    return name + (o.limit ? "" : ", no limit") + (o.kernel.empty() ? "" : ", " + o.kernel);
}

int64_t bitsAt(const HostTensor& bytes, int64_t firstByte, int64_t index, int64_t bits)
{
    const int64_t bit = index * bits;
    return elementAsInt64(bytes, static_cast<size_t>(firstByte + bit / 8)) >> (bit % 8) & ((1 << bits) - 1);
}

// The matrices of all experts, as the operator has them and as numbers.
struct Layer {
    int64_t rows = 0;
    int64_t depth = 0;
    HostTensor weights;
    HostTensor scales;
    HostTensor zeros;
    HostTensor bias;
    std::vector<double> numbers; // [experts][rows][depth]

    Layer(const MixtureOptions& o, int64_t layerRows, int64_t layerDepth, uint64_t seed)
        : rows(layerRows)
        , depth(layerDepth)
        , bias(randomTensor(o.type, {o.experts, rows}, seed + 3, -0.5, 0.5))
    {
        if (o.isPacked) {
            pack(o, seed);
            return;
        }
        weights = randomTensor(o.type, {o.experts, rows, depth}, seed, -o.largestWeight, o.largestWeight);
        numbers = numbersOf(weights);
    }

    void pack(const MixtureOptions& o, uint64_t seed)
    {
        const int64_t blocks = o.blockSize == 0 ? 1 : (depth + o.blockSize - 1) / o.blockSize;
        const int64_t rowBytes = depth * o.bits / 8;
        const bool areAlongRows = o.blockSize == 0 || o.zerosAlongRows;
        const int64_t zeroBytes = ((areAlongRows ? rows : blocks) * o.bits + 7) / 8;
        const double scale = 1.0 / static_cast<double>(int64_t {1} << o.bits);
        weights = randomTensor(DataType::UInt8, {o.experts, rows, rowBytes}, seed, 0, 255.9);
        const Shape each {o.experts, rows};
        const Shape blockwise {o.experts, rows, blocks};
        scales =
            randomTensor(o.type, o.blockSize == 0 ? each : blockwise, seed + 1, 0.2 * scale, 0.6 * scale);
        zeros = randomTensor(DataType::UInt8,
            areAlongRows ? Shape {o.experts, zeroBytes} : Shape {o.experts, rows, zeroBytes}, seed + 2, 0,
            255.9);
        const std::vector<double> factors = numbersOf(scales);
        numbers.reserve(static_cast<size_t>(o.experts * rows * depth));
        for (int64_t row = 0; row < o.experts * rows; ++row) {
            for (int64_t i = 0; i < depth; ++i) {
                const int64_t block = o.blockSize == 0 ? 0 : i / o.blockSize;
                const int64_t zero = !o.hasZeros ? int64_t {1} << (o.bits - 1)
                    : areAlongRows               ? bitsAt(zeros, row / rows * zeroBytes, row % rows, o.bits)
                                                 : bitsAt(zeros, row * zeroBytes, block, o.bits);
                numbers.push_back(static_cast<double>(bitsAt(weights, row * rowBytes, i, o.bits) - zero)
                    * factors[static_cast<size_t>(row * blocks + block)]);
            }
        }
    }

    [[nodiscard]] std::vector<double> times(const std::vector<double>& x, int64_t expert, bool hasBias) const
    {
        std::vector<double> y;
        for (int64_t row = expert * rows; row < (expert + 1) * rows; ++row) {
            const auto begin = numbers.begin() + row * depth;
            const double sum = std::inner_product(x.begin(), x.end(), begin, 0.0);
            y.push_back(hasBias ? sum + elementAsDouble(bias, static_cast<size_t>(row)) : sum);
        }
        return y;
    }
};

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

double activated(const std::string& activation, double x)
{
    return activation == "relu" ? std::max(x, 0.0)
        : activation == "gelu"
        ? 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)))
        : activation == "silu" ? x * sigmoid(x)
                               : x;
}

struct Chosen {
    size_t expert;
    double weight;
};

class Reference {
public:
    Reference(MixtureOptions options, const std::vector<double>& scores)
        : o(std::move(options))
        , m_first(o, o.isFused() ? 2 * o.width : o.width, o.hidden, 10)
        , m_second(o, o.hidden, o.width, 20)
        , m_third(o, o.width, o.hidden, 30)
    {
        Shape shape = o.tokens;
        shape.push_back(o.hidden);
        m_tokens = randomTensor(o.type, shape, 1, -1, 1);
        const Shape each {o.count(), o.experts};
        m_scores = scores.empty() ? randomTensor(o.type, each, 2, -1, 2) : tensorOf(o.type, each, scores);
        m_given = randomTensor(o.type, {o.count(), o.experts}, 3, 0, 1);
    }

    OperatorCase make()
    {
        OperatorCase test {.name = nameOf(o), .opType = o.isPacked ? "QMoE" : "MoE", .opset = 17};
        test.domain = "com.microsoft";
        test.relativeTolerance = o.type == DataType::Float32 ? 1e-4
            : o.type == DataType::Float16                    ? 5e-3
                                                             : 4e-2;
        test.absoluteTolerance = test.relativeTolerance;
        HostTensor y = makeHostTensor(m_tokens.descriptor);
        for (int64_t t = 0; t < o.count(); ++t) {
            const std::vector<double> result = resultOf(t);
            for (size_t i = 0; i < result.size(); ++i) {
                setElement(y, static_cast<size_t>(t * o.hidden) + i, result[i]);
            }
        }
        test.expected = {std::move(y)};
        setInputs(test);
        setAttributes(test);
        return test;
    }

private:
    [[nodiscard]] double score(int64_t token, size_t expert) const
    {
        return elementAsDouble(m_scores, static_cast<size_t>(token * o.experts) + expert);
    }

    [[nodiscard]] std::vector<size_t> sorted(int64_t token) const
    {
        std::vector<size_t> order(static_cast<size_t>(o.experts));
        std::iota(order.begin(), order.end(), size_t {0});
        const auto rank = [&](size_t expert) {
            const double value = score(token, expert);
            return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
        };
        std::ranges::stable_sort(order, [&](size_t a, size_t b) { return rank(a) > rank(b); });
        return order;
    }

    [[nodiscard]] std::vector<Chosen> choose(int64_t token) const
    {
        const std::vector<size_t> order = sorted(token);
        double all = 0;
        for (const size_t expert : order) {
            all += std::exp(score(token, expert));
        }
        std::vector<Chosen> chosen;
        double sum = 0;
        for (size_t i = 0; i < static_cast<size_t>(o.k); ++i) {
            const double top = score(token, order[i]);
            double weight = std::exp(top) / all;
            if (o.isGiven) {
                weight = elementAsDouble(m_given, static_cast<size_t>(token * o.experts) + order[i]);
            } else if (o.isSparse) {
                double near = 0;
                for (size_t j = i; j < order.size(); ++j) {
                    const double other = score(token, order[j]);
                    const bool isNear = top - other <= 0.02 * std::max(std::abs(other), top);
                    near += isNear ? std::exp(other - top) : 0;
                }
                weight = 1 / near;
            }
            sum += weight;
            chosen.push_back({order[i], weight});
        }
        for (Chosen& one : chosen) {
            one.weight /= o.isNormalized && !o.isSparse ? sum : 1;
        }
        return chosen;
    }

    [[nodiscard]] std::vector<double> between(const std::vector<double>& x, int64_t expert) const
    {
        const std::vector<double> first = m_first.times(x, expert, o.hasBias);
        const std::vector<double> third =
            o.hasThird ? m_third.times(x, expert, o.hasBias) : std::vector<double> {};
        std::vector<double> y;
        const auto width = static_cast<size_t>(o.width);
        for (size_t i = 0; i < width; ++i) {
            if (o.activation != "swiglu") {
                y.push_back(activated(o.activation, first[i]) * (o.hasThird ? third[i] : 1));
                continue;
            }
            const double limit =
                o.limit ? static_cast<double>(*o.limit) : std::numeric_limits<double>::infinity();
            const double gate = std::min(first[o.fusion == 1 ? 2 * i : i], limit);
            const double linear = std::clamp(o.fusion == 0 ? third[i]
                    : o.fusion == 1                        ? first[2 * i + 1]
                                                           : first[width + i],
                -limit, limit);
            y.push_back(
                gate * sigmoid(static_cast<double>(o.alpha) * gate) * (linear + static_cast<double>(o.beta)));
        }
        return y;
    }

    [[nodiscard]] std::vector<double> resultOf(int64_t token) const
    {
        std::vector<double> x;
        for (int64_t i = 0; i < o.hidden; ++i) {
            x.push_back(elementAsDouble(m_tokens, static_cast<size_t>(token * o.hidden + i)));
        }
        std::vector<double> result(x.size(), 0.0);
        for (const Chosen& one : choose(token)) {
            const auto expert = static_cast<int64_t>(one.expert);
            const std::vector<double> y = m_second.times(between(x, expert), expert, o.hasBias);
            for (size_t i = 0; i < y.size(); ++i) {
                result[i] += one.weight * y[i];
            }
        }
        return result;
    }

    void setInputs(OperatorCase& test) const
    {
        const auto given = [](bool has, const HostTensor& tensor) {
            return has ? std::optional(tensor) : std::nullopt;
        };
        test.inputs = {m_tokens, m_scores};
        for (const Layer* layer : {&m_first, &m_second, &m_third}) {
            const bool has = layer != &m_third || o.hasThird;
            test.inputs.push_back(given(has, layer->weights));
            if (o.isPacked) {
                test.inputs.push_back(given(has, layer->scales));
            }
            test.inputs.push_back(given(has && o.hasBias, layer->bias));
        }
        if (o.isPacked) {
            for (const Layer* layer : {&m_first, &m_second, &m_third}) {
                test.inputs.push_back(given(o.hasZeros && (layer != &m_third || o.hasThird), layer->zeros));
            }
            test.inputs.push_back(given(o.isGiven, m_given));
        }
        while (!test.inputs.back()) {
            test.inputs.pop_back();
        }
    }

    void setAttributes(OperatorCase& test) const
    {
        test.attributes.set("k", o.k);
        test.attributes.set("activation_type", o.activation);
        test.attributes.set("swiglu_fusion", o.fusion);
        test.attributes.set("normalize_routing_weights", int64_t {o.isNormalized ? 1 : 0});
        test.attributes.set("use_sparse_mixer", int64_t {o.isSparse ? 1 : 0});
        test.attributes.set("activation_alpha", o.alpha);
        test.attributes.set("activation_beta", o.beta);
        if (o.limit) {
            test.attributes.set("swiglu_limit", *o.limit);
        }
        if (o.isPacked) {
            test.attributes.set("expert_weight_bits", o.bits);
            test.attributes.set("block_size", o.blockSize);
        }
        if (!o.kernel.empty()) {
            test.attributes.set("weightless.kernel", o.kernel);
        }
    }

    MixtureOptions o;
    Layer m_first;
    Layer m_second;
    Layer m_third;
    HostTensor m_tokens;
    HostTensor m_scores;
    HostTensor m_given;
};

} // namespace

OperatorCase mixtureCase(const MixtureOptions& options, const std::vector<double>& scores)
{
    return Reference(options, scores).make();
}

} // namespace weightless::ops::experts
