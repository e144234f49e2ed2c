// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demo.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace weightless::testing {

// A small demo model, written to the folder. Its file's name tells part, type and layout.
[[nodiscard]] std::filesystem::path writeSmallDemo(
    const std::filesystem::path& folder, DemoPart part, const DemoOptions& options);

// The graph of a demo model with the smallest inputs, hollow.
[[nodiscard]] std::shared_ptr<Graph> buildDemo(
    const std::shared_ptr<Context>& context, const std::filesystem::path& path, BuildOptions options = {});

// Inputs with a pattern; the first output, as float32.
[[nodiscard]] std::vector<float> runDemo(Context& context, Graph& graph);

// Tensors for the inputs, which may be written, and for the outputs, which may be read.
[[nodiscard]] std::pair<NamedTensors, NamedTensors> tensorsOf(Context& context, const Graph& graph);

} // namespace weightless::testing
