// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/signal/signalcases.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace weightless::ops::signal {

namespace {

using Complex = std::complex<double>;

// What a value is turned by on its way from one domain to the other.
class Turns {
public:
    Turns(int64_t size, bool isInverse)
        : m_turns(static_cast<size_t>(size))
    {
        for (int64_t i = 0; i < size; ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size);
            m_turns[static_cast<size_t>(i)] = std::polar(1.0, isInverse ? angle : -angle);
        }
    }

    [[nodiscard]] Complex of(int64_t bin, int64_t n) const
    {
        return m_turns[static_cast<size_t>(bin * n) % m_turns.size()];
    }

private:
    std::vector<Complex> m_turns;
};

Complex valueAt(const HostTensor& x, int64_t index)
{
    const int64_t parts = x.descriptor.shape.back();
    return {elementAsDouble(x, static_cast<size_t>(index * parts)),
        parts == 2 ? elementAsDouble(x, static_cast<size_t>(index * parts + 1)) : 0};
}

void setTolerance(OperatorCase& test, DataType type)
{
    const bool is16Bit = type == DataType::Float16 || type == DataType::BFloat16;
    test.relativeTolerance = is16Bit ? 2e-2 : 1e-4;
    test.absoluteTolerance = is16Bit ? 2e-1 : 1e-3;
}

struct DftOptions {
    int64_t axis = 1;
    int64_t length = 0; // 0: the signal's
    bool isInverse = false;
    bool isOneSided = false;
    int64_t opset = 20;
};

OperatorCase dftCase(const HostTensor& x, const DftOptions& options)
{
    const Shape& shape = x.descriptor.shape;
    const auto rank = static_cast<int64_t>(shape.size());
    const auto axis = static_cast<size_t>(options.axis < 0 ? options.axis + rank : options.axis);
    const int64_t size = options.length > 0 ? options.length : shape[axis];
    Shape places(shape.begin(), shape.end() - 1);
    Shape resultPlaces = places;
    resultPlaces[axis] = options.isOneSided ? size / 2 + 1 : size;
    Shape resultShape = resultPlaces;
    resultShape.push_back(2);
    HostTensor y = makeHostTensor({x.descriptor.type, resultShape});
    const Turns turns(size, options.isInverse);
    for (int64_t i = 0; i < elementCount(resultPlaces).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, resultPlaces);
        const int64_t bin = place[axis];
        Complex sum = 0;
        for (int64_t n = 0; n < std::min(size, shape[axis]); ++n) {
            place[axis] = n;
            sum += valueAt(x, indexOf(place, places)) * turns.of(bin, n);
        }
        sum /= options.isInverse ? static_cast<double>(size) : 1;
        setElement(y, static_cast<size_t>(2 * i), sum.real());
        setElement(y, static_cast<size_t>(2 * i + 1), sum.imag());
    }
    OperatorCase test {.name = toString(x.descriptor) + " axis " + std::to_string(options.axis)
            + (options.length > 0 ? ", length " + std::to_string(size) : "")
            + (options.isInverse ? ", inverse" : "") + (options.isOneSided ? ", one side" : ""),
        .opType = "DFT",
        .opset = options.opset};
    test.inputs = {x};
    test.inputs.push_back(options.length > 0 ? std::optional(makeInt64Scalar(size)) : std::nullopt);
    if (options.opset < 20) {
        test.attributes.set("axis", options.axis);
    } else {
        test.inputs.push_back(makeInt64Scalar(options.axis));
    }
    test.constantInputs = {1, 2};
    test.attributes.set("inverse", int64_t {options.isInverse});
    test.attributes.set("onesided", int64_t {options.isOneSided});
    test.expected = {std::move(y)};
    setTolerance(test, x.descriptor.type);
    return test;
}

// Half of a spectrum becomes a real signal: the sum over the whole one, its other half put back.
OperatorCase halfCase(const HostTensor& x, int64_t axis, int64_t length, int64_t opset)
{
    const Shape& shape = x.descriptor.shape;
    const auto along = static_cast<size_t>(axis);
    const int64_t size = length > 0 ? length : 2 * (shape[along] - 1);
    const Shape places(shape.begin(), shape.end() - 1);
    Shape resultShape = places;
    resultShape[along] = size;
    const Shape resultPlaces = resultShape;
    resultShape.push_back(1);
    HostTensor y = makeHostTensor({x.descriptor.type, resultShape});
    const Turns turns(size, true);
    for (int64_t i = 0; i < elementCount(resultPlaces).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, resultPlaces);
        const int64_t time = place[along];
        Complex sum = 0;
        for (int64_t n = 0; n < size; ++n) {
            const int64_t kept = std::min(n, size - n);
            place[along] = kept;
            Complex bin = kept < shape[along] ? valueAt(x, indexOf(place, places)) : 0;
            bin = n == 0 || 2 * n == size ? bin.real() : n > kept ? std::conj(bin) : bin;
            sum += bin * turns.of(time, n);
        }
        setElement(y, static_cast<size_t>(i), sum.real() / static_cast<double>(size));
    }
    OperatorCase test = dftCase(x, {.axis = axis, .length = length, .isInverse = true, .opset = opset});
    test.name += ", of half a spectrum";
    test.attributes.set("onesided", int64_t {1});
    test.expected = {std::move(y)};
    return test;
}

OperatorCase stftCase(const HostTensor& x, int64_t hop, int64_t size, bool hasWindow, bool isOneSided)
{
    const Shape& shape = x.descriptor.shape;
    const int64_t frames = 1 + (shape[1] - size) / hop;
    const int64_t bins = isOneSided ? size / 2 + 1 : size;
    const HostTensor window = randomTensor(x.descriptor.type, {size}, 3, 0.5, 1);
    HostTensor y = makeHostTensor({x.descriptor.type, {shape[0], frames, bins, 2}});
    const Turns turns(size, false);
    for (int64_t i = 0; i < shape[0] * frames * bins; ++i) {
        const int64_t frame = i / bins % frames;
        const int64_t batch = i / bins / frames;
        Complex sum = 0;
        for (int64_t n = 0; n < size; ++n) {
            const double weight = hasWindow ? elementAsDouble(window, static_cast<size_t>(n)) : 1;
            sum += weight * valueAt(x, batch * shape[1] + frame * hop + n) * turns.of(i % bins, n);
        }
        setElement(y, static_cast<size_t>(2 * i), sum.real());
        setElement(y, static_cast<size_t>(2 * i + 1), sum.imag());
    }
    OperatorCase test {.name = toString(x.descriptor) + ", " + std::to_string(size) + " every "
            + std::to_string(hop) + (hasWindow ? ", window" : "") + (isOneSided ? ", one side" : ""),
        .opType = "STFT",
        .opset = 17};
    test.inputs = {x, makeInt64Scalar(hop)};
    test.inputs.push_back(hasWindow ? std::optional(window) : std::nullopt);
    test.inputs.push_back(hasWindow ? std::nullopt : std::optional(makeInt64Scalar(size)));
    test.constantInputs = {1, 3};
    test.attributes.set("onesided", int64_t {isOneSided});
    test.expected = {std::move(y)};
    setTolerance(test, x.descriptor.type);
    return test;
}

// Sizes that are transformed in passes, and those of large primes, which a convolution does.
void addFastCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(dftCase(randomTensor(type, {2, 120, 3, 1}, 7), {.axis = 1}));
        cases.push_back(dftCase(randomTensor(type, {3, 223, 2}, 8), {.axis = -2, .isInverse = true}));
        cases.push_back(halfCase(randomTensor(type, {2, 65, 3, 2}, 9), 1, 0, 20));
        cases.push_back(stftCase(randomTensor(type, {2, 500, 1}, 10), 70, 96, true, true));
    }
    const DataType f32 = DataType::Float32;
    for (const int64_t size : {243, 256, 257, 289, 509, 512, 625, 1001, 1009, 1024, 1331, 2048, 2197}) {
        OperatorCase test = dftCase(randomTensor(f32, {1, size, 2}, 11), {.axis = 1});
        // Of sums as large as the root of their terms; adding up term by term is several times less exact.
        test.relativeTolerance = 0;
        test.absoluteTolerance = 1e-6 * std::sqrt(static_cast<double>(size));
        cases.push_back(std::move(test));
    }
    // Nothing on the way is larger than a result may be.
    OperatorCase large = dftCase(randomTensor(f32, {1, 1009, 2}, 18, -1e35, 1e35), {.axis = 1});
    large.name += " of large numbers";
    large.relativeTolerance = 0;
    large.absoluteTolerance = 4e30;
    cases.push_back(std::move(large));
    for (const int64_t size : {200, 223, 333}) { // of 200: some are left out, or are not there
        for (const bool isInverse : {false, true}) {
            cases.push_back(dftCase(randomTensor(f32, {2, 200, 3, 2}, 12), {1, size, isInverse, false, 17}));
        }
        cases.push_back(dftCase(randomTensor(f32, {200, 3, 1}, 13), {0, size, false, true, 20}));
        cases.push_back(halfCase(randomTensor(f32, {101, 3, 2}, 14), 0, size, 17));
        cases.push_back(stftCase(randomTensor(f32, {2, 700, 1}, 15), 9, size, true, size % 2 != 0));
        cases.push_back(stftCase(randomTensor(f32, {1, 700, 2}, 16), 150, size, false, false));
    }
}

} // namespace

void addFourierCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(dftCase(randomTensor(type, {2, 11, 3, 1}, 1), {.axis = 1}));
        cases.push_back(dftCase(randomTensor(type, {2, 8, 2}, 2), {.axis = -2, .isInverse = true}));
        cases.push_back(halfCase(randomTensor(type, {2, 5, 3, 2}, 5), 1, 0, 20));
        cases.push_back(stftCase(randomTensor(type, {2, 29, 1}, 3), 4, 7, true, true));
    }
    const DataType f32 = DataType::Float32;
    cases.push_back(dftCase(randomTensor(f32, {3, 10, 1}, 4), {.axis = 1, .isOneSided = true}));
    cases.push_back(dftCase(randomTensor(f32, {3, 7, 1}, 4), {.axis = 0, .opset = 17}));
    cases.push_back(dftCase(randomTensor(f32, {3, 7, 2}, 4), {.axis = 1, .length = 5}));
    cases.push_back(dftCase(randomTensor(f32, {3, 7, 2}, 4), {.axis = 1, .length = 16}));
    cases.push_back(dftCase(randomTensor(f32, {0, 7, 2}, 4), {.axis = 1}));
    for (const int64_t length : {1, 2, 7, 8, 13, 20}) { // of 6 bins: some are left out, or are not there
        cases.push_back(halfCase(randomTensor(f32, {6, 3, 2}, 6), 0, length, 17));
    }
    addFastCases(cases);
    cases.push_back(stftCase(randomTensor(f32, {1, 16, 2}, 3), 3, 8, false, false));
    cases.push_back(stftCase(randomTensor(f32, {1, 8, 1}, 3), 3, 8, false, true));
    OperatorCase wrong = dftCase(randomTensor(f32, {3, 7, 2}, 4), {.axis = 1});
    wrong.inputs[0] = randomTensor(f32, {3, 7, 3}, 4);
    wrong.expectedError = "expected the last dimension to be 1 (real) or 2 (complex)";
    cases.push_back(wrong);
    wrong = halfCase(randomTensor(f32, {3, 7, 2}, 4), 1, 0, 20);
    wrong.inputs[0] = randomTensor(f32, {3, 7, 1}, 4);
    wrong.expectedError = "inverse = 1 and onesided = 1 need a complex spectrum";
    cases.push_back(wrong);
    wrong = halfCase(randomTensor(f32, {3, 7, 2}, 4), 1, 0, 20);
    wrong.inputs[0] = randomTensor(f32, {3, 1, 2}, 4);
    wrong.expectedError = "nothing to transform";
    cases.push_back(wrong);
    wrong = stftCase(randomTensor(f32, {1, 16, 1}, 3), 3, 8, false, true);
    wrong.inputs[3] = makeInt64Scalar(17);
    wrong.expectedError = "a frame of 17 is longer than the signal";
    cases.push_back(wrong);
}

} // namespace weightless::ops::signal
