// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/decodersketch.h"

#include <algorithm>
#include <cmath>

namespace weightless::testing {

namespace {

using Vector = std::vector<double>;

Vector product(const QuantizedMatrix& matrix, const Vector& x)
{
    Vector y(static_cast<size_t>(matrix.rows), 0.0);
    for (int64_t row = 0; row < matrix.rows; ++row) {
        for (int64_t column = 0; column < matrix.columns; ++column) {
            y[static_cast<size_t>(row)] += matrix.at(row, column) * x[static_cast<size_t>(column)];
        }
    }
    return y;
}

Vector normalized(const Vector& x, const std::vector<float>& scale)
{
    double squares = 0;
    for (const double value : x) {
        squares += value * value;
    }
    const double inverse = 1 / std::sqrt(squares / static_cast<double>(x.size()) + 1e-6);
    Vector y;
    for (size_t i = 0; i < x.size(); ++i) {
        y.push_back(x[i] * inverse * static_cast<double>(scale[i]));
    }
    return y;
}

void add(Vector& to, const Vector& from)
{
    for (size_t i = 0; i < to.size(); ++i) {
        to[i] += from[i];
    }
}

// Halves of each head, turned by the angle of the position.
void rotate(const Decoder& d, Vector& x, size_t position)
{
    const auto size = static_cast<size_t>(d.sizes.headSize());
    for (size_t head = 0; head < x.size(); head += size) {
        for (size_t i = 0; i < size / 2; ++i) {
            const double angle = static_cast<double>(position)
                / std::pow(100.0, 2.0 * static_cast<double>(i) / static_cast<double>(size));
            const double first = x[head + i];
            const double second = x[head + i + size / 2];
            x[head + i] = first * std::cos(angle) - second * std::sin(angle);
            x[head + i + size / 2] = second * std::cos(angle) + first * std::sin(angle);
        }
    }
}

// What every position sees of itself and those before it, one head after the other.
std::vector<Vector> attended(const DecoderSizes& s, const std::vector<Vector>& q,
    const std::vector<Vector>& k, const std::vector<Vector>& v)
{
    const auto size = static_cast<size_t>(s.headSize());
    std::vector<Vector> y(q.size(), Vector(static_cast<size_t>(s.width), 0.0));
    for (size_t position = 0; position < q.size(); ++position) {
        for (size_t head = 0; head < static_cast<size_t>(s.heads); ++head) {
            const size_t shared = head / static_cast<size_t>(s.heads / s.keyHeads) * size;
            Vector weights;
            double sum = 0;
            for (size_t other = 0; other <= position; ++other) {
                double score = 0;
                for (size_t i = 0; i < size; ++i) {
                    score += q[position][head * size + i] * k[other][shared + i];
                }
                weights.push_back(std::exp(score / std::sqrt(static_cast<double>(size))));
                sum += weights.back();
            }
            for (size_t other = 0; other <= position; ++other) {
                for (size_t i = 0; i < size; ++i) {
                    y[position][head * size + i] += weights[other] / sum * v[other][shared + i];
                }
            }
        }
    }
    return y;
}

} // namespace

std::vector<double> logitsOf(const Decoder& d, const std::vector<int64_t>& words)
{
    std::vector<Vector> x;
    for (const int64_t word : words) {
        Vector row;
        for (int64_t i = 0; i < d.sizes.width; ++i) {
            row.push_back(d.matrices.at("embedding").at(word, i));
        }
        x.push_back(std::move(row));
    }
    for (int64_t layer = 0; layer < d.sizes.layers; ++layer) {
        const auto matrix = [&](const std::string& part) -> const QuantizedMatrix& {
            return d.matrices.at(layerName(layer, part));
        };
        std::vector<Vector> q, k, v;
        for (size_t position = 0; position < x.size(); ++position) {
            const Vector normal = normalized(x[position], d.vectors.at(layerName(layer, "first norm")));
            q.push_back(product(matrix("query"), normal));
            k.push_back(product(matrix("key"), normal));
            v.push_back(product(matrix("value"), normal));
            rotate(d, q.back(), position);
            rotate(d, k.back(), position);
        }
        const std::vector<Vector> heads = attended(d.sizes, q, k, v);
        for (size_t position = 0; position < x.size(); ++position) {
            add(x[position], product(matrix("output"), heads[position]));
            const Vector normal = normalized(x[position], d.vectors.at(layerName(layer, "second norm")));
            const Vector up = product(matrix("up"), normal);
            Vector gate = product(matrix("gate"), normal);
            for (size_t i = 0; i < gate.size(); ++i) {
                gate[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
            }
            add(x[position], product(matrix("down"), gate));
        }
    }
    return product(d.matrices.at("head"), normalized(x.back(), d.vectors.at("last norm")));
}

} // namespace weightless::testing
