// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <cmath>

namespace weightless::ops::contrib {

namespace {

std::vector<double> valuesOf(const HostTensor& tensor)
{
    std::vector<double> values(tensor.elementCount());
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = elementAsDouble(tensor, i);
    }
    return values;
}

struct Statistics {
    double mean = 0;
    double inverse = 0;
};

Statistics statisticsOf(const std::vector<double>& values, double epsilon, bool isRms)
{
    Statistics s;
    for (const double value : values) {
        s.mean += isRms ? 0 : value / static_cast<double>(values.size());
    }
    double variance = 0;
    for (const double value : values) {
        variance += (value - s.mean) * (value - s.mean) / static_cast<double>(values.size());
    }
    s.inverse = 1 / std::sqrt(variance + epsilon);
    return s;
}

struct SkipOptions {
    bool isSimplified = false;
    bool hasBias = true;
    bool hasBeta = true;
    Shape skip = {};
};

// With every output that the operator has.
OperatorCase skipCase(DataType type, const Shape& shape, const SkipOptions& options)
{
    const std::string name =
        options.isSimplified ? "SkipSimplifiedLayerNormalization" : "SkipLayerNormalization";
    const Shape skipShape = options.skip.empty() ? shape : options.skip;
    OperatorCase test = contribCase(toString(TensorDescriptor {type, shape}) + ", skip " + toString(skipShape)
            + (options.hasBias ? ", bias" : "") + (options.hasBeta ? ", beta" : ""),
        name, type);
    const auto width = static_cast<size_t>(shape.back());
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor skip = randomTensor(type, skipShape, 2);
    const HostTensor gamma = randomTensor(type, {shape.back()}, 3, 0.5, 1.5);
    const HostTensor beta = randomTensor(type, {shape.back()}, 4);
    const HostTensor bias = randomTensor(type, {shape.back()}, 5);
    const bool hasBeta = options.hasBeta && !options.isSimplified;
    HostTensor y = makeHostTensor({type, shape});
    HostTensor sums = makeHostTensor({type, shape});
    Shape rows = shape;
    rows.back() = 1;
    HostTensor means = makeHostTensor({DataType::Float32, rows});
    HostTensor inverses = makeHostTensor({DataType::Float32, rows});
    for (size_t row = 0; row < means.elementCount(); ++row) {
        std::vector<double> line(width);
        for (size_t i = 0; i < width; ++i) {
            line[i] = elementAsDouble(x, row * width + i)
                + elementAsDouble(skip, (row * width + i) % skip.elementCount())
                + (options.hasBias ? elementAsDouble(bias, i) : 0);
            setElement(sums, row * width + i, line[i]);
        }
        const Statistics s = statisticsOf(line, 1e-5, options.isSimplified);
        setElement(means, row, s.mean);
        setElement(inverses, row, s.inverse);
        for (size_t i = 0; i < width; ++i) {
            setElement(y, row * width + i,
                (line[i] - s.mean) * s.inverse * elementAsDouble(gamma, i)
                    + (hasBeta ? elementAsDouble(beta, i) : 0));
        }
    }
    test.inputs = {x, skip, gamma};
    if (!options.isSimplified) {
        test.inputs.push_back(hasBeta ? std::optional(beta) : std::nullopt);
    }
    if (options.hasBias) {
        test.inputs.emplace_back(bias);
    }
    test.attributes.set("epsilon", 1e-5f);
    test.expected = {std::move(y)};
    if (!options.isSimplified) {
        test.expected.insert(test.expected.end(), {std::move(means), std::move(inverses), std::move(sums)});
    }
    return test;
}

OperatorCase simplifiedCase(DataType type, DataType scaleType, const Shape& shape, const std::string& domain)
{
    OperatorCase test =
        contribCase(toString(TensorDescriptor {type, shape}) + ", scale " + toString(scaleType),
            "SimplifiedLayerNormalization", type);
    test.domain = domain;
    const auto width = static_cast<size_t>(shape.back());
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor scale = randomTensor(scaleType, {shape.back()}, 3, 0.5, 1.5);
    const std::vector<double> values = valuesOf(x);
    HostTensor y = makeHostTensor({scaleType, shape});
    Shape rows = shape;
    rows.back() = 1;
    HostTensor inverses = makeHostTensor({DataType::Float32, rows});
    for (size_t row = 0; row < inverses.elementCount(); ++row) {
        const auto begin = values.begin() + static_cast<ptrdiff_t>(row * width);
        const std::vector<double> line(begin, begin + static_cast<ptrdiff_t>(width));
        const Statistics s = statisticsOf(line, 1e-6, true);
        setElement(inverses, row, s.inverse);
        for (size_t i = 0; i < width; ++i) {
            setElement(y, row * width + i, line[i] * s.inverse * elementAsDouble(scale, i));
        }
    }
    test.inputs = {x, scale};
    test.attributes.set("epsilon", 1e-6f);
    test.expected = {std::move(y), std::move(inverses)};
    return test;
}

struct GroupOptions {
    bool isLast = true;
    bool isActivated = false;
    Shape skip = {}; // of SkipGroupNorm, with a bias
};

// x [images, height, width, channels] or channels first; statistics over a group's channels and pixels.
OperatorCase groupCase(DataType type, const Shape& shape, int64_t groups, const GroupOptions& options)
{
    const bool isSkip = !options.skip.empty();
    OperatorCase test =
        contribCase(toString(TensorDescriptor {type, shape}) + (options.isLast ? ", last" : ", first")
                + (options.isActivated ? ", silu" : "") + (isSkip ? ", skip " + toString(options.skip) : ""),
            isSkip ? "SkipGroupNorm" : "GroupNorm", type);
    const int64_t channels = options.isLast ? shape.back() : shape[1];
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor gamma = randomTensor(DataType::Float32, {channels}, 3, 0.5, 1.5);
    const HostTensor beta = randomTensor(DataType::Float32, {channels}, 4);
    const HostTensor skip = randomTensor(type, isSkip ? options.skip : Shape {1}, 5);
    const HostTensor bias = randomTensor(type, {channels}, 6);
    const auto channelOf = [&](size_t i) {
        return coordinatesOf(static_cast<int64_t>(i), shape)[options.isLast ? shape.size() - 1 : 1];
    };
    std::vector<double> sums = valuesOf(x);
    for (size_t i = 0; isSkip && i < sums.size(); ++i) {
        const int64_t image = coordinatesOf(static_cast<int64_t>(i), shape)[0];
        const auto at = options.skip == shape ? i : static_cast<size_t>(image * channels + channelOf(i));
        sums[i] += elementAsDouble(skip, at) + elementAsDouble(bias, static_cast<size_t>(channelOf(i)));
    }
    HostTensor y = makeHostTensor({type, shape});
    HostTensor sum = makeHostTensor({type, shape});
    for (int64_t image = 0; image < shape[0]; ++image) {
        for (int64_t group = 0; group < groups; ++group) {
            std::vector<size_t> members;
            std::vector<double> values;
            for (size_t i = 0; i < sums.size(); ++i) {
                if (coordinatesOf(static_cast<int64_t>(i), shape)[0] == image
                    && channelOf(i) / (channels / groups) == group) {
                    members.push_back(i);
                    values.push_back(sums[i]);
                }
            }
            const Statistics s = statisticsOf(values, 1e-5, false);
            for (const size_t i : members) {
                const auto c = static_cast<size_t>(channelOf(i));
                const double value =
                    (sums[i] - s.mean) * s.inverse * elementAsDouble(gamma, c) + elementAsDouble(beta, c);
                setElement(y, i, options.isActivated ? value / (1 + std::exp(-value)) : value);
                setElement(sum, i, sums[i]);
            }
        }
    }
    test.inputs = {x, gamma, beta};
    test.expected = {std::move(y)};
    if (isSkip) {
        test.inputs.insert(test.inputs.end(), {skip, bias});
        test.expected.push_back(std::move(sum));
    }
    test.attributes.set("groups", groups);
    test.attributes.set("channels_last", int64_t {options.isLast ? 1 : 0});
    test.attributes.set("activation", int64_t {options.isActivated ? 1 : 0});
    return test;
}

constexpr int64_t embeddingWidth = 6;

// The embeddings of words, positions and segments, gamma and beta.
std::vector<Shape> embeddingShapes()
{
    return {
        {5, embeddingWidth}, {4, embeddingWidth}, {2, embeddingWidth}, {embeddingWidth}, {embeddingWidth}};
}

std::vector<HostTensor> randomEmbeddings()
{
    std::vector<HostTensor> tensors;
    for (const Shape& shape : embeddingShapes()) {
        tensors.push_back(randomTensor(DataType::Float32, shape, tensors.size() + 1));
    }
    return tensors;
}

OperatorCase embeddingCase(bool hasSegments, bool hasMask, bool hasPositions,
    const std::vector<HostTensor>& tables = randomEmbeddings())
{
    constexpr auto width = static_cast<size_t>(embeddingWidth);
    OperatorCase test = contribCase(std::string("segments ") + (hasSegments ? "1" : "0") + ", mask "
            + (hasMask ? "1" : "0") + ", positions " + (hasPositions ? "1" : "0"),
        "EmbedLayerNormalization", DataType::Float32);
    const HostTensor ids = tensorOf(DataType::Int32, {2, 3}, {1, 4, 0, 2, 2, 3});
    const HostTensor segments = tensorOf(DataType::Int32, {2, 3}, {0, 1, 1, 0, 0, 1});
    const HostTensor places = tensorOf(DataType::Int32, {1, 3}, {3, 0, 2});
    const HostTensor mask = tensorOf(DataType::Int32, {2, 3}, {1, 1, 0, 1, 1, 1});
    const HostTensor& words = tables[0];
    const HostTensor& positions = tables[1];
    const HostTensor& table = tables[2];
    const HostTensor& gamma = tables[3];
    const HostTensor& beta = tables[4];
    HostTensor y = makeHostTensor({DataType::Float32, {2, 3, width}});
    HostTensor sums = y;
    for (size_t row = 0; row < 6; ++row) {
        const auto at = [&](const HostTensor& from, int64_t line, size_t i) {
            return elementAsDouble(from, static_cast<size_t>(line) * width + i);
        };
        std::vector<double> line(width);
        for (size_t i = 0; i < width; ++i) {
            line[i] = at(words, elementAsInt64(ids, row), i)
                + at(positions,
                    hasPositions ? elementAsInt64(places, row % 3) : static_cast<int64_t>(row % 3), i)
                + (hasSegments ? at(table, elementAsInt64(segments, row), i) : 0);
            setElement(sums, row * width + i, line[i]);
        }
        const Statistics s = statisticsOf(line, 1e-12, false);
        for (size_t i = 0; i < width; ++i) {
            setElement(y, row * width + i,
                (line[i] - s.mean) * s.inverse * elementAsDouble(gamma, i) + elementAsDouble(beta, i));
        }
    }
    const auto given = [](bool has, const HostTensor& tensor) {
        return has ? std::optional(tensor) : std::nullopt;
    };
    test.inputs = {
        ids, given(hasSegments, segments), words, positions, given(hasSegments, table), gamma, beta};
    if (hasMask || hasPositions) {
        test.inputs.push_back(given(hasMask, mask));
    }
    if (hasPositions) {
        test.inputs.emplace_back(places);
    }
    test.expected = {std::move(y),
        tensorOf(DataType::Int32, {2}, hasMask ? std::vector<double> {2, 3} : std::vector<double> {0, 0}),
        std::move(sums)};
    return test;
}

OperatorCase quantizedEmbeddingCase(DataType type, bool hasSegments, bool hasMask, bool hasZeroPoints)
{
    const bool isSigned = type == DataType::Int8;
    std::vector<HostTensor> integers;
    std::vector<HostTensor> floats;
    std::vector<std::optional<HostTensor>> scales;
    std::vector<std::optional<HostTensor>> zeroPoints;
    for (const Shape& shape : embeddingShapes()) {
        const auto i = static_cast<double>(integers.size());
        const double scale = 0.01 * (i + 1);
        const double zero = hasZeroPoints ? i + (isSigned ? -3 : 120) : 0;
        integers.push_back(
            randomTensor(type, shape, integers.size() + 1, isSigned ? -128 : 0, isSigned ? 127 : 255));
        floats.push_back(
            mapped(integers.back(), DataType::Float32, [&](double x) { return (x - zero) * scale; }));
        const Shape one = integers.size() % 2 == 0 ? Shape {} : Shape {1};
        scales.emplace_back(tensorOf(DataType::Float32, one, {scale}));
        zeroPoints.emplace_back(tensorOf(type, one, {zero}));
    }
    OperatorCase test = embeddingCase(hasSegments, hasMask, false, floats);
    test.name = toString(type) + ", " + test.name + ", zero points " + (hasZeroPoints ? "1" : "0");
    test.opType = "QEmbedLayerNormalization";
    test.inputs.resize(8);
    for (size_t i = 0; i < integers.size(); ++i) {
        if (test.inputs[i + 2]) {
            test.inputs[i + 2] = integers[i];
        } else {
            scales[i] = zeroPoints[i] = std::nullopt;
        }
    }
    test.inputs.insert(test.inputs.end(), scales.begin(), scales.end());
    if (hasZeroPoints) {
        test.inputs.insert(test.inputs.end(), zeroPoints.begin(), zeroPoints.end());
    }
    test.expected.pop_back(); // it has no sums
    return test;
}

void addEmbeddingCases(CaseList& cases)
{
    cases.push_back(embeddingCase(true, true, true));
    cases.push_back(embeddingCase(false, false, false));
    cases.push_back(embeddingCase(true, false, true));
    for (const DataType type : {DataType::UInt8, DataType::Int8}) {
        cases.push_back(quantizedEmbeddingCase(type, true, true, true));
        cases.push_back(quantizedEmbeddingCase(type, false, false, true));
        cases.push_back(quantizedEmbeddingCase(type, true, false, false));
    }
    OperatorCase wrong = quantizedEmbeddingCase(DataType::UInt8, true, true, true);
    wrong.inputs[10] = std::nullopt;
    wrong.expectedError = "input 4 has no scale (input 10)";
    cases.push_back(wrong);
    wrong = quantizedEmbeddingCase(DataType::UInt8, true, true, true);
    wrong.inputs[14] = tensorOf(DataType::Int8, {}, {3});
    wrong.expectedError = "the zero point (input 14) is int8[], expected one uint8";
    cases.push_back(wrong);
    wrong = quantizedEmbeddingCase(DataType::UInt8, true, true, true);
    wrong.inputs[2] = randomTensor(DataType::Float32, {5, embeddingWidth}, 1);
    wrong.expectedError = "expected int8 or uint8";
    cases.push_back(wrong);
}

} // namespace

void addNormCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(skipCase(type, {2, 3, 8}, {}));
        cases.push_back(skipCase(type, {2, 3, 8}, {.isSimplified = true}));
        cases.push_back(simplifiedCase(type, type, {2, 3, 17}, ""));
        cases.push_back(groupCase(type, {2, 3, 5, 6}, 3, {}));
    }
    cases.push_back(skipCase(DataType::Float32, {5, 7}, {.hasBias = false}));
    cases.push_back(skipCase(DataType::Float32, {2, 5, 7}, {.hasBeta = false, .skip = {5, 7}}));
    cases.push_back(
        skipCase(DataType::Float32, {2, 5, 7}, {.isSimplified = true, .hasBias = false, .skip = {1, 5, 7}}));
    cases.push_back(simplifiedCase(DataType::Float16, DataType::Float32, {3, 9}, "com.microsoft"));
    cases.push_back(groupCase(DataType::Float32, {2, 3, 5, 6}, 2, {.isActivated = true}));
    cases.push_back(groupCase(DataType::Float32, {2, 6, 3, 5}, 2, {.isLast = false, .isActivated = true}));
    cases.push_back(groupCase(DataType::Float32, {1, 4, 3, 5}, 4, {.isLast = false}));
    cases.push_back(groupCase(DataType::Float32, {2, 3, 5, 6}, 3, {.skip = {2, 3, 5, 6}}));
    cases.push_back(groupCase(DataType::Float32, {2, 3, 5, 6}, 3, {.isActivated = true, .skip = {2, 6}}));
    cases.push_back(groupCase(DataType::Float16, {2, 3, 5, 6}, 3, {.skip = {2, 1, 1, 6}}));
    addEmbeddingCases(cases);
    OperatorCase wrong = skipCase(DataType::Float32, {2, 3, 8}, {});
    wrong.inputs[1] = randomTensor(DataType::Float32, {4, 8}, 1);
    wrong.expectedError = "does not broadcast";
    cases.push_back(wrong);
    OperatorCase groups = groupCase(DataType::Float32, {2, 3, 5, 6}, 3, {});
    groups.attributes.set("groups", int64_t {4});
    groups.expectedError = "do not divide";
    cases.push_back(groups);
}

} // namespace weightless::ops::contrib
