// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <memory>
#include <vector>

namespace weightless {

struct HostSequence;

// A value in CPU memory of any of ONNX's types: a tensor (strings among them), a sequence, or an optional,
// which is what it holds. With neither tensor nor sequence it is an optional that holds nothing.
struct HostValue {
    std::shared_ptr<const HostTensor> tensor = {};
    std::shared_ptr<const HostSequence> sequence = {};

    [[nodiscard]] bool isEmpty() const { return !tensor && !sequence; }
};

struct HostSequence {
    std::vector<HostValue> elements;
};

[[nodiscard]] inline HostValue makeHostValue(HostTensor tensor)
{
    return {std::make_shared<const HostTensor>(std::move(tensor)), nullptr};
}

[[nodiscard]] inline HostValue makeHostValue(HostSequence sequence)
{
    return {nullptr, std::make_shared<const HostSequence>(std::move(sequence))};
}

} // namespace weightless
