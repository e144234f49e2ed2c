// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/narrowtypes.h"
#include "engine/ops/testing/operatorcase.h"

#include <array>
#include <cmath>
#include <limits>

namespace weightless::ops::elementwise {

void addBinaryCases(CaseList& cases);
void addExactCases(CaseList& cases);
void addGatedCases(CaseList& cases);
void addSwiGluCases(CaseList& cases);

namespace {

using Function = std::function<double(double)>;

struct UnaryCase {
    std::string opType;
    int64_t opset;
    double low;
    double high;
    Function reference;
    Attributes attributes = {};
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

double logistic(double x)
{
    return 1 / (1 + std::exp(-x));
}

double roundedToEven(double x)
{
    const double below = std::floor(x);
    const bool isBelow = x - below < 0.5 || (x - below == 0.5 && std::fmod(below, 2) == 0);
    return isBelow ? below : below + 1;
}

double softplus(double x)
{
    return std::log(1 + std::exp(x));
}

Attributes numbers(std::initializer_list<std::pair<std::string, float>> values)
{
    Attributes attributes;
    for (const auto& [name, value] : values) {
        attributes.set(name, value);
    }
    return attributes;
}

Attributes approximateTanh()
{
    Attributes attributes;
    attributes.set("approximate", std::string("tanh"));
    return attributes;
}

const float alpha = 0.37f;

std::vector<UnaryCase> unaryCases()
{
    return {{"Abs", 13, -3, 3, [](double x) { return std::fabs(x); }},
        {"Neg", 13, -3, 3, [](double x) { return -x; }},
        {"Exp", 13, -6, 6, [](double x) { return std::exp(x); }},
        {"Log", 13, 0.01, 9, [](double x) { return std::log(x); }},
        {"Sqrt", 13, 0, 9, [](double x) { return std::sqrt(x); }},
        {"Reciprocal", 13, 0.3, 9, [](double x) { return 1 / x; }},
        {"Sin", 7, -7, 7, [](double x) { return std::sin(x); }},
        {"Cos", 7, -7, 7, [](double x) { return std::cos(x); }},
        {"Tan", 7, -1.4, 1.4, [](double x) { return std::tan(x); }},
        {"Asin", 7, -1, 1, [](double x) { return std::asin(x); }},
        {"Acos", 7, -1, 1, [](double x) { return std::acos(x); }},
        {"Atan", 7, -5, 5, [](double x) { return std::atan(x); }},
        {"Sinh", 9, -4, 4, [](double x) { return std::sinh(x); }},
        {"Cosh", 9, -4, 4, [](double x) { return std::cosh(x); }},
        {"Tanh", 13, -30, 30, [](double x) { return std::tanh(x); }},
        {"Asinh", 9, -9, 9, [](double x) { return std::asinh(x); }},
        {"Acosh", 9, 1.05, 9, [](double x) { return std::acosh(x); }},
        {"Atanh", 9, -0.95, 0.95, [](double x) { return std::atanh(x); }}, {"Sigmoid", 13, -20, 20, logistic},
        {"Relu", 14, -2, 2, [](double x) { return x > 0 ? x : 0; }},
        {"LeakyRelu", 16, -2, 2, [](double x) { return x > 0 ? x : 0.01f * x; }},
        {"LeakyRelu", 6, -2, 2, [](double x) { return x > 0 ? x : alpha * x; }, numbers({{"alpha", alpha}})},
        {"Elu", 6, -4, 4, [](double x) { return x > 0 ? x : alpha * (std::exp(x) - 1); },
            numbers({{"alpha", alpha}})},
        {"Selu", 6, -4, 4,
            [](double x) {
                return 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * (std::exp(x) - 1));
            }},
        {"Selu", 6, -4, 4, [](double x) { return 2.5f * (x > 0 ? x : alpha * (std::exp(x) - 1)); },
            numbers({{"alpha", alpha}, {"gamma", 2.5f}})},
        {"Celu", 12, -4, 4,
            [](double x) { return std::max(x, 0.0) + std::min(0.0, alpha * (std::exp(x / alpha) - 1)); },
            numbers({{"alpha", alpha}})},
        {"Softplus", 1, -9, 9, softplus},
        {"Softsign", 1, -9, 9, [](double x) { return x / (1 + std::fabs(x)); }},
        {"HardSigmoid", 6, -9, 9, [](double x) { return std::max(0.0, std::min(1.0, 0.2 * x + 0.5)); }},
        {"HardSigmoid", 6, -9, 9, [](double x) { return std::max(0.0, std::min(1.0, alpha * x + 0.25)); },
            numbers({{"alpha", alpha}, {"beta", 0.25f}})},
        {"HardSwish", 14, -5, 5, [](double x) { return x * std::max(0.0, std::min(1.0, x / 6 + 0.5)); }},
        {"Swish", 24, -9, 9, [](double x) { return x / (1 + std::exp(-x)); }},
        {"Swish", 24, -9, 9, [](double x) { return x / (1 + std::exp(-alpha * x)); },
            numbers({{"alpha", alpha}})},
        {"Mish", 18, -9, 9, [](double x) { return x * std::tanh(softplus(x)); }},
        {"Gelu", 20, -5, 5, [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }},
        {"Gelu", 20, -5, 5,
            [](double x) {
                return x / 2 * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * std::pow(x, 3))));
            },
            approximateTanh()},
        {"Erf", 13, -4, 4, [](double x) { return std::erf(x); }},
        {"Floor", 13, -9, 9, [](double x) { return std::floor(x); }},
        {"Ceil", 13, -9, 9, [](double x) { return std::ceil(x); }}, {"Round", 11, -9, 9, roundedToEven},
        {"Sign", 13, -9, 9, [](double x) { return x > 0 ? 1 : -1; }},
        {"Affine", 20, -9, 9, [](double x) { return alpha * x + 0.25; },
            numbers({{"alpha", alpha}, {"beta", 0.25f}})},
        {"ThresholdedRelu", 10, -3, 3, [](double x) { return x > alpha ? x : 0; },
            numbers({{"alpha", alpha}})}};
}

OperatorCase unaryCase(const UnaryCase& unary, DataType type, const Shape& shape)
{
    const HostTensor x = randomTensor(type, shape, 7, unary.low, unary.high);
    OperatorCase test {.name = toString(x.descriptor), .opType = unary.opType, .opset = unary.opset};
    test.inputs = {x};
    test.attributes = unary.attributes;
    test.domain = test.opType == "Affine" ? "weightless" : "";
    test.expected = {mapped(x, type, unary.reference)};
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : (type == DataType::Float16 ? 2e-3 : 1e-2);
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : 1e-3;
    return test;
}

OperatorCase plainCase(std::string opType, int64_t opset, const HostTensor& x, HostTensor expected)
{
    OperatorCase test {.name = toString(x.descriptor), .opType = std::move(opType), .opset = opset};
    test.inputs = {x};
    test.expected = {std::move(expected)};
    return test;
}

void addSpecialValues(CaseList& cases)
{
    const HostTensor special =
        tensorOf(DataType::Float32, {7}, {0, -0.0, infinity, -infinity, notANumber, 1.5, -2.5});
    const auto add = [&](const char* opType, int64_t opset, const Function& reference) {
        OperatorCase test = plainCase(opType, opset, special, mapped(special, DataType::Float32, reference));
        test.name = "special values";
        cases.push_back(std::move(test));
    };
    add("Relu", 14, [](double x) { return x < 0 ? 0 : x; });
    add("Tanh", 13, [](double x) { return std::tanh(x); });
    add("Sigmoid", 13, logistic);
    add("Erf", 13, [](double x) { return std::erf(x); });
    add("HardSigmoid", 6, [](double x) { return x < -2.5 ? 0 : x > 2.5 ? 1 : 0.2 * x + 0.5; });
    add("Sign", 13, [](double x) { return std::isnan(x) ? x : (x > 0 ? 1 : (x < 0 ? -1 : 0)); });
    const HostTensor halves = tensorOf(DataType::Float32, {6}, {0.5, 1.5, 2.5, -0.5, -1.5, -2.5});
    OperatorCase round =
        plainCase("Round", 11, halves, tensorOf(DataType::Float32, {6}, {0, 2, 2, 0, -2, -2}));
    round.name = "halves go to even";
    cases.push_back(std::move(round));
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        const HostTensor x = tensorOf(type, {5}, {0, infinity, -infinity, notANumber, 2});
        cases.push_back(plainCase("IsNaN", 13, x, tensorOf(DataType::Bool, {5}, {0, 0, 0, 1, 0})));
        cases.push_back(plainCase("IsInf", 20, x, tensorOf(DataType::Bool, {5}, {0, 1, 1, 0, 0})));
        OperatorCase negative = plainCase("IsInf", 20, x, tensorOf(DataType::Bool, {5}, {0, 0, 1, 0, 0}));
        negative.attributes.set("detect_positive", int64_t {0});
        cases.push_back(std::move(negative));
    }
    HostTensor narrow = makeHostTensor({DataType::Float8E5M2, {5}}); // 0, infinity, -infinity, NaN and 1
    for (size_t i = 0; i < 5; ++i) {
        setNarrowCode(
            narrow.bytes, DataType::Float8E5M2, i, std::array<uint8_t, 5> {0x00, 0x7c, 0xfc, 0x7f, 0x3c}[i]);
    }
    cases.push_back(plainCase("IsNaN", 20, narrow, tensorOf(DataType::Bool, {5}, {0, 0, 0, 1, 0})));
    cases.push_back(plainCase("IsInf", 20, narrow, tensorOf(DataType::Bool, {5}, {0, 1, 1, 0, 0})));
}

void addIntegerCases(CaseList& cases)
{
    for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64}) {
        const HostTensor x = randomTensor(type, {3, 7}, 3, -100, 100);
        cases.push_back(plainCase("Abs", 13, x, mapped(x, type, [](double v) { return std::fabs(v); })));
        cases.push_back(plainCase("Neg", 13, x, mapped(x, type, [](double v) { return -v; })));
        cases.push_back(plainCase("Relu", 14, x, mapped(x, type, [](double v) { return v > 0 ? v : 0; })));
        cases.push_back(
            plainCase("Sign", 13, x, mapped(x, type, [](double v) { return v > 0 ? 1 : (v < 0 ? -1 : 0); })));
    }
    for (const DataType type : {DataType::UInt8, DataType::UInt16, DataType::UInt32, DataType::UInt64}) {
        const HostTensor x = randomTensor(type, {11}, 4, 0, 200);
        cases.push_back(plainCase("Abs", 13, x, x));
        cases.push_back(plainCase("Sign", 13, x, mapped(x, type, [](double v) { return v > 0 ? 1 : 0; })));
    }
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64}) {
        const HostTensor x = randomTensor(type, {139}, 6, -100, 100);
        cases.push_back(plainCase("Neg", 13, x, mapped(x, type, [](double v) { return -v; })));
    }
    const HostTensor manyFlags = randomTensor(DataType::Bool, {139}, 5);
    cases.push_back(
        plainCase("Not", 1, manyFlags, mapped(manyFlags, DataType::Bool, [](double v) { return 1 - v; })));
    const HostTensor bytes = tensorOf(DataType::UInt8, {3}, {0, 255, 0x5a});
    cases.push_back(plainCase("BitwiseNot", 18, bytes, tensorOf(DataType::UInt8, {3}, {255, 0, 0xa5})));
    const HostTensor flags = randomTensor(DataType::Bool, {4, 5}, 5);
    cases.push_back(
        plainCase("Not", 1, flags, mapped(flags, DataType::Bool, [](double v) { return 1 - v; })));
    HostTensor large = makeHostTensor({DataType::Int64, {1}});
    large.as<int64_t>()[0] = -9007199254740993;
    HostTensor positive = large;
    positive.as<int64_t>()[0] = 9007199254740993;
    cases.push_back(plainCase("Abs", 13, large, positive));
    for (const char* opType : {"Sqrt", "Floor", "Ceil", "Reciprocal"}) {
        const HostTensor x = tensorOf(DataType::Float64, {2}, {2.25, 6.25});
        const std::string name = opType;
        cases.push_back(plainCase(opType, 13, x, mapped(x, DataType::Float64, [name](double v) {
            return name == "Sqrt" ? std::sqrt(v)
                : name == "Floor" ? std::floor(v)
                : name == "Ceil"  ? std::ceil(v)
                                  : 1 / v;
        })));
    }
}

// Infinities beside bounds that are not given, which are the type's lowest and greatest number.
OperatorCase infinityCase(
    DataType type, double largest, std::optional<double> low, std::optional<double> high)
{
    const HostTensor x = tensorOf(type, {5}, {-infinity, 1, infinity, notANumber, -largest});
    OperatorCase test {
        .name = "infinities, " + std::string(low ? "low " : "") + (high ? "high " : "") + toString(type),
        .opType = "Clip",
        .opset = 13};
    test.inputs = {x, low ? std::optional(tensorOf(type, {}, {*low})) : std::nullopt,
        high ? std::optional(tensorOf(type, {}, {*high})) : std::nullopt};
    test.expected = {mapped(x, type, [=](double v) {
        return std::isnan(v) ? v : std::min(high.value_or(largest), std::max(low.value_or(-largest), v));
    })};
    return test;
}

OperatorCase clipCase(DataType type, std::optional<double> low, std::optional<double> high, bool areConstant)
{
    const HostTensor x = randomTensor(type, {5, 7}, 9, -50, 50);
    OperatorCase test {.name = "bounds " + std::string(low ? "low " : "") + (high ? "high" : "")
            + (areConstant ? "" : " at run time") + ", " + toString(type),
        .opType = "Clip",
        .opset = 13};
    test.inputs = {x};
    test.inputs.push_back(low ? std::optional(tensorOf(type, {}, {*low})) : std::nullopt);
    test.inputs.push_back(high ? std::optional(tensorOf(type, {}, {*high})) : std::nullopt);
    if (areConstant) {
        test.constantInputs = {1, 2};
    }
    test.expected = {mapped(x, type,
        [=](double v) { return std::min(high.value_or(infinity), std::max(low.value_or(-infinity), v)); })};
    return test;
}

void addClipCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Int8, DataType::Int32,
             DataType::Int64, DataType::Float64}) {
        for (const bool areConstant : {true, false}) {
            cases.push_back(clipCase(type, -10, 20, areConstant));
            cases.push_back(clipCase(type, std::nullopt, 5, areConstant));
            cases.push_back(clipCase(type, 5, std::nullopt, areConstant));
        }
    }
    for (const auto& [type, largest] :
        {std::pair(DataType::Float32, 0x1.FFFFFEp127), {DataType::Float16, 65504.0},
            {DataType::BFloat16, 0x1.FEp127}, {DataType::Float64, std::numeric_limits<double>::max()}}) {
        for (const bool areConstant : {true, false}) {
            for (OperatorCase test :
                {infinityCase(type, largest, std::nullopt, 2), infinityCase(type, largest, -2, std::nullopt),
                    infinityCase(type, largest, std::nullopt, std::nullopt)}) {
                if (areConstant) {
                    test.name += " known";
                    test.constantInputs = {1, 2};
                }
                cases.push_back(std::move(test));
            }
        }
    }
    cases.push_back(clipCase(DataType::Float32, std::nullopt, std::nullopt, true));
    cases.push_back(clipCase(DataType::Int32, std::nullopt, std::nullopt, true));
    cases.push_back(clipCase(DataType::Float32, 20, -10, true)); // low above high: high wins
    const HostTensor x = randomTensor(DataType::Float32, {13}, 2, -9, 9);
    OperatorCase old {.name = "bounds as attributes", .opType = "Clip", .opset = 6};
    old.inputs = {x};
    old.attributes = numbers({{"min", -1.5f}, {"max", 2.0f}});
    old.expected = {mapped(x, DataType::Float32, [](double v) { return std::min(2.0, std::max(-1.5, v)); })};
    cases.push_back(std::move(old));
    OperatorCase wide {.name = "a bound with two elements", .opType = "Clip", .opset = 13};
    wide.inputs = {x, tensorOf(DataType::Float32, {2}, {0, 1})};
    wide.expectedError = "expected a scalar bound";
    cases.push_back(std::move(wide));
}

} // namespace

void addCases(CaseList& cases)
{
    for (const UnaryCase& unary : unaryCases()) {
        cases.push_back(unaryCase(unary, DataType::Float32, {5, 7, 3}));
        cases.push_back(unaryCase(unary, DataType::Float16, {33}));
        cases.push_back(unaryCase(unary, DataType::BFloat16, {1, 11}));
    }
    cases.push_back(unaryCase(unaryCases()[0], DataType::Float32, {3, 0, 2}));
    cases.push_back(unaryCase(unaryCases()[2], DataType::Float32, {}));
    addSpecialValues(cases);
    addIntegerCases(cases);
    addClipCases(cases);
    OperatorCase wrong {.name = "an integer", .opType = "Exp", .opset = 13};
    wrong.inputs = {randomTensor(DataType::Int32, {2}, 1)};
    wrong.expectedError = "input 0 is int32[2], expected a floating-point type";
    cases.push_back(std::move(wrong));
    addBinaryCases(cases);
    addExactCases(cases);
    addGatedCases(cases);
    addSwiGluCases(cases);
}

} // namespace weightless::ops::elementwise
