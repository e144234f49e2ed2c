// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"

#include "engine/base/error.h"
#include "engine/model/model.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/textroom.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::learning {

namespace {

void softmax(std::span<double> scores, bool keepsZeros)
{
    const double highest = scores.empty() ? 0 : *std::ranges::max_element(scores);
    double sum = 0;
    for (double& score : scores) {
        const bool isZero = keepsZeros && std::fabs(score) <= 1e-7;
        score = isZero ? score * std::exp(-highest) : std::exp(score - highest);
        sum += isZero ? 0 : score;
    }
    for (double& score : scores) {
        score = sum != 0 ? score / sum : score;
    }
}

// The inverse of the error function, in the approximation of Giles and Winitzki that exporters expect.
double inverseErf(double x)
{
    constexpr double pi = 3.14159265358979323846;
    const double logarithm = std::log((1 - x) * (1 + x));
    const double v = 2 / (pi * 0.147) + 0.5 * logarithm;
    const double w = 1 / 0.147 * logarithm;
    const double y = std::sqrt(-v + std::sqrt(v * v - w));
    return x < 0 ? -y : y;
}

} // namespace

void addOperator(HostRegistry& registry, std::string_view name, HostFunction run, int64_t version,
    size_t mostInputs, size_t mostOutputs)
{
    registry.add({.op = {.name = name,
                      .sinceVersion = version,
                      .maxInputs = mostInputs,
                      .maxOutputs = mostOutputs,
                      .domain = "ai.onnx.ml"},
        .run = run});
}

std::vector<std::string> stringsOf(const Attributes& attributes, std::string_view name)
{
    const AttributeValue* value = attributes.find(name);
    if (value == nullptr) {
        return {};
    }
    const auto* list = std::get_if<std::vector<std::string>>(value);
    if (list == nullptr) {
        failNode("attribute '" + std::string(name) + "' is no list of strings");
    }
    return *list;
}

std::vector<int64_t> intsOf(const Attributes& attributes, std::string_view name)
{
    return attributes.ints(name).value_or(std::vector<int64_t> {});
}

std::vector<double> floatsOf(const Attributes& attributes, std::string_view name)
{
    const std::vector<float> values = attributes.floats(name).value_or(std::vector<float> {});
    return {values.begin(), values.end()};
}

const HostTensor* tensorOf(const Attributes& attributes, const char* name)
{
    const std::shared_ptr<const ConstantInfo> tensor = attributes.tensor(name);
    if (!tensor) {
        return nullptr;
    }
    if (!tensor->value) {
        throw Error(ErrorKind::Unsupported,
            "attribute '" + std::string(name) + "' is " + toString(tensor->descriptor)
                + ", more than is read of an attribute");
    }
    return &*tensor->value;
}

std::vector<double> numbersOf(const Attributes& attributes, const std::string& name)
{
    const HostTensor* tensor = tensorOf(attributes, (name + "_as_tensor").c_str());
    if (tensor == nullptr) {
        return floatsOf(attributes, name);
    }
    return tableOf(*tensor).values;
}

void checkStop(const HostContext& context)
{
    if (context.stopToken.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "The run was cancelled");
    }
}

Table tableOf(const HostTensor& x)
{
    const Shape& shape = x.descriptor.shape;
    if (shape.size() > 2 || x.descriptor.type == DataType::String) {
        failNode("the features are " + toString(x.descriptor) + ", expected numbers of rank 1 or 2");
    }
    Table table;
    table.columns = shape.empty() ? 1 : static_cast<size_t>(shape.back());
    table.rows = shape.size() == 2 ? static_cast<size_t>(shape[0]) : 1;
    table.values.resize(static_cast<size_t>(elementCount(shape).value_or(0)));
    for (size_t i = 0; i < table.values.size(); ++i) {
        table.values[i] = elementAsDouble(x, i);
    }
    return table;
}

HostTensor makeStrings(Shape shape, std::vector<std::string> values)
{
    HostTensor tensor;
    tensor.descriptor = {DataType::String, std::move(shape)};
    tensor.strings = std::move(values);
    return tensor;
}

PostTransform postTransformOf(const Attributes& attributes)
{
    constexpr std::array<std::string_view, 5> names {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
    const std::string name = attributes.stringOr("post_transform", "NONE");
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        failNode(
            "post_transform is '" + name + "', expected NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT");
    }
    return static_cast<PostTransform>(found - names.begin());
}

void transform(std::span<double> scores, PostTransform transform)
{
    switch (transform) {
    case PostTransform::None:
        return;
    case PostTransform::Softmax:
    case PostTransform::SoftmaxZero:
        softmax(scores, transform == PostTransform::SoftmaxZero);
        return;
    case PostTransform::Logistic:
        std::ranges::transform(scores, scores.begin(), [](double x) { return 1 / (1 + std::exp(-x)); });
        return;
    case PostTransform::Probit:
        std::ranges::transform(
            scores, scores.begin(), [](double x) { return std::sqrt(2.0) * inverseErf(2 * x - 1); });
        return;
    }
}

ClassLabels::ClassLabels(const Attributes& attributes, std::string_view integers, std::string_view strings)
    : m_integers(intsOf(attributes, integers))
    , m_strings(stringsOf(attributes, strings))
{
}

HostTensor ClassLabels::chosen(const std::vector<size_t>& classes) const
{
    const Shape shape {static_cast<int64_t>(classes.size())};
    std::vector<std::string> strings;
    std::vector<int64_t> integers;
    TextRoom room;
    for (const size_t index : classes) {
        if (index >= count()) {
            failNode(
                "class " + std::to_string(index) + " has no label: there are " + std::to_string(count()));
        }
        if (m_strings.empty()) {
            integers.push_back(m_integers[index]);
        } else {
            room.take(m_strings[index].size());
            strings.push_back(m_strings[index]);
        }
    }
    return m_strings.empty() ? makeInt64Tensor(integers) : makeStrings(shape, std::move(strings));
}

HostTensor floatMatrix(size_t rows, size_t columns, const std::vector<double>& values)
{
    HostTensor y =
        makeHostTensor({DataType::Float32, {static_cast<int64_t>(rows), static_cast<int64_t>(columns)}});
    std::ranges::transform(
        values, y.as<float>().begin(), [](double value) { return static_cast<float>(value); });
    return y;
}

void registerHostOperators(HostRegistry& registry)
{
    registerLabels(registry);
    registerFeatures(registry);
    registerScaling(registry);
    registerLinear(registry);
    registerSupportVectors(registry);
    registerTrees(registry);
    registerTreeEnsembles(registry);
    registerMaps(registry);
}

} // namespace weightless::ops::learning
