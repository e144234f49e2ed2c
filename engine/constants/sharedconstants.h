// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantcache.h"
#include "engine/constants/loadoptions.h"

#include <memory>
#include <utility>
#include <vector>

namespace weightless {

// What one job shares: within itself, and with the other graphs of its context. A job whose path is forced
// shares nothing: every byte takes that path.
class SharedConstants {
public:
    // `cache` may be null: then the job shares within itself alone.
    SharedConstants(std::shared_ptr<ConstantCache> cache, const LoadOptions& options);

    // The constant's bytes where they already are, as pages bound in place or as a copy; null when nowhere.
    [[nodiscard]] std::shared_ptr<const ConstantStorage> find(
        const ConstantInfo& constant, bool isImported) const;

    // The storage, for others to share: at once within the job, with other graphs once no copy into it can be
    // under way.
    [[nodiscard]] std::shared_ptr<const ConstantStorage> keep(
        const ConstantInfo& constant, ConstantStorage storage, LoadPath path);
    // All copies handed over so far are done.
    void publish();

private:
    std::shared_ptr<ConstantCache> m_cache;
    bool m_shares;
    ConstantCache m_own;
    std::vector<std::pair<ConstantKey, std::weak_ptr<const ConstantStorage>>> m_unpublished;
};

} // namespace weightless
