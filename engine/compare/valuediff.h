// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace weightless {

constexpr uint64_t beginningElements = 4096; // most constants that differ do so here

struct ValueDifferences {
    uint64_t elements = 0;
    std::optional<double> largest; // this and the rest as in ConstantDifference
    uint64_t nonFinite = 0;
    uint64_t zeroSigns = 0;
};

// With the type that its bytes have.
[[nodiscard]] TensorDescriptor storedDescriptor(const ConstantInfo& constant);

// They have one shape and are floats, whatever their types.
[[nodiscard]] bool canCompareTypes(const ConstantInfo& a, const ConstantInfo& b);

// How two constants differ that have one type and shape, or that canCompareTypes(); stops at the first
// element that does where `isQuick`. Errors as TensorReader; Cancelled.
[[nodiscard]] ValueDifferences differencesOf(const std::shared_ptr<const ConstantInfo>& a,
    const std::shared_ptr<const ConstantInfo>& b, bool isQuick,
    const std::function<void(uint64_t doneBytes)>& onBytes, const std::stop_token& stop);

} // namespace weightless
