// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace weightless {

// What a load has set, for as long as it has not asked whether its files changed while it read them. Where
// it ends without, that is asked here, as no other load opens the files that this one has left.
class Unconfirmed {
public:
    Unconfirmed(std::shared_ptr<ConstantStore> store, size_t mostConstants);

    void note(size_t constant) { m_constants.push_back(constant); }
    // The load has ended. Those of changed files are hollow again; false when there are any.
    bool giveUp(const FilePool& files);

private:
    std::shared_ptr<ConstantStore> m_store;
    uint64_t m_generation; // of the store, when the load began
    std::vector<size_t> m_constants;
};

} // namespace weightless
