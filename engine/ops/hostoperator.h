// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"
#include "engine/ops/operator.h"
#include "engine/ops/prepared.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::ops {

// What a host step works on: every input that is there, on the CPU.
struct HostContext {
    const Attributes& attributes;
    int64_t opset;
    std::span<const HostValue* const> inputs; // null for an omitted input
    size_t outputCount;
    std::stop_token stopToken; // seen where the work grows with the values
    const Operator* op = nullptr; // of the standard registry, where the operator is in both
    Prepared* kept = nullptr; // of the node, for all its runs

    [[nodiscard]] bool hasInput(size_t index) const
    {
        return index < inputs.size() && inputs[index] != nullptr;
    }
    // The tensor that an input is. InvalidArgument when it is missing or a sequence.
    [[nodiscard]] const HostTensor& tensor(size_t index) const;
    // What `make` reads off the attributes, and off nothing else.
    template <typename Make>
    [[nodiscard]] auto prepared(const Make& make) const
    {
        return kept != nullptr ? kept->get(make) : Prepared().get(make);
    }
    // A shape without elements may have any sizes beside its 0, and who goes through rows goes through all of
    // them: Unsupported when those of an input are too many. Sequences are long, and are not looked into.
    void checkEmptyTensors() const;
};

// What is known of a node when it is decided where it runs: every input is there, its values perhaps not.
struct HostChoice {
    const Attributes& attributes;
    std::span<const TensorDescriptor> inputs; // Undefined type for an omitted input
    std::span<const HostTensor* const> values; // null where only the device knows
};

// Runs on the CPU between two segments. One value per output; errors as those of shape rules.
using HostFunction = std::vector<HostValue> (*)(const HostContext&);

// Operators whose attributes are graphs; the runtime walks them.
enum class ControlFlow { None, If, Loop, Scan, SequenceMap };

// An operator that the CPU runs between two segments: sizes that depend on data, strings, sequences,
// optionals, graphs inside graphs. `op` has no shape rule. Where the standard registry has the operator too,
// this is the way for inputs that no device holds.
struct HostOperator {
    Operator op;
    HostFunction run = nullptr; // null for control flow
    ControlFlow controlFlow = ControlFlow::None;
    // Whether the operator runs on the CPU though a device holds its inputs: what it yields, or how it
    // computes, is nothing a device has.
    bool (*takes)(const HostChoice&) = nullptr;
};

// As Registry. Immutable after construction, so any thread may ask.
class HostRegistry {
public:
    void add(const HostOperator& op);
    // The entry with the latest version not above `opset`; null when there is none.
    [[nodiscard]] const HostOperator* find(
        std::string_view domain, std::string_view name, int64_t opset) const;
    [[nodiscard]] std::vector<const HostOperator*> all() const; // by domain, name and version

private:
    std::map<std::pair<std::string_view, std::string_view>, std::map<int64_t, HostOperator>> m_operators;
};

[[nodiscard]] const HostRegistry& hostRegistry();

} // namespace weightless::ops
