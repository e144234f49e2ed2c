// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/reduction/reductioncases.h"

#include <cmath>
#include <limits>

namespace weightless::ops::reduction {

namespace {

// As software devices do it, as cards do, and both in parts of 256 steps at most.
const std::vector<std::string>& kernels()
{
    static const std::vector<std::string> all {"", "cards", "parts", "cardparts"};
    return all;
}

void addForKernels(CaseList& cases, const OperatorCase& test)
{
    for (const std::string& kernel : kernels()) {
        cases.push_back(test);
        if (!kernel.empty()) {
            cases.back().attributes.set("weightless.kernel", kernel);
            cases.back().name += ", " + kernel;
        }
    }
}

struct Setting {
    Shape x;
    std::vector<int64_t> axes;
    DataType type = DataType::Float32;
};

void addReducer(CaseList& cases, const Reducer& reducer)
{
    const DataType f16 = DataType::Float16;
    const DataType bf16 = DataType::BFloat16;
    const std::vector<Setting> settings {
        {{3, 9, 24}, {1}}, // whole eights
        {{2, 530, 20}, {1}}, // whole quads, a part that is not full
        {{700, 13}, {0}},
        {{1, 301, 1, 5}, {0, 1}},
        {{2, 3, 4, 5, 11}, {1, 3}}, // two dimensions of both kinds
        {{5, 2, 4, 3, 9, 2, 8}, {0, 2, 4}}, // three that are reduced
        {{2, 17, 40}, {1}, f16},
        {{600, 9}, {0}, f16},
        {{3, 5, 12}, {1}, bf16},
        {{520, 16}, {0}, bf16},
    };
    const bool isProduct = reducer.name == "ReduceProd";
    for (const Setting& s : settings) {
        const bool isLong = elementCount(s.x).value_or(0) > 1000;
        const HostTensor x = isProduct && isLong ? randomTensor(s.type, s.x, 41, 0.999, 1.001)
                                                 : randomTensor(s.type, s.x, 41, 0.5, 1.5);
        addForKernels(cases, reduceCase(reducer, x, s.axes, false, 13, reducer.name == "ReduceSum"));
    }
}

// Columns of nothing but negative infinities, of some in whole parts, and with a positive one.
void addInfiniteColumns(CaseList& cases)
{
    constexpr int64_t columns = 8;
    constexpr int64_t steps = 600;
    const double infinity = std::numeric_limits<double>::infinity();
    HostTensor x = makeHostTensor({DataType::Float32, {steps, columns}});
    HostTensor y = makeHostTensor({DataType::Float32, {columns}});
    for (int64_t c = 0; c < columns; ++c) {
        const int64_t numbers = c * 85; // from the end
        for (int64_t i = 0; i < steps; ++i) {
            const bool isNumber = i >= steps - numbers;
            setElement(x, static_cast<size_t>(i * columns + c), isNumber ? -1000.0 : -infinity);
        }
        setElement(y, static_cast<size_t>(c),
            numbers == 0 ? -infinity : -1000 + std::log(static_cast<double>(numbers)));
    }
    setElement(x, 300 * columns + 5, infinity);
    setElement(y, 5, infinity);
    OperatorCase test {.name = "infinities in columns", .opType = "ReduceLogSumExp", .opset = 13};
    test.attributes.set("axes", std::vector<int64_t> {0});
    test.attributes.set("keepdims", int64_t {0});
    test.inputs = {std::move(x)};
    test.expected = {std::move(y)};
    test.relativeTolerance = 1e-6;
    addForKernels(cases, test);
}

// A NaN anywhere in a column is its extreme; zero elements have none.
void addNaNColumns(CaseList& cases)
{
    constexpr int64_t columns = 12;
    constexpr int64_t steps = 270;
    const double nan = std::nan("");
    for (const bool isMaximum : {true, false}) {
        HostTensor x = makeHostTensor({DataType::Float32, {steps, columns}});
        HostTensor y = makeHostTensor({DataType::Float32, {columns}});
        for (int64_t c = 0; c < columns; ++c) {
            for (int64_t i = 0; i < steps; ++i) {
                const bool isNaN = c > 0 && i == c * 24;
                setElement(x, static_cast<size_t>(i * columns + c), isNaN ? nan : static_cast<double>(i % 7));
            }
            setElement(y, static_cast<size_t>(c), c > 0 ? nan : isMaximum ? 6 : 0);
        }
        OperatorCase test {
            .name = "NaN in columns", .opType = isMaximum ? "ReduceMax" : "ReduceMin", .opset = 13};
        test.attributes.set("axes", std::vector<int64_t> {0});
        test.attributes.set("keepdims", int64_t {0});
        test.inputs = {std::move(x)};
        test.expected = {std::move(y)};
        test.relativeTolerance = test.absoluteTolerance = 0;
        addForKernels(cases, test);
    }
}

} // namespace

void addColumnCases(CaseList& cases)
{
    for (const Reducer& reducer : reducers()) {
        addReducer(cases, reducer);
    }
    for (const Shape& shape : {Shape {0, 8}, Shape {3, 0, 8}, Shape {2, 5, 0}}) {
        addForKernels(cases,
            reduceCase(reducers()[0], makeHostTensor({DataType::Float32, shape}),
                {static_cast<int64_t>(shape.size()) - 2}, true, 13, true));
    }
    addInfiniteColumns(cases);
    addNaNColumns(cases);
}

} // namespace weightless::ops::reduction
