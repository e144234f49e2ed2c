// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <memory>
#include <vector>

namespace weightless {

struct HostSequence;
struct HostMap;

// A value in CPU memory of any of ONNX's types: a tensor (strings among them), a sequence, a map, or an
// optional, which is what it holds. With none of them it is an optional that holds nothing.
struct HostValue {
    std::shared_ptr<const HostTensor> tensor = {};
    std::shared_ptr<const HostSequence> sequence = {};
    std::shared_ptr<const HostMap> map = {};

    [[nodiscard]] bool isEmpty() const { return !tensor && !sequence && !map; }
};

struct HostSequence {
    std::vector<HostValue> elements;
};

// As many keys (integers or strings) as values, both of rank 1.
struct HostMap {
    HostTensor keys;
    HostTensor values;
};

[[nodiscard]] inline HostValue makeHostValue(HostTensor tensor)
{
    return {std::make_shared<const HostTensor>(std::move(tensor)), nullptr};
}

[[nodiscard]] inline HostValue makeHostValue(HostSequence sequence)
{
    return {nullptr, std::make_shared<const HostSequence>(std::move(sequence))};
}

[[nodiscard]] inline HostValue makeHostValue(HostMap map)
{
    return {nullptr, nullptr, std::make_shared<const HostMap>(std::move(map))};
}

} // namespace weightless
