// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/model.h"
#include "engine/runtime/importer.h"

#include <map>
#include <string>
#include <vector>

namespace weightless {

// Free dimensions that took FreeDimension::suggested, as nobody gave them a size, be it that of a picture. A
// suggestion may be none that the model can have, and what then fails deep inside it does not say so.
struct GuessedSizes {
    std::vector<FreeDimension> dimensions;
    std::string advice; // how another size is given; may be empty

    // Those that inputs of these shapes still have; inputs that are left out have all of theirs.
    [[nodiscard]] GuessedSizes keptBy(const Model& model, const std::map<std::string, Shape>& shapes) const;
};

// An InvalidArgument ends with the sizes that were guessed, but for a batch of one, and the advice; other
// errors stay as they are.
[[nodiscard]] Error withGuessedSizes(const Error& error, const GuessedSizes& guessed);

} // namespace weightless
