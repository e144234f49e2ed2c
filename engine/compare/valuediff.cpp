// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/valuediff.h"

#include "engine/base/error.h"
#include "engine/base/float16.h"
#include "engine/inspection/tensorvalues.h"
#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace weightless {

namespace {

constexpr uint64_t partElements = uint64_t {256} * 1024;

// The same range of the same file, unchanged: equal without reading.
bool isSameRange(const ConstantInfo& a, const ConstantInfo& b)
{
    const auto* first = std::get_if<FileRange>(&a.source.range);
    const auto* second = std::get_if<FileRange>(&b.source.range);
    return first != nullptr && second != nullptr && first->file && second->file
        && first->file->identity == second->file->identity && first->offsetBytes == second->offsetBytes
        && first->lengthBytes == second->lengthBytes && a.source.encoding == b.source.encoding && !a.value
        && !b.value;
}

// Of one element, whose bytes differ.
void note(ValueDifferences& differences, double x, double y)
{
    ++differences.elements;
    differences.zeroSigns += x == 0 && y == 0 ? 1 : 0;
    if (std::isfinite(x) && std::isfinite(y)) {
        // Of two large ones with other signs it has no number either: the largest there is.
        const double size = std::min(std::abs(x - y), std::numeric_limits<double>::max());
        differences.largest = std::max(differences.largest.value_or(0), size);
    } else if (!std::isnan(x) || !std::isnan(y)) {
        ++differences.nonFinite;
    }
}

// `toNumber` makes a float of its bits.
template <typename Bits, typename ToNumber>
void compareFloats(
    const HostTensor& x, const HostTensor& y, const ToNumber& toNumber, ValueDifferences& differences)
{
    const std::span<const Bits> a = x.as<Bits>(), b = y.as<Bits>();
    for (size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) {
            note(differences, toNumber(a[i]), toNumber(b[i]));
        }
    }
}

// Less than a byte each, some of them.
void compareNarrow(const HostTensor& x, const HostTensor& y, size_t count, ValueDifferences& differences)
{
    const DataType type = x.descriptor.type;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t a = narrowCode(x.bytes, type, i), b = narrowCode(y.bytes, type, i);
        if (a == b) {
            continue;
        }
        if (isNarrowFloat(type)) {
            note(differences, narrowToFloat(type, a), narrowToFloat(type, b));
        } else {
            ++differences.elements;
        }
    }
}

void compareBytes(const HostTensor& x, const HostTensor& y, ValueDifferences& differences)
{
    const size_t elementBytes = std::max<size_t>(bitWidth(x.descriptor.type) / 8, 1);
    for (size_t i = 0; i + elementBytes <= x.bytes.size(); i += elementBytes) {
        differences.elements += std::memcmp(&x.bytes[i], &y.bytes[i], elementBytes) != 0 ? 1 : 0;
    }
}

void compareParts(const HostTensor& x, const HostTensor& y, size_t count, ValueDifferences& differences)
{
    switch (x.descriptor.type) { // those that weights mostly are: millions of elements
    case DataType::Float32:
        return compareFloats<uint32_t>(x, y, std::bit_cast<float, uint32_t>, differences);
    case DataType::Float64:
        return compareFloats<uint64_t>(x, y, std::bit_cast<double, uint64_t>, differences);
    case DataType::Float16:
        return compareFloats<uint16_t>(x, y, float16ToFloat, differences);
    case DataType::BFloat16:
        return compareFloats<uint16_t>(x, y, bfloat16ToFloat, differences);
    case DataType::String:
        for (size_t i = 0; i < x.strings.size(); ++i) {
            differences.elements += x.strings[i] != y.strings[i] ? 1 : 0;
        }
        return;
    default:
        return isNarrow(x.descriptor.type) ? compareNarrow(x, y, count, differences)
                                           : compareBytes(x, y, differences);
    }
}

bool isAnyFloat(DataType type)
{
    return isFloat(type) || isNarrowFloat(type);
}

// Of float types that are not the same: every number of the one is a number here.
void compareWidened(const HostTensor& x, const HostTensor& y, size_t count, ValueDifferences& differences)
{
    for (size_t i = 0; i < count; ++i) {
        const double a = elementAsDouble(x, i), b = elementAsDouble(y, i);
        const bool isSame = a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
        if (!isSame) {
            note(differences, a, b);
        }
    }
}

} // namespace

TensorDescriptor storedDescriptor(const ConstantInfo& constant)
{
    return TensorValues {
        std::shared_ptr<const ConstantInfo>(std::shared_ptr<const void>(), &constant), nullptr}
        .descriptor();
}

bool canCompareTypes(const ConstantInfo& a, const ConstantInfo& b)
{
    const TensorDescriptor x = storedDescriptor(a), y = storedDescriptor(b);
    return a.descriptor.shape == b.descriptor.shape && x.shape == y.shape && isAnyFloat(x.type)
        && isAnyFloat(y.type);
}

ValueDifferences differencesOf(const std::shared_ptr<const ConstantInfo>& a,
    const std::shared_ptr<const ConstantInfo>& b, bool isQuick, const std::function<void(uint64_t)>& onBytes,
    const std::stop_token& stop)
{
    const bool isOneType = storedDescriptor(*a).type == storedDescriptor(*b).type;
    if (isOneType && isSameRange(*a, *b)) {
        return {};
    }
    TensorReader first({a, nullptr}), second({b, nullptr});
    const uint64_t total = first.tensor().elementCount();
    ValueDifferences differences;
    for (uint64_t done = 0; done < total && !(isQuick && differences.elements > 0);) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Comparing was cancelled");
        }
        const uint64_t count = std::min(done == 0 ? beginningElements : partElements, total - done);
        const HostTensor x = first.read(done, count, stop), y = second.read(done, count, stop);
        if (!isOneType) {
            compareWidened(x, y, count, differences);
        } else if (x.bytes != y.bytes || x.strings != y.strings) {
            compareParts(x, y, count, differences);
        }
        done += count;
        if (onBytes) {
            onBytes(x.bytes.size());
        }
    }
    first.checkUnchanged();
    second.checkUnchanged();
    return differences;
}

} // namespace weightless
