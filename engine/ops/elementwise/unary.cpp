// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace weightless::ops::elementwise {

namespace {

using HostFunction = double (*)(double x, double alpha, double beta);

// An operator with one input, one output and at most two numbers as attributes.
struct UnaryRow {
    std::string_view name;
    int64_t sinceVersion;
    uint32_t operation;
    Types types;
    HostFunction onHost;
    std::string_view alphaName = {};
    float alpha = 0;
    std::string_view betaName = {};
    float beta = 0;
    std::string_view domain = {};
};

double softplus(double x)
{
    return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

double gelu(double x)
{
    return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
}

double geluTanh(double x)
{
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

// The newest version's types hold for all versions: old models never use more than they may.
constexpr std::array rows {
    UnaryRow {"Abs", 1, unaryAbs, Types::Numbers, [](double x, double, double) { return std::fabs(x); }},
    UnaryRow {"Neg", 1, unaryNeg, Types::SignedNumbers, [](double x, double, double) { return -x; }},
    UnaryRow {"Exp", 1, unaryExp, Types::Floats, [](double x, double, double) { return std::exp(x); }},
    UnaryRow {"Log", 1, unaryLog, Types::Floats, [](double x, double, double) { return std::log(x); }},
    UnaryRow {"Sqrt", 1, unarySqrt, Types::Floats, [](double x, double, double) { return std::sqrt(x); }},
    UnaryRow {
        "Reciprocal", 1, unaryReciprocal, Types::Floats, [](double x, double, double) { return 1 / x; }},
    UnaryRow {"Sin", 7, unarySin, Types::Floats, [](double x, double, double) { return std::sin(x); }},
    UnaryRow {"Cos", 7, unaryCos, Types::Floats, [](double x, double, double) { return std::cos(x); }},
    UnaryRow {"Tan", 7, unaryTan, Types::Floats, [](double x, double, double) { return std::tan(x); }},
    UnaryRow {"Asin", 7, unaryAsin, Types::Floats, [](double x, double, double) { return std::asin(x); }},
    UnaryRow {"Acos", 7, unaryAcos, Types::Floats, [](double x, double, double) { return std::acos(x); }},
    UnaryRow {"Atan", 7, unaryAtan, Types::Floats, [](double x, double, double) { return std::atan(x); }},
    UnaryRow {"Sinh", 9, unarySinh, Types::Floats, [](double x, double, double) { return std::sinh(x); }},
    UnaryRow {"Cosh", 9, unaryCosh, Types::Floats, [](double x, double, double) { return std::cosh(x); }},
    UnaryRow {"Tanh", 1, unaryTanh, Types::Floats, [](double x, double, double) { return std::tanh(x); }},
    UnaryRow {"Asinh", 9, unaryAsinh, Types::Floats, [](double x, double, double) { return std::asinh(x); }},
    UnaryRow {"Acosh", 9, unaryAcosh, Types::Floats, [](double x, double, double) { return std::acosh(x); }},
    UnaryRow {"Atanh", 9, unaryAtanh, Types::Floats, [](double x, double, double) { return std::atanh(x); }},
    UnaryRow {"Sigmoid", 1, unarySigmoid, Types::Floats,
        [](double x, double, double) { return 1 / (1 + std::exp(-x)); }},
    UnaryRow {
        "Relu", 1, unaryRelu, Types::SignedNumbers, [](double x, double, double) { return x < 0 ? 0 : x; }},
    UnaryRow {"LeakyRelu", 1, unaryLeakyRelu, Types::Floats,
        [](double x, double alpha, double) { return x < 0 ? alpha * x : x; }, "alpha", 0.01f},
    UnaryRow {"Elu", 1, unaryElu, Types::Floats,
        [](double x, double alpha, double) { return x < 0 ? alpha * std::expm1(x) : x; }, "alpha", 1.0f},
    UnaryRow {"Selu", 1, unarySelu, Types::Floats,
        [](double x, double alpha, double gamma) { return gamma * (x > 0 ? x : alpha * std::expm1(x)); },
        "alpha", 1.67326319217681884765625f, "gamma", 1.05070102214813232421875f},
    UnaryRow {"Celu", 12, unaryCelu, Types::Floats,
        [](double x, double alpha, double) { return x > 0 ? x : alpha * std::expm1(x / alpha); }, "alpha",
        1.0f},
    UnaryRow {
        "Softplus", 1, unarySoftplus, Types::Floats, [](double x, double, double) { return softplus(x); }},
    UnaryRow {"Softsign", 1, unarySoftsign, Types::Floats,
        [](double x, double, double) { return x / (1 + std::fabs(x)); }},
    UnaryRow {"HardSigmoid", 1, unaryHardSigmoid, Types::Floats,
        [](double x, double alpha, double beta) { return std::clamp(alpha * x + beta, 0.0, 1.0); }, "alpha",
        0.2f, "beta", 0.5f},
    UnaryRow {"HardSwish", 14, unaryHardSwish, Types::Floats,
        [](double x, double, double) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); }},
    UnaryRow {"Mish", 18, unaryMish, Types::Floats,
        [](double x, double, double) { return x * std::tanh(softplus(x)); }},
    UnaryRow {"Swish", 24, unarySwish, Types::Floats,
        [](double x, double alpha, double) { return x / (1 + std::exp(-alpha * x)); }, "alpha", 1.0f},
    UnaryRow {"Gelu", 20, unaryGelu, Types::Floats, [](double x, double, double) { return gelu(x); }},
    UnaryRow {"Erf", 9, unaryErf, Types::Floats, [](double x, double, double) { return std::erf(x); }},
    UnaryRow {"Floor", 1, unaryFloor, Types::Floats, [](double x, double, double) { return std::floor(x); }},
    UnaryRow {"Ceil", 1, unaryCeil, Types::Floats, [](double x, double, double) { return std::ceil(x); }},
    UnaryRow {
        "Round", 11, unaryRound, Types::Floats, [](double x, double, double) { return std::nearbyint(x); }},
    UnaryRow {"Sign", 9, unarySign, Types::Numbers,
        [](double x, double, double) { return x > 0 ? 1 : (x < 0 ? -1 : x); }},
    UnaryRow {"ThresholdedRelu", 10, unaryThresholdedRelu, Types::Floats,
        [](double x, double alpha, double) { return x > alpha ? x : 0; }, "alpha", 1.0f},
    UnaryRow {"Not", 1, unaryNot, Types::Bool, [](double x, double, double) { return x == 0 ? 1.0 : 0.0; }},
    UnaryRow {"BitwiseNot", 18, unaryBitwiseNot, Types::Integers, nullptr},
    UnaryRow {"Affine", 1, unaryAffine, Types::Floats, // a fused Mul and Add
        [](double x, double alpha, double beta) { return alpha * x + beta; }, "alpha", 1.0f, "beta", 0.0f,
        "weightless"},
};

// Integers beyond 2^53 would not survive a double.
int64_t onHostInteger(uint32_t operation, int64_t x)
{
    const auto negated = static_cast<int64_t>(-static_cast<uint64_t>(x));
    switch (operation) {
    case unaryAbs:
        return x < 0 ? negated : x;
    case unaryNeg:
        return negated;
    case unarySign:
        return x > 0 ? 1 : (x < 0 ? -1 : 0);
    case unaryRelu:
        return std::max<int64_t>(x, 0);
    default:
        return ~x;
    }
}

int64_t onHostUnsigned(uint32_t operation, int64_t x)
{
    switch (operation) {
    case unarySign:
        return x != 0 ? 1 : 0;
    case unaryBitwiseNot:
        return ~x;
    default:
        return x;
    }
}

// The attributes of a row as the kernel takes them.
struct UnaryCall {
    uint32_t operation;
    HostFunction onHost;
    float alpha;
    float beta;
};

UnaryCall callOf(const UnaryRow& row, const Attributes& attributes)
{
    UnaryCall call {row.operation, row.onHost, row.alpha, row.beta};
    if (!row.alphaName.empty()) {
        call.alpha = attributes.floatOr(row.alphaName, row.alpha);
    }
    if (!row.betaName.empty()) {
        call.beta = attributes.floatOr(row.betaName, row.beta);
    }
    if (row.operation == unaryGelu && attributes.stringOr("approximate", "none") == "tanh") {
        call.operation = unaryGeluTanh;
        call.onHost = [](double x, double, double) { return geluTanh(x); };
    }
    return call;
}

template <size_t index>
void infer(InferenceContext& context)
{
    requireTypes(context, 0, rows[index].types);
    if (rows[index].operation == unaryGelu) {
        const std::string approximate = context.attributes().stringOr("approximate", "none");
        if (approximate != "none" && approximate != "tanh") {
            context.fail("attribute 'approximate' is '" + approximate + "', expected none or tanh");
        }
    }
    context.setOutput(0, context.type(0), context.shape(0));
}

template <size_t index>
void lower(LoweringContext& context)
{
    const UnaryCall call = callOf(rows[index], context.attributes());
    dispatchUnary(context, call.operation, call.alpha, call.beta, context.input(0), context.output(0));
}

template <size_t index>
std::vector<HostTensor> fold(const FoldContext& context)
{
    const UnaryCall call = callOf(rows[index], context.attributes);
    const HostTensor& x = *context.inputs[0];
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0));
    const DataType type = x.descriptor.type;
    for (size_t i = 0; i < count; ++i) {
        if (isInteger(type)) {
            const int64_t value = elementAsInt64(x, i);
            setElement(y, i,
                isSignedInteger(type) ? onHostInteger(call.operation, value)
                                      : onHostUnsigned(call.operation, value));
        } else {
            setElement(y, i,
                call.onHost(
                    elementAsDouble(x, i), static_cast<double>(call.alpha), static_cast<double>(call.beta)));
        }
    }
    return {std::move(y)};
}

template <size_t... indices>
void addRows(Registry& registry, std::index_sequence<indices...>)
{
    (registry.add({.name = rows[indices].name,
         .sinceVersion = rows[indices].sinceVersion,
         .infer = infer<indices>,
         .lower = lower<indices>,
         .fold = fold<indices>,
         .domain = rows[indices].domain}),
        ...);
}

} // namespace

void registerUnary(Registry& registry)
{
    addRows(registry, std::make_index_sequence<rows.size()> {});
}

} // namespace weightless::ops::elementwise
