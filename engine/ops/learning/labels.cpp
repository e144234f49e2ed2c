// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/textroom.h"

#include <algorithm>
#include <cmath>
#include <map>

// LabelEncoder and CategoryMapper: a value for each key, strings and numbers in any combination.
namespace weightless::ops::learning {

namespace {

// One element of any type, as a key. All NaNs are the same key.
struct Key {
    std::string text;
    double number = 0;
    int64_t integer = 0;

    bool operator<(const Key& other) const
    {
        if (text != other.text) {
            return text < other.text;
        }
        if (integer != other.integer) {
            return integer < other.integer;
        }
        if (std::isnan(number) || std::isnan(other.number)) {
            return !std::isnan(number) && std::isnan(other.number);
        }
        return number < other.number;
    }
};

Key keyAt(const HostTensor& tensor, size_t index)
{
    if (tensor.descriptor.type == DataType::String) {
        return {.text = tensor.strings[index]};
    }
    if (isFloat(tensor.descriptor.type)) {
        return {.text = {}, .number = elementAsDouble(tensor, index)};
    }
    return {.text = {}, .number = 0, .integer = elementAsInt64(tensor, index)};
}

// The list of a kind ("keys", "values"), in whichever of its attributes it is.
std::optional<HostTensor> listOf(const Attributes& attributes, const std::string& kind)
{
    if (const HostTensor* tensor = tensorOf(attributes, (kind + "_tensor").c_str())) {
        return *tensor;
    }
    if (attributes.has(kind + "_strings")) {
        std::vector<std::string> strings = stringsOf(attributes, kind + "_strings");
        const auto count = static_cast<int64_t>(strings.size());
        return makeStrings({count}, std::move(strings));
    }
    if (attributes.has(kind + "_int64s")) {
        return makeInt64Tensor(intsOf(attributes, kind + "_int64s"));
    }
    if (attributes.has(kind + "_floats")) {
        const std::vector<double> values = floatsOf(attributes, kind + "_floats");
        HostTensor tensor = floatMatrix(1, values.size(), values);
        tensor.descriptor.shape = {static_cast<int64_t>(values.size())};
        return tensor;
    }
    return std::nullopt;
}

// What stands for keys that are not listed, in the type of the values.
HostTensor fallbackOf(const Attributes& attributes, DataType type)
{
    const HostTensor* given = tensorOf(attributes, "default_tensor");
    if (given != nullptr) {
        if (given->descriptor.type != type || given->elementCount() != 1) {
            failNode("default_tensor is " + toString(given->descriptor) + ", expected one " + toString(type));
        }
        return *given;
    }
    if (type == DataType::String) {
        return makeStrings({}, {attributes.stringOr("default_string", "_Unused")});
    }
    HostTensor value = makeHostTensor({type, {}});
    if (isFloat(type)) {
        setElement(value, 0, static_cast<double>(attributes.floatOr("default_float", -0.0f)));
    } else {
        setElement(value, 0, attributes.intOr("default_int64", -1));
    }
    return value;
}

void assign(HostTensor& to, size_t at, const HostTensor& from, size_t index)
{
    if (to.descriptor.type == DataType::String) {
        to.strings[at] = from.strings[index];
        return;
    }
    const size_t width = bitWidth(to.descriptor.type) / 8;
    std::copy_n(from.bytes.begin() + static_cast<ptrdiff_t>(index * width), width,
        to.bytes.begin() + static_cast<ptrdiff_t>(at * width));
}

HostTensor emptyOf(DataType type, const Shape& shape)
{
    if (type != DataType::String) {
        return makeHostTensor({type, shape});
    }
    return makeStrings(shape, std::vector<std::string>(static_cast<size_t>(elementCount(shape).value_or(0))));
}

// Which value a key has that is listed more than once. The texts do not say; it is what ONNX Runtime does.
enum class Repeated { FirstCounts, LastCounts };

std::vector<HostValue> mapped(const HostContext& context, const HostTensor& keys, const HostTensor& values,
    const HostTensor& fallback, Repeated repeated)
{
    const HostTensor& x = context.tensor(0);
    if (keys.elementCount() != values.elementCount()) {
        failNode("there are " + std::to_string(keys.elementCount()) + " keys and "
            + std::to_string(values.elementCount()) + " values");
    }
    if (keys.descriptor.type != x.descriptor.type) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected " + toString(keys.descriptor.type));
    }
    std::map<Key, size_t> places;
    for (size_t i = 0; i < keys.elementCount(); ++i) {
        const auto [place, isNew] = places.try_emplace(keyAt(keys, i), i);
        if (!isNew && repeated == Repeated::LastCounts) {
            place->second = i;
        }
    }
    HostTensor y = emptyOf(values.descriptor.type, x.descriptor.shape);
    TextRoom room(context.stopToken);
    for (size_t i = 0; i < x.elementCount(); ++i) {
        const auto found = places.find(keyAt(x, i));
        const HostTensor& from = found != places.end() ? values : fallback;
        const size_t index = found != places.end() ? found->second : 0;
        if (!from.strings.empty()) {
            room.take(from.strings[index].size());
        }
        assign(y, i, from, index);
    }
    return {makeHostValue(std::move(y))};
}

// Strings to their places in a list, or places to strings.
std::vector<HostValue> numbered(
    const HostContext& context, const HostTensor& names, const HostTensor& numbers)
{
    const HostTensor& x = context.tensor(0);
    const bool isText = x.descriptor.type == DataType::String;
    return mapped(context, isText ? names : numbers, isText ? numbers : names,
        fallbackOf(context.attributes, isText ? DataType::Int64 : DataType::String), Repeated::LastCounts);
}

// Version 1.
std::vector<HostValue> encodeClasses(const HostContext& context)
{
    std::vector<std::string> classes = stringsOf(context.attributes, "classes_strings");
    std::vector<int64_t> places(classes.size());
    for (size_t i = 0; i < places.size(); ++i) {
        places[i] = static_cast<int64_t>(i);
    }
    const auto count = static_cast<int64_t>(classes.size());
    return numbered(context, makeStrings({count}, std::move(classes)), makeInt64Tensor(places));
}

std::vector<HostValue> encode(const HostContext& context)
{
    if (context.attributes.has("classes_strings")) {
        return encodeClasses(context);
    }
    const auto keys = listOf(context.attributes, "keys");
    const auto values = listOf(context.attributes, "values");
    if (!keys || !values) {
        failNode("the keys or the values are missing");
    }
    return mapped(context, *keys, *values, fallbackOf(context.attributes, values->descriptor.type),
        Repeated::FirstCounts);
}

std::vector<HostValue> mapCategories(const HostContext& context)
{
    std::vector<std::string> names = stringsOf(context.attributes, "cats_strings");
    const auto count = static_cast<int64_t>(names.size());
    return numbered(context, makeStrings({count}, std::move(names)),
        makeInt64Tensor(intsOf(context.attributes, "cats_int64s")));
}

} // namespace

void registerLabels(HostRegistry& registry)
{
    addOperator(registry, "LabelEncoder", encode);
    addOperator(registry, "CategoryMapper", mapCategories);
}

} // namespace weightless::ops::learning
