// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantizecases.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace weightless::ops::quantize {

namespace {

std::pair<double, double> limitsOf(DataType type)
{
    return type == DataType::Int8 ? std::pair(-128.0, 127.0)
        : type == DataType::Int4  ? std::pair(-8.0, 7.0)
        : type == DataType::UInt4 ? std::pair(0.0, 15.0)
        : type == DataType::Int2  ? std::pair(-2.0, 1.0)
        : type == DataType::UInt2 ? std::pair(0.0, 3.0)
        : type == DataType::UInt8 ? std::pair(0.0, 255.0)
        : type == DataType::Int16 ? std::pair(-32768.0, 32767.0)
                                  : std::pair(0.0, 65535.0);
}

// Scales along an axis; below 0: one for all.
OperatorCase quantizeCase(DataType from, DataType to, const Shape& shape, int64_t axis, bool hasZeroPoint)
{
    const Shape scaleShape = axis < 0 ? Shape {} : Shape {shape[static_cast<size_t>(axis)]};
    const HostTensor x = randomTensor(from, shape, 3, -90, 90);
    HostTensor scale = makeHostTensor({from, scaleShape});
    HostTensor zero = makeHostTensor({to, scaleShape});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(scaleShape).value_or(0)); ++i) {
        setElement(scale, i, 0.25 * static_cast<double>(i + 1)); // exact in every type
        setElement(zero, i, static_cast<int64_t>(3 + i));
    }
    HostTensor y = makeHostTensor({hasZeroPoint ? to : DataType::UInt8, shape});
    const auto [low, high] = limitsOf(y.descriptor.type);
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const auto s =
            axis < 0 ? size_t {0} : static_cast<size_t>(coordinatesOf(i, shape)[static_cast<size_t>(axis)]);
        const double value =
            std::nearbyint(elementAsDouble(x, static_cast<size_t>(i)) / elementAsDouble(scale, s))
            + (hasZeroPoint ? elementAsDouble(zero, s) : 0);
        setElement(y, static_cast<size_t>(i), static_cast<int64_t>(std::clamp(value, low, high)));
    }
    OperatorCase test {.name = toString(x.descriptor) + " to " + toString(y.descriptor.type) + ", axis "
            + std::to_string(axis),
        .opType = "QuantizeLinear",
        .opset = 21};
    test.inputs = {x, scale};
    if (hasZeroPoint) {
        test.inputs.emplace_back(zero);
    }
    if (axis >= 0) {
        test.attributes.set("axis", axis);
    }
    test.expected = {std::move(y)};
    return test;
}

OperatorCase dynamicCase(const Shape& shape, double low, double high, bool asOnCards = false)
{
    const HostTensor x = randomTensor(DataType::Float32, shape, 7, low, high);
    float least = 0;
    float most = 0;
    for (const float value : x.as<float>()) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    const float scale = most == least ? 1 : (most - least) / 255;
    const float zero = std::nearbyint(std::clamp(-least / scale, 0.0f, 255.0f));
    HostTensor y = makeHostTensor({DataType::UInt8, shape});
    for (size_t i = 0; i < y.bytes.size(); ++i) {
        setElement(y, i,
            static_cast<int64_t>(std::clamp(std::nearbyint(x.as<float>()[i] / scale) + zero, 0.0f, 255.0f)));
    }
    OperatorCase test {.name = toString(x.descriptor) + " from " + std::to_string(low),
        .opType = "DynamicQuantizeLinear",
        .opset = 13};
    test.inputs = {x};
    if (asOnCards) {
        test.name += " as on cards";
        test.attributes.set("weightless.kernel", std::string("cards"));
    }
    test.expected = {
        std::move(y), tensorOf(DataType::Float32, {}, {scale}), tensorOf(DataType::UInt8, {}, {zero})};
    return test;
}

// Of a float type: no rounding to a whole number, no zero point but 0.
OperatorCase narrowFloatCase(DataType from, DataType to)
{
    const HostTensor x = randomTensor(from, {5, 7}, 3, -900, 900);
    OperatorCase test {
        .name = toString(x.descriptor) + " to " + toString(to), .opType = "QuantizeLinear", .opset = 21};
    test.inputs = {x, tensorOf(from, {}, {2}), tensorOf(to, {1}, {0})};
    test.expected = {mapped(x, to, [](double v) { return v / 2; })};
    return test;
}

// x, scale and the precision of the division each of a type of its own. All values are exact in each.
OperatorCase mixedCase(DataType x, DataType scale, std::optional<DataType> precision, DataType to)
{
    const std::vector<double> values {-300, -37, -3, -1, 0, 1, 5, 11, 126, 250, 1000};
    OperatorCase test {.name = toString(x) + " by " + toString(scale) + " in "
            + (precision ? toString(*precision) : "its precision") + " to " + toString(to),
        .opType = "QuantizeLinear",
        .opset = 24};
    test.inputs = {tensorOf(x, {11}, values), tensorOf(scale, {}, {2}), tensorOf(to, {}, {3})};
    if (precision) {
        test.attributes.set("precision", static_cast<int64_t>(*precision));
    }
    std::vector<double> expected;
    expected.reserve(values.size());
    const auto [low, high] = limitsOf(to);
    for (const double value : values) {
        expected.push_back(std::clamp(std::nearbyint(value / 2) + 3, low, high));
    }
    test.expected = {tensorOf(to, {11}, expected)};
    return test;
}

void addMixedTypes(CaseList& cases)
{
    for (const DataType x : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Int32}) {
        for (const DataType scale : {DataType::Float32, DataType::Float16, DataType::BFloat16,
                 DataType::Int32, DataType::Float8E8M0}) {
            cases.push_back(mixedCase(x, scale, {}, DataType::Int8));
        }
        cases.push_back(mixedCase(x, DataType::Float32, DataType::Float16, DataType::UInt8));
        cases.push_back(mixedCase(x, DataType::Float8E8M0, DataType::Float32, DataType::Int4));
    }
    // 2049 is between two numbers of float16, and becomes the even one where that is the precision.
    OperatorCase rounded =
        mixedCase(DataType::Float32, DataType::Float32, DataType::Float16, DataType::Int16);
    rounded.name = "rounded to the precision first";
    rounded.inputs[0] = tensorOf(DataType::Float32, {3}, {2049, 2051, 7});
    rounded.inputs[1] = tensorOf(DataType::Float32, {}, {1});
    rounded.expected = {tensorOf(DataType::Int16, {3}, {2051, 2055, 10})};
    cases.push_back(rounded);
    OperatorCase wrong = mixedCase(DataType::Float32, DataType::Float32, DataType::Float64, DataType::Int8);
    wrong.expectedError = "attribute 'precision' is float64";
    cases.push_back(wrong);
    wrong = mixedCase(DataType::Float32, DataType::Int64, {}, DataType::Int8);
    wrong.expectedError = "input 1 is int64[], expected a scale of float32";
    cases.push_back(wrong);
    wrong = mixedCase(DataType::Float32, DataType::Float32, {}, DataType::Int8);
    wrong.attributes.set("output_dtype", static_cast<int64_t>(DataType::UInt8));
    wrong.expectedError = "attribute 'output_dtype' is uint8, expected the type of the zero point, int8";
    cases.push_back(wrong);
    wrong = mixedCase(DataType::Int64, DataType::Float32, {}, DataType::Int8);
    wrong.expectedError = "there is no quantization of int64";
    cases.push_back(wrong);
}

// Halves go to even, so that a quotient that is not exact is another number.
void addHalves(CaseList& cases)
{
    for (const DataType to : {DataType::UInt8, DataType::UInt4}) {
        for (const double scale : {3.0, 0.6875, 5.0}) {
            std::vector<double> values;
            std::vector<double> codes;
            for (int i = 0; i < 15; ++i) {
                values.push_back((i + 0.5) * scale);
                codes.push_back(i + i % 2);
            }
            values.push_back(15 * scale);
            codes.push_back(15);
            OperatorCase test {.name = "halves of " + std::to_string(scale) + " to " + toString(to),
                .opType = "QuantizeLinear",
                .opset = 21};
            test.inputs = {tensorOf(DataType::Float32, {16}, values),
                tensorOf(DataType::Float32, {}, {scale}), tensorOf(to, {}, {0})};
            test.expected = {tensorOf(to, {16}, codes)};
            cases.push_back(std::move(test));
        }
    }
}

// Quotients that are halves as floats, and in more digits are not.
void addRoundedQuotients(CaseList& cases)
{
    for (const DataType to : {DataType::UInt8, DataType::UInt4}) {
        OperatorCase test {.name = "quotients rounded to halves to " + toString(to),
            .opType = "QuantizeLinear",
            .opset = 21};
        test.inputs = {tensorOf(DataType::Float32, {4}, {0.35, 0.75, 0.85, 0.95}),
            tensorOf(DataType::Float32, {}, {0.1}), tensorOf(to, {}, {0})};
        test.expected = {tensorOf(to, {4}, {4, 8, 8, 10})};
        cases.push_back(std::move(test));
    }
}

// Which of the numbers a line has: there is one for all, one for each, or one for each in each batch.
size_t placeOf(const HostTensor& numbers, int64_t batch, int64_t line, int64_t lines)
{
    const Shape& shape = numbers.descriptor.shape;
    const int64_t at = elementCount(shape) == 1 ? 0 : shape.size() == 1 ? line : batch * lines + line;
    return static_cast<size_t>(at);
}

// Scales and zero points of a's rows and b's columns in those shapes; batches are dimensions where there are
// some.
OperatorCase linearProductCase(int64_t batches, const Shape& aPlaces, const Shape& bPlaces)
{
    constexpr int64_t rows = 3;
    constexpr int64_t depth = 7;
    constexpr int64_t columns = 5;
    const auto stacked = [&](Shape matrix) {
        matrix.insert(matrix.begin(), batches == 0 ? 0 : 1, batches);
        return matrix;
    };
    const auto scales = [](const Shape& shape, double least) {
        HostTensor tensor = makeHostTensor({DataType::Float32, shape});
        for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
            setElement(tensor, i, least * static_cast<double>(1 << i % 4)); // exact
        }
        return tensor;
    };
    const HostTensor a = randomTensor(DataType::UInt8, stacked({rows, depth}), 1, 0, 255);
    const HostTensor b = randomTensor(DataType::Int8, stacked({depth, columns}), 2, -100, 100);
    const HostTensor aScale = scales(aPlaces, 0.0625);
    const HostTensor bScale = scales(bPlaces, 0.03125);
    const HostTensor aZero = randomTensor(DataType::UInt8, aPlaces, 3, 90, 150);
    const HostTensor bZero = randomTensor(DataType::Int8, bPlaces, 4, -9, 9);
    HostTensor y = makeHostTensor({DataType::UInt8, stacked({rows, columns})});
    for (size_t i = 0; i < y.bytes.size(); ++i) {
        const auto at = static_cast<int64_t>(i);
        const int64_t batch = at / (rows * columns);
        const int64_t row = at / columns % rows;
        const int64_t column = at % columns;
        const size_t ofRow = placeOf(aScale, batch, row, rows);
        const size_t ofColumn = placeOf(bScale, batch, column, columns);
        double sum = 0;
        for (int64_t k = 0; k < depth; ++k) {
            const auto left = static_cast<size_t>((batch * rows + row) * depth + k);
            const auto right = static_cast<size_t>((batch * depth + k) * columns + column);
            sum += (elementAsDouble(a, left) - elementAsDouble(aZero, ofRow))
                * (elementAsDouble(b, right) - elementAsDouble(bZero, ofColumn));
        }
        const double scaled = sum * elementAsDouble(aScale, ofRow) * elementAsDouble(bScale, ofColumn) / 2;
        setElement(y, i, static_cast<int64_t>(std::clamp(std::nearbyint(scaled) + 100, 0.0, 255.0)));
    }
    OperatorCase test {
        .name = toString(a.descriptor) + ", scales " + toString(aPlaces) + " and " + toString(bPlaces),
        .opType = "QLinearMatMul",
        .opset = 13};
    test.inputs = {a, aScale, aZero, b, bScale, bZero, tensorOf(DataType::Float32, {}, {2}),
        tensorOf(DataType::UInt8, {}, {100})};
    test.expected = {std::move(y)};
    return test;
}

void addLinearProducts(CaseList& cases)
{
    cases.push_back(linearProductCase(0, {}, {5}));
    cases.push_back(linearProductCase(0, {3}, {1}));
    cases.push_back(linearProductCase(0, {3}, {5}));
    cases.push_back(linearProductCase(0, {3, 1}, {1, 5}));
    cases.push_back(linearProductCase(2, {1}, {5}));
    cases.push_back(linearProductCase(2, {2, 3, 1}, {2, 1, 5}));
    OperatorCase wrong = linearProductCase(0, {}, {5});
    wrong.inputs[4] = randomTensor(DataType::Float32, {4}, 1);
    wrong.expectedError = "input 4 is float32[4], expected a scalar, [5] or [1, 5]";
    cases.push_back(wrong);
}

// Sums that a quotient of the scales puts between two numbers: rounding is as the order of steps in float32
// has it, which is that of ONNX Runtime: the product of both scales, divided by the result's.
void addTies(CaseList& cases)
{
    for (const auto& [left, right, result] :
        {std::tuple(0.1F, 0.7F, 0.02F), std::tuple(0.3F, 0.6F, 0.2F), std::tuple(0.03F, 0.7F, 0.02F)}) {
        HostTensor b = makeHostTensor({DataType::UInt8, {1, 256}});
        HostTensor y = b;
        HostTensor above = makeHostTensor({DataType::UInt8, {1, 1, 16, 16}}); // with a bias
        const float product = left * right;
        const float factor = product / result;
        for (size_t i = 0; i < 256; ++i) {
            setElement(b, i, static_cast<int64_t>(i));
            const float value = std::nearbyint(static_cast<float>(i) * factor);
            setElement(y, i, static_cast<int64_t>(std::min(value, 255.0F)));
            const float biased = std::nearbyint(static_cast<float>(i + 3) * factor);
            setElement(above, i, static_cast<int64_t>(std::min(biased, 255.0F)));
        }
        const auto scale = [](float value) { return tensorOf(DataType::Float32, {}, {double {value}}); };
        const HostTensor zero = tensorOf(DataType::UInt8, {}, {0});
        OperatorCase test {
            .name = "ties of " + std::to_string(factor), .opType = "QLinearMatMul", .opset = 13};
        test.relativeTolerance = test.absoluteTolerance = 0;
        test.inputs = {tensorOf(DataType::UInt8, {1, 1}, {1}), scale(left), zero, b, scale(right), zero,
            scale(result), zero};
        test.expected = {y};
        cases.push_back(test);
        test.opType = "QLinearConv";
        b.descriptor.shape = {1, 1, 16, 16};
        test.inputs[0] = b;
        test.inputs[3] = tensorOf(DataType::UInt8, {1, 1, 1, 1}, {1});
        test.expected[0].descriptor.shape = {1, 1, 16, 16};
        cases.push_back(test);
        test.name += ", bias";
        test.inputs.emplace_back(tensorOf(DataType::Int32, {1}, {3}));
        test.expected = {above};
        cases.push_back(test);
    }
}

void addProducts(CaseList& cases)
{
    for (const DataType type : {DataType::Int8, DataType::UInt8}) {
        const double low = type == DataType::Int8 ? -128 : 0;
        const HostTensor a = randomTensor(type, {3, 7}, 1, low, 127);
        const HostTensor b = randomTensor(DataType::UInt8, {7, 5}, 2, 0, 255);
        const HostTensor aZero = randomTensor(type, {3}, 3, 0, 20);
        const HostTensor bZero = randomTensor(DataType::UInt8, {}, 4, 0, 200);
        OperatorCase test {.name = toString(a.descriptor), .opType = "MatMulInteger", .opset = 10};
        test.inputs = {a, b};
        test.expected = {integerProduct(a, nullptr, b, nullptr)};
        cases.push_back(test);
        test.name += ", zero points";
        test.inputs = {a, b, aZero, bZero};
        test.expected = {integerProduct(a, &aZero, b, &bZero)};
        cases.push_back(test);
    }
    const HostTensor a = randomTensor(DataType::UInt8, {3, 7}, 1, 0, 255);
    const HostTensor b = randomTensor(DataType::Int8, {7, 5}, 2, -100, 100);
    const HostTensor aZero = tensorOf(DataType::UInt8, {1}, {120});
    const HostTensor bZero = tensorOf(DataType::Int8, {1}, {3});
    const HostTensor sums = integerProduct(a, &aZero, b, &bZero);
    HostTensor y = makeHostTensor({DataType::UInt8, {3, 5}});
    for (size_t i = 0; i < y.bytes.size(); ++i) {
        const double value = std::nearbyint(elementAsDouble(sums, i) * 0.125 * 0.0625 / 2) + 100;
        setElement(y, i, static_cast<int64_t>(std::clamp(value, 0.0, 255.0)));
    }
    OperatorCase test {.name = "uint8 and int8", .opType = "QLinearMatMul", .opset = 10};
    test.inputs = {a, tensorOf(DataType::Float32, {1}, {0.125}), aZero, b,
        tensorOf(DataType::Float32, {}, {0.0625}), bZero, tensorOf(DataType::Float32, {}, {2}),
        tensorOf(DataType::UInt8, {}, {100})};
    test.expected = {std::move(y)};
    cases.push_back(test);
    test.inputs[3] = randomTensor(DataType::Int8, {6, 5}, 2, -100, 100);
    test.expectedError = "have no matrix product";
    cases.push_back(test);
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType from : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const DataType to : {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16}) {
            cases.push_back(quantizeCase(from, to, {3, 5, 7}, -1, true));
        }
        cases.push_back(quantizeCase(from, DataType::Int8, {3, 5, 7}, 1, true));
        for (const DataType to : {DataType::Int4, DataType::UInt4, DataType::Int2, DataType::UInt2}) {
            cases.push_back(quantizeCase(from, to, {3, 5, 7}, 1, true));
        }
        for (const DataType to : {DataType::Float8E4M3FN, DataType::Float8E5M2, DataType::Float4E2M1,
                 DataType::Float6E2M3, DataType::Float6E3M2}) {
            cases.push_back(narrowFloatCase(from, to));
        }
    }
    cases.push_back(quantizeCase(DataType::Float32, DataType::UInt8, {11}, -1, false));
    cases.push_back(quantizeCase(DataType::Float32, DataType::UInt8, {0, 3}, -1, true));
    // Sixteen at once: whole ones, some that are left, and each with a scale of its own.
    for (const DataType to : {DataType::Int8, DataType::UInt8}) {
        cases.push_back(quantizeCase(DataType::Float32, to, {32}, -1, true));
        cases.push_back(quantizeCase(DataType::Float32, to, {5, 211}, -1, true));
        cases.push_back(quantizeCase(DataType::Float32, to, {2, 3, 48}, 1, true));
        cases.push_back(quantizeCase(DataType::Float32, to, {2, 3, 24}, 1, true));
    }
    cases.push_back(quantizeCase(DataType::Float32, DataType::Int4, {0, 3}, -1, true));
    addMixedTypes(cases);
    addHalves(cases);
    addRoundedQuotients(cases);
    addTies(cases);
    OperatorCase wrong = quantizeCase(DataType::Float32, DataType::Int8, {3, 5, 7}, 1, true);
    wrong.inputs[1] = randomTensor(DataType::Float32, {4}, 1);
    wrong.expectedError = "expected";
    cases.push_back(wrong);
    cases.push_back(dynamicCase({3, 7}, -2, 5));
    cases.push_back(dynamicCase({17}, 1, 4));
    cases.push_back(dynamicCase({2, 3, 2}, -4, -1));
    cases.push_back(dynamicCase({5}, 0, 0));
    cases.push_back(dynamicCase({0, 3}, -1, 1));
    for (const bool asOnCards : {false, true}) { // in parts, the last of which is short
        cases.push_back(dynamicCase({5001}, -2, 5, asOnCards));
        cases.push_back(dynamicCase({3, 100, 101}, -7, 3, asOnCards));
        cases.push_back(dynamicCase({16, 1024}, 1, 4, asOnCards));
    }
    addProducts(cases);
    addLinearProducts(cases);
    addExactCases(cases);
    addConvolutionCases(cases);
    addScaledCases(cases);
}

} // namespace weightless::ops::quantize
