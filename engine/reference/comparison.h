// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

// |actual - expected| <= absolute + relative * |expected|, NumPy's assert_allclose.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

// What ONNX's own test runner allows, 1e-3 and 1e-7, for float32 and float64. It allows the same for 16-bit
// floats, which is one unit in the last place of float16 (2^-10) and below one of bfloat16 (2^-7): too little
// for values that were summed in another order. They get five units of float16 and two and a half of bfloat16
// near 1, and for sums that nearly cancel the same of terms around 0.1. Everything else is compared exactly.
[[nodiscard]] Tolerance toleranceFor(DataType type);

// What the user asks for instead, for floats of every type.
struct GivenTolerance {
    std::optional<double> relative = {};
    std::optional<double> absolute = {};
};

enum class Agreement {
    AsExpected,
    OtherKind, // a sequence instead of a tensor, say
    OtherLength, // of a sequence
    OtherTensor, // of another type or shape
    OtherElements,
    OtherBytes, // equal numbers that are stored in two ways: a bool that is neither 0 nor 1
};

// Two values beside each other. What says where they are not the same is about the first such place.
struct Comparison {
    Agreement agreement = Agreement::AsExpected;
    std::vector<size_t> element = {}; // of a sequence, from the outermost inwards, in which it is
    size_t actualLength = 0, expectedLength = 0; // of a sequence
    TensorDescriptor actual = {}, expected = {}; // where both are tensors
    uint64_t mismatchCount = 0; // elements; 0 for what is no number, where none are counted
    Shape position = {}; // of the first of them
    std::string actualNumber = {}, expectedNumber = {}; // there
    std::optional<Tolerance> tolerance = {}; // of floats

    [[nodiscard]] bool isAsExpected() const { return agreement == Agreement::AsExpected; }
};

// Types and shapes must match exactly; NaN equals NaN, an infinity itself. Of sequences, element for element.
// Cancelled. Any thread.
[[nodiscard]] Comparison compareTensors(const HostTensor& actual, const HostTensor& expected,
    const GivenTolerance& given = {}, const std::stop_token& stop = {});
[[nodiscard]] Comparison compareValues(const HostValue& actual, const HostValue& expected,
    const GivenTolerance& given = {}, const std::stop_token& stop = {});

// Why the values are not the same, as part of a line; empty where they are.
[[nodiscard]] std::string describe(const Comparison& comparison);

// How far numbers are from those that are expected.
struct Distance {
    double greatest = 0; // difference; infinite where one of two that differ is not finite
    // Root mean square of the differences over that of the expected values, of floats; infinite where zeros
    // alone were expected, and others came.
    double relative = 0;
    double cosine = 1; // of the angle between both, as vectors; of floats; 0 where one has no length
    double besideZeros = 0; // the greatest difference of numbers from floats that are zeros alone

    [[nodiscard]] bool operator==(const Distance& other) const = default;
};

// The farthest of both, as of the elements of a sequence. An infinite `relative` gives way to what the other
// one has to tell: `besideZeros` is left of it.
[[nodiscard]] Distance farther(const Distance& a, const Distance& b);

// nullopt: there are no numbers on both sides, in equal shapes. Of what is not finite only `greatest`
// tells. Cancelled. Any thread.
[[nodiscard]] std::optional<Distance> distanceBetween(
    const HostValue& actual, const HostValue& expected, const std::stop_token& stop = {});

} // namespace weightless
