// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/hostoperator.h"

#include "engine/base/error.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>

namespace weightless::ops {

void registerAllHostOperators(HostRegistry& registry); // generated from weightless_add_host_operator()

namespace {

// What is before a 0 is gone through, what is behind it is not.
void checkRows(const HostTensor& tensor, size_t input)
{
    constexpr int64_t mostRows = int64_t {1} << 20;
    const Shape& shape = tensor.descriptor.shape;
    const auto zero = std::ranges::find(shape, 0);
    const int64_t rows = zero == shape.end()
        ? 0
        : elementCount({shape.begin(), zero}).value_or(std::numeric_limits<int64_t>::max());
    if (rows > mostRows) {
        throw Error(ErrorKind::Unsupported,
            "input " + std::to_string(input) + " is " + toString(tensor.descriptor) + ": "
                + std::to_string(rows) + " rows without an element, of which at most "
                + std::to_string(mostRows) + " are taken");
    }
}

} // namespace

const HostTensor& HostContext::tensor(size_t index) const
{
    if (!hasInput(index) || !inputs[index]->tensor) {
        throw Error(ErrorKind::InvalidArgument,
            "input " + std::to_string(index)
                + (!hasInput(index)                ? " is missing"
                        : inputs[index]->isEmpty() ? " is an optional without a value, expected a tensor"
                                                   : " is a sequence, expected a tensor"));
    }
    return *inputs[index]->tensor;
}

void HostContext::checkEmptyTensors() const
{
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (hasInput(i) && inputs[i]->tensor) {
            checkRows(*inputs[i]->tensor, i);
        }
    }
}

void HostRegistry::add(const HostOperator& op)
{
    m_operators[{op.op.domain, op.op.name}].insert_or_assign(op.op.sinceVersion, op);
}

const HostOperator* HostRegistry::find(std::string_view domain, std::string_view name, int64_t opset) const
{
    const auto versions = m_operators.find({domain == "ai.onnx" ? std::string_view() : domain, name});
    if (versions == m_operators.end()) {
        return nullptr;
    }
    const auto after = versions->second.upper_bound(opset);
    return after == versions->second.begin() ? nullptr : &std::prev(after)->second;
}

std::vector<const HostOperator*> HostRegistry::all() const
{
    std::vector<const HostOperator*> operators;
    for (const auto& [key, versions] : m_operators) {
        for (const auto& [version, op] : versions) {
            operators.push_back(&op);
        }
    }
    return operators;
}

const HostRegistry& hostRegistry()
{
    static const HostRegistry registry = [] {
        HostRegistry all;
        registerAllHostOperators(all);
        return all;
    }();
    return registry;
}

} // namespace weightless::ops
