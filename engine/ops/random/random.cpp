// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/random/generator.h"

#include <cmath>

namespace weightless::ops::random {

namespace {

// Numbers are drawn one after the other: a request for more of them is a mistake or an attack.
constexpr int64_t mostElements = int64_t {1} << 30;

DataType typeOf(const Attributes& attributes, DataType fallback)
{
    const auto type = static_cast<DataType>(attributes.intOr("dtype", static_cast<int64_t>(fallback)));
    if (!isFloat(type) && !isInteger(type) && type != DataType::Bool) {
        throw Error(ErrorKind::Unsupported, "attribute 'dtype' is " + toString(type));
    }
    return type;
}

HostTensor emptyResult(DataType type, const Shape& shape)
{
    if (elementCount(shape).value_or(mostElements + 1) > mostElements) {
        failNode("the shape " + toString(shape) + " is negative or has more than "
            + std::to_string(mostElements) + " elements");
    }
    return makeHostTensor({type, shape});
}

template <typename Draw>
HostTensor drawn(const HostContext& context, DataType type, const Shape& shape, Draw draw)
{
    HostTensor result = emptyResult(type, shape);
    Generator generator(context.attributes);
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
        if (i % 65536 == 0 && context.stopToken.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        setElement(result, i, static_cast<double>(draw(generator, i)));
    }
    return result;
}

HostTensor uniform(const HostContext& context, DataType type, const Shape& shape)
{
    const double low = static_cast<double>(context.attributes.floatOr("low", 0));
    const double high = static_cast<double>(context.attributes.floatOr("high", 1));
    return drawn(context, type, shape,
        [&](Generator& generator, size_t) { return low + (high - low) * generator.uniform(); });
}

HostTensor normal(const HostContext& context, DataType type, const Shape& shape)
{
    const double mean = static_cast<double>(context.attributes.floatOr("mean", 0));
    const double scale = static_cast<double>(context.attributes.floatOr("scale", 1));
    return drawn(context, type, shape,
        [&](Generator& generator, size_t) { return mean + scale * generator.normal(); });
}

using DrawFunction = HostTensor (*)(const HostContext&, DataType, const Shape&);

template <DrawFunction draw>
std::vector<HostValue> ofShape(const HostContext& context)
{
    const auto shape = context.attributes.ints("shape");
    if (!shape) {
        failNode("attribute 'shape' is required");
    }
    return {makeHostValue(draw(context, typeOf(context.attributes, DataType::Float32), *shape))};
}

template <DrawFunction draw>
std::vector<HostValue> like(const HostContext& context)
{
    const TensorDescriptor& x = context.tensor(0).descriptor;
    return {makeHostValue(draw(context, typeOf(context.attributes, x.type), x.shape))};
}

std::vector<HostValue> bernoulli(const HostContext& context)
{
    const HostTensor& p = context.tensor(0);
    return {makeHostValue(drawn(context, typeOf(context.attributes, p.descriptor.type), p.descriptor.shape,
        [&](Generator& generator, size_t i) { return generator.happens(elementAsDouble(p, i)); }))};
}

// Classes, from rows of unnormalized log-probabilities.
std::vector<HostValue> multinomial(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const int64_t samples = context.attributes.intOr("sample_size", 1);
    const auto type =
        static_cast<DataType>(context.attributes.intOr("dtype", static_cast<int64_t>(DataType::Int32)));
    if (x.descriptor.shape.size() != 2 || !isFloat(x.descriptor.type) || x.descriptor.shape[1] == 0) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected floats [batch, classes]");
    }
    if (type != DataType::Int32 && type != DataType::Int64) {
        failNode("attribute 'dtype' is " + toString(type) + ", expected int32 or int64");
    }
    const auto classes = static_cast<size_t>(x.descriptor.shape[1]);
    const auto each = static_cast<size_t>(std::max<int64_t>(samples, 1));
    std::vector<double> sums(classes);
    return {makeHostValue(
        drawn(context, type, {x.descriptor.shape[0], samples}, [&](Generator& generator, size_t i) {
            const size_t row = i / each;
            double most = -HUGE_VAL;
            for (size_t c = 0; c < classes; ++c) {
                most = std::max(most, elementAsDouble(x, row * classes + c));
            }
            double sum = 0;
            for (size_t c = 0; c < classes; ++c) {
                sum += std::exp(elementAsDouble(x, row * classes + c) - most);
                sums[c] = sum;
            }
            const double number = generator.uniform() * sum;
            size_t chosen = 0;
            while (chosen + 1 < classes && !(number < sums[chosen])) {
                ++chosen;
            }
            return chosen;
        }))};
}

bool isTraining(const HostChoice& choice)
{
    const bool mayTrain =
        choice.inputs.size() > 2 && choice.values[2] != nullptr && elementCount(choice.inputs[2].shape) == 1;
    return mayTrain && elementAsInt64(*choice.values[2], 0) != 0;
}

std::vector<HostValue> dropout(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const double ratio = context.hasInput(1) ? scalarAsDouble(context.tensor(1), "ratio") : 0.5;
    if (!(ratio >= 0 && ratio < 1)) {
        failNode("input 'ratio' is " + std::to_string(ratio) + ", expected 0 up to but not 1");
    }
    HostTensor mask = drawn(context, DataType::Bool, x.descriptor.shape,
        [&](Generator& generator, size_t) { return ratio == 0 || generator.uniform() >= ratio; });
    HostTensor y = makeHostTensor(x.descriptor);
    for (size_t i = 0; i < mask.bytes.size(); ++i) {
        setElement(y, i, mask.bytes[i] != std::byte {0} ? elementAsDouble(x, i) / (1 - ratio) : 0.0);
    }
    return {makeHostValue(std::move(y)), makeHostValue(std::move(mask))};
}

} // namespace

void registerHostOperators(HostRegistry& registry)
{
    const auto add = [&](std::string_view name, int64_t version, size_t inputs, HostFunction run) {
        registry.add({.op = {.name = name, .sinceVersion = version, .minInputs = inputs, .maxInputs = inputs},
            .run = run});
    };
    add("RandomUniform", 1, 0, ofShape<uniform>);
    add("RandomNormal", 1, 0, ofShape<normal>);
    add("RandomUniformLike", 1, 1, like<uniform>);
    add("RandomNormalLike", 1, 1, like<normal>);
    add("Bernoulli", 15, 1, bernoulli);
    add("Multinomial", 7, 1, multinomial);
    registry.add({.op = {.name = "Dropout", .sinceVersion = 12, .maxInputs = 3, .maxOutputs = 2},
        .run = dropout,
        .takes = isTraining});
}

} // namespace weightless::ops::random
