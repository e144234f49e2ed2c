// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/inputvalues.h"

#include "engine/base/error.h"

#include <bit>
#include <cmath>
#include <locale>
#include <sstream>

namespace weightless {

namespace {

constexpr uint64_t randomIntegerCount = 10;

// SplitMix64 (Steele, Lea, Flood 2014): the standard library's distributions differ between implementations.
class Random {
public:
    explicit Random(uint64_t seed)
        : m_state(seed)
    {
    }

    uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15ull;
        uint64_t bits = m_state;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ull;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBull;
        return bits ^ (bits >> 31);
    }
    // Uniform in -1 … 1.
    double nextReal() { return static_cast<double>(next() >> 11) * 0x1p-52 - 1; }

private:
    uint64_t m_state;
};

size_t countOf(const TensorDescriptor& descriptor)
{
    return static_cast<size_t>(elementCount(descriptor.shape).value_or(0));
}

// A float holds what does not become infinite in it.
bool isHeldByFloat(DataType type, double value)
{
    HostTensor one = makeHostTensor({type, {1}});
    setElement(one, 0, value);
    return !std::isfinite(value) || !std::isinf(elementAsDouble(one, 0));
}

// Of a whole number that int64 or uint64 holds; above int64's range, the bits of the uint64.
int64_t wholeBits(double value)
{
    return value < 0 ? static_cast<int64_t>(value) : static_cast<int64_t>(static_cast<uint64_t>(value));
}

} // namespace

bool FillNumber::operator==(const FillNumber& other) const
{
    return std::bit_cast<uint64_t>(value) == std::bit_cast<uint64_t>(other.value) && whole == other.whole
        && large == other.large;
}

bool canHold(DataType type, const FillNumber& number)
{
    const double value = number.value;
    if (isFloat(type)) {
        return isHeldByFloat(type, value);
    }
    if (type == DataType::Bool) {
        return value == 0 || value == 1;
    }
    if (!isInteger(type) || !std::isfinite(value) || value != std::floor(value)) {
        return false;
    }
    if (number.large) {
        return type == DataType::UInt64;
    }
    if (number.whole && bitWidth(type) == 64) { // of which a double is not exact
        return isSignedInteger(type) || *number.whole >= 0;
    }
    const int valueBits = static_cast<int>(bitWidth(type)) - (isSignedInteger(type) ? 1 : 0);
    const double limit = std::ldexp(1.0, valueBits);
    if (valueBits == 63) { // -2^63 is a `whole`: a double of that size may have been less
        return value < limit && value > -limit;
    }
    return value < limit && value >= (isSignedInteger(type) ? -limit : 0.0);
}

std::string toString(const FillNumber& number)
{
    if (number.whole) {
        return std::to_string(*number.whole);
    }
    if (number.large) {
        return std::to_string(*number.large);
    }
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << number.value;
    return text.str();
}

namespace {

void checkHolds(const std::string& input, const TensorDescriptor& descriptor, const FillNumber& number)
{
    if (!canHold(descriptor.type, number)) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + input + "' is " + toString(descriptor) + " and cannot hold " + toString(number));
    }
}

// One that the type can hold.
void setNumber(HostTensor& tensor, size_t index, const FillNumber& number)
{
    if (isFloat(tensor.descriptor.type)) {
        setElement(tensor, index, number.value);
        return;
    }
    setElement(tensor, index,
        number.whole       ? *number.whole
            : number.large ? static_cast<int64_t>(*number.large)
                           : wholeBits(number.value));
}

} // namespace

HostTensor randomTensor(const TensorDescriptor& descriptor, uint64_t seed)
{
    HostTensor tensor = makeHostTensor(descriptor);
    Random random(seed);
    const size_t count = countOf(descriptor);
    const uint64_t limit = descriptor.type == DataType::Bool ? 2 : randomIntegerCount;
    for (size_t i = 0; i < count; ++i) {
        if (isFloat(descriptor.type)) {
            setElement(tensor, i, random.nextReal());
        } else {
            setElement(tensor, i, static_cast<int64_t>(random.next() % limit));
        }
    }
    return tensor;
}

HostTensor filledTensor(
    const std::string& input, const TensorDescriptor& descriptor, const FillNumber& number)
{
    checkHolds(input, descriptor, number);
    HostTensor tensor = makeHostTensor(descriptor);
    const size_t count = countOf(descriptor);
    for (size_t i = 0; i < count; ++i) {
        setNumber(tensor, i, number);
    }
    return tensor;
}

HostTensor listedTensor(
    const std::string& input, const TensorDescriptor& descriptor, const std::vector<FillNumber>& numbers)
{
    if (numbers.size() != countOf(descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + input + "' is " + toString(descriptor) + " with "
                + std::to_string(countOf(descriptor)) + " elements, and " + std::to_string(numbers.size())
                + " numbers were given: give as many");
    }
    HostTensor tensor = makeHostTensor(descriptor);
    for (size_t i = 0; i < numbers.size(); ++i) {
        checkHolds(input, descriptor, numbers[i]);
        setNumber(tensor, i, numbers[i]);
    }
    return tensor;
}

} // namespace weightless
