// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "app/cli/output/console.h"
#include "engine/diffusion/pipeline/generation.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace weightless::cli {

// What the words of `generate` say; the folder suggests the rest.
struct GenerateArguments {
    std::string folder; // or a URL
    http::HttpOptions http;
    std::filesystem::path output;
    std::optional<std::filesystem::path> latentsFolder;
    std::optional<std::filesystem::path> samples;
    std::optional<int> device;

    std::string prompt;
    std::string negativePrompt;
    uint64_t seed = 0;
    std::optional<int64_t> steps;
    std::optional<double> guidance;
    std::optional<diffusion::Solver> solver;
    std::optional<std::pair<int64_t, int64_t>> size;
    int64_t count = 1;
    bool inTurn = false;
    diffusion::PartOptions parts;

    // Over what the folder suggests.
    [[nodiscard]] diffusion::GenerationRequest requestFrom(diffusion::GenerationRequest defaults) const;
    // Of several pictures, each has its number before the name's ending.
    [[nodiscard]] std::filesystem::path outputFor(int64_t picture) const;
};

[[nodiscard]] std::vector<OptionSpec> generateOptionSpecs();
// UsageError.
[[nodiscard]] GenerateArguments generateArguments(const Arguments& arguments, Console& console);

} // namespace weightless::cli
