// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldataloader.h"

#include <memory>
#include <mutex>
#include <vector>

namespace weightless {

// The loaders that may bring a constant's bytes. Those of the caller are asked first, in the order of their
// registration, then those that come with the engine; what none claims is read by the built-in path (files,
// memory, and any ByteSource slice by slice). Every function from any thread.
class ExternalDataManager {
public:
    // InvalidArgument: null.
    void add(std::shared_ptr<const ExternalDataLoader> loader);
    // Asked after every loader of the caller, whenever that is added.
    void addBuiltIn(std::shared_ptr<const ExternalDataLoader> loader);

    // The first that can serve the source; null when the built-in path shall. Loads under way keep the loader
    // that they began with.
    [[nodiscard]] std::shared_ptr<const ExternalDataLoader> find(
        const ConstantSource& source, MemoryKind kind) const;

private:
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<const ExternalDataLoader>> m_registered;
    std::vector<std::shared_ptr<const ExternalDataLoader>> m_builtIn;
};

} // namespace weightless
