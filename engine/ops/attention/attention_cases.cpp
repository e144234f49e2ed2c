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
    HostTensor y = makeHostTensor({s.type, shapeOf(s.m, s.width)});
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
    test.expected = {y};
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

namespace {

// The kernel for software devices: full and ragged last blocks, one and several work groups, rows of one to
// eight per lane, both layouts of k, every kind of mask.
void addFlashCases(CaseList& cases)
{
    const std::string flash = "flash";
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(attentionCase({{2}, 9, 13, 5, 3, false, {}, flash, type}));
        cases.push_back(attentionCase({{2}, 70, 16, 5, 5, true, {}, flash, type}));
    }
    cases.push_back(attentionCase({{}, 1, 1, 1, 1, false, {}, flash}));
    cases.push_back(attentionCase({{3}, 37, 40, 7, 9, true, {}, flash}));
    cases.push_back(attentionCase({{2, 3}, 17, 7, 4, 3, true, Shape {17, 7}, flash}));
    cases.push_back(attentionCase({{2, 3}, 5, 16, 4, 3, false, Shape {2, 1, 1, 16}, flash}));
    cases.push_back(attentionCase({{2, 3}, 5, 9, 4, 3, false, Shape {3, 5, 1}, flash}));
    cases.push_back(attentionCase({{2, 3, 2}, 5, 9, 4, 3, true, Shape {2, 1, 2, 5, 9}, flash}));
    cases.push_back(attentionCase({{2}, 9, 13, 5, 3, false, Shape {13}, flash, DataType::Float16}));
    // Scores far from zero, all below it or above: nothing may overflow or vanish.
    for (const double shift : {-300.0, 300.0}) {
        OperatorCase shifted = attentionCase({{2}, 9, 13, 5, 3, false, {}, flash});
        shifted.name = "scores near " + std::to_string(shift);
        shifted.inputs.push_back(tensorOf(DataType::Float32, {1}, {shift}));
        cases.push_back(shifted);
    }
    // A row with every key masked is the mean of the values, not NaN.
    OperatorCase masked = attentionCase({{}, 2, 9, 3, 2, false, {}, flash});
    masked.name = "every key masked";
    masked.inputs[0] = tensorOf(DataType::Float32, {2, 3}, {1, 2, 3, -1, -2, -3});
    masked.inputs.push_back(tensorOf(DataType::Float32, {1}, {std::numeric_limits<float>::lowest()}));
    std::vector<double> means;
    for (size_t w = 0; w < 2; ++w) {
        double sum = 0;
        for (size_t j = 0; j < 9; ++j) {
            sum += elementAsDouble(*masked.inputs[2], j * 2 + w);
        }
        means.push_back(sum / 9);
    }
    masked.expected = {tensorOf(DataType::Float32, {2, 2}, {means[0], means[1], means[0], means[1]})};
    cases.push_back(masked);

    // Heads of several groups of 8, full and ragged; few rows, so that they compile fast.
    cases.push_back(attentionCase({{2}, 8, 13, 40, 40, false, {}, flash}));
    cases.push_back(attentionCase({{2}, 7, 16, 40, 40, true, Shape {16}, flash, DataType::Float16}));
    cases.push_back(attentionCase({{2}, 9, 16, 20, 37, false, {}, flash}));

    OperatorCase large = attentionCase({{}, 2, 3, 81, 2, false, {}, flash});
    large.expectedError = "'flash' cannot run";
    cases.push_back(large);
}

// The kernels for graphics cards: rows, keys and columns that fill no tile and several tiles, rows that begin
// at 16 bytes and rows that do not, both layouts of k, every kind of mask.
void addTiledCases(CaseList& cases, const std::string& kernel, DataType type)
{
    const auto add = [&](const Setting& s) { addCase(cases, s, kernel, type); };
    add({{}, 1, 1, 1, 1});
    add({{2}, 9, 13, 5, 3});
    add({{2}, 70, 16, 8, 16, true});
    add({{3}, 37, 130, 7, 9, true});
    add({{2}, 65, 64, 40, 40});
    add({{1}, 33, 72, 64, 80});
    add({{1}, 20, 70, 33, 160, true, Shape {70}});
    if (kernel
        == "tiled") { // matrices of 8 x 8 are so many that the newer software device compiles for minutes
        add({{}, 17, 65, 100, 256});
    }
    add({{2, 3}, 17, 7, 4, 3, true, Shape {17, 7}});
    add({{2, 3}, 5, 67, 4, 3, false, Shape {2, 1, 1, 67}});
    add({{2, 3}, 35, 9, 4, 3, false, Shape {3, 35, 1}});
    add({{2, 3, 2}, 5, 9, 4, 3, true, Shape {2, 1, 2, 5, 9}});
    addMaskedCases(cases, kernel, type);
    OperatorCase wide = attentionCase({{}, 2, 3, 4, 257, false, {}, kernel, type});
    wide.expectedError = "cannot run this attention";
    cases.push_back(wide);
}

// The largest product is the lowest score: the same result from the opposite rows of q.
OperatorCase negativeCase(const Setting& s)
{
    OperatorCase test = attentionCase(s);
    HostTensor& q = *test.inputs[0];
    for (size_t i = 0; i < static_cast<size_t>(elementCount(q.descriptor.shape).value()); ++i) {
        setElement(q, i, -elementAsDouble(q, i));
    }
    test.attributes.set("scale", -0.7f);
    test.name += " negative scale";
    return test;
}

// What tiles on matrix units differ in: heads of whole units and one more or less, halves and more of a
// tile's keys, rows of one tile and of several, rows that begin at 16 bytes and others.
void addUnitCases(CaseList& cases)
{
    const DataType half = DataType::Float16;
    for (const std::string kernel : {"tiledmatrix", "tiledmatrixtight"}) {
        const auto add = [&](const Setting& s) { addCase(cases, s, kernel, half); };
        add({{2}, 40, 33, 16, 24});
        add({{1}, 33, 97, 33, 16, false, Shape {33, 97}});
        add({{1}, 65, 130, 8, 17, true});
        add({.batch = {2, 2},
            .m = 10,
            .n = 80,
            .depth = 8,
            .width = 16,
            .isTransposed = true,
            .causalSteps = 5,
            .lengths = {70, 3},
            .softcap = 2,
            .headsInside = allHeads - headsOfK});
        // Weights stay within what 16 bits hold, and do not, tile after tile.
        for (const double rise : {4.0, 40.0}) {
            add({.batch = {2}, .m = 20, .n = 260, .depth = 16, .width = 24, .rise = rise});
        }
    }
    addMaskedCases(cases, "tiledmatrixtight", half);
    cases.push_back(negativeCase({{1}, 20, 130, 16, 16, false, {}, "tiledmatrix", half}));
    cases.push_back(negativeCase({{1}, 20, 130, 16, 16, false, {}, "tiled", half}));
    // Many accesses ahead, and none.
    addCase(cases, {{1}, 20, 77, 72, 72}, "tiledmatrix", half);
    addCase(cases, {{1}, 3, 40, 8, 160}, "tiledmatrixtight", half);
    OperatorCase deep = attentionCase({{}, 2, 3, 257, 4, false, {}, "tiledmatrix", half});
    deep.expectedError = "cannot run this attention";
    cases.push_back(deep);
}

} // namespace

void addCases(CaseList& cases)
{
    cases.push_back(attentionCase({{}, 5, 7, 4, 3}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, true}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, true, Shape {5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 1, 5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 1, 1, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {3, 5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 3, 5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 3, 5, 1}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {1}}));
    // Broadcast along batch dimensions in ways that two strides cannot walk.
    cases.push_back(attentionCase({{2, 3, 2}, 5, 7, 4, 3, true, Shape {2, 1, 2, 5, 7}}));
    cases.push_back(attentionCase({{2, 3, 2}, 5, 7, 4, 3, false, Shape {1, 3, 1, 1, 7}}));
    cases.push_back(attentionCase({{2, 3, 2, 3}, 5, 7, 4, 3, false, Shape {3, 1, 3, 5, 1}}));
    cases.push_back(attentionCase({{0}, 5, 7, 4, 3}));
    for (const std::string kernel : {"wide", "shared"}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            cases.push_back(attentionCase({{2}, 9, 13, 8, 16, true, {}, kernel, type}));
        }
        cases.push_back(attentionCase({{2}, 9, 13, 8, 16, false, Shape {13}, kernel}));
    }
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(attentionCase({{2, 3}, 1, 70, 64, 64, true, {}, "vector", type}));
        cases.push_back(attentionCase({{3}, 7, 37, 24, 5, false, Shape {37}, "vector", type}));
    }
    cases.push_back(attentionCase({{2}, 9, 13, 8, 16, true, {}, "matrix", DataType::Float16}));
    cases.push_back(attentionCase({{2, 3}, 40, 67, 24, 40, false, Shape {67}, "matrix", DataType::Float16}));
    addFlashCases(cases);
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        addTiledCases(cases, "tiled", type);
    }
    addTiledCases(cases, "tiledmatrix", DataType::Float16);
    addUnitCases(cases);
    addTiledCases(cases, "tiledmatrix", DataType::BFloat16);
    addRowCases(cases);
    addCausalCases(cases);
    addHeadsCases(cases);
    addNanCases(cases);
    addSharedHeadsCases(cases);
    addZeroRowsCases(cases);
    OperatorCase shapes = attentionCase({{2}, 5, 7, 4, 3});
    shapes.name = "shapes";
    shapes.inputs[1] = randomTensor(DataType::Float32, {2, 7, 5}, 95);
    shapes.expectedError = "do not go together";
    cases.push_back(shapes);
    OperatorCase mask = attentionCase({{2}, 5, 7, 4, 3, false, Shape {5, 7}});
    mask.name = "mask";
    mask.inputs[3] = randomTensor(DataType::Float32, {5, 6}, 96);
    mask.expectedError = "does not broadcast";
    cases.push_back(mask);
}

} // namespace weightless::ops::attention
