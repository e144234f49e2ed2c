// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"

#include <memory>
#include <vector>

namespace weightless {

// Files whose pages took part in computing what a tensor holds. What was computed from pages that went away
// meanwhile is void, and so is what was computed from that.
struct PageProvenance {
    std::vector<std::shared_ptr<const FileMapping>> mappings; // sorted, each once

    void checkIntact() const; // Io
};

// Of what is computed from pages of `mappings` and from tensors that come from `inputs` (which may be null);
// null when no pages took part.
[[nodiscard]] std::shared_ptr<const PageProvenance> provenanceOf(
    std::vector<std::shared_ptr<const FileMapping>> mappings,
    const std::vector<std::shared_ptr<const PageProvenance>>& inputs);

} // namespace weightless
