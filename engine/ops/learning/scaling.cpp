// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>

// Features one by one: Binarizer, Scaler, Normalizer, Imputer.
namespace weightless::ops::learning {

namespace {

HostTensor likeInput(const HostTensor& x, DataType type)
{
    return makeHostTensor({type, x.descriptor.shape});
}

void requireNumbers(const HostTensor& x)
{
    if (x.descriptor.type == DataType::String) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected numbers");
    }
}

std::vector<HostValue> binarize(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    requireNumbers(x);
    const auto threshold = static_cast<double>(context.attributes.floatOr("threshold", 0.0f));
    HostTensor y = likeInput(x, x.descriptor.type);
    for (size_t i = 0; i < x.elementCount(); ++i) {
        setElement(y, i, int64_t {elementAsDouble(x, i) > threshold ? 1 : 0});
    }
    return {makeHostValue(std::move(y))};
}

// One for all features, or one for each.
double parameter(const std::vector<double>& values, size_t column, double fallback)
{
    return values.empty() ? fallback : values[values.size() == 1 ? 0 : column];
}

void requireOneOrEach(const std::vector<double>& values, size_t columns, const char* what)
{
    if (values.size() > 1 && values.size() != columns) {
        failNode("there are " + std::to_string(values.size()) + " " + what + ", expected one or "
            + std::to_string(columns));
    }
}

std::vector<HostValue> scale(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const Table table = tableOf(x);
    const std::vector<double> offsets = floatsOf(context.attributes, "offset");
    const std::vector<double> scales = floatsOf(context.attributes, "scale");
    requireOneOrEach(offsets, table.columns, "offsets");
    requireOneOrEach(scales, table.columns, "scales");
    HostTensor y = likeInput(x, DataType::Float32);
    for (size_t i = 0; i < table.values.size(); ++i) {
        const size_t column = i % table.columns;
        y.as<float>()[i] = static_cast<float>(
            (table.values[i] - parameter(offsets, column, 0)) * parameter(scales, column, 1));
    }
    return {makeHostValue(std::move(y))};
}

double normOf(std::span<const double> row, const std::string& kind)
{
    double norm = kind == "MAX" && !row.empty() ? row[0] : 0;
    for (const double value : row) {
        norm = kind == "MAX" ? std::max(norm, value)
            : kind == "L1"   ? norm + std::fabs(value)
                             : norm + value * value;
    }
    return kind == "L2" ? std::sqrt(norm) : norm;
}

// Rows of nothing but zeros stay as they are.
std::vector<HostValue> normalize(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const Table table = tableOf(x);
    const std::string kind = context.attributes.stringOr("norm", "MAX");
    if (kind != "MAX" && kind != "L1" && kind != "L2") {
        failNode("norm is '" + kind + "', expected MAX, L1 or L2");
    }
    HostTensor y = likeInput(x, DataType::Float32);
    for (size_t row = 0; row < table.rows; ++row) {
        const double norm = normOf(table.row(row), kind);
        for (size_t i = row * table.columns; i < (row + 1) * table.columns; ++i) {
            y.as<float>()[i] = static_cast<float>(norm != 0 ? table.values[i] / norm : table.values[i]);
        }
    }
    return {makeHostValue(std::move(y))};
}

// What is missing becomes a value, one for all features or one for each.
std::vector<HostValue> impute(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const Table table = tableOf(x);
    const bool isReal = isFloat(x.descriptor.type);
    std::vector<double> imputed = floatsOf(context.attributes, "imputed_value_floats");
    if (!isReal) {
        const std::vector<int64_t> integers = intsOf(context.attributes, "imputed_value_int64s");
        imputed.assign(integers.begin(), integers.end());
    }
    if (imputed.empty()) {
        failNode("there are no imputed values for " + toString(x.descriptor));
    }
    requireOneOrEach(imputed, table.columns, "imputed values");
    const double replaced = isReal
        ? static_cast<double>(context.attributes.floatOr("replaced_value_float", 0.0f))
        : static_cast<double>(context.attributes.intOr("replaced_value_int64", 0));
    HostTensor y = x;
    for (size_t i = 0; i < table.values.size(); ++i) {
        const bool isMissing =
            std::isnan(replaced) ? std::isnan(table.values[i]) : table.values[i] == replaced;
        if (isMissing) {
            setElement(y, i, parameter(imputed, i % table.columns, 0));
        }
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerScaling(HostRegistry& registry)
{
    addOperator(registry, "Binarizer", binarize);
    addOperator(registry, "Scaler", scale);
    addOperator(registry, "Normalizer", normalize);
    addOperator(registry, "Imputer", impute);
}

} // namespace weightless::ops::learning
