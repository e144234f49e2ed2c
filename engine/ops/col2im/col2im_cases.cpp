// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>

namespace weightless::ops::col2im {

namespace {

struct Options {
    Shape image = {5, 7};
    Shape block = {2, 3};
    std::vector<int64_t> strides = {};
    std::vector<int64_t> dilations = {};
    std::vector<int64_t> pads = {};
    int64_t images = 2;
    DataType type = DataType::Float32;
};

OperatorCase col2imCase(const Options& o)
{
    const size_t rank = o.image.size();
    const auto orOnes = [&](const std::vector<int64_t>& list) {
        return list.empty() ? std::vector<int64_t>(rank, 1) : list;
    };
    const std::vector<int64_t> strides = orOnes(o.strides);
    const std::vector<int64_t> dilations = orOnes(o.dilations);
    const std::vector<int64_t> pads = o.pads.empty() ? std::vector<int64_t>(2 * rank, 0) : o.pads;
    Shape blocks;
    for (size_t d = 0; d < rank; ++d) {
        blocks.push_back(
            (o.image[d] + pads[d] + pads[d + rank] - dilations[d] * (o.block[d] - 1) - 1) / strides[d] + 1);
    }
    const int64_t taps = elementCount(o.block).value_or(0);
    const int64_t places = elementCount(blocks).value_or(0);
    const int64_t channels = 3;
    const bool isWhole = !isFloat(o.type);
    const HostTensor x =
        randomTensor(o.type, {o.images, channels * taps, places}, 1, isWhole ? 0 : -2, isWhole ? 20 : 2);
    Shape result {o.images, channels};
    result.insert(result.end(), o.image.begin(), o.image.end());
    HostTensor y = makeHostTensor({o.type, result});
    std::vector<double> sums(static_cast<size_t>(elementCount(result).value_or(0)));
    for (int64_t i = 0; i < elementCount(x.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> tap = coordinatesOf(i / places % taps, o.block);
        const std::vector<int64_t> block = coordinatesOf(i % places, blocks);
        std::vector<int64_t> place {i / places / taps / channels, i / places / taps % channels};
        bool isInside = true;
        for (size_t d = 0; d < rank; ++d) {
            place.push_back(block[d] * strides[d] + tap[d] * dilations[d] - pads[d]);
            isInside = isInside && place.back() >= 0 && place.back() < o.image[d];
        }
        if (isInside) {
            sums[static_cast<size_t>(indexOf(place, result))] += elementAsDouble(x, static_cast<size_t>(i));
        }
    }
    for (size_t i = 0; i < sums.size(); ++i) {
        setElement(y, i, o.type == DataType::Bool ? std::min(sums[i], 1.0) : sums[i]);
    }
    OperatorCase test {
        .name = toString(x.descriptor) + " to " + toString(o.image) + " from " + toString(o.block),
        .opType = "Col2Im",
        .opset = 18};
    test.inputs = {x, makeInt64Tensor(o.image), makeInt64Tensor(o.block)};
    test.constantInputs = {1, 2};
    test.attributes.set("strides", strides);
    test.attributes.set("dilations", dilations);
    test.attributes.set("pads", pads);
    test.expected = {std::move(y)};
    test.relativeTolerance = o.type == DataType::Float32 ? 1e-4 : 2e-2;
    test.absoluteTolerance = o.type == DataType::Float32 ? 1e-5 : 5e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64, DataType::UInt8,
             DataType::UInt16, DataType::UInt32, DataType::UInt64, DataType::Bool}) {
        cases.push_back(col2imCase({.type = type}));
    }
    cases.push_back(col2imCase({.strides = {2, 3}, .pads = {1, 0, 0, 2}}));
    cases.push_back(col2imCase({.dilations = {3, 2}}));
    cases.push_back(col2imCase({.image = {11}, .block = {4}, .strides = {2}}));
    cases.push_back(col2imCase({.image = {3, 4, 5}, .block = {2, 1, 3}}));
    cases.push_back(col2imCase({.images = 0}));
    OperatorCase wrong = col2imCase({});
    wrong.inputs[0] = randomTensor(DataType::Float32, {2, 18, 19}, 1);
    wrong.expectedError = "expected [images, channels * 6, 20]";
    cases.push_back(wrong);
    wrong = col2imCase({});
    wrong.inputs[2] = int64Tensor({2});
    wrong.expectedError = "do not go together, expected one to three dimensions";
    cases.push_back(wrong);
}

} // namespace weightless::ops::col2im
