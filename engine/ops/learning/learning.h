// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/hostoperator.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// ai.onnx.ml: what libraries for tables of features export. Everything here is small or made of strings, and
// runs on the CPU between segments.
namespace weightless::ops::learning {

void registerLabels(HostRegistry& registry);
void registerFeatures(HostRegistry& registry);
void registerScaling(HostRegistry& registry);
void registerLinear(HostRegistry& registry);
void registerSupportVectors(HostRegistry& registry);
void registerTrees(HostRegistry& registry);
void registerTreeEnsembles(HostRegistry& registry);
void registerMaps(HostRegistry& registry);

// An operator of the domain that runs from `version` on.
void addOperator(HostRegistry& registry, std::string_view name, HostFunction run, int64_t version = 1,
    size_t mostInputs = 1, size_t mostOutputs = 1);

// Lists in attributes; empty when they are not there.
[[nodiscard]] std::vector<std::string> stringsOf(const Attributes& attributes, std::string_view name);
[[nodiscard]] std::vector<int64_t> intsOf(const Attributes& attributes, std::string_view name);
[[nodiscard]] std::vector<double> floatsOf(const Attributes& attributes, std::string_view name);
// A tensor in an attribute. Null when it is not there; Unsupported when its data was not read.
[[nodiscard]] const HostTensor* tensorOf(const Attributes& attributes, const char* name);
// The same as numbers, or those of a list of that name without "_as_tensor".
[[nodiscard]] std::vector<double> numbersOf(const Attributes& attributes, const std::string& name);

// Cancelled when a stop was requested: asked row by row.
void checkStop(const HostContext& context);

// Numbers as rows of features: [rows, features], or [features] as one row.
struct Table {
    size_t rows = 0;
    size_t columns = 0;
    std::vector<double> values;

    [[nodiscard]] std::span<const double> row(size_t index) const
    {
        return std::span(values).subspan(index * columns, columns);
    }
};

[[nodiscard]] Table tableOf(const HostTensor& x);

[[nodiscard]] HostTensor makeStrings(Shape shape, std::vector<std::string> values);

// The attribute "post_transform".
enum class PostTransform { None, Softmax, Logistic, SoftmaxZero, Probit };

[[nodiscard]] PostTransform postTransformOf(const Attributes& attributes);
void transform(std::span<double> scores, PostTransform transform);

// The names of classes, "classlabels_strings" or integers of the given name, and a tensor of those chosen.
class ClassLabels {
public:
    ClassLabels(const Attributes& attributes, std::string_view integers, std::string_view strings);

    [[nodiscard]] size_t count() const { return m_strings.empty() ? m_integers.size() : m_strings.size(); }
    // InvalidArgument for a class that has no label.
    [[nodiscard]] HostTensor chosen(const std::vector<size_t>& classes) const;

private:
    std::vector<int64_t> m_integers;
    std::vector<std::string> m_strings;
};

// float32 [rows, columns]
[[nodiscard]] HostTensor floatMatrix(size_t rows, size_t columns, const std::vector<double>& values);

} // namespace weightless::ops::learning
