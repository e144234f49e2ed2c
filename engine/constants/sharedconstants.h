// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantcache.h"
#include "engine/constants/loadoptions.h"

#include <memory>
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

    // The storage, for others to share: at once within the job, with other graphs once it is published.
    // Pages bound in place are published already: whoever uses them asks whether their file changed.
    [[nodiscard]] std::shared_ptr<const ConstantStorage> keep(
        const ConstantInfo& constant, ConstantStorage storage, LoadPath path);
    // What was read is of one version of its files, and all copies handed over so far are done.
    void publish();
    // The first alone: what the device still has to copy is kept back.
    void publishDirect();

private:
    std::shared_ptr<ConstantCache> m_cache;
    bool m_shares;
    ConstantCache m_own;
    struct Unpublished {
        ConstantKey key;
        std::weak_ptr<const ConstantStorage> storage;
        LoadPath path = LoadPath::Direct;
    };
    std::vector<Unpublished> m_unpublished;
};

} // namespace weightless
