// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <limits>
#include <numeric>

// ZipMap: a map from labels to scores for each row; DictVectorizer and CastMap: the other way.
namespace weightless::ops::learning {

namespace {

HostTensor listOfLabels(const Attributes& attributes, const char* strings, const char* integers)
{
    std::vector<std::string> names = stringsOf(attributes, strings);
    if (names.empty()) {
        return makeInt64Tensor(intsOf(attributes, integers));
    }
    const auto count = static_cast<int64_t>(names.size());
    return makeStrings({count}, std::move(names));
}

std::vector<HostValue> zip(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const HostTensor labels = listOfLabels(context.attributes, "classlabels_strings", "classlabels_int64s");
    if (labels.descriptor.shape != Shape {static_cast<int64_t>(table.columns)}) {
        failNode("there are " + toString(labels.descriptor) + " labels for "
            + toString(context.tensor(0).descriptor));
    }
    HostSequence rows;
    for (size_t row = 0; row < table.rows; ++row) {
        const auto line = table.row(row);
        HostMap map {labels, makeHostTensor({DataType::Float32, {static_cast<int64_t>(table.columns)}})};
        std::ranges::transform(
            line, map.values.as<float>().begin(), [](double value) { return static_cast<float>(value); });
        rows.elements.push_back(makeHostValue(std::move(map)));
    }
    return {makeHostValue(std::move(rows))};
}

bool isSameKey(const HostTensor& a, size_t i, const HostTensor& b, size_t j)
{
    return a.descriptor.type == DataType::String ? a.strings[i] == b.strings[j]
                                                 : elementAsInt64(a, i) == elementAsInt64(b, j);
}

// The values of the words of a vocabulary, 0 for those that the map does not have.
std::vector<HostValue> vectorize(const HostContext& context)
{
    if (!context.hasInput(0) || !context.inputs[0]->map) {
        failNode("input 0 is no map");
    }
    const HostMap& map = *context.inputs[0]->map;
    const HostTensor words = listOfLabels(context.attributes, "string_vocabulary", "int64_vocabulary");
    if (words.descriptor.type != map.keys.descriptor.type || map.values.descriptor.type == DataType::String) {
        failNode("the map goes from " + toString(map.keys.descriptor) + " to "
            + toString(map.values.descriptor) + ", the vocabulary is " + toString(words.descriptor));
    }
    HostTensor y =
        makeHostTensor({map.values.descriptor.type, {1, static_cast<int64_t>(words.elementCount())}});
    for (size_t i = 0; i < words.elementCount(); ++i) {
        for (size_t j = 0; j < map.keys.elementCount(); ++j) {
            if (isSameKey(words, i, map.keys, j)) {
                setElement(y, i, elementAsDouble(map.values, j));
            }
        }
    }
    return {makeHostValue(std::move(y))};
}

DataType castTargetOf(const Attributes& attributes)
{
    const std::string target = attributes.stringOr("cast_to", "TO_FLOAT");
    if (target != "TO_FLOAT" && target != "TO_STRING" && target != "TO_INT64") {
        failNode("attribute 'cast_to' is '" + target + "', expected TO_FLOAT, TO_STRING or TO_INT64");
    }
    return target == "TO_FLOAT" ? DataType::Float32
        : target == "TO_INT64"  ? DataType::Int64
                                : DataType::String;
}

// Numbers as numbers; to and from text as Cast has them, which runs where strings are.
HostTensor convertedValues(const HostTensor& values, DataType type, const HostContext& context)
{
    if (type == DataType::String || values.descriptor.type == DataType::String) {
        const HostValue input = makeHostValue(values);
        const HostValue* const inputs[] {&input};
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        const HostOperator& cast = *hostRegistry().find("", "Cast", std::numeric_limits<int64_t>::max());
        return *cast.run({attributes, context.opset, inputs, 1, context.stopToken})[0].tensor;
    }
    HostTensor result = makeHostTensor({type, values.descriptor.shape});
    for (size_t i = 0; i < values.elementCount(); ++i) {
        type == DataType::Int64 ? setElement(result, i, elementAsInt64(values, i))
                                : setElement(result, i, elementAsDouble(values, i));
    }
    return result;
}

// How many columns a map fills: as many as it has keys, or, where each key is the place of its value, what
// the attribute says.
size_t columnsOf(const Attributes& attributes, size_t keys)
{
    const std::string form = attributes.stringOr("map_form", "DENSE");
    if (form == "DENSE") {
        return keys;
    }
    const int64_t most = attributes.intOr("max_map", 1);
    constexpr int64_t largest = 1 << 24;
    if (form != "SPARSE" || most < 1 || most > largest) {
        failNode("attributes 'map_form' and 'max_map' are '" + form + "' and " + std::to_string(most)
            + ", expected DENSE or SPARSE, and 1 to " + std::to_string(largest));
    }
    return static_cast<size_t>(most);
}

std::vector<HostValue> castMap(const HostContext& context)
{
    if (!context.hasInput(0) || !context.inputs[0]->map) {
        failNode("input 0 is no map");
    }
    const HostMap& map = *context.inputs[0]->map;
    if (map.keys.descriptor.type != DataType::Int64) {
        failNode("the map's keys are " + toString(map.keys.descriptor) + ", expected int64");
    }
    const DataType type = castTargetOf(context.attributes);
    const size_t keys = map.keys.elementCount();
    const size_t columns = columnsOf(context.attributes, keys);
    const bool isDense = context.attributes.stringOr("map_form", "DENSE") == "DENSE";
    std::vector<size_t> order(keys);
    std::iota(order.begin(), order.end(), size_t {0});
    std::ranges::sort(order, {}, [&](size_t i) { return elementAsInt64(map.keys, i); });
    const HostTensor values = convertedValues(map.values, type, context);
    const Shape shape {1, static_cast<int64_t>(columns)};
    HostTensor y = type == DataType::String ? makeStrings(shape, std::vector<std::string>(columns))
                                            : makeHostTensor({type, shape});
    for (size_t i = 0; i < keys; ++i) {
        const int64_t key = elementAsInt64(map.keys, order[i]);
        if (!isDense && (key < 0 || key >= static_cast<int64_t>(columns))) {
            failNode("the map has the key " + std::to_string(key) + ", outside of the "
                + std::to_string(columns) + " places of attribute 'max_map'");
        }
        const size_t place = isDense ? i : static_cast<size_t>(key);
        if (type == DataType::String) {
            y.strings[place] = values.strings[order[i]];
        } else if (type == DataType::Int64) {
            setElement(y, place, elementAsInt64(values, order[i]));
        } else {
            setElement(y, place, elementAsDouble(values, order[i]));
        }
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerMaps(HostRegistry& registry)
{
    addOperator(registry, "ZipMap", zip);
    addOperator(registry, "DictVectorizer", vectorize);
    addOperator(registry, "CastMap", castMap);
}

} // namespace weightless::ops::learning
