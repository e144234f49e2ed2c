// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"

#include "engine/ops/attentionheads.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::attention {

namespace {

double maskAt(const HostTensor& mask, std::vector<int64_t> place)
{
    const Shape& shape = mask.descriptor.shape;
    place.erase(place.begin(), place.end() - static_cast<int64_t>(shape.size()));
    for (size_t i = 0; i < shape.size(); ++i) {
        place[i] = shape[i] == 1 ? 0 : place[i];
    }
    return elementAsDouble(mask, static_cast<size_t>(indexOf(place, shape)));
}

// How many keys the row of a matrix sees.
int64_t keysSeen(const Setting& s, int64_t matrix, int64_t matrices, int64_t row)
{
    if (s.causalSteps == 0) {
        return s.n;
    }
    int64_t before = s.causalBefore;
    if (!s.lengths.empty()) {
        const int64_t each = std::max<int64_t>(matrices / static_cast<int64_t>(s.lengths.size()), 1);
        before = std::max<int64_t>(s.lengths[static_cast<size_t>(matrix / each)] - s.causalSteps, 0);
    }
    return std::min(before + row % s.causalSteps + 1, s.n);
}

void setVisible(OperatorCase& test, const Setting& s)
{
    if (s.causalSteps > 0) {
        test.attributes.set("causalSteps", s.causalSteps);
        test.attributes.set("causalBefore", s.causalBefore);
        test.name += " causal " + std::to_string(s.causalSteps) + " after " + std::to_string(s.causalBefore);
    }
    if (!s.lengths.empty()) {
        test.inputs.resize(5);
        std::vector<double> lengths;
        for (const int64_t length : s.lengths) {
            lengths.push_back(static_cast<double>(length - 1));
        }
        test.inputs[4] = tensorOf(DataType::Int32, {static_cast<int64_t>(lengths.size())}, lengths);
        test.name += " lengths";
    }
    if (s.softcap > 0) {
        test.attributes.set("softcap", static_cast<float>(s.softcap));
        test.name += " softcap";
    }
}

// Later keys have larger scores.
void raiseKeys(HostTensor& k, const Setting& s)
{
    for (int64_t i = 0; i < elementCount(k.descriptor.shape).value_or(0); ++i) {
        const int64_t key = s.isTransposed ? i % s.n : i / s.depth % s.n;
        const double factor = 1 + s.rise * static_cast<double>(key) / static_cast<double>(s.n);
        setElement(k, static_cast<size_t>(i), factor * elementAsDouble(k, static_cast<size_t>(i)));
    }
}

void setHeads(OperatorCase& test, const Setting& s)
{
    if (s.headsInside == 0) {
        return;
    }
    test.attributes.set("headsInside", int64_t {s.headsInside});
    test.name += " heads inside " + std::to_string(s.headsInside);
    for (size_t i = 0; i < 3; ++i) {
        if ((s.headsInside >> i & 1) != 0) {
            test.inputs[i] = withOuterRows(*test.inputs[i]);
        }
    }
    if ((s.headsInside & headsOfY) != 0) {
        test.expected[0] = withOuterRows(test.expected[0]);
    }
}

} // namespace

HostTensor withOuterRows(const HostTensor& tensor)
{
    const Shape& shape = tensor.descriptor.shape;
    const size_t rank = shape.size();
    Shape turned = shape;
    std::swap(turned[rank - 3], turned[rank - 2]);
    HostTensor result = makeHostTensor({tensor.descriptor.type, turned});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, shape);
        std::swap(place[rank - 3], place[rank - 2]);
        setElement(result, static_cast<size_t>(indexOf(place, turned)),
            elementAsDouble(tensor, static_cast<size_t>(i)));
    }
    return result;
}

HostTensor attentionOf(const HostTensor& q, const HostTensor& k, const HostTensor& v,
    const std::optional<HostTensor>& mask, const Setting& s)
{
    Shape shape = s.batch;
    shape.insert(shape.end(), {s.m, s.width});
    HostTensor y = makeHostTensor({s.type, shape});
    const int64_t matrices = elementCount(s.batch).value_or(0);
    for (int64_t b = 0; b < matrices; ++b) {
        for (int64_t i = 0; i < s.m; ++i) {
            std::vector<double> row;
            const int64_t seen = keysSeen(s, b, matrices, i);
            for (int64_t j = 0; j < seen; ++j) {
                double score = 0;
                for (int64_t d = 0; d < s.depth; ++d) {
                    const int64_t at =
                        s.isTransposed ? (b * s.depth + d) * s.n + j : (b * s.n + j) * s.depth + d;
                    score += elementAsDouble(q, static_cast<size_t>((b * s.m + i) * s.depth + d))
                        * elementAsDouble(k, static_cast<size_t>(at));
                }
                std::vector<int64_t> place = coordinatesOf(b, s.batch);
                place.insert(place.end(), {i, j});
                score *= 0.7;
                score = s.softcap > 0 ? s.softcap * std::tanh(score / s.softcap) : score;
                row.push_back(std::exp(score + (mask ? maskAt(*mask, place) : 0.0)));
            }
            double sum = 0;
            for (const double weight : row) {
                sum += weight;
            }
            for (int64_t w = 0; w < s.width; ++w) {
                double value = 0;
                for (int64_t j = 0; j < seen; ++j) {
                    value += row[static_cast<size_t>(j)] / sum
                        * elementAsDouble(v, static_cast<size_t>((b * s.n + j) * s.width + w));
                }
                setElement(y, static_cast<size_t>((b * s.m + i) * s.width + w), value);
            }
        }
    }
    return y;
}

OperatorCase attentionCase(const Setting& s)
{
    const auto shapeOf = [&](int64_t rows, int64_t columns) {
        Shape shape = s.batch;
        shape.insert(shape.end(), {rows, columns});
        return shape;
    };
    const HostTensor q = randomTensor(s.type, shapeOf(s.m, s.depth), 91, -1, 1);
    HostTensor k =
        randomTensor(s.type, s.isTransposed ? shapeOf(s.depth, s.n) : shapeOf(s.n, s.depth), 92, -1, 1);
    if (s.rise > 0) {
        raiseKeys(k, s);
    }
    const HostTensor v = randomTensor(s.type, shapeOf(s.n, s.width), 93, -1, 1);
    OperatorCase test;
    test.opType = "Attention";
    test.domain = "weightless";
    test.inputs = {q, k, v};
    test.attributes.set("scale", 0.7f);
    test.attributes.set("kTransposed", int64_t {s.isTransposed});
    std::optional<HostTensor> mask;
    if (s.mask) {
        mask = randomTensor(s.type, *s.mask, 94, -3, 3);
        test.inputs.push_back(*mask);
    }
    if (!s.kernel.empty()) {
        test.attributes.set("weightless.kernel", s.kernel);
    }
    test.expected = {attentionOf(q, k, v, mask, s)};
    test.name = toString(q.descriptor) + " " + toString(k.descriptor)
        + (mask ? " mask " + toString(*s.mask) : "") + " " + s.kernel;
    if (s.rise > 0) {
        test.name += " rising " + std::to_string(s.rise);
    }
    setVisible(test, s);
    setHeads(test, s);
    const double tolerance = s.type == DataType::BFloat16 ? 2e-2 : s.type == DataType::Float16 ? 4e-3 : 1e-4;
    test.relativeTolerance = tolerance;
    test.absoluteTolerance = tolerance;
    return test;
}

void addCase(CaseList& cases, Setting setting, const std::string& kernel, DataType type)
{
    setting.kernel = kernel;
    setting.type = type;
    cases.push_back(attentionCase(setting));
}

void addMaskedCases(CaseList& cases, const std::string& kernel, DataType type)
{
    for (const double masked :
        {std::numeric_limits<double>::lowest(), -std::numeric_limits<double>::infinity()}) {
        OperatorCase test = attentionCase({{}, 2, 70, 3, 1, false, Shape {2, 70}, kernel, type});
        test.name =
            std::string("masked, ") + (std::isinf(masked) ? "infinite, " : "") + kernel + toString(type);
        std::vector<double> mask(140, masked);
        mask[70 + 66] = 0;
        const double lowest = type == DataType::Float16 ? -65504 : -3.0e38;
        for (double& value : mask) {
            value = std::max(value, std::isinf(masked) ? value : lowest);
        }
        test.inputs[3] = tensorOf(type, {2, 70}, mask);
        test.inputs[0] = tensorOf(type, {2, 3}, std::vector<double>(6));
        double sum = 0;
        for (size_t j = 0; j < 70; ++j) {
            sum += elementAsDouble(*test.inputs[2], j);
        }
        test.expected = {tensorOf(type, {2, 1}, {sum / 70, elementAsDouble(*test.inputs[2], 66)})};
        cases.push_back(test);
    }
}

} // namespace weightless::ops::attention
