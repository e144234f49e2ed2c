// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantizecases.h"

namespace weightless::ops::quantize {

HostTensor integerProduct(
    const HostTensor& a, const HostTensor* aZero, const HostTensor& b, const HostTensor* bZero)
{
    const int64_t rows = a.descriptor.shape[0];
    const int64_t depth = a.descriptor.shape[1];
    const int64_t columns = b.descriptor.shape[1];
    const auto zeroAt = [](const HostTensor* zero, int64_t i) {
        return zero == nullptr        ? 0
            : zero->bytes.size() == 1 ? elementAsInt64(*zero, 0)
                                      : elementAsInt64(*zero, static_cast<size_t>(i));
    };
    HostTensor y = makeHostTensor({DataType::Int32, {rows, columns}});
    for (int64_t r = 0; r < rows; ++r) {
        for (int64_t c = 0; c < columns; ++c) {
            int64_t sum = 0;
            for (int64_t k = 0; k < depth; ++k) {
                sum += (elementAsInt64(a, static_cast<size_t>(r * depth + k)) - zeroAt(aZero, r))
                    * (elementAsInt64(b, static_cast<size_t>(k * columns + c)) - zeroAt(bZero, c));
            }
            setElement(y, static_cast<size_t>(r * columns + c), sum);
        }
    }
    return y;
}

namespace {

HostTensor filled(DataType type, const Shape& shape, int64_t value)
{
    HostTensor result = makeHostTensor({type, shape});
    for (size_t i = 0; i < result.bytes.size(); ++i) {
        setElement(result, i, value);
    }
    return result;
}

OperatorCase productCase(std::string name, const HostTensor& a, const HostTensor* aZero, const HostTensor& b,
    const HostTensor* bZero, std::vector<size_t> constantInputs = {})
{
    OperatorCase test {
        .name = std::move(name) + ", " + toString(a.descriptor) + " by " + toString(b.descriptor),
        .opType = "MatMulInteger",
        .opset = 10,
        .constantInputs = std::move(constantInputs)};
    test.inputs = {a, b, aZero != nullptr ? std::optional(*aZero) : std::nullopt,
        bZero != nullptr ? std::optional(*bZero) : std::nullopt};
    test.expected = {integerProduct(a, aZero, b, bZero)};
    test.relativeTolerance = 0;
    test.absoluteTolerance = 0;
    return test;
}

// The largest sums there can be: one more product than fits, and an odd number, would show in the last bit.
void addLargest(CaseList& cases, int64_t depth)
{
    const HostTensor high = filled(DataType::UInt8, {3, depth}, 255);
    HostTensor low = filled(DataType::Int8, {depth, 5}, -128);
    setElement(low, 0, int64_t {-127});
    const HostTensor zero = filled(DataType::UInt8, {}, 0);
    const HostTensor farZero = filled(DataType::Int8, {}, 127);
    cases.push_back(productCase("largest", high, nullptr, low, nullptr));
    cases.push_back(productCase("largest, zero points known", high, &zero, low, &farZero, {2, 3}));
    cases.push_back(productCase("largest, zero points of a run", high, &zero, low, &farZero));
}

HostTensor anyBytes(DataType type, const Shape& shape, uint64_t seed)
{
    const bool isSigned = type == DataType::Int8;
    return randomTensor(type, shape, seed, isSigned ? -128 : 0, isSigned ? 127 : 255);
}

// Matrices that are read as bytes: every pair of types, odd sizes, zero points of each kind, and as cards
// share the depth.
void addFewRows(CaseList& cases)
{
    const auto add = [&cases](DataType aType, DataType bType, int64_t rows, int64_t depth, int64_t columns) {
        const HostTensor a = anyBytes(aType, {rows, depth}, 1);
        const HostTensor b = anyBytes(bType, {depth, columns}, 2);
        const HostTensor aZero = anyBytes(aType, {rows}, 3);
        const HostTensor bZero = anyBytes(bType, {columns}, 4);
        const HostTensor one = anyBytes(bType, {}, 5);
        for (OperatorCase test : {productCase("few rows", a, nullptr, b, nullptr, {1}),
                 productCase("few rows, zero points of each", a, &aZero, b, &bZero),
                 productCase("few rows, one zero point", a, nullptr, b, &one)}) {
            cases.push_back(test);
            test.name += ", cards";
            test.attributes.set("weightless.kernel", std::string("cards"));
            cases.push_back(test);
        }
    };
    for (const DataType aType : {DataType::Int8, DataType::UInt8}) {
        for (const DataType bType : {DataType::Int8, DataType::UInt8}) {
            add(aType, bType, 3, 67, 35);
        }
    }
    add(DataType::UInt8, DataType::Int8, 1, 1029, 72);
    add(DataType::UInt8, DataType::Int8, 1, 16, 16);
    add(DataType::UInt8, DataType::Int8, 1, 1, 1);
    add(DataType::UInt8, DataType::Int8, 8, 300, 200);
    add(DataType::UInt8, DataType::Int8, 5, 31, 129);
}

HostTensor stacked(const HostTensor& one, const HostTensor& other, Shape shape)
{
    HostTensor both = makeHostTensor({one.descriptor.type, std::move(shape)});
    const auto half = static_cast<size_t>(elementCount(one.descriptor.shape).value_or(0));
    for (size_t i = 0; i < 2 * half; ++i) {
        setElement(both, i, elementAsInt64(i < half ? one : other, i % half));
    }
    return both;
}

// Two matrices by two, or by one.
void addBatches(CaseList& cases)
{
    constexpr int64_t depth = 700;
    const HostTensor a0 = randomTensor(DataType::UInt8, {3, depth}, 1, 0, 255);
    const HostTensor a1 = randomTensor(DataType::UInt8, {3, depth}, 2, 0, 255);
    const HostTensor b0 = randomTensor(DataType::Int8, {depth, 5}, 3, -128, 127);
    const HostTensor b1 = randomTensor(DataType::Int8, {depth, 5}, 4, -128, 127);
    const HostTensor aZero = randomTensor(DataType::UInt8, {3}, 5, 0, 255);
    const HostTensor bZero = randomTensor(DataType::Int8, {5}, 6, -128, 127);
    for (const bool isShared : {false, true}) {
        const HostTensor b = isShared ? b0 : stacked(b0, b1, {2, depth, 5});
        OperatorCase test = productCase("batches", a0, &aZero, b0, &bZero);
        test.name = isShared ? "two by one" : "two by two";
        test.inputs = {stacked(a0, a1, {2, 3, depth}), b, aZero, bZero};
        test.expected = {stacked(integerProduct(a0, &aZero, b0, &bZero),
            integerProduct(a1, &aZero, isShared ? b0 : b1, &bZero), {2, 3, 5})};
        cases.push_back(test);
    }
}

} // namespace

void addExactCases(CaseList& cases)
{
    for (const int64_t depth : {257, 513, 1543}) {
        addLargest(cases, depth);
    }
    for (const int64_t depth : {0, 1, 512, 1029}) {
        const HostTensor a = randomTensor(DataType::UInt8, {17, depth}, 1, 0, 255);
        const HostTensor b = randomTensor(DataType::Int8, {depth, 33}, 2, -128, 127);
        const HostTensor aZero = randomTensor(DataType::UInt8, {17}, 3, 0, 255);
        const HostTensor bZero = randomTensor(DataType::Int8, {33}, 4, -128, 127);
        cases.push_back(productCase("no zero points", a, nullptr, b, nullptr));
        cases.push_back(productCase("a weight", a, nullptr, b, nullptr, {1}));
        cases.push_back(productCase("a zero point for each row and column", a, &aZero, b, &bZero));
        cases.push_back(productCase("known ones", a, &aZero, b, &bZero, {2, 3}));
    }
    // More parts than a plan should have.
    const HostTensor deep = randomTensor(DataType::UInt8, {9, 17'000}, 1, 0, 255);
    const HostTensor deepWeight = randomTensor(DataType::UInt8, {17'000, 3}, 2, 0, 255);
    cases.push_back(productCase("very deep", deep, nullptr, deepWeight, nullptr));
    addFewRows(cases);
    addBatches(cases);
}

} // namespace weightless::ops::quantize
