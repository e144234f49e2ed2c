// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/shape.h"

namespace weightless {

namespace {

template <typename Range, typename ToText>
std::string bracketed(const Range& range, ToText toText)
{
    std::string text = "[";
    for (const auto& item : range) {
        if (text.size() > 1) {
            text += ", ";
        }
        text += toText(item);
    }
    return text + "]";
}

} // namespace

std::optional<int64_t> elementCount(const Shape& shape)
{
    constexpr int64_t limit = int64_t {1} << 62;
    int64_t count = 1;
    bool hasZero = false;
    for (const int64_t dimension : shape) {
        if (dimension < 0) {
            return std::nullopt;
        }
        if (dimension == 0) {
            hasZero = true;
        } else if (count > limit / dimension) {
            return std::nullopt;
        } else {
            count *= dimension;
        }
    }
    return hasZero ? 0 : count;
}

std::string toString(const Shape& shape)
{
    return bracketed(shape, [](int64_t dimension) { return std::to_string(dimension); });
}

std::string toString(const SymbolicShape& shape)
{
    return bracketed(shape, [](const Dimension& dimension) {
        if (!dimension.isFree()) {
            return std::to_string(dimension.value);
        }
        return dimension.symbol.empty() ? std::string("?") : dimension.symbol;
    });
}

std::optional<Shape> toConcrete(const SymbolicShape& shape)
{
    Shape concrete;
    for (const Dimension& dimension : shape) {
        if (dimension.isFree()) {
            return std::nullopt;
        }
        concrete.push_back(dimension.value);
    }
    return concrete;
}

std::optional<uint64_t> byteCount(const TensorDescriptor& descriptor)
{
    const auto count = elementCount(descriptor.shape);
    return count ? byteCount(descriptor.type, static_cast<uint64_t>(*count)) : std::nullopt;
}

std::string toString(const TensorDescriptor& descriptor)
{
    return toString(descriptor.type) + toString(descriptor.shape);
}

} // namespace weightless
