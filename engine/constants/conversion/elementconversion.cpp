// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/conversion/elementconversion.h"

#include "engine/base/error.h"
#include "engine/constants/conversion/floatconversion.h"
#include "engine/model/blockedfilter.h"
#include "engine/model/finitefloat.h"

#include <array>

namespace weightless {

namespace {

bool isUnpacking(DataType from, DataType to)
{
    return (from == DataType::Int4 && to == DataType::Int8)
        || (from == DataType::UInt4 && to == DataType::UInt8);
}

void unpack(std::span<const std::byte> stored, std::span<std::byte> device, bool isSigned)
{
    const unsigned sign = isSigned ? 8 : 0;
    const auto extended = [sign](unsigned nibble) { return static_cast<std::byte>((nibble ^ sign) - sign); };
    for (size_t i = 0; i < device.size() / 2; ++i) {
        const auto pair = std::to_integer<unsigned>(stored[i]);
        device[2 * i] = extended(pair & 0xfu);
        device[2 * i + 1] = extended(pair >> 4);
    }
    if (device.size() % 2 != 0) {
        device.back() = extended(std::to_integer<unsigned>(stored[device.size() / 2]) & 0xfu);
    }
}

// Block by block, through the processor's first cache.
uint64_t convertBlocks(
    const ElementConversion& conversion, std::span<const std::byte> stored, std::span<std::byte> device)
{
    const uint64_t blockBytes = filterBlockElements(conversion.taps) * (bitWidth(conversion.to) / 8);
    std::array<std::byte, filterBlockElements(mostBlockedTaps) * sizeof(float)>
        converted; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    const auto block = std::span(converted).first(blockBytes);
    uint64_t clamped = 0;
    while (!stored.empty()) {
        const auto next = stored.first(conversion.grainBytes());
        clamped += convertFloats(next, conversion.from, block, conversion.to);
        blockFilters(block, device.first(blockBytes), conversion.taps, bitWidth(conversion.to) / 8);
        stored = stored.subspan(next.size());
        device = device.subspan(blockBytes);
    }
    return clamped;
}

} // namespace

uint64_t ElementConversion::grainBytes() const
{
    constexpr uint64_t wholeWords = 8;
    return taps > 1 ? filterBlockElements(taps) * (bitWidth(from) / 8) : wholeWords;
}

uint64_t ElementConversion::deviceBytes(uint64_t storedBytes) const
{
    return bitWidth(from) < 8 ? storedBytes * 8 / bitWidth(from) * (bitWidth(to) / 8)
                              : storedBytes / (bitWidth(from) / 8) * (bitWidth(to) / 8);
}

bool ElementConversion::mayClamp() const
{
    return from != to && canConvertFloats(from, to) && finiteRange(from).kept > finiteRange(to).kept;
}

uint64_t ElementConversion::convert(std::span<const std::byte> stored, std::span<std::byte> device) const
{
    if (taps > 1 && from == to) {
        blockFilters(stored, device, taps, bitWidth(to) / 8);
        return 0;
    }
    if (taps > 1) {
        return convertBlocks(*this, stored, device);
    }
    if (isUnpacking(from, to)) {
        unpack(stored, device, from == DataType::Int4);
        return 0;
    }
    return convertFloats(stored, from, device, to);
}

bool canConvert(DataType from, DataType to)
{
    return from != to && (isUnpacking(from, to) || canConvertFloats(from, to));
}

DataType storedTypeOf(const ConstantInfo& constant)
{
    return constant.source.storedType.value_or(constant.descriptor.type);
}

uint64_t storedBytesOf(const ConstantInfo& constant)
{
    const DataType type = storedTypeOf(constant);
    return type == constant.descriptor.type ? constant.sizeBytes
                                            : byteCount({type, constant.descriptor.shape}).value_or(0);
}

bool isConverted(const ConstantInfo& constant)
{
    return storedTypeOf(constant) != constant.descriptor.type || constant.blockedTaps > 1;
}

uint64_t grainBytesOf(const ConstantInfo& constant)
{
    return ElementConversion {storedTypeOf(constant), constant.descriptor.type, constant.blockedTaps}
        .grainBytes();
}

std::optional<ElementConversion> conversionOf(const ConstantInfo& constant)
{
    const ElementConversion conversion {
        storedTypeOf(constant), constant.descriptor.type, constant.blockedTaps};
    if (!isConverted(constant)) {
        return std::nullopt;
    }
    if (conversion.from != conversion.to && !canConvert(conversion.from, conversion.to)) {
        throw Error(ErrorKind::Unsupported,
            "Constant '" + constant.name + "' is stored as " + toString(conversion.from)
                + ", which cannot be made " + toString(conversion.to));
    }
    return conversion;
}

std::optional<ConstantInfo> convertedConstant(const ConstantInfo& constant, DataType to)
{
    const ElementConversion conversion {storedTypeOf(constant), to};
    const auto sizeBytes = byteCount({to, constant.descriptor.shape});
    if (constant.descriptor.type == to || !canConvert(conversion.from, to) || !sizeBytes) {
        return std::nullopt;
    }
    ConstantInfo converted = constant;
    converted.descriptor.type = to;
    converted.sizeBytes = *sizeBytes;
    converted.source.storedType = conversion.from;
    if (constant.value) {
        converted.value = makeHostTensor(converted.descriptor);
        conversion.convert(constant.value->bytes, converted.value->bytes);
    }
    return converted;
}

} // namespace weightless
