// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Elimination goes row after row with a choice of pivots in between: nothing a device is good at.
namespace weightless::ops::determinant {

void registerInverse(HostRegistry& registry);

namespace {

// Destroys the matrix.
double determinantOf(std::vector<double>& matrix, size_t size, const std::stop_token& stop)
{
    double result = 1;
    for (size_t k = 0; k < size; ++k) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        size_t pivot = k;
        for (size_t row = k + 1; row < size; ++row) {
            if (std::fabs(matrix[row * size + k]) > std::fabs(matrix[pivot * size + k])) {
                pivot = row;
            }
        }
        if (pivot != k) {
            std::swap_ranges(matrix.begin() + static_cast<ptrdiff_t>(k * size),
                matrix.begin() + static_cast<ptrdiff_t>((k + 1) * size),
                matrix.begin() + static_cast<ptrdiff_t>(pivot * size));
            result = -result;
        }
        const double head = matrix[k * size + k];
        result *= head;
        if (head == 0) {
            return 0;
        }
        for (size_t row = k + 1; row < size; ++row) {
            const double factor = matrix[row * size + k] / head;
            for (size_t column = k; column < size; ++column) {
                matrix[row * size + column] -= factor * matrix[k * size + column];
            }
        }
    }
    return result;
}

std::vector<HostValue> run(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const Shape& shape = x.descriptor.shape;
    if (!isFloat(x.descriptor.type) || shape.size() < 2 || shape.back() != shape[shape.size() - 2]) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected square matrices of floats");
    }
    const auto size = static_cast<size_t>(shape.back());
    HostTensor y = makeHostTensor({x.descriptor.type, Shape(shape.begin(), shape.end() - 2)});
    std::vector<double> matrix(size * size);
    for (size_t i = 0; i < static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0)); ++i) {
        for (size_t e = 0; e < matrix.size(); ++e) {
            matrix[e] = elementAsDouble(x, i * matrix.size() + e);
        }
        setElement(y, i, determinantOf(matrix, size, context.stopToken));
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerHostOperators(HostRegistry& registry)
{
    for (const int64_t version : {11, 22}) {
        registry.add({.op = {.name = "Det", .sinceVersion = version}, .run = run});
    }
    registerInverse(registry);
}

} // namespace weightless::ops::determinant
