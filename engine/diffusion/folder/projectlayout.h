// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

// What a model does in a pipeline of several.
enum class ProjectRole { TextEncoder, Denoiser, VaeDecoder, VaeEncoder, SafetyChecker, Other };

// "text encoder", "denoiser", "VAE decoder", …
[[nodiscard]] std::string_view toString(ProjectRole role);

enum class ProjectLayout {
    Diffusers, // one sub-folder for each part, as Diffusers and Optimum export pipelines
    FlatDiffusion, // the parts' files side by side, told apart by their names, as in the WebNN samples
    Models, // models in one folder that say nothing about each other
};

// "Diffusers export", …
[[nodiscard]] std::string_view toString(ProjectLayout layout);

struct ProjectPart {
    ProjectRole role = ProjectRole::Other;
    std::string name; // path in the folder, with '/'
    std::filesystem::path path;
};

// Several models that belong together.
struct Project {
    std::filesystem::path folder;
    ProjectLayout layout = ProjectLayout::Models;
    std::vector<ProjectPart> parts {}; // in the order of a pipeline: encoders, denoiser, decoders
};

// Of a sub-folder or a file by its name.
[[nodiscard]] ProjectRole roleOf(const std::filesystem::path& path);

// What the names in a folder and its direct sub-folders tell; no file is opened. nullopt when there is no
// .onnx file. Of several files for one part in a Diffusers folder "model.onnx" is taken, otherwise the first
// by name. At most 64 parts. Io when the folder cannot be read. Any thread.
[[nodiscard]] std::optional<Project> recogniseProject(const std::filesystem::path& folder);

} // namespace weightless
