// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>
#include <utility>

// com.microsoft's Inverse, by elimination as for a determinant.
namespace weightless::ops::determinant {

void registerInverse(HostRegistry& registry);

namespace {

using Rows = std::vector<std::vector<double>>; // each a row of the matrix and behind it one of the identity

size_t pivotOf(const Rows& rows, size_t column)
{
    size_t pivot = column;
    for (size_t row = column + 1; row < rows.size(); ++row) {
        if (std::fabs(rows[row][column]) > std::fabs(rows[pivot][column])) {
            pivot = row;
        }
    }
    return pivot;
}

// Until the first half is the identity. A matrix that has no inverse leaves infinities and NaN.
void eliminate(Rows& rows, const std::stop_token& stop)
{
    for (size_t k = 0; k < rows.size(); ++k) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        std::swap(rows[k], rows[pivotOf(rows, k)]);
        const double head = rows[k][k];
        std::ranges::for_each(rows[k], [head](double& value) { value /= head; });
        for (size_t row = 0; row < rows.size(); ++row) {
            const double factor = rows[row][k];
            for (size_t column = k; row != k && column < rows[k].size(); ++column) {
                rows[row][column] -= factor * rows[k][column];
            }
        }
    }
}

std::vector<HostValue> invert(const HostContext& context)
{
    const HostTensor& x = context.tensor(0);
    const Shape& shape = x.descriptor.shape;
    if (!isFloat(x.descriptor.type) || shape.size() < 2 || shape.back() != shape[shape.size() - 2]) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected square matrices of floats");
    }
    const auto size = static_cast<size_t>(shape.back());
    HostTensor y = makeHostTensor(x.descriptor);
    const auto elements = static_cast<size_t>(elementCount(shape).value_or(0));
    for (size_t first = 0; first < elements; first += size * size) {
        Rows rows(size, std::vector<double>(2 * size));
        for (size_t i = 0; i < size * size; ++i) {
            rows[i / size][i % size] = elementAsDouble(x, first + i);
            rows[i / size][size + i / size] = 1;
        }
        eliminate(rows, context.stopToken);
        for (size_t i = 0; i < size * size; ++i) {
            setElement(y, first + i, rows[i / size][size + i % size]);
        }
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerInverse(HostRegistry& registry)
{
    registry.add({.op = {.name = "Inverse", .domain = "com.microsoft"}, .run = invert});
}

} // namespace weightless::ops::determinant
