// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/nodeview.h"

#include <algorithm>

// ZipMap: a map from labels to scores for each row; DictVectorizer: the other way.
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

size_t countOf(const HostTensor& tensor)
{
    return static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0));
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
    HostTensor y = makeHostTensor({map.values.descriptor.type, {1, static_cast<int64_t>(countOf(words))}});
    for (size_t i = 0; i < countOf(words); ++i) {
        for (size_t j = 0; j < countOf(map.keys); ++j) {
            if (isSameKey(words, i, map.keys, j)) {
                setElement(y, i, elementAsDouble(map.values, j));
            }
        }
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerMaps(HostRegistry& registry)
{
    addOperator(registry, "ZipMap", zip);
    addOperator(registry, "DictVectorizer", vectorize);
}

} // namespace weightless::ops::learning
