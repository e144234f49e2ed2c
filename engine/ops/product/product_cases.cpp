// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weightless::ops::product {

namespace {

double toleranceOf(DataType type)
{
    return type == DataType::BFloat16 ? 2e-2 : type == DataType::Float16 ? 4e-3 : 1e-4;
}

double activatedValue(const std::string& name, double x)
{
    if (name == "Relu") {
        return std::max(x, 0.0);
    }
    if (name == "Clip") {
        return std::clamp(x, -0.5, 0.75);
    }
    if (name == "Sigmoid") {
        return 1 / (1 + std::exp(-x));
    }
    if (name == "Silu") {
        return x / (1 + std::exp(-x));
    }
    if (name == "Gelu") {
        return x / 2 * (1 + std::erf(x / std::numbers::sqrt2));
    }
    if (name == "GeluTanh") {
        return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    }
    if (name == "HardSwish") {
        return x * std::clamp(x / 6 + 0.5, 0.0, 1.0);
    }
    if (name == "Tanh") {
        return std::tanh(x);
    }
    return name == "LeakyRelu" && x < 0 ? x * -0.5 : x;
}

// Which element of an operand broadcast to `shape` stands there.
size_t broadcastIndex(const Shape& shape, const std::vector<int64_t>& place)
{
    std::vector<int64_t> own(place.end() - static_cast<int64_t>(shape.size()), place.end());
    for (size_t i = 0; i < shape.size(); ++i) {
        own[i] = shape[i] == 1 ? 0 : own[i];
    }
    return static_cast<size_t>(indexOf(own, shape));
}

// Operands of rank 2 or more.
HostTensor multiplied(const HostTensor& a, const HostTensor& b, const Shape& result)
{
    HostTensor c = makeHostTensor({a.descriptor.type, result});
    const std::vector<double> left = numbersOf(a);
    const std::vector<double> right = numbersOf(b);
    const auto depth = static_cast<size_t>(a.descriptor.shape.back());
    const auto columns = static_cast<size_t>(b.descriptor.shape.back());
    const int64_t count = elementCount(result).value_or(0);
    for (int64_t i = 0; i < count; ++i) {
        std::vector<int64_t> row = coordinatesOf(i, result);
        std::vector<int64_t> column = row;
        row.back() = 0;
        column[column.size() - 2] = 0;
        const size_t first = depth == 0 ? 0 : broadcastIndex(a.descriptor.shape, row);
        const size_t second = depth == 0 ? 0 : broadcastIndex(b.descriptor.shape, column);
        double sum = 0;
        for (size_t k = 0; k < depth; ++k) {
            sum += left[first + k] * right[second + k * columns];
        }
        setElement(c, static_cast<size_t>(i), sum);
    }
    return c;
}

HostTensor reshaped(HostTensor tensor, Shape shape)
{
    tensor.descriptor.shape = std::move(shape);
    return tensor;
}

} // namespace

OperatorCase matMulCase(DataType type, const MatMulShapes& shapes, const std::string& kernel)
{
    OperatorCase test;
    test.opType = "MatMul";
    const bool isWhole = isInteger(type);
    const HostTensor a = randomTensor(type, shapes.a, 1,
        isSignedInteger(type) ? -9
            : isWhole         ? 0
                              : -1,
        isWhole ? 9 : 1);
    const HostTensor b = randomTensor(type, shapes.b, 2, isWhole ? 0 : -1, isWhole ? 9 : 1);
    test.name = toString(a.descriptor) + " x " + toString(b.descriptor) + " " + kernel;
    test.inputs = {a, b};
    const bool isRow = shapes.a.size() == 1;
    const bool isColumn = shapes.b.size() == 1;
    Shape full = shapes.result;
    if (isColumn) {
        full.push_back(1);
    }
    if (isRow) {
        full.insert(full.end() - 1, 1);
    }
    const HostTensor left = isRow ? reshaped(a, {1, shapes.a[0]}) : a;
    const HostTensor right = isColumn ? reshaped(b, {shapes.b[0], 1}) : b;
    test.expected = {reshaped(multiplied(left, right, full), shapes.result)};
    if (!kernel.empty()) {
        test.attributes.set("weightless.kernel", kernel);
    }
    test.relativeTolerance = toleranceOf(type);
    test.absoluteTolerance = toleranceOf(type);
    return test;
}

namespace {

void addMatMul(CaseList& cases)
{
    const std::vector<MatMulShapes> shapes {
        {{3, 5}, {5, 7}, {3, 7}},
        {{5}, {5, 7}, {7}},
        {{3, 5}, {5}, {3}},
        {{5}, {5}, {}},
        {{2, 3, 5}, {5, 4}, {2, 3, 4}},
        {{2, 1, 3, 5}, {4, 5, 2}, {2, 4, 3, 2}},
        {{3, 5}, {2, 5, 4}, {2, 3, 4}},
        {{2, 1, 2, 1, 3, 4}, {1, 3, 1, 2, 4, 5}, {2, 3, 2, 2, 3, 5}},
        {{4}, {3, 4, 2}, {3, 2}},
        {{2, 3, 4}, {4}, {2, 3}},
        {{0, 5}, {5, 3}, {0, 3}},
        {{3, 0}, {0, 2}, {3, 2}},
    };
    for (const MatMulShapes& s : shapes) {
        cases.push_back(matMulCase(DataType::Float32, s));
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64, DataType::Int32,
             DataType::Int64, DataType::UInt32, DataType::UInt64}) {
        cases.push_back(matMulCase(type, shapes[4]));
        cases.push_back(
            matMulCase(type, {{101, 104}, {104, 112}, {101, 112}})); // worth a tile where there is one
    }
    // The tiled kernels, with edges in every direction; the wide one shifts rows that are no multiples of a
    // texel.
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(matMulCase(type, {{19, 29}, {29, 40}, {19, 40}}, "wide"));
        cases.push_back(matMulCase(type, {{2, 9, 24}, {2, 24, 72}, {2, 9, 72}}, "wide"));
        cases.push_back(matMulCase(type, {{2, 9, 43}, {2, 43, 67}, {2, 9, 67}}, "wide"));
        cases.push_back(matMulCase(type, {{19, 24}, {24, 44}, {19, 44}}, "wide"));
        cases.push_back(matMulCase(type, {{3, 5, 17}, {3, 17, 3}, {3, 5, 3}}, "wide"));
        // Many rows and little depth: a tile's rows are 8, 4 and 2 apart, and its columns begin before B's.
        cases.push_back(matMulCase(type, {{2, 70, 9}, {2, 9, 49}, {2, 70, 49}}, "wide"));
        cases.push_back(matMulCase(type, {{37, 8}, {8, 13}, {37, 13}}, "wide"));
        cases.push_back(matMulCase(type, {{2, 69, 5}, {2, 5, 42}, {2, 69, 42}}, "wide"));
        cases.push_back(matMulCase(type, {{68, 6}, {6, 28}, {68, 28}}, "wide"));
        cases.push_back(matMulCase(type, {{67, 4}, {4, 3}, {67, 3}}, "wide"));
        cases.push_back(matMulCase(type, {{70, 33}, {33, 67}, {70, 67}}, "shared"));
        cases.push_back(matMulCase(type, {{3, 4, 17}, {3, 17, 5}, {3, 4, 5}}, "shared"));
        // In three parts: the last is shorter, and of a short depth there is none.
        cases.push_back(matMulCase(type, {{2, 70, 133}, {2, 133, 67}, {2, 70, 67}}, "sharedsplit"));
        cases.push_back(matMulCase(type, {{3, 17}, {17, 5}, {3, 5}}, "sharedsplit"));
    }
    cases.push_back(matMulCase(DataType::Float32, {{1, 70}, {70, 136}, {1, 136}}, "wide"));
    cases.push_back(matMulCase(DataType::Float32, {{17, 21}, {21}, {17}}, "wide"));
    cases.push_back(matMulCase(DataType::Float32, {{33, 64}, {64, 8}, {33, 8}}, "wide"));
    cases.push_back(matMulCase(DataType::Float32, {{37, 40}, {40, 40}, {37, 40}}, "wide16"));
    cases.push_back(matMulCase(DataType::Float32, {{37, 40}, {40, 49}, {37, 49}}, "wide16"));
    cases.push_back(matMulCase(DataType::Float32, {{75, 43}, {43, 40}, {75, 40}}, "wide32"));
    cases.push_back(matMulCase(DataType::Float32, {{75, 43}, {43, 169}, {75, 169}}, "wide32"));
    for (const char* kernel : {"plain", "wide", "shared", ""}) { // more pairs than a launch has work groups
        cases.push_back(
            matMulCase(DataType::Float32, {{65'539, 1, 2}, {65'539, 2, 3}, {65'539, 1, 3}}, kernel));
    }
    OperatorCase mismatch = matMulCase(DataType::Float32, shapes[0]);
    mismatch.name = "inner dimensions differ";
    mismatch.inputs[1] = randomTensor(DataType::Float32, {6, 7}, 3);
    mismatch.expectedError = "inner dimension";
    cases.push_back(mismatch);
    OperatorCase batches = matMulCase(DataType::Float32, {{2, 3, 5}, {2, 5, 4}, {2, 3, 4}});
    batches.name = "batches do not broadcast";
    batches.inputs[1] = randomTensor(DataType::Float32, {3, 5, 4}, 3);
    batches.expectedError = "broadcast";
    cases.push_back(batches);
}

} // namespace

const std::vector<std::string>& activations()
{
    static const std::vector<std::string> names {
        "Relu", "Clip", "Sigmoid", "Silu", "LeakyRelu", "Gelu", "GeluTanh", "HardSwish", "Tanh"};
    return names;
}

OperatorCase gemmCase(DataType type, const GemmSetting& s)
{
    OperatorCase test;
    test.opType = s.activation.empty() ? "Gemm" : "FusedGemm";
    test.domain = s.activation.empty() ? "" : "weightless";
    test.opset = s.opset;
    const bool isWhole = isInteger(type);
    const double high = isWhole ? 5 : 1;
    const double low = isWhole && !isSignedInteger(type) ? 0 : -high;
    const HostTensor a = randomTensor(type, s.a, 4, low, high);
    const HostTensor b = randomTensor(type, s.b, 5, low, high);
    test.inputs = {a, b};
    const int64_t rows = s.a[s.transA ? 1 : 0];
    const int64_t depth = s.a[s.transA ? 0 : 1];
    const int64_t columns = s.b[s.transB ? 0 : 1];
    std::optional<HostTensor> c;
    if (s.c) {
        c = randomTensor(type, *s.c, 6, low, high);
        test.inputs.push_back(*c);
    }
    HostTensor y = makeHostTensor({type, {rows, columns}});
    const std::vector<double> left = numbersOf(a);
    const std::vector<double> right = numbersOf(b);
    for (int64_t m = 0; m < rows; ++m) {
        for (int64_t n = 0; n < columns; ++n) {
            double sum = 0;
            for (int64_t k = 0; k < depth; ++k) {
                sum += left[static_cast<size_t>(s.transA ? k * rows + m : m * depth + k)]
                    * right[static_cast<size_t>(s.transB ? n * depth + k : k * columns + n)];
            }
            const double value = sum * s.alpha
                + (c ? s.beta * elementAsDouble(*c, broadcastIndex(c->descriptor.shape, {m, n})) : 0.0);
            setElement(y, static_cast<size_t>(m * columns + n), activatedValue(s.activation, value));
        }
    }
    test.expected = {y};
    test.attributes.set("transA", int64_t {s.transA});
    test.attributes.set("transB", int64_t {s.transB});
    test.attributes.set("alpha", s.alpha);
    test.attributes.set("beta", s.beta);
    if (!s.kernel.empty()) {
        test.attributes.set("weightless.kernel", s.kernel);
    }
    if (!s.activation.empty()) {
        test.attributes.set("activation", s.activation);
        test.attributes.set("activation_low", s.activation == "LeakyRelu" ? -0.5f : -0.5f);
        test.attributes.set("activation_high", 0.75f);
    }
    test.name = toString(a.descriptor) + (s.transA ? "^T x " : " x ") + toString(b.descriptor)
        + (s.transB ? "^T" : "") + (s.c ? " + " + toString(*s.c) : "") + " " + s.kernel + s.activation;
    test.relativeTolerance = toleranceOf(type);
    test.absoluteTolerance = toleranceOf(type);
    return test;
}

namespace {

void addGemm(CaseList& cases)
{
    // Fractions of integers are no products of integers.
    for (const DataType type : {DataType::Int32, DataType::Int64, DataType::UInt32}) {
        cases.push_back(gemmCase(type, {{3, 7}, {7, 5}, Shape {5}, false, false, 0.25f, 1}));
        cases.push_back(gemmCase(type, {{3, 7}, {5, 7}, Shape {3, 1}, false, true, 1, 0.5f}));
        cases.push_back(gemmCase(type, {{7, 3}, {7, 5}, {}, true, false, 0.5f, 1}));
    }
    const DataType f32 = DataType::Float32;
    for (const std::string kernel : {"plain", "wide", "shared", "sharedsplit"}) {
        cases.push_back(gemmCase(f32, {{9, 29}, {19, 29}, Shape {19}, false, true, 1, 1, kernel}));
        cases.push_back(gemmCase(f32, {{9, 24}, {24, 40}, Shape {9, 40}, false, false, 0.5f, 2, kernel}));
        cases.push_back(gemmCase(f32, {{9, 24}, {24, 40}, Shape {9, 1}, false, false, 1, -1, kernel}));
        cases.push_back(gemmCase(f32, {{24, 9}, {17, 24}, Shape {1, 17}, true, true, 1, 1, kernel}));
        cases.push_back(gemmCase(f32, {{10, 16}, {16, 24}, Shape {}, false, false, 1, 3, kernel}));
        cases.push_back(gemmCase(f32, {{10, 32}, {24, 32}, {}, false, true, 1, 1, kernel}));
        for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
            cases.push_back(gemmCase(type, {{9, 29}, {19, 29}, Shape {19}, false, true, 1, 1, kernel}));
            cases.push_back(gemmCase(type, {{9, 32}, {32, 40}, Shape {40}, false, false, 1, 1, kernel}));
        }
        for (const std::string& activation : activations()) {
            cases.push_back(
                gemmCase(f32, {{5, 16}, {16, 8}, Shape {8}, false, false, 1, 1, kernel, activation}));
        }
    }
    for (const int64_t opset : {1, 6, 7, 9, 11}) {
        cases.push_back(gemmCase(f32, {{3, 4}, {4, 5}, Shape {5}, false, false, 1, 1, "", "", opset}));
    }
    cases.push_back(gemmCase(DataType::Int32, {{3, 4}, {4, 5}, Shape {5}, false, false, 2, 3}));
    cases.push_back(gemmCase(DataType::Int64, {{4, 3}, {4, 5}, Shape {1}, true}));
    cases.push_back(gemmCase(DataType::Float64, {{3, 4}, {4, 5}, Shape {3, 5}}));
    cases.push_back(gemmCase(f32, {{0, 4}, {4, 5}, Shape {5}}));
    cases.push_back(gemmCase(f32, {{3, 0}, {0, 5}, Shape {5}}));
    OperatorCase bias = gemmCase(f32, {{3, 4}, {4, 5}, Shape {5}});
    bias.name = "C does not broadcast";
    bias.inputs[2] = randomTensor(f32, {4}, 6);
    bias.expectedError = "broadcast";
    cases.push_back(bias);
    OperatorCase rank = gemmCase(f32, {{3, 4}, {4, 5}, Shape {5}});
    rank.name = "rank 3";
    rank.inputs[0] = randomTensor(f32, {1, 3, 4}, 6);
    rank.expectedError = "rank 2";
    cases.push_back(rank);
}

} // namespace

OperatorCase fusedMatMulCase(DataType type, const std::string& kernel)
{
    OperatorCase test = matMulCase(type, {{2, 5, 16}, {16, 24}, {2, 5, 24}}, kernel);
    test.opType = "FusedMatMul";
    test.domain = "weightless";
    test.name = "bias, residual and Silu, " + toString(type) + ", " + kernel;
    const HostTensor bias = randomTensor(type, {24}, 7);
    const HostTensor residual = randomTensor(type, {2, 5, 24}, 8);
    test.inputs.push_back(bias);
    test.inputs.push_back(residual);
    test.attributes.set("activation", std::string("Silu"));
    for (size_t i = 0; i < 240; ++i) {
        const double sum = elementAsDouble(test.expected[0], i) + elementAsDouble(bias, i % 24)
            + elementAsDouble(residual, i);
        setElement(test.expected[0], i, activatedValue("Silu", sum));
    }
    return test;
}

namespace {

// Deeper than the loop rounds llvmpipe makes: one step per round, eight steps per round, and too deep for one
// launch in all types.
void addDeep(CaseList& cases)
{
    std::vector<OperatorCase> deep;
    deep.push_back(matMulCase(DataType::Float32, {{1, 66000}, {66000, 2}, {1, 2}}));
    deep.push_back(matMulCase(DataType::Int64, {{1, 66000}, {66000}, {1}}));
    deep.push_back(gemmCase(
        DataType::Float32, {{1, 527000}, {527000, 8}, Shape {8}, false, false, 0.5f, 2, "", "LeakyRelu"}));
    deep.push_back(
        gemmCase(DataType::Float32, {{1, 527000}, {1, 527000}, Shape {1, 1}, false, true, 1, -1, "plain"}));
    deep.push_back(gemmCase(DataType::Float16, {{1, 527000}, {527000, 1}, Shape {1}}));
    deep.push_back(
        gemmCase(DataType::Float32, {{1, 527000}, {1, 527000}, Shape {1, 1}, false, true, 1, -1, "vector"}));
    deep.push_back(matMulCase(DataType::Float32, {{1, 66000}, {66000, 2}, {1, 2}}, "vector"));
    for (OperatorCase& test : deep) {
        // The sum of half a million numbers, in fp32.
        test.absoluteTolerance = 0.05;
        cases.push_back(std::move(test));
    }
}

} // namespace

void addCases(CaseList& cases)
{
    addMatMul(cases);
    addGemm(cases);
    for (const std::string kernel : {"plain", "wide", "shared", "sharedsplit"}) {
        cases.push_back(fusedMatMulCase(DataType::Float32, kernel));
    }
    addTransposedCases(cases);
    addDeep(cases);
    addFactoredCases(cases);
    addNanCases(cases);
    addNumberCases(cases);
    addMatrixCases(cases);
    addSharedCases(cases);
    addVectorCases(cases);
}

} // namespace weightless::ops::product
