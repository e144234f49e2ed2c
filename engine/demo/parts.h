// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demo.h"
#include "engine/demo/graphwriter.h"

#include <cstdint>

namespace weightless {

inline constexpr int64_t latentChannels = 4; // what UNet and VAE hand to each other

// Each builds one part's graph: inputs, nodes, parameters, outputs. Options are valid.
void buildUnet(GraphWriter& writer, const DemoOptions& options);
void buildVaeDecoder(GraphWriter& writer, const DemoOptions& options);
void buildClipTextEncoder(GraphWriter& writer, const DemoOptions& options);

// A dimension of a graph input or output: free with a name, or fixed.
[[nodiscard]] Dimension dimension(const DemoOptions& options, const char* symbol, int64_t fixedSize);

} // namespace weightless
