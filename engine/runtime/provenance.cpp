// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/provenance.h"

#include <algorithm>

namespace weightless {

void PageProvenance::checkIntact() const
{
    for (const auto& mapping : mappings) {
        mapping->checkIntact();
    }
}

std::shared_ptr<const PageProvenance> provenanceOf(std::vector<std::shared_ptr<const FileMapping>> mappings,
    const std::vector<std::shared_ptr<const PageProvenance>>& inputs)
{
    for (const auto& provenance : inputs) {
        if (provenance) {
            mappings.insert(mappings.end(), provenance->mappings.begin(), provenance->mappings.end());
        }
    }
    if (mappings.empty()) {
        return nullptr;
    }
    std::ranges::sort(mappings);
    const auto doubled = std::ranges::unique(mappings);
    mappings.erase(doubled.begin(), doubled.end());
    return std::make_shared<const PageProvenance>(PageProvenance {std::move(mappings)});
}

} // namespace weightless
