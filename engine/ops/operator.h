// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/inferencecontext.h"
#include "engine/ops/loweringcontext.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::ops {

// What a fold works on: every input that is there has its values (except for operators that fold from shapes,
// whose inputs may be null), and the outputs' descriptors are inferred.
struct FoldContext {
    const Attributes& attributes;
    int64_t opset;
    std::span<const TensorDescriptor> inputDescriptors; // Undefined type for an omitted input
    std::span<const HostTensor* const> inputs; // null for an omitted input
    std::span<const TensorDescriptor> outputs;
};

using InferFunction = void (*)(InferenceContext&);
using FoldFunction = std::vector<HostTensor> (*)(const FoldContext&);
using LowerFunction = void (*)(LoweringContext&);

inline constexpr size_t anyCount = SIZE_MAX;

// An operator as data. An entry holds from `sinceVersion` until the next entry of the same name.
struct Operator {
    std::string_view name;
    int64_t sinceVersion = 1;
    size_t minInputs = 1;
    size_t maxInputs = 1; // anyCount: variadic
    size_t maxOutputs = 1;
    InferFunction infer = nullptr;
    LowerFunction lower = nullptr;
    FoldFunction fold = nullptr; // null: never evaluated on the CPU
    bool foldsFromShapes = false; // Shape, Size: needs descriptors only
    bool foldsFromFirst = false; // needs the values of its first input alone
    std::string_view domain = ""; // "" is ai.onnx; "weightless" for operators that only fusion makes
};

// All operators this build knows. Immutable after construction, so any thread may ask.
class Registry {
public:
    void add(const Operator& op);
    void add(std::span<const Operator> ops);

    // The entry with the latest version not above `opset`; null when there is none.
    [[nodiscard]] const Operator* find(std::string_view domain, std::string_view name, int64_t opset) const;
    [[nodiscard]] const Operator* findFirst(std::string_view domain, std::string_view name) const;
    [[nodiscard]] bool knowsName(std::string_view domain, std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const; // sorted, ai.onnx only
    [[nodiscard]] std::vector<const Operator*> all() const; // by domain, name and version

private:
    std::map<std::pair<std::string_view, std::string_view>, std::map<int64_t, Operator>> m_operators;
};

// Every operator folder's registerOperators(), called in order.
[[nodiscard]] const Registry& standardRegistry();

// What a composition means by an operator's name: one of the domain "weightless" (Attention is one in
// ai.onnx, too), or ai.onnx's entry for the model's opset, or its first where the opset is older than the
// operator (a model may use com.microsoft's operators with an old ai.onnx). Null when there is none.
[[nodiscard]] const Operator* loweringTarget(std::string_view opType, int64_t opset);

} // namespace weightless::ops
