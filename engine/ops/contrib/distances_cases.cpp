// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <cmath>

namespace weightless::ops::contrib {

namespace {

OperatorCase distanceCase(DataType type, int64_t rows, const std::string& metric)
{
    const HostTensor a = randomTensor(type, {rows, 7}, 1);
    const HostTensor b = randomTensor(type, {4, 7}, 2);
    OperatorCase test = contribCase(toString(a.descriptor) + ' ' + metric, "CDist", type);
    HostTensor y = makeHostTensor({type, {rows, 4}});
    for (size_t i = 0; i < static_cast<size_t>(4 * rows); ++i) {
        double sum = 0;
        for (size_t k = 0; k < 7; ++k) {
            const double apart = elementAsDouble(a, i / 4 * 7 + k) - elementAsDouble(b, i % 4 * 7 + k);
            sum += apart * apart;
        }
        setElement(y, i, metric == "euclidean" ? std::sqrt(sum) : sum);
    }
    test.inputs = {a, b};
    if (!metric.empty()) {
        test.attributes.set("metric", metric);
    }
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addDistanceCases(CaseList& cases)
{
    for (const std::string metric : {"euclidean", "sqeuclidean", ""}) {
        cases.push_back(distanceCase(DataType::Float32, 5, metric));
        cases.push_back(distanceCase(DataType::Float64, 5, metric));
        cases.push_back(distanceCase(DataType::Float32, 0, metric));
    }
    // Of a row from itself: what rounding leaves has a root.
    OperatorCase same = distanceCase(DataType::Float32, 4, "euclidean");
    same.name += ", the same rows";
    same.inputs[0] = same.inputs[1];
    HostTensor& y = same.expected[0];
    for (size_t i = 0; i < 16; ++i) {
        double sum = 0;
        for (size_t k = 0; k < 7; ++k) {
            sum += std::pow(elementAsDouble(*same.inputs[1], i / 4 * 7 + k)
                    - elementAsDouble(*same.inputs[1], i % 4 * 7 + k),
                2);
        }
        setElement(y, i, std::sqrt(sum));
    }
    same.absoluteTolerance = 5e-3;
    cases.push_back(same);
    OperatorCase wrong = distanceCase(DataType::Float32, 3, "cosine");
    wrong.expectedError = "metric = 'cosine'";
    cases.push_back(wrong);
    wrong = distanceCase(DataType::Float32, 3, "euclidean");
    wrong.inputs[1] = randomTensor(DataType::Float32, {4, 6}, 2);
    wrong.expectedError = "rows of different lengths";
    cases.push_back(wrong);
}

} // namespace weightless::ops::contrib
