// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/model/model.h"

#include <cstdint>
#include <map>
#include <string>

namespace weightless {

// A constant of which an input's values choose parts, as tokens choose rows of an embedding.
struct IndexedTable {
    std::string name;
    int64_t size = 0; // along the axis that is chosen along
};

// By input of whole numbers, the smallest table that Gathers of the main graph choose from by its values as
// they are: at most cast or given another shape before.
[[nodiscard]] std::map<std::string, IndexedTable> tablesIndexedByInputs(const Model& model);

// InvalidArgument where one of the values is no index of the table; negative ones count from its end. The
// device would take the nearest one and not say so.
void checkIndices(const std::string& input, const HostTensor& values, const IndexedTable& table);

} // namespace weightless
