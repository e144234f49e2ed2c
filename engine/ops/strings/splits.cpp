// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/strings.h"

#include "engine/ops/nodeview.h"
#include "engine/ops/strings/regex.h"
#include "engine/ops/textroom.h"

#include <algorithm>

namespace weightless::ops::strings {

namespace {

// Row-major place in `shape`, broadcast from the result's.
size_t broadcastIndex(size_t index, const Shape& result, const Shape& shape)
{
    size_t place = 0;
    size_t stride = 1;
    for (size_t i = 0; i < result.size(); ++i) {
        const size_t axis = result.size() - 1 - i;
        const auto at = index % static_cast<size_t>(result[axis]);
        index /= static_cast<size_t>(result[axis]);
        if (i < shape.size()) {
            const auto size = static_cast<size_t>(shape[shape.size() - 1 - i]);
            place += (size == 1 ? 0 : at) * stride;
            stride *= size;
        }
    }
    return place;
}

std::vector<HostValue> concat(const HostContext& context)
{
    const HostTensor& a = stringsAt(context, 0);
    const HostTensor& b = stringsAt(context, 1);
    const auto shape = broadcast(a.descriptor.shape, b.descriptor.shape);
    if (!shape) {
        failNode(toString(a.descriptor) + " and " + toString(b.descriptor) + " do not broadcast");
    }
    HostTensor y = makeStringTensor(*shape);
    const auto first = [&](size_t i) -> const std::string& {
        return a.strings[broadcastIndex(i, *shape, a.descriptor.shape)];
    };
    const auto second = [&](size_t i) -> const std::string& {
        return b.strings[broadcastIndex(i, *shape, b.descriptor.shape)];
    };
    TextRoom room(context.stopToken);
    for (size_t i = 0; i < y.strings.size(); ++i) {
        room.take(first(i).size() + second(i).size());
    }
    for (size_t i = 0; i < y.strings.size(); ++i) {
        y.strings[i] = first(i) + second(i);
    }
    return {makeHostValue(std::move(y))};
}

std::vector<HostValue> equal(const HostContext& context)
{
    const HostTensor& a = stringsAt(context, 0);
    const HostTensor& b = stringsAt(context, 1);
    const auto shape = broadcast(a.descriptor.shape, b.descriptor.shape);
    if (!shape) {
        failNode(toString(a.descriptor) + " and " + toString(b.descriptor) + " do not broadcast");
    }
    HostTensor y = makeHostTensor({DataType::Bool, *shape});
    for (size_t i = 0; i < y.bytes.size(); ++i) {
        const bool isEqual = a.strings[broadcastIndex(i, *shape, a.descriptor.shape)]
            == b.strings[broadcastIndex(i, *shape, b.descriptor.shape)];
        y.bytes[i] = isEqual ? std::byte {1} : std::byte {0};
    }
    return {makeHostValue(std::move(y))};
}

std::vector<HostValue> matchesWhole(const HostContext& context)
{
    const HostTensor& x = stringsAt(context, 0);
    const auto regex = context.prepared([&] { return Regex(context.attributes.stringOr("pattern", "")); });
    HostTensor y = makeHostTensor({DataType::Bool, x.descriptor.shape});
    for (size_t i = 0; i < y.bytes.size(); ++i) {
        y.bytes[i] = regex->matchesWhole(x.strings[i]) ? std::byte {1} : std::byte {0};
    }
    return {makeHostValue(std::move(y))};
}

// At the delimiter; without one, at runs of white space, of which none begins or ends a part.
std::vector<std::string> partsOf(
    const std::string& text, const std::string& delimiter, size_t mostSplits, TextRoom& room)
{
    constexpr std::string_view space = " \t\n\r\f\v";
    std::vector<std::string> parts;
    size_t at = 0;
    while (true) {
        if (delimiter.empty()) {
            at = text.find_first_not_of(space, at);
            if (at == std::string::npos) {
                return parts;
            }
        }
        const size_t end = parts.size() == mostSplits ? std::string::npos
            : delimiter.empty()                       ? text.find_first_of(space, at)
                                                      : text.find(delimiter, at);
        room.take(std::min(end, text.size()) - at);
        if (end == std::string::npos) {
            parts.push_back(text.substr(at));
            return parts;
        }
        parts.push_back(text.substr(at, end - at));
        at = end + std::max<size_t>(delimiter.size(), 1);
    }
}

std::vector<HostValue> split(const HostContext& context)
{
    const HostTensor& x = stringsAt(context, 0);
    const std::string delimiter = context.attributes.stringOr("delimiter", "");
    const int64_t most = context.attributes.intOr("maxsplit", -1);
    std::vector<std::vector<std::string>> parts;
    HostTensor counts = makeHostTensor({DataType::Int64, x.descriptor.shape});
    size_t widest = 0;
    TextRoom room(context.stopToken);
    for (size_t i = 0; i < x.strings.size(); ++i) {
        parts.push_back(x.strings[i].empty()
                ? std::vector<std::string> {}
                : partsOf(x.strings[i], delimiter, most < 0 ? SIZE_MAX : static_cast<size_t>(most), room));
        widest = std::max(widest, parts.back().size());
        counts.as<int64_t>()[i] = static_cast<int64_t>(parts.back().size());
    }
    Shape shape = x.descriptor.shape;
    shape.push_back(static_cast<int64_t>(widest));
    HostTensor y = makeStringTensor(std::move(shape));
    for (size_t i = 0; i < parts.size(); ++i) {
        std::ranges::move(parts[i], y.strings.begin() + static_cast<ptrdiff_t>(i * widest));
    }
    return {makeHostValue(std::move(y)), makeHostValue(std::move(counts))};
}

} // namespace

void registerSplits(HostRegistry& registry)
{
    registry.add({.op = {.name = "Equal", .sinceVersion = 19, .minInputs = 2, .maxInputs = 2}, .run = equal});
    registry.add({.op = {.name = "RegexFullMatch", .sinceVersion = 20}, .run = matchesWhole});
    registry.add(
        {.op = {.name = "StringConcat", .sinceVersion = 20, .minInputs = 2, .maxInputs = 2}, .run = concat});
    registry.add({.op = {.name = "StringSplit", .sinceVersion = 20, .maxOutputs = 2}, .run = split});
}

} // namespace weightless::ops::strings
