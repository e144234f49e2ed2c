// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstdint>

namespace weightless {

struct ArchitectureOptions {
    int64_t scale = 1; // divides widths, vocabularies and numbers of layers: 1, 2, 4, 8, 16 or 32
    DataType type =
        DataType::Float16; // of weights and activations, or Float32. Speech and Trees have Float32
    bool isInline = false; // weights in the model file, not beside it
    uint64_t seed = 1;
};

} // namespace weightless
