// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstorage.h"
#include "engine/constants/loadoptions.h"
#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace weightless {

// What a ConstantStore knows of one constant.
struct ConstantSlot {
    std::shared_ptr<const ConstantInfo> info;
    std::shared_ptr<const ConstantInfo> added; // whoever knows it by its address may rely on that
    bool hasSource = false;
    size_t firstUse = SIZE_MAX;
    std::shared_ptr<const ConstantStorage> storage = {}; // null while unset, and in a budget's pool
    bool isBudgeted = false;
    std::optional<LoadPath> path = {}; // on which a load brought it
    std::string loader = {};

    [[nodiscard]] bool isSet() const { return storage != nullptr || isBudgeted; }
    // By a load, into memory that is not the file's own.
    [[nodiscard]] bool isLoadedCopy() const
    {
        return isBudgeted || (path && storage != nullptr && storage->mapping == nullptr);
    }
};

} // namespace weightless
