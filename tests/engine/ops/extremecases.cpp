// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/ops/extremecases.h"

#include "engine/ops/composer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace weightless::testing {

using namespace ops;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double notANumber = std::nan("");

HostTensor integers(Shape shape, const std::vector<int64_t>& values, DataType type = DataType::Int64)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

} // namespace

OperatorCase extremeCase(std::string name, std::string opType, std::vector<HostTensor> inputs,
    Attributes attributes, size_t firstConstant)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = 21};
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (i >= firstConstant) {
            test.constantInputs.push_back(i);
        }
        test.inputs.emplace_back(std::move(inputs[i]));
    }
    test.attributes = std::move(attributes);
    test.relativeTolerance = 1e-5;
    return test;
}

void addLargeIntegers(CaseList& cases)
{
    constexpr int64_t large = int64_t {1} << 53;
    const std::vector<int64_t> left {large + 1, -large - 3, (int64_t {1} << 32) + 5, -(int64_t {1} << 40), 7};
    const std::vector<int64_t> right {
        large, large + 2, -(int64_t {1} << 32) - 7, (int64_t {1} << 33) + 1, -1};
    const auto add = [&](const char* op, DataType result, const std::function<int64_t(int64_t, int64_t)>& f) {
        OperatorCase test = extremeCase("beyond 2^32", op, {integers({5}, left), integers({5}, right)});
        std::vector<int64_t> values;
        for (size_t i = 0; i < left.size(); ++i) {
            values.push_back(f(left[i], right[i]));
        }
        test.expected = {integers({5}, values, result)};
        cases.push_back(std::move(test));
    };
    const auto floored = [](int64_t a, int64_t b) { return (a % b + b) % b; };
    add("Add", DataType::Int64, [](int64_t a, int64_t b) { return a + b; });
    add("Sub", DataType::Int64, [](int64_t a, int64_t b) { return a - b; });
    add("Mul", DataType::Int64, [](int64_t a, int64_t b) {
        return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    });
    add("Div", DataType::Int64, [](int64_t a, int64_t b) { return a / b; });
    add("Mod", DataType::Int64, floored);
    add("Max", DataType::Int64, [](int64_t a, int64_t b) { return std::max(a, b); });
    add("Min", DataType::Int64, [](int64_t a, int64_t b) { return std::min(a, b); });
    add("BitwiseXor", DataType::Int64, [](int64_t a, int64_t b) { return a ^ b; });
    add("Less", DataType::Bool, [](int64_t a, int64_t b) { return a < b ? 1 : 0; });
    add("GreaterOrEqual", DataType::Bool, [](int64_t a, int64_t b) { return a >= b ? 1 : 0; });
    add("Equal", DataType::Bool, [](int64_t a, int64_t b) { return a == b ? 1 : 0; });

    const auto reduced = [&](const char* op, int64_t expected) {
        OperatorCase test =
            extremeCase("beyond 2^32", op, {integers({5}, left)}, attributesWith("keepdims", int64_t {0}));
        test.expected = {integers({}, {expected})};
        cases.push_back(std::move(test));
    };
    reduced("ReduceSum", left[0] + left[1] + left[2] + left[3] + left[4]);
    reduced("ReduceMax", left[0]);
    reduced("ReduceMin", left[1]);
    reduced("ArgMax", 0);
    const auto mapped = [&](const char* op, const std::vector<int64_t>& expected) {
        OperatorCase test = extremeCase("beyond 2^32", op, {integers({5}, left)});
        test.expected = {integers({5}, expected)};
        cases.push_back(std::move(test));
    };
    mapped("Neg", {-left[0], -left[1], -left[2], -left[3], -left[4]});
    mapped("Abs", {left[0], -left[1], left[2], -left[3], left[4]});
    mapped("Sign", {1, -1, 1, -1, 1});

    OperatorCase range = extremeCase("beyond 2^32", "Range",
        {integers({}, {large + 1}), integers({}, {large + 8}), integers({}, {3})}, {}, 0);
    range.expected = {integers({3}, {large + 1, large + 4, large + 7})};
    cases.push_back(std::move(range));
    OperatorCase gather = extremeCase("of numbers beyond 2^32, counted from the end", "Gather",
        {integers({5}, left), integers({3}, {-1, 1, -5})});
    gather.expected = {integers({3}, {left[4], left[1], left[0]})};
    cases.push_back(std::move(gather));
    OperatorCase sums = extremeCase("beyond 2^32", "CumSum", {integers({5}, left), integers({}, {0})}, {}, 1);
    cases.push_back(std::move(sums));
    OperatorCase product = extremeCase(
        "beyond 2^32", "MatMul", {integers({1, 2}, {large + 1, 3}), integers({2, 1}, {1, large - 1})});
    product.expected = {integers({1, 1}, {large + 1 + 3 * (large - 1)})};
    cases.push_back(std::move(product));
    const auto cast = [&](DataType to, HostTensor expected) {
        OperatorCase test = extremeCase("beyond 2^32 to " + toString(to), "Cast", {integers({5}, left)},
            attributesWith("to", static_cast<int64_t>(to)));
        test.relativeTolerance = 0;
        test.absoluteTolerance = 0;
        test.expected = {std::move(expected)};
        cases.push_back(std::move(test));
    };
    cast(DataType::Int32, integers({5}, {1, -3, 5, 0, 7}, DataType::Int32));
    cast(DataType::UInt8, integers({5}, {1, 253, 5, 0, 7}, DataType::UInt8));
    cast(DataType::UInt64, integers({5}, left, DataType::UInt64));
    cast(DataType::Bool, integers({5}, {1, 1, 1, 1, 1}, DataType::Bool));
    cast(DataType::Float32, tensorOf(DataType::Float32, {5}, {0x1p53, -0x1p53, 0x1p32, -0x1p40, 7}));
    cast(DataType::Float64, tensorOf(DataType::Float64, {5}, {0x1p53, -0x1p53 - 4, 0x1p32 + 5, -0x1p40, 7}));
}

void addOverflows(CaseList& cases)
{
    constexpr DataType half = DataType::Float16;
    const auto add = [&](const char* op, std::vector<HostTensor> inputs, HostTensor expected,
                         Attributes attributes = {}) {
        OperatorCase test = extremeCase("beyond float16", op, std::move(inputs), std::move(attributes));
        test.relativeTolerance = 1e-3;
        test.expected = {std::move(expected)};
        cases.push_back(std::move(test));
    };
    const HostTensor most = tensorOf(half, {4}, {65504, -65504, 65504, 60000});
    // 65520 lies halfway to the number that float16 has no more: it is infinite, everything below is not.
    add("Add", {most, tensorOf(half, {4}, {16, -16, 15, 60000})},
        tensorOf(half, {4}, {infinity, -infinity, 65504, infinity}));
    add("Sub", {most, tensorOf(half, {4}, {-16, 16, 65504, -8})},
        tensorOf(half, {4}, {infinity, -infinity, 0, 60000}));
    add("Mul", {most, tensorOf(half, {4}, {2, 2, 0.5, -2})},
        tensorOf(half, {4}, {infinity, -infinity, 32752, -infinity}));
    add("Div", {most, tensorOf(half, {4}, {0.5, 0.5, 1, 0})},
        tensorOf(half, {4}, {infinity, -infinity, 65504, infinity}));
    add("Pow", {tensorOf(half, {3}, {256, -256, 255}), tensorOf(half, {3}, {2, 3, 2})},
        tensorOf(half, {3}, {infinity, -infinity, 65024}));
    add("Exp", {tensorOf(half, {3}, {12, 11, -20})}, tensorOf(half, {3}, {infinity, 59874, 0}));
    add("ReduceSum", {most}, tensorOf(half, {1}, {infinity}), attributesWith("keepdims", int64_t {1}));
    add("ReduceSumSquare", {tensorOf(half, {2}, {300, 10})}, tensorOf(half, {1}, {infinity}));
    // What fits, though a step on the way does not.
    add("ReduceL2", {tensorOf(half, {2}, {300, 400})}, tensorOf(half, {1}, {500}));
    add("ReduceMean", {tensorOf(half, {4}, {60000, 60000, 60000, 60000})}, tensorOf(half, {1}, {60000}));
    add("ReduceLogSumExp", {tensorOf(half, {2}, {1000, 1000})}, tensorOf(half, {1}, {1000.693}));
    add("MatMul", {tensorOf(half, {1, 2}, {300, 1}), tensorOf(half, {2, 2}, {300, 100, 1, 1})},
        tensorOf(half, {1, 2}, {infinity, 30000}));
    add("Softmax", {tensorOf(half, {1, 3}, {65504, 65504, -65504})}, tensorOf(half, {1, 3}, {0.5, 0.5, 0}));
    add("AveragePool", {tensorOf(half, {1, 1, 2, 2}, {60000, 60000, 60000, 60000})},
        tensorOf(half, {1, 1, 1, 1}, {60000}), attributesWith("kernel_shape", std::vector<int64_t> {2, 2}));
    add("LayerNormalization", {tensorOf(half, {1, 2}, {60000, -60000}), tensorOf(half, {2}, {1, 1})},
        tensorOf(half, {1, 2}, {1, -1}));
    OperatorCase cast = extremeCase("float32 beyond float16", "Cast",
        {tensorOf(DataType::Float32, {5}, {65519, 65520, -65520, 1e30, 65504})},
        attributesWith("to", static_cast<int64_t>(half)));
    cast.expected = {tensorOf(half, {5}, {65504, infinity, -infinity, infinity, 65504})};
    cases.push_back(std::move(cast));
}

void addNotANumbers(CaseList& cases)
{
    const std::vector<double> odd {notANumber, infinity, -infinity, 0, -1, 2};
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        const HostTensor x = tensorOf(type, {6}, odd);
        const auto add = [&](const char* op, const std::vector<double>& expected) {
            OperatorCase test = extremeCase("NaN and infinity, " + toString(type), op, {x});
            test.relativeTolerance = type == DataType::BFloat16 ? 1e-2 : 2e-3;
            test.expected = {tensorOf(type, {6}, expected)};
            cases.push_back(std::move(test));
        };
        add("Sqrt", {notANumber, infinity, notANumber, 0, notANumber, std::sqrt(2.0)});
        add("Log", {notANumber, infinity, notANumber, -infinity, notANumber, std::log(2.0)});
        add("Exp", {notANumber, infinity, 0, 1, std::exp(-1.0), std::exp(2.0)});
        add("Reciprocal", {notANumber, 0, 0, infinity, -1, 0.5});
        add("Sigmoid", {notANumber, 1, 0, 0.5, 1 / (1 + std::exp(1.0)), 1 / (1 + std::exp(-2.0))});
        add("Tanh", {notANumber, 1, -1, 0, std::tanh(-1.0), std::tanh(2.0)});
        add("Erf", {notANumber, 1, -1, 0, std::erf(-1.0), std::erf(2.0)});
        add("Floor", odd);
        add("Abs", {notANumber, infinity, infinity, 0, 1, 2});
        add("Neg", {notANumber, -infinity, infinity, 0, 1, -2});
        add("Relu", {notANumber, infinity, 0, 0, 0, 2});
        const auto pair = [&](const char* op, const std::vector<double>& right, HostTensor expected) {
            OperatorCase test =
                extremeCase("NaN and infinity, " + toString(type), op, {x, tensorOf(type, {6}, right)});
            test.expected = {std::move(expected)};
            cases.push_back(std::move(test));
        };
        const std::vector<double> right {1, -infinity, 0, notANumber, infinity, 0};
        pair("Add", right, tensorOf(type, {6}, {notANumber, notANumber, -infinity, notANumber, infinity, 2}));
        pair(
            "Mul", right, tensorOf(type, {6}, {notANumber, -infinity, notANumber, notANumber, -infinity, 0}));
        pair("Div", right, tensorOf(type, {6}, {notANumber, notANumber, -infinity, notANumber, 0, infinity}));
        pair("Max", right, tensorOf(type, {6}, {notANumber, infinity, 0, notANumber, infinity, 2}));
        pair("Min", right, tensorOf(type, {6}, {notANumber, -infinity, -infinity, notANumber, -1, 0}));
        pair("Equal", right, tensorOf(DataType::Bool, {6}, {0, 0, 0, 0, 0, 0}));
        pair("Less", right, tensorOf(DataType::Bool, {6}, {0, 0, 1, 0, 1, 0}));
        pair("GreaterOrEqual", right, tensorOf(DataType::Bool, {6}, {0, 1, 0, 0, 0, 1}));
        const auto rows = [&](const char* op, const std::vector<double>& values,
                              const std::vector<double>& expected) {
            OperatorCase test =
                extremeCase("NaN and infinity, " + toString(type), op, {tensorOf(type, {3, 2}, values)});
            test.attributes.set("axis", int64_t {1});
            test.expected = {tensorOf(type, {3, 2}, expected)};
            cases.push_back(std::move(test));
        };
        rows("Softmax", {-infinity, 0, -infinity, -infinity, notANumber, 0},
            {0, 1, notANumber, notANumber, notANumber, notANumber});
        OperatorCase sum = extremeCase("NaN and infinity, " + toString(type), "ReduceSum",
            {tensorOf(type, {3, 2}, {infinity, 1, infinity, -infinity, notANumber, 0}), int64Tensor({1})}, {},
            1);
        sum.expected = {tensorOf(type, {3, 1}, {infinity, notANumber, notANumber})};
        cases.push_back(std::move(sum));
    }
}

void addEmptyAndScalar(CaseList& cases)
{
    const auto empty = [](Shape shape) { return makeHostTensor({DataType::Float32, std::move(shape)}); };
    const HostTensor row = randomTensor(DataType::Float32, {1, 3}, 20);
    for (const char* op : {"Add", "Mul", "Max", "Less"}) {
        cases.push_back(extremeCase("nothing, broadcast", op, {empty({0, 3}), row}));
    }
    for (const char* op : {"ReduceSum", "ReduceProd", "ReduceMax", "ReduceMin", "ReduceL2", "ReduceLogSum"}) {
        cases.push_back(extremeCase("over nothing", op, {empty({2, 0, 3}), int64Tensor({1})}, {}, 1));
    }
    OperatorCase product = extremeCase("a depth of nothing", "MatMul", {empty({2, 0}), empty({0, 3})});
    product.expected = {makeHostTensor({DataType::Float32, {2, 3}})};
    cases.push_back(std::move(product));
    cases.push_back(extremeCase(
        "with nothing", "Concat", {empty({0, 3}), row, empty({0, 3})}, attributesWith("axis", int64_t {0})));
    cases.push_back(extremeCase("no indices", "Gather", {row, makeHostTensor({DataType::Int64, {0, 2}})},
        attributesWith("axis", int64_t {1})));
    cases.push_back(extremeCase("nothing", "Transpose", {empty({2, 0, 3})}));
    cases.push_back(extremeCase("nothing to", "Pad", {empty({0, 2}), int64Tensor({1, 0, 1, 1})}, {}, 1));
    cases.push_back(extremeCase(
        "to nothing", "Slice", {row, int64Tensor({2}), int64Tensor({1}), int64Tensor({1})}, {}, 1));
    OperatorCase softmax = extremeCase("nothing", "Softmax", {empty({0, 4})});
    softmax.expected = {empty({0, 4})};
    cases.push_back(std::move(softmax));
    OperatorCase conv = extremeCase(
        "no images", "Conv", {empty({0, 2, 5, 5}), randomTensor(DataType::Float32, {3, 2, 3, 3}, 21)});
    conv.expected = {empty({0, 3, 3, 3})};
    cases.push_back(std::move(conv));

    const HostTensor scalar = tensorOf(DataType::Float32, {}, {-1.5});
    for (const char* op :
        {"Abs", "Exp", "Shape", "Size", "Transpose", "Relu", "Identity", "ReduceSum", "ReduceMax"}) {
        cases.push_back(extremeCase("a scalar", op, {scalar}));
    }
    for (const char* op : {"Add", "Div", "Greater", "Pow", "Min"}) {
        cases.push_back(extremeCase("two scalars", op, {scalar, tensorOf(DataType::Float32, {}, {2})}));
    }
    cases.push_back(extremeCase("scalars", "Where",
        {tensorOf(DataType::Bool, {}, {1}), scalar, tensorOf(DataType::Float32, {}, {2})}));
    cases.push_back(extremeCase(
        "a scalar index", "Gather", {row, integers({}, {-1})}, attributesWith("axis", int64_t {1})));
    cases.push_back(extremeCase("a scalar", "Unsqueeze", {scalar, int64Tensor({0, 1})}, {}, 1));
    cases.push_back(extremeCase(
        "to a scalar", "Reshape", {tensorOf(DataType::Float32, {1, 1}, {3}), int64Tensor({})}, {}, 1));
    cases.push_back(extremeCase("a scalar", "Expand", {scalar, int64Tensor({2, 3})}, {}, 1));
    OperatorCase inner = extremeCase("to a scalar", "MatMul",
        {tensorOf(DataType::Float32, {3}, {1, 2, 3}), tensorOf(DataType::Float32, {3}, {4, 5, 6})});
    inner.expected = {tensorOf(DataType::Float32, {}, {32})};
    cases.push_back(std::move(inner));
}

// More lines than scratch memory holds at once: each has an impulse at a place of its own.
void addManyLines(CaseList& cases)
{
    constexpr int64_t outer = 3, size = 700, inner = 2000, bins = size / 2 + 1;
    HostTensor x = makeHostTensor({DataType::Float32, {outer, size, inner, 1}});
    HostTensor y = makeHostTensor({DataType::Float32, {outer, bins, inner, 2}});
    for (int64_t line = 0; line < outer * inner; ++line) {
        const int64_t place = line % size;
        const auto at = [&](int64_t n, int64_t count) {
            return static_cast<size_t>((line / inner * count + n) * inner + line % inner);
        };
        setElement(x, at(place, size), 1.0);
        for (int64_t bin = 0; bin < bins; ++bin) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(bin * place % size) / size;
            setElement(y, 2 * at(bin, bins), std::cos(angle));
            setElement(y, 2 * at(bin, bins) + 1, -std::sin(angle));
        }
    }
    OperatorCase test =
        extremeCase("6,000 lines", "DFT", {std::move(x)}, attributesWith("axis", int64_t {1}));
    test.opset = 17;
    test.attributes.set("onesided", int64_t {1});
    test.expected = {std::move(y)};
    test.absoluteTolerance = 1e-5;
    cases.push_back(std::move(test));
}

CaseList extremeCases()
{
    CaseList cases;
    addHighRanks(cases);
    addLargeIntegers(cases);
    addOverflows(cases);
    addNotANumbers(cases);
    addEmptyAndScalar(cases);
    addManyLines(cases);
    return cases;
}

} // namespace weightless::testing
