// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/hostvaluecheck.h"

#include "engine/base/error.h"

#include <cstdint>
#include <optional>

namespace weightless {

namespace {

void requireMap(const HostMap& map, const std::string& what)
{
    requireWhole(map.keys, what + ", keys of a map");
    requireWhole(map.values, what + ", values of a map");
    if (map.keys.descriptor.shape.size() != 1 || map.keys.descriptor.shape != map.values.descriptor.shape) {
        throw Error(ErrorKind::InvalidArgument,
            what + ": a map has as many keys as values, both of rank 1, and not keys "
                + toString(map.keys.descriptor) + " and values " + toString(map.values.descriptor));
    }
}

} // namespace

void requireWhole(const HostTensor& tensor, const std::string& what)
{
    const bool isText = tensor.descriptor.type == DataType::String;
    const std::optional<uint64_t> expected = isText
        ? std::optional<uint64_t>(elementCount(tensor.descriptor.shape))
        : byteCount(tensor.descriptor);
    const uint64_t actual = isText ? tensor.strings.size() : tensor.bytes.size();
    if (!expected) {
        throw Error(ErrorKind::InvalidArgument,
            what + " cannot be " + toString(tensor.descriptor) + ": it has no size");
    }
    if (actual != *expected) {
        const std::string unit = isText ? " strings" : " bytes";
        throw Error(ErrorKind::InvalidArgument,
            what + ": a tensor " + toString(tensor.descriptor) + " takes " + std::to_string(*expected) + unit
                + ", not " + std::to_string(actual));
    }
}

void requireWhole(const HostValue& value, const std::string& what)
{
    if (value.tensor) {
        requireWhole(*value.tensor, what);
    }
    if (value.sequence) {
        for (size_t i = 0; i < value.sequence->elements.size(); ++i) {
            requireWhole(value.sequence->elements[i], what + ", element " + std::to_string(i));
        }
    }
    if (value.map) {
        requireMap(*value.map, what);
    }
}

} // namespace weightless
