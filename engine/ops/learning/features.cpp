// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/textroom.h"

#include <algorithm>
#include <map>

// Features taken apart, put together, and made of categories.
namespace weightless::ops::learning {

namespace {

size_t countOf(const Shape& shape)
{
    return static_cast<size_t>(elementCount(shape).value_or(0));
}

// Elements of the last axis, by their places.
std::vector<HostValue> extract(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const std::vector<int64_t> places = toInt64Vector(context.tensor(1));
    if (x.descriptor.shape.empty() || places.empty()) {
        failNode("input 0 is " + toString(x.descriptor) + " and " + std::to_string(places.size())
            + " places are given, expected rank 1 or more and at least one");
    }
    const int64_t extent = x.descriptor.shape.back();
    for (const int64_t place : places) {
        if (place < 0 || place >= extent) {
            failNode(
                "place " + std::to_string(place) + " is outside the " + std::to_string(extent) + " features");
        }
    }
    Shape shape = x.descriptor.shape.size() == 1 ? Shape {1, 1} : x.descriptor.shape;
    shape.back() = static_cast<int64_t>(places.size());
    const size_t rows = countOf(shape) / places.size();
    const bool isText = x.descriptor.type == DataType::String;
    HostTensor y = isText ? makeStrings(shape, std::vector<std::string>(countOf(shape)))
                          : makeHostTensor({x.descriptor.type, shape});
    const size_t width = bitWidth(x.descriptor.type) / 8;
    if (!isText && width == 0) {
        failNode("input 0 is " + toString(x.descriptor) + ", whose elements share bytes");
    }
    TextRoom room(context.stopToken);
    for (size_t i = 0; i < rows * places.size(); ++i) {
        const size_t from =
            i / places.size() * static_cast<size_t>(extent) + static_cast<size_t>(places[i % places.size()]);
        if (isText) {
            room.take(x.strings[from].size());
            y.strings[i] = x.strings[from];
        } else {
            std::copy_n(x.bytes.begin() + static_cast<ptrdiff_t>(from * width), width,
                y.bytes.begin() + static_cast<ptrdiff_t>(i * width));
        }
    }
    return {makeHostValue(std::move(y))};
}

// Tables side by side, each cut or filled with zeros to the columns that it shall have.
std::vector<HostValue> vectorize(const HostContext& context)
{
    const std::vector<int64_t> dimensions = intsOf(context.attributes, "inputdimensions");
    std::vector<Table> tables;
    size_t columns = 0;
    for (size_t i = 0; i < context.inputs.size(); ++i) {
        tables.push_back(tableOf(context.tensor(i)));
        const int64_t wanted =
            i < dimensions.size() ? dimensions[i] : static_cast<int64_t>(tables.back().columns);
        constexpr int64_t mostColumns = 1 << 24;
        if (wanted < 0 || wanted > mostColumns || tables.back().rows != tables.front().rows) {
            failNode("input " + std::to_string(i) + " is " + toString(context.tensor(i).descriptor)
                + ", expected " + std::to_string(tables.front().rows) + " rows and " + std::to_string(wanted)
                + " features");
        }
        columns += static_cast<size_t>(wanted);
    }
    const size_t rows = tables.empty() ? 0 : tables.front().rows;
    HostTensor y =
        makeHostTensor({DataType::Float32, {static_cast<int64_t>(rows), static_cast<int64_t>(columns)}});
    for (size_t row = 0; row < rows; ++row) {
        size_t at = row * columns;
        for (size_t i = 0; i < tables.size(); ++i) {
            const auto line = tables[i].row(row);
            const size_t wanted = i < dimensions.size() ? static_cast<size_t>(dimensions[i]) : line.size();
            for (size_t c = 0; c < std::min(wanted, line.size()); ++c) {
                y.as<float>()[at + c] = static_cast<float>(line[c]);
            }
            at += wanted;
        }
    }
    return {makeHostValue(std::move(y))};
}

// The place of each element among the categories; the number of categories for others.
std::vector<size_t> categoriesOf(const HostContext& context, const HostTensor& x, size_t& count)
{
    const std::vector<std::string> names = stringsOf(context.attributes, "cats_strings");
    const std::vector<int64_t> numbers = intsOf(context.attributes, "cats_int64s");
    const bool isText = x.descriptor.type == DataType::String;
    count = isText ? names.size() : numbers.size();
    std::map<std::string, size_t> byName;
    std::map<int64_t, size_t> byNumber;
    for (size_t i = 0; i < names.size(); ++i) {
        byName.emplace(names[i], i);
    }
    for (size_t i = 0; i < numbers.size(); ++i) {
        byNumber.emplace(numbers[i], i);
    }
    std::vector<size_t> places;
    for (size_t i = 0; i < countOf(x.descriptor.shape); ++i) {
        if (isText) {
            const auto found = byName.find(x.strings[i]);
            places.push_back(found != byName.end() ? found->second : count);
        } else {
            const auto found = byNumber.find(elementAsInt64(x, i));
            places.push_back(found != byNumber.end() ? found->second : count);
        }
    }
    return places;
}

std::vector<HostValue> encodeOneHot(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    size_t count = 0;
    const std::vector<size_t> places = categoriesOf(context, x, count);
    if (count == 0) {
        failNode("there are no categories for " + toString(x.descriptor));
    }
    Shape shape = x.descriptor.shape;
    shape.push_back(static_cast<int64_t>(count));
    HostTensor y = makeHostTensor({DataType::Float32, shape});
    for (size_t i = 0; i < places.size(); ++i) {
        if (places[i] < count) {
            y.as<float>()[i * count + places[i]] = 1;
        } else if (context.attributes.intOr("zeros", 1) == 0) {
            failNode(
                "element " + std::to_string(i) + " is none of the " + std::to_string(count) + " categories");
        }
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerFeatures(HostRegistry& registry)
{
    addOperator(registry, "ArrayFeatureExtractor", extract, 1, 2);
    addOperator(registry, "FeatureVectorizer", vectorize, 1, anyCount);
    addOperator(registry, "OneHotEncoder", encodeOneHot);
}

} // namespace weightless::ops::learning
