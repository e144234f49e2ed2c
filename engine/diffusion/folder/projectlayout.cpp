// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/projectlayout.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weightless {

namespace {

constexpr size_t maxParts = 64;

struct RoleName {
    std::string_view part; // in a lower-case name with '_' for '-'
    ProjectRole role;
};
// In the order of their test: "vae_encoder" names a VAE, not an encoder of text.
constexpr std::array roleNames {RoleName {"vae_decoder", ProjectRole::VaeDecoder},
    RoleName {"vae_encoder", ProjectRole::VaeEncoder},
    RoleName {"safety_checker", ProjectRole::SafetyChecker},
    RoleName {"text_encoder", ProjectRole::TextEncoder}, RoleName {"unet", ProjectRole::Denoiser},
    RoleName {"transformer", ProjectRole::Denoiser}};

std::string plainName(const std::filesystem::path& path)
{
    std::string name = path.filename().string();
    for (char& c : name) {
        c = c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return name;
}

struct Listing {
    std::vector<std::filesystem::path> models;
    std::vector<std::filesystem::path> folders;
};

Listing list(const std::filesystem::path& folder)
{
    Listing listing;
    std::error_code error;
    for (const std::filesystem::path& name : namesIn(folder, error)) {
        const std::filesystem::path path = folder / name;
        std::error_code ignored;
        if (std::filesystem::is_directory(path, ignored)) {
            listing.folders.push_back(path);
        } else if (plainName(path).ends_with(".onnx") && std::filesystem::is_regular_file(path, ignored)) {
            listing.models.push_back(path);
        }
    }
    if (error) {
        throw Error(
            ErrorKind::Io, "The folder " + displayPath(folder) + " cannot be read: " + error.message());
    }
    std::ranges::sort(listing.models);
    std::ranges::sort(listing.folders);
    return listing;
}

// One model for each sub-folder whose name is a part's.
std::vector<ProjectPart> partsInFolders(const std::vector<std::filesystem::path>& folders)
{
    std::vector<ProjectPart> parts;
    for (const std::filesystem::path& folder : folders) {
        const ProjectRole role = roleOf(folder);
        if (role == ProjectRole::Other) {
            continue;
        }
        const std::vector<std::filesystem::path> models = list(folder).models;
        if (models.empty()) {
            continue;
        }
        const auto usual = std::ranges::find_if(
            models, [](const std::filesystem::path& path) { return plainName(path) == "model.onnx"; });
        const std::filesystem::path& model = usual == models.end() ? models.front() : *usual;
        parts.push_back({role, displayPath(folder.filename() / model.filename()), model});
    }
    return parts;
}

} // namespace

ProjectRole roleOf(const std::filesystem::path& path)
{
    const std::string name = plainName(path);
    const auto* const found = std::ranges::find_if(
        roleNames, [&](const RoleName& each) { return name.find(each.part) != std::string::npos; });
    return found == roleNames.end() ? ProjectRole::Other : found->role;
}

std::string_view toString(ProjectRole role)
{
    constexpr std::array<std::string_view, 6> names {
        "text encoder", "denoiser", "VAE decoder", "VAE encoder", "safety checker", "model"};
    return names[static_cast<size_t>(role)];
}

std::string_view toString(ProjectLayout layout)
{
    constexpr std::array<std::string_view, 3> names {
        "Diffusers export", "diffusion models side by side", "models in one folder"};
    return names[static_cast<size_t>(layout)];
}

std::optional<Project> recogniseProject(const std::filesystem::path& folder)
{
    const Listing listing = list(folder);
    Project project {folder, ProjectLayout::Diffusers, partsInFolders(listing.folders)};
    if (project.parts.empty()) {
        for (const std::filesystem::path& model : listing.models) {
            project.parts.push_back({roleOf(model), displayPath(model.filename()), model});
        }
        const auto isDenoiser = [](const ProjectPart& part) { return part.role == ProjectRole::Denoiser; };
        project.layout = std::ranges::any_of(project.parts, isDenoiser) ? ProjectLayout::FlatDiffusion
                                                                        : ProjectLayout::Models;
    }
    if (project.parts.empty()) {
        return std::nullopt;
    }
    std::ranges::stable_sort(project.parts, {}, &ProjectPart::role);
    project.parts.resize(std::min(project.parts.size(), maxParts));
    return project;
}

} // namespace weightless
