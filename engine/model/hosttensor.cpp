// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/hosttensor.h"

#include "engine/base/error.h"
#include "engine/base/float16.h"
#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <limits>

namespace weightless {

namespace {

// Calls visit(T) with a value-initialised element of the C++ type behind `type`; 16-bit floats come as their
// own tags.
struct Half {
    uint16_t bits;
};
struct BrainFloat {
    uint16_t bits;
};

template <typename Visitor>
decltype(auto) visitType(DataType type, Visitor&& visit)
{
    switch (type) {
    case DataType::Float32:
        return visit(float {});
    case DataType::Float64:
        return visit(double {});
    case DataType::Float16:
        return visit(Half {});
    case DataType::BFloat16:
        return visit(BrainFloat {});
    case DataType::Int8:
        return visit(int8_t {});
    case DataType::Int16:
        return visit(int16_t {});
    case DataType::Int32:
        return visit(int32_t {});
    case DataType::Int64:
        return visit(int64_t {});
    case DataType::UInt8:
    case DataType::Bool:
        return visit(uint8_t {});
    case DataType::UInt16:
        return visit(uint16_t {});
    case DataType::UInt32:
        return visit(uint32_t {});
    case DataType::UInt64:
        return visit(uint64_t {});
    default:
        throw Error(
            ErrorKind::Unsupported, "Elements of type " + toString(type) + " cannot be evaluated on the CPU");
    }
}

template <typename To>
To widen(auto element)
{
    using From = decltype(element);
    double value = 0;
    if constexpr (std::is_same_v<From, Half>) {
        value = float16ToFloat(element.bits);
    } else if constexpr (std::is_same_v<From, BrainFloat>) {
        value = bfloat16ToFloat(element.bits);
    } else if constexpr (std::is_integral_v<From>) {
        return static_cast<To>(element);
    } else {
        value = element;
    }
    if constexpr (std::is_same_v<To, int64_t>) {
        // A float beyond int64's range has no value to convert to; saturate rather than invoke undefined
        // behaviour.
        constexpr double limit = 9223372036854775808.0;
        if (!(value > -limit)) {
            return value != value ? 0 : std::numeric_limits<int64_t>::min();
        }
        return value >= limit ? std::numeric_limits<int64_t>::max() : static_cast<int64_t>(value);
    } else {
        return value;
    }
}

template <typename To, typename From>
To narrow(From value)
{
    if constexpr (std::is_same_v<To, Half>) {
        return {floatToFloat16(static_cast<float>(value))};
    } else if constexpr (std::is_same_v<To, BrainFloat>) {
        return {floatToBfloat16(static_cast<float>(value))};
    } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
        if constexpr (std::is_same_v<To, uint64_t>) {
            constexpr From half = 9223372036854775808.0; // as far as int64 reaches
            if (value >= half) {
                return value < 2 * half ? static_cast<uint64_t>(value) : std::numeric_limits<uint64_t>::max();
            }
        }
        // Through int64, wrapping, as the conversions of the device do for values in range.
        return static_cast<To>(widen<int64_t>(value));
    } else {
        return static_cast<To>(value);
    }
}

// Callers check what comes from a file and say what is wrong with it; this keeps those that forget inside.
void requireIndex(const HostTensor& tensor, size_t index, size_t count)
{
    if (index >= count) {
        throw Error(ErrorKind::Internal,
            "Element " + std::to_string(index) + " of " + toString(tensor.descriptor) + " was asked for");
    }
}

size_t packedCount(const HostTensor& tensor)
{
    return tensor.bytes.size() * 8 / bitWidth(tensor.descriptor.type);
}

template <typename To>
To elementAs(const HostTensor& tensor, size_t index)
{
    if (const DataType type = tensor.descriptor.type; isNarrow(type)) {
        requireIndex(tensor, index, packedCount(tensor));
        return widen<To>(narrowToFloat(type, narrowCode(tensor.bytes, type, index)));
    }
    return visitType(tensor.descriptor.type, [&](auto tag) {
        const auto elements = tensor.as<decltype(tag)>();
        requireIndex(tensor, index, elements.size());
        return widen<To>(elements[index]);
    });
}

template <typename From>
void assign(HostTensor& tensor, size_t index, From value)
{
    if (const DataType type = tensor.descriptor.type; isNarrow(type)) {
        requireIndex(tensor, index, packedCount(tensor));
        const uint8_t code = std::is_integral_v<From> ? integerToNarrow(type, static_cast<int64_t>(value))
                                                      : floatToNarrow(type, static_cast<float>(value));
        setNarrowCode(tensor.bytes, type, index, code);
        return;
    }
    visitType(tensor.descriptor.type, [&](auto tag) {
        const auto elements = tensor.as<decltype(tag)>();
        requireIndex(tensor, index, elements.size());
        if (tensor.descriptor.type == DataType::Bool) {
            elements[index] = narrow<decltype(tag)>(value != From {} ? 1 : 0);
        } else {
            elements[index] = narrow<decltype(tag)>(value);
        }
    });
}

} // namespace

HostTensor makeHostTensor(TensorDescriptor descriptor)
{
    const auto sizeBytes = byteCount(descriptor);
    if (!sizeBytes) {
        throw Error(ErrorKind::InvalidArgument, "A tensor " + toString(descriptor) + " has no size in bytes");
    }
    return {std::move(descriptor), std::vector<std::byte>(*sizeBytes), {}};
}

HostTensor makeInt64Tensor(std::span<const int64_t> values)
{
    HostTensor tensor = makeHostTensor({DataType::Int64, {static_cast<int64_t>(values.size())}});
    std::ranges::copy(values, tensor.as<int64_t>().begin());
    return tensor;
}

HostTensor makeInt64Scalar(int64_t value)
{
    HostTensor tensor = makeHostTensor({DataType::Int64, {}});
    tensor.as<int64_t>()[0] = value;
    return tensor;
}

size_t HostTensor::elementCount() const
{
    return static_cast<size_t>(weightless::elementCount(descriptor.shape).value_or(0));
}

double elementAsDouble(const HostTensor& tensor, size_t index)
{
    return elementAs<double>(tensor, index);
}

int64_t elementAsInt64(const HostTensor& tensor, size_t index)
{
    return elementAs<int64_t>(tensor, index);
}

void setElement(HostTensor& tensor, size_t index, double value)
{
    assign(tensor, index, value);
}

void setElement(HostTensor& tensor, size_t index, int64_t value)
{
    assign(tensor, index, value);
}

std::vector<int64_t> toInt64Vector(const HostTensor& tensor)
{
    std::vector<int64_t> values(static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0)));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = elementAsInt64(tensor, i);
    }
    return values;
}

} // namespace weightless
