// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>

namespace weightless::ops::flexattention {

namespace {

struct Sizes {
    DataType type = DataType::Float32;
    int64_t batch = 2;
    int64_t heads = 6;
    int64_t keyHeads = 2;
    int64_t steps = 3;
    int64_t places = 5;
    int64_t size = 4;
};

OperatorCase flexCase(const std::string& opType, const Sizes& s)
{
    OperatorCase test {.name = toString(s.type) + ", " + std::to_string(s.heads) + " heads, "
            + std::to_string(s.keyHeads) + " of keys, " + std::to_string(s.places) + " places",
        .opType = opType,
        .domain = "weightless"};
    test.relativeTolerance = s.type == DataType::Float32 ? 1e-4 : 1e-2;
    test.absoluteTolerance = s.type == DataType::Float32 ? 1e-5 : 1e-2;
    return test;
}

size_t at(const Shape& shape, const std::vector<int64_t>& place)
{
    return static_cast<size_t>(indexOf(place, shape));
}

// The operator's default scale, in the default precision.
OperatorCase scoresCase(const Sizes& s)
{
    OperatorCase test = flexCase("FlexScores", s);
    const HostTensor q = randomTensor(s.type, {s.batch, s.heads, s.steps, s.size}, 1);
    const HostTensor k = randomTensor(s.type, {s.batch, s.keyHeads, s.places, s.size}, 2);
    const Shape shape {s.batch, s.heads, s.steps, s.places};
    HostTensor y = makeHostTensor({DataType::Float32, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> c = coordinatesOf(i, shape);
        double sum = 0;
        for (int64_t e = 0; e < s.size; ++e) {
            sum += elementAsDouble(q, at(q.descriptor.shape, {c[0], c[1], c[2], e}))
                * elementAsDouble(k, at(k.descriptor.shape, {c[0], c[1] * s.keyHeads / s.heads, c[3], e}));
        }
        setElement(y, static_cast<size_t>(i), sum / std::sqrt(static_cast<double>(s.size)));
    }
    test.inputs = {q, k};
    test.expected = {std::move(y)};
    return test;
}

OperatorCase resultCase(const Sizes& s)
{
    OperatorCase test = flexCase("FlexResult", s);
    const HostTensor p = randomTensor(DataType::Float32, {s.batch, s.heads, s.steps, s.places}, 3, 0, 1);
    const HostTensor v = randomTensor(s.type, {s.batch, s.keyHeads, s.places, s.size}, 4);
    const Shape shape {s.batch, s.heads, s.steps, s.size};
    HostTensor y = makeHostTensor({s.type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> c = coordinatesOf(i, shape);
        double sum = 0;
        for (int64_t place = 0; place < s.places; ++place) {
            sum += elementAsDouble(p, at(p.descriptor.shape, {c[0], c[1], c[2], place}))
                * elementAsDouble(
                    v, at(v.descriptor.shape, {c[0], c[1] * s.keyHeads / s.heads, place, c[3]}));
        }
        setElement(y, static_cast<size_t>(i), sum);
    }
    test.inputs = {p, v};
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(scoresCase({.type = type}));
        cases.push_back(resultCase({.type = type}));
    }
    cases.push_back(scoresCase({.heads = 3, .keyHeads = 3, .steps = 1, .places = 7, .size = 13}));
    cases.push_back(resultCase({.heads = 3, .keyHeads = 1, .steps = 1, .places = 7, .size = 13}));
    cases.push_back(scoresCase({.steps = 0}));
    cases.push_back(resultCase({.batch = 0}));
    OperatorCase heads = scoresCase({.heads = 6, .keyHeads = 4});
    heads.expected.clear();
    heads.expectedError = "a multiple of the keys' heads";
    cases.push_back(heads);
    OperatorCase precision = scoresCase({});
    precision.name = "a softmax in integers";
    precision.attributes.set("softmax_precision", int64_t {7});
    precision.expectedError = "'softmax_precision' is 7";
    cases.push_back(precision);
    OperatorCase places = resultCase({});
    places.name = "values for other places";
    places.inputs[1] = randomTensor(DataType::Float32, {2, 2, 4, 4}, 4);
    places.expectedError = "expected as many places";
    cases.push_back(places);
}

} // namespace weightless::ops::flexattention
