// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::elementwise {

void addBinaryCases(CaseList& cases);

namespace {

using Function = std::function<double(double, double)>;

// numpy's broadcasting, element by element.
HostTensor broadcastResult(
    const HostTensor& a, const HostTensor& b, DataType type, const Shape& shape, const Function& f)
{
    HostTensor result = makeHostTensor({type, shape});
    const auto element = [&](const HostTensor& x, const std::vector<int64_t>& at) {
        const Shape& own = x.descriptor.shape;
        std::vector<int64_t> coordinates(at.end() - static_cast<ptrdiff_t>(own.size()), at.end());
        for (size_t d = 0; d < own.size(); ++d) {
            coordinates[d] = own[d] == 1 ? 0 : coordinates[d];
        }
        return elementAsDouble(x, static_cast<size_t>(indexOf(coordinates, own)));
    };
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, shape);
        setElement(result, static_cast<size_t>(i), f(element(a, at), element(b, at)));
    }
    return result;
}

struct BinaryCase {
    std::string opType;
    int64_t opset;
    Function reference;
    bool isPredicate = false;
};

std::vector<BinaryCase> arithmeticCases()
{
    return {{"Add", 14, [](double a, double b) { return a + b; }},
        {"Sub", 14, [](double a, double b) { return a - b; }},
        {"Mul", 14, [](double a, double b) { return a * b; }},
        {"Div", 14, [](double a, double b) { return a / b; }},
        {"Min", 13, [](double a, double b) { return std::min(a, b); }},
        {"Max", 13, [](double a, double b) { return std::max(a, b); }},
        {"Equal", 13, [](double a, double b) { return a == b; }, true},
        {"Less", 13, [](double a, double b) { return a < b; }, true},
        {"LessOrEqual", 16, [](double a, double b) { return a <= b; }, true},
        {"Greater", 13, [](double a, double b) { return a > b; }, true},
        {"GreaterOrEqual", 16, [](double a, double b) { return a >= b; }, true}};
}

OperatorCase binaryCase(
    const BinaryCase& binary, const HostTensor& a, const HostTensor& b, const Shape& result)
{
    const DataType type = a.descriptor.type;
    OperatorCase test {.name = toString(a.descriptor) + " and " + toString(b.descriptor),
        .opType = binary.opType,
        .opset = binary.opset};
    test.inputs = {a, b};
    test.expected = {
        broadcastResult(a, b, binary.isPredicate ? DataType::Bool : type, result, binary.reference)};
    test.relativeTolerance = type == DataType::Float16 ? 2e-3 : (type == DataType::BFloat16 ? 1e-2 : 1e-5);
    return test;
}

void addShapes(CaseList& cases)
{
    struct Shapes {
        Shape a;
        Shape b;
        Shape result;
    };
    const std::vector<Shapes> all {{{3, 5}, {3, 5}, {3, 5}}, {{3, 5}, {}, {3, 5}}, {{}, {7}, {7}},
        {{}, {}, {}}, {{2, 3, 5, 7}, {3, 1, 1}, {2, 3, 5, 7}}, {{11, 13}, {13}, {11, 13}},
        {{11, 1}, {1, 13}, {11, 13}}, {{2, 1, 3, 1, 2, 1, 3}, {1, 2, 1, 3, 1, 2, 1}, {2, 2, 3, 3, 2, 2, 3}},
        {{2, 0, 3}, {1, 1}, {2, 0, 3}}, {{1, 257}, {3, 1}, {3, 257}}, {{1001}, {1}, {1001}}};
    for (const Shapes& shapes : all) {
        const HostTensor a = randomTensor(DataType::Float32, shapes.a, 11);
        const HostTensor b = randomTensor(DataType::Float32, shapes.b, 12);
        cases.push_back(binaryCase(arithmeticCases()[1], a, b, shapes.result));
    }
    OperatorCase wrong {.name = "shapes that do not broadcast", .opType = "Add", .opset = 14};
    wrong.inputs = {randomTensor(DataType::Float32, {2, 3}, 1), randomTensor(DataType::Float32, {2}, 2)};
    wrong.expectedError = "inputs 0 and 1 are float32[2, 3] and float32[2], which do not broadcast";
    cases.push_back(wrong);
    wrong.name = "types that differ";
    wrong.inputs = {randomTensor(DataType::Float32, {2}, 1), randomTensor(DataType::Int64, {2}, 2)};
    wrong.expectedError = "different types: float32 and int64";
    cases.push_back(wrong);
}

void addTypes(CaseList& cases)
{
    const std::vector<DataType> types {DataType::Float32, DataType::Float16, DataType::BFloat16,
        DataType::Float64, DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64, DataType::UInt8,
        DataType::UInt16, DataType::UInt32, DataType::UInt64};
    for (const BinaryCase& binary : arithmeticCases()) {
        for (const DataType type : types) {
            // Positive divisors; sums and products stay in range, differences of unsigned numbers too.
            const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
            const HostTensor a = randomTensor(type, {3, 7}, 21, isUnsigned ? 6 : -11, 11.9);
            const HostTensor b = randomTensor(type, {7}, 22, 1, 5.9);
            cases.push_back(binaryCase(binary, a, b, {3, 7}));
        }
    }
    // Rows that whole runs of wide accesses fill, rows that halves of them fill, and a run that is left over.
    for (const BinaryCase& binary : {arithmeticCases()[0], arithmeticCases()[7]}) {
        for (const DataType type : types) {
            const auto add = [&](const Shape& left, const Shape& right) {
                cases.push_back(binaryCase(
                    binary, randomTensor(type, left, 23, 0, 50), randomTensor(type, right, 24, 0, 50), left));
            };
            add({3, 48}, {48});
            add({5, 12}, {5, 1});
            add({2, 3, 32}, {2, 1, 32});
            add({139}, {139});
            add({139}, {1});
        }
    }
}

OperatorCase listed(
    std::string name, std::string opType, int64_t opset, HostTensor a, HostTensor b, HostTensor expected)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = opset};
    test.inputs = {std::move(a), std::move(b)};
    test.expected = {std::move(expected)};
    return test;
}

void addIntegerEdges(CaseList& cases)
{
    const auto i32 = [](std::vector<double> values) {
        const auto size = static_cast<int64_t>(values.size());
        return tensorOf(DataType::Int32, {size}, values);
    };
    cases.push_back(listed("by zero and of the smallest by -1", "Div", 14, i32({7, -2147483648.0, -7}),
        i32({0, -1, 2}), i32({0, -2147483648.0, -3})));
    cases.push_back(listed("sign of the divisor", "Mod", 13, i32({7, -7, 7, -7, 6}), i32({3, 3, -3, -3, 3}),
        i32({1, 2, -2, -1, 0})));
    OperatorCase fmod = listed(
        "sign of the dividend", "Mod", 13, i32({7, -7, 7, -7}), i32({3, 3, -3, -3}), i32({1, -1, 1, -1}));
    fmod.attributes.set("fmod", int64_t {1});
    cases.push_back(fmod);
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Float64}) {
        fmod.name = "of " + toString(type);
        fmod.inputs = {tensorOf(type, {4}, {-4.5, 4.5, 8, 0.75}), tensorOf(type, {4}, {2, -2, 4, 0.25})};
        fmod.expected = {tensorOf(type, {4}, {-0.5, 0.5, 0, 0})};
        cases.push_back(fmod);
    }
    fmod.name = "floats need fmod";
    fmod.attributes = {};
    fmod.expectedError = "attribute 'fmod' is 0";
    cases.push_back(fmod);
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        const double infinity = std::numeric_limits<double>::infinity();
        cases.push_back(listed("floors in " + toString(type), "Mod", 28,
            tensorOf(type, {8}, {-4.5, 4.5, 8, 0.75, -3, 3, -3, infinity}),
            tensorOf(type, {8}, {2, -2, 4, 0.25, infinity, infinity, -infinity, 2}),
            tensorOf(type, {8}, {1.5, -1.5, 0, 0, infinity, 3, -3, std::nan("")})));
    }
    HostTensor large = makeHostTensor({DataType::Int64, {2}});
    large.as<int64_t>()[0] = 9007199254740993;
    large.as<int64_t>()[1] = -9007199254740993;
    HostTensor sum = large;
    sum.as<int64_t>()[0] = 9007199254740994;
    sum.as<int64_t>()[1] = -9007199254740992;
    cases.push_back(listed("beyond 2^53", "Add", 14, large, tensorOf(DataType::Int64, {}, {1}), sum));
    const auto u8 = [](std::vector<double> values) { return tensorOf(DataType::UInt8, {3}, values); };
    OperatorCase shift = listed("left", "BitShift", 11, u8({1, 129, 255}), u8({3, 1, 8}), u8({8, 2, 0}));
    shift.attributes.set("direction", std::string("LEFT"));
    cases.push_back(shift);
    shift = listed("right", "BitShift", 11, u8({8, 129, 255}), u8({3, 1, 9}), u8({1, 64, 0}));
    shift.attributes.set("direction", std::string("RIGHT"));
    cases.push_back(shift);
    for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64}) {
        const HostTensor x = tensorOf(type, {6}, {-8, 8, -1, 7, -8, 8});
        const HostTensor by = tensorOf(type, {6}, {1, 1, 3, 64, 64, -1});
        shift = listed(
            "right in " + toString(type), "BitShift", 28, x, by, tensorOf(type, {6}, {-4, 4, -1, 0, -1, 0}));
        shift.attributes.set("direction", std::string("RIGHT"));
        cases.push_back(shift);
        shift = listed(
            "left in " + toString(type), "BitShift", 28, x, by, tensorOf(type, {6}, {-16, 16, -8, 0, 0, 0}));
        shift.attributes.set("direction", std::string("LEFT"));
        cases.push_back(shift);
    }
    cases.push_back(listed("uint8", "BitwiseAnd", 18, u8({12, 255, 7}), u8({10, 15, 0}), u8({8, 15, 0})));
    cases.push_back(listed("uint8", "BitwiseOr", 18, u8({12, 240, 7}), u8({10, 15, 0}), u8({14, 255, 7})));
    cases.push_back(listed("uint8", "BitwiseXor", 18, u8({12, 255, 7}), u8({10, 15, 7}), u8({6, 240, 0})));
}

void addLogic(CaseList& cases)
{
    const HostTensor a = tensorOf(DataType::Bool, {2, 2}, {0, 0, 1, 1});
    const HostTensor b = tensorOf(DataType::Bool, {2, 2}, {0, 1, 0, 1});
    const auto flags = [](std::vector<double> values) { return tensorOf(DataType::Bool, {2, 2}, values); };
    cases.push_back(listed("bool", "And", 7, a, b, flags({0, 0, 0, 1})));
    cases.push_back(listed("bool", "Or", 7, a, b, flags({0, 1, 1, 1})));
    cases.push_back(listed("bool", "Xor", 7, a, b, flags({0, 1, 1, 0})));
    cases.push_back(listed("bool", "Equal", 13, a, b, flags({1, 0, 0, 1})));
}

void addPowers(CaseList& cases)
{
    const auto power = [&](DataType base, std::vector<double> bases, DataType exponent,
                           std::vector<double> exponents) {
        const auto count = static_cast<int64_t>(bases.size());
        std::vector<double> results;
        for (size_t i = 0; i < bases.size(); ++i) {
            results.push_back(std::pow(bases[i], exponents[i % exponents.size()]));
        }
        OperatorCase test =
            listed(toString(base) + " to " + toString(exponent), "Pow", 15, tensorOf(base, {count}, bases),
                tensorOf(exponent, exponents.size() == 1 ? Shape {} : Shape {count}, exponents),
                tensorOf(base, {count}, results));
        test.relativeTolerance = base == DataType::BFloat16 ? 1e-2 : 2e-3;
        cases.push_back(test);
        test.name += ", known";
        test.constantInputs = {1};
        cases.push_back(std::move(test));
    };
    const std::vector<double> bases {2, -3, 0.5, 4, 0, 1};
    const std::vector<double> exponents {3, 2, -2, 0.5, 0, 7};
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        power(type, bases, type, exponents);
        power(type, bases, type, {2});
        power(type, bases, DataType::Float32, {3});
        power(type, bases, DataType::Int64, {3});
        power(type, bases, DataType::UInt8, {2});
    }
    power(DataType::Float32, {-2, -2, -8}, DataType::Float32, {3, 2, 1.0 / 3.0});
    for (const DataType type : {DataType::Int32, DataType::Int64}) {
        power(type, {2, -3, 5, 7, 0}, type, {10, 3, 0, 1, 0});
        power(type, {2, -3, 5}, DataType::Float32, {2});
        power(type, {4, 2, 9}, DataType::Float32, {0.5, -1, 0.5});
        // More digits than a float has.
        for (const DataType exponent : {DataType::Float32, DataType::Float16, DataType::Float64}) {
            power(type, {1001, -1001, 3, 7, -7, 0, 1}, exponent, {3, 3, 18, 11, 0, 5, 30});
        }
    }
    power(DataType::Int64, {100003, -3, 3}, DataType::Float32, {3, 21, 33});
    // No double has so many.
    OperatorCase longest = listed("int64 to the last digit", "Pow", 15, int64Tensor({3, -3}),
        tensorOf(DataType::Float32, {2}, {39, 39}), int64Tensor({4052555153018976267, -4052555153018976267}));
    cases.push_back(std::move(longest));
}

void addSlopes(CaseList& cases)
{
    const auto slope = [](double a, double b) { return a < 0 ? a * b : a; };
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int32}) {
        cases.push_back(binaryCase({"PRelu", 16, slope}, randomTensor(type, {2, 3, 5}, 31, -9, 9),
            randomTensor(type, {3, 1}, 32, 1, 5), {2, 3, 5}));
    }
    OperatorCase wrong {.name = "a slope larger than the input", .opType = "PRelu", .opset = 16};
    wrong.inputs = {randomTensor(DataType::Float32, {3}, 1), randomTensor(DataType::Float32, {2, 3}, 1)};
    wrong.expectedError = "do not broadcast";
    cases.push_back(wrong);
    const HostTensor x = randomTensor(DataType::Float32, {2, 3, 5}, 33);
    HostTensor perChannel = randomTensor(DataType::Float32, {3}, 34);
    HostTensor aligned = perChannel;
    aligned.descriptor.shape = {3, 1};
    OperatorCase old = listed("slope per channel before opset 7", "PRelu", 6, x, perChannel,
        broadcastResult(x, aligned, DataType::Float32, {2, 3, 5}, slope));
    cases.push_back(old);
    const auto product = [](double a, double b) { return a * b; };
    old = listed("axis=1 before opset 7", "Mul", 6, x, perChannel,
        broadcastResult(x, aligned, DataType::Float32, {2, 3, 5}, product));
    old.attributes.set("broadcast", int64_t {1});
    old.attributes.set("axis", int64_t {1});
    cases.push_back(old);
    old.attributes.set("axis", int64_t {7});
    old.expectedError = "axis 7 is outside";
    cases.push_back(old);
}

void addVariadic(CaseList& cases)
{
    const std::vector<Shape> shapes {{2, 3}, {3}, {2, 1}};
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Float64}) {
        std::vector<HostTensor> x;
        for (size_t i = 0; i < shapes.size(); ++i) {
            x.push_back(randomTensor(type, shapes[i], 41 + i));
        }
        const auto chain = [&](const Function& f) {
            return broadcastResult(broadcastResult(x[0], x[1], DataType::Float64, {2, 3}, f), x[2],
                DataType::Float64, {2, 3}, f);
        };
        const auto add = [&](const char* opType, const HostTensor& result, double divisor) {
            OperatorCase test {.name = "three inputs, " + toString(type), .opType = opType, .opset = 13};
            test.inputs = {x[0], x[1], x[2]};
            test.expected = {mapped(result, type, [=](double v) { return v / divisor; })};
            const bool isHalf = type == DataType::Float16;
            test.relativeTolerance = isHalf ? 3e-3 : type == DataType::Float32 ? 1e-6 : 1e-14;
            test.absoluteTolerance = isHalf ? 4e-3 : type == DataType::Float32 ? 1e-6 : 1e-14;
            cases.push_back(std::move(test));
        };
        add("Sum", chain([](double a, double b) { return a + b; }), 1);
        add("Mean", chain([](double a, double b) { return a + b; }), 3);
        add("Min", chain([](double a, double b) { return std::min(a, b); }), 1);
        add("Max", chain([](double a, double b) { return std::max(a, b); }), 1);
        for (const char* opType : {"Sum", "Mean", "Min", "Max"}) {
            OperatorCase alone {.name = "one input", .opType = opType, .opset = 13};
            alone.inputs = {x[0]};
            alone.expected = {x[0]};
            cases.push_back(std::move(alone));
        }
    }
    // 41 times the float next to a 41st is not 1.
    OperatorCase equal {.name = "of equals", .opType = "Mean", .opset = 13};
    equal.inputs.assign(41, tensorOf(DataType::Float32, {2}, {1, -3}));
    equal.expected = {tensorOf(DataType::Float32, {2}, {1, -3})};
    equal.relativeTolerance = equal.absoluteTolerance = 0;
    cases.push_back(std::move(equal));
}

} // namespace

void addBinaryCases(CaseList& cases)
{
    addShapes(cases);
    addTypes(cases);
    addIntegerEdges(cases);
    addLogic(cases);
    addPowers(cases);
    addSlopes(cases);
    addVariadic(cases);
}

} // namespace weightless::ops::elementwise
