// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/attributediff.h"

#include "engine/model/model.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace weightless {

namespace {

using Body = std::shared_ptr<const ModelGraph>;

// What was not read, a sparse tensor say, is not equal to anything.
bool isUnread(const OpaqueAttribute& value)
{
    return value.referencedAttribute.empty() && value.content.empty();
}

template <typename T>
bool isEqual(const T& a, const T& b)
{
    return a == b;
}

bool isEqual(float a, float b)
{
    return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); // NaN is NaN
}

bool isEqual(const OpaqueAttribute& a, const OpaqueAttribute& b)
{
    return !isUnread(a) && a.kind == b.kind && a.referencedAttribute == b.referencedAttribute
        && a.content == b.content;
}

bool isEqual(const std::shared_ptr<const ConstantInfo>& a, const std::shared_ptr<const ConstantInfo>& b)
{
    return a->descriptor == b->descriptor && a->value == b->value
        && (a->value || lengthBytes(a->source) == lengthBytes(b->source));
}

// Bodies are compared by themselves.
bool isEqual(const Body& /*a*/, const Body& /*b*/)
{
    return true;
}

template <typename T>
bool isEqual(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::ranges::equal(a, b, [](const T& x, const T& y) { return isEqual(x, y); });
}

bool isEqualAttribute(const AttributeValue& a, const AttributeValue& b)
{
    return a.index() == b.index()
        && std::visit([&b]<typename T>(const T& value) { return isEqual(value, std::get<T>(b)); }, a);
}

// Of two that are not equal.
std::string describeChange(const AttributeValue& a, const AttributeValue& b)
{
    const std::string from = toString(a), to = toString(b);
    if (from != to) {
        return from + " → " + to;
    }
    const auto* opaque = std::get_if<OpaqueAttribute>(&a);
    return opaque != nullptr && isUnread(*opaque) ? from + ", unread" : std::string("other values");
}

} // namespace

std::vector<std::string> diffAttributes(const Attributes& before, const Attributes& after)
{
    std::vector<std::string> details;
    for (const auto& [name, value] : before.all()) {
        const AttributeValue* other = after.find(name);
        if (other == nullptr) {
            details.push_back("attribute " + name + ": " + toString(value) + " → none");
        } else if (!isEqualAttribute(value, *other)) {
            details.push_back("attribute " + name + ": " + describeChange(value, *other));
        }
    }
    for (const auto& [name, value] : after.all()) {
        if (!before.has(name)) {
            details.push_back("attribute " + name + ": none → " + toString(value));
        }
    }
    return details;
}

} // namespace weightless
