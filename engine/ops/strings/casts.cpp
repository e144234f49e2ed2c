// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/strings.h"

#include "engine/ops/nodeview.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace weightless::ops::strings {

namespace {

// As NumPy writes it: the shortest text that reads back as the same number.
std::string toText(const HostTensor& tensor, size_t index)
{
    std::array<char, 64> text {};
    std::to_chars_result end {};
    const DataType type = tensor.descriptor.type;
    if (isFloat(type)) {
        const double value = elementAsDouble(tensor, index);
        if (std::isnan(value)) {
            return "NaN";
        }
        if (std::isinf(value)) {
            return value > 0 ? "INF" : "-INF";
        }
        end = type == DataType::Float64
            ? std::to_chars(text.data(), text.data() + text.size(), value)
            : std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value));
    } else if (type == DataType::UInt64) {
        end = std::to_chars(text.data(), text.data() + text.size(), tensor.as<uint64_t>()[index]);
    } else {
        end = std::to_chars(text.data(), text.data() + text.size(), elementAsInt64(tensor, index));
    }
    return {text.data(), end.ptr};
}

std::string_view withoutSpaceAround(std::string_view text)
{
    constexpr std::string_view space = " \t\n\v\f\r";
    const size_t first = std::min(text.find_first_not_of(space), text.size());
    return text.substr(first, text.find_last_not_of(space) + 1 - first);
}

template <typename Number>
Number numberOf(const std::string& text)
{
    std::string_view digits = withoutSpaceAround(text);
    if (digits.starts_with('+') && !digits.starts_with("+-")) {
        digits.remove_prefix(1);
    }
    Number value {};
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, value);
    if (error != std::errc() || end != last) {
        failNode(std::string("'").append(text, 0, 64).append("' is no number"));
    }
    return value;
}

// Beyond int64, in the bits of one. What is below zero wraps, as in any other type without a sign.
int64_t bitsOfUnsigned(const std::string& text)
{
    return withoutSpaceAround(text).starts_with('-') ? numberOf<int64_t>(text)
                                                     : static_cast<int64_t>(numberOf<uint64_t>(text));
}

HostTensor toStrings(const HostTensor& x)
{
    if (x.descriptor.type == DataType::String) {
        return x;
    }
    HostTensor y = makeStringTensor(x.descriptor.shape);
    for (size_t i = 0; i < y.strings.size(); ++i) {
        y.strings[i] = toText(x, i);
    }
    return y;
}

HostTensor toNumbers(const HostTensor& x, DataType type)
{
    if (!isFloat(type) && !isInteger(type)) {
        failNode("strings cannot become " + toString(type));
    }
    HostTensor y = makeHostTensor({type, x.descriptor.shape});
    for (size_t i = 0; i < x.strings.size(); ++i) {
        if (isFloat(type)) {
            setElement(y, i, numberOf<double>(x.strings[i]));
        } else if (type == DataType::UInt64) {
            setElement(y, i, bitsOfUnsigned(x.strings[i]));
        } else {
            setElement(y, i, numberOf<int64_t>(x.strings[i]));
        }
    }
    return y;
}

HostValue converted(const HostTensor& x, DataType type)
{
    if (type == DataType::String) {
        return makeHostValue(toStrings(x));
    }
    if (x.descriptor.type != DataType::String) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected strings");
    }
    return makeHostValue(toNumbers(x, type));
}

std::vector<HostValue> cast(const HostContext& context)
{
    return {converted(context.tensor(0), static_cast<DataType>(context.attributes.intOr("to", 0)))};
}

std::vector<HostValue> castLike(const HostContext& context)
{
    return {converted(context.tensor(0), context.tensor(1).descriptor.type)};
}

// What no device holds is no float.
std::vector<HostValue> castBeside(const HostContext& context)
{
    return {*context.inputs[0]};
}

bool isToString(const HostChoice& choice)
{
    return choice.attributes.intOr("to", 0) == static_cast<int64_t>(DataType::String);
}

} // namespace

void registerCasts(HostRegistry& registry)
{
    registry.add({.op = {.name = "Cast", .sinceVersion = 9}, .run = cast, .takes = isToString});
    registry.add(
        {.op = {.name = "CastLike", .sinceVersion = 15, .minInputs = 2, .maxInputs = 2}, .run = castLike});
    registry.add(
        {.op = {.name = "CastBeside", .maxInputs = anyCount, .domain = "weightless"}, .run = castBeside});
}

} // namespace weightless::ops::strings
