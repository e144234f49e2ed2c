// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/hosttensor.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace weightless::ops {

// One node with its inputs and what a plain reference says it yields. Linked into tests only; run on every
// device.
struct OperatorCase {
    std::string name; // "axis=-1, float16[3, 7]"
    std::string opType;
    int64_t opset = 17;
    std::vector<std::optional<HostTensor>> inputs = {};
    Attributes attributes = {};
    std::vector<HostTensor> expected = {};
    // Inputs passed as known constants (shapes, axes, pads …); the others are graph inputs. The runner also
    // folds each case on the CPU, with every input known, where the operator can fold.
    std::vector<size_t> constantInputs = {};
    double relativeTolerance = 1e-3;
    double absoluteTolerance = 1e-6;
    std::string domain = {};
    std::optional<std::string> expectedError = {}; // the build must fail with a message that contains this
};

using CaseList = std::vector<OperatorCase>;

// Every operator folder's addCases(), called in order.
void addAllCases(CaseList& cases);

// Values for cases: the same on every run, different for each seed. Floats lie in [-low…high], integers too.
[[nodiscard]] HostTensor randomTensor(
    DataType type, Shape shape, uint64_t seed, double low = -2.0, double high = 2.0);
// Elements converted to the type: tensorOf(DataType::Float16, {2, 2}, {1, 2, 3, 4}).
[[nodiscard]] HostTensor tensorOf(DataType type, Shape shape, const std::vector<double>& values);
[[nodiscard]] HostTensor int64Tensor(std::initializer_list<int64_t> values);
// All elements, for references that read each more than once.
[[nodiscard]] std::vector<double> numbersOf(const HostTensor& tensor);
// y[i] = f(x[i]) with x widened to double and y narrowed to `type`.
[[nodiscard]] HostTensor mapped(const HostTensor& x, DataType type, const std::function<double(double)>& f);
// Row-major coordinates of `index` in `shape`, and back.
[[nodiscard]] std::vector<int64_t> coordinatesOf(int64_t index, const Shape& shape);
[[nodiscard]] int64_t indexOf(const std::vector<int64_t>& coordinates, const Shape& shape);

} // namespace weightless::ops
