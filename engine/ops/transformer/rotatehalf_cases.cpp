// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

namespace weightless::ops::transformer {

namespace {

// The element of `factors`, which broadcast, at a place of x.
double at(const HostTensor& factors, const std::vector<int64_t>& place)
{
    const Shape& shape = factors.descriptor.shape;
    std::vector<int64_t> own(place.end() - static_cast<std::ptrdiff_t>(shape.size()), place.end());
    for (size_t i = 0; i < own.size(); ++i) {
        own[i] = shape[i] == 1 ? 0 : own[i];
    }
    return elementAsDouble(factors, static_cast<size_t>(indexOf(own, shape)));
}

OperatorCase rotateCase(
    DataType type, const Shape& shape, const Shape& cosineShape, const Shape& sineShape, bool asOnCards)
{
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor cosines = randomTensor(type, cosineShape, 2, -1, 1);
    const HostTensor sines = randomTensor(type, sineShape, 3, -1, 1);
    const int64_t half = shape.back() / 2;
    HostTensor y = makeHostTensor({type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, shape);
        const bool isFirst = place.back() < half;
        const double other = elementAsDouble(x, static_cast<size_t>(isFirst ? i + half : i - half));
        setElement(y, static_cast<size_t>(i),
            elementAsDouble(x, static_cast<size_t>(i)) * at(cosines, place)
                + (isFirst ? -other : other) * at(sines, place));
    }
    OperatorCase test {.name = toString(x.descriptor) + " by " + toString(cosineShape) + " and "
            + toString(sineShape) + (asOnCards ? " as on cards" : ""),
        .opType = "RotateHalf",
        .inputs = {x, cosines, sines},
        .expected = {std::move(y)},
        .domain = "weightless"};
    test.absoluteTolerance = type == DataType::Float32 ? 1e-6 : type == DataType::Float16 ? 2e-3 : 2e-2;
    if (asOnCards) {
        test.attributes.set("weightless.kernel", std::string("cards"));
    }
    return test;
}

} // namespace

void addRotateHalfCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const bool asOnCards : {false, true}) {
            cases.push_back(rotateCase(type, {2, 3, 5, 64}, {1, 1, 5, 64}, {5, 64}, asOnCards));
            cases.push_back(rotateCase(type, {2, 5, 3, 26}, {2, 5, 1, 26}, {1, 1, 1, 26}, asOnCards));
        }
    }
    cases.push_back(rotateCase(DataType::Float32, {6}, {6}, {6}, false));
    cases.push_back(rotateCase(DataType::Float32, {2, 3, 2, 3, 8}, {3, 1, 3, 8}, {2, 1, 2, 1, 8}, false));
    cases.push_back(rotateCase(DataType::Float32, {0, 3, 4}, {3, 4}, {4}, false));
    OperatorCase wrong = rotateCase(DataType::Float32, {2, 3, 8}, {3, 8}, {8}, false);
    wrong.inputs[2] = randomTensor(DataType::Float32, {2, 8}, 1);
    wrong.expectedError = "expected rows as float32[2, 3, 8] has them";
    cases.push_back(std::move(wrong));
}

} // namespace weightless::ops::transformer
